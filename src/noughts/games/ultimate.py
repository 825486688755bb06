"""Ultimate tic-tac-toe: nine boards that are the cells of a tenth.

The first move may be anywhere. Won boards are not counted when all are closed.

Cells are named as on one board of nine columns and nine rows, `a1` to `i9`. A position is
the rows of that board, then the next board, a digit from 1 to 9 in reading order or `-` for any,
then the side to move: after `e5`, `9/9/9/9/4x4/9/9/9/9 5 o`.

Known: not solved under this rule. The first player's win in at most 43 moves (Guillaume
Bertholon and others, "At Most 43 Moves, At Least 29", 2020) is for the rule under which
won boards are played on until they are full.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from itertools import product
from typing import NamedTuple

from noughts import errors
from noughts.bits import count, lowest
from noughts.board import Board, Closed, Look
from noughts.game import FIRST
from noughts.games.common.cell_game import CellGame, RowNotation, by_player, expanded
from noughts.games.tictactoe import LINES
from noughts.value import DRAW, LOSS, OPEN

PLACES = (
    "upper left", "upper", "upper right", "left", "middle", "right", "lower left", "lower",
    "lower right",
)  # fmt: skip
ANY = 9  # in place of a board: the player to move may choose
FULL = 0b111_111_111
# Six boards of nine cells fill a word; the other three share one with the set of won boards.
FIRST_BOARDS = 6
WON = 27


class Boards(NamedTuple):
    """A position, from the view of the player to move."""

    mine_first: int  # my marks on the first six boards, nine bits each
    mine_last: int  # my marks on the last three, and above them the set of boards I have won
    theirs_first: int  # the opponent's marks on the first six boards
    theirs_last: int  # the opponent's marks on the last three, and the boards they have won
    board: int  # the board to play on, or ANY


class Ultimate(CellGame[Boards]):
    """Win three boards in a row; your cell decides on which board your opponent plays next.

    Three in a row win a board. A board that is won or full is closed. If the next board is closed,
    the player may choose any open one. When all are closed and no player has three in a row, the
    game is a draw.

    >>> game = Ultimate()
    >>> position = game.play(game.start(), game.read("a9"))
    >>> [game.name(move) for move in game.moves(position)]
    ['b9', 'c9', 'a8', 'b8', 'c8', 'a7', 'b7', 'c7']
    """

    title = "Ultimate tic-tac-toe"
    other_names = ("ultimate-tic-tac-toe", "uttt")
    about = "nine boards in one: the cell you mark names the opponent's next board"
    size_in_words = "81 cells"
    known_results = "not solved"
    status = "open"

    row_notation = RowNotation(word=4, words="123456789-")
    columns = 9
    rows = 9

    # A move is nine times the board plus the cell on it, both in reading order.

    def start(self) -> Boards:
        return Boards(0, 0, 0, 0, ANY)

    def moves(self, position: Boards) -> Iterator[int]:
        for board in range(9):
            if position.board in (board, ANY) and not self.closed(position, board):
                empty = FULL & ~self.marks_on(position, board)
                while empty:
                    yield 9 * board + lowest(empty)
                    empty &= empty - 1

    def play(self, position: Boards, move: int) -> Boards:
        board, cell = move // 9, move % 9
        first, last = position.mine_first, position.mine_last
        if board < FIRST_BOARDS:
            first |= 1 << move
        else:
            last |= 1 << move - 9 * FIRST_BOARDS
        if self.wins[nine_of(first, last, board)]:
            last |= 1 << WON + board
        after = Boards(position.theirs_first, position.theirs_last, first, last, cell)
        if self.closed(after, cell):
            return Boards(after.mine_first, after.mine_last, first, last, ANY)
        return after

    def outcome(self, position: Boards) -> int:
        if self.wins[position.theirs_last >> WON]:
            return LOSS
        for board in range(9):
            if not self.closed(position, board):
                return OPEN
        return DRAW

    def closed(self, position: Boards, board: int) -> bool:
        """Whether the board is won or full."""
        won = (position.mine_last | position.theirs_last) >> WON
        return won >> board & 1 != 0 or self.marks_on(position, board) == FULL

    def marks_on(self, position: Boards, board: int) -> int:
        """The marked cells of a board."""
        mine = nine_of(position.mine_first, position.mine_last, board)
        return mine | nine_of(position.theirs_first, position.theirs_last, board)

    @cached_property
    def wins(self) -> tuple[int, ...]:
        """For each set of nine cells, whether it contains a line."""
        return tuple(int(any(cells & line == line for line in LINES)) for cells in range(512))

    def turn(self, position: Boards) -> int:
        return sum(count(self.marks_on(position, board)) for board in range(9)) % 2

    def lines(self, position: Boards) -> tuple[tuple[int, ...], ...]:
        won = position.theirs_last >> WON
        decisive = [line for line in LINES if won & line == line]
        return tuple(
            tuple(reading_order(9 * board + cell) for cell in range(9) if line >> cell & 1)
            for board in range(9)
            if any(row >> board & 1 for row in decisive)
            for line in LINES
            if nine_of(position.theirs_first, position.theirs_last, board) & line == line
        )

    def board(self, position: Boards, turn: int) -> Board:
        closed = (self._closed(position, turn, board) for board in range(9))
        parts = tuple(part for part in closed if part)
        gaps = (3, 6)
        board = super().board(position, turn)._replace(look=Look.NINE)
        return board._replace(column_gaps=gaps, row_gaps=gaps, closed=parts)

    def moves_by_cell(self, position: Boards) -> dict[int, tuple[int, ...]]:
        return {reading_order(move): (move,) for move in self.moves(position)}

    def bit(self, cell: int) -> int:
        """The bit of a cell: bits are ordered board by board, like moves."""
        return reading_order(cell)

    def shown(self, position: Boards, turn: int) -> tuple[int, int]:
        mine = all_marks(position.mine_first, position.mine_last)
        return by_player(mine, all_marks(position.theirs_first, position.theirs_last), turn)

    def sign(self, position: Boards, turn: int, cell: int) -> int:
        """State of a cell: 1 for an X, 2 for an O, 0 if empty. A side's marks need two words."""
        move = reading_order(cell)
        if nine_of(position.mine_first, position.mine_last, move // 9) >> move % 9 & 1:
            return 1 + turn
        if nine_of(position.theirs_first, position.theirs_last, move // 9) >> move % 9 & 1:
            return 2 - turn
        return 0

    parts = 9
    part_lines = LINES

    def closing(self, position: Boards, turn: int, part: int) -> int:
        """0 for an open board, 1 for a draw, 2 or 3 if X or O won it; 4 more if it decided."""
        if not self.closed(position, part):
            return 0
        if position.mine_last >> WON + part & 1:
            return 2 + turn
        won = position.theirs_last >> WON
        if not won >> part & 1:
            return 1
        for line in LINES:
            if won & line == line and line >> part & 1:
                return 7 - turn
        return 3 - turn

    def _closed(self, position: Boards, turn: int, board: int) -> Closed | None:
        """A closed board with its winner; None while it is open."""
        if not self.closed(position, board):
            return None
        cells = tuple(self.name(move) for move in range(9 * board, 9 * board + 9))
        for side, last in ((turn, position.mine_last), (1 - turn, position.theirs_last)):
            if last >> WON + board & 1:
                return Closed(cells, self.marks[side], side)
        return Closed(cells)

    def name(self, move: int) -> str:
        return self.cell_name(reading_order(move))

    def read(self, text: str) -> int:
        return reading_order(self.read_cell(text))

    def explain_illegal(self, position: Boards, move: int) -> errors.MoveError:
        if not 0 <= move < 81:
            return errors.no_such("cell", move, 81)
        board = move // 9
        if self.marks_on(position, board) >> move % 9 & 1:
            return errors.CellTaken(f"{self.name(move)} is already taken.")
        if self.closed(position, board):
            return errors.IllegalMove(f"{self.name(move)} is on a closed board.")
        left, right = self.name(9 * position.board), self.name(9 * position.board + 8)
        return errors.IllegalMove(
            f"{self.name(move)} is on another board: the last mark sends you to the board from "
            f"{left} to {right}."
        )

    def text(self, position: Boards, turn: int) -> str:
        rows, side = super().text(position, turn).split()
        return f"{rows} {'123456789-'[position.board]} {side}"

    def parse(self, text: str) -> tuple[Boards, int]:
        found = re.fullmatch(r"(\S+) +([1-9-])(?: +([xo]))?", text.strip().lower())
        rows = [expanded(row) for row in found[1].split("/")] if found else []
        if not found or [len(row) for row in rows] != [9] * 9:
            raise errors.UnreadablePosition(
                f"{text!r} is not a position: write nine rows of nine from the top, with / "
                f"between them: x, o, or a number for a run of empty cells; then the board to "
                f"play on, "
                f"1 to 9 or - for any; then the side to move. "
                f"The start is {self.text(self.start(), FIRST)!r}."
            )
        signs = "".join(rows)
        first, second = (self._words(signs, mark) for mark in "xo")
        turn = "xo".index(found[3]) if found[3] else (81 - signs.count(".")) % 2
        sides = (*first, *second) if turn == FIRST else (*second, *first)
        position = Boards(*sides, "123456789-".index(found[2]))
        self.validate(position, turn)
        return position, turn

    def _words(self, signs: str, mark: str) -> tuple[int, int]:
        cells = sum(1 << reading_order(i) for i, sign in enumerate(signs) if sign == mark)
        first, last = cells & (1 << 9 * FIRST_BOARDS) - 1, cells >> 9 * FIRST_BOARDS
        won = sum(self.wins[nine_of(first, last, board)] << board for board in range(9))
        return first, last | won << WON

    def validate(self, position: Boards, turn: int) -> None:
        """Raise ImpossiblePosition if it clearly cannot be reached.

        Some positions that pass cannot be reached either: only a search could show it.
        """
        super().validate(position, turn)
        self.validate_owners(position, turn)
        if position.mine_last & position.theirs_last:
            raise errors.TwoLines("Both players have three in a row on the same board.")
        if self.wins[position.mine_last >> WON]:
            raise errors.TwoLines(
                "The side to move has three boards in a row, which would have ended the game."
            )
        if not self._sent_there(position):
            raise errors.ImpossiblePosition(
                "No mark of the player who moved last sends the opponent to that board."
            )

    def _sent_there(self, position: Boards) -> bool:
        if not any(position[:4]):
            return position.board == ANY
        senders = {
            cell
            for board, cell in product(range(9), range(9))
            if nine_of(position.theirs_first, position.theirs_last, board) >> cell & 1
        }
        targets = {ANY if self.closed(position, cell) else cell for cell in senders}
        return position.board in targets


def nine_of(first: int, last: int, board: int) -> int:
    """A player's marks on one board, from the two words."""
    if board < FIRST_BOARDS:
        return first >> 9 * board & FULL
    return last >> 9 * (board - FIRST_BOARDS) & FULL


def all_marks(first: int, last: int) -> int:
    """A player's marks on all boards, in one number."""
    return first | (last & (1 << WON) - 1) << 9 * FIRST_BOARDS


def reading_order(move: int) -> int:
    """Convert a move to its cell in reading order of the whole board, and back."""
    row, column = move // 27 * 3 + move % 9 // 3, move // 9 % 3 * 3 + move % 3
    return 9 * row + column
