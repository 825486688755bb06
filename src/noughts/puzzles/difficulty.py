"""How hard a puzzle is: what players who look ahead make of it, how deep it is, and what tempts.

These players count as players of known ratings. Of each we know the exact probability of the right
move, so the puzzle's rating is the one at which players of these ratings would score as many points
as they do, by the formula of Elo (the puzzle wins where it is not solved):

    Arpad Elo, "The Rating of Chessplayers, Past and Present", 1978.
"""

from collections.abc import Iterator
from typing import Any

from noughts.game import Game, legal_moves
from noughts.players.limited import LimitedPlayer
from noughts.puzzles.kinds import Found
from noughts.value import DRAW

# Ratings by how many plies a player looks ahead; one who looks 0 plies ahead plays at random. The
# ends keep the rating of a puzzle finite that all solve, or none: the strongest never solves it,
# the weakest does.
RATINGS = {0: 600, 1: 1000, 3: 1300, 5: 1600}
STRONGEST, WEAKEST = 2200, 400
# Points for each ply of a win or loss beyond the shortest, and for each tempting move.
PER_PLY, SHORTEST = 12, 3
PER_TEMPTING, MOST_TEMPTING = 15, 10


def rating_of(game: Game[Any], position: Any, found: Found) -> int:
    """The rating of a puzzle.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.puzzles.kinds import puzzle_in
    >>> from noughts.solving.api import solver_for
    >>> game = TicTacToe()
    >>> position, _ = game.parse("x2/3/3 o")
    >>> rating_of(game, position, puzzle_in(solver_for(game), position))
    1769
    """
    points = {STRONGEST: 0.0, WEAKEST: 1.0, **dict(_points(game, position, found.move))}
    depth = 0 if found.value.outcome == DRAW else max(0, found.value.plies - SHORTEST)
    tempting = min(found.tempting, MOST_TEMPTING)
    return round(performance(points)) + PER_PLY * depth + PER_TEMPTING * tempting


def _points(game: Game[Any], position: Any, move: int) -> Iterator[tuple[int, float]]:
    """The rating of each player, and the probability with which it chooses the move."""
    for plies, rating in RATINGS.items():
        if plies == 0:
            yield rating, 1 / len(legal_moves(game, position))
        else:
            player = LimitedPlayer(plies)
            yield rating, float(player.probabilities(game, position).get(move, 0))


def performance(points: dict[int, float]) -> float:
    """The rating of the puzzle against which players of these ratings score these points.

    >>> round(performance({1000: 0.5, 1400: 0.5}))
    1200
    """
    low, high = 0.0, 3000.0
    while high - low > 0.01:
        middle = (low + high) / 2
        expected = sum(1 / (1 + 10 ** ((middle - rating) / 400)) for rating in points)
        low, high = (middle, high) if expected > sum(points.values()) else (low, middle)
    return low
