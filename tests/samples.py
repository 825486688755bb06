"""Positions to try things on, met at random play; the same ones in every run."""

from random import Random
from typing import Any

from noughts.game import Game
from noughts.value import OPEN


def late_positions(game: Game[Any], left: int, count: int, seed: int = 0) -> list[Any]:
    """So many positions that are not over, each with `left` cells still empty."""
    random = Random(f"{game} {left} {seed}")
    found: dict[Any, None] = {}
    for _ in range(10_000):
        position = game.start()
        while game.outcome(position) == OPEN:
            moves = list(game.moves(position))
            if len(moves) == left:
                found[position] = None
                break
            position = game.play(position, random.choice(moves))
        if len(found) == count:
            return list(found)
    raise AssertionError(f"{game} has no {count} positions with {left} cells left")
