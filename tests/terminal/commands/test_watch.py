"""`noughts watch`: the page, the events as JSON, and what is said to wrong input."""

import json

from click.testing import CliRunner

from noughts.analysis import record_search
from noughts.pictures.trees import strategy_map
from noughts.terminal.cli import noughts
from noughts.terminal.commands import compare, draw
from noughts.terminal.commands.compare import watch
from tests import processes
from tests.each import each
from tests.processes import assert_one_line_and_no_file

ENDING = ("--position", "xxo/oox/x2 o")  # two moves are left, and both draw


def run(*arguments):
    done = CliRunner().invoke(noughts, ["watch", *arguments])
    assert done.exit_code == 0, done.output
    return done.stdout


def test_the_page_comes_on_standard_output_or_into_a_file(tmp_path):
    html = run(*ENDING)
    assert html.startswith("<!DOCTYPE html>")
    for label in ("minimax", "alpha-beta", "alpha-beta with a table", "proof-number search"):
        assert f"<th scope='row'>{label}</th>" in html
    for option in ("-o", "--output", "--output"):
        target = tmp_path / f"page{option}.html"
        assert run(*ENDING, option, str(target)) == ""
        assert target.read_text("utf-8") == html


def test_the_searches_can_be_chosen_each_once():
    found = json.loads(run(*ENDING, "--json", "--algorithms", "pns, minimax,pns"))
    assert [search["algorithm"] for search in found["algorithms"]] == ["pns", "minimax"]


def test_moves_lead_to_the_position_and_the_turn_is_told():
    found = json.loads(run("--moves", "b2 a1 c3 a3", "--json"))
    assert (found["position"], found["to_move"]) == ("o1x/1x1/o2 x", "x")
    assert found["algorithms"][0]["nodes"][0]["position"] == "o1x/1x1/o2 x"
    assert {search["outcome"] for search in found["algorithms"]} == {"draw"}


def test_the_events_as_json():
    found = json.loads(run("--position", "xxo/1o1/2x o", "--json", "--algorithms", "alphabeta"))
    (search,) = found.pop("algorithms")
    assert found == {
        "schema": 1, "game": "tictactoe", "position": "xxo/1o1/2x o", "to_move": "o",
    }  # fmt: skip
    # O wins at once by a1, which the search tries third.
    assert (search["outcome"], search["plies"], search["move"]) == ("win", 1, "a1")
    assert search["nodes"][0] == {"parent": None, "move": None, "position": "xxo/1o1/2x o"}
    assert {"parent": 0, "move": "a1", "position": "xxo/1o1/o1x x"} in search["nodes"]
    events = [event for step in search["steps"] for event in step["events"]]
    assert events[0] == {"event": "enter", "node": 0, "alpha": None, "beta": None}
    assert sum(event["event"] == "enter" for event in events) == len(search["nodes"])
    cuts = [event for event in events if event.get("why") == "cut"]
    assert cuts
    for cut in cuts:
        assert cut["unseen"]
        assert cut["bound"] == "at least"
        assert set(cut["held"]) == {"node", "move", "value"}
    spared = sum(event["spared"] for event in events if event["event"] == "leave")
    assert spared + len(search["nodes"]) == search["whole"]


def test_the_proof_as_json():
    found = json.loads(run(*ENDING, "--json", "--algorithms", "pns"))
    (search,) = found["algorithms"]
    assert (search["outcome"], search["plies"], search["move"]) == ("draw", None, None)
    events = [event for step in search["steps"] for event in step["events"]]
    assert [event["goal"] for event in events if event["event"] == "ask"] == ["win", "draw"]
    assert events[0]["numbers"] == [{"node": 0, "proof": 1, "disproof": 1}]
    assert events[1]["event"] == "expand"
    assert events[1]["children"] == [1, 2]


@each(
    "arguments, said",
    [
        ([*ENDING, "--nodes", "3"], "minimax visits 5 nodes"),
        ([*ENDING, "--algorithms", "alphazero"], "'alphazero' cannot be watched; choose from"),
        ([*ENDING, "--algorithms", ""], "cannot be watched"),
        (["--position", "xxx/oo1/3 o"], "The game is over"),
        (["morris"], "can repeat"),
        (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
        ([*ENDING, "-o", "nowhere/page.html"], "No such file or directory"),
        ([*ENDING, "--nodes", "0"], "--nodes"),
    ],
    large=[
        ([], "visits 549,946 nodes from this position, too many to step through: at most 2,000")
    ],
)
def test_wrong_input_gets_one_line_and_no_file(arguments, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert_one_line_and_no_file(processes.noughts("watch", *arguments), said, tmp_path)


def test_a_terminal_is_not_flooded(monkeypatch):
    monkeypatch.setattr("noughts.terminal.commands.compare.on_terminal", lambda: True)
    done = CliRunner().invoke(watch, ENDING)
    assert done.exit_code == 2
    assert "write it to a file, with -o page.html" in done.output
    assert CliRunner().invoke(watch, [*ENDING, "--json"]).exit_code == 0


def test_its_defaults_are_those_of_the_recorder():
    assert tuple(record_search.WATCHED) == compare.WATCHED
    assert record_search.MOST_NODES == compare.MOST_NODES
    assert tuple(strategy_map.PAPERS) == draw.SHEETS
