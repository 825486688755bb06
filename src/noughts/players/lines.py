"""A game's lines, and the cell that a move fills, for players that reason about lines."""

from typing import Any

from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.common.grid import Marks
from noughts.games.registry import spec_of


def lines_of(game: Game[Any]) -> tuple[int, ...]:
    """The lines of a game, as sets of cells.

    Raises:
        UnsuitedGame: it has none.

    >>> from noughts.games.mnk import MNK
    >>> len(lines_of(MNK(4, 4, 3)))
    24
    """
    lines: tuple[int, ...] = getattr(game, "board_lines", ())
    if not lines:
        raise UnsuitedGame(f"{spec_of(game)} is not a game of lines; this player plays only those.")
    return lines


def marks(game: Game[P], position: P) -> Marks:
    """The position as the marks of the two players.

    Raises:
        UnsuitedGame: the game's positions are not marks of two players.
    """
    if isinstance(position, Marks):
        return position
    raise _no_marks(game)


def filled(game: Game[P], position: P, move: int) -> int:
    """The cell that the move marks for the player who makes it, as a set of one.

    Raises:
        UnsuitedGame: a move in this game does not mark one cell.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> bin(filled(TicTacToe(), TicTacToe().start(), 3))
    '0b1000'
    """
    before, after = marks(game, position), marks(game, game.play(position, move))
    cell = after.theirs ^ before.mine
    if after.mine == before.theirs and cell.bit_count() == 1:
        return cell
    raise _no_marks(game)


def _no_marks(game: Game[Any]) -> UnsuitedGame:
    return UnsuitedGame(
        f"This player plays only games in which a move puts the player's own mark on a cell; "
        f"{spec_of(game)} is not one."
    )
