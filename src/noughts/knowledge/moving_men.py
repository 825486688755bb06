"""Knowledge of games in which three stones each are placed, then moved: symmetries."""

from functools import cached_property

from noughts.bits import cells_of
from noughts.games.common.moving_men import MovingMen
from noughts.knowledge import symmetry
from noughts.knowledge.marks import SymmetricKnowledge


class MovingMenKnowledge(SymmetricKnowledge):
    """Knowledge of a game such as Three Men's Morris."""

    game: MovingMen

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
