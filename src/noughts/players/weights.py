"""The player of many a tutorial: it adds up weights of cells, and can be beaten.

For each player it keeps the lines on which the opponent has no stone. Every such line adds to the
weight of its cells

    10  where the cell would complete the line, and the line is its own,
     5  where the cell would complete the line, and the line is the opponent's,
     1  otherwise;

the cell with the highest sum is taken, the first one among equals. It wins at once where
it can, blocks where it must, and likes cells on many open lines. It sees no fork coming:
`docs/weights.md` shows all its defeats.
"""

from fractions import Fraction

from noughts.game import Game, P
from noughts.players.lines import filled, lines_of, marks
from noughts.players.player import Policy

COMPLETES_OWN = 10
COMPLETES_THEIRS = 5
OPEN_LINE = 1


class WeightsPlayer:
    """Adds up the weights of the lines through each cell; plays any game of lines.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, _ = game.parse("2x/1o1/x2 o")
    >>> game.name(WeightsPlayer().choose(game, position))  # X has both corners: this loses
    'a3'
    """

    name = "weights"

    def choose(self, game: Game[P], position: P) -> int:
        """The first move of the highest weight.

        Raises:
            UnsuitedGame: not a game of lines.
        """
        each = weights(game, position)
        return max(each, key=lambda move: each[move])

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """It always chooses the same move."""
        return {self.choose(game, position): Fraction(1)}

    def reason(self, game: Game[P], position: P, move: int) -> str:
        """The weight of the move, and the next highest.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> WeightsPlayer().reason(TicTacToe(), TicTacToe().start(), 4)
        'its weight is 8; no other cell has more than 6'
        """
        each = weights(game, position)
        mine = each.pop(move)
        return f"its weight is {mine}" + (
            f"; no other cell has more than {max(each.values())}" if each else ""
        )


def weights(game: Game[P], position: P) -> dict[int, int]:
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
        move: _weight(lines, mine, theirs, filled(game, position, move))
        for move in game.moves(position)
    }


def _weight(lines: tuple[int, ...], mine: int, theirs: int, cell: int) -> int:
    """The weight of one cell."""
    through = [line for line in lines if line & cell]
    own = [line for line in through if not line & theirs]
    other = [line for line in through if not line & mine]
    return sum(COMPLETES_OWN if line & ~mine == cell else OPEN_LINE for line in own) + sum(
        COMPLETES_THEIRS if line & ~theirs == cell else OPEN_LINE for line in other
    )
