"""Games from files at the command line: looked over first, and no traceback whatever they do."""

import asyncio
from typing import Any

import pytest
from click.testing import CliRunner
from textual.worker import WorkerFailed

from noughts.errors import BrokenLaw
from noughts.games.registry import find_game
from noughts.games.user_files import blame
from noughts.laws import required
from noughts.terminal.cli import noughts as command_line
from noughts.terminal.game.session import SIDES, Session
from noughts.terminal.screen.screen import NoughtsApp
from tests.each import each
from tests.processes import noughts as noughts_alone
from tests.processes import noughts_here_as_text as noughts

HEAD = """
from typing import NamedTuple
from noughts import LOSS, OPEN, Game

class Heap(NamedTuple):
    left: int

class Take(Game[Heap]):
    size: int = 5

    def start(self):
        return Heap(self.size)

    def moves(self, position):
        return range(1, min(2, position.left) + 1)

    def play(self, position, move):
        return Heap(position.left - move)

    def outcome(self, position):
        return OPEN if position.left else LOSS
"""
PUT_BACK = """
    def play(self, position, move):
        return Heap(position.left - 1 if move == 1 else min(self.size, position.left + 1))
"""
READ_INT = """
    def read(self, text):
        return int(text)
"""
PARSE_INT = """
    def parse(self, text):
        left, side = text.split()
        return Heap(int(left)), "xo".index(side)
"""
NAMED = """
    def name(self, move):
        return f"take-{move}"
"""
LATE = """
    def name(self, move):
        return str(move) if move < 3 else 1 // 0

    def board(self, position, turn):
        return super().board(position, 1 // position.left)
"""


@pytest.fixture(autouse=True)
def own_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(required, "_trusted", {})


@pytest.fixture
def file(tmp_path):
    """Writes a game with these methods and returns where."""

    def written(*methods):
        path = tmp_path / "take.py"
        path.write_text(HEAD + "".join(methods), "utf-8")
        return str(path)

    return written


def one_line(done):
    assert done.returncode != 0
    assert done.stderr.count("\n") == 1
    return done.stderr


# What each command is given beside the game, before it and behind it.
COMMANDS = {
    "analyse": ([], []),
    "arena": (["perfect", "random", "--game"], []),
    "audit": (["perfect"], []),
    "book": ([], ["--plies", "1"]),
    "compare": ([], []),
    "draw": ([], []),
    "explain": ([], []),
    "export": (["page.html"], []),
    "map": ([], []),
    "plan": ([], []),
    "play": ([], ["--plain"]),
    "prove": ([], []),
    "review": ([], []),
    "solve": ([], []),
    "tree": ([], []),
    "verify": ([".", "--game"], []),
    "watch": ([], []),
}


@each("command", COMMANDS)
def test_every_command_looks_a_game_over_before_it_does_anything(command, file):
    before, behind = COMMANDS[command]
    done = CliRunner().invoke(command_line, [command, *before, file(PUT_BACK), *behind])
    assert isinstance(done.exception, BrokenLaw)
    assert "after 2: Heap(left=5) occurs again" in str(done.exception)
    assert "--unchecked" in str(done.exception)


def test_the_law_is_one_line_and_nothing_is_searched(file):
    said = one_line(noughts("analyse", file(PUT_BACK)))
    assert said.startswith("noughts: Take breaks the law 'positions_do_not_come_back' after 2: ")
    assert said.endswith("or unchecked=True in Python.\n")


def test_check_looks_for_itself(file):
    done = noughts("check", file(NAMED))
    assert done.stdout.count("\n") == 1
    assert "write read() too" in done.stdout
    assert "Nothing was searched" not in done.stdout


@each("words", [("--unchecked",), ()])
def test_who_insists_is_served_wherever_the_option_stands(words, file):
    game = file(NAMED)
    assert one_line(noughts_alone("analyse", game))
    done = noughts_alone("analyse", game, "--unchecked", *words)
    assert (done.returncode, done.stderr) == (0, "")
    assert "take-2" in done.stdout
    assert noughts_alone("analyse", "--unchecked", game).stdout == done.stdout


def test_read_that_fails_on_a_word_ends_no_match(file):
    done = noughts("play", file(READ_INT), "--plain", "--unchecked", given="b2\n1\nquit\n")
    assert done.returncode == 0
    assert "'b2' is not the name of a move." in done.stdout
    assert "You (X) play 1." in done.stdout


@each(
    "words, said",
    [
        (("--moves", "1 b2"), "noughts: Move 2: 'b2' is not the name of a move.\n"),
        (("--position", "b2"), "noughts: 'b2' is not a position of this game.\n"),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(words, said, file):
    done = noughts("analyse", file(READ_INT, PARSE_INT), "--unchecked", *words)
    assert one_line(done) == said


@each(
    "position, said",
    [
        (f"{1 << 63} x", "is not a position of this game; the start is '5 x'.\n"),
        ("-1 x", "'-1 x' cannot arise: the game is open, but has no move there.\n"),
    ],
)
def test_a_position_that_cannot_be_is_told_in_one_line(position, said, file):
    assert one_line(noughts("analyse", file(), "--position", position)).endswith(said)


def test_rules_that_fail_late_are_told_with_their_line(file):
    game = file(LATE)
    done = noughts("play", game, "--plain", "--unchecked", "--side", "both", given="2\n2\n1\n")
    line = (HEAD + LATE)[: (HEAD + LATE).index("super()")].count("\n") + 1
    assert done.stderr.endswith(
        f"noughts: board() in {game} fails: line {line}: "
        "ZeroDivisionError: integer division or modulo by zero.\n"
    )
    assert done.returncode == 1


GRID = (
    HEAD.replace("import LOSS, OPEN, Game", "import LOSS, OPEN, Game, TicTacToe")
    + """

class Frail(TicTacToe):
    def fail(self):
        return 1 // 0
"""
)


async def test_rules_that_fail_on_the_full_screen_end_it_with_a_sentence(tmp_path):
    path = tmp_path / "frail.py"
    path.write_text(GRID, "utf-8")
    game: Any = find_game(f"{path}:Frail")
    app = NoughtsApp(Session(game, SIDES["both"], "random", seed=1))
    async with app.run_test():
        app.run_worker(asyncio.to_thread(game.fail))
        with pytest.raises(WorkerFailed):
            await app.workers.wait_for_complete()
    assert app.return_code == 1
    assert app.failure
    assert "line 26: ZeroDivisionError" in blame(app.failure)


@each("command, lie", [
    ("analyse", "def board(self, position, turn): return Board(())"),
    ("explain", "cells = 4"),
    ("draw", "def turn(self, position): return 7"),
])  # fmt: skip
def test_rules_that_lie_get_one_line(command, lie, tmp_path):
    (tmp_path / "lies.py").write_text(
        f"from noughts import MNK, Board\nclass Lies(MNK):\n    {lie}\n"
    )
    done = noughts(command, f"{tmp_path}/lies.py", "--unchecked")
    assert "Traceback" not in done.stderr
    assert done.returncode == 0 or "lies.py" in one_line(done)
