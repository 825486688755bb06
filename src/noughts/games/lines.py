"""Line games as data: `lines:3,3,a1b1c1,a2b2c2,misere`, or `lines:FILE.json`.

The players mark empty cells in turn; the first to fill a line has won, or in misère play has lost.
A full board without a line is a draw. What the cells and the lines are, the text says:

    lines:3,3,-b2,a3b3c3,a1b1c1,name=Ring

a board of 3 columns and 3 rows without the place b2, and two lines. Every row has a cell, and every
line at least one; `misere` and a name may follow. The text is all there is to the game, so that it
is found again without a file. `line_files.py` reads and writes files.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from noughts.bits import WORD_BITS, cells_of
from noughts.errors import BadParameters, did_you_mean
from noughts.games.common.cell_game import cell_name, cell_named
from noughts.games.common.line_game import LineGame
from noughts.games.common.points import PointGrid
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

    @property
    def board_lines(self) -> tuple[int, ...]:
        """The lines, as sets of cells."""
        return self.winning

    @property
    def line_loses(self) -> bool:
        return self.misere


class Parts(NamedTuple):
    """What a text writes: a line game, or one that lacks something yet.

    Args:
        columns, rows: the size of the grid.
        lines: the names of the cells of each line.
        holes: the names of the places that are no cells.
        misere: whoever fills a line loses.
        title: what people call the game; empty: by its size.
    """

    columns: int = 3
    rows: int = 3
    lines: tuple[tuple[str, ...], ...] = ()
    holes: tuple[str, ...] = ()
    misere: bool = False
    title: str = ""

    @property
    def text(self) -> str:
        """The text that writes them, without `lines:`.

        >>> Parts(holes=("b2",), lines=(("a1", "b1"),), title="Ring").text
        '3,3,-b2,a1b1,name=Ring'
        """
        words = [
            f"{self.columns},{self.rows}",
            f"-{''.join(self.holes)}" * bool(self.holes),
            *map("".join, self.lines),
            "misere" * self.misere,
            f"name={self.title}" * bool(self.title),
        ]
        return ",".join(filter(None, words))


def lines_from_text(text: str) -> Lines:
    """The line game that the text behind `lines:` writes.

    Raises:
        BadParameters: it writes none.

    >>> lines_from_text("2,2,a1a2,misere").misere
    True
    """
    return line_game(*parts_from_text(text))


def parts_from_text(text: str) -> Parts:
    """What such a text writes, be it a game or not yet one.

    Raises:
        BadParameters: it has no size, or a word that is none.

    >>> parts_from_text("3,3,-b2").holes
    ('b2',)
    """
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
    """A line game whose holes and lines are given by the names of cells.

    Raises:
        BadParameters: there is no such cell, or the board is too large.

    >>> line_game(3, 3, [["a1", "b2", "c3"]], holes=["b3"]).cells
    8
    """
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

    Raises:
        BadParameters: it is not made of them.

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
    """The names of the cells of each line."""
    return ([game.cell_name(cell) for cell in cells_of(line)] for line in game.board_lines)


def parts_from(game: Lines) -> Parts:
    """The parts of a game.

    >>> parts_from(Lines(2, 2, 0, (0b11,), title="Pair")).lines
    (('a2', 'b2'),)
    """
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
    """The text that finds the game again, without `lines:`.

    >>> text_of_lines(lines_from_text("3,3,-b2,a3b3c3,c1b1a1,misere,name=Ring"))
    '3,3,-b2,a3b3c3,a1b1c1,misere,name=Ring'
    """
    return parts_from(game).text
