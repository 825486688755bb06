"""`noughts engine`: its dialogue over standard input and output."""

from click.testing import CliRunner

from noughts import __version__
from noughts.terminal.commands.arena import engine


def run(words, lines):
    return CliRunner().invoke(engine, words, input=lines, catch_exceptions=False)


def test_ugi_plays_any_game():
    done = run(["ugi", "mnk:4,3,3"], "ugi\nposition startpos moves b2 c2\ngo movetime 2000\n")
    assert done.stdout.startswith(f"id name noughts {__version__}\n")
    assert "ugiok" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("bestmove ")
    assert done.exit_code == 0


def test_gomocup_plays_at_a_level():
    done = run(["gomocup", "--level", "greedy", "--seed", "1"], "START 5\nBEGIN\nEND\nSTART 5\n")
    assert done.stdout.splitlines()[0] == "OK"
    assert len(done.stdout.splitlines()) == 2


def test_gomocup_takes_no_game():
    done = run(["gomocup", "nim"], "")
    assert done.exit_code == 2
    assert "Gomocup's manager sets the board" in done.stderr


def test_there_are_two_protocols():
    assert "'xboard' is not one of" in run(["xboard"], "").stderr
