"""Gomoku, five in a row on 15×15; and its standard form, in which six in a row do not win.

In the free form, `Gomoku`, longer rows win for both. In the standard form a longer row, an
overline, does not win. By Renju's rule for overlines, the first player, X, loses by making one,
and the second wins by it. If one mark makes both a row of exactly five and an overline, the five
counts. Renju's bans of double threes and double fours for X are not part of these games.

    Renju International Federation, "The International Rules of Renju", 1996.
"""

from functools import cached_property

from noughts.board import Look
from noughts.errors import BadParameters
from noughts.game import FIRST
from noughts.games.common.cell_game import BLACK_FIRST, Grid, Marks, in_a_row
from noughts.games.common.line_game import full_rows
from noughts.games.mnk import FIVE, MNK
from noughts.value import DRAW, LOSS, OPEN, WIN


class Gomoku(MNK):
    """The players mark cells in turn; the first with k in a row, column or diagonal wins.

    A longer row wins, too. A full board without a winner is a draw.

    Args:
        m: the number of columns, at most 26.
        n: the number of rows.
        k: the length of a winning row.
        misere: the player who makes a line loses.
        cylinder: the left edge meets the right one.
        torus: that, and the upper edge meets the lower one.

    >>> game = Gomoku()
    >>> game.text(game.play(game.start(), game.read("h8")), turn=1)
    '15/15/15/15/15/15/15/7x7/15/15/15/15/15/15/15 o'
    """

    other_names = ("gobang", "five-in-a-row")
    colours = BLACK_FIRST
    about = "five in a row; longer rows win, too"
    size_in_words = "up to 20×20"
    known_results = "the first player wins 15,15,5"
    examples = ("gomoku:19,19,5",)  # type: ignore[assignment]  # fewer than of MNK
    status = "open"

    m: int = 15
    n: int = 15
    k: int = 5

    @property
    def title(self) -> str:
        return gomoku_title("Gomoku", self, self.k)


def gomoku_title(name: str, board: Grid, k: int, just: str = "") -> str:
    """The name of a kind of Gomoku with its size, and with the rows that win unless they are fives.

    >>> gomoku_title("Gomoku", MNK(9, 9, 4), 4)
    'Gomoku 9×9, four in a row'
    """
    row = "" if k == FIVE else f", {just}{in_a_row(k)}"
    return f"{name} {board.columns}×{board.rows}{row}"


class StandardGomoku(Grid):
    """The players mark cells in turn; the first with exactly k in a row, and no more, wins.

    A longer row does not count; by Renju's rule it loses for the first player and wins for the
    second. A full board without a winner is a draw.

    Args:
        columns: the board's width, at most 26.
        rows: its height.
        k: the length of a winning row, at least 2.
        renju: a longer row loses for the first player and wins for the second.

    >>> game = StandardGomoku(4, 4, 3)
    >>> position, turn = game.parse("xx1x/oo1o/4/4 x")
    >>> game.outcome(game.play(position, game.read("c4"))) == OPEN
    True
    """

    colours = BLACK_FIRST
    about = "exactly k in a row; longer rows do not count"
    size_in_words = "up to 20×20"
    known_results = "the first player wins 4,3,3 in 7 and 4,4,3 in 5; 5,4,4 is a draw"
    examples = ("standardgomoku:4,4,3", "standardgomoku:5,5,4,renju")
    status = "open"
    look = Look.CROSSINGS

    columns: int = 15
    rows: int = 15
    k: int = 5
    renju: bool = False

    @property
    def title(self) -> str:
        renju = ", overlines as in Renju" * self.renju
        return gomoku_title("Standard Gomoku", self, self.k, "just ") + renju

    def __post_init__(self) -> None:
        if self.k < 2:
            raise BadParameters(f"k={self.k}: a row has at least 2 cells.")
        _ = self.free

    @cached_property
    def free(self) -> MNK:
        """The game in which longer rows win, too."""
        return MNK(self.columns, self.rows, self.k)

    @property
    def field_bits(self) -> int:
        return self.free.field_bits

    @cached_property
    def rays(self) -> tuple[tuple[int, int], ...]:
        """For each direction, the step to the next cell and the cells where lines begin."""
        return self.free.rays

    def starts(self, cells: int, step: int, first_cells: int) -> int:
        """Cells where k cells of the set in a row begin, in one direction."""
        starts = first_cells & cells
        for i in range(1, self.k):
            starts &= cells >> i * step
        return starts

    def has_row(self, cells: int) -> bool:
        """Whether exactly k cells of the set lie in a row."""
        for step, first_cells in self.rays:
            starts = self.starts(cells, step, first_cells)
            if starts & ~(starts << step) & ~(starts >> step):
                return True
        return False

    def has_overline(self, cells: int) -> bool:
        """Whether more than k cells of the set lie in a row."""
        for step, first_cells in self.rays:
            starts = self.starts(cells, step, first_cells)
            if starts & starts >> step:
                return True
        return False

    def has_line(self, cells: int) -> bool:
        return self.has_row(cells) or (self.renju and self.has_overline(cells))

    def outcome(self, position: Marks) -> int:
        if self.has_row(position.theirs):
            return LOSS
        if self.renju and self.has_overline(position.theirs):
            return WIN if self.turn(position) != FIRST else LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The rows that decided the game: those of k, or otherwise longer ones."""
        exact = self.has_row(position.theirs)
        if not exact and not self.renju:
            return ()
        rows = (
            row
            for step, first_cells in self.rays
            for row in full_rows(self.starts(position.theirs, step, first_cells), step, self.k)
        )
        return tuple(row for row in rows if (len(row) == self.k) == exact)
