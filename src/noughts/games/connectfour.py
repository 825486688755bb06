"""Connect Four, on a board of any size: marks fall to the bottom of their column.

The columns are named by digit from the left, and a game is written as a string of them,
`4455`; a cell is named by its column and the letter of its row, `4a` at the bottom. Positions that
can arise, the finished ones included: 161,029 on 4×4, 3,945,711 on 5×4, 4,531,985,219,092 on 7×6
(Edelkamp and Kissmann 2008).

A set of cells is a whole number. Its bits number the cells of one column after the other, upwards;
above each column is a bit that is never set. So the cells of a row are equal steps apart, and no
step leads from one column into another unnoticed.

       .  .  .  .  .  .  .       6 13 20 27 34 41 48      never set
    f  .  .  .  .  .  .  .       5 12 19 26 33 40 47
    e  .  .  .  .  .  .  .       4 11 18 25 32 39 46      steps, on six rows:
    d  .  .  .  .  .  .  .       3 10 17 24 31 38 45      up               1
    c  .  .  .  .  .  .  .       2  9 16 23 30 37 44      right and down   6
    b  .  .  .  .  .  .  .       1  8 15 22 29 36 43      right            7
    a  .  .  .  .  .  .  .       0  7 14 21 28 35 42      right and up     8
       1  2  3  4  5  6  7
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import ClassVar

from noughts import errors
from noughts.bits import bits_for
from noughts.board import Look
from noughts.games.common.cell_game import LETTERS, Grid, Marks, in_a_row, parameter
from noughts.games.common.line_game import full_rows
from noughts.value import DRAW, LOSS, OPEN, WIN

# Bits of the largest board, 13×13.
MOST_BITS = 13 * 14


class ConnectFour(Grid):
    """Each turn, a player drops a mark into a column that is not full.

    The first with k marks in a row, column or diagonal wins; in misère play, loses. A full board
    without such a row is a draw.

    Args:
        columns: the number of columns.
        rows: the number of rows.
        k: the length of a winning row; a longer row wins too.
        misere: the player who makes a row loses.

    >>> game = ConnectFour()
    >>> position = game.start()
    >>> for move in game.read_moves("4455"):
    ...     position = game.play(position, move)
    >>> game.text(position, turn=0)
    '7/7/7/7/3oo2/3xx2 x'
    """

    other_names = ("connect4", "c4", "four-in-a-row")
    about = "marks fall down their column; four in a row"
    size_in_words = "up to 13×13"
    known_results = "on 7×6 the first player wins by the centre in 41; 4×4 and 5×4 are draws"
    examples = ("connectfour:7,6", "connectfour:5,4,misere")
    status = "solved"

    falls: ClassVar[bool] = True

    columns: int = 7
    rows: int = 6
    k: int = 4
    misere: bool = False

    @property
    def title(self) -> str:
        size = "" if (self.columns, self.rows) == (7, 6) else f" {self.columns}×{self.rows}"
        row = "" if self.k == 4 else f", {in_a_row(self.k)}"
        return f"Connect Four{size}{row}"

    def __post_init__(self) -> None:
        given = f"columns={self.columns}, rows={self.rows}, k={self.k}"
        if not (1 <= self.columns <= 26 and self.rows >= 1 and self.k >= 1):
            raise errors.BadParameters(f"{given}: columns must be 1 to 26, rows and k at least 1.")
        if self.columns * self.height > MOST_BITS:
            raise errors.BadParameters(
                f"{given}: columns × (rows + 1) is {self.columns * self.height}; it is at most "
                f"{MOST_BITS}, as on 13×13. Choose a smaller board, such as connectfour:9,9."
            )
        if self.k > max(self.columns, self.rows):
            raise errors.BadParameters(
                f"{given}: no line on this board is {self.k} long, so neither player could win; "
                f"choose k up to {max(self.columns, self.rows)}."
            )

    line_loses = parameter("misere", "Whether it is misère play.")

    # The board as bits.

    @property
    def height(self) -> int:
        """Bits of a column: its cells, and the one above them that is never set."""
        return self.rows + 1

    @property
    def field_bits(self) -> int:
        return bits_for(self.columns * self.height)

    @property
    def column_cells(self) -> int:
        """The cells of the first column."""
        return (1 << self.rows) - 1

    @cached_property
    def bottom_cells(self) -> int:
        """The lowest cell of every column."""
        return sum(1 << self.height * column for column in range(self.columns))

    @cached_property
    def top_cells(self) -> int:
        """The highest cell of every column."""
        return self.bottom_cells << self.rows - 1

    @property
    def all_cells(self) -> int:
        return self.bottom_cells * self.column_cells

    @cached_property
    def line_steps(self) -> tuple[int, ...]:
        """Steps from a bit to the next, in the directions in which k cells fit on the board.

        Other directions are left out: a machine word cannot be shifted by more than its length.
        """
        if self.k == 1:
            return (1,)  # one cell has no direction
        high, wide = self.k <= self.rows, self.k <= self.columns
        up, right = 1, self.height
        directions = (
            (up, high),
            (right - 1, high and wide),
            (right, wide),
            (right + 1, high and wide),
        )
        return tuple(step for step, fits in directions if fits)

    # The rules.

    def moves(self, position: Marks) -> Iterator[int]:
        full = (position.mine | position.theirs) & self.top_cells
        for column in range(self.columns):
            if not full >> self.height * column & self.column_cells:
                yield column

    def play(self, position: Marks, move: int) -> Marks:
        landing = self.landing(position.mine | position.theirs, move)
        return Marks(position.theirs, position.mine | landing)

    def landing(self, taken: int, move: int) -> int:
        """The lowest empty cell of a column.

        Adding the column's lowest cell carries through the taken cells to the first empty one.
        """
        return taken + (1 << self.height * move) & ~taken

    def outcome(self, position: Marks) -> int:
        if self.has_line(position.theirs):
            return WIN if self.misere else LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        found = 0
        for step in self.line_steps:
            found |= self.rows_along(step, cells)
        return found != 0

    def rows_along(self, step: int, cells: int) -> int:
        """First cells of the rows of k in one direction whose cells are all in `cells`.

        Shifted copies of the set overlap where a row begins. Two rows, one beginning inside or at
        the end of the other, are one longer row.
        """
        starts, length = cells, 1
        while length < self.k:
            more = min(length, self.k - length)
            starts &= starts >> more * step
            length += more
        return starts

    # Names, text and picture.

    def bit(self, cell: int) -> int:
        row, column = divmod(cell, self.columns)
        return column * self.height + self.rows - 1 - row

    def cell_at(self, bit: int) -> int:
        """The number in reading order of a bit's cell."""
        column, up = divmod(bit, self.height)
        return (self.rows - 1 - up) * self.columns + column

    how_to_move = "the number of a column"
    look = Look.RACK

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        taken = position.mine | position.theirs
        columns = {move: taken >> self.height * move & self.column_cells for move in range(26)}
        return {
            self.cell_at(self.height * move + columns[move].bit_count()): (move,)
            for move in self.moves(position)
        }

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(self.cell_at(bit) for bit in row)
            for step in self.line_steps
            for row in full_rows(self.rows_along(step, position.theirs), step, self.k)
        )

    def name(self, move: int) -> str:
        return str(move + 1)

    def cell_name(self, cell: int) -> str:
        """The number of the column, and the letter of the row, from a at the bottom.

        >>> ConnectFour().cell_name(0), ConnectFour().cell_name(41)
        ('1f', '7a')
        """
        row, column = divmod(cell, self.columns)
        more, letter = divmod(self.rows - 1 - row, len(LETTERS))
        return f"{column + 1}{LETTERS[more - 1] if more else ''}{LETTERS[letter]}"

    def read(self, text: str) -> int:
        word = text.strip().lower()
        if re.fullmatch("[1-9][0-9]?", word) and int(word) <= self.columns:
            return int(word) - 1
        raise errors.UnreadableMove(f"{text!r} is not a column: columns are 1 to {self.columns}.")

    def split_moves(self, text: str) -> list[str]:
        """The columns of a play: one per digit, unless there are more than nine columns.

        Some programs count columns from 0. A 0 among the columns shows it, or `0:` before them.

        Raises:
            UnreadableMove: there is a 0, and also a column that exists only when counted from 1.

        >>> ConnectFour().split_moves("4455"), ConnectFour(10, 4).split_moves("10 1")
        (['4', '4', '5', '5'], ['10', '1'])
        >>> ConnectFour().split_moves("3340"), ConnectFour().split_moves("0:3344")
        (['4', '4', '5', '1'], ['4', '4', '5', '5'])
        """
        words, from_zero = self._columns_in(text)
        if not from_zero:
            return words
        if str(self.columns) in words:
            raise errors.UnreadableMove(
                f"Columns are 1 to {self.columns}, or 0 to {self.columns - 1}; "
                f"there is no play with both 0 and {self.columns}."
            )
        return [str(int(word) + 1) if word.isdecimal() else word for word in words]

    def remark_on_moves(self, text: str, from_start: bool) -> str:
        """A remark on a list of columns that could count from 0, and is read as from 1.

        A string of digits is no list: there columns count from 1 by convention.

        >>> [bool(ConnectFour().remark_on_moves(text, True)) for text in ("3,3", "3 7", "33")]
        [True, False, False]
        """
        words, from_zero = self._columns_in(text)
        is_list = not text.strip().isdecimal() and bool(words)
        if not is_list or from_zero is not False or str(self.columns) in words:
            return ""
        return f'Columns are read as 1 to {self.columns}; to count from 0, write "0:{text}".'

    def _columns_in(self, text: str) -> tuple[list[str], bool | None]:
        """The columns, one between commas; whether they count from 0, None if by their names."""
        from noughts.games.common.move_tables import COUNT, plain_list  # for lists alone
        from noughts.games.common.moves import FROM_WHERE, MARKS, PAIR, plain_moves

        text = plain_list(text.strip())
        body = plain_moves(COUNT.sub("", text))
        if pairs := [(int(row), int(column)) for row, column in PAIR.findall(body)]:
            swapped = [(column, row) for row, column in pairs]
            return self._columns_of(
                [(cells, first) for cells in (pairs, swapped) for first in (0, 1)]
            ), None
        words = body.translate(MARKS).replace(",", " ").split()
        if words and all(re.fullmatch("([a-z][1-9]?)+", word.lower()) for word in words):
            names = re.findall("([a-z])([1-9]?)", " ".join(words).lower())
            columns = [ord(letter) - ord("a") + 1 for letter, _ in names]
            if all(row for _, row in names):
                rows = [int(row) for _, row in names]
                return self._columns_of([([*zip(rows, columns)], 1)]), None
            if max(columns) <= self.columns:
                return [*map(str, columns)], None
        if self.columns <= 9 and "," not in text:
            words = [digit for word in words for digit in word]
        if text.startswith("01:") and str(self.columns) not in words:
            raise errors.TwoPlays(FROM_WHERE)
        return words, text.startswith("0:") or "0" in words

    def _columns_of(self, ways: list[tuple[list[tuple[int, int]], int]]) -> list[str]:
        """The columns of rows and columns in which each disc lies on those below it."""
        every = product(ways, (False, True))
        read = {found for (cells, first), up in every if (found := self._stacked(cells, first, up))}
        if len(read) != 1:
            both = " or ".join(map(" ".join, sorted(read)))
            if read:
                raise errors.TwoPlays(
                    f"These discs can be in the columns {both}: write the columns alone."
                )
            raise errors.UnreadableMove(
                f"At {ways[0][0]} some disc has none below it: write the columns alone."
            )
        return [*read.pop()]

    def _stacked(self, cells: list[tuple[int, int]], first: int, up: bool) -> tuple[str, ...]:
        """The columns if rows and columns count from `first`; empty if a disc has none below it."""
        heights = dict.fromkeys(range(first, self.columns + first), 0)
        for row, column in cells:
            height = row - first if up else self.rows - 1 - row + first
            if heights.get(column) != height:
                return ()
            heights[column] += 1
        return tuple(str(column + 1 - first) for _, column in cells)

    def explain_illegal(self, position: Marks, move: int) -> errors.MoveError:
        if not 0 <= move < self.columns:
            return errors.IllegalMove(
                f"There is no column {move + 1}: columns are 1 to {self.columns}."
            )
        others = ", ".join(self.name(column) for column in self.moves(position))
        return errors.IllegalMove(f"Column {self.name(move)} is full; choose from {others}.")

    def validate(self, position: Marks, turn: int) -> None:
        super().validate(position, turn)
        taken = position.mine | position.theirs
        floating = taken & ~(taken << 1 | self.bottom_cells)
        if floating:
            cell = self.cell_name(self.cell_at(floating.bit_length() - 1))
            raise errors.FloatingMark(
                f"The cell below {cell} is empty, but marks fall to the bottom."
            )

    def last_marks(self, position: Marks) -> int:
        return position.theirs & ~((position.mine | position.theirs) >> 1)
