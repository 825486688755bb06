"""Positions of every game to draw: the start, the middle and the end of a play."""

from random import Random
from typing import Any, NamedTuple

from noughts.game import Game, legal_moves
from noughts.games.registry import ENTRIES, find_game
from noughts.knowledge import knowledge_of
from noughts.value import LOSS, WIN, Value

# Every game of the catalogue, and forms of them that look different.
SPECS = (*ENTRIES, "mnk:9,6,5", "notakto:3", "morris:nodiagonals", "hex:7", "connectfour:10,3,3")
# One for each look of a board, for what takes long; and the others.
FEW = ("tictactoe", "connectfour", "hex", "morris", "nim", "cube", "dots", "kalah")
REST = tuple(spec for spec in SPECS if spec not in FEW)

LONGEST = 40  # plies of a play that need not end


class Moment(NamedTuple):
    """A position with how it came about."""

    game: Game[Any]
    position: Any
    turn: int
    before: Any
    last: int | None


def moments(spec: str, seed: int = 1) -> list[Moment]:
    """The start, a position in the middle and the last one of a random play."""
    game, random = find_game(spec), Random(f"{spec} {seed}")
    positions, moves = [game.start()], []
    while len(moves) < LONGEST or knowledge_of(game).max_plies:
        legal = legal_moves(game, positions[-1])
        if not legal:
            break
        moves.append(random.choice(legal))
        positions.append(game.play(positions[-1], moves[-1]))
    plies = (0, max(1, len(moves) // 2), len(moves))
    return [
        Moment(
            game, positions[i], i % 2, positions[i - 1] if i else None, moves[i - 1] if i else None
        )
        for i in plies
    ]


def made_up_values(game: Game[Any], position: Any) -> dict[int, Value]:
    """A value for every move: of no truth, but with the longest signs that there are."""
    values = (Value(WIN, 41), Value(0, 9), Value(LOSS, 40), Value(WIN, 13), Value(LOSS, 2))
    return {move: values[i % 5] for i, move in enumerate(legal_moves(game, position))}
