"""Knowledge of games of marks on a grid: symmetry, and the length of games."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Any

from noughts.bits import cells_of, count, lowest
from noughts.game import FIRST, P
from noughts.games.common.cell_game import Grid, Marks
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.common.three_men import CELLS, EACH
from noughts.games.othello import Discs, Othello
from noughts.games.tictactoe import LINES, TicTacToe
from noughts.knowledge import symmetry
from noughts.knowledge.base import KEY_BITS, Knowledge
from noughts.value import OPEN

if TYPE_CHECKING:  # the knowledge of one game loads no other game
    from noughts.games.common.moving_men import MovingMen
    from noughts.games.domineering import Domineering
    from noughts.games.gomoku import Gomoku
    from noughts.games.orderchaos import OrderChaos
    from noughts.games.pentago import Pentago
    from noughts.games.threemarks import ThreeMarks
    from noughts.games.wild import Wild


class CellKnowledge(Knowledge[P]):
    """Knowledge of a game whose rules stay the same when its cells are permuted."""

    game: Any  # a CellGame[P]

    @property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that keep the rules; the first is the identity."""
        return (tuple(range(self.game.cells)),)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Images of each piece of a set of cells, by symmetry."""
        return symmetry.image_table(self.symmetries)

    @cached_property
    def image_span(self) -> int:
        """Number of images of one symmetry."""
        return symmetry.span(self.game.cells)

    def least_image(self, mine: int, theirs: int) -> Marks:
        """The smallest image of two sets of cells under the symmetries."""
        least = Marks(mine, theirs)
        for start in range(self.image_span, len(self.images), self.image_span):
            my_image = symmetry.image(self.images, start, mine)
            if my_image <= least.mine:
                their_image = symmetry.image(self.images, start, theirs)
                if my_image < least.mine or their_image < least.theirs:
                    least = Marks(my_image, their_image)
        return least


class SymmetricKnowledge(CellKnowledge[Marks]):
    """Knowledge of a symmetric game of marks on a grid."""

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

    @property
    def key_bits(self) -> int:
        return 2 * self.game.cells if 2 * self.game.cells <= KEY_BITS else 0

    def key(self, position: Marks) -> int:
        return position.mine << self.game.cells | position.theirs

    @property
    def max_plies(self) -> int:
        return self.game.cells

    def draw_plies(self, position: Marks) -> int:
        return self.game.cells - count(position.mine | position.theirs)


class TicTacToeKnowledge(MarksKnowledge):
    """Knowledge of tic-tac-toe; the game is too small to need more."""

    game: TicTacToe

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that map lines to lines."""
        return symmetry.of_lines(LINES, self.game.cells)


class PentagoKnowledge(MarksKnowledge):
    """Knowledge of Pentago: the board's symmetries; each ply marks a cell."""

    game: "Pentago"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board, which map turned quarters to turned quarters."""
        return symmetry.of_rectangle(self.game.size, self.game.size)


class GomokuKnowledge(MarksKnowledge):
    """Knowledge of Gomoku, in which an additional own mark can do harm."""

    game: "Gomoku"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board."""
        return symmetry.of_rectangle(self.game.columns, self.game.rows)

    def winning(self, cells: int, empty: int, side: int) -> int:
        """Empty cells by which the player of these cells wins in one move."""
        game, found = self.game, 0
        while empty:
            cell = empty & -empty
            if game.has_row(cells | cell) or (
                game.renju and side != FIRST and game.has_overline(cells | cell)
            ):
                found |= cell
            empty ^= cell
        return found

    def candidate_moves(self, position: Marks) -> Iterator[int]:
        """An immediate win; otherwise answers to a threat, unless marks can lose; or all."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        side = self.game.turn(position)
        choice = self.winning(position.mine, empty, side)
        if choice == 0 and not (self.game.renju and side == FIRST):
            choice = self.winning(position.theirs, empty, 1 - side)
        choice = choice & -choice or empty
        while choice:
            yield lowest(choice)
            choice &= choice - 1


class MovingMenKnowledge(SymmetricKnowledge):
    """Knowledge of a game such as Three Men's Morris."""

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
        """Permutations of the cells that map lines to lines."""
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
        """Number of images of one symmetry."""
        return symmetry.span(EACH * CELLS)


class DomineeringKnowledge(CellKnowledge[Marks]):
    """Knowledge of Domineering: a domino's owner does not matter, and boards can be reflected."""

    game: "Domineering"

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The reflections and the half turn: a quarter turn would turn the dominoes."""
        return symmetry.of_rectangle(self.game.columns, self.game.rows)[:4]

    def canonical(self, position: Marks) -> Marks:
        taken = position.mine | position.theirs
        least = taken
        for start in range(self.image_span, len(self.images), self.image_span):
            least = min(least, symmetry.image(self.images, start, taken))
        return Marks(0, least)

    @property
    def max_plies(self) -> int:
        return self.game.cells // 2

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Whether it leaves the opponent no place.

        >>> from noughts.games.domineering import Domineering
        >>> game = Domineering(2, 2)
        >>> DomineeringKnowledge(game).tactics(game.start(), game.read("a2"))
        ('leaves O no place for a domino',)
        """
        if self.game.outcome(self.game.play(position, move)) == OPEN:
            return ()
        return (f"leaves {self.game.marks[1 - self.game.turn(position)]} no place for a domino",)

    def move_score(self, state: Marks, move: int) -> int:
        side, after = self.game.turn(state), self.game.play(state, move)
        empty = self.game.empty(after)
        return count(self.game.dominoes(empty, side)) - count(self.game.dominoes(empty, 1 - side))


class OthelloKnowledge(CellKnowledge[Discs]):
    """Knowledge of Othello: neither the side to move nor turns and reflections matter."""

    game: Othello

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """All turns and reflections: they map straight lines to straight lines.

        Four of them exchange the colours of the start, which does not matter for later moves.
        """
        return symmetry.of_rectangle(self.game.n, self.game.n)

    def canonical(self, position: Discs) -> Discs:
        mine, theirs = self.least_image(position.mine, position.theirs)
        return Discs(mine, theirs, 0)


class FreeMarksKnowledge(CellKnowledge[FreeMarks]):
    """Knowledge of a game of either mark, won by lines of equal marks."""

    game: EitherMark

    @property
    def max_plies(self) -> int:
        return self.game.cells

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that map lines to lines."""
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
    """Knowledge of wild tic-tac-toe: a drawn game fills the board."""

    game: "Wild"

    def draw_plies(self, position: FreeMarks) -> int:
        return self.game.cells - count(position.crosses | position.noughts)


class OrderChaosKnowledge(FreeMarksKnowledge):
    """Knowledge of Order and Chaos: lines that can still be filled."""

    game: "OrderChaos"

    def estimate(self, position: FreeMarks) -> int:
        """Number of lines that Order can still fill, minus those that Chaos has spoiled."""
        order = 0
        for line in self.game.board_lines:
            spoiled = line & position.crosses and line & position.noughts
            order += -1 if spoiled else 1
        return order if self.game.turn(position) == 0 else -order
