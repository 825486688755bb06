"""Knowledge of Kalah: its margins, the order of moves, and equal positions."""

from collections.abc import Iterator

from noughts.games.kalah import Kalah, Sown, counters
from noughts.knowledge.base import EVERY_PLY, Knowledge
from noughts.value import BASE, OPEN, SOONEST, as_estimate

# The weights of a counter in the store, and of one in a pit.
STORED, IN_PIT = 12, 3
# The counters that another turn is worth in the order of moves.
KEEPS_TURN = 3


class KalahKnowledge(Knowledge[Sown]):
    """Knowledge of Kalah: neither the player to move nor counters in stores affect the rest."""

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

    def final_margins(self, position: Sown, alpha: int, beta: int) -> tuple[int, int]:
        """Each pit whose last counter falls into the store is sure of it, the nearest first."""
        so_far, left, sure = self.margin(position), self.points_left(position), 0
        for pit in range(self.game.pits):
            if counters(position.mine, pit) == self.game.pits - pit:
                sure += 1
        return so_far - left + 2 * sure, so_far + left

    def bounds(self, state: Sown, alpha: int, beta: int) -> tuple[int, int]:
        outcome, half = self.outcome(state), self.game.pits * self.game.seeds
        if outcome != OPEN:
            return outcome * BASE, outcome * BASE
        mine, theirs = counters(state.mine, self.game.pits), counters(state.theirs, self.game.pits)
        return (1 if mine > half else -SOONEST), (-1 if theirs > half else SOONEST)

    def move_score(self, state: Sown, move: int) -> int:
        """The counters that a move brings into the store; one that keeps the turn counts more."""
        after = self.game.play(state, move)
        kept = after.mover == state.mover
        store = self.game.pits
        won = counters(after.mine if kept else after.theirs, store) - counters(state.mine, store)
        return won + (KEEPS_TURN if kept else 0)

    def natural_moves(self, position: Sown) -> Iterator[int]:
        """The moves that keep the turn or take counters; if there are none, all moves."""
        gaining = False
        for move in self.moves(position):
            if self.move_score(position, move) > 1:
                gaining = True
                yield move
        if not gaining:
            for move in self.moves(position):
                yield move

    def estimate(self, position: Sown) -> int:
        """The lead in the stores, and a little for every counter on the own side."""
        mine = theirs = 0
        for pit in range(self.game.pits):
            mine += counters(position.mine, pit)
            theirs += counters(position.theirs, pit)
        return as_estimate(STORED * self.game.margin(position) + IN_PIT * (mine - theirs))
