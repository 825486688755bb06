"""Copies of functions with their own globals, which can be replaced.

`noughts.native` puts compiled functions there, `recorder.py` instrumented ones.
"""

from types import CodeType, FunctionType


def copied(function: FunctionType, code: CodeType | None = None) -> FunctionType:
    """A copy of the function with its own globals.

    Args:
        function: the function.
        code: other code for it, with some of the same free variables.

    >>> def area(r): return PI * r * r
    >>> copy = copied(area)
    >>> copy.__globals__["PI"] = 3
    >>> copy(2)
    12
    """
    code = code or function.__code__
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=True))
    copy = FunctionType(
        code,
        dict(function.__globals__),
        function.__name__,
        function.__defaults__,
        tuple(cells[name] for name in code.co_freevars),
    )
    copy.__kwdefaults__ = function.__kwdefaults__
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy
