"""Boards of cells: names, text and picture, independent of the rules.

Cells are numbered in reading order: 0 is the upper left corner. People name them by
column letter and row number from the bottom, `a1` being the lower left corner; on 3×3, a
digit in reading order is accepted, too.

         a b c                 digits      numbers
       3 . . .                 1 2 3       0 1 2
       2 . . .                 4 5 6       3 4 5
       1 . . .                 7 8 9       6 7 8

Several boards lie side by side, the first on the left, and their cells are numbered one board after
the other; a cell's name then begins with its board: `2a1` is the lower left corner of the second.

`boards.py` reads all other boards: pictures, lists, and the codes of other programs.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import islice
from typing import Any, ClassVar, NamedTuple, TypeVar

from noughts import errors
from noughts.bits import cells_of, count, lowest
from noughts.board import Board, Cell, Look
from noughts.game import FIRST, SECOND, Game, P
from noughts.value import OPEN

LETTERS = "abcdefghijklmnopqrstuvwxyz"
# The marks of colours in games in which Black moves first.
BLACK_FIRST = (("b", "x"), ("w", "o"), ("black", "x"), ("white", "o"), ("●", "x"), ("○", "o"),
               ("⚫", "x"), ("⚪", "o"))  # fmt: skip
# Added to an error where O may have moved first.
O_BEGAN = " If O moved first, say so: end the text with x, or use turn='x', --side x or --first o."
NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


class RowNotation(NamedTuple):
    """The notation of a game's `text` in rows of signs, for programs without its rules.

    The rows come first and the side to move last, as `x` or `o`.
    """

    letters: str = ".xo"  # of each sign of a cell; 0 is an empty cell's
    runs: bool = True  # whether a number counts a run of empty cells
    counts: bool = False  # instead of rows: how many marks each column has
    word: int = 0  # the word of the position that is written between rows and side
    words: str = ""  # the letter of each of its values, if it is


def in_a_row(length: int) -> str:
    """A row of that length, in words.

    >>> in_a_row(3), in_a_row(12)
    ('three in a row', '12 in a row')
    """
    return f"{NUMBERS[length] if length < len(NUMBERS) else length} in a row"


def cell_name(cell: int, columns: int, rows: int) -> str:
    """The name of a cell.

    >>> cell_name(0, 3, 3), cell_name(8, 3, 3)
    ('a3', 'c1')
    """
    return f"{LETTERS[cell % columns]}{rows - cell // columns}"


def cell_named(name: str, columns: int, rows: int) -> int:
    """The cell of that name; -1 if the board has none.

    >>> cell_named("A3", 3, 3), cell_named("d1", 3, 3), cell_named("?", 3, 3)
    (0, -1, -1)
    """
    found = re.fullmatch(r"([a-z])([1-9][0-9]?)", name.strip().lower())
    if not found:
        return -1
    column, row = LETTERS.index(found[1]), rows - int(found[2])
    return row * columns + column if column < columns and 0 <= row < rows else -1


def shortened_row(row: str) -> str:
    """A row of position text, with a number for each run of dots.

    >>> shortened_row("x...o.")
    'x3o1'
    """
    return re.sub(r"\.+", lambda run: str(len(run[0])), row)


def expanded(row: str) -> str:
    """A row of position text with a dot for each empty cell; empty if it has other signs.

    >>> expanded("x3o1"), expanded("x?o")
    ('x...o.', '')
    """
    if not re.fullmatch(r"([xo]|[1-9][0-9]?(?![0-9]))*", row):
        return ""
    return re.sub(r"[0-9]+", lambda number: "." * int(number[0]), row)


# Two cells, with a dash, a space or nothing between them.
STEP = re.compile(r"([0-9]?[a-z][1-9][0-9]?)[- ]*([0-9]?[a-z][1-9][0-9]?)")

Kind = TypeVar("Kind")

# Error messages quote this much of a text.
LONGEST = 200
# What may stand behind a position: whose turn it is, or nothing.
SIDES = ("x", "o", "")


def parameter(name: str, doc: str) -> Any:
    """A property of a game that is one of its parameters."""
    return property(lambda game: getattr(game, name), doc=doc)


class CellGame(Game[P]):
    """A game on cells that hold X, O or nothing: names, text and picture.

    A subclass defines `columns` and `rows`, and `boards` if there are several. If a position is not
    one set of cells for both players, or the two sets `mine` and `theirs`, it also defines `shown`
    and `showing`, from positions to sets of cells and back.
    """

    #: Whether marks fall to the bottom of their column, so that a move is a column.
    falls: ClassVar[bool] = False

    #: True if a move goes from a cell to a cell: the first times `cells`, plus the second.
    steps: ClassVar[bool] = False

    #: The signs of colours, where it is known who has which; `boards.py` tries both otherwise.
    colours: ClassVar[tuple[tuple[str, str], ...]] = ()

    #: The notation of `text`; None if it does not write rows.
    row_notation: ClassVar[RowNotation | None] = RowNotation()

    how_to_move = "a cell by its letter and number"

    @property
    def look(self) -> Look:
        """The kind of board that pictures show."""
        return Look.GRID

    columns = 3
    rows = 3
    boards = 1

    @property
    def cells(self) -> int:
        """Number of cells."""
        return self.boards * self.board_cells

    @property
    def board_cells(self) -> int:
        """Number of cells of one board."""
        return self.columns * self.rows

    @cached_property
    def all_cells(self) -> int:
        """The set of all cells."""
        return (1 << self.cells) - 1

    @property
    def actions(self) -> int:
        """A move for each cell, for each column where marks fall, or for each two cells."""
        return self.cells**2 if self.steps is True else self.columns if self.falls else self.cells

    @cached_property
    def marks_at_start(self) -> tuple[int, int]:
        """The number of X and of O at the start, which may be a handicap."""
        first, second = self.shown(self.start(), FIRST)
        return first.bit_count(), second.bit_count()

    @property
    def turn_is_counted(self) -> bool:
        """Whether the number of marks shows whose turn it is."""
        return self.alternates and not self.repeats and self.steps is not True

    @property
    def row_lengths(self) -> tuple[int, ...]:
        """Number of cells in each row of a board, from the top."""
        return (self.columns,) * self.rows

    def bit(self, cell: int) -> int:
        """The bit of a cell in sets of cells: by default, its number."""
        return cell

    @property
    def signs(self) -> tuple[str, str]:
        """The signs shown for an X and for an O: by default, the players' marks."""
        return self.marks

    def shown(self, position: Any, turn: int) -> tuple[int, int]:
        """The sets of cells that show an X, and that show an O."""
        if self.by_sides:
            return by_player(position[0], position[-1], turn)
        return position[0], 0 if self.is_shared else position[-1]

    def sign(self, position: P, turn: int, cell: int) -> int:
        """State of a cell: 1 for an X, 2 for an O, 0 if empty. The page calls the compiled form."""
        crosses, noughts = self.shown(position, turn)
        bit = self.bit(cell)
        return (crosses >> bit & 1) + 2 * (noughts >> bit & 1)

    def showing(self, crosses: int, noughts: int, turn: int) -> Any:
        """The position with these sets of cells, and that player to move."""
        kind: Any = type(self.start())
        if not self.is_shared:
            return kind(
                *(by_player(crosses, noughts, turn) if self.by_sides else (crosses, noughts))
            )
        if noughts:
            raise errors.WrongCount("In this game all marks are X; there is no O.")
        return kind(crosses)

    @property
    def by_sides(self) -> bool:
        """Whether a position consists of the cells of the player to move and of the opponent."""
        return self._fields == ("mine", "theirs")

    @property
    def is_shared(self) -> bool:
        """Whether a position consists of one set of cells."""
        return len(self._fields) == 1

    @cached_property
    def _fields(self) -> tuple[str, ...]:
        """Fields of a position: one set of cells, or two.

        Raises:
            NotAGame: they are something else, and the game does not define `shown`.
        """
        fields: tuple[str, ...] = getattr(self.start(), "_fields", ())
        if len(fields) not in (1, 2):
            raise errors.NotAGame(
                f"{type(self).__name__} must define shown() and showing(): its positions are not "
                f"one set of cells, or two."
            )
        return fields

    # Cells and moves.

    def name(self, move: int) -> str:
        """The name of the cell to mark; of two cells, `b2-b3`, if a move is a step."""
        if self.steps is not True:
            return self.cell_name(move)
        return "-".join(map(self.cell_name, divmod(move, self.cells)))

    def cell_name(self, cell: int) -> str:
        """The cell's letter and number, `b2`; before it the board's number if there are several."""
        board, place = divmod(cell, self.board_cells)
        name = cell_name(place, self.columns, self.rows)
        return f"{board + 1}{name}" if self.boards > 1 else name

    def read(self, text: str) -> int:
        if self.steps is not True:
            return self.read_cell(text)
        if found := STEP.fullmatch(text.strip().lower()):
            return self.read_cell(found[1]) * self.cells + self.read_cell(found[2])
        raise errors.UnreadableMove(f"{text!r} is not a step: write two cells, as in b2-b3.")

    def read_cell(self, text: str) -> int:
        """The cell called `b2`; on a single 3×3 board also by its digit in reading order."""
        word = text.strip().lower()
        number, name = (word[:1], word[1:]) if self.boards > 1 else ("1", word)
        place = cell_named(name, self.columns, self.rows)
        if place >= 0 and number in tuple("123456789")[: self.boards]:
            return (int(number) - 1) * self.board_cells + place
        if self.digits and word in tuple("123456789"):
            return int(word) - 1
        first, last = (self.board_cells - self.columns, self.cells - self.board_cells)
        names = f"{self.cell_name(first)} to {self.cell_name(last + self.columns - 1)}"
        also = ", or a digit from 1 to 9 in reading order" if self.digits else ""
        raise errors.UnreadableMove(f"{text!r} is not a cell: use {names}{also}.")

    def split_moves(self, text: str) -> list[str]:
        """The names of the moves in a list of moves, as people and programs write it.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> TicTacToe().split_moves("1. b2 a1 2. c3"), TicTacToe().split_moves("(1, 1) (2, 0)")
        (['b2', 'a1', 'c3'], ['b2', 'a1'])
        """
        words = text.replace(",", " ").split()
        with suppress(errors.MoveError):
            if not any(word.isdecimal() or self.read(word) < 0 for word in words):
                return words
        from noughts.games.common.moves import moves_in  # needed for other lists alone

        return moves_in(self, text)

    @property
    def digits(self) -> bool:
        """Whether a digit names a cell, as on a numeric keypad."""
        return (self.columns, self.rows, self.boards) == (3, 3, 1)

    def explain_illegal(self, position: P, move: int) -> errors.MoveError:
        if self.steps is True:
            legal = ", ".join(map(self.name, self.moves(position)))
            name = self.name(move) if 0 <= move < self.actions else move
            return errors.IllegalMove(f"{name} is not a legal step; choose from {legal}.")
        if not 0 <= move < self.cells:
            return errors.no_such("cell", move, self.cells)
        empty = ", ".join(self.name(cell) for cell in self.moves(position))
        return errors.CellTaken(f"{self.name(move)} is already taken; still empty: {empty}.")

    # The picture.

    def board(self, position: P, turn: int) -> Board:
        """The cells with their marks."""
        signs = self._signs(position, turn, (*self.signs, ""))
        sides = self.contents(position, turn, (FIRST, SECOND, None))
        moves = self.moves_by_cell(position) if self.outcome(position) == OPEN else {}
        cells = tuple(
            Cell(
                self.cell_name(cell),
                *self.place(cell),
                signs[cell],
                moves.get(cell, ()),
                sides[cell],
            )
            for cell in range(self.cells)
        )
        lines = tuple(tuple(map(self.cell_name, line)) for line in self.lines(position))
        gaps = range(self.columns, self.columns * self.boards, self.columns)
        return Board(cells, lines, column_gaps=tuple(gaps), look=self.look)

    def place(self, cell: int) -> tuple[int, int]:
        """The column and the row of the cell in the picture."""
        board, place = divmod(cell, self.board_cells)
        row, column = divmod(place, self.columns)
        return board * self.columns + column, row

    def moves_by_cell(self, position: P) -> dict[int, tuple[int, ...]]:
        """The legal moves of each cell; a step is one of the cell that it goes to."""
        if self.steps is True:
            return by_goal(self.moves(position), self.cells)
        return {move: (move,) for move in self.moves(position)}

    def _signs(self, position: P, turn: int, signs: tuple[str, str, str]) -> list[str]:
        return self.contents(position, turn, signs)

    def contents(self, position: P, turn: int, kinds: tuple[Kind, Kind, Kind]) -> list[Kind]:
        """For each cell one of three values: for an X, for an O, or for an empty cell."""
        crosses, noughts = self.shown(position, turn)
        bits = map(self.bit, range(self.cells))
        return [kinds[0 if crosses >> bit & 1 else 1 if noughts >> bit & 1 else 2] for bit in bits]

    # The text.

    def text(self, position: P, turn: int) -> str:
        """Rows from the top, a number for a run of empty cells, then the side to move.

        Several boards are written one after the other with | between them.
        """
        return f"{self.rows_text(self._signs(position, turn, ('x', 'o', '.')))} {'xo'[turn]}"

    def rows_text(self, signs: Sequence[str]) -> str:
        """The rows of these signs, without the side to move."""
        left = iter(signs)
        boards = (
            "/".join(shortened_row("".join(islice(left, length))) for length in self.row_lengths)
            for _ in range(self.boards)
        )
        return "|".join(boards)

    def parse(self, text: str) -> tuple[P, int]:
        """The position and turn of a text; the side may be left out.

        Other ways to write a board are read, too, if they can mean only one position.
        """
        read = self.parse_rows(text)
        if read is None:
            from noughts.games.common.boards import read_board  # few texts need it

            return read_board(self, text)[:2]
        self.validate(*read)
        return read

    def parse_rows(self, text: str) -> tuple[P, int] | None:
        """The position and turn of rows, perhaps one that cannot arise; None of another text."""
        body, _, side = text.strip().lower().partition(" ")
        boards = [[expanded(row) for row in board.split("/")] for board in body.split("|")]
        lengths = [tuple(map(len, board)) for board in boards]
        sides = SIDES if self.turn_is_counted else SIDES[:2]
        if lengths != [self.row_lengths] * self.boards or side.strip() not in sides:
            return None
        marks = "".join(row for board in boards for row in board)
        crosses = sum(1 << self.bit(cell) for cell, mark in enumerate(marks) if mark == "x")
        noughts = sum(1 << self.bit(cell) for cell, mark in enumerate(marks) if mark == "o")
        count = (crosses | noughts).bit_count() - sum(self.marks_at_start)
        turn = SIDES.index(side.strip()) if side.strip() else count % 2
        return self.showing(crosses, noughts, turn), turn

    def from_cells(
        self, cells: Any, *, x: Any = ..., o: Any = ..., empty: Any = ..., turn: Any = None
    ) -> tuple[P, int]:
        """The position on a board, and whose turn it is, by default by the number of marks.

        Args:
            cells: a code for each cell, in reading order or in rows: "X", "O", or for no mark None,
                "", " ", "-", "." or "_"; or numbers from -1 to 2. Also an array, a dict from cells
                to codes, or a text.
            x: the code of an X. Left out, it is found, where the board can be read in one way only.
            o: that of an O.
            empty: that of an empty cell.
            turn: the side to move, "x" or "o".

        Raises:
            UnreadablePosition: other codes stand there, or they are too few or too many, or they
                can be two positions.
            ImpossiblePosition: no game comes to it.

        >>> from noughts.games.tictactoe import TicTacToe
        >>> game = TicTacToe()
        >>> position, turn = game.from_cells(["X", None, "O", None, "X", None, None, None, None])
        >>> game.text(position, turn)
        'x1o/1x1/3 o'
        >>> game.text(*game.from_cells([[1, 0, -1], [0, 1, 0], [0, 0, -1]], x=1, o=-1))
        'x1o/1x1/2o x'
        """
        from noughts.games.common.boards import read_board

        codes = zip("xo.", (x, o, empty), strict=True)
        said = [(code, sign) for sign, code in codes if code is not ...]
        return read_board(self, cells, said, turn)[:2]

    def how_to_write(self, text: str) -> str:
        """A sentence that refuses a text and says how a position is written."""
        several = f"{self.boards} boards of " if self.boards > 1 else ""
        between = " and | between boards" if self.boards > 1 else ""
        quoted = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
        return (
            f"{quoted!r} is not a position of {several}{self.columns}×{self.rows} cells: write the "
            f"rows from the top, with / between them{between}: x, o, or a number for a run of "
            f"empty cells; then the side to move. The empty board is "
            f"{self.text(self.start(), FIRST)!r}."
        )

    def validate(self, position: P, turn: int) -> None:
        """Raise WrongCount if the marks cannot be on a board."""
        crosses, noughts = self.shown(position, turn)
        board = sum(1 << self.bit(cell) for cell in range(self.cells))
        if crosses & noughts or (crosses | noughts) & ~board:
            raise errors.WrongCount("A cell holds both marks, or lies outside the board.")

    def validate_turn(self, position: P, turn: int) -> None:
        """Raise WrongTurn unless the number of marks fits players who take turns."""
        marks = sum(cells.bit_count() for cells in self.shown(position, turn))
        marks -= sum(self.marks_at_start)
        if turn != marks % 2:
            raise errors.WrongTurn(
                f"With {marks} marks on the board it is the turn of the "
                f"{('first', 'second')[marks % 2]} player, {self.marks[marks % 2]}."
            )

    def o_began(self, position: P, turn: int) -> bool:
        """Whether O moved first, by the number of marks, in a game that either side may begin."""
        if not self.either_begins or not self.turn_is_counted:
            return False
        marks = sum(cells.bit_count() for cells in self.shown(position, turn))
        return (marks - sum(self.marks_at_start) + turn) % 2 == 1

    def validate_owners(self, position: P, turn: int) -> None:
        """Raise WrongCount or WrongTurn unless the sides put one mark after the other.

        X begins, or O in a game that either side may begin.
        """
        shown, given = self.shown(position, turn), self.marks_at_start
        first, second = (cells.bit_count() - n for cells, n in zip(shown, given, strict=True))
        also = f", beside the {given[0]} X and {given[1]} O of the start" if any(given) else ""
        ahead = range(-1 if self.either_begins else 0, 2)
        if first - second not in ahead or min(first, second) < 0:
            one_more = "or one more of either" if self.either_begins else "or one more"
            raise errors.WrongCount(
                f"There are {first + given[0]} X and {second + given[1]} O; there must be as many "
                f"X as O, {one_more}{also}."
            )
        began = second > first or (first == second and turn != FIRST and self.either_begins)
        if turn != (first + second + began) % 2:
            raise errors.WrongTurn(
                f"With {first} X and {second} O it is {'XO'[1 - turn]}'s turn to move."
                f"{O_BEGAN if began else ''}"
            )


def validate_no_line(mine: int, turn: int, has_line: Callable[[int], bool]) -> None:
    """Raise TwoLines if the side to move already has a line."""
    if has_line(mine):
        raise errors.TwoLines(
            f"{'XO'[turn]} is to move but already has a line, which would have ended the game."
        )


def validate_lines(
    mine: int, theirs: int, last: int, turn: int, has_line: Callable[[int], bool]
) -> None:
    """Raise TwoLines unless one mark of `last` completes all lines of the player who moved last."""
    validate_no_line(mine, turn, has_line)
    if has_line(theirs) and not one_mark_completes(theirs, last, has_line):
        raise errors.TwoLines(
            f"{'XO'[1 - turn]} has lines that no single mark completes: the first would have "
            f"ended the game."
        )


def by_player(mine: int, theirs: int, turn: int) -> tuple[int, int]:
    """Convert (mine, theirs) to (first, second) player, and back."""
    return (mine, theirs) if turn == FIRST else (theirs, mine)


def one_mark_completes(cells: int, last: int, has_line: Callable[[int], bool]) -> bool:
    """Whether removing some mark of `last` leaves no line."""
    marks = (1 << bit for bit in range(last.bit_length()) if last >> bit & 1)
    return any(not has_line(cells & ~mark) for mark in marks)


class Marks(NamedTuple):
    """A position of two sides' marks, seen by the player to move.

    Args:
        mine: the set of cells with a mark of the player to move.
        theirs: the set of cells with a mark of the other player.
    """

    mine: int
    theirs: int


class Grid(CellGame[Marks]):
    """A game of marks on the cells of a grid: everything but the rules.

    A subclass defines `columns` and `rows`, and the rules.
    """

    def __init_subclass__(cls) -> None:
        """Let no number of marks show whose turn it is where marks move."""
        super().__init_subclass__()
        if cls.steps is True:
            for name in ("turn", "validate"):
                if getattr(cls, name) is getattr(Grid, name):
                    setattr(cls, name, getattr(CellGame, name))

    # The rules of most games: a cell is marked, and stays marked.

    def start(self) -> Marks:
        """The empty board."""
        return Marks(mine=0, theirs=0)

    def moves(self, position: Marks) -> Iterator[int]:
        """The empty cells."""
        empty = self.all_cells & ~(position.mine | position.theirs)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        return Marks(position.theirs, position.mine | 1 << move)

    # Names, text and picture.

    def turn(self, position: Marks) -> int:
        return (count(position.mine | position.theirs) - sum(self.marks_at_start)) % 2

    @cached_property
    def marks_at_start(self) -> tuple[int, int]:
        """The number of X and of O at the start, which may be a handicap."""
        mine, theirs = self.start()  # not what is shown, on which no rule depends
        return mine.bit_count(), theirs.bit_count()

    def shown(self, position: Marks, turn: int) -> tuple[int, int]:
        return by_player(position.mine, position.theirs, turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> Marks:
        return Marks(*by_player(crosses, noughts, turn))

    def validate(self, position: Marks, turn: int) -> None:
        super().validate(position, turn)
        self.validate_owners(position, turn)
        validate_lines(*position, self.last_marks(position), turn, self.has_line)

    def last_marks(self, position: Marks) -> int:
        """The marks that may have been put last."""
        return position.theirs

    def has_line(self, cells: int) -> bool:
        """Whether a player with these cells has won the game."""
        return False

    @property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the board as a set of cells, in a game won by lines."""
        return ()

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        return tuple(cells_of(line) for line in self.board_lines if position.theirs & line == line)

    def any_line(self, cells: int) -> bool:
        """Whether all cells of a line are in the set, by checking each line."""
        for line in self.board_lines:
            if cells & line == line:
                return True
        return False


def by_goal(moves: Iterable[int], cells: int) -> dict[int, tuple[int, ...]]:
    """Moves by the cell each marks, where a move is its cell plus a multiple of `cells`."""
    found: dict[int, tuple[int, ...]] = {}
    for move in moves:
        found[move % cells] = (*found.get(move % cells, ()), move)
    return found


class PointGrid(Grid):
    """A grid with cells at some of its places: points of lines, or a board with holes.

    A subclass defines `places`. Every row has at least one cell. The cells are numbered in reading
    order, and named by their places in the grid.
    """

    digits = False

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each cell in the grid, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must define places.")

    @property
    def board_cells(self) -> int:
        return len(self.places)

    @property
    def row_lengths(self) -> tuple[int, ...]:
        rows = [place // self.columns for place in self.places]
        return tuple(rows.count(row) for row in range(self.rows))

    def place(self, cell: int) -> tuple[int, int]:
        row, column = divmod(self.places[cell], self.columns)
        return column, row

    def cell_name(self, cell: int) -> str:
        return cell_name(self.places[cell], self.columns, self.rows)

    def read_cell(self, text: str) -> int:
        place = cell_named(text, self.columns, self.rows)
        if place in self.places:
            return self.places.index(place)
        names = ", ".join(map(self.cell_name, range(self.cells)))
        raise errors.UnreadableMove(f"{text!r} is not a cell of this board; its cells are {names}.")
