"""Copies of functions with globals of their own, which can be replaced.

`noughts.native` puts compiled functions there, `recorder.py` instrumented ones.
"""

from types import FunctionType


def copied(function: FunctionType) -> FunctionType:
    """The same function with globals of its own.

    >>> def area(r): return PI * r * r
    >>> copy = copied(area)
    >>> copy.__globals__["PI"] = 3
    >>> copy(2)
    12
    """
    copy = FunctionType(
        function.__code__,
        dict(function.__globals__),
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy
