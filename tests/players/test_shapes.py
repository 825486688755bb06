"""The shapes of users' functions: each way to write one correct player is found, and plays right.

The player is written here once more, as sets of cells, and knows nothing of noughts. Each function
asserts the board that it expects, so a wrong shape fails.
"""

from typing import Any

import pytest

from noughts.classroom.audit import audit
from noughts.classroom.findings import AuditVerdict
from noughts.errors import AnswerNotUnderstood, BadShape, FunctionFailed
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import Called, FunctionPlayer
from noughts.players.shapes import Shape
from tests.each import each

CORE = """
from functools import cache
LINES = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
@cache
def value(me, it):
    if any(set(line) <= it for line in LINES): return len(me) + len(it) - 10
    free = [i for i in range(9) if i not in me | it]
    return max([-value(it, me | {i}) for i in free], default=0)
def right(cells, x="X", o="O"):
    sides = [frozenset(i for i in range(9) if cells[i] == mark) for mark in (x, o)]
    me, it = sides if len(sides[0]) == len(sides[1]) else sides[::-1]
    free = [i for i in range(9) if i not in me | it]
    return max(free, key=lambda i: -value(it, me | {i}))
"""
FLAT = "sum(board, [])"

SHAPES = {
    "a row and a column by name": """
def choose(board, mark):
    row, column = divmod(right(board), 3)
    return {"row": row, "col": column}""",
    "a text of a row and a column": f"""
def minimax(board):
    return "{{}},{{}}".format(*divmod(right({FLAT}), 3))""",
    "the board after the move": """
def best_move(board, player):
    assert board.index(player) >= 0 if player in board else True
    after = list(board)
    after[right(board)] = player
    return after""",
    "a dictionary of texts": """
def choose(board, letter):
    return str(right([board[str(i)] for i in range(1, 10)]) + 1)""",
    "rows of None, (row, column)": f"""
def choose(board):
    assert all(mark in ("X", "O", None) for row in board for mark in row)
    return divmod(right({FLAT}), 3)""",
    "[row, column], with the mark first": f"""
def choose(player, grid):
    assert player in ("X", "O")
    return [*divmod(right({FLAT.replace("board", "grid")}), 3)]""",
    "strict texts": """
def choose(board, mark):
    assert set(board) <= {"X", "O", ""}
    return str(right(board))""",
    "numbers": """
def best_move(board):
    assert set(board) <= {0, 1, 2}
    return right(board, 1, 2)""",
    "signed rows": f"""
def minimax(state, depth, player):
    cells = {FLAT.replace("board", "state")}
    assert set(cells) <= {{0, 1, -1}} and player in (1, -1) and depth == cells.count(0)
    return [*divmod(right(cells, 1, -1), 3), 0]""",
    "my marks and its": """
def choose(board):
    assert set(board) <= {0, 1, -1}
    me, it = [frozenset(i for i in range(9) if board[i] == mark) for mark in (1, -1)]
    return max([i for i in range(9) if not board[i]], key=lambda i: -value(it, me | {i}))""",
    "numbered cells, from 1": """
def choose(board, mark):
    assert all(cell in "XO" or cell == str(i) for i, cell in enumerate(board, 1))
    return right(board) + 1""",
    "ten cells": """
def getComputerMove(board, computerLetter):
    assert len(board) == 10 and board[0] == " "
    return right(board[1:]) + 1""",
    "a class": """
class Bot:
    def __init__(self, letter): self.letter = letter
    def get_move(self, board):
        assert (board.count("X") > board.count("O")) == (self.letter == "O")
        return right(board)""",
    "asynchronous, with keywords": """
async def choose(*, mark, board):
    return right(board)""",
    "an agent of Kaggle's": """
def agent(observation, configuration):
    assert observation["mark"] in (1, 2) and configuration.columns == 3
    return right(observation.board, 1, 2)""",
    "a dictionary back": """
def minimax(board, alpha, beta, is_maximizing):
    assert alpha < 0 < beta
    return {"position": right(board), "score": 0}""",
    "(column, row)": f"""
def choose(board):
    return divmod(right({FLAT}), 3)[::-1]""",
    "a new text": """
def choose(board: str, mark):
    cell = right([*board])
    return board[:cell] + mark + board[cell + 1:]""",
    "any keywords": """
def choose(**given):
    assert (given["mark"] == "X") == (given["board"].count("X") == given["board"].count("O"))
    return right(given["board"])""",
    "an object with a board": f"""
def best_move(game):
    board = game.board
    assert game.turn in "XO"
    return divmod(right({FLAT}), 3)""",
    "emoji": f"""
def choose(board):
    assert all(mark in "❌⭕⬜" for row in board for mark in row)
    return divmod(right({FLAT}, "❌", "⭕"), 3)""",
    "booleans": f"""
def minimax(board):
    assert all(mark in (True, False, None) for row in board for mark in row)
    return divmod(right({FLAT}, True, False), 3)""",
    "the board changed in place": f"""
def choose(board):
    cell, crosses = right({FLAT}), {FLAT}.count("X")
    board[cell // 3][cell % 3] = "X" if crosses == {FLAT}.count("O") else "O"
    """,
    "a static method, and an object with a row and a column": f"""
class Move:
    def __init__(self, row, col): self.row, self.col = row, col
class Bot:
    @staticmethod
    def get_move(board, player):
        return Move(*divmod(right({FLAT}), 3))""",
    "a generator": """
def choose(board):
    yield right(board)""",
    "a score before the move": """
def minimax(board, player="X"):
    return 0, right(board)""",
}  # fmt: skip


@each("body", [*SHAPES.values()][:6], large=[*SHAPES.values()][6:])
def test_a_correct_player_of_any_shape_never_loses(tmp_path, body):
    path = tmp_path / "homework.py"
    path.write_text(CORE + body)
    names = "choose,best_move,minimax,getComputerMove,Bot,agent"
    with FunctionPlayer(f"{path}:{names}") as player:
        found = audit(TicTacToe(), player)
    assert found.verdict == AuditVerdict.NEVER_LOSES
    assert not found.findings


def test_columns_from_one_are_found(tmp_path):
    path = tmp_path / "columns.py"
    path.write_text(
        "def choose(board, mark):\n"
        "    return next(i for i, top in enumerate(board[0]) if top == ' ') + 1\n"
    )
    game = find_game("connectfour")
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.choose(game, game.start()) == 0
        assert "column from 1" in player.taken_as(game)


def test_a_usual_function_is_not_remarked_upon(tmp_path):
    path = tmp_path / "usual.py"
    path.write_text("def choose(board, mark):\n    return board.index(' ')\n")
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.taken_as(TicTacToe()) == ""


@each("shape", [Shape(), Shape("rows", (1, -1, 0), "row,column-from-1"), Shape("text")])
def test_a_shape_is_read_as_it_is_written(shape):
    assert Shape.read(str(shape)) == shape


KNOWN = {  # quick to find: nothing is audited
    "any keywords": Shape(),
    "an object with a board": Shape("object", answer="row,column"),
    "booleans": Shape("rows", (True, False, None), "row,column"),
    "the board changed in place": Shape("rows", answer="board"),
}


@each("name", KNOWN)
def test_the_shape_of_a_function_is_found(name):
    names: dict[str, Any] = {}
    exec(CORE + SHAPES[name], names)
    function = next(names[one] for one in ("best_move", "minimax", "choose") if one in names)
    player, game = Called(function), TicTacToe()
    position = game.parse("xx1/oo1/3 x")[0]
    assert game.name(player.choose(game, position)) == "c3"
    assert player._caller
    assert player._caller.shape == KNOWN[name]


def test_a_class_of_any_name_is_found_if_no_name_is_asked_for(tmp_path):
    path = tmp_path / "homework.py"
    path.write_text("class Anna:\n    def minimax(self, board):\n        return board.index(' ')\n")
    with FunctionPlayer(f"{path}:choose,Bot") as player:
        assert player.choose(TicTacToe(), TicTacToe().start()) == 0
    with FunctionPlayer(f"{path}:choose") as player, pytest.raises(FunctionFailed):
        player.choose(TicTacToe(), TicTacToe().start())


def test_an_unknown_word_is_refused():
    with pytest.raises(BadShape, match="'upwards' is no part of a shape"):
        Shape.read("rows upwards")


MORE = {
    "signed cells with a colour": """
def choose(board, color):
    assert color in (1, -1) or 2 in board or 2 == color
    return right(board, 1, -1) if color in (1, -1) and 2 not in board else board.index(0)""",
    "whose turn it is": """
def choose(board, is_x_turn):
    assert is_x_turn in (True, False)
    assert is_x_turn == (board.count("X") == board.count("O"))
    return right(board)""",
    "an array called obs_board": """
def act(obs_board, player):
    return right(list(obs_board), 1, -1)""",
    "a text with numbers": """
def choose(board):
    assert isinstance(board, str) and " " not in board and board[0] in "XO1"
    return right(board) + 1""",
    "its own board": """
class Game:
    def __init__(self):
        self.board, self.turn = [" "] * 9, "X"
    def best_move(self):
        assert (self.turn == "X") == (self.board.count("X") == self.board.count("O"))
        return right(self.board)""",
    "a global board": """
board = [[" "] * 3 for _ in range(3)]
def choose():
    return divmod(right(sum(board, [])), 3)""",
    "marks of an enumeration": """
from enum import Enum
class Mark(Enum):
    EMPTY = 0
    X = 1
    O = 2
def choose(board, mark):
    text = {Mark.X: "X", Mark.O: "O", Mark.EMPTY: " "}
    return right([text[cell] for cell in board])""",
    "marks of an enumeration with values, in rows": """
import enum
class Player(enum.Enum):
    X = "X"
    O = "O"
def choose(board: list[list], player: Player):
    cell = right([cell.value if cell else " " for row in board for cell in row])
    return cell // 3, cell % 3""",
    "a dict by words": """
PLACES = ("top-L", "top-M", "top-R", "mid-L", "mid-M", "mid-R", "low-L", "low-M", "low-R")
def choose(theBoard, turn):
    return PLACES[right([theBoard[place] for place in PLACES])]""",
    "a board of its own class": """
class Board:
    def __init__(self): self.squares = [" "] * 9
    def cells(self): return self.squares
def choose(board):
    return right(board.cells())""",
}  # fmt: skip


@each("body", [*MORE.values()][1:2], large=[*MORE.values()])
def test_a_correct_player_that_keeps_or_names_its_board_otherwise_never_loses(tmp_path, body):
    path = tmp_path / "homework.py"
    path.write_text(CORE + body)
    with FunctionPlayer(f"{path}:choose,act,Game") as player:
        found = audit(TicTacToe(), player)
        assert "taken as" in player.taken_as(TicTacToe())
    assert found.verdict == AuditVerdict.NEVER_LOSES


BEST = "return max(free, key=lambda i: -value(it, me | {i}))"
BY_SIGN = """
def choose(board):
    me, it = (frozenset(i for i in range(9) if board[i] == sign) for sign in (ME, IT))
    free = [i for i in range(9) if board[i] not in (ME, IT)]
    """
OWN_MARKS = {
    'ME, IT = "bot", "man"' + BY_SIGN + BEST: "my=bot/its=man/",
    "ME, IT = 2, 1" + BY_SIGN + BEST: "my=2/its=1/0",
    """
OTHER = {"R": "B", "B": "R"}
def choose(board, player):
    me, it = (frozenset(i for i in range(9) if board[i] == sign)
              for sign in (player, OTHER[player]))
    free = [i for i in range(9) if board[i] not in OTHER]
    """ + BEST: "R/B/",
    """
def choose(past_moves):
    me, it = (frozenset(past_moves[(len(past_moves) + i) % 2 :: 2]) for i in (0, 1))
    free = [i for i in range(9) if i not in past_moves]
    """ + BEST: "(history) → cell",
    # Its marks are not found.
    'NAMES = "dog", "cow"\ndef choose(board): return board.index(" ")': "",
}  # fmt: skip


def test_a_program_with_marks_of_its_own_is_never_blamed_for_them(tmp_path):
    core = CORE.partition("def right")[0]
    for number, (body, shape) in enumerate(OWN_MARKS.items()):
        path = tmp_path / f"homework{number}.py"
        path.write_text(core + body)
        with FunctionPlayer(f"{path}:choose") as player:
            assert shape in player.taken_as(TicTacToe())
            found = audit(TicTacToe(), player)
        assert found.verdict == (AuditVerdict.NEVER_LOSES if shape else AuditVerdict.UNDECIDED)


SMALL_LETTERS = """
def choose(board):
    for line in (0, 1, 2), (3, 4, 5), (6, 7, 8):
        cells = [board[i] for i in line]
        if cells.count("x") == 2 and " " in cells:
            return line[cells.index(" ")]
    return board.index(" ")
"""


@each("x, o", ["xo"], large=["xo", "X0", ("Х", "О")])  # noqa: RUF001  # the last two are Cyrillic
def test_the_marks_are_the_letters_that_a_program_compares_with(tmp_path, x, o):
    """Its moves are legal also on boards of X and O, where it sees no row."""
    path, game = tmp_path / f"homework{ord(x)}.py", TicTacToe()
    path.write_text(SMALL_LETTERS.replace('"x"', f'"{x}"') + f"OTHER = '{o}'\n", "utf-8")
    with FunctionPlayer(f"{path}:choose") as player:
        assert game.name(player.choose(game, game.parse("3/oo1/xx1 x")[0])) == "c1"
        assert player.caller(game).shape.marks == (x, o, " ")


NO_COLUMN = """
def choose(board):
    free = [(i, j) for i in range(3) for j in range(2) if board[i][j] is None]
    return free[0]
"""


def test_the_shape_of_a_program_that_fails_in_some_positions_is_found(tmp_path):
    path = tmp_path / "homework.py"
    path.write_text(NO_COLUMN)
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.taken_as(TicTacToe()).startswith("taken as choose(board) → (row, column)")
        assert player.caller(TicTacToe()).shape.marks == ("X", "O", None)


FORMS = {
    "*, board, mark": "board.index(' ')",
    "observation, configuration": "observation.board.index(0)",
}


@each("form", FORMS)
def test_a_function_of_another_form_is_said_to_be_so(tmp_path, form):
    path = tmp_path / "other.py"
    path.write_text(f"def choose({form}):\n    return {FORMS[form]}\n")
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.taken_as(TicTacToe()).startswith("taken as choose(")


def test_an_asynchronous_function_is_said_to_be_so(tmp_path):
    path = tmp_path / "other.py"
    path.write_text("async def choose(board, mark):\n    return board.index(' ')\n")
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.taken_as(TicTacToe()) == "taken as await choose(board, mark) → cell"


def test_a_function_that_fits_no_shape_is_said_to(tmp_path):
    path = tmp_path / "none.py"
    path.write_text("def choose(board, mark):\n    return None\n")
    with FunctionPlayer(f"{path}:choose") as player:
        assert player.taken_as(TicTacToe()).startswith("taken, since no usual shape fits, as ")
    for parameters, returned in (
        ("x_bits, o_bits", "min({*range(9)} - {x_bits >> 1})"),
        ("game, player", "game.available_moves()[0]"),  # of a game's class in another file
    ):
        path.write_text(f"def choose({parameters}):\n    return {returned}\n")
        with FunctionPlayer(f"{path}:choose") as player, pytest.raises(AnswerNotUnderstood):
            player.choose(TicTacToe(), TicTacToe().start())  # no fault of the function


def test_of_several_names_capitals_and_abstract_classes_do_not_count(tmp_path):
    path = tmp_path / "named.py"
    path.write_text(
        "class Player:\n    def get_move(self, board): pass\n"
        "class Smart(Player):\n    def get_move(self, board): return board.index(' ')\n"
    )
    with FunctionPlayer(f"{path}:choose,Player") as player:
        assert player.choose(TicTacToe(), TicTacToe().start()) == 0
    path.write_text("def bestMove(board):\n    return board.index(' ')\n")
    with FunctionPlayer(f"{path}:choose,best_move") as player:
        assert player.choose(TicTacToe(), TicTacToe().start()) == 0
