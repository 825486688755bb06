"""Wild tic-tac-toe: either player puts either mark.

A move names the mark and the cell: `xb2`, `ob2`.
"""

from functools import cached_property

from noughts.bits import bits_for
from noughts.games.common.cell_game import in_a_row, parameter
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.mnk import MNK
from noughts.value import DRAW, LOSS, OPEN, WIN


class Wild(EitherMark):
    """Whoever completes k equal marks in a row wins, whichever the mark; in misère play, loses.

    Each turn, a player puts either mark on an empty cell. A full board without a row is a draw.

    Args:
        m: the number of columns.
        n: the number of rows.
        k: the length of a winning row; a longer row wins too.
        misere: the player who makes a row loses.

    >>> game = Wild()
    >>> [game.name(move) for move in game.moves(game.start())][:4]
    ['xa3', 'oa3', 'xb3', 'ob3']
    """

    other_names = ("wild-tic-tac-toe",)
    about = "k in a row; both players may put either mark"
    size_in_words = "up to 400 cells"
    known_results = "3,3,3: the first player wins in 7; misere a draw"
    examples = ("wild:3,3,3", "wild:misere")
    status = "solved"

    m: int = 3
    n: int = 3
    k: int = 3
    misere: bool = False

    @property
    def title(self) -> str:
        size = "" if (self.m, self.n) == (3, 3) else f" {self.m}×{self.n}"
        row = "" if self.k == 3 else f", {in_a_row(self.k)}"
        return f"Wild tic-tac-toe{size}{row}"

    def __post_init__(self) -> None:
        MNK(self.m, self.n, self.k)

    @property
    def field_bits(self) -> int:
        return bits_for(self.m * self.n)

    columns = parameter("m", "The board's width.")
    rows = parameter("n", "The board's height.")

    @cached_property
    def board_lines(self) -> tuple[int, ...]:
        """The lines of the m,n,k game."""
        return MNK(self.m, self.n, self.k).board_lines

    def outcome(self, position: FreeMarks) -> int:
        if self.any_line(position):
            return WIN if self.misere else LOSS
        return DRAW if self.is_full(position) else OPEN
