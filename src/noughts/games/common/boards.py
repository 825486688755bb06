"""Boards as people and other programs write them: texts, pictures, lists, arrays, dicts.

A board is read in three steps. Its *layouts* are the ways to take it apart into cells: by lines,
separators or single signs, by rows or by columns. `codes.py` then says what the cells can hold, and
the game decides which of these boards are positions. If there is one, it is the answer; if there
are several, the board is refused, and the error names two of them.
"""

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, islice
from typing import Any, NamedTuple

from noughts import errors
from noughts.games.common.bit_boards import BITS, as_list, layouts_of_bits, planes_in
from noughts.games.common.board_texts import (
    EITHER,
    DrawnRows,
    Rows,
    Sides,
    Words,
    boards_in,
    bodies,
    sides_of,
)
from noughts.games.common.codes import (
    EMPTY,
    IN_ORDER,
    TEXTS,
    O,
    Reading,
    Signs,
    X,
    as_code,
    distinct,
    readings,
)
from noughts.games.common.plain_text import is_too_long, with_names

CellGame = Any  # its module imports this one
# Lists of one list more often than so are not a board.
DEEPEST = 4
MARK = re.compile(r"['\"]mark['\"]\s*:\s*([12])\b")
TOP, BOTTOM = "from the top", "from the bottom"


class BoardRead(NamedTuple):
    """A position read from a board, whose turn it is, and what was understood, in words."""

    position: Any
    turn: int
    understood: str


class Layout(NamedTuple):
    """The codes of the cells, in reading order, and how the board is given.

    A later layout counts only where the others are no positions.
    """

    cells: tuple[Any, ...]
    way: str = TOP
    later: bool = False


class Candidate(NamedTuple):
    way: str
    signs: Signs

    def understood(self, game: CellGame, turn: int) -> str:
        boards = f"{game.boards} boards of " if game.boards > 1 else ""
        said = [f"{boards}{game.columns}×{game.rows} {self.way}", *self.signs.in_words()]
        return ", ".join([*said, f"{game.marks[turn]} to move"])


def read_board(
    game: CellGame,
    given: Any,
    said: Sequence[tuple[Any, str]] = (),
    turn: Any = None,
    usual: bool = False,
) -> BoardRead:
    """The one position that a board can be.

    Args:
        game: the game.
        given: a text, a list of cells or of rows, an array, or a dict from cells to marks.
        said: the signs x, o and . of some codes.
        turn: who is to move, if it is known.
        usual: whether 1 may be taken for X where only the colours can be the other way round.

    Raises:
        UnreadablePosition: it is no board of this game, or can be two positions.
        ImpossiblePosition: no game comes to it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> read_board(TicTacToe(), [[1, 2, 0], [0, 1, 0], [0, 0, 0]]).understood
    '3×3 from the top, 1 is X, 2 is O, 0 is empty, O to move'
    """
    known, sides = _known(said), sides_of(turn)
    ways: Iterable[Tries]
    if not isinstance(given, str):
        ways = [[(layout, sides) for layout in layouts_of(game, given)]]
    elif bits := BITS.fullmatch(given):
        sides = sides_of(bits[3]) if bits[3] else sides
        layouts = layouts_of_bits(game, int(bits[1], 0), int(bits[2], 0))
        ways = [[(Layout(*layout), sides) for layout in layouts]]
    else:
        if is_too_long(game, given, game.cells):
            raise errors.UnreadablePosition(_no_layout(game, given))
        text = Words.of(given)
        known |= text.codes
        ways = _tries(game, text.text, text.sides or sides)
    found, refused = _found(game, ways, known)
    if not found:
        unreadable = isinstance(given, str) and isinstance(refused, errors.UnreadablePosition)
        if unreadable or refused is None:
            raise errors.UnreadablePosition(_no_layout(game, given))
        raise refused
    if isinstance(given, str):
        found = _marked(found, MARK.findall(given))
    return _only(game, found, usual)


def _marked(found: "Found", marks: list[str]) -> "Found":
    """The positions in which the player with this code is to move, as Kaggle says it."""
    if len(marks) != 1:
        return found
    code = int(marks[0])
    return {
        read: one for read, one in found.items() if one.signs.reading.get(code) == "xo"[read[1]]
    } or found


def _known(said: Sequence[tuple[Any, str]]) -> Reading:
    known = {code: sign for code, sign in said if isinstance(code, Hashable)}
    if len(known) < len(said):
        raise errors.UnreadablePosition("x, o and empty are three different codes.")
    return known


Tries = list[tuple[Layout, Sides]]
Found = dict[tuple[Any, int], Candidate]


def _tries(game: CellGame, text: str, sides: Sides) -> Iterator[Tries]:
    """The layouts of a text, and who may be to move; of the whole text, and without a last word."""
    for body, named in bodies(text, sides, dict(game.colours)):
        boards = boards_in(game, body)
        yield [(layout, named) for board in boards for layout in layouts_of(game, board)]


def _found(
    game: CellGame, ways: Iterable[Tries], known: Reading
) -> tuple[Found, errors.PositionError | None]:
    """The positions of the first layouts that can be read, and why the first of them is none."""
    reason: errors.PositionError | None = None
    for tries in filter(None, ways):
        if not game.turn_is_counted:
            tries = [(layout, EITHER if one == ("",) else one) for layout, one in tries]
        found, refused = _positions(game, [one for one in tries if not one[0].later], known)
        if not found:
            found, _ = _positions(game, [one for one in tries if one[0].later], known)
        reason = reason or refused
        if found or isinstance(refused, errors.ImpossiblePosition):
            return found, refused
    return {}, reason


def _positions(
    game: CellGame, tries: Iterable[tuple[Layout, Sides]], known: Reading
) -> tuple[Found, errors.PositionError]:
    """The positions that these boards can be, and the reason why the first is none.

    A board on which X cannot have moved first is one that O began, by the usual reading of the
    codes, or by any if there are several.
    """
    found: Found = {}
    others: Found = {}
    refused: list[errors.PositionError] = []
    for layout, sides in distinct(tries):
        try:
            codes = {as_code(code) for code in layout.cells if isinstance(code, str)}
            colours = {code: sign for code, sign in game.colours if code in codes}
            for signs in readings(layout.cells, colours | known):
                for side in sides:
                    _add(game, Candidate(layout.way, signs), side, (found, others), refused)
        except errors.UnreadablePosition as error:  # codes that mean nothing
            refused.append(error)
    begun_by_x = {one.signs.signs for one in found.values()}
    if found or any(one.signs.usual or one.signs.reading == {0: O} for one in others.values()):
        found |= {r: one for r, one in others.items() if one.signs.signs not in begun_by_x}
    likely = [error for error in refused if isinstance(error, errors.ImpossiblePosition)]
    return found, (likely or refused or [errors.UnreadablePosition(IN_ORDER)])[0]


def _add(
    game: CellGame,
    candidate: Candidate,
    side: str,
    found: tuple[Found, Found],
    refused: list[errors.PositionError],
) -> None:
    """Add the position to the ones that X began, or to the others."""
    try:
        read = game.parse(f"{game.rows_text(candidate.signs.signs)} {side}".strip())
    except errors.PositionError as error:
        refused.append(error)
    else:
        found[game.o_began(*read)].setdefault(read, candidate)


def _only(game: CellGame, found: Found, usual: bool) -> BoardRead:
    (read, candidate), *others = found.items()
    if others and not (usual and _differ_by_colour(found)):
        raise errors.TwoReadings(_ambiguous(game, found))
    return BoardRead(*read, candidate.understood(game, read[1]))


def _differ_by_colour(found: Found) -> bool:
    """Whether the boards differ in who has which marks alone, and the first is the usual one."""
    first, *others = found.values()
    empty = [sign == EMPTY for sign in first.signs.signs]
    return first.signs.usual and all(
        [sign == EMPTY for sign in other.signs.signs] == empty and other.way == first.way
        for other in others
    )


def _ambiguous(game: CellGame, found: Found) -> str:
    candidates = [*found.values()]
    ways = list(dict.fromkeys(one.signs.said() for one in candidates if one.signs.reading))
    if len(ways) > 1:
        return (
            f"The codes of these cells can mean {' or '.join(ways)}. Say which: add {ways[0]}, "
            f"as in from_cells(cells, {ways[0]})."
        )
    both = [
        f"{one.understood(game, turn)} ({game.text(position, turn)})"
        for (position, turn), one in islice(found.items(), 2)
    ]
    return f"This board can be {'; or '.join(both)}. Write the text that is meant."


def _no_layout(game: CellGame, given: Any) -> str:
    if not isinstance(given, str):
        count = f"; {len(given)} were given" if hasattr(given, "__len__") else ""
        return f"{game.cells} cells are needed, in reading order: 'X', 'O' or None for each{count}."
    zero = "0" in given and "x" in given.lower() and "o" not in given.lower()
    also = " Here 0 can mean O, or an empty cell: write o or a dot." * zero
    return f"{game.how_to_write(given)}{also}"


# Layouts of lists, arrays and dicts.


def layouts_of(game: CellGame, given: Any) -> Iterator[Layout]:
    """The ways in which an object can be the board."""
    if isinstance(given, Mapping):
        if {*given} == {X, O} and all(isinstance(given[side], list) for side in given):
            for codes in planes_in(game, [given[X], given[O]]):
                named = [(None, X, O)[code] for code in codes]
                yield from _arranged(game, [named], drawn=False)
        nested = given if all(isinstance(row, Mapping) for row in given.values()) else {}
        cells = {f"{i},{j}" if _number(i) is not None else f"{i}{j}": mark
                 for i, row in nested.items() for j, mark in row.items()}  # fmt: skip
        yield from _by_cell(game, cells or given)
        return
    if isinstance(given, DrawnRows):
        yield from _freed(game, _arranged(game, given.rows))
        return
    for codes in planes_in(game, given):
        yield from _arranged(game, [codes], drawn=False)
    for rows in _rows_of(given):
        drawn = len(rows) < 2 or isinstance(rows[0], str)
        yield from _freed(game, _arranged(game, rows, drawn))


def _rows_of(given: Any) -> Iterator[Rows]:
    """The rows in an object, or one row of all cells."""
    given = as_list(given)
    if isinstance(given, Set | Mapping) or not isinstance(given, Iterable):
        raise errors.UnreadablePosition(IN_ORDER)
    items = list(given)
    for _ in range(DEEPEST):
        items = list(items[0]) if len(items) == 1 and _is_row(items[0]) else items
    nested = [_is_row(item) or hasattr(item, "tolist") for item in items]
    if items and all(nested):
        parts = [list(getattr(item, "tolist", lambda now=item: now)()) for item in items]
        if any(parts) and all(_is_row(row) for part in parts for row in part):  # several boards
            parts = [list(row) for part in parts for row in part]
        yield parts
        return
    yield [items]
    if all(isinstance(item, str) for item in items):
        yield items


def _is_row(item: Any) -> bool:
    return isinstance(item, Sequence) and not isinstance(item, str | bytes)


def _arranged(game: CellGame, rows: Rows, drawn: bool = True) -> Iterator[Layout]:
    """The layouts with these rows; or columns, where marks fall.

    What is drawn, or listed cell by cell, is from the top, if it can be.
    """
    own, lengths = [*game.row_lengths] * game.boards, [*map(len, rows)]
    if game.falls and len(rows) == game.columns:
        yield from _columns(game, rows, drawn)
    if game.falls and lengths == [game.cells]:
        yield from _columns(game, _cut(rows[0], [game.rows] * game.columns), drawn=True)
    if lengths == [game.cells]:
        rows, lengths = _cut(rows[0], own), own
    if game.boards > 1 and lengths == [game.boards * length for length in game.row_lengths]:
        pieces = [_cut(row, [len(row) // game.boards] * game.boards) for row in rows]
        rows, lengths = [piece[board] for board in range(game.boards) for piece in pieces], own
    if lengths == own:
        yield Layout(tuple(chain(*rows)))
        if game.falls:
            yield Layout(tuple(chain(*reversed(rows))), BOTTOM, drawn)


def _cut(cells: Sequence[Any], lengths: Iterable[int]) -> list[Sequence[Any]]:
    left = iter(cells)
    return [[*islice(left, length)] for length in lengths]


def _columns(game: CellGame, columns: Rows, drawn: bool) -> Iterator[Layout]:
    """The layouts with these columns, of all cells or, from the bottom, of discs alone."""
    heights = {*map(len, columns)}
    if heights == {game.rows}:
        yield Layout(tuple(chain(*zip(*columns, strict=True))), f"by columns {TOP}", drawn)
    if max(heights) <= game.rows:
        raised = [[*column, *[None] * (game.rows - len(column))][::-1] for column in columns]
        yield Layout(tuple(chain(*zip(*raised, strict=True))), f"by columns {BOTTOM}", drawn)


def _freed(game: CellGame, layouts: Iterable[Layout]) -> Iterator[Layout]:
    """The layouts, also with free cells where each has its own number or name."""
    places = range(game.cells)
    keypad = [*chain(*_cut(range(1, game.cells + 1), [game.columns] * game.rows)[::-1])]
    for layout in layouts:
        yield layout
        codes = [as_code(code) for code in layout.cells]
        if all(isinstance(code, str | int | None) for code in codes) and _may_name(codes):
            for names in (
                places,
                [place + 1 for place in places],
                keypad,
                [game.cell_name(place) for place in places],
            ):
                if cells := _without_names(codes, names):
                    yield layout._replace(cells=cells)


def _may_name(codes: Sequence[Any]) -> bool:
    """Whether some codes can be names of cells: words that are no codes, or large numbers."""
    return any(
        TEXTS.get(code, X) != EMPTY if isinstance(code, str) else (code or 0) > 1 for code in codes
    )


def _without_names(codes: Sequence[Any], names: Sequence[Any]) -> tuple[Any, ...]:
    """The marks and the free cells; empty if a free cell has another code than its name."""
    free = [code in (name, str(name)) for code, name in zip(codes, names, strict=False)]
    marks = {code for code, is_free in zip(codes, free, strict=False) if not is_free}
    lettered = any(TEXTS.get(code) == X for code in marks)
    known = all(TEXTS.get(code) in (X, O) or (lettered and code == 0) for code in marks)
    cells = (None if is_free else code for code, is_free in zip(codes, free, strict=False))
    return tuple(cells) if known and any(free) else ()


def _number(code: Any) -> int | None:
    text = str(code).strip()
    return int(text) if re.fullmatch(r"-?[0-9]{1,3}", text) else None


def _by_cell(game: CellGame, given: Mapping[Any, Any]) -> Iterator[Layout]:
    """The layouts of a dict from cells to marks: by name, row and column, or number."""
    cells_of: tuple[Callable[[Any], int], ...] = (
        lambda key: (
            game.read_cell(with_names(key) if game.digits else key)
            if _number(key) is None and isinstance(key, str)
            else -1
        ),
        *(lambda key, least=least: _at(game, key, least) for least in (0, 1)),
        *(lambda key, least=least: _numbered(game, key, least) for least in (0, 1)),
        lambda key: _on_keypad(game, key),
    )
    numbers = [_number(key) for key in given]
    if numbers == [7, 8, 9, 4, 5, 6, 1, 2, 3]:
        cells_of = cells_of[-1:]
    if numbers == [*range(1, game.cells + 1)]:
        cells_of = cells_of[:-1]
    for cell_of in cells_of:
        try:
            cells = [cell_of(key) for key in given]
        except (errors.MoveError, TypeError, ValueError):
            continue
        if given and len({*cells}) == len(cells) and all(0 <= cell < game.cells for cell in cells):
            marks = dict(zip(cells, given.values(), strict=True))
            yield Layout(tuple(marks.get(cell) for cell in range(game.cells)))


def _at(game: CellGame, key: Any, least: int) -> int:
    parts = re.findall(r"-?[0-9]+", key) if isinstance(key, str) else key
    row, column = (int(part) - least for part in parts)
    inside = 0 <= row < game.rows and 0 <= column < game.columns
    return row * game.columns + column if inside and game.boards == 1 else -1


def _numbered(game: CellGame, key: Any, least: int) -> int:
    number = _number(key)
    return -1 if number is None else number - least


def _on_keypad(game: CellGame, key: Any) -> int:
    number = _number(key)
    if number is None or not game.digits or not 1 <= number <= game.cells:
        return -1
    row, column = divmod(number - 1, game.columns)
    cell: int = (game.rows - 1 - row) * game.columns + column
    return cell
