"""Tic-tac-toe, or noughts and crosses: three in a row on nine cells.

Copy this file to write a game of your own.

Best play is a draw. Facts for comparison, each counted by a test: 549,946 nodes in the
full tree, 255,168 games, 5,478 positions, 765 of them different up to symmetry.
"""

from collections.abc import Iterator

from noughts.bits import lowest
from noughts.games.common.cell_game import Grid, Marks
from noughts.value import DRAW, LOSS, OPEN

ALL_CELLS = 0b111_111_111

LINES = (
    0b111_000_000, 0b000_111_000, 0b000_000_111,
    0b100_100_100, 0b010_010_010, 0b001_001_001,
    0b100_010_001, 0b001_010_100,
)  # fmt: skip


class TicTacToe(Grid):
    """The players mark cells in turn; the first with three in a row wins.

    A row is horizontal, vertical or diagonal. A full board without one is a draw.

    >>> game = TicTacToe()
    >>> position = game.play(game.start(), game.read("b2"))
    >>> game.text(position, turn=1)
    '3/1x1/3 o'
    """

    title = "Tic-tac-toe"
    other_names = ("noughts-and-crosses", "ttt", "xo")
    about = "three in a row on 3×3"
    size_in_words = "9 cells, 5,478 positions"
    known_results = "a draw"
    status = "solved"

    board_lines = LINES

    def moves(self, position: Marks) -> Iterator[int]:
        """The empty cells."""
        empty = ALL_CELLS & ~(position.mine | position.theirs)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        return Marks(position.theirs, position.mine | 1 << move)

    def outcome(self, position: Marks) -> int:
        """Lost when the opponent has a line, drawn on a full board without one."""
        if self.has_line(position.theirs):
            return LOSS
        if position.mine | position.theirs == ALL_CELLS:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        """Whether three cells of the set lie in a row."""
        for line in LINES:
            if cells & line == line:
                return True
        return False
