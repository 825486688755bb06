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
from typing import NamedTuple

from noughts.game import Game, P
from noughts.players.lines import filled, lines_of, marks
from noughts.players.player import Policy, SamplingPlayer, uniform


class Weights(NamedTuple):
    """The contribution of a line to the weight of a cell.

    Args:
        own: the cell would complete the player's line.
        theirs: the cell would complete the opponent's line.
        open: neither, but the line can still be filled.
    """

    own: int = 10
    theirs: int = 5
    open: int = 1


WEIGHTS = Weights()


class Among(StrEnum):
    """The choice among the moves of the highest weight."""

    FIRST = "first"
    LAST = "last"
    CHANCE = "chance"


class WeightsPlayer(SamplingPlayer):
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

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves of the highest weight: one of them, or each with the same chance.

        Raises:
            UnsuitedGame: not a game of lines.
        """
        each = weights(game, position, self.each)
        best = [move for move in each if each[move] == max(each.values())]
        if self.among == Among.CHANCE:
            return uniform(best)
        return uniform([best[0 if self.among == Among.FIRST else -1]])

    def reason(self, game: Game[P], position: P, move: int) -> str:
        """The weight of the move, and the next highest.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> WeightsPlayer().reason(TicTacToe(), TicTacToe().start(), 4)
        'its weight is 8; no other cell has more than 6'
        """
        each = weights(game, position, self.each)
        mine = each.pop(move)
        return f"its weight is {mine}" + (
            f"; no other cell has more than {max(each.values())}" if each else ""
        )


def weights(game: Game[P], position: P, each: Weights = WEIGHTS) -> dict[int, int]:
    """The weight of every move.

    Raises:
        UnsuitedGame: not a game of lines.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> list(weights(TicTacToe(), TicTacToe().start()).values())
    [6, 4, 6, 4, 8, 4, 6, 4, 6]
    """
    lines = lines_of(game)
    mine, theirs = marks(game, position)
    return {
        move: _weight(lines, mine, theirs, filled(game, position, move), each)
        for move in game.moves(position)
    }


def _weight(lines: tuple[int, ...], mine: int, theirs: int, cell: int, each: Weights) -> int:
    through = [line for line in lines if line & cell]
    own = [line for line in through if not line & theirs]
    other = [line for line in through if not line & mine]
    return sum(each.own if line & ~mine == cell else each.open for line in own) + sum(
        each.theirs if line & ~theirs == cell else each.open for line in other
    )
