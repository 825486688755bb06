"""A perfect player: it knows the value of every move."""

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.players.limited import LimitedPlayer
from noughts.players.player import Policy, SamplingPlayer, uniform
from noughts.solving.api import Solvers

# Node budget for one move; beyond it, a depth-limited search decides.
BUDGET = 5_000_000
# The depth of that search, in plies.
FALLBACK = 4


class PerfectPlayer(SamplingPlayer):
    """Wins as soon as it can, and if it must lose, holds out as long as it can.

    In a draw it takes any move that keeps the draw. If positions can repeat, it does not avoid an
    endless draw, but each move of a won game brings the win nearer, so that nothing repeats on the
    way.

    In a game too large for its budget, or its time, it falls back to a depth-limited search; `sure`
    then says so.

    Args:
        seed: makes the choice among equal moves repeatable; None makes a new one each time, and
            `always_first` takes the first every time.
        always_first: take the first of the best moves.
        budget: the node budget for one move.
        seconds: the time limit for one move, compiling not counted; None for no limit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("xxo/ox1/o2 x")
    >>> game.name(PerfectPlayer(always_first=True).choose(game, position))
    'b1'
    """

    name = "perfect"

    def __init__(
        self,
        seed: int | None = None,
        always_first: bool = False,
        budget: int = BUDGET,
        seconds: float | None = None,
    ) -> None:
        self.sure = True
        super().__init__(seed)
        self._always_first = always_first
        self.solvers = Solvers(budget, seconds)
        self._fallback = LimitedPlayer(FALLBACK, seed)

    def share(self, solvers: Solvers) -> None:
        """Ask these solvers from now on, which somebody else asks, too."""
        self.solvers = solvers

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """Uniform over the best moves; only the first with `always_first`."""
        solver = self.solvers.of(game)
        try:
            with solver.sitting():  # the questions about one move share its time
                best = solver.best_moves(position)
        except SearchStopped:
            self.sure = False
            return self._fallback.probabilities(game, position)
        self.sure = True
        return uniform(best[:1] if self._always_first else best)
