"""Calls of compiled code: it is loaded from disk, or compiled, when it is first needed."""

import sys
from collections.abc import Callable
from contextlib import suppress
from functools import cache, lru_cache, wraps
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any

from noughts.errors import NotCompilable, NoughtsError, TooDeep
from noughts.game import Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.beside import Job, alone
from noughts.native.clock import CLOCK
from noughts.native.object_code import Loaded, ObjectCode, file_name, folder, from_file, to_file
from noughts.native.words import Arguments, Kind, kind_of, read, text
from noughts.search.stack import ROOM, exhausted, in_large_stack

# Compiled forms to keep: the searches of dozens of games.
KEPT = 256
# Threads that ask at once get the same form, and load or compile it once.
_preparing = RLock()


def search_form(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any]
) -> Callable[..., Any]:
    """The compiled form of a function whose first parameter is the game."""
    hashable: Any = game  # a value, to type checkers not hashable
    with _preparing:
        return _search_form(plain_function(function), hashable)


def kernel_form(function: Callable[..., Any], worth_compiling: bool = True) -> Callable[..., Any]:
    """The compiled form of a function of numbers and buffers, for no game in particular.

    Args:
        function: the plain function.
        worth_compiling: whether to compile it, if it is not on disk; otherwise it runs interpreted.
    """
    with _preparing:
        return _kernel_form(plain_function(function), worth_compiling)


def tell(message: str) -> None:
    """Tell who listens, as `noughts -v` does."""
    if "logging" in sys.modules:  # it would be loaded for nothing
        _tell_once(message)


@lru_cache(KEPT)
def _tell_once(message: str) -> None:
    import logging

    logging.getLogger("noughts").debug(message)


def plain_function(function: Callable[..., Any]) -> FunctionType:
    """The function, if it can be compiled at all."""
    if not isinstance(function, FunctionType):
        raise NotCompilable(f"{function!r} is not a plain function, so it runs interpreted.")
    return function


def is_at_hand(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any], *arguments: Any
) -> bool:
    """Whether the compiled form for such arguments is in memory or on disk."""
    hashable: Any = game
    try:
        kinds = _kinds(arguments, game)
    except NotCompilable:
        return False
    return _forms(plain_function(function), hashable).are_at_hand(kinds)


def is_coming(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any], *arguments: Any
) -> bool:
    """Whether the compiled form for such arguments is there by now; else it is compiled beside.

    Raises:
        NotCompilable: there can be none.
    """
    hashable: Any = game
    kinds = _kinds(arguments, game)
    return _forms(plain_function(function), hashable).is_coming(kinds)


def keep(asked: tuple[FunctionType, Any, tuple[Kind, ...]]) -> bool:
    """Compile what another process has asked for; whether it is on disk now.

    Raises:
        NotCompilable: it cannot be compiled.
    """
    function, game, kinds = asked
    return _forms(function, game).keep(kinds)


@lru_cache(KEPT)
def _forms(function: FunctionType, game: Game[Any] | Knowledge[Any]) -> "_Forms":
    return _Forms(function, game)


@lru_cache(KEPT)
def _search_form(function: FunctionType, game: Game[Any] | Knowledge[Any]) -> Callable[..., Any]:
    hashable: Any = game
    forms = _forms(function, hashable)
    fits = True

    @wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal fits
        if not fits:
            return function(*arguments)
        kinds = _kinds(arguments, game)
        loaded = forms.of(kinds)  # apart from the call, whose errors are the function's own
        try:
            return _Call(loaded, arguments, kinds, ROOM).answer()
        except TooDeep:
            pass  # out of here first, so that nothing is held
        except NoughtsError:
            raise
        except Exception:  # noqa: BLE001  # a number has no room, or the rules fail: they say how
            fits = False
            return function(*arguments)
        return _deep_answer(loaded, arguments, kinds)

    return call


@cache
def _kernel_form(function: FunctionType, worth_compiling: bool) -> Callable[..., Any]:
    forms = _Forms(function, None)

    @wraps(function)
    def call(*arguments: Any) -> Any:
        kinds = tuple(kind_of(thing, None) for thing in arguments)
        if not (worth_compiling or forms.are_at_hand(kinds)):
            return function(*arguments)
        return _Call(forms.of(kinds), arguments, kinds, ROOM).answer()

    return call


def _kinds(arguments: tuple[Any, ...], game: Game[Any] | Knowledge[Any]) -> tuple[Kind, ...]:
    """The kinds of the arguments of a search."""
    for thing in arguments:
        try:
            kind_of(thing, game)
        except TypeError:
            raise NotCompilable(
                f"{type(rules_behind(game)).__name__} cannot be compiled, so it runs interpreted: "
                f"{type(thing).__name__} is not a NamedTuple of whole numbers."
            ) from None
    return tuple(kind_of(thing, game) for thing in arguments)


class _Forms:
    """The compiled forms of a function, one for each combination of kinds of arguments.

    Args:
        function: the plain function.
        game: what it is compiled for, if for a game.
    """

    def __init__(self, function: FunctionType, game: Any) -> None:
        self.function = function
        self.game = game
        self._loaded: dict[tuple[Kind, ...], Loaded] = {}
        self._names: dict[tuple[Kind, ...], str] = {}
        self._jobs: dict[tuple[Kind, ...], Job] = {}

    def of(self, kinds: tuple[Kind, ...]) -> Loaded:
        """The form for arguments of these kinds.

        Raises:
            NotCompilable: there can be none.
        """
        if kinds not in self._loaded:
            with _preparing:
                if kinds not in self._loaded:  # another thread may have done it
                    self._loaded[kinds] = Loaded(self._code(kinds))
        return self._loaded[kinds]

    def are_at_hand(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether the form is in memory or on disk."""
        return kinds in self._loaded or (self._lasts() and self._file(kinds).is_file())

    def is_coming(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether the form is there by now; until then it is compiled beside (`beside.py`).

        Raises:
            NotCompilable: there can be none.
        """
        if self.are_at_hand(kinds):
            return True
        if kinds not in self._jobs:
            tell(f"compiling {self.function.__name__} for {self.game!r} beside")
            CLOCK.compiling()
            asked = (self.function, self.game, kinds) if self._lasts() else None
            self._jobs[kinds] = Job(lambda: self.of(kinds), asked)
        return self._jobs[kinds].is_done()

    def keep(self, kinds: tuple[Kind, ...]) -> bool:
        """Compile the form, and keep it on disk; whether that was possible.

        Raises:
            NotCompilable: there can be none.
        """
        with suppress(OSError), alone(self._file(kinds)):  # a folder that cannot be written to
            self._code(kinds)
        return self._file(kinds).is_file()

    def _code(self, kinds: tuple[Kind, ...]) -> ObjectCode:
        if not self._lasts():
            return self._compiled(kinds)
        path = self._file(kinds)
        if (code := from_file(path, ObjectCode)) is None:
            code = self._compiled(kinds)
            to_file(code, path)
        return code

    def _file(self, kinds: tuple[Kind, ...]) -> Path:
        if kinds not in self._names:
            self._names[kinds] = file_name(self.function, *self._rests_on(), *map(text, kinds))
        return folder() / self._names[kinds]

    def _compiled(self, kinds: tuple[Kind, ...]) -> ObjectCode:
        tell(f"compiling {self.function.__name__}" + (f" for {self.game!r}" if self.game else ""))
        CLOCK.compiling()
        from noughts.native.compiler import compile_kernel, compile_search

        if self.game is None:
            return compile_kernel(self.function, kinds)
        return compile_search(self.function, self.game, kinds)

    def _rests_on(self) -> tuple[object, ...]:
        """What the code rests on besides the function and all that it names."""
        if self.game is None:
            return ()
        # The modules as well: on disk, classes are known by them, and a file can have copies.
        return (self.game, *self._modules())

    def _modules(self) -> list[str]:
        kinds = (type(self.game), type(rules_behind(self.game)))
        return [kind.__module__ for kind in kinds]

    def _lasts(self) -> bool:
        """Whether another process can find what it rests on."""
        return self.game is None or "__main__" not in self._modules()


class _Call:
    """A call of compiled code.

    Args:
        loaded: the compiled code.
        arguments: the plain arguments.
        kinds: their kinds.
        room: how many bytes of the stack it may take.
    """

    def __init__(
        self, loaded: Loaded, arguments: tuple[Any, ...], kinds: tuple[Kind, ...], room: int
    ) -> None:
        self.loaded = loaded
        self.given = Arguments(arguments, kinds, room)

    def answer(self) -> Any:
        """What it answers.

        Raises:
            TooDeep: that takes more of the stack; the records are as they were.
            Exception: the rules raise it, or a number has no room; the records are as they were.
        """
        try:
            self.loaded.run(self.given.words)
        except TooDeep:
            raise TooDeep(exhausted()) from None
        except (NoughtsError, KeyboardInterrupt):
            self._write_back()
            raise
        self._write_back()
        return read(self.loaded.code.answer, iter(self.given.words))

    def stop(self) -> None:
        """End a search that watches its stack at its next node."""
        for record in self.given.records:
            record.stop()

    def _write_back(self) -> None:
        for record in self.given.records:
            record.write_back()


def _deep_answer(loaded: Loaded, arguments: tuple[Any, ...], kinds: tuple[Kind, ...]) -> Any:
    """The answer of a call on a large stack; Ctrl-C ends it at its next node."""
    calls: list[_Call] = []

    def ask(room: int) -> Any:
        calls.append(_Call(loaded, arguments, kinds, room))
        return calls[0].answer()

    def stop() -> None:
        for call in calls:
            call.stop()

    return in_large_stack(ask, stop)
