"""Knowledge of Domineering: a domino's owner does not matter, and boards can be reflected."""

from functools import cached_property

from noughts.bits import count
from noughts.games.common.grid import Marks
from noughts.games.domineering import CELLS, Domineering
from noughts.knowledge import symmetry
from noughts.knowledge.marks import CellKnowledge
from noughts.value import OPEN


class DomineeringKnowledge(CellKnowledge[Marks]):
    """Knowledge of Domineering."""

    game: Domineering

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
        return self.game.cells // CELLS

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Whether it leaves the opponent no place.

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
