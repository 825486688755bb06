"""What is known of Othello: whose turn it is does not matter, nor do turns and reflections."""

from functools import cached_property

from noughts.games.othello import Discs, Othello
from noughts.knowledge import symmetry
from noughts.knowledge.marks import CellKnowledge


class OthelloKnowledge(CellKnowledge[Discs]):
    """Knowledge of Othello."""

    game: Othello

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """All turns and reflections: they take straight lines to straight lines.

        Four of them exchange the colors of the start; moves ask only what encloses what.
        """
        return symmetry.of_rectangle(self.game.n, self.game.n)

    def canonical(self, position: Discs) -> Discs:
        """The smallest of the position's images, the same for either player."""
        mine, theirs = self.least_image(position.mine, position.theirs)
        return Discs(mine, theirs, 0)
