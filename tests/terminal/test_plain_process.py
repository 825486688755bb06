"""The line mode as people start it: in a process of its own, at a pipe or at a terminal."""

import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import closing

import pytest

from tests.each import each

PLAY = [sys.executable, "-m", "noughts", "play"]


def piped(typed, *options, **environment):
    """The finished process; `typed` are bytes."""
    return subprocess.run(
        [*PLAY, *options],
        input=typed,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=120,
        check=False,
    )


def test_at_a_pipe_it_plays_line_by_line_and_ends_politely_with_the_input():
    done = piped(b"5\n")
    assert done.returncode == 0
    assert done.stdout.endswith(b"Goodbye.\n")
    assert b"\x1b" not in done.stdout + done.stderr


def test_noughts_alone_plays_tic_tac_toe():
    bare = [sys.executable, "-m", "noughts"]
    done = subprocess.run(bare, input=b"", capture_output=True, timeout=120, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith(b"Tic-tac-toe: you are X, the computer (perfect) is O.")


@each("typed", [b"\xff\xfe\n5\n", b"\x00\n5\n", "\u2713\n5\n".encode()])
@each("encoding", ["ascii", "utf-8"])
def test_no_character_breaks_it(typed, encoding):
    done = piped(typed, PYTHONIOENCODING=encoding)
    assert done.returncode == 0
    assert b"is not a move" in done.stdout
    assert b"You (X) play 5." in done.stdout
    assert b"Traceback" not in done.stderr


def test_a_random_person_never_beats_the_perfect_computer():
    # A taken cell is refused and the turn stays, so nine digits in any order end every game.
    chance = random.Random(20)
    typed = []
    for game in range(60):
        typed += chance.sample("123456789", 9)
        typed.append("swap" if game % 2 else "new")
    done = piped("\n".join([*typed, ""]).encode())
    output = done.stdout.decode()
    assert done.returncode == 0
    assert "You (X) win" not in output
    assert "You (O) win" not in output
    ended = [line for line in output.splitlines() if line.startswith("Score: ")]
    assert ended[-1].startswith("Score: you 0, ")
    assert output.count("wins: ") + output.count("is a draw.") == 60


def test_a_reader_that_goes_away_leaves_no_traceback():
    command = f"{sys.executable} -m noughts play --side none | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, timeout=120, check=False)
    assert b"Traceback" not in done.stderr


LOADED = """
import io, sys
sys.argv = ["noughts", "play", "--plain"]
sys.stdin = io.StringIO({typed!r})
from noughts.terminal.cli import main
try:
    main()
except SystemExit:
    pass
heavy = {{"numba", "numpy", "textual", "rich", "asyncio", "sqlalchemy", "noughts.analysis.analyse"}}
if not {typed!r}:
    heavy |= {{"sqlite3", "platformdirs", "noughts.records.history"}}
print("LOADED", *sorted(heavy & set(sys.modules)))
"""


@each("typed", ["", "5\n1\n9\nundo\nnew\n5\nswap\n"])
def test_starting_and_playing_loads_nothing_heavy(typed):
    done = subprocess.run(
        [sys.executable, "-c", LOADED.format(typed=typed)],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.splitlines()[-1] == "LOADED"


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_a_game_that_is_killed_goes_on_where_it_stopped(tmp_path):
    file = tmp_path / "history.sqlite"
    environment = {**os.environ, "NOUGHTS_DATA": str(tmp_path)}
    child = subprocess.Popen(
        [*PLAY, "--plain"], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL, env=environment,
    )  # fmt: skip
    assert child.stdin is not None
    child.stdin.write(b"5\n")
    child.stdin.flush()
    while not (file.exists() and len(moves_in(file)) == 2):
        assert child.poll() is None
        time.sleep(0.01)
    child.kill()
    child.wait()
    child.stdin.close()
    again = piped(b"undo\n", "--resume", NOUGHTS_DATA=str(tmp_path)).stdout.decode()
    assert again.startswith("Tic-tac-toe: you are X, the computer (perfect) is O.")
    assert "Taken back: " in again
    assert moves_in(file) == []


def moves_in(file):
    """The moves of the first kept game; none while the table is being made."""
    with closing(sqlite3.connect(file)) as database:
        try:
            rows = database.execute("SELECT moves FROM games").fetchall()
        except sqlite3.OperationalError:
            return []
    return json.loads(rows[0][0]) if rows else []


# At a terminal.

at_a_terminal = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


def spawn(*options, **environment):
    """The program at a terminal."""
    import pexpect

    variables = {**os.environ, "NO_COLOR": "1", "TERM": "xterm", **environment}
    return pexpect.spawn(
        PLAY[0], [*PLAY[1:], *options], encoding="utf-8", timeout=60, env=variables
    )


def ended(child, again=None):
    """What is written until the end, and the exit status.

    Args:
        child: the program.
        again: interrupts it once more: a signal that comes between readline's prompt and its
            waiting for a key is heard with the next key or signal alone.
    """
    import pexpect

    if again and child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=15):
        again()
        child.expect(pexpect.EOF)
    rest = child.before if again else child.read()
    child.close()
    return rest, child.exitstatus


@at_a_terminal
def test_ctrl_c_ends_with_130_and_no_traceback():
    child = spawn("--plain")
    child.expect("Your move, X: ")
    child.sendintr()
    rest, status = ended(child, child.sendintr)
    assert status == 130
    assert rest.strip() in ("", "^C")


@at_a_terminal
def test_ctrl_c_says_how_to_go_on_with_a_game(tmp_path):
    child = spawn("--plain", "--side", "both", NOUGHTS_DATA=str(tmp_path))
    child.expect("X's move: ")
    child.sendline("5")
    child.expect("O's move: ")
    child.sendintr()
    rest, status = ended(child, child.sendintr)
    assert "To resume this game: noughts play --resume" in rest
    assert status == 130


@at_a_terminal
def test_an_interrupting_signal_does_the_same():
    child = spawn("--plain")
    child.expect("Your move, X: ")
    child.kill(signal.SIGINT)
    rest, status = ended(child, lambda: child.kill(signal.SIGINT))
    assert (rest.strip(), status) == ("", 130)


@at_a_terminal
def test_ctrl_d_ends_politely():
    child = spawn("--plain")
    child.expect("Your move, X: ")
    child.sendeof()
    rest, status = ended(child)
    assert (rest.strip(), status) == ("Goodbye.", 0)


@at_a_terminal
def test_a_dumb_terminal_gets_the_line_mode():
    child = spawn(TERM="dumb")
    child.expect("Your move, X: ")
    child.sendline("quit")
    rest, status = ended(child)
    assert status == 0
    assert "\x1b" not in rest


@at_a_terminal
def test_a_terminal_gets_the_full_screen_and_ctrl_c_ends_it_with_130():
    child = spawn()
    child.expect("keys")
    child.send("\x03")
    rest, status = ended(child)
    assert status == 130
    assert "Traceback" not in rest
