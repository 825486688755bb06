"""`noughts analyse`: its answers against a brute force, and what it says to wrong input."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.analysis.analyse import Inquiry, analyse
from noughts.errors import GameOver, SearchStopped
from noughts.games.mnk import MNK
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import Solver
from noughts.terminal.cli import noughts as command_line
from tests.each import each
from tests.processes import noughts_here as noughts

DOCS = Path(__file__).parents[3] / "docs" / "json.md"


def in_a_process(*arguments, given=b""):
    command = [sys.executable, "-m", "noughts", *arguments]
    return subprocess.run(command, input=given, capture_output=True, check=False)


def answer(*arguments):
    result = noughts("analyse", *arguments, "--json")
    assert (result.returncode, result.stderr) == (0, b"")
    return json.loads(result.stdout)


def batch(given, *arguments):
    result = noughts("analyse", "--batch", *arguments, given=given)
    found = [json.loads(line) for line in result.stdout.decode("ascii").splitlines()]
    bad = sum("error" in one for one in found)
    lines = "1 line has" if bad == 1 else f"{bad} lines have"
    said = f"noughts: {lines} no answer; their objects have the reasons.\n" if bad else ""
    assert (result.returncode, result.stderr.decode()) == (int(bad > 0), said)
    return found


def proved(outcome, plies):
    return {"outcome": outcome, "plies": plies, "certainty": "proved"}


# Tic-tac-toe once more, sharing nothing with the package: nine letters in reading order.

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NAMES = ("a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1")


def mover(board):
    return "xo"[board.count(".") % 2 == 0]


def boards_after(board):
    """The boards that one move leads to, by the move's name."""
    return {
        NAMES[cell]: board[:cell] + mover(board) + board[cell + 1 :]
        for cell in range(9)
        if board[cell] == "."
    }


def lost(board):
    return any(board[a] == board[b] == board[c] != "." for a, b, c in LINES)


@cache
def score(board):
    """For the mover: 100 less the plies to a win, the negative for a loss, 0 for a draw."""
    if lost(board) or "." not in board:
        return -100 * lost(board)
    return max(earlier(score(after)) for after in boards_after(board).values())


def earlier(points):
    """A score as the other player saw it a ply earlier."""
    return -points + (points > 0) - (points < 0)


def value(board, points):
    if points == 0:
        return proved("draw", board.count("."))  # a draw fills the board
    return proved("win" if points > 0 else "loss", 100 - abs(points))


def text(board):
    rows = "/".join(board[row : row + 3] for row in (0, 3, 6))
    return re.sub(r"\.+", lambda run: str(len(run[0])), rows) + " " + mover(board)


def unfinished():
    """Every position that play can reach and that is not over."""
    found, todo = set(), ["." * 9]
    while todo:
        board = todo.pop()
        if board not in found and "." in board and not lost(board):
            found.add(board)
            todo.extend(boards_after(board).values())
    return sorted(found)


def test_a_batch_of_all_positions_agrees_with_brute_force():
    boards = unfinished()
    assert len(boards) == 4520  # design, section 6
    # Without --line a search that is compiled at an odd moment may be cut short.
    answers = batch("\n".join(map(text, boards)).encode(), "--line")
    assert [found["position"] for found in answers] == [text(board) for board in boards]
    for board, found in zip(boards, answers, strict=True):
        scores = {name: earlier(score(after)) for name, after in boards_after(board).items()}
        assert found["value"] == value(board, score(board))
        assert {move["move"]: move["value"] for move in found["moves"]} == {
            name: value(board, points) for name, points in scores.items()
        }
        assert {move["move"] for move in found["moves"] if move["best"]} == {
            name for name, points in scores.items() if points == max(scores.values())
        }
        listed = [scores[move["move"]] for move in found["moves"]]
        assert listed == sorted(listed, reverse=True)
        assert_best_play(board, found["principal_variation"])


def assert_best_play(board, line):
    for name in line:
        after = boards_after(board)[name]
        assert earlier(score(after)) == score(board)
        board = after
    assert lost(board) or "." not in board


# Known positions.


def test_the_position_of_the_complaint_in_schema_1():
    # From the issue: b1 and c1 win at once. c2 wins too, in 3: it threatens both of them.
    assert answer("--position", "xxo/ox1/o2 x") == {
        "schema": 1,
        "game": "tictactoe",
        "position": "xxo/ox1/o2 x",
        "to_move": "x",
        "value": proved("win", 1),
        "moves": [
            {"move": "b1", "value": proved("win", 1), "best": True},
            {"move": "c1", "value": proved("win", 1), "best": True},
            {"move": "c2", "value": proved("win", 3), "best": False},
        ],
        "principal_variation": ["b1"],
    }


def test_only_the_centre_holds_against_a_corner():
    # Design, section 6: replies that hold the draw, to a corner only the centre.
    found = answer("--moves", "a1")
    assert (found["to_move"], found["value"]) == ("o", proved("draw", 8))
    assert [move["move"] for move in found["moves"] if move["best"]] == ["b2"]


@each(
    "position, found",
    [
        ("xxx/oo1/3 o", ("o", proved("loss", 0))),
        ("ooo/xx1/x2 x", ("x", proved("loss", 0))),
        ("xox/xxo/oxo o", ("o", proved("draw", 0))),
    ],
)
def test_a_finished_position_has_its_outcome_and_no_moves(position, found):
    whole = answer("--position", position)
    assert (whole["to_move"], whole["value"]) == found
    assert whole["moves"] == whole["principal_variation"] == []


def test_four_by_four_with_three_in_a_row_is_won_in_five():
    # Three marks take five plies; one answer cannot keep an inner mark from becoming two in a
    # row with both ends open, and while O has one mark there is nothing that X must answer.
    found = answer("mnk:4,4,3")
    assert (found["game"], found["value"]) == ("mnk:4,4,3", proved("win", 5))
    assert len(found["principal_variation"]) == 5


# Ways to ask.


@each("moves", ["b2 a1", "b2,a1", " B2 ,\tA1 ", "5 7", "5,a1"])
def test_moves_may_be_written_in_many_ways(moves):
    assert answer("--moves", moves)["position"] == "3/1x1/o2 x"


def test_a_list_of_columns_says_from_where_it_counts():
    def asked(moves):
        run = noughts("analyse", "connectfour:4,3,3", "--moves", moves)
        return run.stdout.decode(), run.stderr.decode()

    board, said = asked("3,3,2,2")
    assert "4/1oo1/1xx1 x" in board
    assert (said.count("\n"), '"0:3,3,2,2"' in said) == (1, True)
    board, said = asked("0:3,3,2,2")
    assert ("4/2oo/2xx x" in board, said) == (True, "")
    assert asked("3322")[1] == ""
    # One column between commas: this is no play of the columns 1, 0 and 1.
    assert "'10' is not a column: columns are 1 to 4" in asked("10,1")[1]


def test_moves_are_played_from_the_position():
    assert answer("--position", "3/1x1/3 o", "--moves", "a1 c3")["position"] == "2x/1x1/o2 o"


def test_no_moves_are_the_start():
    assert answer("--moves", "")["position"] == answer()["position"] == "3/3/3 x"


def test_people_see_the_board_the_verdict_every_move_and_the_line():
    shown = noughts("analyse", "--position", "xxo/ox1/o2 x").stdout.decode()
    assert shown.replace("\r", "") == (
        "tictactoe, xxo/ox1/o2 x\n\n"
        "    a b c\n  3 X X O\n  2 O X .\n  1 O . .\n\n"
        "X is to move: win in 1.\n\n"
        "  win in 1  b1 c1\n  win in 3  c2\n\n"
        "Best play: b1\n"
    )


@each(
    "position, ending",
    [
        ("xxx/oo1/3", "The game is over: X has won."),
        ("ooo/xx1/x2", "The game is over: O has won."),
        ("xox/xxo/oxo", "The game is over: a draw."),
    ],
)
def test_people_see_how_a_finished_game_ended(position, ending):
    assert noughts("analyse", "--position", position).stdout.decode().rstrip().endswith(ending)


# Boards too large to solve.


def test_an_unsolved_board_has_bounds_and_no_move_is_called_best():
    """Nobody has won within the plies that the search has seen: that much is known."""
    found = answer("mnk:7,7,5", "--nodes", "5000")
    assert (found["value"]["outcome"], found["value"]["certainty"]) == (None, "bound")
    assert len(found["moves"]) == 49
    assert not any(move["best"] for move in found["moves"])
    assert "proved" not in {move["value"]["certainty"] for move in found["moves"]}
    assert found["principal_variation"]


def test_an_unsolved_board_says_so_to_people():
    shown = noughts("analyse", "mnk:7,7,5", "--nodes", "5000").stdout.decode()
    # Nobody has marked five cells before the ninth ply, and a first player never loses.
    assert "Not solved: anything between a draw and a win in" in " ".join(shown.split())
    assert "--nodes or --seconds allow more" in shown
    assert "Best play" not in shown


def look(game, text, budget):
    position, turn = game.parse(text)
    return analyse(game, position, turn, Solver(game, budget))


def test_a_win_within_sight_is_proved_where_the_whole_board_is_not():
    # Four X in the middle of a row, both ends open.
    found = look(MNK(7, 7, 5), "7/ooo4/7/1xxxx2/7/o6/7 x", 5000)
    assert str(found.value) == "win in 1"
    assert [found.game.name(move.move) for move in found.moves if move.best] == ["a4", "f4"]


def test_a_drawn_end_within_sight_has_its_true_length():
    # Only b1 is empty, and makes no line; a budget of one node is too small to solve it.
    found = look(MNK(3, 3, 3), "xox/oox/x1o x", 1)
    assert [(str(move.value), move.value.plies) for move in found.moves] == [("draw", 1)]
    assert found.value.plies == 1


# Wrong input: one line on stderr, nothing on stdout, exit 2.

WRONG = {
    "a taken cell": (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
    "no cell": (["--moves", "b2 d4"], "Move 2: 'd4' is not a cell"),
    "a word": (["--moves", "b2 ähm"], "Move 2: "),
    "an emoji": (["--moves", "❌"], "Move 1: "),
    "a negative number": (["--moves", "-1"], "Move 1: '-1' is not a cell"),
    "a very long word": (["--moves", "a" * 5000], "Move 1: 'aaaaaaaaaaaaaaaaaaa…' is not"),
    "a move after the end": (["--moves", "1 4 2 5 3 6"], "Move 6: The game is over"),
    "no position": (["--position", "hello"], "is not a position"),
    "an empty position": (["--position", ""], "is not a position"),
    "a position of another size": (["--position", "4/4/4/4 x"], "is not a position"),
    "a very long number": (["--position", "1" * 5000 + "/"], "is not a position"),
    "too many X": (["--position", "xxx/3/3 o"], "3 X and 0 O"),
    "the wrong turn": (["--position", "3/1x1/3 x"], "it is O's turn"),
    "two lines": (["--position", "xxx/ooo/3 x"], "has a line"),
    "a wrong move from a position": (["--position", "3/1x1/3", "--moves", "b2"], "Move 1: b2"),
    "no such game": (["tictactoo"], "Did you mean tictactoe?"),
    "a board": (["xo.|.x.|..o"], "write noughts 'xo.|.x.|..o'"),
    "a board too large": (["mnk:21,20,5"], "420 cells"),
    "a word for a size": (["mnk:a"], "whole numbers"),
    "too many sizes": (["mnk:3,3,3,3"], "takes 3 whole numbers"),
    "no nodes": (["--nodes", "0"], "--nodes"),
    "a word for nodes": (["--nodes", "many"], "--nodes"),
    "no such option": (["--deep"], "--deep"),
    "two games": (["tictactoe", "mnk"], "unexpected extra argument"),
    "a batch and moves": (["--batch", "--moves", "b2"], "standard input"),
    "a batch and a position": (["--batch", "--position", "3/3/3 x"], "standard input"),
}


@each("arguments", WRONG.values())
def test_wrong_input_gets_a_helpful_line_and_exit_2(arguments):
    given, message = arguments
    result = noughts("analyse", *given)
    last = result.stderr.decode().splitlines()[-1]
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in last
    assert len(last) < 600
    assert b"Traceback" not in result.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="arguments are bytes on POSIX only")
@each("option", ["--moves", "--position"])
def test_arguments_that_are_not_utf_8(option):
    result = noughts("analyse", option, os.fsdecode(b"\xff\xfe"))
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"Traceback" not in result.stderr


# Batches.


def test_wrong_lines_become_errors_and_the_others_are_answered():
    first, second, third, fourth, fifth = batch(b"b2 a1\nzz\n3/1x1/3 o\nx2/3/3 x\n1 4 2 5 3")
    assert [found["position"] for found in (first, third)] == ["3/1x1/o2 x", "3/1x1/3 o"]
    assert fifth["value"] == proved("loss", 0)
    assert {key: second[key] for key in ("schema", "line", "input")} == {
        "schema": 1,
        "line": 2,
        "input": "zz",
    }
    assert "Move 1: 'zz'" in second["error"]
    assert (fourth["line"], "it is O's turn" in fourth["error"]) == (4, True)


def test_a_row_of_a_table_is_a_board_unless_it_is_moves():
    for names in (b"board", b'id,"board",label', b"TL,TM,TR,ML,MM,MR,BL,BM,BR,class"):
        result = noughts("analyse", "--batch", given=names + b"\nxo1/1x1/2o\n")
        assert (result.returncode, result.stderr) == (0, b"")
        header, answered = map(json.loads, result.stdout.splitlines())
        assert (header["header"], answered["position"]) == (True, "xo1/1x1/2o x")
    assert all("header" not in found for found in batch(b"b2,b2\nboard\n"))
    rows = (
        b"X,O,b,b,X,b,b,b,O\nXO..X...O\n[[1,2,0],[0,1,0],[0,0,2]] x=1\n1 2 3\n1,2,0,0,0,0,0,0,0\n"
    )
    *boards, moves, unclear = batch(rows)
    assert [found["position"] for found in boards] == ["xo1/1x1/2o x"] * 3
    assert moves["position"] == "xox/3/3 o"
    # What nobody reads aloud is refused where it has two readings.
    assert "x=1, o=2, empty=0 or x=2, o=1, empty=0" in unclear["error"]


def test_a_board_may_be_a_file_or_standard_input(tmp_path):
    board = tmp_path / "board.txt"
    board.write_text("\ufeffX|O| \n-+-+-\n |X| \n-+-+-\n | |O\n", "utf-8")
    for name, given in (str(board), b""), ("-", board.read_bytes()):
        result = noughts("analyse", "--position", name, "--json", given=given)
        assert json.loads(result.stdout)["position"] == "xo1/1x1/2o x"
        assert result.stderr == "Read as 3×3 from the top, X to move.\n".encode()
    other = noughts("analyse", "othello", "--position", "8/8/8/3ox3/3xo3/8/8/8 x")
    assert (other.returncode, b"othello:8" in other.stderr) == (2, True)
    missing = noughts("analyse", "--position", str(tmp_path / "none.json"))
    assert b"There is no file" in missing.stderr


def test_a_board_in_numbers_is_read_aloud():
    result = noughts("analyse", "--position", "1,-1,0,0,1,0,0,0,-1", "--json")
    assert json.loads(result.stdout)["position"] == "xo1/1x1/2o x"
    assert "1 is X, -1 is O, 0 is empty, X to move" in result.stderr.decode()
    for text in "RY.......", "0,0,1,1,1,0,-1,-1,-1":
        result = noughts("analyse", "--position", text)
        assert result.returncode == 2
        assert result.stderr.decode().count("Say which") == 1


def test_the_picture_that_is_printed_can_be_given():
    for question in ["--moves", "b2 a1 c3"], ["connectfour:4,4", "--moves", "1 1 2 3"]:
        shown = noughts("analyse", *question).stdout.decode()
        game = question[:-2]
        again = noughts("analyse", *game, "--position", shown).stdout.decode()
        assert again == shown


def test_every_line_is_answered_by_one():
    assert [found["position"] for found in batch(b"\n  \r\nb2\n\n")] == [
        "3/3/3 x",
        "3/3/3 x",
        "3/1x1/3 o",
        "3/3/3 x",
    ]
    assert batch(b"") == []


def test_windows_line_ends_and_byte_order_mark():
    assert [found["position"] for found in batch(b"\xef\xbb\xbfb2 a1\r\n3/1x1/o2\r\n")] == [
        "3/1x1/o2 x",
        "3/1x1/o2 x",
    ]


def test_bytes_that_are_not_utf_8_and_signs_beyond_ascii():
    broken, unicode, good = batch("é".encode("latin-1") + "\n❌ b2\nb2".encode())
    assert (broken["input"], unicode["input"]) == ("\ufffd", "❌ b2")
    assert "error" in broken
    assert "error" in unicode
    assert good["position"] == "3/1x1/3 o"


@each("line", [b"a" * 100_000, b" " * 100_000, b"b2 " * 50_000, b"1/" * 9_999])
def test_a_very_long_line_is_one_error(line):
    wrong, good = batch(line + b"\nb2")
    assert wrong["line"] == 1
    assert len(wrong["input"]) == 1001
    assert good["position"] == "3/1x1/3 o"


@each("length", [998, 999, 1000, 1001])
def test_lines_around_the_longest_keep_step(length):
    answers = batch(b"b2".ljust(length) + b"\nb2 a1\nzz\n")
    assert len(answers) == 3
    assert answers[1]["position"] == "3/1x1/o2 x"
    assert answers[2]["line"] == 3


def test_a_batch_of_another_game():
    (found,) = batch(b"b2 a1\n", "mnk:4,4,3")
    assert found["position"] == "4/4/1x2/o3 x"


def start_batch():
    command = [sys.executable, "-m", "noughts", "analyse", "--batch"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)


def test_each_line_is_answered_before_the_next_is_written():
    with start_batch() as process:
        for line, position in ((b"b2\n", "3/1x1/3 o"), (b"b2 a1\n", "3/1x1/o2 x")):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["position"] == position
        process.stdin.close()
        assert process.wait() == 0


def test_a_reader_that_leaves_is_no_error_to_speak_of():
    with start_batch() as process:
        process.stdout.close()
        with suppress(BrokenPipeError):
            process.stdin.write(b"b2\n" * 1000)
            process.stdin.flush()
        assert process.stderr.read() == b""


@pytest.mark.skipif(os.name != "posix", reason="closes a descriptor as POSIX shells do")
def test_a_batch_without_standard_input_says_so():
    command = f"'{sys.executable}' -m noughts analyse --batch <&-"
    result = subprocess.run(command, shell=True, capture_output=True, check=False)
    assert result.returncode == 1
    assert b"Traceback" not in result.stderr


# The documentation.


def examples():
    """The commands in docs/json.md, and the objects that are said to answer them."""
    blocks = re.findall(r"```sh\n(.*?)```\s+```json\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    return [pytest.param(command, objects(shown), id=command) for command, shown in blocks]


def objects(text):
    decoder, found = json.JSONDecoder(), []
    while text := text.lstrip():
        thing, end = decoder.raw_decode(text)
        found.append(without_times(thing))
        text = text[end:]
    return found


def without_times(answer):
    for row in answer.get("algorithms", ()):
        if "seconds" not in row:
            continue
        row["seconds"] = dict.fromkeys(row["seconds"])
        row["note"] = ""  # without Numba there is one
    return answer


@pytest.mark.skipif(not DOCS.exists(), reason="the documentation is not here")
@pytest.mark.skipif(not shutil.which("bash"), reason="the examples are for a POSIX shell")
@pytest.mark.parametrize(("command", "expected"), examples() if DOCS.exists() else [])
def test_the_examples_of_the_documentation(command, expected):
    command = command.replace("noughts", f"'{sys.executable}' -m noughts", 1)
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=False)
    assert objects(result.stdout.decode()) == expected
    assert result.returncode == any("error" in one for one in expected)


# Points.


def test_the_last_edge_of_one_box_takes_its_point():
    # Four edges in turn: the second player draws the last one, whatever they do.
    shown = CliRunner().invoke(command_line, ["analyse", "dots:1,1", "--points", "--json"])
    answer = json.loads(shown.stdout)
    assert (answer["margin"], answer["to_move"]) == (-1, "x")
    assert [(move["margin"], move["best"]) for move in answer["moves"]] == [(-1, True)] * 4
    moves = " ".join(move["move"] for move in answer["moves"][:3])
    shown = CliRunner().invoke(command_line, ["analyse", "dots:1,1", "--points", "--moves", moves])
    assert "win by 1" in shown.stdout


@each(
    "words, sentence",
    [
        (["tictactoe", "--points"], "TicTacToe counts no points"),
        (["dots:1,1", "--points", "--batch"], "--points answers one position"),
    ],
)
def test_what_has_no_points_gets_a_sentence(words, sentence):
    shown = CliRunner().invoke(command_line, ["analyse", *words])
    assert shown.exit_code != 0
    assert sentence in f"{shown.stderr} {shown.exception}"


@each(
    "error, sentence, code",
    [
        (KeyboardInterrupt, "noughts: Stopped. Known so far: b3 loss by 1.", 130),
        (
            SearchStopped,
            "7 nodes for a move were not enough; see --nodes. Known so far: b3 loss",
            1,
        ),
    ],
)
def test_a_search_for_points_that_ends_early_says_what_it_found(monkeypatch, error, sentence, code):
    def first(solver, position):
        yield from list(asked(solver, position))[:1]
        raise error

    asked = MarginSolver.margins_so_far
    words = ["analyse", "dots:1,1", "--points", "--nodes", "7"]
    with monkeypatch.context() as within:
        within.setattr(MarginSolver, "margins_so_far", first)
        shown = CliRunner().invoke(command_line, words)
    assert shown.exit_code == code
    assert sentence in shown.stderr
    assert "Traceback" not in shown.output


def test_a_search_for_points_keeps_to_its_seconds():
    shown = CliRunner().invoke(command_line, ["analyse", "othello:6", "--points", "--seconds", "1"])
    assert "Not solved for points: 1 seconds were not enough" in shown.stderr


# Limits.


def interrupting(monkeypatch):
    """Have Ctrl-C come while the search goes on."""

    @contextmanager
    def bar():
        def interrupt(report):
            raise KeyboardInterrupt

        yield interrupt

    monkeypatch.setattr("noughts.terminal.commands.analyse.search_bar", bar)


@each("batch", [[], ["--batch"]])
def test_the_seconds_are_for_the_values_and_the_reasons_together(monkeypatch, batch):
    seen = []

    def ask(inquiry):
        seen.append(inquiry.solver.limits())

    def reasons(*question):
        solver = question[-1]
        seen.append(solver.limits())
        raise GameOver("enough")

    monkeypatch.setattr(Inquiry, "ask", ask)
    monkeypatch.setattr("noughts.analysis.explain.explainer.explainer_for", reasons)
    given = ["analyse", "tictactoe", "--why", "--seconds", "60", *batch]
    CliRunner().invoke(command_line, given, input="b2\n")
    first, second = seen
    assert first is second


def test_ctrl_c_tells_the_bounds_so_far(monkeypatch):
    interrupting(monkeypatch)
    shown = CliRunner().invoke(command_line, ["analyse", "mnk:6,6,5"])
    assert shown.exit_code == 130
    assert "Not solved" in shown.stdout
    assert "Traceback" not in shown.output


def test_ctrl_c_ends_in_json_too(monkeypatch):
    interrupting(monkeypatch)
    shown = CliRunner().invoke(command_line, ["analyse", "mnk:6,6,5", "--json"])
    assert shown.exit_code == 130
    found = json.loads(shown.stdout)
    assert found["value"]["certainty"] in ("bound", "unknown")
    assert len(found["moves"]) == 36


def test_bounds_are_told_and_true():
    # 5×5 is a draw (Tromp), whatever is known of it by then.
    found = answer("connectfour:5,5", "--nodes", "20000")
    assert found["value"]["certainty"] == "bound"
    lower, upper = found["bounds"]["lower"], found["bounds"]["upper"]
    assert (lower["outcome"], upper["outcome"]) in {
        ("loss", "win"), ("loss", "draw"), ("draw", "win"),
    }  # fmt: skip
    assert all(
        (move["value"]["certainty"] == "bound") == ("bounds" in move) for move in found["moves"]
    )


def test_threads_and_memory_change_no_answer():
    moves = ["--moves", "47223126374576515674271172"]
    assert answer("connectfour", *moves) == answer(
        "connectfour", *moves, "--threads", "2", "--memory", "1", "--seconds", "600"
    )


def test_the_first_moves_of_connect_four_are_told_at_once():
    found = answer("connectfour", "--nodes", "1")
    assert found["value"] == proved("win", 41)  # Allis 1988
    assert [move["move"] for move in found["moves"] if move["best"]] == ["4"]
    assert all(move["value"]["certainty"] == "proved" for move in found["moves"])


def test_more_memory_than_there_is_gets_one_line():
    result = noughts("analyse", "mnk:6,6,5", "--memory", "1000000000000")
    assert (result.returncode, result.stdout) == (2, b"")
    assert b"choose a smaller one" in result.stderr
    assert b"Traceback" not in result.stderr


def test_either_side_may_be_to_move():
    # Two in a row, twice: whoever moves wins with the third.
    board = ("--position", "oo1/xx1/3")
    for side, best in (("x", "c2"), ("o", "c3")):
        told = answer(*board, "--side", side)
        assert told["to_move"] == side
        assert told["moves"][0]["move"] == best
        assert told["value"] == proved("win", 1)


def test_either_side_may_have_begun():
    """`--position` reads the position that was printed; a board needs its side to move."""
    told = answer("--first", "o", "--moves", "a3 b2")
    assert told["position"] == "o2/1x1/3 o"
    for again in ([], ["--first", "o"], ["--side", "o"]):
        assert answer("--position", told["position"], *again) == told
    for board, *turn in [
        ("O.. / .X. / ...", "--first", "o"),
        ("[[2,0,0],[0,1,0],[0,0,0]]", "--side", "o"),
    ]:
        read = noughts("analyse", "--position", board, *turn, "--json")
        assert b"O to move" in read.stderr
        assert json.loads(read.stdout) == told
    refused = [("o2/3/3",), ("o2/3/3 x", "--first", "x"), ("x2/3/3", "--first", "o"),
               ("x2/3/3", "--side", "x"), ("o2/3/3 x", "--first", "o", "--side", "o"),
               ("[[1,0,0],[0,0,0],[0,0,0]]", "--side", "x")]  # fmt: skip
    for position, *options in refused:
        assert noughts("analyse", "--position", position, *options).returncode == 2


@each(
    "arguments, message",
    [
        (("hex", "--side", "o"), "By the rules of hex it is X's turn there."),
        (("wild", "--side", "o"), "By the rules of wild it is First's turn there."),
        (("ultimate", "--side", "o"), "By the rules of ultimate it is X's turn there."),
        (("morris", "--side", "o"), "By the rules of morris it is X's turn there."),
        (("--position", "xxx/oo1/3", "--side", "x"), "The game is over: no player is to move."),
        (("--batch", "--side", "o"), "leave out --side."),
    ],
)
def test_where_the_rules_say_who_moves_the_other_side_is_refused(arguments, message):
    result = noughts("analyse", *arguments)
    assert (result.returncode, result.stdout) == (2, b"")
    assert message in result.stderr.decode()


def test_values_are_in_colour_where_that_is_wanted(monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    told = noughts("analyse", "--moves", "b2 a1").stdout.decode()
    assert "X is to move: \x1b[38;5;243mdraw\x1b[0m." in told
    monkeypatch.setenv("NO_COLOR", "1")
    assert b"\x1b" not in noughts("analyse", "--moves", "b2 a1").stdout
