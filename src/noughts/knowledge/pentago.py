"""Knowledge of Pentago: the board's symmetries; each ply marks a cell."""

from functools import cached_property

from noughts.games.pentago import Pentago
from noughts.knowledge import symmetry
from noughts.knowledge.marks import MarksKnowledge


class PentagoKnowledge(MarksKnowledge):
    """Knowledge of Pentago."""

    game: Pentago

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board, which map turned quarters to turned quarters."""
        return symmetry.of_rectangle(self.game.size, self.game.size)
