r"""Picaria: three stones each on thirteen points, placed in turn and then moved along the lines.

The game of the Zuni. Stones may move to the centre. Three consecutive points of a line win.

    a5 ----- c5 ----- e5
    |  \   /  |  \   /  |
    |    b4   |    d4   |       the four points within the squares are on no row or column:
    |  /   \  |  /   \  |       there are sixteen lines of three
    a3 ----- c3 ----- e3
    |  \   /  |  \   /  |
    |    b2   |    d2   |
    |  /   \  |  /   \  |
    a1 ----- c1 ----- e1

Positions can repeat.

    Stewart Culin, "Games of the North American Indians", 1907. In some descriptions stones may
    be placed on the centre, too.
"""

from functools import cached_property

from noughts.games.common.cell_game import PointGrid
from noughts.games.common.moving_men import MovingMen, next_to_each_other, threes_of

#     0     1     2
#        3     4
#     5     6     7        the points
#        8     9
#    10    11    12
WAYS = (
    (0, 1, 2), (5, 6, 7), (10, 11, 12), (0, 5, 10), (1, 6, 11), (2, 7, 12),
    (0, 3, 6, 9, 12), (2, 4, 6, 8, 10), (1, 3, 5), (1, 4, 7), (5, 8, 11), (7, 9, 11),
)  # fmt: skip
CENTRE = 6


class Picaria(PointGrid, MovingMen):
    """Place three stones each, then move them along the lines; three in a row on a line win.

    Stones are placed on any empty point but the centre; after that a turn moves one of the player's
    stones along a line to the next point, which must be empty. A player who cannot move a stone
    loses.

    Args:
        centre: stones may be placed on the centre, too.

    >>> game = Picaria()
    >>> position, turn = game.parse("xo1/xo/3/2/x1o x")
    >>> [game.name(move) for move in game.moves(position)]
    ['a5-a3', 'b4-a3', 'b4-c3', 'a1-a3', 'a1-b2', 'a1-c1']
    """

    about = "three stones each on thirteen points, placed, then moved"
    size_in_words = "13 points"
    known_results = "the first player wins in 7; in 5 if the centre may be taken first"
    examples = ("picaria:centre",)
    status = "solved"

    centre: bool = False

    columns = 5
    rows = 5
    places = tuple(range(0, 25, 2))
    board_lines = threes_of(WAYS)  # sixteen

    @property
    def title(self) -> str:
        return "Picaria" + ", placed on the centre, too" * self.centre

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, the set of adjacent points along lines."""
        return next_to_each_other(WAYS, self.cells)

    @cached_property
    def open_points(self) -> int:
        """All points, or all but the centre."""
        return self.all_cells if self.centre else self.all_cells & ~(1 << CENTRE)
