r"""Three Men's Morris: three stones each, placed in turn and then moved along the lines.

The board has nine points; the lines to move along and the lines to fill are the same.

    a3 -- b3 -- c3
    |  \  |  /  |       the board with its diagonals; the other has none: corners
    a2 -- b2 -- c2      and centre are not adjacent there, and only rows and
    |  /  |  \  |       columns win
    a1 -- b1 -- c1

Positions can repeat. With diagonals the game is called Tapatan in the Philippines.

    H. J. R. Murray, "A History of Board-Games other than Chess", 1952.
    Stewart Culin, "Philippine Games", American Anthropologist 2, 1900.
"""

from functools import cached_property

from noughts.bits import cells_of
from noughts.games.common.moving_men import MovingMen, next_to_each_other
from noughts.games.tictactoe import LINES

STRAIGHT = LINES[:6]  # the rows and columns


class Morris(MovingMen):
    """Place three stones each, then move them along the lines; three in a line win.

    While players have stones in hand, a turn places one on an empty point; after that a turn moves
    one of the player's stones along a line to the next point, which must be empty. A player who
    cannot move a stone loses.

    Args:
        nodiagonals: the board has no diagonal lines.

    >>> game = Morris()
    >>> position, turn = game.parse("xo1/oxx/2o x")
    >>> [game.name(move) for move in game.moves(position)]
    ['b2-c3', 'b2-a1', 'b2-b1', 'c2-c3']
    """

    other_names = ("three-mens-morris", "tapatan")
    about = "three stones each, placed, then moved"
    size_in_words = "9 points"
    known_results = "the first player wins in 9; without the diagonals a draw"
    examples = ("morris:nodiagonals",)
    status = "solved"

    nodiagonals: bool = False

    @property
    def title(self) -> str:
        return "Three men's morris" + ", no diagonals" * self.nodiagonals

    @property
    def board_lines(self) -> tuple[int, ...]:
        return STRAIGHT if self.nodiagonals else LINES

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, the set of adjacent points along lines."""
        return next_to_each_other(tuple(map(cells_of, self.board_lines)), self.cells)
