"""Games in which both players put the same mark: Notakto.

Marks have no owner, so a position is the set of marked cells, with a single byte. There may be
several equal boards: a board with a line takes no more marks, and the game is over when all have
one. In a canonical set each board is the smallest of its own images, and the board with the
greatest number comes first, in the lowest bits. So only the board with a new mark is folded, and
then sorted among the others. Bytes are as in `combinatorial/set_kernels.py`.
"""

from array import array
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import combinations_with_replacement
from math import factorial
from typing import Any, NamedTuple

from noughts.bits import cells_of, count
from noughts.game import Game, P
from noughts.games.common.cell_game import one_mark_completes
from noughts.games.notakto import Notakto
from noughts.knowledge import plays_by, symmetry
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import FAR, Buffer, Field, Layer, Scratch
from noughts.tablebase.combinatorial.marking import SHOWN, Marking, line_symmetries
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer, place_in_sets
from noughts.tablebase.combinatorial.ranking import find, folding, images_of
from noughts.tablebase.combinatorial.set_kernels import lines_in, tally
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import ValuePlace
from noughts.tablebase.resources import Needs


class OneMarking(NamedTuple):
    # The cells, lines and symmetries of one board; and whether the player who completes the last
    # board's line loses.
    marking: Marking
    boards: int  # the number of boards; each takes the bits above the previous one's
    arising: tuple[int, ...]  # the sets of marks reachable on one board, in ascending order


def one_marking_of(game: Game[Any]) -> OneMarking | None:
    """The game's model as one of one mark; None if it is not one, or changes the rules of one."""
    if not isinstance(game, Notakto) or not plays_by(game, Notakto, *SHOWN):
        return None
    cells, all_sets = game.board_cells, range(1 << game.board_cells)

    def none_to_spare(cells: int) -> bool:
        return not any(game.dead(cells & ~(1 << cell)) for cell in cells_of(cells))

    def arises(cells: int) -> bool:  # if no mark follows a line
        return not game.dead(cells) or one_mark_completes(cells, cells, game.dead)

    lines = tuple(each for each in all_sets if game.dead(each) and none_to_spare(each))
    symmetries = line_symmetries(symmetry.of_lines(lines, cells), lines)
    loses = game.outcome(game.showing(game.all_cells, 0, 0)) > 0
    return OneMarking(
        Marking(all_sets[-1], lines, loses, (0,) * cells, symmetries),
        game.boards,
        tuple(each for each in all_sets if arises(each)),
    )


def solve_one_sets(
    board: Field, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int, counts: Buffer
) -> None:
    decided = FAR - layer.marks
    for which in range(begin, end):
        taken = layer.sets[which]
        least = least_after(board, layer, scratch, taken, after)
        if least < FAR:
            layer.values[which] = -least
        else:
            layer.values[which] = decided if board.loses else -decided
        tally(layer, scratch.ones, which, 0, images_of_boards(board, layer, taken), counts)


def least_after(board: Field, layer: Layer, scratch: Scratch, taken: int, after: Layer) -> int:
    """The least byte among a set's children; FAR if no board takes a mark."""
    all_cells, least = board.all_cells, FAR
    width = count(all_cells)
    for number in range(layer.boards):
        cells = taken >> number * width & all_cells
        free = 0 if lines_in(board, scratch.masks, cells) else all_cells & ~cells
        while free:
            grown = cells | free & -free
            free &= free - 1
            folded = image(board.images, folding(board, grown) * board.span, grown)
            goal = exchanged(taken, number, folded, width)
            least = min(least, after.values[find(after.sets, len(after.sets), goal)])
    return least


def exchanged(taken: int, number: int, cells: int, width: int) -> int:
    """The boards sorted again, after one of them got new cells.

    >>> oct(exchanged(0o357, number=1, cells=0o1, width=3))
    '0o137'
    """
    before = taken & (1 << number * width) - 1
    others = before | taken >> (number + 1) * width << number * width
    place = 0
    while others >> place * width & (1 << width) - 1 > cells:
        place += 1
    before = others & (1 << place * width) - 1
    return before | cells << place * width | (others ^ before) << width


def images_of_boards(board: Field, layer: Layer, taken: int) -> int:
    """The number of different images of the set, turning each board and exchanging boards."""
    all_cells = board.all_cells
    width = count(all_cells)
    images, alike = 1, 0
    for number in range(layer.boards):
        cells = taken >> number * width & all_cells
        same = number and cells == taken >> (number - 1) * width & all_cells
        alike = alike + 1 if same else 1
        # A further board can be at any place, but places among equal boards give the same set.
        images = images * images_of(board, cells) * (number + 1) // alike
    return images


class OneTables(Tables):
    """The layers of a game of one mark: only reachable sets, each with a single byte."""

    solve = staticmethod(solve_one_sets)

    def __init__(self, one: OneMarking) -> None:
        super().__init__(one.marking)
        self.one = one

    @property
    def last(self) -> int:
        """The number of marks on all boards at the end."""
        return self.one.boards * max(map(int.bit_count, self.one.arising))

    def set_count(self, marks: int) -> int:
        return len(self._layers[marks])

    def sets(self, marks: int) -> "array[int]":
        return self._layers[marks]

    def size(self, marks: int) -> int:
        return self.set_count(marks)

    def bare(self, marks: int) -> Layer:
        colourless = super().bare(0)  # as with no marks
        return colourless._replace(marks=marks, boards=self.one.boards)

    def scratch(self, marks: int) -> Scratch:
        return super().scratch(0)

    def smallest(self, cells: int) -> int:
        """The smallest image of a set, turning each board and exchanging boards."""
        width = self.marking.width
        boards = (cells >> number * width for number in range(self.one.boards))
        return self._together(
            sorted((self._turned[each & self.marking.all_cells] for each in boards), reverse=True)
        )

    def _together(self, boards: Iterable[int]) -> int:
        return sum(cells << number * self.marking.width for number, cells in enumerate(boards))

    @cached_property
    def _turned(self) -> "array[int]":
        return array("q", [self.folded(cells)[0] for cells in range(self.marking.all_cells + 1)])

    @cached_property
    def _layers(self) -> list["array[int]"]:
        layers: list[list[int]] = [[] for _ in range(self.last + 1)]
        boards = [cells for cells in self.one.arising if self._turned[cells] == cells]
        for each in combinations_with_replacement(reversed(boards), self.one.boards):
            layers[sum(map(int.bit_count, each))].append(self._together(each))
        return [array("q", sorted(layer)) for layer in layers]


class ImpartialIndexer(CombinatorialIndexer[P]):
    """Positions by the rank of their marked cells among reachable sets."""

    tables: OneTables

    def __init__(self, game: Game[P], one: OneMarking) -> None:
        super().__init__(game, one.marking, OneTables(one))
        self.symmetries = len(one.marking.symmetries) ** one.boards * factorial(one.boards)

    def needs(self) -> Needs:
        needs = super().needs()
        return needs._replace(memory=needs.disk)

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        taken, _ = self._marks(position)
        marks = taken.bit_count()
        number = place_in_sets(keys(marks), self.tables.smallest(taken))
        return None if number is None else ValuePlace(marks, number)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        position: P = self.game.showing(keys[number], 0, layer % 2)
        return position
