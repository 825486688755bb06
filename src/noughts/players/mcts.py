"""Players that judge moves by random playouts (`search/playouts.py`)."""

from collections.abc import Iterable
from contextlib import suppress
from math import inf, sqrt
from random import Random
from typing import Any, Generic

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import Game, P
from noughts.games.given import checks_numbers, takes_question
from noughts.games.registry import spec_of
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.search.memory import Recent
from noughts.search.playouts import MOVES, PARTS, MonteCarloTree, search_by_playouts
from noughts.solving.driver import Driver, Form, Poll
from noughts.value import LOSS, OPEN, WIN

SIMULATIONS = 1_000
EXPLORATION = sqrt(2)
# Games whose compiled forms are remembered.
GAMES = 4
# The nodes of a tree: the fewest, those per simulation, and the most.
LEAST_NODES, NODES_EACH, MOST_NODES = 1 << 13, 128, 1 << 18
# Simulations of one call of compiled code.
MANY = 250


class PlayoutSearch(Generic[P]):
    """Monte Carlo tree search in one game.

    Args:
        game: the rules.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> tree = PlayoutSearch(game).tree(game.parse("xx1/oo1/3 x")[0], 200, seed=1)
    >>> game.name(best_child(tree)), tree.simulations <= 200
    ('c3', True)
    """

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self._driver = Driver(search_by_playouts, self.known)

    def tree(
        self,
        position: P,
        simulations: int,
        seed: int,
        exploration: float = EXPLORATION,
        end: float = inf,
        only: Iterable[int] = (),
    ) -> MonteCarloTree:
        """The tree after the simulations, fewer if a time by `CLOCK` comes first; at least one.

        It has fewer, too, if the root is proved; by the moves in `only`, if there are any.

        Raises:
            UnsuitedGame: the position has more than `MOVES` moves.
        """
        size = min(MOST_NODES, LEAST_NODES + NODES_EACH * simulations)
        tree = MonteCarloTree(size, round(exploration * PARTS), seed)
        for move in only:
            tree.add_child(0, move)

        def check(_: int) -> None:
            if tree.simulations and CLOCK.time() >= end:
                raise SearchStopped

        def step(form: Form, poll: Poll) -> MonteCarloTree | None:
            each = 1 if form == self._driver.plain else MANY
            form(self.known, position, min(each, simulations - tree.simulations), tree)
            if tree.simulations == simulations or tree.proved[0] != OPEN:
                return tree
            poll(0)
            return None

        with suppress(SearchStopped):
            self._driver.run(step, check)
        if not tree.counts[0]:
            raise UnsuitedGame(
                f"{spec_of(self.game)} has a position with more moves than Monte Carlo tree search "
                f"compares, {MOVES:,}. Choose another level, such as easy."
            )
        return tree


def best_child(tree: MonteCarloTree) -> int:
    """A move proved to win, or the most visited move that is not proved to lose."""

    def merit(child: int) -> tuple[int, int]:
        result = tree.result_of(child) if tree.visits[child] else OPEN
        return {WIN: 1, LOSS: -1}.get(result, 0), tree.visits[child]

    return tree.moves[max(_children(tree), key=merit)]


def _children(tree: MonteCarloTree) -> range:
    first = tree.firsts[0]
    return range(first, first + tree.counts[0])


class MonteCarloPlayer:
    """Chooses by Monte Carlo tree search.

    With more simulations the choice converges to a best move by outcome: a quick win counts no more
    than a slow one.

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

    @checks_numbers
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
        self._searches: Recent[Any, PlayoutSearch[Any]] = Recent(GAMES)

    @takes_question
    def choose(self, game: Game[P], position: P) -> int:
        """The move that was tried most often, unless one is proved to win."""
        return best_child(self.tree(game, position))

    def visits(self, game: Game[P], position: P) -> dict[int, int]:
        """The number of visits of each move; moves never tried are left out."""
        tree = self.tree(game, position)
        tried = (child for child in _children(tree) if tree.visits[child])
        return {tree.moves[child]: tree.visits[child] for child in tried}

    def tree(self, game: Game[P], position: P) -> MonteCarloTree:
        """The tree of a new search."""
        if game not in self._searches:
            self._searches[game] = PlayoutSearch(game)
        end = inf if self.move_seconds is None else CLOCK.time() + self.move_seconds
        seed = self._random.getrandbits(62)
        return self._searches[game].tree(position, self.simulations, seed, self.exploration, end)
