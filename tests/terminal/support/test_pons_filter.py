"""The filter in place of Pons's solver: scores of a C++ program, wrong lines, waiting programs."""

import subprocess
import sys
from io import BytesIO
from itertools import chain
from pathlib import Path

from click.testing import CliRunner

from noughts.terminal.cli import noughts
from noughts.terminal.support.pons_filter import chunks
from tests.each import each

DATA = Path(__file__).parents[2] / "solving" / "connectfour-scores.txt"
LINES = [line for line in DATA.read_text("utf-8").splitlines() if not line.startswith("#")]


def scores(given, *options, game="connectfour"):
    runner = CliRunner()
    return runner.invoke(noughts, ["analyse", game, "--scores", "pons", *options], given)


@each("number", [3], large=[60])
def test_lines_get_the_scores_of_another_program(number):
    """Few are answered one by one, many together."""
    short = sorted(LINES, key=len, reverse=True)[:number]
    result = scores("".join(f"{line.split()[0]}\n" for line in short))
    assert result.stdout.splitlines() == short
    assert (result.exit_code, result.stderr) == (0, "")


def test_every_move_has_the_score_of_the_position_after_it():
    digits = max(LINES, key=len).split()[0]
    own = scores(f"{digits}\n").stdout.split()
    moves = scores(f"{digits}\n", "-a").stdout.split()
    assert moves[0] == digits
    assert len(moves) == 8
    for column, score in enumerate(map(int, moves[1:]), start=1):
        if score == -1000:
            assert digits.count(str(column)) == 6
        else:
            after = scores(f"{digits}{column}\n")
            if after.stdout:  # else the move ends the game
                assert int(after.stdout.split()[1]) == -score
    assert max(int(score) for score in moves[1:]) == int(own[1])


def test_a_win_at_once_counts_the_marks_that_are_left():
    # Three marks of 21 each: the fourth of X wins in column 4, and 17 are left.
    assert scores("112233\n", "-a").stdout.split()[4] == "18"
    assert scores("112233\n").stdout == "112233 18\n"


def test_wrong_lines_are_told_by_number_and_the_others_answered():
    result = scores("112233\n8\n1122334\n4444444\n1x\n4 4\n112233\r\n")
    assert result.stdout == "112233 18\n112233 18\n"
    assert result.exit_code == 0
    told = result.stderr.splitlines()
    assert [line.split(":")[1].strip() for line in told] == [
        "line 2", "line 3", "line 4", "line 5", "line 6",
    ]  # fmt: skip
    assert "are 1 to 7" in told[0]
    assert "the game is over" in told[1]
    assert "Column 4 is full" in told[2]


def test_a_score_that_takes_too_long_is_told_and_ends_nothing():
    result = scores("444444222\n112233\n", "--nodes", "5")  # the first is beyond the book
    assert result.stdout == "112233 18\n"
    assert "line 1: The score after '444444222' was not found within the limits" in result.stderr


def test_the_first_moves_stand_in_the_book():
    assert scores("\n4\n", "--nodes", "1").stdout == " 1\n4 -1\n"


def test_a_waiting_program_gets_its_answer_at_once():
    command = [sys.executable, "-m", "noughts", "analyse", "connectfour", "--scores", "pons"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(2):
            process.stdin.write(b"112233\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"112233 18\n"
        process.stdin.close()
    assert process.returncode == 0


@each(
    "arguments, message",
    [
        (["connectfour", "-a"], "-a needs --scores"),
        (["tictactoe", "--scores", "pons"], "for example connectfour"),
        (["connectfour:misere", "--scores", "pons"], "not misère"),
        (["connectfour", "--scores", "pons", "--moves", "4"], "leave out --moves"),
        (["connectfour", "--scores", "other"], "pons"),
    ],
)
def test_what_does_not_belong_together_is_refused(arguments, message):
    command = [sys.executable, "-m", "noughts", "analyse", *arguments]
    result = subprocess.run(command, input=b"", capture_output=True, check=False)
    assert result.returncode == 2
    assert message in result.stderr.decode()


def test_lines_of_any_length_are_read_whole_or_cut():
    class Slow(BytesIO):
        def read1(self, size=-1):
            return super().read1(3)

    assert [*chain(*chunks(Slow(b"1234\n\n567")))] == [b"1234", b"", b"567"]
    long = [*chain(*chunks(BytesIO(b"1" * 100_000 + b"\n2\n")))]
    assert long == [b"1" * 1_000, b"2"]
