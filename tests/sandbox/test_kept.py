"""Whatever a stranger's program starts ends with it, however it tries to outlive its match."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest

from noughts.errors import ProgramEnded, ProgramError
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import FunctionPlayer
from noughts.players.program import ProgramPlayer
from noughts.sandbox.process import KEEPER, KeptProgram, _kill_marked
from tests.each import each
from tests.players.hostile import HOSTILE, command, strays

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere as the system allows")
GAME = TicTacToe()

# A Python that starts a program, says so, and waits to be killed.
NOUGHTS = """
import sys, time
from noughts.players.program import ProgramPlayer
player = ProgramPlayer(sys.argv[1])
player._started()
print("started", flush=True)
time.sleep(600)
"""


@pytest.fixture
def mark():
    """What processes of a test have among their arguments; none is left in any case."""
    mark = f"mark-{uuid4().hex}"
    yield mark
    while left := list(strays(mark)):
        for process in left:
            os.kill(process, signal.SIGKILL)
        time.sleep(0.01)


def nothing_is_left(mark: str) -> bool:
    return comes(lambda: not list(strays(mark)))


def comes(it: Callable[[], object]) -> bool:
    for _ in range(600):
        if it():
            return True
        time.sleep(0.05)
    return False


@each("name", HOSTILE)
def test_nothing_outlives_a_program(tmp_path, mark, name):
    player = ProgramPlayer(command(tmp_path, name, mark), seconds=0.05)
    with player, pytest.raises(ProgramError):
        player.choose(GAME, GAME.start())
    assert nothing_is_left(mark)


@each("name", ["a daemon", "a child that forks on", "stops its parent"])
def test_nothing_outlives_noughts_when_it_is_killed(tmp_path, mark, name):
    words = [sys.executable, "-c", NOUGHTS, command(tmp_path, name, mark)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as noughts:
        assert noughts.stdout
        assert noughts.stdout.readline() == "started\n"
        assert list(strays(mark))  # they are there until then
        noughts.kill()
    assert nothing_is_left(mark)


def test_nothing_outlives_noughts_when_it_is_killed_while_a_program_starts(tmp_path, mark):
    """Nobody reads then what the keeper says."""
    ours, theirs = socket.socketpair()
    words = [sys.executable, "-I", "-S", str(KEEPER), str(theirs.fileno()), "", sys.executable]
    with ours, theirs:
        files = (theirs.fileno(),)
        keeper = subprocess.Popen(
            [*words, *command(tmp_path, "many children", mark).split()],
            pass_fds=files,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
    assert keeper.stderr
    assert keeper.stderr.read() == b""
    keeper.stderr.close()
    keeper.wait(60)
    assert nothing_is_left(mark)


def test_a_program_that_kills_its_keeper_ends_at_once(tmp_path, mark):
    player = ProgramPlayer(command(tmp_path, "kills its parent", mark), seconds=600)
    with pytest.raises(ProgramEnded):  # not after ten minutes
        player.choose(GAME, GAME.start())
    assert nothing_is_left(mark)
    player.close()


def test_a_program_that_kills_its_keeper_before_that_has_said_a_word_ends(
    tmp_path, mark, monkeypatch
):
    killed = "import os, subprocess, sys; subprocess.Popen(sys.argv[3:]); os.kill(os.getpid(), 9)"
    (tmp_path / "keeper.py").write_text(killed)
    monkeypatch.setattr("noughts.sandbox.process.KEEPER", tmp_path / "keeper.py")
    with pytest.raises(OSError, match="keeper"):
        KeptProgram([sys.executable, "-c", "import time; time.sleep(600)", mark])
    assert not list(strays(mark))


def test_a_process_that_is_about_to_begin_is_waited_for(mark, monkeypatch):
    """The system shows no environment of it for a moment, in which its keeper may die."""
    monkeypatch.setattr("noughts.sandbox.process.SECONDS_TO_BEGIN", 60)
    begins = (
        "import os, sys, time; time.sleep(0.2); rest = 'import time; time.sleep(600)'\n"
        "os.execve(sys.executable, ['python', '-c', rest, sys.argv[1]], {'MARK': sys.argv[1]})"
    )
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", begins, mark], env={}) as late:
        _kill_marked(f"MARK={mark}".encode())
        assert late.wait(60) == -signal.SIGKILL


def test_nothing_outlives_a_function(tmp_path, mark):
    (tmp_path / "bot.py").write_text(
        "import subprocess, sys\n"
        "started = []\n"  # one in each process: it is asked hundreds of times what it understands
        "def choose(board, mark):\n"
        f"    words = [sys.executable, '-c', 'import time; time.sleep(600)', {mark!r}]\n"
        "    if not started:\n"
        "        started.append(subprocess.Popen(words, start_new_session=True, env={}))\n"
        "    return board.index(' ')\n"
    )
    with FunctionPlayer(f"{tmp_path / 'bot.py'}:choose") as player:
        assert player.choose(GAME, GAME.start()) == 0
        # A process that begins has no arguments for a moment.
        assert comes(lambda: list(strays(mark)))
    assert nothing_is_left(mark)


def test_a_keeper_sleeps_while_its_program_runs():
    """It was woken again and again, and took half of the processor from the program."""
    code = (
        "import select; from noughts.sandbox import keeper; ended = keeper._wakes_when_one_ends();"
        "raise SystemExit(len(select.select([ended], [], [], 0)[0]))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_processors_time_is_that_of_the_program_and_of_all_that_it_has_started():
    burn = "import time\nwhile time.process_time() < 0.3: pass"
    code = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {burn!r}])\n{burn}"
    kept = KeptProgram([sys.executable, "-c", f"{code}\nprint(flush=True)\ntime.sleep(600)"])
    out: Any = kept.process.stdout
    out.readline()
    assert (kept.used() or 0) > 0.55
    kept.end()
    kept.process.communicate()


def test_a_program_ends_as_it_ends_without_a_keeper():
    for code in ("raise SystemExit(7)", "import os, signal; os.kill(os.getpid(), signal.SIGSEGV)"):
        kept = KeptProgram([sys.executable, "-c", code])
        assert kept.process.wait(60) == (7 if "7" in code else -signal.SIGSEGV)
        kept.end()
        kept.process.communicate()


def test_what_cannot_be_started_leaves_no_keeper(mark):
    with pytest.raises(ProgramEnded, match="No such file"):
        ProgramPlayer(f"/nowhere/bot {mark}").choose(GAME, GAME.start())
    assert nothing_is_left(mark)
