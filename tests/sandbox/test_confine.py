"""What a confined function can do: it harms only itself."""

import ctypes
import os
import sys
from functools import partial

import pytest

from noughts.errors import ProgramError
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import Confinement, FunctionPlayer
from noughts.sandbox import keeper

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits of POSIX")


def landlock():
    """Whether this Linux can refuse to write elsewhere: it tells the version that it has."""
    return sys.platform == "linux" and ctypes.CDLL(None).syscall(444, None, 0, 1) > 0


needs_landlock = pytest.mark.skipif(not landlock(), reason="Linux with Landlock")


def said(tmp_path, source, memory=512, seconds=20):
    """The error of a function that does something first, or nothing if it can."""
    folder = tmp_path / "within"
    folder.mkdir()
    body = "".join(f"    {line}\n" for line in source.splitlines())
    text = f"def choose(board, mark):\n{body}    return 0\n"
    (folder / "bot.py").write_text(text)
    limits = Confinement(folder, seconds, memory)
    with FunctionPlayer(f"{folder / 'bot.py'}:choose", confinement=limits) as player:
        player.taken_as(TicTacToe(), "list")  # no shape is tried
        try:
            player.choose(TicTacToe(), TicTacToe().start())
        except ProgramError as error:
            return str(error)
    return ""


def test_it_works_in_its_folder_and_writes_there(tmp_path):
    assert said(tmp_path, "open('mine', 'w').write('x')\nopen('/dev/null', 'w').write('x')") == ""
    assert (tmp_path / "within" / "mine").read_text() == "x"


def test_memory_is_limited(tmp_path):
    assert "MemoryError" in said(tmp_path, "bytearray(600 * 2**20)")


def test_files_are_limited(tmp_path):
    assert "File too large" in said(tmp_path, "open('big', 'wb').write(bytes(20 * 2**20))")


@pytest.mark.skipif(sys.platform != "linux", reason="Linux")
def test_files_are_limited_together(tmp_path):
    write = "for name in range(40):\n    open(str(name), 'wb').write(bytes(2**24))"
    assert "files of more than 256 MiB" in said(tmp_path, f"{write}\nimport time\ntime.sleep(9)")


@pytest.mark.skipif(sys.platform != "linux" or os.getuid() != 0, reason="Linux, as root")
def test_processes_of_root_are_limited(tmp_path, monkeypatch):
    fork = "import ctypes, time\nfor _ in range(7):\n    ctypes.CDLL(None).fork()\ntime.sleep(9)"
    assert "more than 64 processes" in said(tmp_path, fork)
    for folder, most in (str(tmp_path), 64), ("", 512):  # one's own program may run more
        for number in most, most + 1:
            monkeypatch.setattr(keeper, "_ours", partial(dict.fromkeys, range(number)))
            assert bool(keeper._excess(folder)) == (number > most)


def test_it_sees_little_of_our_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("SECRET", "x")
    source = "import os\nassert 'SECRET' not in os.environ\nassert os.getcwd() == os.getenv('HOME')"
    assert said(tmp_path, source) == ""


@needs_landlock
def test_it_cannot_write_elsewhere(tmp_path):
    other = tmp_path / "other.py"
    other.write_text("mine")
    source = f"import os\ntry: os.remove({str(other)!r})\nexcept OSError: pass\n"
    assert "Permission denied" in said(tmp_path, f"{source}open({str(other)!r}, 'w')")
    assert other.read_text() == "mine"


@needs_landlock
def test_it_cannot_signal_others(tmp_path):
    assert "not permitted" in said(tmp_path, f"import os\nos.kill({os.getpid()}, 0)")
