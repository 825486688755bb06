"""Knowledge of tic-tac-toe in a cube: threats, open lines, 48 or 192 symmetries."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from noughts.bits import count, lowest
from noughts.games.cube import LOW, SPLIT, Cube, CubeMarks, joined_cells
from noughts.knowledge import symmetry
from noughts.knowledge.base import Attackable, over_or_open
from noughts.knowledge.line_game import bounds_by_lines
from noughts.value import BASE, OPEN, SOONEST

# Positions with more marks are not folded.
FOLDED_MARKS = 8


class CubeCells(NamedTuple):
    """A set of cells of a cube in two words."""

    low: int  # the first 30 cells
    high: int  # the other cells, counted from 30


def without(cells: CubeCells, others: CubeCells) -> CubeCells:
    """Cells without the others."""
    return CubeCells(cells.low & ~others.low, cells.high & ~others.high)


def cube_cells(line: list[int], first: int) -> CubeCells:
    """The set of every second cell of a list, from a given place on."""
    low = high = 0
    for i in range(first, len(line), 2):
        if line[i] < SPLIT:
            low |= 1 << line[i]
        else:
            high |= 1 << line[i] - SPLIT
    return CubeCells(low, high)


def one_of(cells: CubeCells) -> CubeCells:
    """The lowest cell of a set; none if it is empty."""
    if cells.low:
        return CubeCells(cells.low & -cells.low, cells.high & 0)
    return CubeCells(cells.low, cells.high & -cells.high)


class CubeKnowledge(Attackable[CubeMarks]):
    """Knowledge of tic-tac-toe in a cube."""

    game: Cube

    @property
    def max_plies(self) -> int:
        return self.game.cells

    def draw_plies(self, position: CubeMarks) -> int:
        return self.game.cells - self.game.marks_on(position)

    def candidate_moves(self, position: CubeMarks) -> Iterator[int]:
        """An immediate win; otherwise an answer to a threat; otherwise all (safe) moves.

        If the opponent threatens two cells, nothing helps, so either cell is returned.
        """
        empty = self.empty_cells(position)
        wins = self.completing(CubeCells(position.mine_low, position.mine_high), empty)
        if self.game.misere:
            choice = without(empty, wins)
            if not (choice.low | choice.high):
                choice = one_of(wins)
        else:
            choice = one_of(wins)
            if not (choice.low | choice.high):
                theirs = CubeCells(position.theirs_low, position.theirs_high)
                choice = one_of(self.completing(theirs, empty))
            if not (choice.low | choice.high):
                choice = empty
        low, high = choice.low, choice.high
        while low:
            yield lowest(low)
            low &= low - 1
        while high:
            yield SPLIT + lowest(high)
            high &= high - 1

    def forcing(self, position: CubeMarks) -> Iterator[int]:
        if not self.game.misere:
            empty = self.empty_cells(position)
            mine = CubeCells(position.mine_low, position.mine_high)
            choice = self.preparing(mine, empty)
            low, high = choice.low, choice.high
            while low:
                yield lowest(low)
                low &= low - 1
            while high:
                yield SPLIT + lowest(high)
                high &= high - 1

    def passed(self, position: CubeMarks) -> CubeMarks:
        return CubeMarks(
            position.theirs_low, position.theirs_high, position.mine_low, position.mine_high
        )

    def spoilers(self, position: CubeMarks, line: list[int]) -> list[int]:
        """The replies that could refute a sequence of threats (`search/attack.py`).

        They are the sequence's cells, and cells that make a threat, directly or together with the
        answers that the sequence forces. No other cell affects it.
        """
        moves, answers = cube_cells(line, 0), cube_cells(line, 1)
        mine = CubeCells(position.mine_low | answers.low, position.mine_high | answers.high)
        rest = without(self.empty_cells(position), answers)
        soon, next_ = self.preparing(mine, rest), self.completing(mine, rest)
        low = moves.low | answers.low | soon.low | next_.low
        high = moves.high | answers.high | soon.high | next_.high
        found = []  # compiled generators never free a list passed to them
        while low:
            found.append(lowest(low))
            low &= low - 1
        while high:
            found.append(SPLIT + lowest(high))
            high &= high - 1
        return found

    def preparing(self, cells: CubeCells, empty: CubeCells) -> CubeCells:
        """Empty cells of lines that lack exactly two cells of the set, both empty."""
        found_low = found_high = 0
        for i in range(len(self.game.lines_low)):
            low, high = self.game.lines_low[i] & ~cells.low, self.game.lines_high[i] & ~cells.high
            if (low & ~empty.low | high & ~empty.high) == 0 and count(low) + count(high) == 2:
                found_low |= low
                found_high |= high
        return CubeCells(found_low & empty.low, found_high & empty.high)

    def empty_cells(self, position: CubeMarks) -> CubeCells:
        return CubeCells(
            self.game.all_low & ~(position.mine_low | position.theirs_low),
            self.game.all_high & ~(position.mine_high | position.theirs_high),
        )

    def completing(self, cells: CubeCells, empty: CubeCells) -> CubeCells:
        """Empty cells that complete a line of these cells."""
        found_low = found_high = 0
        for i in range(len(self.game.lines_low)):
            low, high = self.game.lines_low[i] & ~cells.low, self.game.lines_high[i] & ~cells.high
            if (low == 0 and high & high - 1 == 0) or (high == 0 and low & low - 1 == 0):
                found_low |= low
                found_high |= high
        return CubeCells(found_low & empty.low, found_high & empty.high)

    def bounds(self, state: CubeMarks, alpha: int, beta: int) -> tuple[int, int]:
        outcome = self.outcome(state)
        if outcome != OPEN:
            return over_or_open(outcome)
        lower, upper = self.shallow_bounds(state)
        if lower == upper:
            return lower, upper
        mine = self.open_lines(state.theirs_low, state.theirs_high)
        theirs = self.open_lines(state.mine_low, state.mine_high)
        if self.game.misere:
            mine, theirs = theirs, mine
        return lower if theirs else max(lower, 0), upper if mine else min(upper, 0)

    def shallow_bounds(self, state: CubeMarks) -> tuple[int, int]:
        empty = self.empty_cells(state)
        wins = self.completing(CubeCells(state.mine_low, state.mine_high), empty)
        if self.game.misere:
            rest = without(empty, wins)
            return (3 - BASE, BASE - 2) if rest.low | rest.high else (-SOONEST, -SOONEST)
        if wins.low | wins.high:
            return SOONEST, SOONEST
        threats = self.completing(CubeCells(state.theirs_low, state.theirs_high), empty)
        if count(threats.low) + count(threats.high) >= 2:
            return 2 - BASE, 2 - BASE
        left = count(empty.low) + count(empty.high)
        return 4 - BASE if left >= 4 else 0, BASE - 3 if left >= 3 else 0

    def slow_bounds(self, position: CubeMarks) -> tuple[int, int]:
        if self.game.misere:
            return super().slow_bounds(position)
        return bounds_by_lines(self.game.board_lines, self.game.cells, *joined_cells(position))

    def open_lines(self, low: int, high: int) -> int:
        return self.game.count_lines(self.game.all_low & ~low, self.game.all_high & ~high)

    def estimate(self, position: CubeMarks) -> int:
        mine = self.game.count_lines(
            self.game.all_low & ~position.theirs_low, self.game.all_high & ~position.theirs_high
        )
        theirs = self.game.count_lines(
            self.game.all_low & ~position.mine_low, self.game.all_high & ~position.mine_high
        )
        return theirs - mine if self.game.misere else mine - theirs

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        return symmetry.of_lines(self.game.board_lines, self.game.cells)

    @cached_property
    def images_low(self) -> tuple[int, ...]:
        return tuple(image & LOW for image in symmetry.image_table(self.symmetries))

    @cached_property
    def images_high(self) -> tuple[int, ...]:
        return tuple(image >> SPLIT for image in symmetry.image_table(self.symmetries))

    @property
    def image_span(self) -> int:
        return symmetry.span(self.game.cells)

    def image(self, images: tuple[int, ...], start: int, low: int, high: int) -> int:
        from_low = symmetry.image(images, start, low)
        return from_low | symmetry.image(images, start + symmetry.span(SPLIT), high)

    def canonical(self, position: CubeMarks) -> CubeMarks:
        """The smallest image of a position with few marks; any other position unchanged.

        Positions with many marks are seldom images of each other, so folding them costs more than
        it saves.
        """
        smallest = position
        if self.game.marks_on(position) > FOLDED_MARKS:
            return position
        for start in range(self.image_span, len(self.images_low), self.image_span):
            my_low = self.image(self.images_low, start, position.mine_low, position.mine_high)
            if my_low <= smallest.mine_low:
                image = CubeMarks(
                    my_low,
                    self.image(self.images_high, start, position.mine_low, position.mine_high),
                    self.image(self.images_low, start, position.theirs_low, position.theirs_high),
                    self.image(self.images_high, start, position.theirs_low, position.theirs_high),
                )
                if image < smallest:
                    smallest = image
        return smallest

    def least(self, position: CubeMarks) -> CubeMarks:
        """The image whose sets of cells are the smallest numbers, `mine` compared first."""
        least = position
        for start in range(self.image_span, len(self.images_low), self.image_span):
            my_high = self.image(self.images_high, start, position.mine_low, position.mine_high)
            if my_high <= least.mine_high:
                image = CubeMarks(
                    self.image(self.images_low, start, position.mine_low, position.mine_high),
                    my_high,
                    self.image(self.images_low, start, position.theirs_low, position.theirs_high),
                    self.image(self.images_high, start, position.theirs_low, position.theirs_high),
                )
                if in_order(image) < in_order(least):
                    least = image
        return least


def in_order(position: CubeMarks) -> tuple[int, int, int, int]:
    """The words of a position, the highest cells first."""
    return position.mine_high, position.mine_low, position.theirs_high, position.theirs_low
