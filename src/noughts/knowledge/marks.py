"""Knowledge of games of marks on a grid: symmetry, and the length of games."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from noughts.bits import cells_of, count, lowest
from noughts.game import FIRST, P
from noughts.games.common.cell_game import Grid, Marks
from noughts.games.common.moving_men import CELLS, EACH
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.tictactoe import LINES, TicTacToe
from noughts.knowledge import symmetry
from noughts.knowledge.base import KEY_BITS, Knowledge

if TYPE_CHECKING:  # the knowledge of one game loads no other game
    from noughts.games.common.moving_men import MovingMen
    from noughts.games.gomoku import StandardGomoku
    from noughts.games.orderchaos import OrderChaos
    from noughts.games.pentago import Pentago
    from noughts.games.threemarks import ThreeMarks
    from noughts.games.wild import Wild


# Lines that lack more marks have no weight.
MOST_MISSING = 4
# On boards of at most FEW_CELLS all moves are searched; on larger ones LIKELY moves.
FEW_CELLS, LIKELY = 42, 24
# The evaluation for a player to move who can fill all but one cell of two overlapping rows: only
# the opponent's own threats can stop him.
WINS_SOON = 5_000


def line_weight(missing: int) -> int:
    """The weight of a line by the number of missing marks, 1 to 4: 64, 16, 4 or 1."""
    return 256 >> 2 * missing


def weighed_lines(lines: tuple[int, ...], own: int, others: int) -> int:
    """The lines without a mark of the others, each by the marks that it lacks.

    >>> weighed_lines((0b0111, 0b1110), own=0b0011, others=0b1000)
    64
    """
    total = 0
    for line in lines:
        if line & others == 0:
            missing = count(line & ~own)
            if 0 < missing <= MOST_MISSING:
                total += line_weight(missing)
    return total


def to_move(weight: int) -> int:
    """The weight of lines for the player to move."""
    return weight + (weight >> 3)


class CellKnowledge(Knowledge[P]):
    """Knowledge of a game whose rules stay the same when its cells are permuted."""

    game: Any  # a CellGame[P]

    @property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that keep the rules; the first is the identity."""
        return (tuple(range(self.game.cells)),)

    @cached_property
    def images(self) -> tuple[int, ...]:
        return symmetry.image_table(self.symmetries)

    @cached_property
    def image_span(self) -> int:
        return symmetry.span(self.game.cells)

    def least_image(self, mine: int, theirs: int) -> Marks:
        least = Marks(mine, theirs)
        for start in range(self.image_span, len(self.images), self.image_span):
            my_image = symmetry.image(self.images, start, mine)
            if my_image <= least.mine:
                their_image = symmetry.image(self.images, start, theirs)
                if my_image < least.mine or their_image < least.theirs:
                    least = Marks(my_image, their_image)
        return least


class SymmetricKnowledge(CellKnowledge[Marks]):
    game: Grid

    def canonical(self, position: Marks) -> Marks:
        return self.least_image(position.mine, position.theirs)

    def orbit(self, position: Marks) -> int:
        """The number of different images: symmetries divided by those that keep the position."""
        fixing = 0
        for start in range(0, len(self.images), self.image_span):
            if (
                symmetry.image(self.images, start, position.mine) == position.mine
                and symmetry.image(self.images, start, position.theirs) == position.theirs
            ):
                fixing += 1
        return len(self.images) // self.image_span // fixing


class MarksKnowledge(SymmetricKnowledge):
    """Knowledge of a game in which each ply marks a cell, and only a full board is a draw."""

    @cached_property
    def places(self) -> int:
        """The bits of a set of marks; cached, since interpreted searches read it at every node."""
        return self.game.cells

    @property
    def key_bits(self) -> int:
        return 2 * self.places if 2 * self.places <= KEY_BITS else 0

    def key(self, position: Marks) -> int:
        return position.mine << self.places | position.theirs

    @property
    def max_plies(self) -> int:
        return self.game.cells

    def draw_plies(self, position: Marks) -> int:
        return self.game.cells - count(position.mine | position.theirs)


class RowKnowledge(MarksKnowledge):
    """Knowledge of rows of k on a flat board, found by shifting sets of cells."""

    game: Any  # a Grid with `rays` and `k`

    def weighed_rows(self, own: int, others: int) -> int:
        """The rows without a mark of the others, each by the marks that it lacks."""
        total, free = 0, self.game.all_cells & ~others
        for step, first_cells in self.game.rays:
            lines, ones, twos, fours = self.missing(step, free & first_cells, own, free)
            total += count(lines & ones & ~twos & ~fours) * line_weight(1)
            total += count(lines & twos & ~ones & ~fours) * line_weight(2)
            total += count(lines & twos & ones & ~fours) * line_weight(3)
            total += count(lines & fours & ~ones & ~twos) * line_weight(4)
        return total

    def missing(self, step: int, starts: int, own: int, free: int) -> tuple[int, int, int, int]:
        """Where lines of free cells begin in one direction, and how many own marks each lacks.

        The numbers of all lines are counted together, the bits of a number each in a set of its
        own: ones, twos and fours. Numbers above 7 may come out as less, but not below 4.
        """
        ones = twos = fours = starts & 0
        for i in range(self.game.k):
            starts &= free >> i * step
            gap = ~(own >> i * step)
            carry = ones & gap
            ones ^= gap
            fours |= twos & carry
            twos ^= carry
        return starts, ones, twos, fours

    def picks_cells(self, state: Marks) -> bool:
        """Whether a search with a horizon looks at a few cells alone, as on large boards."""
        raise NotImplementedError

    def urgent(self, state: Marks) -> int:
        """Cells of which one has to be marked: to win, or to stop an immediate win."""
        raise NotImplementedError

    def likely_moves(self, state: Marks) -> Iterator[int]:
        """On large boards a few cells; elsewhere all candidates."""
        if self.picks_cells(state):
            for move in self.likely_cells(state):  # compiled code has no `from`
                yield move
        else:
            for move in self.candidate_moves(state):
                yield move

    def likely_cells(self, state: Marks) -> Iterator[int]:
        """An urgent cell, or one that wins soon; answers to a threat; or a few cells near marks.

        Those of the most rows with marks come first.
        """
        empty = self.game.all_cells & ~(state.mine | state.theirs)
        mine, own_rows = self.open_rows(state.mine, state.theirs)
        theirs, rows = self.open_rows(state.theirs, state.mine)
        choice = self.urgent(state) or mine
        choice &= -choice
        if choice == 0 and theirs:
            choice = rows | own_rows
        if choice == 0:
            choice = self.near(state.mine | state.theirs) & empty or empty
        sixteens, eights, fours, twos, ones = self.rows_through(state, empty)
        left = LIKELY
        while choice and left > 0:
            best = choice
            for digit in (sixteens, eights, fours, twos, ones):
                best = best & digit or best
            choice &= ~best
            while best and left > 0:
                yield lowest(best)
                best &= best - 1
                left -= 1

    def natural_moves(self, position: Marks) -> Iterator[int]:
        """On large boards the cells that win or stop a win; otherwise those beside a mark."""
        choice = self.game.all_cells
        if self.picks_cells(position):
            choice = self.urgent(position) or self.near(position.mine | position.theirs, 1)
        for move in self.moves(position):
            if choice >> move & 1:
                yield move

    def unsettled(self, state: Marks) -> bool:
        """Whether the opponent threatens to fill a row, now or in two moves."""
        return self.picks_cells(state) and (
            self.urgent(state) != 0
            or (self.open_rows(state.theirs, state.mine)[0] != 0 and not self.wins_soon(state))
        )

    def wins_soon(self, state: Marks) -> bool:
        """Whether a mark of the player to move would threaten to fill a row on two sides."""
        return self.picks_cells(state) and self.open_rows(state.mine, state.theirs)[0] != 0

    def open_rows(self, own: int, others: int) -> tuple[int, int]:
        """Cells whose mark would leave two cells that fill a row; and all of rows that lack two."""
        free = self.game.all_cells & ~others
        making = cells = own & 0
        for step, first_cells in self.game.rays:
            rows, one, two, four = self.missing(step, free & first_cells, own, free)
            rows &= two & ~one & ~four
            cells |= self.spread(rows, step)
            # The marks lie where two rows overlap: their ends are empty.
            ends = rows & rows >> step & ~own & ~(own >> self.game.k * step)
            for i in range(1, self.game.k):
                making |= ends << i * step
        return making & free & ~own, cells & free & ~own

    def rows_through(self, state: Marks, empty: int) -> tuple[int, int, int, int, int]:
        """For each cell, the number of rows of either player that lack two marks, or three.

        The former count four times. The sums of all cells are added together, their binary digits
        each in a set of its own: sixteens, eights, fours, twos and ones.
        """
        sixteens = eights = fours = twos = ones = empty & 0
        for own, others in ((state.mine, state.theirs), (state.theirs, state.mine)):
            free = self.game.all_cells & ~others
            for step, first_cells in self.game.rays:
                lines, one, two, four = self.missing(step, free & first_cells, own, free)
                carry = self.spread(lines & two & one & ~four, step)
                ones, carry = ones ^ carry, ones & carry
                twos, carry = twos ^ carry, twos & carry
                fours, carry = fours ^ carry, fours & carry
                eights, carry = eights ^ carry, eights & carry
                sixteens |= carry
                carry = self.spread(lines & two & ~one & ~four, step)
                fours, carry = fours ^ carry, fours & carry
                eights, carry = eights ^ carry, eights & carry
                sixteens |= carry
        return sixteens, eights, fours, twos, ones

    def near(self, marks: int, steps: int = 2) -> int:
        """Cells up to some steps from a mark, and some at other edges; or the middle cell."""
        if marks == 0:
            middle: int = 1 << self.game.cells // 2
            return middle
        found = marks
        for step, _ in self.game.rays:
            for distance in range(step, step * steps + 1, step):
                found |= marks << distance | marks >> distance
        return found

    def spread(self, starts: int, step: int) -> int:
        """The cells of the lines in one direction that begin at the given cells."""
        found = starts
        for i in range(1, self.game.k):
            found |= starts << i * step
        return found


class TicTacToeKnowledge(MarksKnowledge):
    game: TicTacToe

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        return symmetry.of_lines(LINES, self.game.cells)


class PentagoKnowledge(MarksKnowledge):
    game: "Pentago"

    def draw_plies(self, position: Marks) -> int:
        """Unknown: rows of both players after a turn draw before the board is full."""
        return -1

    def evaluation(self, position: Marks) -> int:
        """The rows that each player can still fill, weighed by the marks that they lack."""
        lines = self.game.board_lines
        mine = weighed_lines(lines, position.mine, position.theirs)
        return mine - weighed_lines(lines, position.theirs, position.mine)

    def likely_moves(self, state: Marks) -> Iterator[int]:
        """All moves; of moves to one cell that differ in the turn alone, the first.

        A turn may leave a quarter as it was, or give the same quarter to the left and the right.
        """
        game, empty = self.game, self.game.all_cells & ~(state.mine | state.theirs)
        while empty:
            cell, unturned = lowest(empty), False
            mine = state.mine | 1 << cell
            if game.has_line(mine):
                yield cell
            else:
                for turn in range(0, 2 * len(game.quarters), 2):
                    left, right = game.turned(mine, turn), game.turned(mine, turn + 1)
                    one = game.turned(state.theirs, turn)
                    other = game.turned(state.theirs, turn + 1)
                    same = left == mine and one == state.theirs
                    if not (same and unturned):
                        yield (turn + 1) * game.cells + cell
                    if left != right or one != other:
                        yield (turn + 2) * game.cells + cell
                    unturned = unturned or same
            empty &= empty - 1

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board, which map turned quarters to turned quarters."""
        return symmetry.of_rectangle(self.game.size, self.game.size)


class StandardGomokuKnowledge(RowKnowledge):
    """Knowledge of standard Gomoku, in which an additional own mark can do harm."""

    game: "StandardGomoku"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        return symmetry.of_rectangle(self.game.columns, self.game.rows)

    def winning(self, cells: int, empty: int, side: int) -> int:
        """Empty cells by which the player of these cells wins in one move."""
        game, found, free = self.game, cells & 0, cells | empty
        for step, first_cells in game.rays:
            rows, one, two, four = self.missing(step, free & first_cells, cells, free)
            rows &= one & ~two & ~four
            if not (game.renju and side != FIRST):  # a row must not be part of a longer one
                rows &= ~(
                    (cells & first_cells) << step | first_cells >> step & cells >> game.k * step
                )
            found |= self.spread(rows, step)
        return found & empty

    def can_win_next(self, position: Marks) -> bool:
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        return self.winning(position.mine, empty, self.game.turn(position)) != 0

    def candidate_moves(self, position: Marks) -> Iterator[int]:
        """An immediate win; otherwise answers to a threat, unless marks can lose; or all."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        choice = self.urgent(position) or empty
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def urgent(self, position: Marks) -> int:
        """A cell that wins, or answers a threat; none if there is neither."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        side = self.game.turn(position)
        choice = self.winning(position.mine, empty, side)
        if choice == 0 and not (self.game.renju and side == FIRST):
            choice = self.winning(position.theirs, empty, 1 - side)
        return choice & -choice

    def evaluation(self, position: Marks) -> int:
        """The rows that each player can still fill, weighed by the marks that they lack."""
        if self.wins_soon(position):
            return WINS_SOON
        mine = self.weighed_rows(position.mine, position.theirs)
        return to_move(mine) - self.weighed_rows(position.theirs, position.mine)

    def picks_cells(self, state: Marks) -> bool:
        cautious = self.game.renju and self.game.turn(state) == FIRST  # marks can lose
        return self.game.cells > FEW_CELLS and not cautious


class MovingMenKnowledge(SymmetricKnowledge):
    game: "MovingMen"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the points that keep lines, neighbours and open points."""
        game = self.game
        every = symmetry.of_lines(game.board_lines, game.cells)
        adjoining = [cells_of(near) for near in game.neighbours]
        return tuple(
            each
            for each in every
            if symmetry.moved(game.open_points, each) == game.open_points
            and all(
                game.neighbours[each[point]] >> each[other] & 1
                for point, near in enumerate(adjoining)
                for other in near
            )
        )


class ThreeMarksKnowledge(SymmetricKnowledge):
    """Knowledge of three marks each: the symmetries of the square keep each mark's age."""

    game: "ThreeMarks"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        return symmetry.of_lines(self.game.board_lines, CELLS)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Images of each piece of a set of marks, by symmetry; ages stay the same."""
        ages = range(0, EACH * CELLS, CELLS)
        return symmetry.image_table(
            tuple(age + image for age in ages for image in images) for images in self.symmetries
        )

    @cached_property
    def image_span(self) -> int:
        return symmetry.span(EACH * CELLS)


class FreeMarksKnowledge(CellKnowledge[FreeMarks]):
    game: EitherMark

    @property
    def max_plies(self) -> int:
        return self.game.cells

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        game = self.game
        return symmetry.of_board(game.board_lines, game.columns, game.rows, game.cells)

    def canonical(self, position: FreeMarks) -> FreeMarks:
        smallest = position
        for start in range(0, len(self.images), self.image_span):
            crosses = symmetry.image(self.images, start, position.crosses)
            noughts = symmetry.image(self.images, start, position.noughts)
            image = FreeMarks(min(crosses, noughts), max(crosses, noughts))
            if image < smallest:
                smallest = image
        return smallest


class WildKnowledge(FreeMarksKnowledge):
    game: "Wild"

    def draw_plies(self, position: FreeMarks) -> int:
        return self.game.cells - count(position.crosses | position.noughts)


class OrderChaosKnowledge(FreeMarksKnowledge):
    game: "OrderChaos"

    @property
    def proof_share(self) -> float:
        return 0.875

    def estimate(self, position: FreeMarks) -> int:
        order = 0
        for line in self.game.board_lines:
            spoiled = line & position.crosses and line & position.noughts
            order += -1 if spoiled else 1
        return order if self.game.turn(position) == 0 else -order

    def side(self, position: FreeMarks) -> int:
        return self.game.turn(position)
