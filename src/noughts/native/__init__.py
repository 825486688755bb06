"""Rules and searches, compiled with Numba from the same source.

    from noughts.native import compiled
    fast = compiled(negamax, knowledge_of(game))      # called as the plain function is

Only this package depends on Numba. Importing it is cheap; Numba is loaded only to compile, at the
first call of a function that is not on disk yet.
"""

import os
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Thread
from types import FunctionType
from typing import Any, Generic, ParamSpec, TypeVar

from noughts.errors import NotCompilable
from noughts.files import cache_folder
from noughts.game import FIELD_BITS, Game
from noughts.games.common.foreign import Foreign
from noughts.knowledge import AnyGame, knowledge_of, rules_behind
from noughts.native.clock import CLOCK
from noughts.search.memory import words_of
from noughts.source import file_prefix, is_own

# A kernel for fewer positions than the first number is interpreted: that takes less time than
# loading it. Below the second number it takes less than compiling, which needs a second for each.
FEW_POSITIONS, MANY_POSITIONS = 5_000, 100_000
# Seconds of interpreted search after which it pays to load code that seems to be on disk; to look
# for code there; to compile in the background; and of one question after which it waits for that.
SOON_SECONDS, LOAD_SECONDS, COMPILE_SECONDS, ENOUGH_SECONDS = 0.02, 0.1, 0.2, 1.0
# Seconds to wait for the first look at the disk. A look reads a user's rules. Before the next one
# LOOKS times as long must pass.
LOOK_SECONDS, LOOKS = 0.15, 10

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def compiled(
    function: Callable[Arguments, Answer], game: AnyGame | None
) -> Callable[Arguments, Answer]:
    """The compiled form of a search for a game; called as the plain function is.

    It is compiled at its first call, or loaded from the cache on disk, which compares all sources
    of the code.

    Args:
        function: a plain function whose first parameter is the game or its knowledge.
        game: the game, or the knowledge, to compile it for; the compiled form works for no other.
            None for a function of records and numbers alone.

    Raises:
        NotCompilable: immediately if Numba is missing, or at the first call if the rules use
            something that cannot be compiled.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.knowledge import knowledge_of
    >>> from noughts.search.negamax import negamax
    >>> from noughts.search.context import SearchContext
    >>> game, run = knowledge_of(TicTacToe()), SearchContext()
    >>> compiled(negamax, game)(game, game.start(), 0, run), run.nodes
    (0, 549946)
    """
    if why := _refused(rules_behind(game)):
        raise NotCompilable(f"{why}, so searches run interpreted.")
    form: Callable[Arguments, Answer] = _calls().search_form(function, game)
    return form


def _calls() -> Any:
    from noughts.native import calls  # not before it is needed

    return calls


class Coming(Generic[Arguments, Answer]):
    """A search that begins interpreted; its compiled form takes over when it is ready.

    The form is loaded if it is on disk, and otherwise compiled in the background (`beside.py`): a
    caller that gets its answer without a compiler never waits for one.

    Attributes:
        begun: whether compiling has begun.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> coming = Coming(TicTacToe.outcome, TicTacToe())
    >>> with coming.interpreting():
    ...     coming.plain(TicTacToe(), TicTacToe().start())
    2
    >>> coming.form() is None  # it took a moment only
    True
    """

    def __init__(self, function: Callable[Arguments, Answer], game: AnyGame | None) -> None:
        self.begun = False
        self._function = function
        self._game = game
        self._never = not _can_be_compiled(function, game)
        self._example: tuple[Any, ...] | None = None
        rules = rules_behind(game)
        self._spent = 0.0 if self._never else _head_start(file_prefix(function, rules))
        self._since: float | None = None
        self._looking: Thread | None = None
        self._looks = 0 if rules is None or is_own(type(rules)) else LOOKS
        self._next_look = 0.0

    @property
    def spent(self) -> float:
        return self._spent + (0.0 if self._since is None else CLOCK.processor() - self._since)

    @contextmanager
    def interpreting(self) -> Iterator[None]:
        """Context: the time inside counts as interpreted search."""
        self._since = CLOCK.processor()
        try:
            yield
        finally:
            self._spent, self._since = self.spent, None

    def plain(self, *arguments: Arguments.args, **names: Arguments.kwargs) -> Answer:
        """Call the plain function; the compiled form will be for arguments of the same kinds."""
        self._example = arguments
        return self._function(*arguments, **names)

    def form(self, *example: Any) -> Callable[Arguments, Answer] | None:
        """The compiled form, if it is ready, and enough time was spent that loading it pays."""
        example = example or self._example or ()
        begun = CLOCK.time()
        if self._never or not example or self.spent < LOAD_SECONDS or begun < self._next_look:
            return None
        if not (looked := self._look(example)):
            return None
        try:
            if _calls().is_at_hand(self._function, *looked, *example):
                form: Callable[Arguments, Answer] = _calls().search_form(self._function, *looked)
                return form
            if self.spent >= COMPILE_SECONDS:
                self.begun = not _calls().is_coming(self._function, *looked, *example)
        except NotCompilable:
            self._never, self.begun = True, False
        self._next_look = CLOCK.time() + self._looks * (CLOCK.time() - begun)
        return None

    def _look(self, example: tuple[Any, ...]) -> list[Any]:
        """The game, read as it is now, in a list; an empty one until the disk has been searched.

        That takes long the first time, on busy machines.
        """
        read: list[Any] = []

        def look() -> None:
            read.append(_calls().as_owner(self._game))
            _calls().is_at_hand(self._function, *read, *example)

        if self._looking is None:
            self._looking = Thread(target=look, daemon=True)
            self._looking.start()
        self._looking.join(LOOK_SECONDS)
        if self._looking.is_alive():
            return []
        return read or [_calls().as_owner(self._game)]

    def is_awaited(self, spent: float) -> bool:
        return self.begun and spent >= ENOUGH_SECONDS


def _head_start(prefix: str) -> float:
    """The seconds that count as spent, since there seems to be code in this process, or on disk."""
    if f"{__name__}.calls" in sys.modules and prefix in _calls().loaded:
        return LOAD_SECONDS
    return LOAD_SECONDS - SOON_SECONDS if prefix in _prefixes(cache_folder()) else 0.0


@cache
def _prefixes(folder: Path) -> frozenset[str]:
    return frozenset(path.name.partition("-")[0] for path in (folder / "native").glob("*-*.code"))


def _can_be_compiled(function: object, game: AnyGame | None) -> bool:
    return isinstance(function, FunctionType) and not _refused(rules_behind(game))


def _refused(rules: Any) -> str:
    """Why rules are not compiled; empty if they are."""
    if not _has_numba():
        interpreted = os.environ.get("NOUGHTS_INTERPRETED")
        return "--interpreted is given" if interpreted else "Numba cannot be found"
    if isinstance(rules, Foreign):
        return f"{rules!r} has the rules of another library"
    bits = 0 if rules is None else rules.field_bits
    return f"{rules!r} has fields of {bits} bits" if bits % FIELD_BITS else ""


def _has_numba() -> bool:
    """Whether Numba can be loaded, without doing so, which takes half a second."""
    return not os.environ.get("NOUGHTS_INTERPRETED") and _finds_numba()


@cache
def _finds_numba() -> bool:
    try:
        return find_spec("numba") is not None
    except ValueError:  # a blocked module, in `sys.modules` without a spec
        return False


def at_hand(function: Callable[..., Any], game: AnyGame | None, *arguments: Any) -> bool:
    """Whether the compiled form of a search for such arguments exists already."""
    return _can_be_compiled(function, game) and _calls().is_at_hand(function, game, *arguments)


def comes(function: Callable[..., Any], game: AnyGame | None, *arguments: Any) -> bool:
    """Whether the compiled form of a search exists; if not, compile it in the background."""
    with suppress(NotCompilable):
        return _can_be_compiled(function, game) and _calls().is_coming(function, game, *arguments)
    return False


def why_not(game: Game[Any]) -> str:
    """The reason why a game cannot be compiled, in a sentence; empty if it can be.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> why_not(TicTacToe())
    ''
    """
    known = knowledge_of(game)
    try:
        start = known.start()
        compiled(_calls().said, known)(known, start, words_of(known, start))
    except NotCompilable as error:
        return str(error)
    return ""


def fastest(function: Callable[Arguments, Answer], game: AnyGame) -> Callable[Arguments, Answer]:
    """The compiled form of a search if there is one, otherwise the function itself."""
    rules = rules_behind(game)
    return function if why_not(rules) else compiled(function, game)


def kernel(
    function: Callable[Arguments, Answer], positions: int | None = None
) -> Callable[Arguments, Answer]:
    """The compiled form of a function of numbers and buffers; the function itself without Numba.

    It is also the function itself where that finishes before the compiled form would be loaded or
    compiled.

    A buffer is an `array`, a `memoryview`, a `bytearray`: any object that exposes the type and the
    address of its numbers. Buffers can also be the fields of a NamedTuple. Their numbers are
    accessed by index only, from 0: without slices, negative indices or bounds checks. Other Python
    threads run while the compiled form does. `positions` is about how many positions all calls
    together process; None means very many.

    >>> from array import array
    >>> def doubled(numbers: "array[int]", size: int) -> int:
    ...     for i in range(size):
    ...         numbers[i] *= 2
    ...     return numbers[size - 1]
    >>> numbers = array("b", [1, 2, 3])
    >>> kernel(doubled)(numbers, 3), numbers
    (6, array('b', [2, 4, 6]))
    """
    if positions is not None and positions < FEW_POSITIONS:
        _calls().log_once(f"{function.__name__} runs interpreted: {positions:,} positions are few")
        return function
    pays = positions is None or positions >= MANY_POSITIONS
    return _calls().kernel_form(function, pays) if _has_numba() else function


def sort_words(words: "array[int]") -> None:
    """Put machine words in ascending order; other Python threads run in the meantime."""
    try:
        import numpy as np
    except ImportError:
        words[:] = array("q", sorted(words))
        return
    np.frombuffer(words, dtype=np.int64).sort()


def rows_in_order(words: "array[int]", size: int, width: int) -> "array[int]":
    """The numbers of the first `size` rows of `width` words, in ascending order of the rows.

    >>> from array import array
    >>> rows_in_order(array("q", [2, 1, 1, 9, 1, 3]), size=3, width=2)
    array('q', [2, 1, 0])
    """
    try:
        import numpy as np
    except ImportError:
        rows = [tuple(words[i * width : (i + 1) * width]) for i in range(size)]
        return array("q", sorted(range(size), key=rows.__getitem__))
    table = np.frombuffer(words, dtype=np.int64)[: size * width].reshape(size, width)
    order = np.lexsort(table.T[::-1])  # the last key given is the first compared
    return array("q", order.astype(np.int64).tobytes())
