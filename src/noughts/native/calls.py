"""Calls of compiled code, which is loaded from disk or compiled when it is first needed."""

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cache, lru_cache, wraps
from pathlib import Path
from threading import RLock
from types import FunctionType
from typing import Any
from warnings import warn

from noughts import source
from noughts.errors import MistakenlyCompiled, NotCompilable, NoughtsError, TooDeep
from noughts.game import Game
from noughts.knowledge import Knowledge, knowledge_of, rules_behind
from noughts.native.beside import Job, alone
from noughts.native.clock import CLOCK
from noughts.native.object_code import Loaded, ObjectCode, file_name, folder, from_file, to_file
from noughts.native.trial import Trial, said
from noughts.native.words import Arguments, Kind, kind_of, read, text
from noughts.search.memory import words_of
from noughts.search.stack import ROOM, exhausted, in_large_stack

# Compiled forms to keep: enough for the searches of dozens of games.
KEPT = 256
# Threads that need the same form at the same time load or compile it once.
_preparing = RLock()


def search_form(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any]
) -> Callable[..., Any]:
    owner = Owner(game)
    if owner in _mistaken:
        raise NotCompilable(f"{game!r} was compiled mistakenly, so it runs interpreted.")
    with _preparing:
        form = _search_form(plain_function(function), owner)
    return form if owner.is_own() or function is said else _tried(form, owner)


# Games whose compiled rules differed from the plain ones.
_mistaken: "set[Owner]" = set()


@lru_cache(KEPT)
def _tried(form: Callable[..., Any], owner: "Owner") -> Callable[..., Any]:
    @wraps(form)
    def call(*arguments: Any) -> Any:
        try:
            return _trial(owner).search(form, arguments)
        except MistakenlyCompiled as mistake:
            _mistaken.add(owner)
            warn(str(mistake), stacklevel=2)
            raise

    return call


@lru_cache(KEPT)
def _trial(owner: "Owner") -> Trial:
    known = _known(owner.game)
    return Trial(known, search_form(said, known))


def _known(game: Game[Any] | Knowledge[Any]) -> Knowledge[Any]:
    return game if isinstance(game, Knowledge) else knowledge_of(game)


def kernel_form(function: Callable[..., Any], worth_compiling: bool = True) -> Callable[..., Any]:
    """The compiled form of a function of numbers and buffers, without a game.

    Args:
        function: the plain function.
        worth_compiling: whether to compile it, if it is not on disk; otherwise it runs interpreted.
    """
    with _preparing:
        return _kernel_form(plain_function(function), worth_compiling)


def tell(message: str) -> None:
    """Log a message, as `noughts -v` shows it."""
    if "logging" in sys.modules:  # otherwise there are no listeners, and importing it takes time
        _tell_once(message)


@lru_cache(KEPT)
def _tell_once(message: str) -> None:
    import logging

    logging.getLogger("noughts").debug(message)


def plain_function(function: Callable[..., Any]) -> FunctionType:
    if not isinstance(function, FunctionType):
        raise NotCompilable(f"{function!r} is not a plain function, so it runs interpreted.")
    return function


def is_at_hand(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any], *arguments: Any
) -> bool:
    try:
        return all(forms.are_at_hand(kinds) for forms, kinds in _asked(function, game, arguments))
    except NotCompilable:
        return False


class Owner:
    """A game or knowledge that compiled code is for; equal to others with the same content.

    Args:
        game: the game or knowledge.
    """

    def __init__(self, game: Any) -> None:
        self.game = game
        self.content: object = (type(game), game)
        if not self.is_own():
            try:
                self.content = type(game), type(rules_behind(game)), source.fingerprint(game)
            except source.Unreadable as what:
                tell(f"{game!r} is compiled anew each time, since noughts cannot read {what}")
                self.content = self

    def is_own(self) -> bool:
        return source.is_own(type(self.game)) and source.is_own(type(rules_behind(self.game)))

    def lasts(self) -> bool:
        kinds = (type(self.game), type(rules_behind(self.game)))
        named = all(source.is_found(kind) and kind.__module__ != "__main__" for kind in kinds)
        return named and self.content is not self

    def __hash__(self) -> int:
        return id(self) if self.content is self else hash(self.content)

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Owner) and self.content is not self and self.content == other.content
        )


def is_coming(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any], *arguments: Any
) -> bool:
    """Whether the compiled form for these arguments exists; if not, compile it in the background.

    Raises:
        NotCompilable: it cannot be compiled.
    """
    coming = [forms.is_coming(kinds) for forms, kinds in _asked(function, game, arguments)]
    return all(coming)


def _asked(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any], arguments: tuple[Any, ...]
) -> "Iterator[tuple[_Forms, tuple[Kind, ...]]]":
    """The forms of a search; and the forms that try a user's rules with the plain ones."""
    owner = Owner(game)
    yield _forms(plain_function(function), owner), _kinds(arguments, game)
    if not owner.is_own() and function is not said:
        known = _known(game)
        start = known.start()
        yield from _asked(said, known, (known, start, words_of(known, start)))


def keep(asked: tuple[FunctionType, Any, tuple[Kind, ...]]) -> bool:
    """Compile the job of another process; returns whether the code is on disk now.

    Raises:
        NotCompilable: it cannot be compiled.
    """
    function, game, kinds = asked
    return _forms(function, Owner(game)).keep(kinds)


@lru_cache(KEPT)
def _forms(function: FunctionType, owner: Owner) -> "_Forms":
    return _Forms(function, owner)


@lru_cache(KEPT)
def _search_form(function: FunctionType, owner: Owner) -> Callable[..., Any]:
    forms, game = _forms(function, owner), owner.game
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
            pass  # the exception is raised after this block, so that it refers to nothing here
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
        owner: the game that it is compiled for, if any.
    """

    def __init__(self, function: FunctionType, owner: Owner | None) -> None:
        self.function = function
        self.owner = owner
        self.game = owner.game if owner else None
        self._loaded: dict[tuple[Kind, ...], Loaded] = {}
        self._names: dict[tuple[Kind, ...], str] = {}
        self._jobs: dict[tuple[Kind, ...], Job] = {}

    def of(self, kinds: tuple[Kind, ...]) -> Loaded:
        """The form for arguments of these kinds.

        Raises:
            NotCompilable: it cannot be compiled.
        """
        if kinds not in self._loaded:
            with _preparing:
                if kinds not in self._loaded:  # if another thread has not loaded it
                    self._loaded[kinds] = Loaded(self._code(kinds))
        return self._loaded[kinds]

    def are_at_hand(self, kinds: tuple[Kind, ...]) -> bool:
        return kinds in self._loaded or (self._lasts() and self._file(kinds).is_file())

    def is_coming(self, kinds: tuple[Kind, ...]) -> bool:
        """Whether the form exists; until then it is compiled in the background (`beside.py`).

        Raises:
            NotCompilable: it cannot be compiled.
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
        """Compile the form and write it to disk; returns whether that was possible.

        Raises:
            NotCompilable: it cannot be compiled.
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
        if self.game is None:
            return ()
        # Modules are included: classes on disk are found by them, and a file can have copies.
        kinds = (type(self.game), type(rules_behind(self.game)))
        return (self.game, *(kind.__module__ for kind in kinds))

    def _lasts(self) -> bool:
        return self.owner is None or self.owner.lasts()


class _Call:
    """A call of compiled code.

    Args:
        loaded: the compiled code.
        arguments: the plain arguments.
        kinds: their kinds.
        room: the bytes of the stack that it may use.
    """

    def __init__(
        self, loaded: Loaded, arguments: tuple[Any, ...], kinds: tuple[Kind, ...], room: int
    ) -> None:
        self.loaded = loaded
        self.given = Arguments(arguments, kinds, room)

    def answer(self) -> Any:
        """The answer of the compiled code.

        Raises:
            TooDeep: it needs more of the stack; the records are unchanged.
            Exception: the rules raise it, or a number is too large; the records are unchanged.
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
