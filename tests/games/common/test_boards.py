"""Boards as people and other programs write them: each is read as what it is, or refused."""

import json
from contextlib import suppress
from pathlib import Path

import pytest

from noughts.errors import PositionError, TwoReadings, UnreadablePosition
from noughts.games.common.boards import read_board
from noughts.games.common.codes import Signs, as_code, readings
from noughts.games.connectfour import ConnectFour
from noughts.games.gomoku import StandardGomoku
from noughts.games.hex import Hex
from noughts.games.notakto import Notakto
from noughts.games.picaria import Picaria
from noughts.games.tictactoe import TicTacToe
from tests.each import each
from tests.whole import every_position

GAME = TicTacToe()
BOARD = "xo1/1x1/2o x"


def by_rows(cells):
    return [cells[0:3], cells[3:6], cells[6:9]]


def joined(between_cells, between_rows, line="{}"):
    """A writer of texts, with these signs between cells and between rows."""
    return lambda cells: between_rows.join(
        line.format(between_cells.join(row)) for row in by_rows(cells)
    )


def framed(cells):
    return joined(" | ", "\n+---+---+---+\n", "| {} |")(["", *cells][1:])


def tall(cells):
    """As a well-known tutorial draws it: rows of three lines."""
    space = "     |     |     \n"
    rows = ["  " + "  |  ".join(row) + "  \n" for row in by_rows(cells)]
    return (space + rows[0]) + ("_____|_____|_____\n" + space + rows[1]) \
        + ("_____|_____|_____\n" + space + rows[2] + space)  # fmt: skip


def with_names(cells):
    """Columns have numbers and rows letters."""
    rows = [f"{name}  " + " | ".join(row) for name, row in zip("ABC", by_rows(cells), strict=True)]
    return "   1   2   3\n" + "\n  ---+---+---\n".join(rows)


def numbered(between, on_the_left):
    """A writer of boards that have the numbers of the cells beside them."""

    def write(cells):
        rows = zip(by_rows(cells), by_rows("123456789"), strict=True)
        return "\n".join(
            "    ".join(map(between.join, row[::-1] if on_the_left else row)) for row in rows
        )

    return write


def own_picture(cells):
    """The picture that noughts draws, written without it."""
    signs = [{"x": "X", "o": "O"}.get(sign, ".") for sign in cells]
    rows = [f"  {3 - at} {' '.join(row)}" for at, row in enumerate(by_rows(signs))]
    return "tictactoe, something\n\n    a b c\n" + "\n".join(rows) + "\n\n  win in 3  a2 a1\n"


def with_signs(x, o, empty, write):
    return lambda cells: write([{"x": x, "o": o, ".": empty}[sign] for sign in cells])


def with_names_of_free(names, write):
    return lambda cells: write(
        [sign.upper() if sign != "." else name for sign, name in zip(cells, names, strict=True)]
    )


def plane(cells, *sides):
    return by_rows([int(cell in sides) for cell in cells])


def bits(cells, order):
    """Two whole numbers, bit 0 for the first cell of an order."""
    sets = [sum(1 << order[at] for at, cell in enumerate(cells) if cell == side) for side in "xo"]
    return "x={}, o={}".format(*sets)


ROWS = {
    "flat": joined("", ""), "lines": joined("", "\n"), "/": joined("", "/"), "|": joined("", "|"),
    ",": joined("", ","), ";": joined("", ";"), "words": joined("", " "),
    "cells": joined(" ", "\n"), "one line": joined(" ", " "), "CSV": joined(",", "\n"),
    "bars": joined("|", "\n"), "ruled": joined(" | ", "\n--+---+--\n"), "framed": framed,
    "Markdown": joined(" | ", "\n---|---|---\n", " {} "), "named": with_names, "tall": tall,
}  # fmt: skip
LETTERS = [("X", "O", "."), ("x", "o", "_"), ("X", "O", "-"), ("X", "0", "."), ("❌", "⭕", "⬜")]
WITH_BLANKS = ["flat", "bars", "ruled", "framed", "Markdown", "named", "tall"]
# Writers whose every board says what it is.
CLEAR = {
    **{f"{signs} {name}": with_signs(*signs, write)
       for signs in LETTERS for name, write in ROWS.items()},
    **{f"blank {name}": with_signs("X", "O", " ", ROWS[name]) for name in WITH_BLANKS},
    **{f"free {names} {way}": with_names_of_free(names, ROWS[way])
       for names in ("123456789", "012345678", "789456123") for way in ("flat", "cells", "ruled")},
    "numbers on the right": with_signs("X", "O", ".", numbered(" ", False)),
    "numbers on the left": with_signs("X", "O", "_", numbered("|", True)),
    "blank, with numbers": with_signs("X", "O", " ", numbered(" | ", False)),
    "own": own_picture,
    "in lists": with_signs("X", "O", None, by_rows),
    "in Python": with_signs("X", "O", None, lambda cells: repr(by_rows(cells))),
    "in JSON": with_signs("X", "O", None, lambda cells: json.dumps(by_rows(cells))),
    "flat JSON": with_signs("X", "O", "", json.dumps),
    "names": lambda cells: {f"{'abc'[at % 3]}{3 - at // 3}": sign for at, sign in enumerate(cells)},
    "places": lambda cells: {(at // 3, at % 3): sign for at, sign in enumerate(cells)},
    "numbers": lambda cells: dict(enumerate(cells)),
    "keypad": lambda cells: dict(zip("789456123", cells, strict=True)),
    "Lisp": lambda cells: f"#({' '.join(cells).replace('.', 'nil')})",
    "planes by name": lambda cells: " ".join(f"{side}={plane(cells, side)}" for side in "xo"),
}  # fmt: skip
# The codes of an X, of an O and of an empty cell, in numbers: they can often be read in two ways.
NUMBERS = [
    (1, 2, 0), (2, 1, 0), (0, 1, 2), (1, -1, 0), (-1, 1, 0), (0, 1, -1), (0, 1, None),
    (1, 0, None), (True, False, None), (1, -1, None),
]  # fmt: skip
IN_NUMBERS = {
    "cells": list, "rows": by_rows, "Python": lambda cells: repr(by_rows(cells)),
    "JSON": lambda cells: json.dumps(by_rows(cells)),
    "NumPy": lambda cells: str(by_rows(cells)).replace(",", "").replace("] [", "]\n ["),
    "CSV": lambda cells: ",".join(map(str, cells)),
}  # fmt: skip
UNCLEAR = {
    f"{codes} {name}": with_signs(*codes, write)
    for codes in NUMBERS
    for name, write in IN_NUMBERS.items()
}
PLANES = {
    "planes": lambda cells: [plane(cells, "x"), plane(cells, "o")],
    "planes, the last axis": lambda cells: str([[cell == "x", cell == "o"] for cell in cells]),
    "OpenSpiel's planes": lambda cells: str([plane(cells, sign) for sign in ".ox"]),
}
BITS = {"bits": lambda cells: bits(cells, range(9)), "read backwards":
        lambda cells: bits(cells, range(8, -1, -1)), "as in chess":
        lambda cells: bits(cells, [6, 7, 8, 3, 4, 5, 0, 1, 2])}  # fmt: skip


def every_board():
    """Every board as signs, with its position and turn."""
    for position, ply in every_position(GAME):
        cells = GAME.board(position, ply % 2).cells
        yield [cell.mark.lower() or "." for cell in cells], (position, ply % 2)


def begun_by_o(cells, expected):
    """The same board with X and O exchanged."""
    position, turn = expected
    return [{"x": "o", "o": "x"}.get(sign, sign) for sign in cells], (position, 1 - turn)


def counted(writers, boards, stride, **told):
    """The boards that are read rightly, by writer: each writes other ones, every so many."""
    for at, (name, write) in enumerate(writers.items()):
        right = 0
        for cells, expected in boards[at % stride :: stride]:
            turn = {"turn": "xo"[expected[1]]} if told else {}
            with suppress(PositionError):
                assert GAME.from_cells(write(cells), **turn) == expected, (
                    f"{name}: {write(cells)!r}"
                )
                right += 1
        yield name, right


@each("stride", [100], large=[10])
def test_every_board_in_every_coding_is_read_or_refused(stride):
    boards = list(every_board())
    assert len(boards) == 5_478
    fewest = len(boards) // stride
    for name, right in counted(CLEAR, boards, stride):
        assert right >= 0.99 * fewest, name
    for name, right in counted(UNCLEAR, boards, stride):
        assert right > fewest / 6, name
    assert sum(right for _, right in counted(PLANES | BITS, boards, stride)) > 0
    for name, right in counted(CLEAR, [begun_by_o(*board) for board in boards], stride, told=True):
        assert right > fewest / 2, name


# Boards as they are found: in answers, tutorials, programs, notebooks, tables and chats; and what
# is no board, or more than one, or contradicts itself.
FOUND = json.loads(Path(__file__).with_name("found.json").read_text("utf-8"))


def test_boards_as_they_are_found():
    for text in FOUND["boards"]:
        read = read_board(GAME, text, usual=True)
        assert GAME.text(read.position, read.turn) == BOARD, text


def test_what_is_not_one_board_is_refused():
    for text in FOUND["O began"]:
        assert GAME.text(*read_board(GAME, text, usual=True)[:2]) == BOARD[:-1] + "o", text
    for text in FOUND["refused"]:
        with pytest.raises(PositionError):
            print(text, read_board(GAME, text, usual=True))


def text_of(game, given, **known):
    return game.text(*game.from_cells(given, **known))


@each(
    ("text", "meant"),
    [
        ("[[1,2,0],[0,0,0],[0,0,0]] x=2", "ox1/3/3 x"), ("120000000 o=2 turn=x", "xo1/3/3 x"),
        ("XO./.X./..O turn=x", BOARD), ("X to move\nXO.\n.X.\n..O", BOARD),
        ("⚪⚪🔴\n⚪⚪⚪\n⚪⚪⚪", "2x/3/3 o"), ("⚫⚫⚫\n⚫⚫⚫\n⚫⚫⚫", "3/3/3 x"),
        ("xo1/1x1/2o w", BOARD), ("xo1/1x1/2o 1", BOARD), ("XO1|1X1|2O", BOARD),
        ('{"board": [["X","O",null],[null,"X",null],[null,null,"O"]], "turn": "X"}', BOARD),
        ("{'a3': 'X', 'b3': 'O', 'b2': 'X', 'c1': 'O'}", BOARD),
        ("array([[ 1, -1, 0],\n [ 0, 1, 0], [0, 0, 0]], dtype=int8)", "xo1/1x1/3 o"),
        ("```\nXO.\n.X.\n..O\n```", BOARD), ("  A B C\n1 X O .\n2 . X .\n3 . . O\n", BOARD),
        ("(('X','O',''),('','X',''),('','','O'))", BOARD), ("['XO.', '.X.', '..O']", BOARD),
        ('{"board": [1,2,0,0,1,0,0,0,2], "mark": 1}', BOARD),
        ('{"board": [2,1,0,0,2,0,0,0,1], "mark": 2}', BOARD),
        ("[[[1,0,0],[0,1,0],[0,0,0]],[[0,1,0],[0,0,0],[0,0,1]]] x=1", BOARD),
        # The last mark is no side where a sentence says the side.
        ("O to play: X../.../...", "x2/3/3 o"), ("a1 X\nb2 O", "3/1o1/x2 x"),
        ("     \n  O  \n  X X\nO to move", "3/1o1/1xx o"),
        ("   \nXOO\nX X\nO to move", "3/xoo/x1x o"),
    ],
)  # fmt: skip
def test_texts_say_what_is_meant(text, meant):
    assert GAME.text(*GAME.parse(text)) == meant


@each(
    ("text", "words"),
    [
        ("[[1,2,0],[0,0,0],[0,0,0]]", "x=1, o=2, empty=0 or x=2, o=1, empty=0"),
        ("RY.......", "x='r', o='y' or x='y', o='r'"), ("X0../", "0 can mean O, or an empty cell"),
        ("0 O\n1 X\n2 X", "3×3 cells"), ("1 X\n0 O\n2 X\nO to move", "3×3 cells"),
        ("  O\n  X\nX O", "2o/2x/x1o x"), ("XO....... turn=z", "turn=x or turn=o"),
        ("[[[[[[", "3×3 cells"), ("[" * 19_000, "3×3 cells"), ("{}", "3×3 cells"),
        ("x=17, o=258", "xo1/1x1/2o x); or 3×3 with c1 as bit 0"), ("x=17 o=17", "3×3 cells"),
        ("[[[1,0,0],[0,1,0],[0,0,0]],[[1,0,0],[0,0,0],[0,0,1]]]", "3×3 cells"),
        ("{'a3': 'X', 'a3 ': 'O'}", "3×3 cells"), ("XO" * 20_000, "3×3 cells"),
    ],
)  # fmt: skip
def test_texts_with_no_reading_or_two_are_refused(text, words):
    with pytest.raises(UnreadablePosition) as error:
        GAME.parse(text)
    assert words in str(error.value)


def test_numbers_mean_what_they_mostly_mean_if_it_is_said():
    board = read_board(GAME, "[[1,2,0],[0,0,0],[0,0,0]]", usual=True)
    assert GAME.text(*board[:2]) == "xo1/3/3 x"
    assert "1 is X, 2 is O, 0 is empty" in board.understood
    # In Pgx's codes 0 is X, 1 is O, and -1 is empty: three of each are two boards.
    with pytest.raises(TwoReadings):
        read_board(GAME, [0, 0, 1, 1, 1, 0, -1, -1, -1], usual=True)


STACKS = [[], [], [1], [2, 1], [], [], []]


@each(
    "given",
    [
        STACKS, [[0] * 7] * 4 + [[0, 0, 0, 1, 0, 0, 0], [0, 0, 1, 2, 0, 0, 0]],
        [[0, 0, 1, 2, 0, 0, 0], [0, 0, 0, 1, 0, 0, 0]] + [[0] * 7] * 4,
        [[*column, *[0] * (6 - len(column))] for column in STACKS],
        [[*[0] * (6 - len(column)), *column[::-1]] for column in STACKS],
        [*[0] * 28, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0],
        ".......\n" * 4 + "...x...\n..xo...\n",
    ],
)  # fmt: skip
def test_marks_that_fall_show_how_the_board_is_turned(given):
    assert text_of(ConnectFour(), given) == "7/7/7/7/3x3/2xo3 o"


def test_full_columns_can_be_turned_either_way():
    game = ConnectFour(4, 4)
    with pytest.raises(TwoReadings, match=r"by columns .*; or 4×4 from the top"):
        game.from_cells([[1, 0, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0], [2, 0, 0, 0]], x=1)


@each(
    ("game", "text"),
    [(ConnectFour(), "7/7/7/3x3/3o3/3x3 o"), (Hex(3), "3/xxo/3 o"),
     (StandardGomoku(7, 7), "7/7/7/2xxo2/7/7/7 o"), (Notakto(2), "3/3/2x|xx1/3/3 o"),
     (Picaria(), "3/2/o1x/x1/3 o")],
)  # fmt: skip
def test_own_pictures_of_other_boards(game, text):
    assert text_of(game, str(game.board(*game.parse(text)))) == text


def test_codes_by_example():
    assert as_code(" X ") == "x"
    assert [*readings([0, 0, 1, None], {0: "o"})] == [Signs(("o", "o", "x", "."), {1: "x"})]
