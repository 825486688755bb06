"""Knowledge of wild tic-tac-toe: a drawn game fills the board."""

from noughts.bits import count
from noughts.games.common.shared_marks import FreeMarks
from noughts.games.wild import Wild
from noughts.knowledge.shared_marks import FreeMarksKnowledge


class WildKnowledge(FreeMarksKnowledge):
    """Knowledge of wild tic-tac-toe."""

    game: Wild

    def draw_plies(self, position: FreeMarks) -> int:
        return self.game.cells - count(position.crosses | position.noughts)
