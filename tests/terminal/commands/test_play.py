"""What `noughts play` refuses before the first board."""

from click.testing import CliRunner

from noughts.terminal.commands.play import play
from tests.each import each


def run(*words, **environment):
    return CliRunner(env=environment).invoke(play, words, input="quit\n")


@each(
    "words, said",
    [
        (("--side", "both", "--level", "hard"), "--level is for the computer"),
        (("--side", "both", "--seconds", "2"), "--seconds is for the computer"),
        (("--seconds", "nan"), "'nan' is not a finite number"),
        (("--seconds", "inf"), "'inf' is not a finite number"),
        (("--seconds", "0"), "0"),
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


@each("name", ["connect4", "Connect-Four", "tic-tac-toe"])
def test_games_have_the_names_that_people_type(name):
    assert run(name, "--plain").exit_code == 0


@each("side", ["X", "O", "Both"])
def test_a_side_is_written_as_one_likes(side):
    assert run("--plain", "--side", side).exit_code == 0


def lines_of(*words, typed="quit\n"):
    result = CliRunner().invoke(play, ["--plain", *words], input=typed)
    assert result.exit_code == 0, result.output
    return result.output.splitlines()


def test_either_side_may_begin_and_one_plays_either():
    """X and O are asked apart from who begins."""
    for side, first, opens in [("x", "o", "O"), ("o", "o", "O"), ("x", "x", "X"), ("o", "x", "X")]:
        told, *rest = lines_of("--side", side, "--first", first, "--seed", "1", typed="5\nquit\n")
        assert told.endswith(f"{opens} moves first.")
        moved = [line for line in rest if " play" in line]
        assert f"({opens})" in moved[0]
        assert moved[0].startswith("You" if side == first else "The computer")


@each("game", ["hex", "orderchaos", "notakto", "numerical"])
def test_where_the_rules_say_who_begins_nobody_else_does(game):
    result = run(game, "--plain", "--first", "o")
    assert f"always moves first in {game}" in str(result.exception)


def test_a_game_goes_on_from_a_given_board_and_a_new_one_begins_there():
    typed = "8\nnew\nundo\nquit\n"
    lines = lines_of("--position", "xxo/ox1/o2 x", typed=typed)
    assert "You (X) win: the middle column, 2 5 8." in lines
    assert lines.count(" O | 8 | 9") == 2
    assert any("You have no move to undo." in line for line in lines)


def test_moves_given_can_be_taken_back():
    lines = lines_of("--side", "both", "--moves", "b2 a1", typed="undo\nundo\nquit\n")
    assert [line for line in lines if line.startswith("Taken back")] == [
        "Taken back: 7.",
        "Taken back: 5.",
    ]


@each(
    "words, said",
    [
        (("--position", "3/3"), "is not a position"),
        (("--moves", "b2,b2"), "Move 2: b2 is already taken"),
        (("--first", "o", "--position", "3/3/3 x"), "O cannot have moved first"),
        (("--first", "z"), "'z' is not one of"),
    ],
)
def test_a_beginning_that_is_none_is_refused(words, said):
    result = run("--plain", *words)
    assert result.exit_code
    assert said in result.output + str(result.exception)
