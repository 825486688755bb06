"""Nim: heaps of counters; take as many as you like from one of them.

A move is the heap's letter and the number of counters to take: `b2` takes two from the second heap.
A position is the size of each heap, then the side to move: `3,4,5 x`.

Known (Charles Bouton, "Nim, a game with a complete mathematical theory", Annals of
Mathematics 3, 1901): the player to move loses exactly if the binary sum of the heaps without
carrying is 0. So also in misère play, until no heap has more than one counter: then the player to
move loses if the number of heaps is odd.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from noughts import errors
from noughts.board import Board, Cell, Look
from noughts.game import FIRST, Game
from noughts.games.common.cell_game import RowNotation
from noughts.value import LOSS, OPEN, WIN

HEAPS = 5
LARGEST = 60
BITS = 6  # bits for each heap in a position
HEAP = (1 << BITS) - 1


class Heaps(NamedTuple):
    """A position: the size of each heap, six bits each, the first heap lowest."""

    counters: int


class Nim(Game[Heaps]):
    """Take any number of counters from one heap; taking the last one wins.

    In misère play, taking the last one loses.

    Args:
        a: the counters in the first heap, at most 60.
        b, c, d, e: those in the others, 0 where there is none.
        misere: taking the last counter loses.

    >>> game = Nim(3, 4, 5)
    >>> game.text(game.play(game.start(), game.read("a2")), turn=1)
    '1,4,5 o'
    """

    about = "take counters from one heap; taking the last wins, or in misere loses"
    size_in_words = "up to 5 heaps of 60"
    known_results = "the player to move loses when the nim-sum is 0"
    examples = ("nim:3,4,5", "nim:1,3,5,7,misere")
    status = "solved"

    actions = HEAPS << BITS

    a: int = 3
    b: int = 0
    c: int = 0
    d: int = 0
    e: int = 0
    misere: bool = False

    @property
    def title(self) -> str:
        return f"Nim {', '.join(str(heap) for heap in self.sizes if heap)}"

    def __post_init__(self) -> None:
        sizes = (self.a, self.b, self.c, self.d, self.e)
        if not all(0 <= size <= LARGEST for size in sizes):
            raise errors.BadParameters(f"{sizes}: a heap has 0 to {LARGEST} counters.")
        if not any(sizes):
            raise errors.BadParameters("At least one heap must have a counter.")

    def start(self) -> Heaps:
        counters = 0
        for heap in range(HEAPS):
            counters |= self.sizes[heap] << BITS * heap
        return Heaps(counters)

    def moves(self, position: Heaps) -> Iterator[int]:
        """For each heap any number of counters: 64 times the heap, plus the number."""
        for heap in range(HEAPS):
            for taken in range(1, self.size(position, heap) + 1):
                yield heap << BITS | taken

    def play(self, position: Heaps, move: int) -> Heaps:
        return Heaps(position.counters - ((move & HEAP) << BITS * (move >> BITS)))

    def outcome(self, position: Heaps) -> int:
        if position.counters:
            return OPEN
        return WIN if self.misere else LOSS

    def size(self, position: Heaps, heap: int) -> int:
        """Number of counters in a heap."""
        return position.counters >> BITS * heap & HEAP

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Number of counters in each heap at the start."""
        return (self.a, self.b, self.c, self.d, self.e)

    row_notation = RowNotation(counts=True)
    how_to_move = "a heap's letter and how many counters you take from it"

    @cached_property
    def count(self) -> int:
        """Number of heaps shown: up to the last one that had a counter."""
        return max(heap for heap in range(HEAPS) if self.sizes[heap]) + 1

    @cached_property
    def heap_of(self) -> tuple[int, ...]:
        """The heap of each place on the board, in reading order."""
        return tuple(h for row in range(max(self.sizes)) for h in self._heaps_of_row(row))

    @cached_property
    def height_of(self) -> tuple[int, ...]:
        """The height of each place above the ground, 1 for the lowest."""
        tallest = max(self.sizes)
        return tuple(tallest - row for row in range(tallest) for _ in self._heaps_of_row(row))

    def _heaps_of_row(self, row: int) -> list[int]:
        return [h for h in range(self.count) if self.sizes[h] >= max(self.sizes) - row]

    @cached_property
    def cells(self) -> int:
        """Number of places on the board."""
        return len(self.heap_of)

    def sign(self, position: Heaps, turn: int, place: int) -> int:
        """1 if there is a counter at the place, otherwise 0."""
        return int(self.height_of[place] <= self.size(position, self.heap_of[place]))

    def cell_of(self, position: Heaps, move: int) -> int:
        """The place of the lowest counter that a move takes."""
        height = self.size(position, move >> BITS) - (move & HEAP) + 1
        for place in range(self.cells):
            if self.heap_of[place] == move >> BITS and self.height_of[place] == height:
                return place
        return -1

    def board(self, position: Heaps, turn: int) -> Board:
        """A column for each heap; choosing a counter takes it and all above it.

        Its name is that move's: `a1` is the topmost counter of the first heap. An empty
        place is named by its height above the ground.
        """
        tallest = max(self.sizes)
        cells = []
        for place, (heap, height) in enumerate(zip(self.heap_of, self.height_of, strict=True)):
            if self.sign(position, turn, place):
                move = heap << BITS | self.size(position, heap) - height + 1
                cell = Cell(self.name(move), heap, tallest - height, "*", (move,))
            else:
                cell = Cell(f"{'abcde'[heap]}{height}", heap, tallest - height)
            cells.append(cell)
        return Board(tuple(cells), look=Look.HEAPS)

    def name(self, move: int) -> str:
        return f"{'abcde'[move >> BITS]}{move & HEAP}"

    def read(self, text: str) -> int:
        found = re.fullmatch(r"([a-e])([1-9][0-9]?)", text.strip().lower())
        heap = "abcde".index(found[1]) if found else HEAPS
        if not found or heap >= self.count or int(found[2]) > HEAP:
            last = "abcde"[self.count - 1]
            raise errors.UnreadableMove(
                f"{text!r} is not a move: write a heap from a to {last} and how many counters "
                f"you take from it, as in a2."
            )
        return heap << BITS | int(found[2])

    def explain_illegal(self, position: Heaps, move: int) -> errors.MoveError:
        heap = move >> BITS
        if not (0 <= heap < self.count and move & HEAP):
            return errors.IllegalMove(f"There is no move {move}.")
        return errors.IllegalMove(
            f"{self.name(move)} takes {move & HEAP} from heap {'abcde'[heap]}, "
            f"which has {self.size(position, heap)}."
        )

    def text(self, position: Heaps, turn: int) -> str:
        sizes = (str(self.size(position, heap)) for heap in range(self.count))
        return f"{','.join(sizes)} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Heaps, int]:
        from noughts.games.common.plain_text import heaps_in  # for texts alone

        lines, side = heaps_in(text)
        sizes = [size for line in lines for size in line]
        if not all(lines) or len(sizes) != self.count or max(sizes) > HEAP:
            raise errors.UnreadablePosition(
                f"{text!r} is not a position of {self.count} heaps: write the size of each, with "
                f"commas between, then the side to move. "
                f"The start is {self.text(self.start(), FIRST)!r}."
            )
        position = Heaps(sum(size << BITS * heap for heap, size in enumerate(sizes)))
        turn = "xo".index(side) if side else self._likely_turn(position)
        self.validate(position, turn)
        return position, turn

    def _likely_turn(self, position: Heaps) -> int:
        """The first player's, unless each move took one counter and it cannot be."""
        taken = [self.sizes[heap] - self.size(position, heap) for heap in range(HEAPS)]
        return sum(taken) % 2 if sum(taken) == sum(map(bool, taken)) else FIRST

    def validate(self, position: Heaps, turn: int) -> None:
        taken = [self.sizes[heap] - self.size(position, heap) for heap in range(HEAPS)]
        if min(taken) < 0:
            raise errors.ImpossiblePosition(f"A heap is larger than at the start: {self.sizes}.")
