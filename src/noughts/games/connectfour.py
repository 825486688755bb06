"""Connect Four, on a board of any size: marks fall to the bottom of their column.

The columns are named by digit from the left, and a game is written as a string of them,
`4455`. Known for four in a row on columns × rows: on 7×6 the first player wins with the
last of 41 plies, by the centre column (Allen 1988, Allis 1988); the second player wins
6×4 in 24 plies, 6×6 in 36 and 8×4 in 32; 4×4, 5×4, 7×4, 4×5, 5×5, 6×5, 7×5, 4×6 and 5×6 are
draws (Tromp). Positions that can arise, the finished ones included: 161,029 on 4×4,
3,945,711 on 5×4, 4,531,985,219,092 on 7×6 (Edelkamp and Kissmann 2008).

A set of cells is a whole number. Its bits run up one column after the other, and above
each column lies one that is never set: so a row of cells is a row of equal steps, and no
step leads from one column into the next unseen.

       .  .  .  .  .  .  .       6 13 20 27 34 41 48      never set
    6  .  .  .  .  .  .  .       5 12 19 26 33 40 47
    5  .  .  .  .  .  .  .       4 11 18 25 32 39 46      steps, on six rows:
    4  .  .  .  .  .  .  .       3 10 17 24 31 38 45      up               1
    3  .  .  .  .  .  .  .       2  9 16 23 30 37 44      right and down   6
    2  .  .  .  .  .  .  .       1  8 15 22 29 36 43      right            7
    1  .  .  .  .  .  .  .       0  7 14 21 28 35 42      right and up     8
       1  2  3  4  5  6  7
"""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import ClassVar, NamedTuple

from noughts.bits import completing, count, lowest
from noughts.board import Board, Look
from noughts.errors import BadParameters, FloatingMark, IllegalMove, MoveError, UnreadableMove
from noughts.game import over_or_open
from noughts.games.grid import Grid, Marks
from noughts.games.lines import full_rows
from noughts.games.notation import LETTERS
from noughts.games.symmetry import Symmetry
from noughts.value import BASE, DRAW, LOSS, OPEN, SOONEST, WIN

MOST_BITS = 62


class Threats(NamedTuple):
    """A position with what the solver wants at hand.

    Args:
        mine: the set of cells with a mark of the player to move.
        theirs: the set of cells with a mark of the other player.
        my_rows: the cells, taken or not, that make a row with others of `mine`.
        their_rows: the same for `theirs`.
    """

    mine: int
    theirs: int
    my_rows: int
    their_rows: int


class ConnectFour(Grid):
    """In turn each player drops a mark into a column that is not full.

    The first with k marks in a row, column or diagonal wins; in misère play, loses.

    Args:
        columns: how many columns the board has.
        rows: how many rows.
        k: how many in a row win; a longer row wins too.
        misere: who makes a row loses.

    >>> game = ConnectFour()
    >>> position = game.start()
    >>> for move in game.read_moves("4455"):
    ...     position = game.play(position, move)
    >>> game.text(position, turn=0)
    '7/7/7/7/3oo2/3xx2 x'
    """

    falls: ClassVar[bool] = True

    columns: int = 7
    rows: int = 6
    k: int = 4
    misere: bool = False

    def __post_init__(self) -> None:
        """Refuse boards that cannot be."""
        given = f"columns={self.columns}, rows={self.rows}, k={self.k}"
        if not (1 <= self.columns <= 26 and self.rows >= 1 and self.k >= 1):
            raise BadParameters(f"{given}: columns go from 1 to 26, rows and k from 1 up.")
        if self.columns * self.height > MOST_BITS:
            raise BadParameters(
                f"{given}: columns × (rows + 1) is {self.columns * self.height}; "
                f"at most {MOST_BITS} fit."
            )
        if self.k > max(self.columns, self.rows):
            raise BadParameters(
                f"{given}: no line of the board is {self.k} long, so nobody could win; "
                f"choose k up to {max(self.columns, self.rows)}."
            )

    @property
    def line_loses(self) -> bool:
        """In misère play."""
        return self.misere

    # The board as bits.

    @property
    def height(self) -> int:
        """The bits of a column: its cells, and the one above them that is never set."""
        return self.rows + 1

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
        """The set of all cells."""
        return self.bottom_cells * self.column_cells

    @property
    def steps(self) -> tuple[int, ...]:
        """From a bit to the next, in the directions in which k cells fit on the board.

        No more of them: a machine word cannot be shifted by more than its length.
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
        """The columns that are not full."""
        full = (position.mine | position.theirs) & self.top_cells
        for column in range(self.columns):
            if not full >> self.height * column & self.column_cells:
                yield column

    def play(self, position: Marks, move: int) -> Marks:
        """The lowest empty cell of the column becomes mine, and then I am the other player."""
        landing = self.landing(position.mine | position.theirs, move)
        return Marks(position.theirs, position.mine | landing)

    def landing(self, taken: int, move: int) -> int:
        """The lowest empty cell of a column.

        To add the column's lowest cell carries through the taken ones to the first that is
        empty.
        """
        return taken + (1 << self.height * move) & ~taken

    def outcome(self, position: Marks) -> int:
        """Decided when the other has a row, drawn when the board is full without one."""
        if self.has_line(position.theirs):
            return WIN if self.misere else LOSS
        if position.mine | position.theirs == self.all_cells:
            return DRAW
        return OPEN

    def has_line(self, cells: int) -> bool:
        """Whether k of the cells lie in a row."""
        found = 0
        for step in self.steps:
            found |= self.rows_along(step, cells)
        return found != 0

    def rows_along(self, step: int, cells: int) -> int:
        """The first cells of the rows of k that lie wholly in `cells`, in one direction.

        The cells are shifted onto each other: they still meet where a row begins. Two rows, one
        from where the other ends or before, are a longer one.
        """
        starts, length = cells, 1
        while length < self.k:
            more = min(length, self.k - length)
            starts &= starts >> more * step
            length += more
        return starts

    # For the searches.

    @property
    def quick(self) -> int:
        """More plies than in other games: there are few moves, and threats soon force most."""
        return 13

    @property
    def key_bits(self) -> int:
        """As many as the board has."""
        return self.columns * self.height

    def key(self, position: Marks) -> int:
        """In every column the first bit above the marks, and below it the marks of mine.

        (John Tromp's, for the Fhourstones benchmark.)
        """
        return position.mine + (position.mine | position.theirs) + self.bottom_cells

    def canonical(self, position: Marks) -> Marks:
        """The smaller of the position and its mirror image."""
        mirrored = Marks(self.mirrored(position.mine), self.mirrored(position.theirs))
        if mirrored < position:
            return mirrored
        return position

    def mirrored(self, cells: int) -> int:
        """The cells with left and right exchanged."""
        image = 0
        for _ in range(self.columns):
            image = image << self.height | cells & self.column_cells
            cells >>= self.height
        return image

    def landings(self, taken: int) -> int:
        """The lowest empty cell of every column that is not full."""
        return taken + self.bottom_cells & self.all_cells

    def completing(self, cells: int) -> int:
        """The cells, taken or not, that make a row of k with others of these cells."""
        return completing(cells, self.steps, self.k) & self.all_cells

    def state(self, position: Marks) -> Threats:
        """The position with the cells that complete rows of either player."""
        mine, theirs = position.mine, position.theirs
        return Threats(mine, theirs, self.completing(mine), self.completing(theirs))

    def advance(self, state: Threats, move: int) -> Threats:
        """After a move only the rows of the player who made it change."""
        return self.with_mark(state, self.landing(state.mine | state.theirs, move))

    def with_mark(self, state: Threats, landing: int) -> Threats:
        """The same, with the cell where the mark lands."""
        mine = state.mine | landing
        return Threats(state.theirs, mine, state.their_rows, self.completing(mine))

    def position(self, state: Threats) -> Marks:
        """The marks alone."""
        return Marks(state.mine, state.theirs)

    def answers(self, state: Threats) -> int:
        """The landings after which the other player cannot win at once."""
        taken = state.mine | state.theirs
        threats = state.their_rows & ~taken
        landings = self.landings(taken)
        forced = threats & landings
        if forced & forced - 1:
            return 0
        return (forced or landings) & ~(threats >> 1)

    def safe_landings(self, state: Threats) -> int:
        """Those that win; else those that prevent a loss at once, if there are any."""
        landings = self.landings(state.mine | state.theirs)
        if self.misere:
            return landings
        return state.my_rows & landings or self.answers(state) or landings

    def safe(self, state: Threats) -> Iterator[int]:
        """A winning move alone; else those that prevent a loss at once, if there are any."""
        cells = self.safe_landings(state)
        while cells:
            yield lowest(cells) // self.height
            cells &= cells - 1

    def children(self, state: Threats) -> Iterator[tuple[Threats, int]]:
        """By the cells, as the column of a move would have to be worked out, and its cell again."""
        cells = self.safe_landings(state)
        while cells:
            landing = cells & -cells
            after = self.with_mark(state, landing)
            yield after, self.prospect(after, landing)
            cells &= cells - 1

    def played_out(self, state: Threats) -> tuple[Threats, int]:
        """After all answers to threats, where other answers lose at once and no move wins."""
        plies = 0
        answer = self.only_answer(state)
        while answer:
            state = self.with_mark(state, answer)
            plies += 1
            answer = self.only_answer(state)
        return state, plies

    def only_answer(self, state: Threats) -> int:
        """The one landing that neither loses at once nor leaves a win; 0 if there is none such."""
        if self.misere or state.their_rows & state.theirs:
            return 0
        answers = self.answers(state)
        if answers & answers - 1 or state.my_rows & self.landings(state.mine | state.theirs):
            return 0
        return answers

    @cached_property
    def off_the_middle(self) -> tuple[int, ...]:
        """How far each cell is from the middle of the board: sideways counts half as much again.

        By its bit; those above the columns have a number too.
        """
        return tuple(
            3 * abs(2 * column - self.columns + 1) + 2 * abs(2 * row - self.rows + 1)
            for column in range(self.columns)
            for row in range(self.height)
        )

    def promise(self, state: Threats, move: int) -> int:
        """The more cells would then complete a row of mine, the better.

        Best are those that the other player must open to me in the end (`leader_cells`). Next come
        the moves that leave the other player few cells to go to, and then those in the middle.
        """
        after = self.advance(state, move)
        return self.prospect(after, after.theirs ^ state.mine)

    def prospect(self, after: Threats, landing: int) -> int:
        """The promise of the move that led there, by the cell that it took."""
        taken = after.mine | after.theirs
        threats = after.their_rows & ~taken
        mine = self.leader_cells
        if not self.cells - count(taken) & 1:
            mine = ~mine
        answers = count(self.landings(taken) & ~(threats >> 1))
        weight = 2 * count(threats) + count(threats & mine)
        return 64 * weight - 16 * answers - self.off_the_middle[lowest(landing)]

    def bounds(self, state: Threats, alpha: int, beta: int) -> tuple[int, int]:
        """Wins in 1, losses in 2; no row open any more; and what following up secures."""
        taken = state.mine | state.theirs
        if self.misere:
            return over_or_open(self.outcome(Marks(state.mine, state.theirs)))
        if state.their_rows & state.theirs:
            return -BASE, -BASE
        if taken == self.all_cells:
            return 0, 0
        if state.my_rows & self.landings(taken):
            return SOONEST, SOONEST
        if not self.answers(state):
            return 2 - BASE, 2 - BASE
        left = self.cells - count(taken)
        if left <= 2:
            return 0, 0
        lower = 4 - BASE if left >= 4 else 0
        upper = BASE - 3
        # A null window asks for the win of one player only; so one look at the rows will do.
        hopeful = state.theirs if beta <= 0 else state.mine
        if (beta <= 0 or alpha >= 0) and not self.has_line(hopeful | self.all_cells & ~taken):
            if beta <= 0:
                lower = 0
            else:
                upper = 0
        elif alpha >= left - self.rows - BASE:
            upper = min(upper, self.most_against_following(state, left))
        return lower, max(lower, upper)

    @cached_property
    def leader_cells(self) -> int:
        """The cells with an odd number of cells above them (see `most_against_following`)."""
        return sum(self.bottom_cells << row for row in range(self.rows - 2, -1, -2))

    def most_against_following(self, state: Threats, left: int) -> int:
        """An upper bound of the score, from what the other player gets by following up."""
        empty = self.all_cells & ~(state.mine | state.theirs)
        # The lowest empty cells of the columns that have an odd number of them.
        odd = self.landings(state.mine | state.theirs) & ~self.leader_cells
        if left & 1:
            return self.most_against_threats(state, empty, odd, left)
        mine = state.mine | empty & self.leader_cells | odd
        theirs = empty & ~self.leader_cells & ~odd
        if self.has_line(mine) and self.may_be_first(mine, state.theirs | theirs):
            return BASE
        if self.has_line(state.theirs | theirs):
            return left - self.left_above(state.theirs, theirs) - BASE
        return 0

    def may_be_first(self, cells: int, others: int) -> bool:
        """Whether `cells` hold a row that has none of `others` below it in the same columns.

        Columns are filled from below, so of such two rows the lower one is there first.
        """
        found = 0
        for step in self.steps:
            late = self.upwards(self.rows_along(step, others))
            found |= self.rows_along(step, cells) & ~late
        return found != 0

    def upwards(self, cells: int) -> int:
        """These cells and all above them in their columns."""
        shift = 1
        while shift < self.rows:
            cells |= cells << shift & self.bottom_cells * (self.column_cells >> shift << shift)
            shift *= 2
        return cells

    def left_above(self, marks: int, cells: int) -> int:
        """How many cells are still empty when one who follows up has a row, with all these cells.

        At least those above the last cell of the row: it is not filled before what is below it.
        """
        above = 0
        cells &= ~self.top_cells
        while self.has_line(marks | cells):
            above += 2
            cells &= ~(self.top_cells >> above)
        return above

    def most_against_threats(self, state: Threats, empty: int, odd: int, left: int) -> int:
        """The same where the other player must follow up in all columns but one."""
        # Counted down from the bit above the column: all cells from the lowest empty one up.
        threats = state.their_rows & self.leader_cells & (self.top_cells << 1) - odd
        best = BASE
        while threats:
            threat = threats & -threats
            column = self.column_cells << lowest(threat) // self.height * self.height
            mine = (empty & self.leader_cells | odd) & ~column
            mine |= empty & ~self.leader_cells & column & threat - 1
            if not self.has_line(state.mine | mine):
                over = self.rows - 1 - lowest(threat) % self.height
                best = min(best, left - over - BASE)
            threats &= ~column
        return best

    def estimate(self, position: Marks) -> int:
        """How many more rows are still open to me than to the other player."""
        mine = self.count_rows(self.all_cells & ~position.theirs)
        theirs = self.count_rows(self.all_cells & ~position.mine)
        return theirs - mine if self.misere else mine - theirs

    def count_rows(self, cells: int) -> int:
        """How many rows of k lie wholly in these cells."""
        rows = 0
        for step in self.steps:
            rows += count(self.rows_along(step, cells))
        return rows

    # For people.

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The board as it is, and with left and right exchanged."""
        cells = range(self.cells)
        last = self.columns - 1
        return tuple(cells), tuple(cell - cell % self.columns * 2 + last for cell in cells)

    def bit(self, cell: int) -> int:
        """Which bit stands for the cell of that number in reading order."""
        row, column = divmod(cell, self.columns)
        return column * self.height + self.rows - 1 - row

    def cell_at(self, bit: int) -> int:
        """The number in reading order of the cell for which the bit stands."""
        column, up = divmod(bit, self.height)
        return (self.rows - 1 - up) * self.columns + column

    def board(self, position: Marks, turn: int) -> Board:
        """The cells, as a rack into which marks fall."""
        return super().board(position, turn)._replace(look=Look.RACK)

    def moves_by_cell(self, position: Marks) -> dict[int, tuple[int, ...]]:
        """Each column stands at the cell where the mark will land."""
        taken = position.mine | position.theirs
        columns = {move: taken >> self.height * move & self.column_cells for move in range(26)}
        return {
            self.cell_at(self.height * move + columns[move].bit_count()): (move,)
            for move in self.moves(position)
        }

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The rows that decided the game, each in its full length."""
        return tuple(
            tuple(self.cell_at(bit) for bit in row)
            for step in self.steps
            for row in full_rows(self.rows_along(step, position.theirs), step, self.k)
        )

    def name(self, move: int) -> str:
        """The number of the column, from 1 at the left."""
        return str(move + 1)

    def read(self, text: str) -> int:
        """The column of that number, or of that letter in the names of its cells."""
        word = text.strip().lower()
        if re.fullmatch("[1-9][0-9]?", word) and int(word) <= self.columns:
            return int(word) - 1
        if len(word) == 1 and word in LETTERS[: self.columns]:
            return LETTERS.index(word)
        raise UnreadableMove(
            f"{text!r} is not a column: they go from 1 to {self.columns}, or from a to "
            f"{LETTERS[self.columns - 1]}."
        )

    def split_moves(self, text: str) -> list[str]:
        """The columns of a play: every digit is one, unless there are more than nine columns.

        >>> ConnectFour().split_moves("4455"), ConnectFour(10, 4).split_moves("10 1")
        (['4', '4', '5', '5'], ['10', '1'])
        """
        words = super().split_moves(text)
        return [digit for word in words for digit in word] if self.columns <= 9 else words

    def refusal(self, position: Marks, move: int) -> MoveError:
        """Whether the column is full, or no column at all."""
        if not 0 <= move < self.columns:
            return IllegalMove(f"There is no column {move + 1}: they go from 1 to {self.columns}.")
        others = ", ".join(self.name(column) for column in self.moves(position))
        return IllegalMove(f"Column {self.name(move)} is full; choose from {others}.")

    def validate(self, position: Marks, turn: int) -> None:
        """Raise the reason why no game can reach the position."""
        super().validate(position, turn)
        taken = position.mine | position.theirs
        floating = taken & ~(taken << 1 | self.bottom_cells)
        if floating:
            cell = self.cell_name(self.cell_at(floating.bit_length() - 1))
            raise FloatingMark(f"The cell below {cell} is empty, but marks fall to the bottom.")

    def last_marks(self, position: Marks) -> int:
        """The marks of which one was put last: those with nothing above them."""
        return position.theirs & ~((position.mine | position.theirs) >> 1)
