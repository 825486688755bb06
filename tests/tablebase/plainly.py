"""What positions are worth, by the definition and a dictionary: to compare tablebases with."""

from functools import cache
from typing import Any

from noughts.game import Game, legal_moves


def worths(game: Game[Any]) -> Any:
    """A function from a position to its outcome and the plies to the end.

    The winner hurries, the loser delays; of a draw the plies are left out.
    """

    @cache
    def worth(position: Any) -> tuple[int, int]:
        moves = legal_moves(game, position)
        if not moves:
            return game.outcome(position), 0
        after = [worth(game.play(position, move)) for move in moves]
        outcome, plies = max(((-o, p + 1) for o, p in after), key=rank)
        return outcome, plies if outcome else 0

    return worth


def rank(worth: tuple[int, int]) -> int:
    """Greater is better: a quick win first, a quick loss last."""
    outcome, plies = worth
    return outcome * (1_000 - plies)
