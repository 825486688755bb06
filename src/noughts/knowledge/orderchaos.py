"""Knowledge of Order and Chaos: lines that can still be filled."""

from noughts.games.common.shared_marks import FreeMarks
from noughts.games.orderchaos import OrderChaos
from noughts.knowledge.shared_marks import FreeMarksKnowledge


class OrderChaosKnowledge(FreeMarksKnowledge):
    """Knowledge of Order and Chaos."""

    game: OrderChaos

    def estimate(self, position: FreeMarks) -> int:
        """Number of lines that Order can still fill, minus those that Chaos has spoiled."""
        order = 0
        for line in self.game.board_lines:
            spoiled = line & position.crosses and line & position.noughts
            order += -1 if spoiled else 1
        return order if self.game.turn(position) == 0 else -order
