"""Every game that a player can play, whatever the opponent does."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.game import Game, turn_at, winner_of
from noughts.players.player import KnownPolicy
from noughts.value import OPEN


class Play(NamedTuple):
    """One whole game.

    Args:
        moves: the moves of the game.
        position: the final position.
        winner: FIRST, SECOND, or None for a draw.
    """

    moves: tuple[int, ...]
    position: Any
    winner: int | None


def every_play(game: Game[Any], player: KnownPolicy, seat: int) -> Iterator[Play]:
    """Every game of a player against an opponent who may play anything, in order.

    If the player chooses at random, each of its choices is followed.

    Args:
        game: the rules; positions must not repeat.
        player: the player to follow.
        seat: the player's seat, FIRST or SECOND.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.random_player import RandomPlayer
    >>> sum(1 for play in every_play(TicTacToe(), RandomPlayer(), seat=0))
    255168
    """
    waiting: list[tuple[Any, tuple[int, ...]]] = [(game.start(), ())]
    while waiting:
        position, moves = waiting.pop()
        outcome = game.outcome(position)
        turn = turn_at(game, position, len(moves))
        if outcome != OPEN:
            yield Play(moves, position, winner_of(outcome, turn))
            continue
        choices = player.probabilities(game, position) if turn == seat else game.moves(position)
        waiting += [(game.play(position, move), (*moves, move)) for move in reversed([*choices])]


def defeats(game: Game[Any], player: KnownPolicy, seat: int) -> list[Play]:
    """The games that the player loses, the shortest first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.perfect import PerfectPlayer
    >>> defeats(TicTacToe(), PerfectPlayer(), seat=0)
    []
    """
    lost = [play for play in every_play(game, player, seat) if play.winner == 1 - seat]
    return sorted(lost, key=lambda play: len(play.moves))
