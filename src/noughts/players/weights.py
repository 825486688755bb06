"""A player from many tutorials: it adds up weights of cells, and can be beaten.

For each player it considers the lines without a mark of the opponent. Every such line adds to the
weight of its cells

    10  where the cell would complete the line, and the line is its own,
     5  where the cell would complete the line, and the line is the opponent's,
     1  otherwise;

and it plays the cell with the highest sum, the first one among equals. It wins where it can,
blocks where it must, and prefers cells on many open lines. It does not see forks coming:
`docs/weights.md` shows all its defeats.
"""

from enum import StrEnum
from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.common.cell_game import Marks
from noughts.games.registry import spec_of
from noughts.players.player import UniformPlayer


def required_lines(game: Game[Any]) -> tuple[int, ...]:
    """The lines of a game, as sets of cells; UnsuitedGame if it has none."""
    lines: tuple[int, ...] = getattr(game, "board_lines", ())
    if not lines:
        raise UnsuitedGame(f"{spec_of(game)} is not a game of lines; this player plays only those.")
    return lines


def marks(game: Game[P], position: P) -> Marks:
    """The position as the marks of the two players; UnsuitedGame if it does not consist of them."""
    if isinstance(position, Marks):
        return position
    raise _no_marks(game)


def filled_cell(game: Game[P], position: P, move: int) -> int:
    """The cell that the move marks for the player who makes it, as a set of one."""
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


class Weights(NamedTuple):
    """The contribution of a line to the weight of a cell."""

    own: int = 10  # the cell would complete the player's line
    theirs: int = 5  # the cell would complete the opponent's line
    open: int = 1  # neither, but the line can still be filled


WEIGHTS = Weights()


class Among(StrEnum):
    FIRST = "first"
    LAST = "last"
    CHANCE = "chance"


class WeightsPlayer(UniformPlayer):
    """Adds up the weights of the lines through each cell; plays any game of lines.

    Args:
        each: the contribution of a line.
        among: the choice among equal moves.
        seed: makes choices by chance repeatable.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("2x/1o1/x2 o")
    >>> game.name(WeightsPlayer().choose(game, position))  # X has both corners: this loses
    'a3'
    """

    def __init__(
        self, each: Weights = WEIGHTS, among: Among = Among.FIRST, seed: int | None = None
    ) -> None:
        super().__init__(seed)
        self.each = each
        self.among = among
        text = ",".join(map(str, each)) + ("" if among == Among.FIRST else f",{among}")
        self.name = "weights" if text == ",".join(map(str, WEIGHTS)) else f"weights:{text}"

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The moves of the highest weight; all of them if chance is to choose."""
        each = weights(game, position, self.each)
        best = [move for move in each if each[move] == max(each.values())]
        return {Among.FIRST: best[:1], Among.LAST: best[-1:], Among.CHANCE: best}[self.among]

    def reason(self, game: Game[P], position: P, move: int) -> str:
        """The weight of the move, and the next highest."""
        each = weights(game, position, self.each)
        mine = each.pop(move)
        return f"its weight is {mine}" + (
            f"; no other cell has more than {max(each.values())}" if each else ""
        )


def weights(game: Game[P], position: P, each: Weights = WEIGHTS) -> dict[int, int]:
    """The weight of every move; UnsuitedGame if it is not a game of lines."""
    lines = required_lines(game)
    mine, theirs = marks(game, position)
    return {
        move: _weight(lines, mine, theirs, filled_cell(game, position, move), each)
        for move in game.moves(position)
    }


def _weight(lines: tuple[int, ...], mine: int, theirs: int, cell: int, each: Weights) -> int:
    through = [line for line in lines if line & cell]
    own = [line for line in through if not line & theirs]
    other = [line for line in through if not line & mine]
    return sum(each.own if line & ~mine == cell else each.open for line in own) + sum(
        each.theirs if line & ~theirs == cell else each.open for line in other
    )
