"""Functions that play: how they are asked, and that whatever they do harms nobody else."""

import sys
from pathlib import Path

import pytest

from noughts.errors import (
    AnswerNotUnderstood,
    BadAnswer,
    FunctionFailed,
    ProgramEnded,
    ProgramError,
    ProgramTooSlow,
    UnknownPlayer,
)
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import FunctionPlayer
from noughts.players.levels import player_of
from noughts.players.match import Match
from noughts.players.player import RandomPlayer
from noughts.sandbox import process
from tests.each import each

GAME = TicTacToe()
CENTRE_TAKEN = GAME.parse("3/1x1/3 o")[0]


@pytest.fixture
def function(tmp_path):
    """Makes a player of the body of a function, or of a whole file."""
    players = []

    def make(body="", source="", name="choose", **options):
        path = tmp_path / f"bot{len(players)}.py"
        path.write_text(source or f"def choose(board, mark):\n    {body}\n")
        players.append(FunctionPlayer(f"{path}:{name}", **options))
        return players[-1]

    yield make
    for player in players:
        player.close()


def test_it_gets_the_board_and_its_mark(function):
    player = function("assert board == [' '] * 4 + ['X'] + [' '] * 4 and mark == 'O'; return 8")
    assert player.choose(GAME, CENTRE_TAKEN) == GAME.read("c1")


def test_its_file_may_end_in_capitals(tmp_path):
    file = tmp_path / "BOT.PY"
    file.write_text("def choose(board, mark):\n    return board.index(' ')\n")
    assert isinstance(player_of(f"{file}:choose"), FunctionPlayer)
    with FunctionPlayer(f"{file}:choose") as player:
        player.start()
        assert player.choose(GAME, CENTRE_TAKEN) == 0


def test_it_may_change_its_board_and_print_what_it_likes(function):
    player = function(
        "first = board.index(' '); print('thinking', board); board[:] = []; "
        "import os; os.system('echo loud'); return first"
    )
    for _ in range(3):
        assert player.choose(GAME, CENTRE_TAKEN) == 0


def test_what_is_like_a_whole_number_is_one(function):
    source = """
class Like:
    def __init__(self, number): self.number = number
    def __index__(self): return self.number
def choose(board, mark): return Like(board.index(" "))
"""
    assert function(source=source).choose(GAME, CENTRE_TAKEN) == 0


def test_a_number_of_numpys_is_one(function):
    pytest.importorskip("numpy")
    player = function("import numpy; return numpy.int64(7)", seconds=60)
    assert player.choose(GAME, CENTRE_TAKEN) == 7


@each(
    "body, kind, reason",
    [
        ("return 4", BadAnswer, "returned 4: b2 is already taken"),
        ("return 9", BadAnswer, "returned 9: There is no cell 9"),
        ("return None", BadAnswer, "returned None, which is not a move"),
        ("return 4.0", AnswerNotUnderstood, "returned 4.0, of type float"),
        ("return True", AnswerNotUnderstood, "returned True, of type bool"),
        ("return 'x9'", AnswerNotUnderstood, "returned 'x9': 'x9' is not a cell"),
        ("return {2}", AnswerNotUnderstood, r"\{2\}, of type set.*number of a cell"),
        ("return 10 ** 5000", BadAnswer, "astronomical"),
        ("return 1 // 0", FunctionFailed, "line 2: ZeroDivisionError"),
        ("return board[9]", AnswerNotUnderstood, "line 2: IndexError"),  # another shape may have 9
        ("return choose(board, mark)", FunctionFailed, "RecursionError"),
        ("import sys; sys.exit(3)", FunctionFailed, "SystemExit: 3"),
        ("return int(input())", FunctionFailed, "EOFError"),
        ("import os; os._exit(3)", ProgramEnded, "ended with exit code 3"),
        ("import os; os.abort()", ProgramEnded, "ended"),
    ],
    large=[("while True: pass", ProgramTooSlow, "did not answer within 0.5 seconds")],
)
def test_every_fault_has_its_kind_and_reason(function, body, kind, reason):
    player = function(body, seconds=0.5 if kind is ProgramTooSlow else 60)
    with pytest.raises(ProgramError, match=reason) as caught:
        player.choose(GAME, CENTRE_TAKEN)
    assert type(caught.value) is kind
    assert str(caught.value).startswith(player.name)


@pytest.fixture
def patient_clock(monkeypatch):
    """The clock ends nothing: the machine may be busy."""
    monkeypatch.setattr(process, "LAST_END", 10_000)
    monkeypatch.setattr(process, "IDLE", 0)


BURNING = "import time\n    while time.process_time() < 0.6: pass\n    return 0"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock counts")
def test_in_an_audit_the_seconds_are_those_of_the_processor(function, patient_clock):
    """What waits uses none of them."""
    waiting = function("import time; time.sleep(0.5); return board.index(' ')", seconds=0.2)
    waiting.processor = True
    assert waiting.choose(GAME, CENTRE_TAKEN) == 0
    burning = function(BURNING, seconds=0.2)
    burning.processor = True
    with pytest.raises(ProgramTooSlow, match=r"within 0.2 seconds"):
        burning.choose(GAME, CENTRE_TAKEN)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock counts")
def test_the_clock_ends_what_waits_for_ever(function, monkeypatch):
    monkeypatch.setattr(process, "LAST_END", 10_000)  # for a program that works
    endless = function("import time; time.sleep(600)", seconds=0.02)
    endless.processor = True
    with pytest.raises(ProgramTooSlow, match=r"within 0.02 seconds"):
        endless.choose(GAME, CENTRE_TAKEN)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the clock counts")
def test_an_answer_that_is_late_is_waited_for_with_patience(function, patient_clock):
    player = function(BURNING, seconds=0.1)
    player.processor, player.patience = True, 100
    assert player.choose(GAME, CENTRE_TAKEN) == 0
    assert player.took > player.seconds
    assert player.used >= player.took


STATE = """
import random
import functools
import helper
BOARD = [" "] * 9
TABLE = {}
class Bot:
    seen = 0
    def __init__(self): self.moves = []
BOT = Bot()
DICE = random.Random(1)
def add(number, so_far=[]): so_far.append(number)
def closed():
    count = 0
    def more():
        nonlocal count
        count += 1
    return more
MORE = closed()
@functools.cache
def kept(cell): return cell
CONSTANT = {"x": [1]}
def choose(board, mark):
    WHAT
    return 0
"""


@each(
    "what, name",
    [
        ("BOARD[0] = mark", "BOARD"),
        ("globals()['BOARD'] = list(board)", "BOARD"),
        ("globals()['NEW'] = 1", "NEW"),
        ("TABLE[mark] = 0", "TABLE"),
        ("Bot.seen += 1", "Bot.seen"),
        ("BOT.moves.append(0)", "BOT.moves"),
        ("choose.calls = 1", "choose.calls"),
        ("DICE.random()", "the state of DICE"),
        ("random.random()", "the state of random"),
        ("add(1)", "the defaults of add"),
        ("MORE()", "count in MORE"),
        ("kept(1)", "the cache of kept"),
        ("helper.FAVOURITE += 1", "helper.FAVOURITE"),
        ("pass", None),
    ],
)
def test_what_an_answer_changes_in_its_file_is_named(function, tmp_path, what, name):
    (tmp_path / "helper.py").write_text("FAVOURITE = 2\n")
    player = function(source=STATE.replace("WHAT", what))
    changes = player.changes(lambda: player.choose(GAME, CENTRE_TAKEN))
    assert changes == (() if name is None else (name,))


def test_one_that_catches_everything_is_ended_too(function):
    source = """
import signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
def choose(board, mark):
    if mark == "X":
        return 0
    while True:
        try:
            while True: pass
        except BaseException: pass
"""
    player = function(source=source, seconds=0.5)
    with pytest.raises(ProgramTooSlow):
        player.choose(GAME, CENTRE_TAKEN)
    player.seconds = 60
    assert player.choose(GAME, GAME.start()) == 0  # begun anew


def test_a_file_that_writes_to_the_pipe_of_its_answers_fails(function):
    forging = """
import os
from contextlib import suppress
def forge(line):
    for file in range(3, 20):
        with suppress(OSError):
            os.write(file, line)
"""
    for line in rb"4\n", rb"{}\n", rb"no JSON\n", b"[" * 2000 + rb"\n", rb'{"ready": "choose"}\n':
        with pytest.raises(FunctionFailed, match="pipe of its answers"):
            function(source=f"{forging}forge(b'{line.decode()}')").start()
    choose = """def choose(board, mark):
    forge(b'{"move": 4}\\n')
    return 0
"""
    player = function(source=forging + choose)
    for _ in range(2):
        with pytest.raises(FunctionFailed, match="pipe of its answers"):
            player.choose(GAME, CENTRE_TAKEN)


@each(
    "source, reason",
    [
        ("def other(board, mark): return 0", "there is no function 'choose'"),
        ("choose = 3", "there is no function 'choose'"),
        ("def choose(player): return 0", r"choose\(player\) must take a board"),
        ("def choose(board, mark, weather): return 0", "must take a board"),
        ("def choose(:", "its file fails: line 1: SyntaxError"),
        ("import nowhere_to_be_found", "line 1: ModuleNotFoundError"),
        ("1 / 0", "line 1: ZeroDivisionError"),
        ("import sys; sys.exit()", "SystemExit"),
        ("size = input('size? ')", '__name__ == "__main__"'),
    ],
)
def test_what_is_wrong_with_a_file_is_told_before_the_first_question(function, source, reason):
    with pytest.raises(FunctionFailed, match=reason):
        function(source=source).start()


def test_a_file_that_is_never_done_is_ended(function):
    with pytest.raises(ProgramTooSlow):
        function(source="while True: pass", seconds_to_start=0.3).start()


def test_a_file_sees_what_lies_beside_it_and_nothing_of_ours(function, tmp_path):
    (tmp_path / "helper.py").write_text("FREE = ' '\n")
    source = """
import sys, helper
try:
    import levels
except ImportError:
    levels = None
def choose(board, mark):
    return board.index(helper.FREE) if levels is None and __name__ != "__main__" else None
"""
    assert function(source=source).choose(GAME, CENTRE_TAKEN) == 0
    assert not (tmp_path / "__pycache__").exists()


@each("spec", ["nowhere/bot.py:choose", "bot.py:choose"])
def test_a_file_that_is_not_there(spec):
    with pytest.raises(UnknownPlayer, match="There is no file"):
        FunctionPlayer(spec)


def test_what_names_no_function():
    with pytest.raises(UnknownPlayer, match=r"write path/to/bot\.py:function"):
        FunctionPlayer("bot.py:2")


def test_by_name_and_in_a_match(function):
    made = function("return board.index(' ')")
    player = player_of(made.name)
    assert isinstance(player, FunctionPlayer)
    with player:
        match = Match(GAME, player, RandomPlayer(seed=1))
        match.run()
        assert not match.forfeited
    with function("return 0") as player:
        match = Match(GAME, RandomPlayer(seed=2), player)
        assert "forfeit" not in match.run()
        assert match.over


def test_other_games_are_asked_by_name(function):
    player = function("return board['moves'][-1]")
    game = find_game("nim:1,2")
    assert game.name(player.choose(game, game.start())) == "b2"


def test_a_file_alone_is_its_function_of_a_usual_name(tmp_path):
    path = tmp_path / "my bot.py"  # folders and files may have spaces
    with pytest.raises(UnknownPlayer, match=r"There is no file .*bot\.py"):
        player_of(str(path))
    path.write_text("def answer(board): ...")
    with pytest.raises(UnknownPlayer, match=r"bot\.py needs a function.*program:"):
        player_of(str(path))
    path.write_text("def help(): ...\nasync def best_move(board): ...")
    assert player_of(str(path)).name.endswith("bot.py:best_move")


def test_bare_commands_are_programs():
    example = Path(__file__).parents[2] / "examples" / "program.py"
    for command in (f"{sys.executable} {example}", "./bot --deep", "bots/bot"):
        assert player_of(command).name == f"program:{command}"
    for word in ("perfct", "no-such-command --deep"):
        with pytest.raises(UnknownPlayer, match="Unknown level"):
            player_of(word)
