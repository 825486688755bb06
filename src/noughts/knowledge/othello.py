"""Knowledge of Othello: neither the side to move nor turns and reflections matter."""

from functools import cached_property

from noughts.games.othello import Discs, Othello
from noughts.knowledge import symmetry
from noughts.knowledge.marks import CellKnowledge


class OthelloKnowledge(CellKnowledge[Discs]):
    """Knowledge of Othello."""

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
