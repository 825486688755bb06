"""Knowledge of Dots and Boxes: chains and loops, equal positions, decisive leads.

A chain is a row of boxes, each lacking two edges, of which it shares one with the next; a loop is a
chain that closes. The first edge in a chain lets the other player close all its boxes.

Elwyn Berlekamp, "The Dots and Boxes Game", 2000, for chains and loops; Joseph Barker and Richard
Korf, "Solving Dots-And-Boxes", AAAI 2012, for moves that need no search.
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import combinations

from noughts.bits import cells_of, count, lowest
from noughts.games.dots import Dots, Drawn
from noughts.knowledge import symmetry
from noughts.knowledge.base import EVERY_PLY, KEY_BITS, Knowledge
from noughts.value import BASE, INFINITY, as_estimate

# The weight of a box.
BOX = 20
# Kinds of chains: next to a box that lacks three or four edges; others, of one or two boxes, and of
# more; and loops.
JOINED, SHORT, LONG, LOOP = 0, 1, 2, 3
# A number of boxes and an edge in one number; a larger number.
EDGE_BITS, EDGE, NO_CHAIN = 6, 63, 1 << 20


class DotsKnowledge(Knowledge[Drawn]):
    """Knowledge of Dots and Boxes. Sets of edges and boxes are as in the rules."""

    game: Dots

    @property
    def max_plies(self) -> int:
        return self.game.actions

    def draw_plies(self, position: Drawn) -> int:
        return self.game.actions - count(position.edges)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The images of sets of edges under the turns and reflections of the board."""
        game = self.game
        return symmetry.image_table(
            tuple(game.edge_at[cells[game.cell_of(edge)]] for edge in range(game.actions))
            for cells in symmetry.of_rectangle(game.columns, game.rows)
        )

    @cached_property
    def twins(self) -> tuple[int, ...]:
        """Two outer edges of the same box, the lower one first, and so on for all pairs of them."""
        outer = self.game.beside[1::2]
        pairs = [
            pair
            for sides in self.game.sides
            for pair in combinations([e for e in cells_of(sides) if outer[e] < 0], 2)
        ]
        return tuple(1 << edge for pair in pairs for edge in pair)

    def least_image(self, edges: int) -> int:
        """One set of edges for all that differ by symmetry or in the outer edges of a box."""
        least, span = -1, symmetry.span(self.game.actions)
        for start in range(0, len(self.images), span):
            image = symmetry.image(self.images, start, edges)
            for pair in range(0, len(self.twins), 2):
                low, high = self.twins[pair], self.twins[pair + 1]
                if image & high and not image & low:
                    image ^= low | high
            if least < 0 or image < least:
                least = image
        return least

    def canonical(self, position: Drawn) -> Drawn:
        """Only numbers of boxes matter: the first boxes are `mine`. Turns do not matter."""
        edges, mine, theirs = self.least_image(position.edges), 0, 0
        left = count(position.mine)
        for box in range(self.game.m * self.game.n):
            if edges & self.game.sides[box] == self.game.sides[box]:
                if left > 0:
                    mine |= 1 << box
                else:
                    theirs |= 1 << box
                left -= 1
        return Drawn(edges, mine, theirs, 0)

    @property
    def fold_plies(self) -> int:
        """Every ply: otherwise, positions would differ by the owners of boxes."""
        return EVERY_PLY

    def without_points(self, position: Drawn) -> Drawn:
        return Drawn(self.least_image(position.edges), 0, 0, 0)

    def points_left(self, position: Drawn) -> int:
        return self.game.m * self.game.n - count(position.mine | position.theirs)

    def key(self, position: Drawn) -> int:
        boxes = self.game.m * self.game.n
        return (position.edges << boxes | position.mine) << 1 | position.mover

    @property
    def key_bits(self) -> int:
        bits = self.game.actions + self.game.m * self.game.n + 1
        return bits if bits <= KEY_BITS else 0

    def final_margins(self, position: Drawn, alpha: int, beta: int) -> tuple[int, int]:
        """A player who may close or leave the last boxes of a chain gets half of the rest or more.

        After either move the same edges are left, but the other player is to move (Berlekamp).
        """
        so_far, left = self.margin(position), self.points_left(position)
        _, leave = self.to_take(position.edges)
        return so_far + (-left if leave < 0 else left & 1), so_far + left

    def bounds(self, state: Drawn, alpha: int, beta: int) -> tuple[int, int]:
        """Bounds: all edges must be drawn, and then the margin decides."""
        most = BASE - self.game.actions + count(state.edges)
        lower, upper = self.final_margins(state, -INFINITY, INFINITY)
        least = most if lower > 0 else 0 if lower == 0 else -most
        return least, -most if upper < 0 else 0 if upper == 0 else most

    def play_forced(self, state: Drawn) -> tuple[Drawn, int]:
        """Close boxes as long as no other move can be better."""
        plies = 0
        take, leave = self.to_take(state.edges)
        while take >= 0 and leave < 0:
            state = self.play(state, take)
            plies += 1
            take, leave = self.to_take(state.edges)
        return state, plies

    def candidate_moves(self, state: Drawn) -> Iterator[int]:
        """Close a box, or leave the last ones; where there are none, one edge of each chain."""
        take, leave = self.to_take(state.edges)
        if take >= 0:
            yield take
            if leave >= 0:
                yield leave
        else:
            left = self.openings(state.edges)
            for edge in self.from_centre:
                if left >> edge & 1:
                    yield edge

    @cached_property
    def from_centre(self) -> tuple[int, ...]:
        """The edges, those near the centre of the board first."""
        game = self.game
        cells = [divmod(game.cell_of(edge), game.columns) for edge in range(game.actions)]
        far = [abs(row - game.n) + abs(column - game.m) for row, column in cells]
        return tuple(sorted(range(game.actions), key=far.__getitem__))

    def orders_slowly(self, position: Drawn) -> bool:
        """Most positions follow from several others; looking them up first halves the nodes."""
        return True

    def to_take(self, edges: int) -> tuple[int, int]:
        """An edge that closes a box, and the only other edge that may be better; -1 if none.

        All boxes that can be closed are, but the last two of one chain, or four of one loop. The
        player may leave these: then the opponent closes them, and has to open the next chain.
        """
        one, two = self.lacking(edges)
        take, leave, chains, ends = -1, -1, 0, one
        while ends:
            box = lowest(ends)
            edge = lowest(self.sides_left(edges, box))
            boxes, drawn, end = self.walk(edges, two, box, edge)
            loop = 1 if end >= 0 and one >> end & 1 else 0
            ends &= ends - 1
            if loop:
                ends &= ~(1 << end)
            if count(boxes) + loop != 2 + 2 * loop:
                return edge, -1
            if take < 0 or loop:
                rest = drawn & ~(1 << edge)
                take, leave = edge, lowest(rest & ~self.game.sides[end] if loop else rest)
            chains += 1
        return take, leave if chains == 1 else -1

    def openings(self, edges: int) -> int:
        """The edges that may be best where no box can be closed: one for each chain and loop.

        The shortest loop is enough, and the shortest chain of each kind, unless another box is at
        an end: a longer one changes the margin by no more than its additional boxes.
        """
        _, two = self.lacking(edges)
        found = self.game.all_edges & ~edges
        loop = short = long = NO_CHAIN
        for pair in range(0, len(self.twins), 2):
            if not edges & (self.twins[pair] | self.twins[pair + 1]):
                found &= ~self.twins[pair + 1]
        while two:
            box = lowest(two)
            boxes, drawn, kind = self.chain(edges, two, box)
            two &= ~boxes
            found &= ~drawn
            if count(boxes) == 2:  # the edge between them leaves the other player no choice
                drawn &= self.game.sides[box] & self.game.sides[lowest(boxes & boxes - 1)]
            sized = count(boxes) << EDGE_BITS | lowest(drawn)
            if kind == LOOP:
                loop = min(loop, sized)
            elif kind == SHORT:
                short = min(short, sized)
            elif kind == LONG:
                long = min(long, sized)
            else:
                found |= 1 << lowest(drawn)
        for sized in (loop, short, long):
            if sized != NO_CHAIN:
                found |= 1 << (sized & EDGE)
        return found

    def chain(self, edges: int, two: int, box: int) -> tuple[int, int, int]:
        """The boxes and edges of a chain or loop, and its kind."""
        sides = self.sides_left(edges, box)
        boxes, drawn, end = self.walk(edges, two, box, lowest(sides))
        if end == box:
            return boxes, drawn, LOOP
        more, others, other = self.walk(edges, two, box, lowest(sides & sides - 1))
        boxes |= more
        if end >= 0 or other >= 0:
            return boxes, drawn | others, JOINED
        return boxes, drawn | others, SHORT if count(boxes) <= 2 else LONG

    def lacking(self, edges: int) -> tuple[int, int]:
        """The boxes that lack one edge, and the boxes that lack two."""
        one = two = 0
        for box in range(self.game.m * self.game.n):
            left = count(self.sides_left(edges, box))
            if left == 1:
                one |= 1 << box
            elif left == 2:
                two |= 1 << box
        return one, two

    def sides_left(self, edges: int, box: int) -> int:
        """The edges that a box lacks."""
        return self.game.sides[box] & ~edges

    def walk(self, edges: int, two: int, box: int, edge: int) -> tuple[int, int, int]:
        """The boxes and edges of a chain from a box on, and the box at its end: -1 if none."""
        boxes, found = 1 << box, 1 << edge
        box = self.beyond(edge, box)
        while box >= 0 and two & ~boxes & 1 << box:
            boxes |= 1 << box
            edge = lowest(self.sides_left(edges, box) & ~found)
            found |= 1 << edge
            box = self.beyond(edge, box)
        return boxes, found, box

    def beyond(self, edge: int, box: int) -> int:
        """The box on the other side of an edge, or -1."""
        return self.game.beside[2 * edge] + self.game.beside[2 * edge + 1] - box

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
