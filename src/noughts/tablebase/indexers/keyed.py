"""Games in which positions can recur: solved in memory, backwards from the ends of the game."""

from array import array
from bisect import bisect_left
from collections.abc import Callable, Iterator
from typing import Any

from noughts.errors import SearchStopped, TooLarge, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native import kernel, rows_in_order
from noughts.search.table import ArrayPositionIndex, position_index_for
from noughts.solving.retrograde import RetrogradeSolver
from noughts.tablebase.combinatorial.arrays import DRAWN, FINISHED, LOST, WON
from noughts.tablebase.indexer import (
    MOST_PLIES,
    NO_END,
    OUTCOMES,
    VALUE_BYTES,
    Counts,
    Indexer,
    Solved,
    ValuePlace,
    Work,
)
from noughts.tablebase.resources import bytes_text, free_memory
from noughts.value import DRAW, LOSS, OPEN, WIN

# Peak bytes for each position in retrograde analysis.
BYTES = 150


class RetrogradeIndexer(Indexer[P]):
    """Positions as their own keys."""

    name = "keyed"
    layers_are = ""

    def __init__(self, game: Game[P]) -> None:
        start: Any = game.start()
        refuse_other_positions(game)
        self.game = game
        self.known = knowledge_of(game)
        self.kind: Callable[..., P] = type(start)
        self.words = len(start)

    def solved(self, work: Work) -> Iterator[Solved]:
        """The only layer: all reachable positions."""
        if work.last is not None:
            return
        register, outcomes, plies = solved_in_memory(self.game)
        size = register.count
        order = rows_in_order(register.memory, size, self.words)
        keys = array("q", bytes(8 * size * self.words))
        kernel(gather_rows, size)(order, size, register.memory, self.words, keys)
        values, counts = array("H", bytes(VALUE_BYTES * size)), array("q", [0] * 4)
        kernel(write_values, size)(order, size, outcomes, plies, values, counts)
        work.done(size)
        yield Solved(0, keys, memoryview(values), Counts(*counts))

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        rows, row = keys(0), tuple(self.known.canonical(position))  # type: ignore[var-annotated,arg-type]
        size = len(rows) // self.words
        number = bisect_left(range(size), row, key=lambda i: self._row(rows, i))
        if number == size or self._row(rows, number) != row:
            return None
        return ValuePlace(0, VALUE_BYTES * number)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        return self.kind(*self._row(keys, number))

    def _row(self, rows: Any, number: int) -> tuple[int, ...]:
        return tuple(rows[number * self.words : (number + 1) * self.words])


def refuse_other_positions(game: Game[Any]) -> None:
    """Raise UnsuitedGame unless positions are NamedTuples of whole numbers."""
    start = game.start()
    if not isinstance(position_index_for(game, start, 1), ArrayPositionIndex):
        raise UnsuitedGame(
            f"{spec_of(game)}: a tablebase needs positions that are NamedTuples of whole "
            f"numbers, not {type(start).__name__}."
        )


def solved_in_memory(game: Game[P]) -> "tuple[ArrayPositionIndex, array[int], array[int]]":
    """Every position reachable from the start, in the form of `RetrogradeSolver.known`."""
    memory = free_memory()
    solver = RetrogradeSolver(game, memory and memory // BYTES, unchecked=True)
    try:
        solver.value(game.start())
    except (SearchStopped, MemoryError):
        raise TooLarge(
            f"{spec_of(game)} has too many positions for {bytes_text(memory or 0)} of free "
            f"memory, at {BYTES} bytes each."
        ) from None
    register, outcomes, plies = solver.known()
    assert isinstance(register, ArrayPositionIndex)  # for the type checker
    return register, outcomes, plies


def write_values(
    order: Any, size: int, outcomes: Any, plies: Any, values: Any, counts: Any
) -> None:
    """Write the values of positions in order, and count them."""
    for i in range(size):
        outcome, left = outcomes[order[i]], plies[order[i]]
        if outcome == OPEN:
            values[i] = NO_END
            counts[DRAWN] += 1
        else:
            values[i] = min(left, MOST_PLIES) * OUTCOMES + outcome - LOSS
            counts[FINISHED] += 1 if left == 0 else 0
            counts[WON] += 1 if left and outcome == WIN else 0
            counts[DRAWN] += 1 if left and outcome == DRAW else 0
            counts[LOST] += 1 if left and outcome == LOSS else 0


def gather_rows(order: Any, size: int, words: Any, width: int, rows: Any) -> None:
    for i in range(size):
        for j in range(width):
            rows[i * width + j] = words[order[i] * width + j]
