"""The command line as a whole: its help, and what it tells of its work."""

import subprocess
import sys
from importlib import import_module

import click
from click.testing import CliRunner

from noughts.players.player import REPLY_SECONDS
from noughts.terminal.cli import COMMANDS, HOMES, noughts
from noughts.terminal.game.session import Session
from tests.each import each


def test_help_lists_every_command_in_a_line_of_its_own():
    shown = CliRunner().invoke(noughts, ["--help"]).stdout
    for name, about in COMMANDS.items():
        assert f"  {name:10}  {about}\n" in shown
        module = import_module(f"noughts.terminal.commands.{HOMES.get(name, name)}")
        assert isinstance(getattr(module, name), click.Command)


def test_help_loads_no_command():
    code = (
        "import sys\n"
        "from noughts.terminal.cli import main\n"
        "sys.argv = ['noughts', '--help']\n"
        "try: main()\n"
        "finally: print([name for name in sys.modules if '.commands.' in name])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.endswith("\n[]\n")


def test_verbose_tells_what_is_compiled_and_what_is_not():
    command = [sys.executable, "-m", "noughts", "-v", "solve", "tictactoe"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = [line for line in done.stderr.splitlines() if line.startswith("noughts: ")]
    assert "noughts: solve_sets runs interpreted: 1,372 positions are few" in told
    assert len(set(told)) == len(told)


def test_the_computer_replies_soon_unless_told_otherwise(monkeypatch):
    given = []

    def play(session: Session) -> None:
        given.append(session.knowing.solvers.seconds)

    monkeypatch.setattr("noughts.terminal.commands.play.play_plain", play)
    for options in ([], ["--seconds", "0.5"]):
        CliRunner().invoke(noughts, ["play", "--plain", *options])
    assert given == [REPLY_SECONDS, 0.5]


def test_no_time_at_all_is_refused():
    result = CliRunner().invoke(noughts, ["play", "--seconds", "0"])
    assert (result.exit_code, "0.0 is not in the range x>0" in result.stderr) == (2, True)


@each("typed, meant", [("analyze", "analyse"), ("palay", "play"), ("solv", "solve")])
def test_a_mistyped_command_gets_the_one_that_is_meant(typed, meant):
    result = CliRunner().invoke(noughts, [typed])
    assert result.exit_code == 2
    assert f"No such command '{typed}'. Did you mean {meant}?" in result.output


@each("words", [["-h"], ["play", "-h"]])
def test_h_is_help(words):
    assert "Usage: " in CliRunner().invoke(noughts, words).output


def test_words_after_a_games_name_are_refused_with_the_way_to_write_them():
    for words, ways in {
        "analyse connectfour 4 4 5": ['--moves "4 4 5"'],
        "play connectfour 5 4": ["connectfour:5,4", '--moves "5 4"'],
        "rules mnk 4,4,3": ["mnk:4,4,3"],  # no option --moves
        "nim 3 4": ["nim:3,4"],
        "explain tictactoe b2 mnk": [],
        "history 1 2": [],
    }.items():
        result = CliRunner().invoke(noughts, words.split())
        assert (result.exit_code, "unexpected extra argument" in result.output) == (2, True)
        for way in "connectfour:5,4", "mnk:4,4,3", "nim:3,4", "--moves":
            assert (way in result.output) == any(way in one for one in ways)


def test_a_depth_is_not_dropped_without_a_word():
    result = CliRunner().invoke(noughts, ["tree", "--all", "--depth", "3"])
    assert (result.exit_code, "--depth limits the tree" in result.output) == (2, True)
