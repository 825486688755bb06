"""Instrument a search to report every call to a listener.

Searches need no change and lose no speed: their functions are copied, and in the copies' globals
instrumented forms replace them. So the search recorded is the real one.
"""

from collections.abc import Callable, Hashable
from types import CodeType, FunctionType
from typing import Any, Protocol

from noughts.search.table import DictTable


def copied(function: FunctionType, code: CodeType | None = None) -> FunctionType:
    """A copy of the function with its own globals, which can be replaced.

    `noughts.native` puts compiled functions there, this module recording ones.
    Other code for it may have some of the same free variables.

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


class Listener(Protocol):
    def enter(self, name: str, given: dict[str, Any]) -> None:
        """Called when a function of the search is called, with its arguments by name."""

    def leave(self, score: int) -> None:
        """Called when the last function called and not yet left returns its score."""


def instrument(listener: Listener, *functions: Callable[..., int]) -> Callable[..., int]:
    """The first of a search's functions, which reports every call to the listener.

    Give all the functions of the search that call themselves or each other.

    >>> def countdown(n): return n and countdown(n - 1)
    >>> class Printer:
    ...     def enter(self, name, given): print(name, given)
    ...     def leave(self, score): print("returns", score)
    >>> instrument(Printer(), countdown)(1)
    countdown {'n': 1}
    countdown {'n': 0}
    returns 0
    returns 0
    0
    """
    clones = [copied(function) for function in functions if isinstance(function, FunctionType)]
    instrumented = {copy.__name__: _reporting(listener, copy) for copy in clones}
    for copy in clones:
        copy.__globals__.update(instrumented)
    return instrumented[clones[0].__name__]


def _reporting(listener: Listener, function: FunctionType) -> Callable[..., int]:
    names = function.__code__.co_varnames

    def call(*arguments: Any) -> int:
        listener.enter(function.__name__, dict(zip(names, arguments)))
        score: int = function(*arguments)
        listener.leave(score)
        return score

    return call


class TableListener(Protocol):
    def probed(self, position: Hashable, entry: int) -> None:
        """Called after a look-up, with the entry; 0 if none."""

    def stored(self, position: Hashable) -> None:
        """Called after an entry was stored."""


class TellingTable(DictTable):
    def __init__(self, listener: TableListener) -> None:
        super().__init__()
        self.listener = listener

    def find(self, position: Hashable) -> int:
        entry = super().find(position)
        self.listener.probed(position, entry)
        return entry

    def store(self, position: Hashable, entry: int) -> None:
        super().store(position, entry)
        self.listener.stored(position)
