"""Knowledge of Kalah: neither the player to move nor counters in stores affect the rest."""

from noughts.games.kalah import Kalah, Sown, counters
from noughts.knowledge.base import EVERY_PLY, Knowledge
from noughts.value import BASE, OPEN, SOONEST


class KalahKnowledge(Knowledge[Sown]):
    """Knowledge of Kalah."""

    game: Kalah

    def canonical(self, position: Sown) -> Sown:
        return Sown(position.mine, position.theirs, 0)

    @property
    def fold_plies(self) -> int:
        """Every ply, since folding costs nothing."""
        return EVERY_PLY

    def without_points(self, position: Sown) -> Sown:
        pits = self.game.in_pits
        return Sown(position.mine & pits, position.theirs & pits, 0)

    def points_left(self, position: Sown) -> int:
        pits = self.game.pits
        stored = counters(position.mine, pits) + counters(position.theirs, pits)
        return 2 * pits * self.game.seeds - stored

    def bounds(self, state: Sown, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds: more than half of the counters in a store decide the outcome."""
        outcome, half = self.outcome(state), self.game.pits * self.game.seeds
        if outcome != OPEN:
            return outcome * BASE, outcome * BASE
        mine, theirs = counters(state.mine, self.game.pits), counters(state.theirs, self.game.pits)
        return (1 if mine > half else -SOONEST), (-1 if theirs > half else SOONEST)
