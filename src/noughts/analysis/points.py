"""Games that count points, by margin: the value of a position and its moves."""

from typing import Any, NamedTuple

from noughts.game import Game
from noughts.solving.margins import MarginSolver, by_margin
from noughts.value import Margin


class MoveMargin(NamedTuple):
    """A move, and the margin of best play after it, for its player."""

    move: int
    value: Margin
    best: bool


class PointsAnalysis(NamedTuple):
    """A position by points: its margin for the player to move, and its moves, best first."""

    game: Game[Any]
    position: Any
    turn: int
    value: Margin
    moves: tuple[MoveMargin, ...]

    @property
    def principal_variation(self) -> tuple[int, ...]:
        """The first of the best moves; none if the game is over."""
        return tuple(each.move for each in self.moves[:1])


def analyse_points(
    game: Game[Any], position: Any, turn: int, solver: MarginSolver[Any]
) -> PointsAnalysis:
    """The analysis of a position for points.

    Raises:
        SearchStopped: a limit of the solver is reached.

    >>> from noughts.games.dots import Dots
    >>> game = Dots(1, 1)
    >>> print(analyse_points(game, game.start(), 0, MarginSolver(game)).value)
    loss by 1
    """
    margins = solver.margins(position)
    best = max(margins.values(), default=Margin(game.margin(position)))
    moves = (MoveMargin(move, margin, margin == best) for move, margin in by_margin(margins))
    return PointsAnalysis(game, position, turn, best, tuple(moves))
