"""Counts a game's positions and plays.

These numbers are known of many games, so they show at once whether the rules are right.
"""

from array import array
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from noughts.errors import GameError, SearchStopped
from noughts.game import Game, P
from noughts.native import compiled, fastest, why_not
from noughts.search.context import SearchContext
from noughts.search.depth import GLANCE, deeply, refuse_loops
from noughts.search.memory import unpack_position, zeros
from noughts.search.table import SPREAD, WORD
from noughts.value import OPEN

Position = TypeVar("Position", contravariant=True)

# The first table of positions has 2 to the power of this many slots; when it is full, the
# count begins again with one twice as large.
FIRST_BITS = 16


def perft(game: Game[P], plies: int) -> int:
    """The number of plays of exactly that many plies from the start (perft).

    >>> from noughts.games.tictactoe import TicTacToe
    >>> [perft(TicTacToe(), plies) for plies in range(6)]
    [1, 9, 72, 504, 3024, 15120]
    """
    start, count = game.start(), fastest(plays, game)
    return deeply(game, start, lambda: count(game, start, plies, SearchContext()))


def plays(game: Game[P], position: P, plies: int, run: SearchContext) -> int:
    """The number of plays of exactly that many plies from the position."""
    run.visit()
    if plies == 0:
        return 1
    if game.outcome(position) != OPEN:
        return 0
    total = 0
    for move in game.moves(position):
        total += plays(game, game.play(position, move), plies - 1, run)
    return total


def positions_by_ply(game: Game[P]) -> list[int]:
    """The number of reachable positions at each ply, finished ones included.

    Every position counts, its images under symmetry too; one that can be reached after
    different numbers of plies counts at each of them.

    Raises:
        GameError: play can go on forever.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> positions_by_ply(TicTacToe())
    [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    >>> sum(_)
    5478
    """
    if game.repeats:
        raise GameError(f"{type(game).__name__} can go on forever, so it has no last ply.")
    start: Any = game.start()
    refuse_loops(game, start, GLANCE)
    if why_not(game):
        seen = SeenSet()
        seen.add(start, 0)
        visit(game, start, seen)
        return seen.plies
    bits = FIRST_BITS
    while True:
        table = SeenTable(len(start), bits)
        table.add(start, 0)
        try:
            compiled(visit, game)(game, start, table)
        except SearchStopped:
            bits += 1
        else:
            return table.plies[: _last(table.plies) + 1].tolist()


def _last(plies: "array[int]") -> int:
    """The last ply with a position."""
    return max(ply for ply, count in enumerate(plies) if count)


class Seen(Protocol[Position]):
    """Which positions have been met at which ply, and in which order."""

    met: int

    def position(self, number: int, example: Any) -> Any:
        """The position that was met as the one of that number, of the example's kind."""

    def ply(self, number: int) -> int:
        """At which ply it was met."""

    def add(self, position: Position, ply: int) -> bool:
        """Remember a position; whether it is new at that ply."""


def visit(game: Game[P], example: P, seen: Seen[P]) -> None:
    """Meet all positions that follow from those that have been met, each once a ply."""
    number = 0
    while number < seen.met:
        position, ply = seen.position(number, example), seen.ply(number)
        if game.outcome(position) == OPEN:
            for move in game.moves(position):
                seen.add(game.play(position, move), ply + 1)
        number += 1


class SeenSet:
    """Positions of any kind; interpreted only."""

    def __init__(self) -> None:
        """Start empty."""
        self.positions: set[tuple[int, Hashable]] = set()
        self.order: list[tuple[int, Hashable]] = []
        self.plies: list[int] = []
        self.met = 0

    def position(self, number: int, example: Any) -> Any:
        """The position that was met as the one of that number."""
        return self.order[number][1]

    def ply(self, number: int) -> int:
        """At which ply it was met."""
        return self.order[number][0]

    def add(self, position: Hashable, ply: int) -> bool:
        """Remember a position; whether it is new at that ply."""
        if (ply, position) in self.positions:
            return False
        self.positions.add((ply, position))
        self.order.append((ply, position))
        self.met += 1
        self.plies += [0] * (ply + 1 - len(self.plies))
        self.plies[ply] += 1
        return True


class SeenTable:
    """Positions of whole numbers, in a table of fixed size.

    A slot holds the ply, plus one so that no slot in use is 0, and the whole position,
    which lies in the first slot from its own that was free.

    Args:
        words: how many whole numbers a position has.
        size_bits: the table has 2 to the power of this many slots.

    >>> table = SeenTable(words=2, size_bits=4)
    >>> table.add((3, 4), 0), table.add((3, 4), 0), table.add((3, 4), 1)
    (True, False, True)
    """

    __slots__ = ("left", "mask", "memory", "met", "order", "plies", "words")

    words: int
    mask: int
    left: int
    met: int
    memory: "array[int]"
    order: "array[int]"  # the slots, as they were filled
    plies: "array[int]"

    def __init__(self, words: int, size_bits: int) -> None:
        """Start empty."""
        self.words = words
        self.mask = (1 << size_bits) - 1
        self.left = (1 << size_bits) * 7 // 8
        self.memory = zeros((words + 1) << size_bits)
        self.met = 0
        self.order = zeros(1 << size_bits)
        self.plies = zeros(1 << size_bits)  # there are no more plies than positions

    def position(self, number: int, example: Any) -> Any:
        """The position that was met as the one of that number, of the example's kind."""
        return unpack_position(example, self.memory, self.order[number] * (self.words + 1) + 1)

    def ply(self, number: int) -> int:
        """At which ply it was met."""
        return self.memory[self.order[number] * (self.words + 1)] - 1

    def add(self, position: tuple[int, ...], ply: int) -> bool:
        """Remember a position; whether it is new at that ply.

        Raises:
            SearchStopped: seven eighths of the table are full.
        """
        slot = self.slot(position, ply)
        while self.memory[slot * (self.words + 1)]:
            if self.holds(slot, position, ply):
                return False
            slot = (slot + 1) & self.mask
        if self.left == 0:
            raise SearchStopped
        self.left -= 1
        self.order[self.met] = slot
        self.met += 1
        self.plies[ply] += 1
        self.memory[slot * (self.words + 1)] = ply + 1
        place = slot * (self.words + 1)
        for word in position:
            place += 1
            self.memory[place] = word
        return True

    def slot(self, position: tuple[int, ...], ply: int) -> int:
        """The slot at which the search for the position begins."""
        hashed = ply
        for word in position:
            hashed = ((hashed ^ word) * SPREAD) & WORD
            hashed ^= hashed >> 29
        return hashed & self.mask

    def holds(self, slot: int, position: tuple[int, ...], ply: int) -> bool:
        """Whether that slot holds this position."""
        place = slot * (self.words + 1)
        if self.memory[place] != ply + 1:
            return False
        for word in position:
            place += 1
            if self.memory[place] != word:
                return False
        return True
