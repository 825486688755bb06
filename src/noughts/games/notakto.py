"""Notakto: tic-tac-toe in which both players put X, on one to three boards of 3×3.

With several boards a cell is named by its board, counted from the left, and its place:
`2b2` is the centre of the second.

    Thane Plambeck and Greg Whitehead, "The Secrets of Notakto: Winning at X-only Tic-Tac-Toe", 2013
"""

from collections.abc import Iterator
from typing import NamedTuple

from noughts.bits import count, lowest
from noughts.board import Board, Closed
from noughts.errors import BadParameters, IllegalMove, MoveError, TwoLines, WrongCount
from noughts.games.common.cell_game import NUMBERS, CellGame, one_mark_completes, parameter
from noughts.games.tictactoe import ALL_CELLS, LINES
from noughts.value import OPEN, WIN

CELLS = 9


class Crosses(NamedTuple):
    """A position."""

    crosses: int  # the set of marked cells, nine for each board, the first board's lowest


class Notakto(CellGame[Crosses]):
    """A board with three in a row is closed; closing the last board loses.

    Both players put X. A closed board takes no more marks.

    Args:
        boards: how many boards there are, from 1 to 3.

    >>> game = Notakto(2)
    >>> position, turn = game.parse("xxx/3/3|3/1x1/3")
    >>> [game.name(move) for move in game.moves(position)]
    ['2a3', '2b3', '2c3', '2a2', '2c2', '2a1', '2b1', '2c1']
    """

    about = "both play X; three in a row close a board; closing the last one loses"
    size_in_words = "1 to 3 boards of 9 cells"
    known_results = "the first player wins on one board and on three, the second on two"
    examples = ("notakto:1", "notakto:2", "notakto:3")
    status = "solved"

    marks = ("First", "Second")
    signs = ("X", "")
    either_begins = False

    boards: int = 1

    @property
    def title(self) -> str:
        return "Notakto" if self.boards == 1 else f"Notakto on {NUMBERS[self.boards]} boards"

    def __post_init__(self) -> None:
        if not 1 <= self.boards <= 3:
            raise BadParameters(f"{self.boards} boards: there can be 1, 2 or 3.")

    def start(self) -> Crosses:
        return Crosses(0)

    def moves(self, position: Crosses) -> Iterator[int]:
        for number in range(self.boards):
            cells = self.cells_on(position, number)
            if not self.dead(cells):
                empty = ALL_CELLS & ~cells
                while empty:
                    yield number * CELLS + lowest(empty)
                    empty &= empty - 1

    def play(self, position: Crosses, move: int) -> Crosses:
        return Crosses(position.crosses | 1 << move)

    def outcome(self, position: Crosses) -> int:
        for number in range(self.boards):
            if not self.dead(self.cells_on(position, number)):
                return OPEN
        return WIN

    def cells_on(self, position: Crosses, number: int) -> int:
        """Marked cells of one board."""
        return position.crosses >> number * CELLS & ALL_CELLS

    def dead(self, cells: int) -> bool:
        """Whether a board with these marked cells has a line."""
        for line in LINES:
            if cells & line == line:
                return True
        return False

    def turn(self, position: Crosses) -> int:
        return count(position.crosses) % 2

    def board(self, position: Crosses, turn: int) -> Board:
        board = super().board(position, turn)
        if self.outcome(position) != OPEN:
            return board
        dead = [n for n in range(self.boards) if self.dead(self.cells_on(position, n))]
        closed = tuple(
            Closed(tuple(map(self.cell_name, range(number * CELLS, (number + 1) * CELLS))))
            for number in dead
        )
        return board._replace(closed=closed)

    part_lines = LINES

    parts = parameter("boards", "Number of boards that can be closed.")

    def closing(self, position: Crosses, turn: int, part: int) -> int:
        """4 if the game is over, otherwise 1 if the board is closed, or 0."""
        if self.outcome(position) != OPEN:
            return 4
        return int(self.dead(self.cells_on(position, part)))

    def shown(self, position: Crosses, turn: int) -> tuple[int, int]:
        return position.crosses, 0

    def showing(self, crosses: int, noughts: int, turn: int) -> Crosses:
        if noughts:
            raise WrongCount("In Notakto both players put X; there is no O.")
        return Crosses(crosses)

    def lines(self, position: Crosses) -> tuple[tuple[int, ...], ...]:
        if self.outcome(position) == OPEN:
            return ()
        return tuple(
            tuple(number * CELLS + cell for cell in range(CELLS) if line >> cell & 1)
            for number in range(self.boards)
            for line in LINES
            if self.cells_on(position, number) & line == line
        )

    def explain_illegal(self, position: Crosses, move: int) -> MoveError:
        if 0 <= move < self.cells and self.dead(self.cells_on(position, move // CELLS)):
            return IllegalMove(f"{self.name(move)} is on a closed board: it already has a line.")
        return super().explain_illegal(position, move)

    def validate(self, position: Crosses, turn: int) -> None:
        super().validate(position, turn)
        self.validate_turn(position, turn)
        for number in range(self.boards):
            cells = self.cells_on(position, number)
            if self.dead(cells) and not one_mark_completes(cells, cells, self.dead):
                raise TwoLines(
                    f"No single mark completes the lines of board {number + 1}: the first had "
                    f"already closed it."
                )
