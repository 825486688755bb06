"""Names of cells and text of rows, for any game.

Cells are numbered in reading order from the upper left corner, and named by column letter
and row number from the bottom: `a1` is the lower left corner.
"""

import re
from typing import NamedTuple

LETTERS = "abcdefghijklmnopqrstuvwxyz"
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
