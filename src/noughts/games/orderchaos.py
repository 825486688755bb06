"""Order and Chaos: one player wants a row of equal marks, the other wants none.

By Stephen Sniderman (Games, 1981), on 6×6 with five in a row. Both players put either
mark; Order moves first. A move names the mark and the cell: `xb2`, `ob2`.

Known: Order wins on 3×3 and 3×4 with three in a row and on 4×4 with four, Chaos on 3×4
with four (computed exhaustively). For 6×6 the sources contradict each other, also on
whether six in a row count: here any row of at least k counts.
"""

from functools import cached_property

from noughts.errors import BadParameters
from noughts.games.common.cell_game import in_a_row
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.mnk import MNK
from noughts.value import LOSS, OPEN, WIN


class OrderChaos(EitherMark):
    """Order wins with k equal marks in a row, whoever put them; Chaos with a full board.

    Each turn, a player puts either mark on an empty cell; Order moves first.

    Args:
        columns: the board's width, from 3 to 6.
        rows: its height, from 3 to 6.
        k: the length of a row that wins for Order; a longer row wins too.

    >>> game = OrderChaos(3, 3, 3)
    >>> position, turn = game.parse("xox/oxo/oxo")
    >>> game.marks[turn], game.outcome(position)  # Chaos would be to move, and has won
    ('Chaos', 1)
    """

    other_names = ("order-and-chaos",)
    about = "both put either mark: Order wants k in a row, Chaos a full board without it"
    size_in_words = "3×3 to 6×6"
    known_results = "Order wins 3,3,3 and 4,4,4; of 6,6,5 the sources disagree"
    examples = ("orderchaos:3,3,3", "orderchaos:4,4,4")
    status = "open"

    marks = ("Order", "Chaos")

    columns: int = 6
    rows: int = 6
    k: int = 5

    @property
    def title(self) -> str:
        return f"Order and Chaos {self.columns}×{self.rows}, {in_a_row(self.k)}"

    def __post_init__(self) -> None:
        if not (3 <= self.columns <= 6 and 3 <= self.rows <= 6):
            raise BadParameters(f"{self.columns}×{self.rows}: boards go from 3×3 to 6×6.")
        MNK(self.columns, self.rows, self.k)

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """The lines of the m,n,k game."""
        return MNK(self.columns, self.rows, self.k).board_lines

    def outcome(self, position: FreeMarks) -> int:
        order_to_move = self.turn(position) == 0
        if self.any_line(position):
            return WIN if order_to_move else LOSS
        if self.is_full(position):
            return LOSS if order_to_move else WIN
        return OPEN
