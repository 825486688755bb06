"""One submission graded, whatever it does."""

import subprocess
import sys

import pytest

from noughts.classroom.audit import audit
from noughts.classroom.findings import Terms
from noughts.classroom.grading import (
    Assignment,
    Patient,
    Submission,
    SubmissionLimits,
    edition,
    grade_submission,
)
from noughts.classroom.rubric import DEFAULT, rubric_of
from noughts.classroom.words import verdict_text
from noughts.errors import OutOfTime
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.sandbox.worker import FUNCTIONS
from noughts.solving.api import solver_for
from tests.each import each
from tests.sandbox.test_confine import needs_landlock

GAME = TicTacToe()
SOLVER = solver_for(GAME)
ASSIGNMENT = Assignment(
    GAME,
    "choose",
    rubric_of(DEFAULT),
    Terms(),
    300_000,
    SubmissionLimits(seconds=2, total=30, memory=512),
)
FIRST_FREE = "def choose(board, mark):\n    return board.index(' ')\n"


def graded(source, limits=ASSIGNMENT.limits, **more):
    contents = {"bot.py": source.encode(), **more}
    submission = Submission("ada", {}, "bot.py")
    return grade_submission(submission, contents, ASSIGNMENT._replace(limits=limits), SOLVER)


def points(found):
    return {mark.item: mark.points for mark in found.marks}


def test_a_plain_one_earns_points_for_legal_moves_and_can_be_beaten():
    """It plays a3, b3, c3, … and so loses as X to a2, b2, c2 and others."""
    found, audit = graded(FIRST_FREE)
    assert audit is not None
    assert (found.name, found.verdict) == ("ada", "can_be_beaten")
    assert found.text.startswith("ada can be beaten as X and O.")
    assert "takes the first free cell" in found.text
    earned = points(found)
    assert (earned["loads"], earned["legal_moves"], earned["in_time"]) == (10, 20, 10)
    assert (earned["never_loses_as_first"], earned["never_loses_as_second"]) == (0, 0)


@each(
    "source, why",
    [
        ("def choose(board, mark)", "line 1: SyntaxError"),
        ("def other(board, mark): pass", "there is no function 'choose' in bot.py"),
        ("choose = 7", "there is no function 'choose'"),
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import noughts", "noughts cannot be imported in a submission"),
        ("import junk", "No module named 'junk'"),
        ("\0", "null bytes"),
        ("input()", "EOFError"),
    ],
)
def test_what_does_not_load_earns_nothing_and_says_why(source, why):
    found, audit = graded(source)
    assert audit is None
    assert (found.points, found.verdict) == (0, "")
    assert why in found.text
    assert why in found.marks[0].text


def test_the_lost_game_is_a_program_that_needs_no_noughts(tmp_path):
    of_class = """class choose:
    def __init__(self, mark): self.mark = mark
    def choose(self, board): return board.index(" ")
"""
    searching = FIRST_FREE.replace("mark)", "mark, alpha, beta)")
    for source in FIRST_FREE, of_class, searching:
        _, audit = graded(source)
        (tmp_path / "bot.py").write_text(source)
        (tmp_path / "lost.py").write_text(audit.script)
        command = [sys.executable, "-I", "-S", "lost.py", "bot.py"]
        ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
        assert "In the game it played b3." in ran.stdout
        assert "Here it returns 1" in ran.stdout
        assert ran.stdout.endswith("O has lost.\n")


PEEKS = """
def choose(board, mark):
    try:
        print(open({other!r}).read())
    except Exception:
        pass
    return board.index(" ")
"""


def test_reading_anothers_file_is_refused_and_reported(tmp_path):
    other = tmp_path / "other.py"
    other.write_text("secret = 1")
    found, audit = graded(PEEKS.format(other=str(other)))
    assert points(found)["legal_moves"] == 0
    reasons = {one.reason for one in audit.findings}
    assert reasons == {f"ada failed: a submission may not open {other}."}


@each(
    "tried, done",
    [
        ("import socket; socket.create_connection(('127.0.0.1', 9))", "use the network"),
        ("import os; os.kill(os.getppid(), 0)", "send signals"),
        ("import subprocess; subprocess.run(['ls'])", "start programs"),
        ("import ctypes; ctypes.CDLL(None).system(b'ls')", "call functions of C"),
    ],
)
def test_a_network_and_signals_are_refused_and_reported(tried, done):
    hidden = f"def choose(board, mark):\n    try:\n        {tried}\n    except OSError: pass\n"
    found, audit = graded(f"{hidden}    return board.index(' ')\n")
    assert points(found)["legal_moves"] == 0
    reasons = {one.reason for one in audit.findings}
    assert reasons == {f"ada failed: a submission may not {done}."}


def test_an_import_of_noughts_that_is_hidden_is_reported():
    found, _ = graded(f"try: import noughts\nexcept Exception: pass\n{FIRST_FREE}")
    assert found.points == 0
    assert "noughts cannot be imported in a submission" in found.text


@needs_landlock
def test_a_process_of_the_submission_cannot_read_elsewhere(tmp_path):
    other = tmp_path / "other.py"
    other.write_text("secret = 1")
    unheard = "subprocess.sys = type('', (), {**vars(subprocess.sys), 'audit': print})"
    copied = f"subprocess.call(['cp', {str(other)!r}, 'mine'])"
    found, _ = graded(f"import subprocess\n{unheard}\n{copied}\nopen('mine')")
    assert "No such file" in found.text


@each(
    "source",
    [
        "import os\ndef choose(board, mark): os._exit(0)",
        "def choose(board, mark): return choose(board, mark)",
        "import sys\ndef choose(board, mark): sys.exit()",
        "def choose(board, mark): return bytearray(10**12)",
    ],
)
def test_what_crashes_costs_only_itself(source):
    found, _ = graded(source)
    earned = points(found)
    assert (found.points, earned["loads"], earned["legal_moves"]) == (10, 10, 0)


def test_time_is_limited_altogether(tmp_path):
    (tmp_path / "bot.py").write_text(FIRST_FREE)
    with Patient(f"{tmp_path / 'bot.py'}:choose") as player:
        player.total = 600.0
        assert player.choose(GAME, GAME.start()) == 0
        player.total = 0.0
        with pytest.raises(OutOfTime, match="has used up its time for all moves"):
            player.choose(GAME, GAME.start())
        found = audit(GAME, player)
    assert (found.verdict, found.findings) == ("undecided", ())
    assert "has used up its time" in verdict_text(found)


def test_what_the_rules_import_is_part_of_what_points_depend_on(tmp_path):
    """A changed module beside the game's file left old points."""
    (tmp_path / "take.py").write_text(
        "from noughts import Nim\nimport takes\nclass Take(Nim): pass\n"
    )
    (tmp_path / "takes.py").write_text("MOST = 3\n")
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "__init__.py").write_text("")
    editions = [edition(GAME)]
    sys.path.insert(0, str(tmp_path))
    try:
        game = find_game(f"{tmp_path / 'take.py'}:Take")
    finally:
        sys.path.remove(str(tmp_path))
    for name in ("takes.py", "table.json", "more/inner.py"):
        editions.append(edition(game))
        (tmp_path / name).write_text("MOST = 4\n")
    editions.append(edition(game))
    assert len(set(editions)) == len(editions)
    assert edition(game) == edition(game)


def test_files_beside_it_can_be_imported():
    source = "import helper\nchoose = helper.choose"
    found, _ = graded(source, **{"helper.py": FIRST_FREE.encode()})
    assert points(found)["legal_moves"] == 20


def test_a_key_changes_with_all_that_points_depend_on():
    files = {"bot.py": b"1"}
    keys = {
        one.key(contents, "bot.py")
        for one, contents in [
            (ASSIGNMENT, files),
            (ASSIGNMENT, {"bot.py": b"2"}),
            (ASSIGNMENT._replace(function="move"), files),
            (ASSIGNMENT._replace(nodes=1), files),
            (ASSIGNMENT._replace(limits=SubmissionLimits(1, 1, 64)), files),
            (ASSIGNMENT._replace(terms=Terms((0,))), files),
            (ASSIGNMENT._replace(rubric=rubric_of("[points]\nloads = 1")), files),
        ]
    }
    assert len(keys) == 7


def test_a_submission_that_fails_while_its_shape_is_tried_keeps_its_points():
    """The guard took the lines of a traceback for reading noughts: all shapes failed."""
    source = "def choose(board):\n    return [(i, j) for i in (0, 1, 2) for j in (0, 1, 2) "
    source += "if board[i][j] is None][0]"
    found, audit = graded(source)
    assert "taken as choose(board) → (row, column)" in found.text
    assert not any("may not open" in one.reason for one in audit.findings)


def test_a_class_that_chooses_comes_before_a_function_that_plays_a_whole_game():
    source = (
        "class Computer:\n    def get_move(self, board, mark):\n        return board.index(' ')\n"
    )
    source += "def play(game, x_player, o_player):\n    raise NotImplementedError\n"
    assignment = ASSIGNMENT._replace(function=",".join(FUNCTIONS))
    submission = Submission("ada", {}, "bot.py")
    found, _ = grade_submission(submission, {"bot.py": source.encode()}, assignment, SOLVER)
    assert points(found)["legal_moves"] == 20


@each(
    "choose",
    [
        "lambda board, mark: board.index(' ')",
        "__import__('functools').partial(lambda free, board, mark: board.index(free), ' ')",
    ],
)
def test_a_function_is_called_by_the_name_that_the_file_gives_it(choose):
    assignment = ASSIGNMENT._replace(function=",".join(FUNCTIONS))
    contents = {"bot.py": f"choose = {choose}".encode()}
    found, _ = grade_submission(Submission("ada", {}, "bot.py"), contents, assignment, SOLVER)
    assert points(found)["legal_moves"] == 20
