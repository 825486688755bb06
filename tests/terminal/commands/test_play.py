"""What `noughts play` refuses before the first board."""

import pytest
from click.testing import CliRunner

from noughts.terminal.commands.play import play


def run(*words, **environment):
    return CliRunner(env=environment).invoke(play, words, input="quit\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--side", "both", "--level", "hard"), "--level is for the computer"),
        (("--side", "both", "--seconds", "2"), "--seconds is for the computer"),
        (("--seconds", "nan"), "'nan' is not a finite number"),
        (("--seconds", "inf"), "'inf' is not a finite number"),
        (("--seconds", "0"), "0"),
        (("gomoku",), "gomoku needs a board of 15×15"),
    ],
)
def test_what_makes_no_sense_is_refused(words, said):
    result = run(*words)
    assert result.exit_code == 2
    assert said in result.output


def test_a_program_that_cannot_be_started_is_refused_before_the_game():
    result = run("--level", "program:/nope")
    assert result.exit_code
    assert "cannot be started" in str(result.exception)
    assert "Your move" not in result.output


def test_the_old_level_stays_where_a_program_cannot_be_started():
    result = CliRunner().invoke(play, ["--plain"], input="level program:/nope\nlevel\nquit\n")
    assert "program:/nope cannot be started" in result.output
    assert "The level is perfect." in result.output


def test_nobody_is_waited_for_in_a_notebook():
    result = run(JPY_PARENT_PID="1")
    assert result.exit_code == 1
    assert "from noughts import BoardWidget" in result.output


@pytest.mark.parametrize("name", ["connect4", "Connect-Four", "tic-tac-toe"])
def test_games_have_the_names_that_people_type(name):
    assert run(name, "--plain").exit_code == 0


@pytest.mark.parametrize("side", ["X", "O", "Both"])
def test_a_side_is_written_as_one_likes(side):
    assert run("--plain", "--side", side).exit_code == 0
