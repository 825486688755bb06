"""`noughts known`: what it lists, what it answers, and how it ends."""

import json
from pathlib import Path

from click.testing import CliRunner

from noughts.solving.known import RESULTS, KnownResult, Method
from noughts.solving.verify import Reproduction, Verification
from noughts.terminal.cli import noughts
from noughts.terminal.commands import known as known_module
from noughts.terminal.commands.known import claim, known_results
from noughts.value import DRAW, WIN
from tests.each import each

PAGE = Path(__file__).parents[3] / "docs" / "known.md"


def run(*arguments):
    return CliRunner().invoke(noughts, ["known", *arguments])


def test_every_result_is_listed_with_its_source():
    rows = run().output.splitlines()[1:]
    assert len(rows) == len(RESULTS)
    for row, result in zip(rows, RESULTS, strict=True):
        assert row.startswith(result.game)
        assert claim(result) in row
        assert result.source in row


def test_a_name_stands_for_all_that_is_known_of_the_game():
    rows = run("hex", "mnk:5,4,k=4").output.splitlines()[1:]
    assert [row.split()[0] for row in rows] == [
        "hex:2",
        "hex:3",
        "hex:4",
        "hex:5",
        "hex:6",
        "mnk:5,4,4",
    ]


def test_json_tells_each_result():
    (result,) = json.loads(run("mnk:3,3,3,misere", "--json").output)["results"]
    assert result == {
        "game": "mnk:3,3,3,misere", "outcome": "draw", "plies": None, "openings": ["b2"],
        "method": "values", "source": "folklore", "note": "",
    }  # fmt: skip
    (waiting,) = json.loads(run("mnk:8,7,5", "--json").output)["results"]
    assert waiting["method"] is None


def test_verified_the_rows_say_what_it_took():
    done = run("--verify", "tictactoe", "hex:2", "mnk:8,7,5")
    assert done.exit_code == 0
    first, second, third, last = done.output.splitlines()
    assert first.startswith("reproduced    tictactoe")
    assert "nodes" in first
    assert "win, only by b1, a2" in second
    assert third.startswith("not tried     mnk:8,7,5")
    assert last == "2 reproduced, 1 not tried"


def test_verified_json_tells_the_verdicts():
    (result,) = json.loads(run("--verify", "hex:2", "--json").output)["results"]
    assert (result["verdict"], result["found"]) == ("reproduced", "")
    assert result["nodes"] > 0
    assert result["seconds"] >= 0


def test_a_contradiction_ends_with_1(monkeypatch):
    wrong = KnownResult("tictactoe", WIN, Method.VALUES, "nobody")
    monkeypatch.setattr(known_module, "RESULTS", (wrong,))
    done = run("--verify")
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "1 contradicted"
    assert "draw, 9 plies" in done.output
    monkeypatch.setattr(known_module, "RESULTS", (wrong._replace(outcome=DRAW),))
    assert run("--verify").exit_code == 0


def test_what_was_found_before_ctrl_c_is_told(monkeypatch):
    def interrupted(result, **given):
        if result.game == "hex:3":
            raise KeyboardInterrupt
        return Verification(result, Reproduction.REPRODUCED, "", 1, 0.5)

    monkeypatch.setattr(known_module, "verify_result", interrupted)
    done = run("--verify", "hex")
    assert done.exit_code != 0
    assert "1 reproduced" in done.output


@each(
    "arguments, message",
    [
        (["checkers"], "Unknown game 'checkers'"),
        (["mnk:11,5,5"], "no result about mnk:11,5,5"),
        (["--verify", "--seconds", "0"], "--seconds"),
        (["mnk:1,2"], "no line on this board"),
    ],
)
def test_misuse_is_refused(arguments, message):
    done = run(*arguments)
    assert done.exit_code != 0
    assert message in done.output or message in str(done.exception)


def test_the_page_tells_what_is_reproduced_and_what_is_not():
    text = known_results(
        [
            Verification(RESULTS[1], Reproduction.REPRODUCED, "", 1_234, 0.56),
            Verification(RESULTS[2], Reproduction.UNDECIDED, "no value yet", 5, 60.0),
        ],
    )
    assert "| `tictactoe` | draw | values | 1,234 | 0.6 | folklore |" in text
    assert text.endswith(
        "- `mnk:4,3,3`, win in 7: Uiterwijk and van den Herik, Information Sciences 122, 2000; "
        "no value yet\n"
    )


def test_the_page_in_the_docs_has_every_result():
    text = PAGE.read_text("utf-8")
    for result in RESULTS:
        assert f"`{result.game}`" in text
        assert claim(result) in text
