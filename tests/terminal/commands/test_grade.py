"""`noughts grade`: its report, what other graders read, and that nothing is audited twice."""

import csv
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from noughts.classroom.grading import grade_submission as grade_one
from noughts.classroom.rubric import DEFAULT
from noughts.terminal.commands import grade as command
from noughts.terminal.output.grades import as_csv, graded_of, markdown
from tests.each import each
from tests.terminal.commands.test_audit import Page

HOMEWORK = (Path(__file__).parents[3] / "examples" / "homework.py").read_text()
# What docs/auditor.md says of it: never loses as X, can be beaten as O, throws one win away.
EARNED = [10, 20, 10, 25, 0, 0, 0, 0]


def run(*words):
    return CliRunner().invoke(command.grade, [str(word) for word in words], catch_exceptions=False)


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    """Two submissions, graded."""
    place = tmp_path_factory.mktemp("class")
    (place / "in").mkdir()
    (place / "in" / "ada.py").write_text(HOMEWORK)
    (place / "in" / "=bob.py").write_text("def choose(board, mark)\n")
    (place / "said").write_text(run(place / "in", "-o", place / "out", "--threads", 2).stdout)
    return place


@pytest.fixture
def ada(place):
    """The folder of the first submission in the report."""
    return place / "out" / "submissions" / "ada.py"


def test_the_table_and_the_spreadsheet(place):
    assert "ada.py" in (place / "said").read_text()
    assert "2 submissions, 32.5 points on average." in (place / "said").read_text()
    bob, ada = csv.reader((place / "out" / "grades.csv").read_text().splitlines()[1:])
    assert ada[0] == "ada.py"
    assert [float(cell) for cell in ada[1:12]] == [*EARNED, 65, 100, 0.65]
    assert bob[0] == "'=bob.py"  # no formula
    assert "SyntaxError" in bob[-1]


def test_the_pages(place, ada):
    for file in (place / "out" / "index.html", ada / "audit.html"):
        page = Page()
        page.feed(file.read_text("utf-8"))
        assert page.open == []
        assert "script" not in [tag for tag, _ in page.tags]
    index = Page()
    index.feed((place / "out" / "index.html").read_text("utf-8"))
    links = [attributes["href"] for tag, attributes in index.tags if tag == "a"]
    assert links == ["submissions/%3Dbob.py/audit.html", "submissions/ada.py/audit.html"]
    assert "65 of 100 points" in (ada / "audit.html").read_text("utf-8")


def test_the_json(place):
    answer = json.loads((place / "out" / "grades.json").read_text())
    assert (answer["schema"], answer["game"], answer["sides"]) == (1, "tictactoe", ["x", "o"])
    bob, ada = answer["submissions"]
    assert (ada["name"], ada["points"], ada["of"]) == ("ada.py", 65, 100)
    assert [item["points"] for item in ada["items"]] == EARNED
    assert (bob["verdict"], bob["points"]) == (None, 0)


def test_what_gradescope_and_otter_read(ada):
    answer = json.loads((ada / "results.json").read_text())
    assert answer["score"] == sum(test["score"] for test in answer["tests"]) == 65
    assert sum(test["max_score"] for test in answer["tests"]) == 100
    assert {test["status"] for test in answer["tests"]} == {"passed", "failed"}


def test_what_check50_writes(ada):
    answer = json.loads((ada / "check50.json").read_text())
    assert set(answer) == {"slug", "results", "version"}
    for result in answer["results"]:
        assert set(result) == {
            "name", "description", "passed", "log", "cause", "data", "dependency",
        }  # fmt: skip
        assert (result["cause"] is None) == result["passed"]


def test_what_github_classroom_reads(ada):
    answer = json.loads((ada / "classroom.json").read_text())
    assert (answer["version"], answer["status"], answer["max_score"]) == (1, "fail", 100)
    assert sum(test["score"] for test in answer["tests"]) == 65
    assert (ada / "summary.md").read_text("utf-8").startswith("### ada.py: 65/100\n")


def test_junit_is_that_of_the_audit(ada):
    assert ET.parse(ada / "audit.xml").getroot().get("failures") == "3"
    assert not (ada.parent / "=bob.py" / "audit.xml").exists()


def test_only_what_has_changed_is_audited_again(place, monkeypatch):
    asked = []

    def counting(submission, *rest):
        asked.append(submission.name)
        return grade_one(submission, *rest)

    monkeypatch.setattr(command, "grade_one", counting)
    words = [place / "in", "-o", place / "again", "--side", "x"]
    first = run(*words).stdout
    assert sorted(asked) == ["=bob.py", "ada.py"]
    assert run(*words).stdout == first
    assert len(asked) == 2
    with (place / "in" / "=bob.py").open("a") as bob:
        bob.write("# better\n")
    run(*words)
    assert asked[2:] == ["=bob.py"]


def test_a_damaged_grade_is_made_again(place, ada):
    before = (ada / "grade.json").read_text()
    for text in ("", "[]", '{"key": 7}', before.replace('"points"', '"score"')):
        (ada / "grade.json").write_text(text)
        run(place / "in", "-o", place / "out")
        assert (ada / "grade.json").read_text() == before


def test_the_default_rubric_is_printed():
    assert run("--rubric-show").stdout == DEFAULT


def test_another_game_one_side_and_a_rubric(place):
    (place / "connect").mkdir()
    (place / "connect" / "left.py").write_text(
        "def move(rows, mark): return next(c for c in range(4) if rows[0][c] == ' ')"
    )
    (place / "rubric.toml").write_text("[points]\nlegal_moves = 3\nnever_loses_as_second = 9\n")
    words = ["--side", "x", "--function", "move", "--rubric", place / "rubric.toml", "--json"]
    result = run(place / "connect", "connectfour:4,3,3", "-o", place / "four", *words)
    answer = json.loads(result.stdout)
    assert [item["item"] for item in answer["submissions"][0]["items"]] == ["legal_moves"]
    assert answer["submissions"][0]["points"] == 3


def test_the_summary_is_markdown_whatever_is_said(place):
    answer = json.loads((place / "out" / "grades.json").read_text())
    found = graded_of(answer["submissions"][1])
    text = markdown(found._replace(text="<b>|*x*"))
    assert "\\<b\\>\\|\\*x\\*" in text
    assert as_csv([found]).count("\n") == 2


@each(
    "words, message",
    [
        (["nowhere", "-o", "out"], "does not exist"),
        (["empty", "-o", "out"], "empty has no submissions"),
        (["in", "-o", "in/out"], "choose a folder beside it"),
        (["in", "-o", "out", "--function", "a b"], "not the name of a function"),
        (["in", "-o", "out", "--rubric", "bad.toml"], "Did you mean loads?"),
        (["in", "ludo", "-o", "out"], "Unknown game 'ludo'"),
        (["in"], "Missing option '-o'"),
        (["in", "-o", "bad.toml"], "is a file"),
    ],
)
def test_what_is_misused_ends_with_one_line_and_code_2(words, message, tmp_path):
    for folder in ("empty", "in"):
        (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / "in" / "a.py").touch()
    (tmp_path / "bad.toml").write_text("[points]\nload = 1\n")
    done = subprocess.run(
        [sys.executable, "-m", "noughts", "grade", *words],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert message in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_after_ctrl_c_the_same_command_continues(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.py").write_text("def choose(board, mark)")
    (tmp_path / "in" / "b.py").write_text("def choose(board, mark):\n    while True: pass")
    words = [sys.executable, "-m", "noughts", "grade", str(tmp_path / "in"), "-o"]
    words += [str(tmp_path / "out"), "--seconds", "1", "--side", "x"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, text=True) as process:
        while not (tmp_path / "out" / "submissions" / "a.py" / "grade.json").exists():
            assert process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        said = process.stderr.read()
    assert process.returncode == 130
    # Whether the first counts as done is told a moment after its file is written.
    assert re.search(r"Interrupted after [01] of 2 submissions. The same command continues.", said)
    assert "Traceback" not in said
