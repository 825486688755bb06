"""What is known of Pentago: the symmetries of the board, and that each ply marks a cell."""

from functools import cached_property

from noughts.games.pentago import Pentago
from noughts.knowledge import symmetry
from noughts.knowledge.marks import MarksKnowledge


class PentagoKnowledge(MarksKnowledge):
    """Knowledge of Pentago."""

    game: Pentago

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board take turns of quarters to turns of quarters."""
        return symmetry.of_rectangle(self.game.size, self.game.size)
