"""Games that count points, by margin: the value of a position and its moves, and a review."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from noughts.analysis.review import PlayedGame
from noughts.errors import MatchError, many
from noughts.game import Game, turns_of
from noughts.solving.margins import Margin, MarginSolver, by_margin


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


def points_review(
    played: PlayedGame, analyses: Sequence[PointsAnalysis | None], name: Callable[[int], str]
) -> str:
    """The best margin after each move, and the points that the move lost.

    Args:
        played: the game.
        analyses: the position before each move; None if it could not be solved.
        name: the name of a move.
    """
    if not played.moves:
        raise MatchError("This game has no moves, so there is nothing to review.")
    turns, rows = turns_of(played.game, played.first_turn, played.positions), []
    for ply, (move, found) in enumerate(zip(played.moves, analyses, strict=False)):
        row = f"{ply + 1:3}. {played.game.marks[turns[ply]]} {name(move):4} "
        rows.append(row + ("unknown" if found is None else _judged(found, move, name)))
    return "\n".join(rows)


def _judged(found: PointsAnalysis, move: int, name: Callable[[int], str]) -> str:
    margin = next(each.value for each in found.moves if each.move == move)
    lost = found.value.points - margin.points
    if not lost:
        return str(margin)
    return f"{margin!s:10} loses {many(lost, 'point')}; better is {name(found.moves[0].move)}"
