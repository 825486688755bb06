"""The history of games at the command line: kept, listed, gone on with, written to files."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.terminal.cli import noughts
from tests import take
from tests.each import each


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "data"))


def run(*arguments, typed=""):
    return CliRunner().invoke(noughts, arguments, typed)


def said(*arguments, typed=""):
    """The words that a command writes to standard output."""
    result = run(*arguments, typed=typed)
    assert result.exit_code == 0, f"{result.output} {result.exception}"
    return " ".join(result.stdout.split())


def refused(*arguments):
    """The sentence with which a command is refused."""
    result = run(*arguments)
    assert result.exit_code != 0
    assert result.stdout == ""
    return " ".join(f"{result.stderr} {result.exception}".split())


def play(typed, *options):
    return said("play", "--plain", *options, typed="".join(f"{word}\n" for word in typed))


WON = "15263"  # by X, if two people play


def test_games_are_listed_the_last_one_first():
    play(WON, "--side", "both")
    play("5", "--level", "easy", "--seed", "1")
    first, second = run("history").stdout.splitlines()
    assert re.fullmatch(
        r"2  [-0-9]{10} [:0-9]{5}  tictactoe  you \(X\) against easy  2 moves so far", first
    )
    assert re.fullmatch(r"1  .*  tictactoe  two people +X won", second)


def test_a_game_that_is_left_says_how_to_go_on_with_it_and_does():
    assert "To resume this game: noughts play --resume Goodbye." in play("51", "--side", "both")
    again = play("263", "--resume")
    assert "two people play, X and O. X moves first." in again
    assert "[" not in said("history").split("tictactoe")[0]
    assert "5 moves so far" in said("history")


def test_a_finished_game_does_not():
    assert "To resume" not in play(WON, "--side", "both")
    assert "To resume" not in play("")
    assert refused("play", "--resume", "1").startswith("Game 1 is over. To review it: noughts r")
    assert "No unfinished game is kept" in refused("play", "--resume")


def test_no_history_keeps_nothing():
    assert "To resume" not in play("5", "--no-history")
    assert said("history") == "No games are kept yet. noughts play keeps each game that you play."


def test_an_older_game_goes_on_by_its_number_with_its_settings():
    play("5", "--level", "looks:2", "--first", "o", "--side", "o")
    play("5", "--side", "both")
    assert "you are O, the computer (looks:2) is X. O moves first." in play("", "--resume", "1")
    assert "the computer (easy) is X" in play("", "--resume", "1", "--level", "easy")


@each(
    "options, message",
    [
        (["--side", "o"], "leave out --side"),
        (["nim"], "leave out GAME"),
        (["--moves", "b2"], "leave out --moves"),
    ],
)
def test_a_kept_game_settles_what_is_played(options, message):
    play("5")
    assert message in refused("play", *options, "--resume")


@each("number, message", [("9", "No game 9 is kept"), ("x", "'x' is not the number of a game"),
                            ("9" * 40, "is not the number")],
)  # fmt: skip
def test_numbers_that_are_none(number, message):
    for command in (["play", "--resume", number], ["history", number]):
        assert message in refused(*command)


def test_a_game_is_shown_with_its_moves_and_its_board():
    play(WON, "--side", "both", "--first", "o")
    output = run("history", "1").stdout
    assert "O moves first. a3 b2 b3 c2 c3" in output
    assert "two people: O won." in output
    assert "3 O O O\n2 . X X\n1 . . ." in output


def test_the_tally_counts_by_game_and_level():
    play("3", "--position", "xx1/oo1/3 x")  # wins at once
    play("9", "--position", "xx1/oo1/3 x")  # lets the perfect computer win
    play("9", "--position", "xox/xoo/ox1 x")  # fills the board
    play("3", "--position", "xx1/oo1/3 x", "--side", "o", "--level", "hard")  # X wins at once
    play("5")
    play("5", "--side", "both")
    assert [line.split() for line in run("history", "--tally").stdout.splitlines()] == [
        ["game", "level", "games", "won", "lost", "drawn", "unfinished"],
        ["tictactoe", "hard", "1", "0", "1", "0", "0"],
        ["tictactoe", "perfect", "4", "1", "1", "1", "1"],
    ]


def test_a_tally_of_nothing():
    assert said("history", "--tally") == "No game against the computer is kept yet."


def test_games_go_out_and_in(tmp_path):
    file = str(tmp_path / "games.pgn")
    play(WON, "--side", "both")
    play("5", "--level", "easy", "--position", "x2/3/3 o", "--side", "o")
    assert said("history", "--export", file) == f"2 games written to {file}."
    before = run("history", "--export", "-").stdout
    assert said("history", "--delete", "all", typed="y\n") == "Deleted all 2 games."
    assert said("history", "--import", file) == "2 games added: 3 to 4."
    assert run("history", "--export", "-").stdout == before
    assert said("history", "--import", "-", typed=before) == "2 games added: 5 to 6."


def test_games_go_out_and_in_as_sgf(tmp_path):
    file = tmp_path / "games.sgf"
    play(WON, "--side", "both")
    assert said("history", "--export", str(file)) == f"1 game written to {file}."
    assert file.read_text().startswith("(;FF[4]GM[4]")
    assert said("history", "--import", str(file)) == "1 game added: number 2."


def test_one_game_goes_out():
    play(WON, "--side", "both")
    play("5", "--side", "both")
    assert run("history", "2", "--export", "-").stdout.endswith('[Result "*"]\n\n1. b2 *\n')


def test_a_wrong_file_adds_nothing(tmp_path):
    file = tmp_path / "games.pgn"
    file.write_text('[Game "tictactoe"]\n\n1. b2 *\n\n[Game "tictactoe"]\n\n1. b2 b2 *')
    assert f"{file}: Line 7, move 2, b2: b2 is already taken" in refused(
        "history", "--import", str(file)
    )
    file.write_bytes(b"\xff\xfe")
    assert "is not text in UTF-8" in refused("history", "--import", str(file))
    assert "No such file" in refused("history", "--import", str(tmp_path / "none"))
    assert "No games are kept yet" in said("history")


def test_nothing_is_deleted_without_a_yes():
    play("5", "--side", "both")
    for answer in ("", "\n", "n\n"):
        assert said("history", "--delete", "1", typed=answer) == "Nothing was deleted."
    assert said("history", "--delete", "1", "--yes") == "Deleted game 1."
    assert "No games" in said("history", "--delete", "all")


@each(
    "options, message",
    [
        (["--tally", "--delete", "1"], "Choose one of --tally and --delete"),
        (["1", "--tally"], "--tally takes no number before it: leave out 1"),
        (["--yes"], "--yes goes with --delete"),
    ],
)
def test_no_option_is_dropped_without_a_word(options, message):
    assert message in refused("history", *options)


def test_a_kept_game_and_those_of_a_file_are_reviewed(tmp_path):
    file = str(tmp_path / "games.pgn")
    play(WON, "--side", "both")
    alone = run("review", "1").stdout
    assert "O: 1 of 2 moves best (50%)" in alone
    assert alone == run("review", "--moves", "a3 b2 b3 c2 c3").stdout
    said("history", "--export", file)
    assert run("review", file).stdout == alone
    play(WON, "--side", "both")
    said("history", "--export", file)
    assert run("review", file).stdout == f"Game 1: tictactoe\n{alone}\nGame 2: tictactoe\n{alone}"
    assert "A kept game has its own moves" in refused("review", "1", "--moves", "b2")


def test_a_game_in_which_o_began_is_reviewed_so():
    play(WON, "--side", "both", "--first", "o")
    assert "1. O a3" in said("review", "1")


# Where a game begins.


def test_o_may_begin_whichever_side_is_yours():
    output = play(["new"], "--first", "o")
    assert "you are X, the computer (perfect) is O. O moves first." in output
    assert output.count("The computer (O) plays") == 2
    assert play("5", "--first", "o", "--side", "o").count("The computer (X) plays") == 1


@each("game", ["hex:3", "wild", "notakto:1", "orderchaos:3,3,3", "numerical"])
def test_where_the_rules_say_who_begins_they_do(game):
    assert "always moves first in" in refused("play", game, "--first", "o")


def test_a_game_begins_at_a_position_and_so_does_the_next():
    output = play(["1", "new"], "--position", "3/1x1/3 o", "--side", "both")
    assert output.count("O moves first.") == 2
    assert output.count("1 | 2 | 3 ---+---+--- 4 | X | 6") == 2


def test_a_game_begins_after_moves_which_can_be_taken_back():
    output = play(["undo"], "--moves", "5 1", "--side", "both")
    assert "O | 2 | 3 ---+---+--- 4 | X | 6" in output
    assert "Taken back: 1." in output


def test_moves_are_written_as_on_the_board():
    output = play("", "--moves", "5 1", "--numpad", "--side", "both")
    assert "7 | 8 | 9 ---+---+--- 4 | X | 6 ---+---+--- O | 2 | 3" in output


@each(
    "options, message",
    [
        (["--position", "nine"], "'nine' is not a position"),
        (["--moves", "b2 b2"], "Move 2: b2 is already taken"),
        (["--moves", "a1 b1 a2 b2 a3"], "The game is over there (X wins)"),
        (["--position", "3/1x1/3 o", "--first", "o"], "O cannot have moved first"),
    ],
)
def test_beginnings_that_are_none(options, message):
    assert message in refused("play", *options)


def own_game(folder):
    file = folder / "TakeAway.PY"
    file.write_text(Path(take.__file__).read_text("utf-8"), "utf-8")
    return file


@pytest.mark.parametrize("name", ["games.pgn", "games.txt"])
def test_games_of_ones_own_file_come_back_where_they_were_played(tmp_path, name):
    file, games = own_game(tmp_path), tmp_path / name
    play("12", f"{file}:Take", "--side", "both")
    play(WON, "--side", "both")
    assert "2 games written" in said("history", "--export", str(games))
    assert "2 games added: 3 to 4." in said("history", "--import", str(games))
    said("history", "--delete", "all", "--yes")
    result = run("history", "--import", str(games))
    assert result.stdout == "1 game added: number 5.\n"
    assert "Skipped: Line 1:" in result.stderr
    assert "--trust" in result.stderr
    assert "2 games added: 6 to 7." in said("history", "--import", str(games), "--trust")
    assert "Take" in said("history", "6")


def test_a_game_whose_file_is_gone_stops_no_other(tmp_path):
    file, games = own_game(tmp_path), tmp_path / "games.pgn"
    play("5", "--side", "both")
    play("1", f"{file}:Take", "--side", "both")
    said("history", "--export", str(games))
    file.unlink()
    for trust in [], ["--trust"]:
        result = run("history", "--import", str(games), *trust)
        assert "1 game added" in result.stdout
        assert "Skipped: Line" in result.stderr
        assert "cannot be read" in " ".join(result.stderr.split())
    assert "They cannot be played" in said("history", "2")
    message = refused("play", "--resume", "2")
    assert message.startswith("Game 2 cannot be resumed:")
    assert "noughts play --resume N" in message


def test_sgf_has_the_games_that_it_has_a_form_for_and_names_the_others(tmp_path):
    games = tmp_path / "GAMES.SGF"
    play("5", "--side", "both")
    play("4", "connectfour", "--side", "both")
    result = run("history", "--export", str(games))
    assert result.stdout.startswith("1 game written")
    assert "Left out: connectfour" in result.stderr
    assert games.read_text("utf-8").startswith("(;FF[4]GM[4]")
    assert "1 game added" in said("history", "--import", str(games))
    assert "b2" in said("review", str(games))
    assert "SGF has only" in refused("history", "2", "--export", str(games))


def test_trust_goes_with_import():
    assert "--trust goes with --import" in refused("history", "--trust")
