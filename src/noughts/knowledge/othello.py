"""Knowledge of Othello: evaluation, stable discs, the order of moves.

Paul Rosenbloom, "A world-championship-level Othello program", 1982, for stable discs and
mobility; Michael Buro, "ProbCut", 1995, for "fastest first".
"""

from collections.abc import Iterator
from functools import cached_property
from itertools import product

from noughts.bits import count, lowest
from noughts.games.othello import Discs, Othello
from noughts.knowledge import symmetry
from noughts.knowledge.marks import CellKnowledge
from noughts.value import INFINITY, as_estimate

# Weights of Othello: the balance of moves, a corner, a disc beside an empty corner, more for one on
# its diagonal, a disc beside an empty cell; and a disc more on a full board.
MOBILITY, CORNER, BESIDE, DIAGONAL, FRONTIER, FEW_DISCS = 85, 70, 5, 60, 4, 10
# The weight of one reply less of the opponent, in the order of moves.
FEWER_MOVES = 8
# The worth of a move that leaves no reply; the fewest empty cells for which moves are ordered by
# looking one reply ahead; the most that are filled without a table; and the widest board on which
# that order is worth its time.
NO_REPLY, LOOK_AHEAD, LAST, WIDEST = 200, 8, 7, 6
# The most empty cells that are filled in any order.
FEW_CELLS = 2
# The fewest empty cells for which moves are ordered by a search; the most plies of that search; and
# how much more its value counts than the other order.
SEARCHED, DEEPEST, SURER = 14, 6, 100


class OthelloKnowledge(CellKnowledge[Discs]):
    """Knowledge of Othello: neither the side to move nor turns and reflections matter."""

    game: Othello

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """All turns and reflections: they map straight lines to straight lines.

        Four of them exchange the colours of the start, which does not matter for later moves.
        """
        return symmetry.of_rectangle(self.game.n, self.game.n)

    def estimate(self, position: Discs) -> int:
        """Moves that there are, corners and the cells beside them; at the end, discs."""
        mine, theirs = position.mine, position.theirs
        empty = self.game.all_cells & ~(mine | theirs)
        if empty == 0:
            return as_estimate(FEW_DISCS * (count(mine) - count(theirs)))
        my_moves, their_moves = self.game.reached(mine, theirs), self.game.reached(theirs, mine)
        score = (
            MOBILITY
            * (count(my_moves) - count(their_moves))
            // (count(my_moves) + count(their_moves) + 2)
        )
        beside = self.around(self.corners & empty)
        diagonal = beside & self.diagonals
        score += CORNER * (count(mine & self.corners) - count(theirs & self.corners))
        score -= BESIDE * (count(mine & beside) - count(theirs & beside))
        score -= DIAGONAL * (count(mine & diagonal) - count(theirs & diagonal))
        free = self.around(empty)
        score -= FRONTIER * (count(mine & free) - count(theirs & free))
        return as_estimate(score)

    def around(self, cells: int) -> int:
        """The cells beside some cells, in all eight directions, and the cells themselves."""
        return cells | self.beside(cells)

    def beside(self, cells: int) -> int:
        """The cells beside some cells, in all eight directions."""
        n = self.game.n
        across = (cells & ~self.first_column) >> 1 | (cells & ~self.last_column) << 1
        wide = cells | across
        return (across | wide << n | wide >> n) & self.game.all_cells

    @cached_property
    def corners(self) -> int:
        """The four corners."""
        n, cells = self.game.n, self.game.cells
        return 1 | 1 << n - 1 | 1 << cells - n | 1 << cells - 1

    @cached_property
    def diagonals(self) -> int:
        """The four cells on the diagonals, beside the corners."""
        n, cells = self.game.n, self.game.cells
        return 1 << n + 1 | 1 << 2 * n - 2 | 1 << cells - 2 * n + 1 | 1 << cells - n - 2

    @cached_property
    def first_column(self) -> int:
        """The cells of the column at the left edge."""
        return sum(1 << row * self.game.n for row in range(self.game.n))

    @cached_property
    def last_column(self) -> int:
        """The cells of the column at the right edge."""
        return self.first_column << self.game.n - 1

    def final_margins(self, position: Discs, alpha: int, beta: int) -> tuple[int, int]:
        """The window is decided near the end. Elsewhere no stable disc is ever turned."""
        cells = self.game.cells
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        lower, upper = -cells, cells
        if empty != 0 and count(empty) <= LAST:
            margin = last_margin(self, position.mine, position.theirs, empty, alpha, beta)
            return margin if margin > alpha else lower, margin if margin < beta else upper
        if 2 * count(position.mine) - cells >= beta:
            lower += 2 * count(self.stable(position.mine, self.game.all_cells ^ empty))
        if cells - 2 * count(position.theirs) <= alpha:
            upper -= 2 * count(self.stable(position.theirs, self.game.all_cells ^ empty))
        return lower, upper

    def stable(self, own: int, discs: int) -> int:
        """Some discs that can never be turned.

        In each of the four directions, the line is full, or it ends at the disc, or the next disc
        is a stable one of the same colour.
        """
        n, first, last = self.game.n, self.first_column, self.last_column
        across, down = self.full(discs, 0), self.full(discs, 1)
        falling, rising = self.full(discs, 2), self.full(discs, 3)
        sides, ends = first | last, (1 << n) - 1 | ((1 << n) - 1) << n * (n - 1)
        found, before = 0, 1
        while found != before:
            before = found
            right, left = found << 1 & ~first, found >> 1 & ~last
            found |= (
                own
                & (across | sides | left | right)
                & (down | ends | found << n | found >> n)
                & (falling | sides | ends | right << n | left >> n)
                & (rising | sides | ends | left << n | right >> n)
            )
        return found

    def full(self, discs: int, way: int) -> int:
        """The cells of all full lines of one of the four directions."""
        found = 0
        for i in range(self.ways[way], self.ways[way + 1]):
            if discs & self.straight[i] == self.straight[i]:
                found |= self.straight[i]
        return found

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """The number of the first line of each direction in `straight`; and of all lines."""
        n = self.game.n
        return 0, n, 2 * n, 4 * n - 1, 6 * n - 2

    @cached_property
    def straight(self) -> tuple[int, ...]:
        """All rows, all columns, all falling and all rising diagonals, as sets of cells."""
        n = self.game.n
        found: dict[tuple[int, int], int] = {}
        for way, (down, across) in enumerate(((1, 0), (0, 1), (1, -1), (1, 1))):
            for row, column in product(range(n), repeat=2):
                line = way, row * down + column * across
                found[line] = found.get(line, 0) | 1 << row * n + column
        return tuple(found[line] for line in sorted(found))

    def move_score(self, state: Discs, move: int) -> int:
        """The worst evaluation after a reply.

        Near the end, and on 8×8, where that takes most of the time, corners and few replies first.
        """
        turned = self.game.enclosed(state.mine, state.theirs, move)
        mine, theirs = state.mine | turned | 1 << move, state.theirs & ~turned
        empty, replies = self.game.all_cells & ~(mine | theirs), self.game.reached(theirs, mine)
        if count(empty) < LOOK_AHEAD or self.game.n > WIDEST:
            corner = CORNER if self.corners >> move & 1 else 0
            free = count(self.around(mine) & empty)
            return corner - FEWER_MOVES * count(replies) - FRONTIER * free
        if replies == 0:
            return self.estimate(Discs(mine, theirs, 0)) + NO_REPLY
        return -searched(self, theirs, mine, -INFINITY, INFINITY, 1)

    def late_score(self, child: Discs) -> int:
        """Minus the value of a search, which is deeper where more cells are empty."""
        empty = count(self.game.all_cells & ~(child.mine | child.theirs))
        if empty < SEARCHED or self.game.n > WIDEST:
            return 0
        depth = min(DEEPEST, 2 + (empty - SEARCHED) // 2)
        return -SURER * searched(self, child.mine, child.theirs, -INFINITY, INFINITY, depth)

    def orders_slowly(self, position: Discs) -> bool:
        return self.game.cells - count(position.mine | position.theirs) > LAST + 1

    def natural_moves(self, position: Discs) -> Iterator[int]:
        """The corners, if there are any; otherwise all cells."""
        cells = self.game.reached(position.mine, position.theirs)
        if cells & self.corners:
            cells &= self.corners
        while cells:
            yield lowest(cells)
            cells &= cells - 1

    def canonical(self, position: Discs) -> Discs:
        mine, theirs = self.least_image(position.mine, position.theirs)
        return Discs(mine, theirs, 0)


def searched(
    known: OthelloKnowledge, mine: int, theirs: int, alpha: int, beta: int, depth: int
) -> int:
    """The evaluation after that many plies, by alpha-beta; it ends where a player must pass."""
    replies = known.game.reached(mine, theirs) if depth else 0
    if replies == 0:
        return known.estimate(Discs(mine, theirs, 0))
    best = -INFINITY
    while replies and best < beta:
        turned = known.game.enclosed(mine, theirs, lowest(replies))
        after, others = mine | turned | replies & -replies, theirs & ~turned
        best = max(best, -searched(known, others, after, -beta, -max(alpha, best), depth - 1))
        replies &= replies - 1
    return best


def last_margin(
    known: OthelloKnowledge, mine: int, theirs: int, empty: int, alpha: int, beta: int
) -> int:
    """The best margin at the end, as `best_margin` finds it, where few cells are empty.

    Cells with no empty one beside them come first: the opponent has no answer there.
    """
    if empty & empty - 1 == 0:
        return filled(known.game, mine, theirs, empty)
    best, alone = -INFINITY, empty & ~known.beside(empty) if count(empty) > FEW_CELLS else 0
    for left in (alone, empty ^ alone):
        while left and best < beta:
            cell = left & -left
            left ^= cell
            turned = known.game.enclosed(mine, theirs, lowest(cell))
            if turned:
                after, others = mine | turned | cell, theirs ^ turned
                low = max(alpha, best)
                best = max(best, -last_margin(known, others, after, empty ^ cell, -beta, -low))
    if best > -INFINITY:
        return best
    if known.game.reached(theirs, mine) == 0:
        return count(mine) - count(theirs)
    return -last_margin(known, theirs, mine, empty, -beta, -alpha)


def filled(game: Othello, mine: int, theirs: int, last: int) -> int:
    """The margin after the only empty cell is filled, by either player, or by none."""
    turned = game.enclosed(mine, theirs, lowest(last))
    if turned:
        return count(mine | turned | last) - count(theirs ^ turned)
    turned = game.enclosed(theirs, mine, lowest(last))
    return count(mine ^ turned) - count(theirs | turned) - (1 if turned else 0)
