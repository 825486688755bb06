"""Monte Carlo tree search with UCT: moves judged by random playouts.

    Levente Kocsis and Csaba Szepesvári, "Bandit based Monte-Carlo Planning", ECML 2006;
    the four steps after Cameron Browne et al., "A Survey of Monte Carlo Tree Search
    Methods", IEEE Transactions on Computational Intelligence and AI in Games 4 (2012).

Each simulation adds one position to the tree:

    select      go down from the root to a node that has a move untried, each time to the
                child with the greatest upper confidence bound
    expand      try a move that was not tried, and add the position after it
    simulate    play at random to the end
    back up     count the result in every node on the path, for the player who moved there

With more simulations the choice converges to a best move by outcome: a quick win counts
no more than a slow one.
"""

from math import inf, log, sqrt
from random import Random
from typing import Generic

from noughts.game import Game, P, keeps_turn
from noughts.native.clock import CLOCK
from noughts.search.depth import LONG, refuse_endless
from noughts.value import OPEN

SIMULATIONS = 1_000
EXPLORATION = sqrt(2)
# The reward of a draw.
DRAWN = 0.5


class MonteCarloPlayer:
    """Chooses by Monte Carlo tree search.

    Args:
        simulations: the number of playouts for each move, 1 or more.
        seed: makes its choices repeatable; None makes new ones each time.
        exploration: the weight of rarely tried moves; the square root of 2 suits rewards of 1 for a
            win and 0 for a loss.

    Attributes:
        move_seconds: the most seconds for a move, whatever simulations are left; None for no limit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xx1/oo1/3 x")
    >>> game.name(MonteCarloPlayer(200, seed=1).choose(game, position))
    'c3'
    """

    def __init__(
        self,
        simulations: int = SIMULATIONS,
        seed: int | None = None,
        exploration: float = EXPLORATION,
    ) -> None:
        if simulations < 1:
            raise ValueError(f"simulations must be at least 1, not {simulations}.")
        self.simulations = simulations
        self.exploration = exploration
        self.name = f"mcts:{simulations}"
        self.move_seconds: float | None = None
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """The move that was tried most often."""
        visits = self.visits(game, position)
        return max(visits, key=lambda move: visits[move])

    def visits(self, game: Game[P], position: P) -> dict[int, int]:
        """The number of visits of each move; moves never tried are left out."""
        root = UctNode(game, position)
        end = inf if self.move_seconds is None else CLOCK.time() + self.move_seconds
        for number in range(self.simulations):
            if number and CLOCK.time() >= end:
                break
            self._simulate(game, root)
        return {move: child.visits for move, child in sorted(root.children.items())}

    def _simulate(self, game: Game[P], root: "UctNode[P]") -> None:
        path = [root]
        while not path[-1].untried and path[-1].children:
            path.append(path[-1].promising_child(self.exploration))
        if path[-1].untried:
            path.append(path[-1].expand(game, self._random))
        reward = playout(game, path[-1].position, self._random)  # for the player to move there
        for node in reversed(path):
            reward = reward if node.again else 1 - reward
            node.visits += 1
            node.reward += reward


class UctNode(Generic[P]):
    """A position in the tree, with the moves that have no child yet, `untried`.

    `reward` is the sum for the player who moved here, 1 for a win and 1/2 for a draw; `again` says
    that this player moves again.
    """

    __slots__ = ("again", "children", "position", "reward", "untried", "visits")

    def __init__(self, game: Game[P], position: P, again: bool = False) -> None:
        over = game.outcome(position) != OPEN
        self.position = position
        self.again = again
        self.visits = 0
        self.reward = 0.0
        self.untried = [] if over else list(game.moves(position))
        self.children: dict[int, UctNode[P]] = {}

    def promising_child(self, exploration: float) -> "UctNode[P]":
        spread = exploration * sqrt(log(self.visits))
        return max(
            self.children.values(),
            key=lambda child: child.reward / child.visits + spread / sqrt(child.visits),
        )

    def expand(self, game: Game[P], random: Random) -> "UctNode[P]":
        move = self.untried.pop(random.randrange(len(self.untried)))
        after = game.play(self.position, move)
        self.children[move] = UctNode(game, after, keeps_turn(game, self.position, after))
        return self.children[move]


def playout(game: Game[P], position: P, random: Random) -> float:
    mover, plies = 1, 0
    while (outcome := game.outcome(position)) == OPEN:
        before = position
        position = game.play(position, random.choice(list(game.moves(position))))
        mover, plies = mover if keeps_turn(game, before, position) else -mover, plies + 1
        refuse_endless(game, position, plies)
        if game.repeats and plies == LONG:
            return DRAWN  # as in a match, where repetition is a draw
    return (1 + mover * outcome) / 2
