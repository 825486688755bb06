"""Knowledge of Hex: missing stones of a chain, and threats and bridges in words."""

from collections.abc import Iterator, Sequence
from functools import cached_property

from noughts.bits import cells_of, count, lowest
from noughts.games.common.cell_game import Marks
from noughts.games.hex import EDGES, Hex
from noughts.knowledge.marks import MarksKnowledge
from noughts.knowledge.symmetry import Symmetry
from noughts.value import BASE, OPEN, SOONEST

# The weight of a missing stone in an evaluation.
LINK = 40
# Where more cells are empty, a search with a horizon looks at a few, on short ways between edges.
MANY, FEW = 36, 30


class HexKnowledge(MarksKnowledge):
    game: Hex

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The half turn: no other symmetry maps each player's edges to their own."""
        same = tuple(range(self.game.cells))
        return (same,) if self.game.swap else (same, same[::-1])

    @cached_property
    def places(self) -> int:
        return self.game.places

    @property
    def max_plies(self) -> int:
        return self.game.cells + self.game.swap

    def draw_plies(self, position: Marks) -> int:
        return self.max_plies - count(position.mine | position.theirs)

    # Chains of contact and bridges that no opponent can break.

    def bounds(self, state: Marks, alpha: int, beta: int) -> tuple[int, int]:
        """An unbreakable chain from edge to edge wins, also if it lacks one stone of the mover."""
        if self.outcome(state) != OPEN:
            return -BASE, -BASE
        if self.game.swap and count(state.mine | state.theirs) < 2:
            return -SOONEST, SOONEST
        side, left = self.game.turn(state), self.draw_plies(state)
        if self.holds(state.theirs, state.mine, 1 - side):
            return -SOONEST, left - BASE
        if self.holds_next(state.mine, state.theirs, side):
            return BASE - left, SOONEST
        return -SOONEST, SOONEST

    def holds(self, stones: int, others: int, side: int) -> bool:
        """Whether stones join the edges even if the opponent moves; if in doubt, no."""
        last = self.game.other_edge(side)
        chain, spare = self.safe_chain(stones, others, self.game.one_edge(side))
        near = self.bridges_to_edge(last, spare | chain & ~last)
        return chain & (last | near | self.joined_from_afar(last, spare)) != 0

    def holds_next(self, stones: int, others: int, side: int) -> bool:
        """Whether one more stone completes an unbreakable chain."""
        first, last = self.game.one_edge(side), self.game.other_edge(side)
        free = self.game.all_cells & ~others
        ends = self.next_to(self.safe_chain(stones, others, first)[0], first, free)
        ends &= self.next_to(self.safe_chain(stones, others, last)[0], last, free)
        ends &= ~stones
        while ends:
            if self.holds(stones | ends & -ends, others, side):
                return True
            ends &= ends - 1
        return False

    def next_to(self, chain: int, edge: int, free: int) -> int:
        """The free cells that touch a chain or its edge, or lie a bridge away."""
        near = self.game.touching(chain) | self.bridges(chain, free)
        near |= edge | self.bridges_to_edge(edge, free) | self.joined_from_afar(edge, free)
        return near & free

    def safe_chain(self, stones: int, others: int, edge: int) -> tuple[int, int]:
        """The stones joined to an edge by contact and bridges, and the cells that these leave free.

        No two bridges share a cell, so the opponent can break none of them.
        """
        spare = self.game.all_cells & ~(stones | others)
        chain = self.game.spread(stones & edge, stones)
        ended = False
        while not ended:
            ended = True
            for way in range(6):
                one, other = self.moved(chain, way) & spare, self.moved(chain, way + 1) & spare
                found = self.moved(one, way + 1) & self.moved(other, way) & stones & ~chain
                if found:
                    found &= -found
                    spare &= ~(self.moved(found, way + 3) | self.moved(found, way + 4))
                    chain = self.game.spread(chain | found, stones)
                    ended = False
            found = self.bridges_to_edge(edge, spare | stones & ~edge) & stones & ~chain
            if found:
                found &= -found
                spare &= ~(self.game.touching(found) & edge)
                chain = self.game.spread(chain | found, stones)
                ended = False
            for form in range(2):
                found = self.with_ziggurat(edge, spare, form) & stones & ~chain
                if found:
                    found &= -found
                    spare &= ~self.ziggurat(edge, found, form)
                    chain = self.game.spread(chain | found, stones)
                    ended = False
        return chain, spare

    # The ziggurat joins a stone in the third row to the edge, whatever the opponent does: the cell
    # beside it, three cells in the row below and four at the edge, all free.

    def joined_from_afar(self, edge: int, free: int) -> int:
        """The cells with a ziggurat of free cells to an edge."""
        return self.with_ziggurat(edge, free, 0) | self.with_ziggurat(edge, free, 1)

    def with_ziggurat(self, edge: int, free: int, form: int) -> int:
        """The cells with a ziggurat of one of its two forms, which mirror each other."""
        down, beside = self.ways_to(edge, form)
        up, back = down + 3, beside + 3
        two = free & self.moved(free, back)
        four = edge & two & self.moved(self.moved(edge & two, back), back)
        three = free & self.moved(two, back)
        return self.moved(three & self.moved(four, up), up) & self.moved(free, back)

    def ziggurat(self, edge: int, stone: int, form: int) -> int:
        """The free cells of a stone's ziggurat."""
        down, beside = self.ways_to(edge, form)
        row, cells = stone, 0
        for width in range(2, 5):
            for _ in range(width - 1):
                row |= self.moved(row, beside)
            cells |= row
            stone = self.moved(stone, down)
            row = stone
        return cells

    def ways_to(self, edge: int, form: int) -> tuple[int, int]:
        """The directions, as in `moved`, of a ziggurat's slope and of its width."""
        way = 4
        if edge == self.game.top:
            way = 0
        elif edge == self.game.right:
            way = 1
        elif edge == self.game.bottom:
            way = 3
        return (way, way + 2) if form else (way + 1, way + 5)

    def moved(self, cells: int, way: int) -> int:
        """The cells one step away in one of six directions, which go round from straight up."""
        way %= 6
        n = self.game.size
        if way in (1, 2):
            cells &= ~self.game.right
        elif way in (4, 5):
            cells &= ~self.game.left
        if way == 0:
            return cells >> n
        if way == 1:
            return cells >> n - 1
        if way == 2:
            return cells << 1
        if way == 3:
            return cells << n & self.game.all_cells
        if way == 4:
            return cells << n - 1 & self.game.all_cells
        return cells >> 1

    @cached_property
    def worth_swapping(self) -> int:
        """The cells of first stones that are worth taking: those near the middle."""
        n, edge = self.game.size, (self.game.size + 2) // 3
        inside = range(edge, n - edge)
        return sum(1 << row * n + column for row in inside for column in inside)

    def likely_moves(self, state: Marks) -> Iterator[int]:
        """The swap alone, where the first stone is near the middle; of many cells a few."""
        if self.game.can_swap(state) and state.theirs & self.worth_swapping:
            yield lowest(state.theirs)
        elif self.draw_plies(state) > MANY:
            for move in self.cells_on_ways(state):  # compiled code has no `from`
                yield move
        else:
            for move in self.candidate_moves(state):
                yield move

    def cells_on_ways(self, state: Marks) -> Iterator[int]:
        """A few cells on short ways: first on the shortest of both players, then of one."""
        side = self.game.turn(state)
        mine, mine_near = self.on_ways(state.mine, state.theirs, side)
        theirs, theirs_near = self.on_ways(state.theirs, state.mine, 1 - side)
        choice = mine_near | theirs_near
        choice = choice or self.game.all_cells & ~(state.mine | state.theirs)
        left = FEW
        for kind in (mine & theirs, mine | theirs, mine_near & theirs_near, choice):
            now = choice & kind
            choice &= ~now
            while now and left > 0:
                yield lowest(now)
                now &= now - 1
                left -= 1

    def on_ways(self, own: int, others: int, side: int) -> tuple[int, int]:
        """The empty cells on the shortest ways from edge to edge, and on ways a stone longer.

        A way leads over own stones, contact and bridges.
        """
        free = self.game.all_cells & ~others
        there = self.reached(self.game.one_edge(side), own, free)
        back = self.reached(self.game.other_edge(side), own, free)
        least, short, near = 0, own & 0, own & 0
        while least < len(there) and short == 0:
            least += 1
            near = self.crossing(there, back, least + 1) & free & ~own
            short = self.crossing(there, back, least) & free & ~own
        return short, near

    def crossing(self, there: list[int], back: list[int], stones: int) -> int:
        """The cells on ways of at most this number of stones; each cell's own counts twice."""
        found = there[0] & 0
        for i in range(1, stones):
            found |= there[min(i, len(there) - 1)] & back[min(stones - i, len(back) - 1)]
        return found

    def reached(self, edge: int, own: int, free: int) -> list[int]:
        """The cells joined to an edge by no stone more, by one, by two, until there are no more."""
        cells = edge & free | self.bridges_to_edge(edge, free)
        near, cells = cells, self.joined_by_bridges(cells & own, own, free)
        found = [cells]
        near |= (self.game.touching(cells) | self.bridges(cells, free)) & free
        while near & ~cells:
            cells = self.joined_by_bridges(cells | near, own, free)
            near = (self.game.touching(cells) | self.bridges(cells, free)) & free
            found.append(cells)
        return found

    def move_score(self, state: Marks, move: int) -> int:
        """The evaluation after the move, which takes too long where many cells are empty."""
        if self.draw_plies(state) > MANY:
            return 0
        return -self.evaluation(self.game.play(state, move))

    # Distances.

    def estimate(self, position: Marks) -> int:
        me = self.game.turn(position)
        mine = self.stones_needed(position.mine, position.theirs, me)
        return self.stones_needed(position.theirs, position.mine, 1 - me) - mine

    def stones_needed(self, mine: int, theirs: int, side: int) -> int:
        """Stones needed to join the edges without replies; the number of cells if impossible."""
        first, last = self.game.one_edge(side), self.game.other_edge(side)
        reached = 0
        for stones in range(self.game.cells):
            reached = self.game.spread(reached | first & mine, mine)
            if reached & last != 0:
                return stones
            reached |= (self.game.touching(reached) | first) & self.game.all_cells & ~theirs
        return self.game.cells

    def side(self, position: Marks) -> int:
        return self.game.turn(position)

    def evaluation(self, position: Marks) -> int:
        """The difference between the stones that the players still need if bridges hold."""
        me = self.game.turn(position)
        mine = self.missing_links(position.mine, position.theirs, me)
        ahead = self.missing_links(position.theirs, position.mine, 1 - me) - mine
        return abs(ahead) if self.game.can_swap(position) else ahead

    def missing_links(self, mine: int, theirs: int, side: int) -> int:
        """The stones needed to join the edges by chains and bridges, LINK each; fewer cells, more.

        A bridge holds, since one of its two empty cells is always left.
        """
        game = self.game
        free = game.all_cells & ~theirs
        first, last = game.one_edge(side), game.other_edge(side)
        reached = self.joined_by_bridges(first & mine, mine, free)
        near = first & free | self.bridges_to_edge(first, free)
        for stones in range(game.cells):
            if reached & (last | self.bridges_to_edge(last, free)):
                ends = count(reached & (last | self.bridges_to_edge(last, free)))
                return LINK * stones - min(ends, LINK // 2)
            reached = self.joined_by_bridges(reached | near & free, mine, free)
            near = (game.touching(reached) | self.bridges(reached, free)) & free
        return LINK * game.cells

    def joined_by_bridges(self, reached: int, mine: int, free: int) -> int:
        """These cells and the own stones joined to them by contact or bridges."""
        before = -1
        while reached != before:
            before = reached
            reached |= (self.game.touching(reached) | self.bridges(reached, free)) & mine
        return reached

    def bridges(self, cells: int, free: int) -> int:
        """The cells a bridge away from some of these, over two free cells."""
        game, n = self.game, self.game.size
        free &= game.all_cells
        left, right = free & ~game.right, free & ~game.left  # to step left to, and right to
        up = cells >> n & free  # straight up, and so on in the six directions of contact
        up_right = cells >> n - 1 & right
        ahead = cells << 1 & right
        down = cells << n & free
        down_left = cells << n - 1 & left
        back = cells >> 1 & left
        found = (up >> n - 1 & right) & (up_right >> n)  # between these two
        found |= (up_right << 1 & right) & (ahead >> n - 1 & right)
        found |= (ahead << n) & (down << 1 & right)
        found |= (down << n - 1 & left) & (down_left << n)
        found |= (down_left >> 1 & left) & (back << n - 1 & left)
        found |= (back >> n) & (up >> 1 & left)
        return found & free

    def bridges_to_edge(self, edge: int, free: int) -> int:
        """The cells of the second row from an edge with two free cells to it."""
        game, n = self.game, self.game.size
        near = edge & free
        if edge == game.top:
            return near << n & (near & ~game.left) << n - 1 & free
        if edge == game.bottom:
            return near >> n & (near & ~game.right) >> n - 1 & free
        if edge == game.left:
            return near << 1 & near >> n - 1 & ~game.left & free
        return near >> 1 & near << n - 1 & ~game.right & free

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Edges that it joins, threatens to join, or keeps the other from joining; and bridges."""
        side = self.game.turn(position)
        mine, theirs = position.mine | 1 << move, position.theirs
        if theirs >> move & 1:
            (reflected,) = cells_of(self.game.play(position, move).theirs)
            return (f"takes the stone over, at {self.game.cell_name(reflected)}",)
        if self.game.joined(mine, side):
            return (f"joins {EDGES[side]}",)
        clauses = (
            *self._keeping(position, side, move),
            *self._threats(mine, theirs, side),
            *self._bridges(mine, theirs, side, move),
        )
        return clauses or tuple(self._stones(position, mine, side))

    def joining(self, stones: int, others: int, side: int) -> list[int]:
        """Empty cells by which these stones would join the side's edges."""
        empty = cells_of(self.game.all_cells & ~(stones | others))
        return [cell for cell in empty if self.game.joined(stones | 1 << cell, side)]

    def _keeping(self, position: Marks, side: int, move: int) -> Iterator[str]:
        """Whether the opponent would have joined their edges at this cell."""
        if self.game.joined(position.theirs | 1 << move, 1 - side):
            yield f"keeps {self.game.marks[1 - side]} from joining {EDGES[1 - side]} there"

    def _threats(self, mine: int, theirs: int, side: int) -> Iterator[str]:
        """The cells that will join the edges, unless the opponent takes them."""
        cells = self.joining(mine, theirs, side)
        if cells:
            yield f"threatens to join {EDGES[side]} at {self._either(cells)}"

    def _stones(self, position: Marks, mine: int, side: int) -> Iterator[str]:
        """Stones that the mover still needs to join the edges; if `changed`, the opponent."""
        theirs, other = position.theirs, 1 - side
        needed = self.stones_needed(mine, theirs, side)
        if needed < self.stones_needed(position.mine, theirs, side):
            yield f"lacks {needed} stones to join {EDGES[side]}"
        lacking = self.stones_needed(theirs, mine, other)
        if lacking > self.stones_needed(theirs, position.mine, other):
            who = self.game.marks[other]
            yield f"makes {who} lack {lacking} stones to join {EDGES[other]}"

    def _bridges(self, mine: int, theirs: int, side: int, move: int) -> Iterator[str]:
        """Stones and edges that the move reaches by either of two empty cells."""
        empty = self.game.all_cells & ~(mine | theirs)
        near = self.game.touching(1 << move) & self.game.all_cells
        for stone in cells_of(mine & ~(near | 1 << move)):
            if count(near & self.game.touching(1 << stone) & empty) == 2:
                yield f"makes a bridge to {self.game.cell_name(stone)}"
        names = EDGES[side].split(" and ")
        for edge, name in zip(
            (self.game.one_edge(side), self.game.other_edge(side)), names, strict=True
        ):
            if not edge >> move & 1 and count(near & edge & empty) == 2:
                yield f"makes a bridge to the {name} edge"

    def _either(self, cells: Sequence[int]) -> str:
        *rest, last = map(self.game.cell_name, cells)
        return f"{', '.join(rest)} or {last}" if rest else last
