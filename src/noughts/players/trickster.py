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
from typing import Any

from noughts.errors import SearchStopped, UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.native.clock import CLOCK
from noughts.players.limited import LimitedPlayer
from noughts.players.measure import TreeValues
from noughts.players.perfect import AHEAD_PART, PerfectPlayer
from noughts.players.player import KnownPolicy, UniformPlayer, as_player
from noughts.search.memory import Recent
from noughts.solving.api import GAMES, Solvers
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN, Certainty

# The most positions to visit with a model.
MOST_POSITIONS = 100_000
# The greatest depth for traps where values take too long, in plies.
TRAP_PLIES = 4


class Trickster(UniformPlayer):
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
        model = as_player(model)
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

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """Its favourite moves."""
        solver = self._perfect.solvers.of(game)
        end = CLOCK.time() + (inf if solver.seconds is None else solver.seconds)
        self._perfect.part = 1 - AHEAD_PART
        best = self._perfect.candidates(game, position)
        if len(best) == 1:
            return best
        if self.certainty == Certainty.PROVED:
            with suppress(SearchStopped), solver.shared_limit(AHEAD_PART):
                return self._traps(solver, position, best)
        return self._likely_traps(solver, position, best, end)

    def _likely_traps(
        self, solver: ExactSolver[P], position: P, best: list[int], end: float
    ) -> list[int]:
        game, found = solver.game, best
        with suppress(SearchStopped):
            for plies in range(2, TRAP_PLIES + 1, 2):
                good = {
                    move: looking_best(game, game.play(position, move), plies, end) for move in best
                }
                found = _least(best, good)
        return found

    def _traps(self, solver: ExactSolver[P], position: P, best: list[int]) -> list[int]:
        after = {move: solver.game.play(position, move) for move in best}
        if self._model is None:
            return _least(best, {move: good_replies(solver, after[move]) for move in best})
        if solver.game not in self._prospects:
            self._prospects[solver.game] = Prospects(solver, self._model)
        prospects = self._prospects[solver.game]
        return _least(best, {move: -prospects.against_reply(after[move]) for move in best})


def _least(moves: Iterable[int], measure: dict[int, Any]) -> list[int]:
    smallest = min(measure.values())
    return [move for move in moves if measure[move] == smallest]


def looking_best(game: Game[P], position: P, plies: int, end: float = inf) -> int:
    """The number of moves that look best `plies` ahead; 0 where the game is over.

    Raises SearchStopped at the time `end`, by `CLOCK`.
    """
    if game.outcome(position) != OPEN:
        return 0
    scores = LimitedPlayer(plies).scores(game, position, lambda: CLOCK.time() >= end)
    best = max(move.score for move in scores)
    return sum(move.score == best for move in scores)


def good_replies(solver: ExactSolver[P], position: P) -> tuple[int, int]:
    """The numbers of moves that keep the outcome, and that keep the value, plies included."""
    values = [value for _, value, _ in solver.values(position)]
    if not values:
        return 0, 0
    best = max(values)
    return sum(value.outcome == best.outcome for value in values), values.count(best)


class Prospects(TreeValues[P, Fraction]):
    """The expected result of best moves against an opponent with a known policy.

    A win counts 1, a loss -1. Among moves of the best value the most promising is played,
    now and later. Turn 0 is the trickster's, turn 1 the opponent's.
    """

    def __init__(self, solver: ExactSolver[P], model: KnownPolicy) -> None:
        if not solver.game.alternates:
            raise UnsuitedGame(
                f"In {spec_of(solver.game)} a player may move twice in a row, which a trickster "
                f"with a model of the opponent does not foresee; use trickster without one."
            )
        self.solver = solver
        self.model = model
        self.game = solver.game
        if self.game.repeats:
            raise self.too_large()
        super().__init__(solver.game, MOST_POSITIONS)

    def too_large(self) -> UnsuitedGame:
        return UnsuitedGame(
            f"{spec_of(self.game)} has too many positions, or games too long, to model "
            f"the opponent; use trickster without one."
        )

    def against_reply(self, position: P) -> Fraction:
        return self.value(position, 1)

    def at_end(self, outcome: int, turn: int) -> Fraction:
        return Fraction(-outcome if turn else outcome)

    def combined(self, position: P, turn: int) -> Fraction:
        if not turn:
            best = self.solver.best_moves(position)
            return max(self.after(position, turn, move) for move in best)
        chances = self.model.probabilities(self.game, position).items()
        return sum((chance * self.after(position, turn, m) for m, chance in chances), Fraction(0))
