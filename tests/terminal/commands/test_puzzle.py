"""`noughts puzzle`: what it asks and answers, and what it says to wrong input."""

import json
from contextlib import closing
from datetime import date
from importlib import import_module
from itertools import islice

import pytest
from click.testing import CliRunner

from noughts.games.registry import find_game
from noughts.puzzles.make import made_puzzles
from noughts.puzzles.pack import read_file
from noughts.records.history import open_history
from noughts.terminal.commands.puzzle import puzzle
from noughts.terminal.game import puzzles
from tests.each import each

command = import_module("noughts.terminal.commands.puzzle")
# On this day O wins by a1; a3, b2 and b1 lose or draw.
DAY, WRONG = date(2026, 1, 27), ("a3", "b2", "b1")


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))


def run(*arguments, given=""):
    result = CliRunner().invoke(puzzle, arguments, input=given)
    assert result.exception is None or isinstance(result.exception, SystemExit | Exception)
    return result


FIRST = ("tictactoe", "--number", "1")


def test_a_puzzle_is_asked_until_it_is_solved_and_the_first_answer_counts():
    told = run(*FIRST, given="b1\nb2\nq\n").stdout
    assert "O to move: one move saves the draw, and no other. Find it." in told
    assert "That loses in 6: X answers" in told
    assert "Right. b2: takes the centre and holds the draw" in told
    assert told.count("Your rating: 1500 ± 700.") == 1
    with closing(open_history()) as history:
        [tried] = history.puzzles()
    assert not tried.solved
    assert tried.rating[0] < 1500


def test_a_right_answer_raises_the_rating_which_is_kept():
    run(*FIRST, given="b2\nq\n")
    told = run(*FIRST, "--seed", "1", given="").stdout
    assert "Your rating: 1873" in told


def test_a_puzzle_counts_only_the_first_time():
    run(*FIRST, given="b2\nq\n")
    for answer in ("b2", "b1\nb2", "skip"):
        told = run(*FIRST, given=f"{answer}\nq\n").stdout
        assert "(unchanged: you have done this puzzle before)" in told
        assert told.count("Your rating: 1873") == 3
    with closing(open_history()) as history:
        assert len(history.puzzles()) == 1


def test_with_no_history_nothing_is_kept():
    run(*FIRST, "--no-history", given="b2\nq\n")
    with closing(open_history()) as history:
        assert history.puzzles() == []


@each("line", ["zz", "a3", "", "?", "b2 b1"])
def test_what_is_no_move_changes_nothing(line):
    told = run(*FIRST, given=f"{line}\nq\n").stdout
    assert "Right" not in told
    with closing(open_history()) as history:
        assert history.puzzles() == []


def test_a_wrong_answer_is_refuted_and_stays_marked_and_the_end_names_the_themes_and_the_streak():
    told = run(*FIRST, given="b1\nq\n")
    assert "That loses in 6: X answers" in told.stdout
    assert "Your move (not b1):" in told.stderr
    run("tictactoe", "--number", "2", given="a3\nq\n")  # O takes the corner
    told = run("tictactoe", "--number", "3", given="skip\nq\n").stdout
    assert "Themes: " in told


@each("theme", ["fork", "win in 2", "long"])
def test_a_theme_is_chosen_by_its_name(theme):
    answer = json.loads(run("connectfour", "--theme", theme, "--json").stdout)
    assert theme in answer["themes"]
    assert (answer["plies"] > 9) == ("long" in answer["themes"])


def test_an_unknown_theme_names_those_that_there_are():
    told = str(run("tictactoe", "--theme", "pin", "--json").exception)
    assert "choose from fork, save, trap, win in 2, win in 3" in told


def test_the_end_of_the_input_ends_it():
    assert run("tictactoe", given="").exit_code == 0


def test_to_skip_counts_as_a_wrong_answer_and_shows_the_solution():
    told = run(*FIRST, given="skip\nq\n").stdout
    assert "The solution is b2" in told
    with closing(open_history()) as history:
        assert [tried.solved for tried in history.puzzles()] == [False]


def test_json_has_the_puzzle_and_its_solution():
    answer = json.loads(run(*FIRST, "--json").stdout)
    assert (answer["game"], answer["position"]) == ("tictactoe", "x2/3/3 o")
    assert (answer["kind"], answer["move"], answer["rating"]) == ("save", "b2", 1805)
    assert answer["value"]["outcome"] == "draw"


@pytest.fixture
def on_that_day(monkeypatch):
    for module in (command, puzzles):
        monkeypatch.setattr(module, "today", lambda: DAY)


def test_the_puzzle_of_the_day_has_three_tries(on_that_day):
    told = run("--daily", given="\n".join((*WRONG, "q")))
    assert "Puzzle of the day: Tic-tac-toe, rated 1025." in told.stdout
    assert "Your move (not a3, b2; tries left: 1): " in told.stderr
    assert "The solution is a1." in told.stdout
    assert "Streak" not in told.stdout
    again = run("tictactoe", "--number", "1", given="b1\na2\na1\nq")
    assert "tries left" not in again.stderr
    assert "The solution" not in again.stdout


def test_days_in_a_row_on_which_their_puzzles_were_solved_are_counted(on_that_day):
    told = run("--daily", given="a3\na1\nq\n").stdout
    assert "Streak: 1 day." in told
    with closing(open_history()) as history:
        history.keep_day("2026-01-24")
        kept = history.keep_day("2026-01-26")
    assert kept == {"2026-01-24", "2026-01-26", "2026-01-27"}
    assert "Streak: 2 days." in run("--daily", given="a1\nq\n").stdout
    assert "Streak" not in run("--daily", "--no-history", given="a1\nq\n").stdout


def test_without_a_game_it_is_the_puzzle_of_the_day():
    day, again = (json.loads(run(*how, "--json").stdout) for how in ((), ("--daily",)))
    assert day == again


def test_puzzles_are_made_solved_and_verified_from_a_file(tmp_path):
    file = str(tmp_path / "more.puzzles")
    assert "4 puzzles written" in run("hex:3", "--make", "4", "-o", file).stdout
    assert run("--pack", file, "--verify").stdout == "hex:3: 4 puzzles, no fault.\n"
    assert "Puzzle 2 of Hex" in run("--pack", file, "--number", "2", given="q\n").stdout


def test_fewer_puzzles_than_asked_for_are_explained(tmp_path):
    told = run("tictactoe", "--make", "99", "-o", str(tmp_path / "few.puzzles")).stdout
    assert told.endswith(" No other was found in 3,000 positions.\n")


def made_until_stopped(number):
    """Makes that many puzzles; then comes Ctrl-C."""
    made = made_puzzles(find_game("tictactoe"), 5)
    yield from islice(made, number)
    raise KeyboardInterrupt


@each("number", [0, 2])
def test_ctrl_c_keeps_the_puzzles_that_were_found(tmp_path, monkeypatch, number):
    file = tmp_path / "some.puzzles"
    monkeypatch.setattr(command, "made_puzzles", lambda *_, **__: made_until_stopped(number))
    result = run("tictactoe", "--make", "5", "-o", str(file))
    assert result.exit_code == 130
    if number:
        assert result.stdout == f"Stopped. 2 puzzles written to {file}.\n"
        assert len(read_file(file).puzzles) == 2
    else:
        assert result.stdout == "Stopped. No puzzle was found yet.\n"
        assert not file.exists()


def test_a_number_that_there_is_not_is_refused_before_anything_is_said():
    assert run("tictactoe", "--number", "35").stdout == ""


def test_a_fault_in_a_file_is_told(tmp_path):
    file = tmp_path / "wrong.puzzles"
    file.write_text("noughts puzzles 1\ntictactoe\nx2/3/3 o\tsave\tb1\t1000\n")
    result = run("--pack", str(file), "--verify")
    assert result.exit_code == 1
    assert "the right move is b2 (save), not b1 (save)" in result.stdout


@each(
    "arguments, why",
    [
        (("chess",), "Unknown game 'chess'"),
        (("mnk:7,7,5",), "No puzzles of mnk:7,7,5 ship"),
        (("tictactoe", "--number", "99"), "tictactoe has no puzzle 99: choose 1 to 34"),
        (("--number", "3"), "Puzzles of which game?"),
        (("--daily", "tictactoe"), "leave out GAME"),
        (("tictactoe", "--make", "3"), "--make N and -o FILE go together"),
        (("--make", "3", "-o", "x"), "Puzzles of which game?"),
        (("tictactoe", "--make", "3", "-o", "x", "--verify"), "--make goes with GAME"),
        (("tictactoe", "--make", "3", "-o", "x", "--number", "2"), "--make goes with GAME"),
        (("--pack", "missing.puzzles"), "missing.puzzles"),
        (("--verify", "--json"), "--verify goes with GAME"),
    ],
)
def test_wrong_input_is_refused_in_a_sentence(arguments, why):
    result = run(*arguments)
    assert result.exit_code != 0
    assert why in result.output + str(result.exception)
