"""docs/course/: solutions pass their checks; what is wrong shows the fault the lesson names."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from noughts import audit, find_game
from noughts.analysis.review import Grade
from noughts.classroom.findings import Terms
from noughts.classroom.query import Forfeit
from noughts.players.function import FunctionPlayer
from tests.each import each
from tests.processes import noughts_here

ROOT = Path(__file__).parents[2]
SOLUTIONS = ROOT / "examples" / "course"
COURSE = ROOT / "docs" / "course"

pytestmark = pytest.mark.skipif(not COURSE.exists(), reason="the documentation is not here")

# The function, the game, and the faults of a right answer.
RIGHT = {
    "two.py:choose": ("tictactoe", {Grade.DRAW_TO_LOSS, Grade.WIN_TO_DRAW}),
    "three.py:choose": ("tictactoe", {Grade.SLOW_WIN}),
    "four.py:choose": ("tictactoe", {Grade.SLOW_WIN}),
    "four.py:misere": ("mnk:3,3,3,misere", {Grade.SLOW_WIN}),
    "five.py:choose": ("tictactoe", set()),
    "six.py:choose": ("tictactoe", {Grade.SLOW_WIN}),
    "seven.py:choose": ("mnk:4,3,3", {Grade.SLOW_WIN, Grade.EARLY_LOSS}),
    "nine.py:choose": ("connectfour:4,4", {Grade.SLOW_WIN}),
    "ten.py:choose": ("tictactoe", set()),
    "eight.py:choose": ("hex:3", {Grade.SLOW_WIN, Grade.EARLY_LOSS}),
}
QUICK = ("two.py:choose", "six.py:choose")

# What is written wrong, instead of what, and the fault that it shows.
WRONG = [
    ("one.py", ' if board[cell] == " "', "", "tictactoe", Forfeit.ILLEGAL_MOVE),
    ("two.py", "in (mark, other)", "in (mark,)", "tictactoe", Grade.DRAW_TO_LOSS),
    ("eight.py", "sum(child.proof for", "min(child.proof for", "hex:3", Grade.WIN_TO_LOSS),
    ("three.py", "max(lowest(", "max(highest(", "tictactoe", Grade.DRAW_TO_LOSS),
    ("four.py", "append((-score", "append((score", "tictactoe", Grade.WIN_TO_LOSS),
    ("five.py", "depth - BASE", "-BASE", "tictactoe", Grade.SLOW_WIN),
]  # fmt: skip


def faults(spec, game):
    """The kinds of faults of a function in a file."""
    with FunctionPlayer(str(spec), seconds=600) as player:
        found = audit(find_game(game), player, Terms(deterministic=True))
    return {finding.fault for finding in found.findings}


@each("spec", QUICK, large=[spec for spec in RIGHT if spec not in QUICK])
def test_a_solution_has_no_fault_but_those_that_later_lessons_mend(spec):
    game, left = RIGHT[spec]
    assert faults(SOLUTIONS / spec, game) == left


def test_the_player_of_the_first_lesson_keeps_the_rules():
    assert not faults(SOLUTIONS / "one.py:choose", "tictactoe") & {
        Forfeit.CRASH,
        Forfeit.ILLEGAL_MOVE,
    }


@each("file, right, wrong, game, fault", WRONG[:3], large=WRONG[3:])
def test_what_goes_wrong_shows_in_the_report(file, right, wrong, game, fault, tmp_path):
    source = (SOLUTIONS / file).read_text("utf-8")
    assert right in source
    (tmp_path / file).write_text(source.replace(right, wrong), "utf-8")
    assert fault in faults(f"{tmp_path / file}:choose", game)


def test_a_patient_of_the_hospital_is_cured_by_a_line(tmp_path):
    source = (ROOT / "examples" / "hospital" / "limit.py").read_text("utf-8")
    cured = tmp_path / "cured.py"
    cured.write_text(source.replace("LIMIT = 4", "LIMIT = 9"), "utf-8")
    assert faults(f"{cured}:choose", "tictactoe") == set()


@each(
    "file",
    ["golf/table.py", "golf/rules.py"],
    large=["golf/cached.py", "course/six.py", "course/three.py"],
)
def test_the_records_of_golf_are_proved_and_counted(file):
    ended = noughts_here("audit", f"{ROOT / 'examples' / file}:choose", "--golf", "--json")
    found = json.loads(ended.stdout)
    assert found["verdict"] == "never_loses"
    page = (COURSE / "golf.md").read_text("utf-8")
    assert f"({Path('../../examples', file)}) | {found['steps']:,} |" in page


@each("cut, visited", [(">=", 18_297), (">", 304_155)])
def test_alpha_beta_visits_what_the_lesson_says(cut, visited):
    source = (SOLUTIONS / "six.py").read_text("utf-8").replace("alpha >= beta", f"alpha {cut} beta")
    lesson: dict[str, Any] = {}
    exec(source, lesson)
    assert lesson["count"]() == visited
    assert re.search(rf"\b{visited}\b", (COURSE / "6-alpha-beta.md").read_text("utf-8"))
