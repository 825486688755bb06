"""Knowledge of games won by points: Dots and Boxes, and Kalah."""

from noughts.bits import count
from noughts.games.dots import Dots, Drawn
from noughts.games.kalah import Kalah, Sown, counters
from noughts.knowledge.base import EVERY_PLY, KEY_BITS, Knowledge
from noughts.value import BASE, OPEN, SOONEST


class DotsKnowledge(Knowledge[Drawn]):
    """Knowledge of Dots and Boxes: its length, decisive leads, and equal positions."""

    game: Dots

    @property
    def max_plies(self) -> int:
        return self.game.actions

    def draw_plies(self, position: Drawn) -> int:
        return self.game.actions - count(position.edges)

    def canonical(self, position: Drawn) -> Drawn:
        """Only numbers of boxes matter: the first boxes are `mine`. Turns do not matter."""
        closed, mine, left = position.mine | position.theirs, 0, count(position.mine)
        for box in range(self.game.m * self.game.n):
            if left > 0 and closed >> box & 1:
                mine |= 1 << box
                left -= 1
        return Drawn(position.edges, mine, closed & ~mine, 0)

    @property
    def fold_plies(self) -> int:
        """Every ply: otherwise, positions would differ by the owners of boxes."""
        return EVERY_PLY

    def without_points(self, position: Drawn) -> Drawn:
        return Drawn(position.edges, 0, 0, 0)

    def points_left(self, position: Drawn) -> int:
        return self.game.m * self.game.n - count(position.mine | position.theirs)

    def key(self, position: Drawn) -> int:
        boxes = self.game.m * self.game.n
        return (position.edges << boxes | position.mine) << 1 | position.mover

    @property
    def key_bits(self) -> int:
        bits = self.game.actions + self.game.m * self.game.n + 1
        return bits if bits <= KEY_BITS else 0

    def bounds(self, state: Drawn, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds: all edges must be drawn, and a lead larger than the remaining boxes decides."""
        left, lead = self.game.actions - count(state.edges), self.game.margin(state)
        open_boxes = self.points_left(state)
        most, least = BASE - left, left - BASE
        if lead > open_boxes:
            return most, most
        if -lead > open_boxes:
            return least, least
        if left == 0:
            return 0, 0
        return (0 if lead == open_boxes else least), (0 if -lead == open_boxes else most)

    def tactics(self, position: Drawn, move: int) -> tuple[str, ...]:
        after = self.play(position, move)
        if after.mover != position.mover:
            return ()
        closed = count(after.mine) - count(position.mine)
        return ("closes a box" if closed == 1 else "closes two boxes",)


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

    def bounds(self, state: Sown, alpha: int, beta: int) -> tuple[int, int]:
        outcome, half = self.outcome(state), self.game.pits * self.game.seeds
        if outcome != OPEN:
            return outcome * BASE, outcome * BASE
        mine, theirs = counters(state.mine, self.game.pits), counters(state.theirs, self.game.pits)
        return (1 if mine > half else -SOONEST), (-1 if theirs > half else SOONEST)
