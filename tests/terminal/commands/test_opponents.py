"""All opponents can be played against; those that fail lose with a clear word."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

from noughts.errors import UnsuitedGame
from noughts.games.registry import find_game
from noughts.players.levels import ENTRIES
from noughts.terminal.cli import noughts
from noughts.terminal.game.session import SIDES, Session
from tests.each import each


def run(*arguments, typed=()):
    return CliRunner().invoke(noughts, arguments, "".join(f"{line}\n" for line in typed))


def play(typed, *options):
    result = run("play", "--plain", *options, typed=typed)
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


LEVELS = [
    "random", "greedy", "beginner", "easy", "medium", "hard", "perfect", "looks:2", "elo:900",
    "draws:60", "wins:80", "weights", "rules", "rules:literal", "trickster", "trickster:random",
    "mcts", "mcts:20", "minimax", "negamax", "alphabeta", "strong",
]  # fmt: skip
LARGE = ("draws:60", "wins:80", "trickster:random")


def test_every_kind_of_opponent_is_tried_here():
    elsewhere = {"policy", "program", "strategy", "tablebase", "trained", "points"}
    assert {level.partition(":")[0] for level in LEVELS} == {*ENTRIES} - elsewhere


@each("level", [level for level in LEVELS if level not in LARGE], large=LARGE)
def test_each_plays(level):
    session = Session(find_game("tictactoe"), SIDES["o"], level, seed=1)
    session.play(session.choose())
    assert session.match.ply == 1


def test_the_names_are_honest():
    assert "the computer (draws 60 % against perfect) is O" in play([], "--level", "draws:60")


def test_the_help_and_the_list_name_everyone():
    listed, helped = run("opponents").stdout, run("play", "--help").stdout
    for entry in ENTRIES.values():
        assert entry.form in listed
        assert entry.form in helped
        assert entry.about in listed
    answer = json.loads(run("opponents", "--json").stdout)
    assert [row["name"] for row in answer["opponents"]] == [*ENTRIES]


@each(
    "arguments, word",
    [
        (["--level", "rulse"], "Did you mean rules?"),
        (["--level", "draws:200"], "N in draws:N must be 1 to 100"),
        (["--level", "draws"], "write draws:N"),
        (["mnk:4,4,3", "--level", "rules"], "only for three in a row on 3×3, not for mnk:4,4,3"),
        (["nim", "--level", "weights"], "nim is not a game of lines"),
        (["mnk:4,4,3", "--level", "elo:1200"], "No ratings were measured in mnk:4,4,3"),
        (["--level", "elo:2000"], "must be 671 to 1154 in tictactoe, not 2000"),
    ],
    large=[(["mnk:4,4,3", "--level", "draws:60"], "too large")],
)
def test_who_cannot_be_had_is_said_before_the_game(arguments, word):
    result = run("play", "--plain", *arguments)
    assert result.exit_code != 0
    assert result.stdout == ""
    assert word in " ".join(f"{result.stderr} {result.exception}".split())


def test_a_level_that_does_not_suit_the_game_leaves_the_old_one():
    output = play(["level rules", "level"], "mnk:4,3,3", "--level", "easy")
    assert "three in a row on 3×3" in output
    assert "The level is easy." in output
    session = Session(find_game("nim"), SIDES["x"], "easy")
    with pytest.raises(UnsuitedGame):
        session.set_level("weights")
    assert (session.level, session.opponent) == ("easy", "easy")


def test_any_opponent_can_be_taken_in_the_middle_of_a_game():
    output = play(["5", "level draws:60", "new"], "--seed", "1")
    assert "The computer now plays at level draws 60 % against perfect." in output
    assert "the computer (draws 60 % against perfect) is O" in output


CRASH = "print('ready', flush=True)\nraise SystemExit('out of ideas')\n"
NONSENSE = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    if line.startswith("go"):
        print("move z9", flush=True)
"""


def program(tmp_path, source):
    path = tmp_path / "bot.py"
    path.write_text(source, encoding="utf-8")
    return f"program:{path}"


@each("source, reason", [(CRASH, "out of ideas"), (NONSENSE, '"move z9"')])
def test_a_program_that_fails_forfeits_with_the_reason(tmp_path, source, reason):
    output = play(["5", "quit"], "--level", program(tmp_path, source))
    assert "The computer (O) forfeits the game: program:" in output
    assert reason in output
    assert "You (X) win." in output
    assert "Score: you 1, computer 0, draws 0." in output


def test_a_forfeit_can_be_taken_back(tmp_path):
    output = play(["5", "undo", "level easy", "9"], "--level", program(tmp_path, CRASH))
    assert "Taken back: 5." in output
    assert "You (X) play 9." in output
    assert "The computer (O) plays" in output


PLAYS = """
import sys
print("ready", flush=True)
for line in sys.stdin:
    if line.startswith("legal"):
        first = line.split()[1]
    if line.startswith("go"):
        print("move", first, flush=True)
"""


def test_a_program_plays_and_is_ended_with_the_game(tmp_path):
    session = Session(find_game("tictactoe"), SIDES["x"], program(tmp_path, PLAYS))
    session.play(4)
    computer: Any = session.match.player
    session.play(session.choose())
    assert session.match.moves == (4, 0)
    process = computer._process._process
    assert process.poll() is None
    session.close()
    assert process.poll() is not None
