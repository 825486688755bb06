"""Compiling a function, and all the functions it names, for one game."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache, wraps
from threading import RLock
from types import FunctionType
from typing import Any

import numba
from numba.core.compiler_lock import global_compiler_lock

from noughts.errors import NotCompilable, NoughtsError, TooDeep
from noughts.game import Game
from noughts.knowledge import Knowledge, rules_behind
from noughts.native.buffers import BufferArgument, array_of
from noughts.native.cache import DiskCache, game_cache
from noughts.native.clock import CLOCK
from noughts.native.compile_unit import CompileUnit, SearchUnit, member
from noughts.native.constants import type_class
from noughts.native.records import RecordBuffer, is_record
from noughts.search.memory import is_row_of_words
from noughts.search.stack import ROOM, exhausted, in_large_stack

# Lines of Numba's messages without information for a user.
NOISE = ("Failed in", "TypingError: Failed in", "During:", "[1]", "[2]")


# Compiled forms to keep: the searches of dozens of games.
KEPT = 256
# Threads that ask at once get the same form. Numba compiles it later, at its first call, under a
# lock of its own.
_preparing = RLock()


def compile_for(
    function: Callable[..., Any], game: Game[Any] | Knowledge[Any]
) -> Callable[..., Any]:
    """The compiled form of a function whose first parameter is the game."""
    if not isinstance(function, FunctionType):
        raise NotCompilable(f"{function!r} is not a plain function, so it runs interpreted.")
    hashable: Any = game  # a value, to type checkers not hashable
    with _preparing:
        return _compile(function, hashable)


@lru_cache(KEPT)
def _compile(function: FunctionType, game: Game[Any] | Knowledge[Any]) -> Callable[..., Any]:
    kind: Any = type(game)
    type_class(kind)
    dispatcher = member(function, SearchUnit())
    rules = rules_behind(game)
    if "__main__" not in (type(game).__module__, type(rules).__module__):  # or not found again
        dispatcher._cache = game_cache(function, game)  # noqa: SLF001  # as enable_caching() does

    ready, fits = False, True

    @wraps(function)
    def call(*arguments: Any) -> Any:
        nonlocal ready, fits
        if not fits:
            return function(*arguments)
        asked = _Call(dispatcher, arguments, game, ROOM)
        if not ready:  # apart from the call, whose errors are the function's own
            _compile_now(dispatcher, asked.mirrored, type(rules))
            ready = True
        try:
            return asked.answer()
        except TooDeep:
            pass  # out of here first, so that nothing is held
        except NoughtsError:
            raise
        except Exception:  # noqa: BLE001  # a number has no room, or the rules fail: they say how
            fits = False
            return function(*arguments)
        return _deep_answer(dispatcher, arguments, game)

    return call


class _Call:
    """A call of compiled code, with converted arguments.

    Args:
        dispatcher: the compiled code.
        arguments: the plain arguments.
        game: the game, or the knowledge, that it was compiled for.
        room: how many bytes of the stack it may take.
    """

    def __init__(self, dispatcher: Any, arguments: tuple[Any, ...], game: Any, room: int) -> None:
        self.dispatcher = dispatcher
        self.mirrored = [_passed(thing, game, room) for thing in arguments]
        self.records = [thing for thing in self.mirrored if isinstance(thing, RecordBuffer)]

    def answer(self) -> Any:
        """What it answers.

        Raises:
            TooDeep: that takes more of the stack; the records are as they were.
            Exception: the rules raise it, or a number has no room; the records are as they were.
        """
        try:
            answer = self.dispatcher(*self.mirrored)
        except TooDeep:
            raise TooDeep(exhausted()) from None
        except (NoughtsError, KeyboardInterrupt):
            self._write_back()
            raise
        self._write_back()
        return answer

    def _write_back(self) -> None:
        for record in self.records:
            record.write_back()


def _deep_answer(dispatcher: Any, arguments: tuple[Any, ...], game: Any) -> Any:
    """The answer of a call on a large stack; Ctrl-C ends it at its next node."""
    calls: list[_Call] = []

    def ask(room: int) -> Any:
        calls.append(_Call(dispatcher, arguments, game, room))
        return calls[0].answer()

    def stop() -> None:
        for record in calls[0].records if calls else []:
            record.stop()

    return in_large_stack(ask, stop)


def compile_kernel(function: Callable[..., Any]) -> Callable[..., Any]:
    """The compiled form of a function of numbers and buffers, for no game in particular."""
    if not isinstance(function, FunctionType):
        raise NotCompilable(f"{function!r} is not a plain function, so it runs interpreted.")
    with _preparing:
        return _compile_kernel(function)


@cache
def _compile_kernel(function: FunctionType) -> Callable[..., Any]:
    dispatcher = member(function, CompileUnit())
    dispatcher._cache = DiskCache(function)  # noqa: SLF001  # as enable_caching() does

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return dispatcher(*(handed_over(thing, BufferArgument) for thing in arguments))

    return call


def handed_over(thing: Any, form: Callable[[Any], Any]) -> Any:
    """A buffer in that form, a NamedTuple of such, or a number as it is."""
    if isinstance(thing, tuple):
        kind: Any = type(thing)
        return kind(*(handed_over(part, form) for part in thing))
    return thing if isinstance(thing, int) else form(thing)


def arrays(thing: Any) -> Any:
    """A buffer as an array on the same memory, a NamedTuple of such, or a number as it is."""
    return handed_over(thing, array_of)


@contextmanager
def vectorized() -> Iterator[None]:
    """Context: code compiled inside may use SLP vectorization.

    So all directions of a board are scanned at once. Numba leaves it off by default. The flag holds
    for the whole process: Numba's own lock keeps other threads from compiling.
    """
    with global_compiler_lock:
        before = numba.config.SLP_VECTORIZE
        numba.config.SLP_VECTORIZE = 1
        try:
            yield
        finally:
            numba.config.SLP_VECTORIZE = before


def _compile_now(dispatcher: Any, arguments: list[Any], cls: type) -> None:
    """Compile for arguments of these types, or raise NotCompilable."""
    try:
        with CLOCK.compiling(), vectorized():
            dispatcher.compile(tuple(numba.typeof(thing) for thing in arguments))
    except Exception as error:  # noqa: BLE001  # whatever Numba stumbles over
        raise NotCompilable(
            f"{cls.__name__} cannot be compiled, so it runs interpreted. "
            f"Numba says: {_reason(str(error))}"
        ) from None


def _passed(thing: Any, game: Game[Any] | Knowledge[Any], room: int) -> Any:
    """An argument in the form that compiled code takes."""
    if is_record(thing):
        return RecordBuffer(thing, room)
    if thing != game and not isinstance(thing, int) and not is_row_of_words(thing):
        raise NotCompilable(
            f"{type(rules_behind(game)).__name__} cannot be compiled, so it runs interpreted: "
            f"{type(thing).__name__} is not a NamedTuple of whole numbers."
        )
    return thing


def _reason(message: str) -> str:
    """The informative line of Numba's long message, and the place."""
    innermost = message.rpartition("raised a specific error:")[2]
    lines = [line.strip(" -") for line in innermost.splitlines() if line.strip()]
    telling = [line for line in lines if not line.startswith(NOISE)]
    where = [f"({line.rstrip(':')})" for line in telling if line.startswith("File ")]
    what = next((line for line in telling if not line.startswith("File ")), "nothing")
    if "locally defined closures" in message:
        what = "a generator expression like `any(… for …)` can't be compiled; write a loop"
    return " ".join([what.rstrip(":"), *where[:1]])
