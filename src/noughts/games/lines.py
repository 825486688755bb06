"""Line games as data: `lines:3,3,a1b1c1,a2b2c2,misere`, or `lines:FILE.json`.

The players mark empty cells in turn; the first to fill a line has won, or in misère play has lost.
A full board without a line is a draw. What the cells and the lines are, the text says:

    lines:3,3,-b2,a3b3c3,a1b1c1,name=Ring

a board of 3 columns and 3 rows without the place b2, and two lines. Every row has a cell, and every
line at least one; `misere` and a name may follow. The text is all there is to the game, so that it
is found again without a file. What reads raises BadParameters if a text, or a file, is no game.

Files are in JSON. Our own format has the board as rows from the top, `.` for a cell and `#` for
none, and the lines by the names of their cells:

    {"name": "Ring", "board": ["...", ".#.", "..."], "lines": ["a3 b3 c3", "a1 b1 c1"],
     "misere": false}

GABOR, the "Graph based board game solver" of Yannik Keller (2020), numbers rows from the top and
columns from the left, and lists for each line its cells' numbers (`winsquarenums`), counted without
those that are `deleted`, and by row and column (`winsquarecombos`). It has no misère play.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, TypeGuard

from noughts.bits import WORD_BITS, cells_of
from noughts.board import Board, Look
from noughts.errors import BadGameFile, BadParameters, UnknownGame, did_you_mean
from noughts.games.common.cell_game import Marks, PointGrid, cell_name, cell_named, parameter
from noughts.games.common.line_game import LineGame
from noughts.games.tictactoe import LINES

PREFIX = "lines"
# The names of some cells, one after the other.
NAMES = re.compile(r"([a-z][1-9][0-9]?)+")
ONE_NAME = re.compile(r"[a-z][1-9][0-9]?")
# A name that a text can carry.
LONGEST_TITLE = 40
TITLE = re.compile(rf"[\w .×'()+-]{{1,{LONGEST_TITLE}}}")
MOST_COLUMNS = 26


class Lines(PointGrid, LineGame):
    """The players mark cells in turn; the first to fill one of the board's lines wins.

    A full board without a filled line is a draw. In misère play, whoever fills a line loses.

    Args:
        columns: the width of the grid that the cells lie on, at most 26.
        rows: its height.
        holes: the set of places, in reading order, that are no cells.
        winning: each line as a set of cells, which are numbered in reading order.
        misere: whoever fills a line loses.
        title: what people call the game; empty: by its size.

    >>> game = lines_from_text("3,3,-b2,a3b3c3,a1b1c1")
    >>> [game.name(move) for move in game.moves(game.start())]
    ['a3', 'b3', 'c3', 'a2', 'c2', 'a1', 'b1', 'c1']
    """

    columns: int = 3
    rows: int = 3
    holes: int = 0
    winning: tuple[int, ...] = LINES
    misere: bool = False
    title: str = ""

    def __post_init__(self) -> None:
        size = f"{self.columns}×{self.rows}"
        if not (1 <= self.columns <= MOST_COLUMNS and self.rows >= 1):
            raise BadParameters(
                f"{size}: a board has 1 to {MOST_COLUMNS} columns and at least a row."
            )
        if self.rows > WORD_BITS or not 0 < self.cells <= WORD_BITS:
            raise BadParameters(f"{size}: a board has 1 to {WORD_BITS} cells.")
        if 0 in self.row_lengths:
            row = self.rows - self.row_lengths.index(0)
            raise BadParameters(f"{size}: row {row} has no cell; leave the row out.")
        if not self.winning or any(not 0 < line <= self.all_cells for line in self.winning):
            raise BadParameters(
                "A line game needs a line, and each line at least one of its cells."
            )
        if self.title and not TITLE.fullmatch(self.title):
            raise BadParameters(
                f"{self.title!r} cannot be a name: at most 40 letters, digits, blanks, or .×'()+-."
            )

    @cached_property
    def places(self) -> tuple[int, ...]:
        """All places of the grid but the holes."""
        everywhere = range(self.columns * self.rows)
        return tuple(place for place in everywhere if not self.holes >> place & 1)

    board_lines = parameter("winning", "Each line as a set of cells.")
    line_loses = parameter("misere", "Whether a line loses.")
    look = Look.LINES

    def board(self, position: Marks, turn: int) -> Board:
        ways = (pair for line in self.winning for pair in pairwise(cells_of(line)))
        links = ((self.cell_name(cell), self.cell_name(after)) for cell, after in ways)
        return super().board(position, turn)._replace(links=tuple(dict.fromkeys(links)))


class Parts(NamedTuple):
    """A line game in a text, perhaps incomplete."""

    columns: int = 3  # the size of the grid
    rows: int = 3  # the size of the grid
    lines: tuple[tuple[str, ...], ...] = ()  # the names of the cells of each line
    holes: tuple[str, ...] = ()  # the names of the places that are no cells
    misere: bool = False  # a full line loses
    title: str = ""  # the usual name; empty: named by its size

    @property
    def text(self) -> str:
        """The text that writes them, without `lines:`."""
        words = [
            f"{self.columns},{self.rows}",
            f"-{''.join(self.holes)}" * bool(self.holes),
            *map("".join, self.lines),
            "misere" * self.misere,
            f"name={self.title}" * bool(self.title),
        ]
        return ",".join(filter(None, words))


def lines_from_text(text: str) -> Lines:
    """The line game that the text behind `lines:` writes."""
    return line_game(*parts_from_text(text))


def parts_from_text(text: str) -> Parts:
    """The parts of a line game in a text, perhaps incomplete."""
    columns, rows, *words = [word.strip() for word in text.split(",")] + [""] * 2
    if not (re.fullmatch("[0-9]{1,2}", columns) and re.fullmatch("[0-9]{1,2}", rows)):
        raise BadParameters(
            f"'{PREFIX}:{text}' is not a line game: write columns, rows and the cells of each "
            f"line, as in {PREFIX}:3,3,a1b1c1,a2b2c2, or a file, {PREFIX}:FILE.json."
        )
    given = [word for word in words if word]
    rest = [word for word in given if word.partition("=")[0] not in ("misere", "name")]
    titles = [word.partition("=")[2] for word in given if word.startswith("name=")]
    return Parts(
        int(columns),
        int(rows),
        lines=tuple(tuple(names_in(word)) for word in rest if word[0] != "-"),
        holes=tuple(name for word in rest if word[0] == "-" for name in names_in(word[1:])),
        misere="misere" in given,
        title="".join(titles[:1]),
    )


def line_game(
    columns: int,
    rows: int,
    lines: Iterable[Iterable[str]],
    holes: Iterable[str] = (),
    misere: bool = False,
    title: str = "",
) -> Lines:
    """A line game whose holes and lines are given by the names of cells."""
    grid = set(range(max(columns, 0) * max(rows, 0)))
    left_out = {_place(name, columns, rows, grid) for name in holes}
    numbers = {place: cell for cell, place in enumerate(sorted(grid - left_out))}
    found = [
        sum({1 << numbers[_place(name, columns, rows, numbers)] for name in line}) for line in lines
    ]
    hole_set = sum(1 << place for place in left_out)
    return Lines(columns, rows, hole_set, tuple(dict.fromkeys(found)), misere, title)


def as_title(name: str) -> str:
    """A name as a text can carry it: other signs are left out.

    >>> as_title("3×3, three in a row")
    '3×3 three in a row'
    """
    return re.sub(r"[^\w .×'()+-]", "", name)[:LONGEST_TITLE]


def names_in(word: str) -> list[str]:
    """The names of cells that a word is made of.

    >>> names_in("a1b1c1")
    ['a1', 'b1', 'c1']
    """
    if not NAMES.fullmatch(word.lower()):
        hint = did_you_mean(word, ["misere"])
        raise BadParameters(
            f"{word!r} is not a line: write the names of its cells one after the other, as in "
            f"a1b1c1.{hint}"
        )
    return ONE_NAME.findall(word.lower())


def _place(name: str, columns: int, rows: int, among: Iterable[int]) -> int:
    place = cell_named(name, columns, rows)
    if place not in among:
        raise BadParameters(f"{name!r} is not a cell of this board of {columns}×{rows}.")
    return place


def names_of_lines(game: LineGame) -> Iterator[list[str]]:
    return ([game.cell_name(cell) for cell in cells_of(line)] for line in game.board_lines)


def parts_from(game: Lines) -> Parts:
    columns, rows = game.columns, game.rows
    return Parts(
        columns,
        rows,
        lines=tuple(map(tuple, names_of_lines(game))),
        holes=tuple(cell_name(place, columns, rows) for place in cells_of(game.holes)),
        misere=game.misere,
        title=game.title,
    )


def text_of_lines(game: Lines) -> str:
    """The text that finds the game again, without `lines:`."""
    return parts_from(game).text


CELL, HOLE = ".", "#"
MOST_BYTES = 1_000_000
COLOUR = "rgb(255, 255, 255)"  # of GABOR's cells
DELETED = "deleted"


def read_line_game(file: str | Path) -> Lines:
    """The line game of a file, in our format or in GABOR's."""
    path = Path(file).expanduser()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise UnknownGame(f"{path} cannot be read: {error.strerror or error}.") from None
    if len(content) > MOST_BYTES:
        raise BadGameFile(f"{path} is too large for a line game: {len(content):,} bytes.")
    return game_in(content, str(path))


def game_in(content: str | bytes, called: str) -> Lines:
    """The line game that a file's content writes.

    Args:
        content: the content.
        called: what the file is called in messages.
    """
    try:
        return game_of(json.loads(content))
    except (ValueError, RecursionError) as error:  # BadParameters is a ValueError
        what = str(error).rstrip(".")
        raise BadGameFile(f"{called} is not a line game: {what}.") from None


def game_of(told: Any) -> Lines:
    """The line game of a file with this content."""
    if not isinstance(told, dict):
        raise BadParameters('it must be an object, as in {"board": ["...", "..."], "lines": []}.')
    if "winsquarenums" in told or "winsquarecombos" in told:
        return _of_gabor(told)
    return _of_ours(told)


def _of_ours(told: dict[str, Any]) -> Lines:
    board: Any = told.get("board")
    lines: Any = told.get("lines")
    if not _is_texts(board) or not board or len({len(row) for row in board}) != 1:
        raise BadParameters('"board" must be a list of rows of equal length, such as ["..", ".#"].')
    if unknown := sorted(set("".join(board)) - {CELL, HOLE}):
        raise BadParameters(
            f"a board has {CELL} for a cell and {HOLE} for none, not {unknown[0]!r}."
        )
    if not _is_texts(lines):
        raise BadParameters(
            '"lines" must be a list of texts, each with the cells of a line: "a1 b1".'
        )
    misere, name = told.get("misere", False), told.get("name", "")
    if not (isinstance(misere, bool) and isinstance(name, str)):
        raise BadParameters('"misere" must be true or false, and "name" must be a string.')
    columns, rows = len(board[0]), len(board)
    holes = [place for place, sign in enumerate("".join(board)) if sign == HOLE]
    names = [cell_name(place, columns, rows) for place in holes] if columns <= 26 else []
    return line_game(columns, rows, [line.split() for line in lines], names, misere, name)


def _is_texts(given: Any) -> TypeGuard[list[str]]:
    return isinstance(given, list) and all(isinstance(each, str) for each in given)


def _of_gabor(told: dict[str, Any]) -> Lines:
    blocked = told.get("blocked_squares") or {}
    if any(blocked.values() if isinstance(blocked, dict) else [blocked]):
        raise BadParameters(
            "it forbids cells to the first move, a rule that noughts does not have."
        )
    try:
        columns, rows = int(told["cols"]), int(told["rows"])
        deleted = {int(place) for place in told.get(DELETED, ())}
        places = [place for place in range(columns * rows) if place not in deleted]
        by_number = [{places[int(cell)] for cell in line} for line in told["winsquarenums"]]
        combos = told.get("winsquarecombos", {})
        by_place = [
            {int(row) * columns + int(column) for row, column in line}
            for lines in combos.values()
            for line in lines
        ]
        name = as_title(str(told.get("name", "")).replace("_", " "))
    except (AttributeError, IndexError, KeyError, TypeError) as error:
        raise BadParameters(f"it is not a game of GABOR: {type(error).__name__} {error}.") from None
    if by_place and sorted(map(sorted, by_place)) != sorted(map(sorted, by_number)):
        raise BadParameters("its winsquarenums and winsquarecombos are not the same lines.")

    def named(numbers: set[int]) -> list[str]:
        return [cell_name(place, columns, rows) for place in sorted(numbers)]

    return line_game(columns, rows, map(named, by_number), named(deleted), title=name)


def content_of(game: LineGame, name: str = "") -> dict[str, Any]:
    """A line game on one board in our format, for `json.dumps`."""
    places = _places(game)
    grid = [CELL if place in places else HOLE for place in range(game.columns * game.rows)]
    starts = range(0, len(grid), game.columns)
    return {
        "name": as_title(name),
        "board": ["".join(grid[start : start + game.columns]) for start in starts],
        "lines": [" ".join(names) for names in names_of_lines(game)],
        "misere": game.line_loses,
    }


def gabor_of(game: LineGame, name: str = "") -> dict[str, Any]:
    """The same in GABOR's format."""
    if game.line_loses:
        raise BadParameters("GABOR has no misère play, so this game cannot be written for it.")
    places = _places(game)
    lines = [[cell for cell in range(game.cells) if line >> cell & 1] for line in game.board_lines]
    combos: dict[str, list[list[list[int]]]] = {}
    for line in lines:
        by_place = [list(divmod(places[cell], game.columns)) for cell in line]
        combos.setdefault(str(len(line)), []).append(by_place)
    deleted = [place for place in range(game.columns * game.rows) if place not in places]
    colours = [COLOUR if place in places else DELETED for place in range(game.columns * game.rows)]
    starts = range(0, len(colours), game.columns)
    return {
        "rows": game.rows,
        "cols": game.columns,
        "name": as_title(name).replace(" ", "_"),
        "winsquarecombos": combos,
        "squares": game.cells,
        "sq_colors": [colours[start : start + game.columns] for start in starts],
        "winsquarenums": lines,
        DELETED: deleted,
    }


def _places(game: LineGame) -> list[int]:
    if game.boards > 1:
        raise BadParameters("Only games on one board can be written as a file of lines.")
    return [row * game.columns + column for column, row in map(game.place, range(game.cells))]
