"""All that the rules say of one position, asked in one go, interpreted or compiled."""

from typing import Any

from noughts.game import Game, P
from noughts.value import OPEN

# outcome, canonical, draw_plies, estimate; and of every move: itself, the position after
# it, its promise.
Snapshot = tuple[tuple[int, Any, int, int], list[tuple[int, Any, int]]]


def snapshot(game: Game[P], position: P) -> Snapshot:
    """What the methods answer; a position that is over is not asked for moves."""
    outcome = game.outcome(position)
    answers = (
        outcome,
        game.canonical(position),
        game.draw_plies(position),
        game.estimate(position),
    )
    moves = []
    if outcome == OPEN:
        for move in game.moves(position):
            moves.append(
                (move, game.play(position, move), game.promise(game.state(position), move))
            )
    return answers, moves


def own_key(game: Game[P], position: P) -> int:
    """The key, of a game that writes its own."""
    return game.key(position)
