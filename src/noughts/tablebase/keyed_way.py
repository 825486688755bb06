"""Tablebases of any game: the positions themselves are the keys, in ascending order.

What can be reached from the start is found, and worked out backwards, by retrograde analysis
(see `search.retrograde`), so play may come back to a position. Of symmetric positions, as the
game's `canonical` tells, one stands for all.
"""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

from noughts.errors import SearchStopped, TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.catalogue import spec_of
from noughts.native import kernel
from noughts.search.register import ArrayRegister, register_for
from noughts.solving.retrograde import RetrogradeSolver
from noughts.tablebase.resources import Needs, free_memory, in_words
from noughts.tablebase.shelf import MEMORY, Shelf
from noughts.tablebase.told import VALUE_BYTES, read, written
from noughts.tablebase.way import Counts, Done, Place, Solved, Way
from noughts.value import DRAW, LOSS, OPEN, WIN, Value

# What retrograde analysis takes for a position, for a time.
BYTES = 150


class KeyedWay(Way[P]):
    """Positions by their own numbers.

    Args:
        game: any game whose positions are NamedTuples of whole numbers.

    Raises:
        UnsuitedGame: they are something else.
    """

    name = "keyed"
    symmetries = 0
    layers_are = ""
    value_bytes = VALUE_BYTES

    def __init__(self, game: Game[P]) -> None:
        """See what positions are."""
        start: Any = game.start()
        if not isinstance(register_for(start, 1), ArrayRegister):
            raise UnsuitedGame(
                f"{spec_of(game)}: a tablebase takes games whose positions are NamedTuples of "
                f"whole numbers; this one's are {type(start).__name__}."
            )
        self.game = game
        self.kind = type(start)
        self.words = len(start)

    def needs(self) -> Needs | None:
        """How many positions there are turns out only while they are found."""
        return None

    def solved(
        self, workers: int, done: Done, last: Solved | None = None, shelf: Shelf = MEMORY
    ) -> Iterator[Solved]:
        """The only layer: all positions that can arise.

        Raises:
            TooLarge: they are too many for the memory.
        """
        if last is not None:
            return
        memory = free_memory()
        solver = RetrogradeSolver(self.game, memory and memory // BYTES)
        try:
            solver.value(self.game.start())
        except SearchStopped:
            raise TooLarge(
                f"{spec_of(self.game)} has more positions than {in_words(memory or 0)} of free "
                f"memory take, at {BYTES} bytes each."
            ) from None
        register, outcomes, plies = solver.known()
        assert isinstance(register, ArrayRegister)  # for the type checker
        order = array("q", range(register.count))
        kernel(sort_rows)(order, register.count, register.memory, self.words)
        keys = array("q", bytes(8 * register.count * self.words))
        kernel(gather_rows)(order, register.count, register.memory, self.words, keys)
        values = array("H", (written(outcomes[i], plies[i]) for i in order))
        done(register.count)
        yield Solved(0, keys, memoryview(values), _counted(register.count, outcomes, plies))

    def place(self, position: P, keys: Callable[[int], Any]) -> Place | None:
        """Where the value of the position that stands for this one is."""
        rows, row = keys(0), tuple(self.game.canonical(position))  # type: ignore[var-annotated,arg-type]
        size = len(rows) // self.words
        number = bisect_left(range(size), row, key=lambda i: self._row(rows, i))
        if number == size or self._row(rows, number) != row:
            return None
        return Place(0, VALUE_BYTES * number)

    def read(self, position: P, values: Any, offset: int) -> Value:
        """The value that is written there."""
        return read(values, offset)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        """The position of that number."""
        position: P = self.kind(*self._row(keys, number))
        return position

    def _row(self, rows: Any, number: int) -> tuple[int, ...]:
        """The words of the position of that number."""
        return tuple(rows[number * self.words : (number + 1) * self.words])


def _counted(size: int, outcomes: "array[int]", plies: "array[int]") -> Counts:
    """How many of so many positions are worth what."""
    open_ones = [outcomes[i] for i in range(size) if outcomes[i] == OPEN or plies[i]]
    drawn = open_ones.count(DRAW) + open_ones.count(OPEN)
    return Counts(open_ones.count(WIN), drawn, open_ones.count(LOSS), size - len(open_ones))


# Sorting rows of words, compiled.


def sort_rows(order: Any, size: int, words: Any, width: int) -> None:
    """Put the numbers of rows into ascending order of the rows: heapsort (Williams 1964)."""
    for root in range(size // 2 - 1, -1, -1):
        sift(order, root, size, words, width)
    for end in range(size - 1, 0, -1):
        order[0], order[end] = order[end], order[0]
        sift(order, 0, end, words, width)


def sift(order: Any, root: int, size: int, words: Any, width: int) -> None:
    """Let a row sink to its place in a heap with the greatest one on top."""
    while 2 * root + 1 < size:
        child = 2 * root + 1
        if child + 1 < size and comes_before(words, width, order[child], order[child + 1]):
            child += 1
        if not comes_before(words, width, order[root], order[child]):
            return
        order[root], order[child] = order[child], order[root]
        root = child


def comes_before(words: Any, width: int, one: int, other: int) -> bool:
    """Whether the one row is smaller than the other."""
    for i in range(width):
        if words[one * width + i] != words[other * width + i]:
            return bool(words[one * width + i] < words[other * width + i])
    return False


def gather_rows(order: Any, size: int, words: Any, width: int, rows: Any) -> None:
    """Write the rows in order."""
    for i in range(size):
        for j in range(width):
            rows[i * width + j] = words[order[i] * width + j]
