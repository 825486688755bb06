"""A player's mistakes in all positions, reachable in its games or not."""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from noughts.game import Game, turn_at
from noughts.players.player import KnownPolicy
from noughts.solving.api import solver_for
from noughts.value import OPEN, Value


class Lapse(NamedTuple):
    """A position, and a move that worsens its outcome.

    Args:
        position: the position.
        turn: the player to move.
        move: the move that the player may choose.
        value: the position's value for the player.
        left: the value after the move.
    """

    position: Any
    turn: int
    move: int
    value: Value
    left: Value


def lapses(game: Game[Any], player: KnownPolicy) -> Iterator[Lapse]:
    """Every mistake of a player, over all positions of a small game.

    A mistake turns a win into a draw, or a draw or win into a loss. A slower win or a quicker loss
    is not a mistake.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> list(lapses(TicTacToe(), PerfectPlayer()))
    []
    """
    solver = solver_for(game)
    for position, turn in unfinished(game):
        value = solver.value(position)
        for move in player.probabilities(game, position):
            left = solver.move_value(position, move)
            if left.outcome < value.outcome:
                yield Lapse(position, turn, move, value, left)


def unfinished(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Every reachable unfinished position, with the player to move; nearest first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> sum(1 for position in unfinished(TicTacToe()))
    4520
    """
    layer = {game.start(): None}
    for ply in count():
        alive = [position for position in layer if game.outcome(position) == OPEN]
        if not alive:
            return
        for position in alive:
            yield position, turn_at(game, position, ply)
        layer = dict.fromkeys(
            game.play(position, move) for position in alive for move in game.moves(position)
        )
