"""Games in which both players may put either mark: wild tic-tac-toe, Order and Chaos.

Marks have no owner, so a position is a set of taken cells with any pattern of crosses on it, a word
with a 1 for each cross, which is its own rank. One more cell can be marked either way, so there are
two children for each. The game is over when there is a line or no free cell; its value then depends
only on the number of marks. Bytes are as in `combinatorial/set_kernels.py`.
"""

from array import array
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from noughts.bits import count, lowest
from noughts.game import Game, P
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.orderchaos import OrderChaos
from noughts.games.wild import Wild
from noughts.knowledge import knowledge_of, plays_by
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import FAR, Buffer, Field, Layer, Scratch
from noughts.tablebase.combinatorial.marking import SHOWN, Marking, line_symmetries
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer, place_in_sets
from noughts.tablebase.combinatorial.ranking import (
    ROW,
    find,
    folding,
    images_of,
    low_bits_of,
    spread_pattern,
)
from noughts.tablebase.combinatorial.set_kernels import lines_in, tally
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.combinatorial.transitions import prepare_turn
from noughts.tablebase.indexer import ValuePlace
from noughts.value import DRAW

KINDS: tuple[type[EitherMark], ...] = (Wild, OrderChaos)
# Step budget of the search for a full board without a line.
STEPS = 10_000


class EitherMarking(NamedTuple):
    marking: Marking  # its cells, lines and symmetries
    lined: tuple[int, ...]  # for every number of marks, the value of a line for the player to move
    full: int  # the value of a full board without a line


def either_marking_of(game: Game[Any]) -> EitherMarking | None:
    """The game's model as one of either mark; None if it is none, or changes the rules."""
    if not any(plays_by(game, kind, *SHOWN) for kind in KINDS):
        return None
    assert isinstance(game, EitherMark)  # for the type checker
    lines, all_cells = game.board_lines, (1 << game.cells) - 1
    board = _without_line(game)
    full = DRAW if board is None else game.outcome(board)
    below = (0,) * game.cells
    known: Any = knowledge_of(game)
    marking = Marking(all_cells, lines, False, below, line_symmetries(known.symmetries, lines))
    return EitherMarking(marking, tuple(_lined(game)), full)


def _lined(game: EitherMark) -> Iterator[int]:
    """The value of a line with 0, 1, 2, … marks on the board; DRAW if none fits."""
    shortest = min(game.board_lines, key=int.bit_count)
    others = [cell for cell in range(game.cells) if not shortest >> cell & 1]
    for marks in range(game.cells + 1):
        left = marks - shortest.bit_count()
        noughts = sum(1 << cell for cell in others[: max(left, 0)])
        yield game.outcome(FreeMarks(shortest, noughts)) if left >= 0 else DRAW


def _without_line(game: EitherMark) -> FreeMarks | None:
    """A full board without a line; None if there is none, or it is hard to find."""
    ending = [
        [line for line in game.board_lines if line.bit_length() == cell + 1]
        for cell in range(game.cells)
    ]
    tried, steps = [FreeMarks(0, 0)], 0
    while tried and steps < STEPS:
        board, steps = tried.pop(), steps + 1
        cell = (board.crosses | board.noughts).bit_length()
        if cell == game.cells:
            return board
        for longer in (
            FreeMarks(board.crosses | 1 << cell, board.noughts),
            FreeMarks(board.crosses, board.noughts | 1 << cell),
        ):
            if not any(line & ~marks == 0 for line in ending[cell] for marks in longer):
                tried.append(longer)
    return None


def solve_either_sets(
    board: Field, layer: Layer, after: Layer, scratch: Scratch, begin: int, end: int, counts: Buffer
) -> None:
    values = layer.values
    size = layer.patterns
    full = layer.marks == count(board.all_cells)
    for which in range(begin, end):
        taken, a = layer.sets[which], which * size
        for i in range(a, a + size):
            values[i] = layer.full if full else FAR
        if not full:
            meet_either(board, layer, scratch, taken, a, after)
            for i in range(a, a + size):
                values[i] = -values[i]
        masks = lines_in(board, scratch.masks, taken)
        end_either(layer, scratch, masks, a)
        tally(layer, scratch.flags, a, full, images_of(board, taken), counts)


def meet_either(
    board: Field, layer: Layer, scratch: Scratch, taken: int, a: int, after: Layer
) -> None:
    """Take the minimum over the children, from the opponent's view."""
    marks = layer.marks
    free = board.all_cells & ~taken
    while free:
        cell = lowest(free)
        free &= free - 1
        which = folding(board, taken | 1 << cell)
        goal = image(board.images, which * board.span, taken | 1 << cell)
        b = find(after.sets, len(after.sets), goal) << marks + 1
        if which:
            prepare_turn(board, layer, scratch, taken, cell, which, goal)
            cross = count(goal & (1 << board.goals[which * ROW + cell]) - 1)
            meet_turned(layer, a, after.values, b, cross, scratch)
        else:
            meet_runs(layer, a, after.values, b, count(taken & (1 << cell) - 1))


def meet_runs(layer: Layer, a: int, there: Buffer, b: int, place: int) -> None:
    """Relax with block b, the new mark entering at a place: patterns equal above it form runs."""
    here, run = layer.values, 1 << place
    for start in range(0, layer.patterns, run):
        for i in range(run):
            nought = there[b + 2 * start + i]
            cross = there[b + 2 * start + run + i]
            here[a + start + i] = min(here[a + start + i], min(nought, cross))


def meet_turned(layer: Layer, a: int, there: Buffer, b: int, cross: int, scratch: Scratch) -> None:
    """Relax patterns that are permuted, by the tables of `prepare_turn`."""
    here, low_bits = layer.values, layer.low_bits
    for high in range(1 << layer.marks - low_bits):
        for low in range(1 << low_bits):
            nought = b + (scratch.high[high] | scratch.plain[low])
            best = min(there[nought], there[nought + (1 << cross)])
            here[a] = min(here[a], best)
            a += 1


def end_either(layer: Layer, scratch: Scratch, masks: int, a: int) -> None:
    """Write the byte of a line where there is one, and flag reachable positions.

    A position with lines is reachable if one mark completed them: all lines are of the same mark
    and have a cell in common.
    """
    for word in range(layer.patterns):
        crosses, noughts, common = 0, 0, -1
        for i in range(masks):
            mask = scratch.masks[i]
            if word & mask == mask:
                crosses += 1
                common &= mask
            elif not word & mask:
                noughts += 1
                common &= mask
        if crosses or noughts:
            layer.values[a + word] = layer.lined
        scratch.flags[word] = 0 if (crosses and noughts) or not common else 1


class EitherTables(Tables):
    """The layers of a game of either mark: all 2ⁿ patterns for each set of taken cells."""

    solve = staticmethod(solve_either_sets)

    def __init__(self, either: EitherMarking) -> None:
        super().__init__(either.marking)
        self.either = either

    def size(self, marks: int) -> int:
        return self.set_count(marks) << marks

    def bare(self, marks: int) -> Layer:
        low_bits, ends = low_bits_of(marks), FAR - marks
        return (
            super()
            .bare(0)
            ._replace(  # its ranks are not used
                words=array("q", range(1 << low_bits)),
                marks=marks,
                child_ones=0,
                low_bits=low_bits,
                patterns=1 << marks,
                child_patterns=2 << marks,
                lined=ends * self.either.lined[marks],
                full=ends * self.either.full,
            )
        )

    def scratch(self, marks: int) -> Scratch:
        return super().scratch(marks)._replace(flags=array("b", bytes(1 << marks)))


class SharedMarksIndexer(CombinatorialIndexer[P]):
    """Positions by the rank of their taken cells and the pattern of crosses on them."""

    def __init__(self, game: Game[P], either: EitherMarking) -> None:
        super().__init__(game, either.marking, EitherTables(either))

    def place(self, position: P, keys: Callable[[int], Any]) -> ValuePlace | None:
        crosses, noughts = self._marks(position)
        taken, word = self.tables.folded_marks(crosses, noughts)
        marks = taken.bit_count()
        number = place_in_sets(keys(marks), taken)
        if number is None or crosses & noughts:
            return None
        return ValuePlace(marks, (number << marks) + word)

    def position_at(self, layer: int, keys: Any, number: int) -> P:
        taken = keys[number >> layer]
        crosses = spread_pattern(number & (1 << layer) - 1, taken)
        position: P = self.game.showing(crosses, taken & ~crosses, layer % 2)
        return position
