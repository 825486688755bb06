"""Tic-tac-toe in three dimensions: n marks in a row in a cube of n×n×n cells.

The levels of the cube lie side by side, the lowest on the left. A cell is named by its
level, its column's letter and its row: `1a1` is a corner on the lowest level, and on
3×3×3 `2b2` is the centre of the cube.

       1a3 1b3 1c3    2a3 2b3 2c3    3a3 3b3 3c3
       1a2 1b2 1c2    2a2 2b2 2c2    3a2 3b2 3c2
       1a1 1b1 1c1    2a1 2b1 2c1    3a1 3b1 3c1

There are ((n+2)³ − n³) / 2 lines: 49 on 3×3×3, 76 on 4×4×4. Known: on 3×3×3 the first
player wins, easily, by the centre, and no game is drawn, since wherever the marks are,
a full board has a line; 4×4×4, sold as Qubic, is a first-player win, too (Patashnik 1980,
Allis and Schoo 1992; `noughts known --verify qubic` proves it again). It has 192 symmetries: the 48
of a cube, and the exchange of inner with outer levels.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from noughts.bits import count, lowest
from noughts.errors import BadParameters, TwoLines
from noughts.game import over_or_open
from noughts.games import symmetry
from noughts.games.cells import CellGame, by_player, one_mark_completes
from noughts.games.lines import cells_of
from noughts.value import BASE, DRAW, LOSS, OPEN, SOONEST, WIN

# A set of cells takes two words: the cells below this one, and those from here on. It is a
# multiple of `symmetry.PIECE_CELLS`, so that no piece is cut in two.
SPLIT = 30
LOW = (1 << SPLIT) - 1


# Positions with more marks than these are not folded.
FOLDED_MARKS = 8


class CubeMarks(NamedTuple):
    """A position, seen by the player to move; each set of cells in two words.

    Args:
        mine_low: the cells of the player to move among the first 30.
        mine_high: those among the others, counted from there.
        theirs_low: the other player's among the first 30.
        theirs_high: the other player's among the others.
    """

    mine_low: int
    mine_high: int
    theirs_low: int
    theirs_high: int


class CubeCells(NamedTuple):
    """A set of cells of a cube in two words.

    Args:
        low: those among the first 30.
        high: those among the others, counted from there.
    """

    low: int
    high: int


def without(cells: CubeCells, others: CubeCells) -> CubeCells:
    """The cells that are not among the others.

    >>> without(CubeCells(0b11, 0b1), CubeCells(0b10, 0b1))
    CubeCells(low=1, high=0)
    """
    return CubeCells(cells.low & ~others.low, cells.high & ~others.high)


def cube_cells(line: list[int], first: int) -> CubeCells:
    """The set of every second of these cells, from that place on.

    >>> cube_cells([0, 3, SPLIT + 1], 0), cube_cells([0, 3, SPLIT + 1], 1)
    (CubeCells(low=1, high=2), CubeCells(low=8, high=0))
    """
    low = high = 0
    for i in range(first, len(line), 2):
        if line[i] < SPLIT:
            low |= 1 << line[i]
        else:
            high |= 1 << line[i] - SPLIT
    return CubeCells(low, high)


def one_of(cells: CubeCells) -> CubeCells:
    """The lowest of the cells alone; none if there is none.

    >>> one_of(CubeCells(0b110, 0b1)), one_of(CubeCells(0, 0b110))
    (CubeCells(low=2, high=0), CubeCells(low=0, high=2))
    """
    if cells.low:
        return CubeCells(cells.low & -cells.low, 0)
    return CubeCells(0, cells.high & -cells.high)


class Cube(CellGame[CubeMarks]):
    """The players mark cells of a cube in turn; the first with n in a row wins.

    A row runs from one face, edge or corner of the cube to the opposite one, straight or
    along a diagonal. In misère play, who makes one loses.

    Args:
        n: how long, wide and high the cube is: 3 or 4.
        misere: who makes a row loses.

    >>> len(Cube(4).board_lines), len(Cube(4).symmetries)
    (76, 192)
    """

    n: int = 3
    misere: bool = False

    def __post_init__(self) -> None:
        """Refuse cubes that cannot be."""
        if self.n not in (3, 4):
            raise BadParameters(f"n={self.n}: a cube has 3 or 4 cells along its edge.")

    @property
    def columns(self) -> int:  # type: ignore[override]  # of a parameter here
        """The width of a level."""
        return self.n

    @property
    def rows(self) -> int:  # type: ignore[override]  # of a parameter here
        """The depth of a level."""
        return self.n

    @property
    def boards(self) -> int:  # type: ignore[override]  # of a parameter here
        """The number of levels."""
        return self.n

    # The lines.

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the cube, as a set of cells in one number."""
        starts = product(range(self.n), repeat=3)
        steps = list(product((-1, 0, 1), repeat=3))
        lines = (self._line(start, step) for start in starts for step in steps if any(step))
        return tuple(dict.fromkeys(filter(None, lines)))

    def _line(self, start: tuple[int, ...], step: tuple[int, ...]) -> int:
        """The set of the n cells from there in one direction; 0 if they do not fit."""
        cells = 0
        for i in range(self.n):
            place = [at + i * by for at, by in zip(start, step)]
            if not all(0 <= at < self.n for at in place):
                return 0
            level, row, column = place
            cells |= 1 << (level * self.n + row) * self.n + column
        return cells

    @cached_property
    def lines_low(self) -> tuple[int, ...]:
        """The first word of each line."""
        return tuple(line & LOW for line in self.board_lines)

    @cached_property
    def lines_high(self) -> tuple[int, ...]:
        """The second word of each line."""
        return tuple(line >> SPLIT for line in self.board_lines)

    @property
    def all_low(self) -> int:
        """The first word of the set of all cells."""
        return (1 << self.cells) - 1 & LOW

    @property
    def all_high(self) -> int:
        """The second word of the set of all cells."""
        return (1 << self.cells) - 1 >> SPLIT

    # The rules.

    def start(self) -> CubeMarks:
        """The empty cube."""
        return CubeMarks(0, 0, 0, 0)

    def moves(self, position: CubeMarks) -> Iterator[int]:
        """The empty cells."""
        empty = self.all_low & ~(position.mine_low | position.theirs_low)
        while empty:
            yield lowest(empty)
            empty &= empty - 1
        empty = self.all_high & ~(position.mine_high | position.theirs_high)
        while empty:
            yield SPLIT + lowest(empty)
            empty &= empty - 1

    def play(self, position: CubeMarks, move: int) -> CubeMarks:
        """The cell becomes mine, and then I am the other player."""
        low, high = position.mine_low, position.mine_high
        if move < SPLIT:
            low |= 1 << move
        else:
            high |= 1 << move - SPLIT
        return CubeMarks(position.theirs_low, position.theirs_high, low, high)

    def outcome(self, position: CubeMarks) -> int:
        """Decided when the other has a line, drawn when the cube is full without one."""
        if self.count_lines(position.theirs_low, position.theirs_high):
            return WIN if self.misere else LOSS
        if self.marks_on(position) == self.cells:
            return DRAW
        return OPEN

    def count_lines(self, low: int, high: int) -> int:
        """How many lines lie wholly in these cells."""
        found = 0
        for i in range(len(self.lines_low)):
            if not (self.lines_low[i] & ~low or self.lines_high[i] & ~high):
                found += 1
        return found

    def marks_on(self, position: CubeMarks) -> int:
        """How many cells are marked."""
        low = position.mine_low | position.theirs_low
        high = position.mine_high | position.theirs_high
        return count(low) + count(high)

    # For the searches.

    def draw_plies(self, position: CubeMarks) -> int:
        """A drawn game fills the cube."""
        return self.cells - self.marks_on(position)

    def safe(self, position: CubeMarks) -> Iterator[int]:
        """A win at once; else the answer to a threat; else all moves, or in misère the harmless.

        Where the other threatens in two cells nothing helps, so either will do.
        """
        empty = self.empty_cells(position)
        wins = self.completing(CubeCells(position.mine_low, position.mine_high), empty)
        if self.misere:
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
        """The cells that leave a line of mine one short; none in misère play."""
        if not self.misere:
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
        """The position with the other player to move, as if one had passed."""
        return CubeMarks(
            position.theirs_low, position.theirs_high, position.mine_low, position.mine_high
        )

    def spoilers(self, position: CubeMarks, line: list[int]) -> list[int]:
        """The replies that could spoil a sequence of threats (`search/attack.py`).

        Those in its cells, and those that make a threat, at once or together with the answers
        that the sequence itself forces. Any other changes nothing of it.
        """
        moves, answers = cube_cells(line, 0), cube_cells(line, 1)
        mine = CubeCells(position.mine_low | answers.low, position.mine_high | answers.high)
        rest = without(self.empty_cells(position), answers)
        soon, next_ = self.preparing(mine, rest), self.completing(mine, rest)
        low = moves.low | answers.low | soon.low | next_.low
        high = moves.high | answers.high | soon.high | next_.high
        found = []  # compiled generators never let go of a list that they were given
        while low:
            found.append(lowest(low))
            low &= low - 1
        while high:
            found.append(SPLIT + lowest(high))
            high &= high - 1
        return found

    def preparing(self, cells: CubeCells, empty: CubeCells) -> CubeCells:
        """The empty cells of lines that lack two of these cells, and nothing else."""
        found_low = found_high = 0
        for i in range(len(self.lines_low)):
            low, high = self.lines_low[i] & ~cells.low, self.lines_high[i] & ~cells.high
            if (low & ~empty.low | high & ~empty.high) == 0 and count(low) + count(high) == 2:
                found_low |= low
                found_high |= high
        return CubeCells(found_low, found_high)

    def empty_cells(self, position: CubeMarks) -> CubeCells:
        """The cells without a mark."""
        return CubeCells(
            self.all_low & ~(position.mine_low | position.theirs_low),
            self.all_high & ~(position.mine_high | position.theirs_high),
        )

    def completing(self, cells: CubeCells, empty: CubeCells) -> CubeCells:
        """The empty cells of which a single one completes a line of these cells."""
        found_low = found_high = 0
        for i in range(len(self.lines_low)):
            low, high = self.lines_low[i] & ~cells.low, self.lines_high[i] & ~cells.high
            if (low == 0 and high & high - 1 == 0) or (high == 0 and low & low - 1 == 0):
                found_low |= low
                found_high |= high
        return CubeCells(found_low & empty.low, found_high & empty.high)

    def bounds(self, state: CubeMarks, alpha: int, beta: int) -> tuple[int, int]:
        """Wins in 1, losses in 2, and draws where no line is open any more."""
        outcome = self.outcome(state)
        if outcome != OPEN:
            return over_or_open(outcome)
        lower, upper = self.soon(state)
        if lower == upper:
            return lower, upper
        mine = self.open_lines(state.theirs_low, state.theirs_high)
        theirs = self.open_lines(state.mine_low, state.mine_high)
        if self.misere:
            mine, theirs = theirs, mine
        return lower if theirs else max(lower, 0), upper if mine else min(upper, 0)

    def soon(self, state: CubeMarks) -> tuple[int, int]:
        """What can be told of an open position from the marks that complete lines."""
        empty = self.empty_cells(state)
        wins = self.completing(CubeCells(state.mine_low, state.mine_high), empty)
        if self.misere:
            rest = without(empty, wins)
            return (3 - BASE, BASE - 2) if rest.low | rest.high else (-SOONEST, -SOONEST)
        if wins.low | wins.high:
            return SOONEST, SOONEST
        threats = self.completing(CubeCells(state.theirs_low, state.theirs_high), empty)
        if count(threats.low) + count(threats.high) >= 2:
            return 2 - BASE, 2 - BASE
        left = count(empty.low) + count(empty.high)
        return 4 - BASE if left >= 4 else 0, BASE - 3 if left >= 3 else 0

    def open_lines(self, low: int, high: int) -> int:
        """How many lines have none of these cells."""
        return self.count_lines(self.all_low & ~low, self.all_high & ~high)

    def estimate(self, position: CubeMarks) -> int:
        """How many more lines are still open to me than to the other player."""
        mine = self.count_lines(
            self.all_low & ~position.theirs_low, self.all_high & ~position.theirs_high
        )
        theirs = self.count_lines(
            self.all_low & ~position.mine_low, self.all_high & ~position.mine_high
        )
        return theirs - mine if self.misere else mine - theirs

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The permutations of the cells that take lines to lines."""
        return symmetry.of_lines(self.board_lines, self.cells)

    @cached_property
    def images_low(self) -> tuple[int, ...]:
        """The first word of where the symmetries take each piece of a set of cells."""
        return tuple(image & LOW for image in symmetry.image_table(self.symmetries))

    @cached_property
    def images_high(self) -> tuple[int, ...]:
        """The second word of the same."""
        return tuple(image >> SPLIT for image in symmetry.image_table(self.symmetries))

    @property
    def image_span(self) -> int:
        """How much of the images belongs to one symmetry."""
        return symmetry.span(self.cells)

    def image(self, images: tuple[int, ...], start: int, low: int, high: int) -> int:
        """One word of a set of cells under the symmetry whose images begin at `start`."""
        from_low = symmetry.image(images, start, low)
        return from_low | symmetry.image(images, start + symmetry.span(SPLIT), high)

    def canonical(self, position: CubeMarks) -> CubeMarks:
        """The smallest of the position's images, as long as it has few marks.

        Later two positions are seldom images of each other, and folding costs more than it
        saves.
        """
        smallest = position
        if self.marks_on(position) > FOLDED_MARKS:
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

    # For people.

    def turn(self, position: CubeMarks) -> int:
        """The first player is to move when the cube holds an even number of marks."""
        return self.marks_on(position) % 2

    def shown(self, position: CubeMarks, turn: int) -> tuple[int, int]:
        """The first player's marks are X, the second's O."""
        return by_player(*joined(position), turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> CubeMarks:
        """The position with these marks of the first and of the second player."""
        mine, theirs = by_player(crosses, noughts, turn)
        return CubeMarks(mine & LOW, mine >> SPLIT, theirs & LOW, theirs >> SPLIT)

    def lines(self, position: CubeMarks) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game."""
        _, theirs = joined(position)
        return tuple(cells_of(line) for line in self.board_lines if theirs & line == line)

    def validate(self, position: CubeMarks, turn: int) -> None:
        """Raise the reason why no game can reach the position."""
        super().validate(position, turn)
        self.validate_owners(position, turn)
        mine, theirs = joined(position)
        if self._has_line(mine):
            raise TwoLines(
                f"{'XO'[turn]} has a line and is to move, but the game ended with that line."
            )
        if self._has_line(theirs) and not one_mark_completes(theirs, theirs, self._has_line):
            raise TwoLines(
                f"{'XO'[1 - turn]} has lines that no single mark completes, but the game ended "
                f"with the first."
            )

    def _has_line(self, cells: int) -> bool:
        """Whether a line lies wholly in these cells, given in one number."""
        return any(cells & line == line for line in self.board_lines)


def joined(position: CubeMarks) -> tuple[int, int]:
    """My cells and the other player's, each set in one number.

    >>> joined(CubeMarks(1, 0, 0, 1)) == (1, 1 << SPLIT)
    True
    """
    mine = position.mine_high << SPLIT | position.mine_low
    return mine, position.theirs_high << SPLIT | position.theirs_low
