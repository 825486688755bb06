"""The benchmarks measure what they say; how fast it is, is nobody's test."""

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner

from noughts.game import FIRST
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.source import is_own
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.strategies.stored import place_for
from noughts.value import OPEN
from tests.each import each

ROOT = Path(__file__).parents[1]
QUICK = ["minimax", "start-up", "first call"]

tutorial = pytest.importorskip("benchmarks.tutorial")
report = pytest.importorskip("benchmarks.report")
timing = pytest.importorskip("benchmarks.timing")
connectfour = pytest.importorskip("benchmarks.connectfour.measure")
others = pytest.importorskip("benchmarks.connectfour.others")
tablebases = pytest.importorskip("benchmarks.tablebases")
reasons = pytest.importorskip("benchmarks.reasons")
levels = pytest.importorskip("benchmarks.levels")
puzzles = pytest.importorskip("benchmarks.puzzles")
strategies = pytest.importorskip("benchmarks.strategies")
wide = pytest.importorskip("benchmarks.wide")
copies = pytest.importorskip("benchmarks.copies")
specialists = pytest.importorskip("benchmarks.specialists")


def test_the_baseline_visits_the_whole_tree_and_finds_the_draw():
    # Design, section 6: 549,946 nodes, the root included.
    tutorial.nodes = 0
    assert tutorial.solve() == 0
    assert tutorial.nodes == 549_946


def test_the_baseline_takes_a_win_and_names_its_cell():
    board = [[1, 1, 0], [-1, -1, 0], [0, 0, 0]]
    assert tutorial.minimax(board, 5, tutorial.COMPUTER) == [0, 2, 1]
    assert board == [[1, 1, 0], [-1, -1, 0], [0, 0, 0]]


def test_the_best_of_several_rounds_in_turn():
    order = []
    tasks = {"a": lambda: order.append("a"), "b": lambda: order.append("b")}
    assert set(timing.best_of(2, tasks)) == {"a", "b"}
    assert order == ["a", "b", "a", "b"]


def test_a_bar_says_whether_it_was_reached():
    assert str(report.Bar("compiled", 300, 412.3)) == (
        "compiled, at least 300 times: reached (412×)"
    )
    assert "MISSED (1.5×)" in str(report.Bar("interpreted", 2, 1.5))
    assert str(report.Limit("a copy", 1.1, 1.05, "×")) == "a copy, at most 1.1×: reached (1.05×)"


def test_copies_have_the_rules_and_the_knowledge_of_their_games(tmp_path):
    chance = Random(1)
    for spec in specialists.COPIES:
        game = find_game(spec)
        name = copies.write_copy(game, tmp_path)
        copy = find_game(f"{name}:{spec.partition(':')[2]}".rstrip(":"))
        assert not is_own(type(copy))
        assert not is_own(type(knowledge_of(copy)))
        position = game.start()
        while game.outcome(position) == OPEN:
            one, two = knowledge_of(game), knowledge_of(copy)
            assert list(one.moves(position)) == list(two.moves(position))
            state = one.state(position)
            assert one.canonical(position) == two.canonical(position)
            assert one.bounds(state, -1, 1) == two.bounds(state, -1, 1)
            assert list(one.candidate_moves(state)) == list(two.candidate_moves(state))
            position = game.play(position, chance.choice(list(game.moves(position))))


def test_the_quick_benchmarks_run_and_answer_in_json_and_as_a_plot(tmp_path):
    plot = tmp_path / "times.svg"
    command = [
        sys.executable,
        "-m",
        "benchmarks",
        "--json",
        "--rounds",
        "1",
        "--plot",
        str(plot),
        *QUICK,
    ]
    result = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    sections = json.loads(result.stdout)["sections"]
    assert list(sections) == QUICK
    figures = {figure["name"]: figure for figure in sections["minimax"]["figures"]}
    assert figures["the tutorial's program"]["ratio"] == 1
    assert {bar["about"] for bar in sections["minimax"]["bars"]} <= {"interpreted", "compiled"}
    bare = sections["start-up"]["figures"][0]
    assert (bare["name"], bare["ratio"]) == ("python -c pass", 1)
    assert b"<svg" in plot.read_bytes()


def test_connect_four_is_measured_with_right_scores_by_all_programs():
    section = connectfour.measure(rounds=1, most=3)
    assert len(section.figures) in (6, 18)  # without a C++ compiler, and with one
    assert all("WRONG" not in figure.note for figure in section.figures)


def test_other_packages_find_the_same_outcomes():
    section = connectfour.against_others(most=2)  # raises where an outcome is wrong
    assert section.figures[-1].name == "noughts"


def test_four_in_a_row_is_seen_by_the_game_written_for_easyai():
    assert others.has_four([[1], [1], [1], [1], [], [], []], 1)
    assert others.has_four([[2, 1], [], [], [2, 2, 2, 2], [], [], []], 2)
    assert not others.has_four([[1], [1], [1], [2], [1], [], []], 1)


def test_games_between_people_are_played_and_timed():
    command = [sys.executable, "-m", "benchmarks.live", "--games", "3", "--seconds", "1"]
    run = subprocess.run(
        [*command, "--think", "0"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "3 games, moving at once: " in run.stdout
    assert "(median)" in run.stdout


def test_tablebases_are_measured_in_every_way_against_a_dictionary(monkeypatch):
    monkeypatch.setattr(tablebases, "GAME", "tictactoe")
    monkeypatch.setattr(tablebases, "BEGUN", "b2 c3")
    monkeypatch.setattr(tablebases, "ASKED", 20)
    names = [figure.name for figure in tablebases.solving(1).figures]
    assert names == ["indexed", "layered", "keyed", "outcomes only, planes of bits", "dictionary"]
    looked_up = {figure.name: figure for figure in tablebases.looking_up(1).figures}
    assert looked_up["dictionary, warm"].ratio == 1
    # A table of the 5,478 positions: 1,372 bytes of values, and its keys and manifest.
    assert looked_up["indexed, cold"].note.endswith("bytes a position, on disk")
    assert all(figure.seconds > 0 for figure in looked_up.values())


def test_a_board_of_two_words_is_measured_beside_one_of_one(monkeypatch):
    monkeypatch.setattr(wide, "MANY_NODES", 500)
    one, two = wide.beside_one_word(1).figures
    assert (one.name, one.ratio, two.name) == ("connectfour:5,11", 1, "connectfour:5,12")


def test_the_dictionary_knows_what_is_known():
    """From the start: 5,478 positions, and a draw (section 6 of the design)."""
    game = tablebases.find_game("tictactoe")
    values = {}
    assert tablebases._worth(game, game.start(), values) == (0, 9)
    assert len(values) == 5_478


@each("spec", ["tictactoe", "wild", "nim"])
def test_moves_have_reasons_and_no_fact_is_false(spec):
    told = reasons.measure(spec, 24)
    assert (told["moves"], told["alone"], told["false"]) == (24, 0, 0)
    assert told["checked"] > 0


def test_a_false_fact_is_counted(monkeypatch):
    monkeypatch.setattr(reasons.rule_claims, "winning", lambda game, position: set())
    assert reasons.measure("wild", 24)["false"] > 0


def test_a_strategy_that_was_made_wins_all_its_games(tmp_path, monkeypatch):
    # 4,3,3 is won by the first player; nobody gets more than a loss there.
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    game = find_game("mnk:4,3,3")
    place = place_for(game, FIRST)
    place.parent.mkdir()
    made = make_strategy(game, wish=StrategyKind(threats=20)).file
    place.write_bytes(made.to_bytes())
    monkeypatch.setattr(strategies, "fastest", lambda form, known: form)
    for opponent in (strategies.Random, strategies.Greedy, strategies.Trapping):
        found = strategies.played("mnk:4,3,3", opponent, 5)
        assert (found.held, found.games) == (5, 5)


@each("what", [levels, puzzles, reasons])
def test_a_game_that_there_is_not_is_refused_in_a_sentence(what):
    result = CliRunner().invoke(what.main, ["nosuch"])
    assert result.exit_code == 1
    assert result.output.splitlines()[-1].startswith("Error: Unknown game 'nosuch'")


def test_reasons_are_counted_of_a_game_that_is_not_listed():
    result = CliRunner().invoke(reasons.main, ["nim:2,2", "--moves", "3"])
    assert result.output.splitlines()[-1].split()[:2] == ["nim:2,2", "3"]
