"""A perfect player that sets traps: it plays the best move that is hardest to answer.

Among the moves of the best value, plies included, it plays those that leave the opponent the fewest
replies that keep the value; or, given a model of the opponent, those with the best expected result.

Where exact values take too long it looks a few plies ahead instead, and counts the replies that
look best: a trap is then likely, not sure.
"""

from collections.abc import Iterable
from contextlib import suppress
from fractions import Fraction
from math import inf
from typing import Any, Generic

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.native.clock import CLOCK
from noughts.players.limited import LimitedPlayer
from noughts.players.perfect import FALLBACK_PART, PerfectPlayer
from noughts.players.player import KnownPolicy, Policy, SamplingPlayer, uniform
from noughts.recent import Recent
from noughts.search.depth import with_enough_stack
from noughts.solving.api import GAMES, Solvers
from noughts.solving.exact_solver import ExactSolver
from noughts.value import OPEN, Certainty

# The most positions to visit with a model.
MOST_POSITIONS = 100_000
# The greatest depth for traps where values take too long, in plies.
TRAP_PLIES = 4


class Trickster(SamplingPlayer):
    """Plays the best moves that leave the most room for mistakes.

    In a game too large for its budget it chooses from the moves that `perfect` falls back to, and
    prefers one that leaves few good-looking replies. The search for traps has a time limit.

    Args:
        model: the opponent's policy, if known; it is followed to the end of every game, so the game
            must be small.
        seed: makes the choice among equal moves repeatable; None makes a new one each time.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> [game.name(move) for move in Trickster().probabilities(game, game.start())]
    ['a3', 'c3', 'a1', 'c1']
    """

    def __init__(self, model: KnownPolicy | None = None, seed: int | None = None) -> None:
        self.name = f"trickster:{model.name}" if model else "trickster"
        self._model = model
        super().__init__(seed)
        self._perfect = PerfectPlayer(seed)
        self._prospects: Recent[Any, Prospects[Any]] = Recent(GAMES)

    def share(self, solvers: Solvers) -> None:
        """Use these solvers from now on, together with other players."""
        self._perfect.share(solvers)

    @property
    def certainty(self) -> Certainty:
        """The certainty of its last move, as for `PerfectPlayer`."""
        return self._perfect.certainty

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over its favourite moves."""
        solver = self._perfect.solvers.of(game)
        end = CLOCK.time() + (inf if solver.seconds is None else solver.seconds)
        self._perfect.part = 1 - FALLBACK_PART
        best = list(self._perfect.probabilities(game, position))
        if len(best) == 1:
            return uniform(best)
        if self.certainty == Certainty.PROVED:
            with suppress(SearchStopped), solver.shared_limit(FALLBACK_PART):
                return uniform(self._traps(solver, position, best))
        return uniform(self._likely_traps(solver, position, best, end))

    def _likely_traps(
        self, solver: ExactSolver[P], position: P, best: list[int], end: float
    ) -> list[int]:
        """Those after which the fewest replies look best, as far ahead as all can be looked at."""
        game, found = solver.game, best
        with suppress(SearchStopped):
            for plies in range(2, TRAP_PLIES + 1, 2):
                good = {
                    move: looking_best(game, game.play(position, move), plies, end) for move in best
                }
                found = least(best, good)
        return found

    def _traps(self, solver: ExactSolver[P], position: P, best: list[int]) -> list[int]:
        after = {move: solver.game.play(position, move) for move in best}
        if self._model is None:
            return least(best, {move: holding(solver, after[move]) for move in best})
        if solver.game not in self._prospects:
            self._prospects[solver.game] = Prospects(solver, self._model)
        prospects = self._prospects[solver.game]
        return least(best, {move: -prospects.against_reply(after[move]) for move in best})


def least(moves: Iterable[int], measure: dict[int, Any]) -> list[int]:
    """The moves for which the measure is least."""
    smallest = min(measure.values())
    return [move for move in moves if measure[move] == smallest]


def looking_best(game: Game[P], position: P, plies: int, end: float = inf) -> int:
    """How many moves look best that many plies ahead; 0 where the game is over.

    Raises:
        SearchStopped: that takes until the end, by `CLOCK`.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> looking_best(game, game.parse("xx1/1o1/3 o")[0], 2)  # one move stops the threat
    1
    """
    if game.outcome(position) != OPEN:
        return 0
    scores = LimitedPlayer(plies).scores(game, position, lambda: CLOCK.time() >= end)
    best = max(move.score for move in scores)
    return sum(move.score == best for move in scores)


def holding(solver: ExactSolver[P], position: P) -> tuple[int, int]:
    """The numbers of moves that keep the outcome, and that keep the value, plies included.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> from noughts.solving.api import solver_for
    >>> holding(solver_for(game), game.parse("x2/3/3 o")[0])  # a corner: only the centre holds
    (1, 1)
    """
    values = [value for _, value, _ in solver.values(position)]
    if not values:
        return 0, 0
    best = max(values)
    return sum(value.outcome == best.outcome for value in values), values.count(best)


class Prospects(Generic[P]):
    """The expected result of best moves against an opponent with a known policy.

    A win counts 1, a loss -1. Among moves of the best value the most promising is played,
    now and later.

    Args:
        solver: an exact solver.
        model: the opponent's policy.
    """

    def __init__(self, solver: ExactSolver[P], model: KnownPolicy) -> None:
        self.solver = solver
        self.game = solver.game
        self.model = model
        self._known: dict[tuple[P, bool], Fraction] = {}

    def against_reply(self, position: P) -> Fraction:
        """The prospect of a position in which the opponent is to move.

        Raises:
            UnsuitedGame: the game has too many positions for that.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> from noughts.players.random_player import RandomPlayer
        >>> game = TicTacToe()
        >>> from noughts.solving.api import solver_for
        >>> Prospects(solver_for(game), RandomPlayer()).against_reply(game.parse("xx1/o2/3 o")[0])
        Fraction(1, 1)
        """
        return with_enough_stack(self.game, position, lambda: self._prospect(position, mine=False))

    def _prospect(self, position: P, mine: bool) -> Fraction:
        if not self.game.alternates:
            raise UnsuitedGame(
                f"In {spec_of(self.game)} a player may move twice in a row, which a trickster "
                f"with a model of the opponent does not foresee; use trickster without one."
            )
        if (position, mine) not in self._known:
            if self.game.repeats or len(self._known) >= MOST_POSITIONS:
                raise UnsuitedGame(
                    f"{spec_of(self.game)} has too many positions, or games too long, to model "
                    f"the opponent; use trickster without one."
                )
            self._known[position, mine] = self._work_out(position, mine)
        return self._known[position, mine]

    def _work_out(self, position: P, mine: bool) -> Fraction:
        outcome = self.game.outcome(position)
        if outcome != OPEN:
            return Fraction(outcome if mine else -outcome)
        if mine:
            best = self.solver.best_moves(position)
            return max(self._prospect(self.game.play(position, move), False) for move in best)
        chances = self.model.probabilities(self.game, position).items()
        return sum(
            (
                chance * self._prospect(self.game.play(position, move), True)
                for move, chance in chances
            ),
            Fraction(0),
        )
