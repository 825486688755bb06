"""Files of line games, in JSON: our own format, and that of GABOR.

Ours has the board as rows from the top, `.` for a cell and `#` for none, and the lines by the names
of their cells:

    {"name": "Ring", "board": ["...", ".#.", "..."], "lines": ["a3 b3 c3", "a1 b1 c1"],
     "misere": false}

GABOR, the "Graph based board game solver" of Yannik Keller (2020), numbers rows from the top and
columns from the left, and lists for each line its cells' numbers (`winsquarenums`), counted without
those that are `deleted`, and by row and column (`winsquarecombos`). It has no misère play.
"""

import json
from pathlib import Path
from typing import Any, TypeGuard

from noughts.errors import BadGameFile, BadParameters, UnknownGame
from noughts.games.common.cell_game import cell_name
from noughts.games.common.line_game import LineGame
from noughts.games.lines import Lines, as_title, line_game, names_of_lines

CELL, HOLE = ".", "#"
MOST_BYTES = 1_000_000
COLOUR = "rgb(255, 255, 255)"  # of GABOR's cells
DELETED = "deleted"


def read_line_game(file: str | Path) -> Lines:
    """The line game of a file, in our format or in GABOR's.

    Raises:
        UnknownGame: there is no such file.
        BadGameFile: it is not a line game.
    """
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

    Raises:
        BadGameFile: it is not a line game.
    """
    try:
        return game_of(json.loads(content))
    except (ValueError, RecursionError) as error:  # BadParameters is a ValueError
        what = str(error).rstrip(".")
        raise BadGameFile(f"{called} is not a line game: {what}.") from None


def game_of(told: Any) -> Lines:
    """The line game that the content of such a file is.

    Raises:
        BadParameters: it is none.

    >>> game_of({"board": ["..", ".."], "lines": ["a1 b2"]}).winning
    (6,)
    """
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
        raise BadParameters('"misere" must be true or false, and "name" a text.')
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
    """A line game on one board in our format, for `json.dumps`.

    >>> from noughts.games.mnk import MNK
    >>> content_of(MNK(3, 1, 2), "Two in a row")["lines"]
    ['a1 b1', 'b1 c1']
    """
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
    """The same in GABOR's format.

    Raises:
        BadParameters: misère play, which GABOR does not have.
    """
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
    """The place of each cell in the grid.

    Raises:
        BadParameters: the game has several boards.
    """
    if game.boards > 1:
        raise BadParameters("Only games on one board can be written as a file of lines.")
    return [row * game.columns + column for column, row in map(game.place, range(game.cells))]
