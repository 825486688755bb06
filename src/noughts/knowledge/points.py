"""Knowledge of games won by points: Dots and Boxes, and Kalah."""

from collections.abc import Iterator

from noughts.bits import count, lowest
from noughts.games.dots import Dots, Drawn
from noughts.games.kalah import Kalah, Sown, counters
from noughts.knowledge.base import EVERY_PLY, KEY_BITS, Knowledge
from noughts.value import BASE, OPEN, SOONEST, as_estimate

# The weights of a box, a counter in the store, and a counter in a pit.
BOX, STORED, IN_PIT = 20, 12, 3
# The counters that another turn is worth in the order of Kalah's moves.
KEEPS_TURN = 3


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

    def estimate(self, position: Drawn) -> int:
        """The lead; boxes to close now; and who will have to open a chain for the other."""
        left, ready, safe = self.points_left(position), 0, 0
        for box in range(self.game.m * self.game.n):
            if count(position.edges & self.game.sides[box]) == 3:
                ready += 1
        for edge in range(self.game.actions):
            if not position.edges >> edge & 1 and self.fewest_left(position.edges, edge) > 2:
                safe += 1
        score = BOX * (self.game.margin(position) + ready)
        if ready == 0 and safe == 0:
            score -= BOX * left // 2
        else:
            score += BOX // 4 if safe & 1 else -BOX // 4
        return as_estimate(score)

    def fewest_left(self, edges: int, edge: int) -> int:
        """The edges that the boxes beside an edge lack, the fewest; 1 if it closes one."""
        fewest = 4
        for place in range(2 * edge, 2 * edge + 2):
            box = self.game.beside[place]
            if box >= 0:
                fewest = min(fewest, 4 - count(edges & self.game.sides[box]))
        return fewest

    def likely_moves(self, state: Drawn) -> Iterator[int]:
        """An edge that closes a box, if there is one, and edges beside it; otherwise all edges."""
        edges, closing = state.edges, -1
        for edge in range(self.game.actions):
            if closing < 0 and not edges >> edge & 1 and self.fewest_left(edges, edge) == 1:
                closing = edge
        if closing >= 0:
            yield closing
            beside = self.around(closing) & ~edges & ~(1 << closing)
            while beside:
                yield lowest(beside)
                beside &= beside - 1
        else:
            for fewest in (4, 3, 2):
                for edge in range(self.game.actions):
                    if not edges >> edge & 1 and self.fewest_left(edges, edge) == fewest:
                        yield edge

    def natural_moves(self, position: Drawn) -> Iterator[int]:
        """The last edges of boxes; if there are none, all edges."""
        closing = False
        for edge in self.moves(position):
            if self.fewest_left(position.edges, edge) == 1:
                closing = True
                yield edge
        if not closing:
            for edge in self.moves(position):
                yield edge

    def around(self, edge: int) -> int:
        """The edges of the boxes beside an edge."""
        found = 0
        for place in range(2 * edge, 2 * edge + 2):
            if self.game.beside[place] >= 0:
                found |= self.game.sides[self.game.beside[place]]
        return found

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
