"""`noughts audit`: its report, its files, its exit codes, and that nothing is lost at Ctrl-C."""

import json
import signal
import subprocess
import sys
import time
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from noughts.terminal.commands.audit import audit
from tests.each import each
from tests.players.test_weights import lost_games
from tests.processes import noughts_here_as_text

EXAMPLES = Path(__file__).parents[3] / "examples"
HOMEWORK = EXAMPLES / "homework.py"

# A player that never loses, written as homework; where the comment stands a fault is planted.
PERFECT = """
LINES = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
KNOWN = {}

def worth(board, mark):
    other = "O" if mark == "X" else "X"
    if any(all(board[cell] == other for cell in line) for line in LINES):
        return -1, None
    free = [cell for cell in range(9) if board[cell] == " "]
    if not free:
        return 0, None
    key = "".join(board)
    if key not in KNOWN:
        best = -2, None
        for cell in free:
            board[cell] = mark
            value = -worth(board, other)[0]
            board[cell] = " "
            if value > best[0]:
                best = value, cell
        KNOWN[key] = best
    return KNOWN[key]

def choose(board, mark):
    # FAULT
    return worth(board, mark)[1]
"""


def run(*words):
    return CliRunner().invoke(audit, [str(word) for word in words], catch_exceptions=False)


def here(*words):
    return noughts_here_as_text("audit", *map(str, words))


def flat(text):
    """The text on one line."""
    return " ".join(text.split())


def command(*words):
    return [sys.executable, "-m", "noughts", "audit", *map(str, words)]


@pytest.fixture
def bot(tmp_path):
    """Writes a file and names its function `choose`."""

    def write(source, name="bot.py"):
        path = tmp_path / name
        path.write_text(source)
        return f"{path}:choose"

    return write


def test_a_homework_with_a_planted_fault_is_caught_with_the_shortest_game(bot):
    """It never loses, but as O answers the corners a3 and c1 around its centre by c3."""
    planted = 'if "".join(board) == "X   O   X": return 2'
    result = run(bot(PERFECT.replace("# FAULT", planted)))
    assert result.exit_code == 3
    assert "choose can be beaten as O." in flat(result.stdout)
    assert "as X: never loses" in result.stdout
    answer = json.loads(run(bot(PERFECT.replace("# FAULT", planted)), "--json").stdout)
    costly = [one for one in answer["findings"] if one["fault"] == "draw_to_loss"]
    assert [(one["position"], one["move"], one["right"]) for one in costly] == [
        ("x2/1o1/2x o", "c3", ["b3", "a2", "c2", "b1"])  # only the sides draw
    ]
    # X a3 and c1 in either order, O b2 and c3; X a1 makes a fork, O stops one line of it.
    moves = answer["sides"][1]["shortest_loss"]["moves"]
    assert len(moves) == 7
    assert set(moves[0:3:2]) == {"a3", "c1"}
    assert moves[1::2][:2] == ["b2", "c3"]
    assert moves[4] == "a1"


def test_the_same_homework_without_it_is_proved(bot):
    result = run(bot(PERFECT), "--deterministic")
    assert result.exit_code == 0
    assert "choose never loses: proved over" in flat(result.stdout)
    assert "declared" in result.stdout
    assert "if it always answers the same" in flat(run(bot(PERFECT)).stdout)


def test_the_example_is_audited_as_the_page_tells():
    result = run(f"{HOMEWORK}:choose")
    assert result.exit_code == 3
    assert "1. As O, draw thrown away (3 alike by symmetry)" in result.stdout
    assert "    3 X . .\n    2 . O .\n    1 . X .\n" in result.stdout


# What is shown.


def test_few_faults_are_shown_and_all_on_request():
    few, every = run("random", "--side", "o"), run("random", "--side", "o", "--all")
    assert few.stdout.count("\n10. As O") == 1
    assert "\n11. As O" not in few.stdout
    assert "--all shows every fault" in few.stdout
    counted = json.loads(run("random", "--side", "o", "--json").stdout)["findings"]
    assert every.stdout.count(". As O, ") == len(counted)
    assert "--all" not in every.stdout


def test_the_worst_faults_come_first_and_short_plays_before_long_ones():
    findings = json.loads(run("random", "--json").stdout)["findings"]
    kinds = [one["fault"] for one in findings]
    order = ["win_to_loss", "draw_to_loss", "win_to_draw", "slow_win", "early_loss"]
    assert list(dict.fromkeys(kinds)) == order
    for kind in order:
        plies = [len(one["played"]) for one in findings if one["fault"] == kind]
        assert plies == sorted(plies)


def test_json_of_the_weights_player():
    result = run("weights", "--json")
    assert result.exit_code == 3
    assert result.stdout.count("\n") == 1
    answer = json.loads(result.stdout)
    assert (answer["schema"], answer["game"], answer["player"]) == (1, "tictactoe", "weights")
    assert answer["verdict"] == "can_be_beaten"
    first, second = answer["sides"]
    assert (first["side"], first["verdict"], first["shortest_loss"]) == ("x", "never_loses", None)
    assert second["worth"] == {"outcome": "draw", "plies": 9, "certainty": "proved"}
    names = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    lost = [[names[cell] for cell in game] for game in lost_games("." * 9, "X", "O")]
    assert second["shortest_loss"]["moves"] in lost
    assert second["shortest_loss"]["forfeit"] is None
    assert sum(second["counts"].values()) == len(answer["findings"])
    for one in answer["findings"]:
        assert [*one["played"], one["move"], *one["then"]] in lost


def test_json_of_a_forfeit(bot):
    answer = json.loads(run(bot("def choose(board, mark): return None"), "--json").stdout)
    finding = answer["findings"][0]
    assert finding["fault"] == "illegal_move"
    assert finding["move"] is None
    assert finding["left"] == {"outcome": None, "plies": None, "certainty": "unknown"}
    assert "returned None" in finding["reason"]
    assert "returned None" in answer["sides"][0]["shortest_loss"]["forfeit"]


def test_junit_has_a_case_for_every_kind_of_fault(tmp_path):
    file = tmp_path / "audit.xml"
    assert run("weights", "--junit", file).exit_code == 3
    root = ET.parse(file).getroot()
    suites = root.findall("testsuite")
    assert [suite.get("name") for suite in suites] == ["tictactoe as X", "tictactoe as O"]
    for suite in suites:
        cases = suite.findall("testcase")
        assert int(suite.get("tests", "")) == len(cases) == 11
        assert int(suite.get("failures", "")) == len(suite.findall("testcase/failure"))
    failed = [
        (suite.get("name"), case.get("name"))
        for suite in suites
        for case in suite
        if case.find("failure") is not None
    ]
    assert failed == [
        ("tictactoe as O", "cannot be beaten"), ("tictactoe as O", "throws no draw away"),
    ]  # fmt: skip
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == ("22", "2", "0")


def test_junit_passes_over_what_was_not_looked_at(tmp_path):
    file = tmp_path / "audit.xml"
    result = run("perfect", "mnk:4,4,4", "--positions", 2, "--junit", file)
    assert result.exit_code == 4
    root = ET.parse(file).getroot()
    assert root.get("failures") == "0"
    assert root.get("skipped") == "20"  # all but whether the position alone decides


COUNTS = """
CALLS = 0
def choose(board, mark):
    global CALLS
    CALLS += 1
    return board["moves"][CALLS % len(board["moves"])]
"""


def test_what_keeps_state_is_told_first_and_everywhere(bot, tmp_path):
    html, xml = tmp_path / "audit.html", tmp_path / "audit.xml"
    words = [bot(COUNTS), "nim:1,2"]
    told = flat(run(*words, "--html", html, "--junit", xml).stdout)
    assert told.index("changes CALLS") < told.index("as X:")
    assert "changes CALLS" in flat(html.read_text("utf-8"))
    case = (
        ET.parse(xml).getroot().find(".//testcase[@name='answers by the position alone']/failure")
    )
    assert case is not None
    assert "CALLS" in (case.text or "")
    assert json.loads(run(*words, "--json").stdout)["state"]["changes"] == ["CALLS"]


def test_an_answer_of_another_shape_is_not_understood_everywhere(bot, tmp_path):
    """It is no illegal move, which would be a defeat."""
    xml, spec = tmp_path / "audit.xml", bot("def choose(board, mark): return {0, 2}")
    result = run(spec, "--junit", xml)
    assert result.exit_code == 4
    assert "returned {0, 2}, of type set, which is not understood" in flat(result.stdout)
    assert "can be beaten" not in result.stdout
    failed = [
        case.get("name")
        for case in ET.parse(xml).iter("testcase")
        if len(case) and case[0].tag == "failure"
    ]
    assert set(failed) == {"answers in the form of a move"}
    answer = json.loads(run(spec, "--json").stdout)
    assert answer["verdict"] == "undecided"
    assert {one["fault"] for one in answer["findings"]} == {"not_understood"}


def test_junit_carries_whatever_a_player_says(bot, tmp_path):
    file = tmp_path / "audit.xml"
    run(bot("def choose(board, mark): raise ValueError('\\x00 <&> \\x1b')"), "--junit", file)
    assert "<&>" in (ET.parse(file).getroot().findtext(".//failure") or "")


class Page(HTMLParser):
    """What a page is made of; every element that is opened must be closed in its turn."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text.append(data)


def page(*words, file):
    run(*words, "--html", file)
    read = Page()
    read.feed(file.read_text("utf-8"))
    assert read.open == []
    return read


def test_the_page_needs_nothing_else_and_shows_every_board(tmp_path):
    read = page("weights", file=tmp_path / "audit.html")
    names = [tag for tag, _ in read.tags]
    assert not {"script", "link", "img", "iframe"} & set(names)
    assert names.count("article") == 3  # the faults up to symmetry
    assert names.count("svg") == names.count("desc") == 4  # and the game lost
    classes = [attributes.get("class", "") for _, attributes in read.tags]
    assert classes.count("value") == classes.count("ghost") == 3
    assert classes.count("value best") == 4 + 4 + 3
    assert classes.count("band") == 1
    assert "Played: a1. Right: b3, c3, b1, c1." in "".join(read.text)
    assert ("html", {"lang": "en"}) in read.tags
    assert any(tag == "meta" and "viewport" in attributes.values() for tag, attributes in read.tags)
    assert "weights can be beaten as O." in "".join(read.text)


@each("game", ["hex:2", "nim:1,2", "morris", "connectfour:3,3,3"], large=["notakto:2"])
def test_the_page_draws_every_game(tmp_path, game):
    read = page("random", game, "--positions", 50, file=tmp_path / "audit.html")
    assert [tag for tag, _ in read.tags].count("article") > 0


def test_what_a_player_says_is_no_html(bot, tmp_path):
    spec = bot("def choose(board, mark): raise ValueError('<script>alert(1)</script>')")
    read = page(spec, file=tmp_path / "audit.html")
    assert "script" not in [tag for tag, _ in read.tags]
    assert "<script>" in "".join(read.text)


# Exit codes.


@each(
    "words, code",
    [
        (["perfect", "nim"], 0),  # as second player it loses what is lost from the start
        (["weights", "--side", "x"], 0),
        (["weights", "--side", "o"], 3),
        (["rules"], 0),
        (["rules:literal"], 3),
        (["random", "nim:1,2", "--side", "o"], 3),
        (["perfect", "connectfour", "--positions", "1", "--nodes", "10"], 4),
    ],
    large=[(["perfect"], 0)],
)
def test_exit_codes(words, code):
    assert run(*words).exit_code == code


@each(
    "words, message",
    [
        (["perfct"], "Did you mean perfect?"),
        (["nowhere/bot.py:choose"], "There is no file"),
        (["bot.py"], "There is no file bot.py"),
        ([__file__], "needs a function"),
        (["./no-such-bot"], "cannot be started"),
        (["weights", "nim"], "not a game of lines"),
        (["weights", "ludo"], "Unknown game 'ludo'"),
        (["weights", "--times", "0"], "--times"),
        (["weights", "--side", "z"], "--side"),
        (["weights", "--html", "nowhere/a.html"], "is not a writable folder"),
        (["weights", "--resume", str(HOMEWORK)], "is not a progress file of an audit"),
    ],
)
def test_what_is_misused_ends_with_one_line_and_code_2(words, message):
    done = here(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_function_that_takes_no_board_is_told_so(bot):
    spec = bot("def choose(player): return 0")
    done = here(spec)
    assert done.returncode == 2
    assert "choose(player) must take a board, and perhaps a mark" in done.stderr


def test_the_shape_of_a_function_is_found_told_and_can_be_given(bot):
    body = "i = [*board[0], *board[1], *board[2]].index(None); return divmod(i, 3)"
    spec = bot(f"def minimax(board):\n    {body}").replace(":choose", ":minimax")
    found = here(spec)
    assert "taken as minimax(board) → (row, column); --shape 'rows X/O/None row,column'" in (
        found.stderr
    )
    given = here(spec, "--shape", "rows X/O/None row,column")
    assert given.stdout == found.stdout
    assert "'sideways' is no part of a shape" in here(spec, "--shape", "sideways").stderr


def test_a_function_that_hangs_is_ended(bot):
    result = run(bot("def choose(board, mark):\n    while True: pass"), "--seconds", "0.2")
    assert result.exit_code == 3
    assert "did not answer within 0.2 seconds" in result.stdout
    assert "answers too late            1     0" in result.stdout
    assert "as O: not decided" in result.stdout
    assert "no usual shape" not in result.stderr


# Interrupted, and gone on with.

# It plays the first free cell, writes down each question, and after the tenth waits for a file.
SLOW = """
import pathlib, time
HERE = pathlib.Path(__file__).parent
def choose(board, mark):
    with open(HERE / "asked", "a") as asked:
        print("".join(board), file=asked)
    while len((HERE / "asked").read_text().splitlines()) > 10 and not (HERE / "go").exists():
        time.sleep(0.01)
    return board.index(" ")
"""


def interrupted(words, folder):
    """Runs the command until the player waits, then presses Ctrl-C."""
    process = subprocess.Popen(
        command(*words),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    asked = folder / "asked"
    while not asked.exists() or len(asked.read_text().splitlines()) <= 10:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    return process.returncode, out, err


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_an_interrupted_audit_goes_on_where_it_was(bot, tmp_path):
    spec, progress = bot(SLOW), tmp_path / "progress.json"
    shape = ["--shape", 'list "X/O/ " cell']  # so that nothing is asked to find it
    words = [spec, *shape, "--json", "--seconds", 600, "--resume", progress]
    code, out, err = interrupted(words, tmp_path)
    assert code == 130
    assert out == ""
    assert "Interrupted after 10 positions. To continue, repeat the command" in err
    assert f"--resume {progress}" in err
    assert "Traceback" not in err

    (tmp_path / "go").touch()
    done = run(*words)
    assert done.exit_code == 3
    assert not progress.exists()  # there is nothing left to go on with
    # What comes after the walk is asked to see whether the answers follow from the position.
    walked = json.loads(done.stdout)["positions"] + 1
    questions = (tmp_path / "asked").read_text().splitlines()[:walked]
    assert len(questions) == len(set(questions)) + 1  # the one that was under way is asked again
    assert done.stdout == run(*words[:4], "--seconds", 600).stdout


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_nothing_is_lost_even_where_no_file_was_named(bot, tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code, _, err = interrupted([bot(SLOW), "--seconds", 600], tmp_path)
    assert code == 130
    (progress,) = tmp_path.glob("noughts-audit-*.json")
    assert str(progress) in err
    (tmp_path / "go").touch()
    assert (
        run(f"{tmp_path / 'bot.py'}:choose", "--seconds", 600, "--resume", progress).exit_code == 3
    )


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_player_whose_helper_has_changed_does_not_go_on(bot, tmp_path):
    (tmp_path / "helper.py").write_text("")
    spec, progress = bot(f"import helper\n{SLOW}"), tmp_path / "progress.json"
    words = [spec, "--seconds", 600, "--resume", progress]
    interrupted(words, tmp_path)
    (tmp_path / "helper.py").write_text("# mended\n")
    done = here(*words)
    assert done.returncode == 2
    assert "helper.py has changed since" in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_a_player_that_has_changed_does_not_go_on(bot, tmp_path):
    spec, progress = bot(SLOW), tmp_path / "progress.json"
    words = [spec, "--seconds", 600, "--resume", progress]
    interrupted(words, tmp_path)
    bot(SLOW + "# mended\n")
    done = here(*words)
    assert done.returncode == 2
    assert "bot.py has changed since" in done.stderr
    assert progress.exists()
