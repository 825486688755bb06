"""A played game: its moves and positions."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from noughts.game import FIRST, Game, play_legal, turns_of
from noughts.games.given import takes_names


class Record(NamedTuple):
    """The moves of a game and the positions between them.

    Args:
        game: the rules.
        moves: the moves.
        positions: the position before every move, and the last one.
        first_turn: the player to move in the first position.
    """

    game: Game[Any]
    moves: tuple[int, ...]
    positions: tuple[Any, ...]
    first_turn: int = FIRST

    @property
    def turn(self) -> int:
        """The player to move in the last position."""
        return turns_of(self.game, self.first_turn, self.positions)[-1]

    @classmethod
    @takes_names
    def of(
        cls, game: Game[Any], moves: Iterable[int] | str, start: Any = None, turn: int = FIRST
    ) -> "Record":
        """The record of these moves, numbers or a text, from the game's start or another position.

        Raises:
            MoveError: a move cannot be played.

        >>> Record.of("tictactoe", "b2 a1").moves
        (4, 6)
        """
        positions, played = [game.start() if start is None else start], []
        if isinstance(moves, str):
            moves = game.read_moves(moves)
        for move in moves:
            positions.append(play_legal(game, positions[-1], move))
            played.append(move)
        return cls(game, tuple(played), tuple(positions), turn)
