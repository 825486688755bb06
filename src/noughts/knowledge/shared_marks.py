"""Knowledge of games in which both players may put either mark: X and O are alike."""

from functools import cached_property

from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.knowledge import symmetry
from noughts.knowledge.marks import CellKnowledge


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
