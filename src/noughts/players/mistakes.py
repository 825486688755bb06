"""The positions in which a player may give value away, whether it comes to them or not."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.game import FIRST, Game
from noughts.players.player import KnownPolicy
from noughts.solving.api import solver_for
from noughts.value import OPEN, Value


class Lapse(NamedTuple):
    """A position, and a move that gives away some of its value.

    Args:
        position: the position.
        turn: whose turn it is.
        move: what the player may play there.
        value: what the position is worth to it.
        left: what is left of that after the move.
    """

    position: Any
    turn: int
    move: int
    value: Value
    left: Value


def lapses(game: Game[Any], player: KnownPolicy) -> Iterator[Lapse]:
    """Every lapse of a player, over all positions of a small game.

    A lapse turns a win into a draw, or a draw or win into a loss; a slower win or a
    quicker loss is none.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> list(lapses(TicTacToe(), PerfectPlayer()))
    []
    """
    solver = solver_for(game)
    for position, turn in unfinished(game):
        value = solver.value(position)
        for move in player.probabilities(game, position):
            left = solver.value(game.play(position, move)).before()
            if left.outcome < value.outcome:
                yield Lapse(position, turn, move, value, left)


def unfinished(game: Game[Any]) -> Iterator[tuple[Any, int]]:
    """Every position that can arise and is not over, with whose turn it is; nearest first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> sum(1 for position in unfinished(TicTacToe()))
    4520
    """
    layer = {game.start(): None}
    turn = FIRST
    while layer:
        alive = [position for position in layer if game.outcome(position) == OPEN]
        yield from ((position, turn) for position in alive)
        layer = dict.fromkeys(
            game.play(position, move) for position in alive for move in game.moves(position)
        )
        turn = 1 - turn
