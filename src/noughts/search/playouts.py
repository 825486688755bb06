"""Monte Carlo tree search: moves judged by random playouts, and proved where the tree ends.

    Levente Kocsis and Csaba Szepesvári, "Bandit based Monte-Carlo Planning", ECML 2006; the four
    steps after Cameron Browne et al., "A Survey of Monte Carlo Tree Search Methods", IEEE
    Transactions on Computational Intelligence and AI in Games 4, 2012; Mark Winands, Yngvi
    Björnsson and Jahn-Takeshi Saito, "Monte-Carlo Tree Search Solver", Computers and Games 2008,
    for proved nodes.

Each simulation adds one position to the tree:

    select      go down from the root to a move that was not tried yet, each time by the move with
                the greatest upper confidence bound
    expand      add the position after that move
    simulate    play at random to the end
    back up     count the result in every node on the path, for the player who moved there

Where the game ends in the tree its outcome is proved. A node is proved when one of its moves is
proved to win, or all are proved.
"""

from array import array
from math import log, sqrt

from noughts.game import P, keeps_turn
from noughts.knowledge import Knowledge
from noughts.search.context import RandomControl
from noughts.search.depth import LONG
from noughts.search.memory import zeros
from noughts.value import DRAW, LOSS, OPEN, WIN

# The exploration is a whole number of these parts.
PARTS = 1_000_000
# The most moves of a position that a playout chooses from.
MOVES = 4_096
# The longest path in the tree.
DEEPEST = 1_000


class MonteCarloTree(RandomControl):
    """The tree of a Monte Carlo tree search; node 0 is the root.

    Args:
        size: the most nodes. A node has room for all its moves as soon as it is expanded.
        exploration: the weight of rarely tried moves, in parts of `PARTS`.
        seed: makes the search repeatable.
        live: as for `SearchControl`.
    """

    __slots__ = (
        "again", "counts", "exploration", "firsts", "listed", "moves", "path", "proved", "rewards",
        "simulations", "size", "used", "visits",
    )  # fmt: skip

    again: "array[int]"  # 1 if the player who moved to the node moves again
    counts: "array[int]"  # of each node's children
    exploration: int
    firsts: "array[int]"  # each node's first child; 0 if it is not expanded
    listed: "array[int]"  # the moves of a position in a playout
    moves: "array[int]"  # to each node
    path: "array[int]"
    proved: "array[int]"  # the outcome for the player to move at each node, or OPEN
    rewards: "array[int]"  # for the player who moved to each node: 2 for a win, 1 for a draw
    simulations: int
    size: int
    used: int  # nodes
    visits: "array[int]"

    def __init__(
        self, size: int, exploration: int, seed: int, live: "array[int] | None" = None
    ) -> None:
        super().__init__(seed, live)
        self.again = zeros(size)
        self.counts = zeros(size)
        self.firsts = zeros(size)
        self.moves = zeros(size)
        self.proved = array("q", [OPEN]) * size
        self.rewards = zeros(size)
        self.visits = zeros(size)
        self.listed = zeros(MOVES)
        self.path = zeros(DEEPEST + 1)
        self.exploration = exploration
        self.simulations = 0
        self.size = size
        self.used = 1

    def add_child(self, node: int, move: int) -> None:
        """Add a move; all moves of a node are added in a row."""
        if not self.counts[node]:
            self.firsts[node] = self.used
        self.moves[self.used] = move
        self.used += 1
        self.counts[node] += 1

    def promising_child(self, node: int) -> int:
        """A child that was not tried, or that with the greatest upper confidence bound (UCB1).

        Children that are proved to lose for the player to move at the node are left out.
        """
        first, count = self.firsts[node], self.counts[node]
        offset = self.draw(count)  # so that neither new moves nor equal ones are tried in order
        spread = self.exploration / PARTS * sqrt(log(max(1, self.visits[node])))
        best, chosen = -1.0, first
        for number in range(count):
            child = first + (number + offset) % count
            visits = self.visits[child]
            if not visits:
                return child
            if self.result_of(child) != LOSS:
                bound = self.rewards[child] / (2 * visits) + spread / sqrt(visits)
                if bound > best:
                    best, chosen = bound, child
        return chosen

    def result_of(self, child: int) -> int:
        """The proved outcome of a child for the player who moves there, or OPEN."""
        proved = self.proved[child]
        return proved if proved == OPEN or self.again[child] else -proved

    def prove(self, node: int) -> None:
        """Prove a node by its children, if they suffice."""
        best = LOSS
        for number in range(self.counts[node]):
            result = self.result_of(self.firsts[node] + number)
            if result == WIN:
                best = WIN
                break
            if result == OPEN:
                best = OPEN
            elif best != OPEN:
                best = max(best, result)
        self.proved[node] = best

    def back_up(self, depth: int, outcome: int) -> None:
        """Count the outcome for the player to move at the end of the path in all its nodes."""
        for place in range(depth, -1, -1):
            node = self.path[place]
            if self.proved[node] == OPEN and self.counts[node]:
                self.prove(node)
            if self.again[node] == 0:  # rewards are for the player who moved to the node
                outcome = -outcome
            self.visits[node] += 1
            self.rewards[node] += outcome + 1


def search_by_playouts(
    game: Knowledge[P], position: P, simulations: int, tree: MonteCarloTree
) -> int:
    """Run simulations from the root, an open position, until it is proved; their number in all."""
    for _ in range(simulations):
        if tree.proved[0] != OPEN:
            break
        tree.visit()
        simulate(game, position, tree)
        tree.simulations += 1
    return tree.simulations


def simulate(game: Knowledge[P], position: P, tree: MonteCarloTree) -> None:
    """Go down the tree, add a position to it, play at random, and count the result."""
    node, depth = 0, 0
    tree.path[0] = 0
    while tree.proved[node] == OPEN and depth < DEEPEST:
        is_new = depth > 0 and not tree.visits[node]
        if is_new or not (tree.counts[node] or expand(game, position, node, tree)):
            break
        node = tree.promising_child(node)
        before = position
        position = game.play(position, tree.moves[node])
        tree.again[node] = 1 if keeps_turn(game, before, position) else 0
        depth += 1
        tree.path[depth] = node
        if not tree.visits[node]:
            tree.proved[node] = game.outcome(position)
    outcome = tree.proved[node]
    tree.back_up(depth, playout(game, position, tree) if outcome == OPEN else outcome)


def expand(game: Knowledge[P], position: P, node: int, tree: MonteCarloTree) -> int:
    """Add all moves of a position; returns their number, or 0 if there is no room for them."""
    count = 0
    for _ in game.moves(position):
        count += 1
    if count > min(MOVES, tree.size - tree.used):
        return 0
    for move in game.moves(position):
        tree.add_child(node, move)
    return count


def playout(game: Knowledge[P], position: P, tree: MonteCarloTree) -> int:
    """The outcome, for the player to move, of a random game; a draw if it is too long."""
    outcome, mine, plies = game.outcome(position), 1, 0
    while outcome == OPEN and plies < LONG:
        count = 0
        for move in game.moves(position):
            if count < MOVES:
                tree.listed[count] = move
                count += 1
        before = position
        position = game.play(position, tree.listed[tree.draw(count)])
        if not keeps_turn(game, before, position):
            mine = -mine
        outcome = game.outcome(position)
        plies += 1
    return DRAW if outcome == OPEN else mine * outcome
