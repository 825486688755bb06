"""What is known of Three Men's Morris: the symmetries of its lines."""

from functools import cached_property

from noughts.bits import cells_of
from noughts.games.morris import Morris
from noughts.knowledge import symmetry
from noughts.knowledge.marks import SymmetricKnowledge


class MorrisKnowledge(SymmetricKnowledge):
    """Knowledge of Three Men's Morris."""

    game: Morris

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The permutations of the points that keep the lines, and which points adjoin."""
        every = symmetry.of_lines(self.game.board_lines, self.game.cells)
        adjoining = [cells_of(near) for near in self.game.neighbours]
        return tuple(
            each
            for each in every
            if all(
                self.game.neighbours[each[point]] >> each[other] & 1
                for point, near in enumerate(adjoining)
                for other in near
            )
        )
