"""`noughts serve` on the command line."""

import os
import signal
import socket
import subprocess
import sys

import pytest

from noughts.errors import to_install
from tests.serving import Serving
from tests.web.asking import ask

NOUGHTS = [sys.executable, "-m", "noughts"]


def test_an_address_that_is_taken_is_told_in_one_line():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [*NOUGHTS, "serve", "--port", port, "--no-browser"]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.count("\n") == 1
    assert "Choose another --port" in run.stderr


@pytest.mark.skipif(os.name == "nt", reason="no such signal")
def test_ctrl_c_ends_it_politely(tmp_path):
    command = [*NOUGHTS, "serve", "--port", "0", "--no-browser", "--data", str(tmp_path)]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert "Ctrl-C" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(30) in (0, 130)
        assert process.stderr.read().strip() == ""  # Ctrl-C ends the line


def test_without_its_libraries_it_says_what_to_install():
    code = (
        "import sys; sys.modules['starlette'] = None\nfrom noughts.terminal.cli import main; main()"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, "serve"], capture_output=True, text=True, check=False
    )
    assert run.returncode == 1
    assert to_install("web") in run.stderr


def test_a_place_where_nothing_can_be_kept_is_told_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    for place in (str(tmp_path / "file"), "mysql://me:secret@host/name"):
        command = [*NOUGHTS, "serve", "--port", "0", "--no-browser", "--data", place]
        run = subprocess.run(command, capture_output=True, text=True, check=False)
        assert run.returncode == 2
        assert run.stderr.count("\n") == 1
        assert "secret" not in run.stderr
        assert "--data" in run.stderr


BROKEN = """
from noughts import TicTacToe

class Broken(TicTacToe):
    def play(self, position, move):
        return position
"""


@pytest.fixture
def broken(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(BROKEN, encoding="utf-8")
    return f"{file}:Broken"


def test_a_game_that_breaks_a_law_is_not_served(broken, tmp_path):
    command = [*NOUGHTS, "serve", "--port", "0", "--no-browser", "--data", str(tmp_path), broken]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert run.stderr.startswith("noughts: Broken breaks the law")
    assert "--unchecked" in run.stderr


def test_a_game_that_breaks_a_law_is_served_if_one_insists(broken, tmp_path):
    serving = Serving(str(tmp_path), "--unchecked", broken)
    try:
        answer = ask(f"{serving.address}/api/v1/analyse/broken").json
    finally:
        serving.stop()
    assert answer["kind"] == "RepeatingGame"  # it was searched
