"""Functions that keep state: a defeat is one that was played, and what they keep is named."""

import pytest

from noughts.classroom import walk as trial
from noughts.classroom.audit import audit
from noughts.classroom.findings import AuditVerdict, Terms
from noughts.classroom.query import Forfeit
from noughts.classroom.words import state_text, verdict_text
from noughts.game import FIRST, SECOND
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import FunctionPlayer
from noughts.sandbox import process
from tests.each import each

GAME = TicTacToe()
# It takes the first free cell, which loses as either side.
WEAK = "    return board.index(' ')\n"
# In every game that it plays it wins or draws: it fails only where a game does not go on.
PERFECT = """
LINES = [(0,1,2), (3,4,5), (6,7,8), (0,3,6), (1,4,7), (2,5,8), (0,4,8), (2,4,6)]
KNOWN = {}
def worth(board, mark):
    other = "O" if mark == "X" else "X"
    if any(all(board[cell] == other for cell in line) for line in LINES):
        return -1, None
    free = [cell for cell in range(9) if board[cell] == " "]
    if not free:
        return 0, None
    if (key := "".join(board)) not in KNOWN:
        best = -2, None
        for cell in free:
            after = list(board)
            after[cell] = mark
            value = -worth(after, other)[0]
            if value > best[0]:
                best = value, cell
        KNOWN[key] = best
    return KNOWN[key]
"""
ITS_OWN_BOARD = """
LAST = [" "] * 9
def choose(board, mark):
    global LAST
    new = [mark for mark, last in zip(board, LAST) if mark != last]
    assert len(new) <= 1 and " " not in new
    move = worth(board, mark)[1]
    LAST = list(board)
    LAST[move] = mark
    return move
"""
SECOND_TIME = """
SEEN = set()
def choose(board, mark):
    key = "".join(board)
    right = worth(board, mark)[1]
    wrong = [cell for cell in range(9) if board[cell] == " " and cell != right]
    move = wrong[0] if key in SEEN and wrong else right
    SEEN.add(key)
    return move
"""
TABLE = """
def choose(board, mark):
    return worth(board, mark)[1]
"""
BY_DEPTH = """
KEPT = {}
def choose(board, mark):
    free = [cell for cell in range(9) if board[cell] == " "]
    move = KEPT.setdefault(len(free), free[0])
    return move if move in free else free[-1]
"""
SEEDED = """
import random
DICE = random.Random(7)
def choose(board, mark):
    return DICE.choice([cell for cell in range(9) if board[cell] == " "])
"""
OBJECT = """
class Bot:
    def __init__(self):
        self.calls = 0
    def __call__(self, board, mark):
        self.calls += 1
        free = [cell for cell in range(9) if board[cell] == " "]
        return free[self.calls % len(free)]
choose = Bot()
"""


@pytest.fixture
def function(tmp_path):
    """Makes a player of a file."""
    players = []

    def make(source, **options):
        path = tmp_path / "bot.py"
        path.write_text(source)
        players.append(FunctionPlayer(f"{path}:choose", **options))
        return players[-1]

    yield make
    for player in players:
        player.close()


@pytest.fixture(autouse=True)
def few(monkeypatch):
    """Few games in processes of their own; and the machine may be busy."""
    monkeypatch.setattr(trial, "PLAYED", 2)
    monkeypatch.setattr(process, "LAST_END", 1_000)


def played(player, loss):
    """Whether the moves of a lost game are those that the player makes in it, in a new process."""
    player.close()
    position = GAME.start()
    for ply, move in enumerate(loss.moves):
        if ply % 2 == loss.seat:
            assert player.choose(GAME, position) == move
        position = GAME.play(position, move)
    return GAME.outcome(position) < 0


@each("source, name", [(ITS_OWN_BOARD, "LAST"), (SECOND_TIME, "SEEN")])
def test_what_is_lost_in_no_game_is_no_defeat(function, source, name):
    found = audit(GAME, function(PERFECT + source), Terms(seats=(SECOND,)))
    assert found.verdict == AuditVerdict.UNDECIDED
    assert not found.losses
    assert not found.findings
    assert found.state
    assert name in found.state.changes
    assert name in state_text(found)
    assert "do not follow from the position alone" in verdict_text(found)


def test_a_table_that_changes_no_answer_is_no_state(function):
    found = audit(GAME, function(PERFECT + TABLE), Terms(seats=(SECOND,)))
    assert found.verdict == AuditVerdict.NEVER_LOSES
    assert found.state is None


@each(
    "source, name",
    [(BY_DEPTH, "KEPT"), (OBJECT, "choose.calls")],
)
def test_a_defeat_of_what_keeps_state_is_a_game_that_was_played(function, source, name):
    player = function(source)
    found = audit(GAME, player)
    assert found.state
    assert name in found.state.changes
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN
    assert all(played(player, loss) for loss in found.losses)


def test_chance_is_no_state_and_its_defeat_too_was_played(function):
    player = function(SEEDED)
    found = audit(GAME, player)
    assert found.state is None
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN
    assert all(played(player, loss) for loss in found.losses)


def test_a_program_with_a_random_opening_plays_by_chance(function):
    """Its bug is named by the moves of its search, which are not by chance."""
    opening = (
        "import random\ndef choose(board, mark):\n"
        "    if board.count(' ') == 9:\n        return random.choice([0, 2, 6, 8])\n"
    )
    player = function(opening + WEAK)
    found = audit(GAME, player)
    assert found.state is None
    assert found.bug
    assert "takes the first free cell" in found.bug.text


def test_who_chooses_among_right_moves_by_chance_is_not_beaten(function):
    either = "import random\ndef choose(board, mark):\n    return random.choice(board['moves'])\n"
    found = audit(find_game("nim:1,1"), function(either))  # whoever moves second wins
    assert found.state is None
    assert not found.findings
    assert not found.losses
    assert found.verdict == AuditVerdict.LOSES_WHAT_IS_LOST


def test_a_plain_defeat_is_played_again_and_stays(function):
    player = function(f"def choose(board, mark):\n{WEAK}")
    found = audit(GAME, player)
    assert found.state is None
    assert [loss.seat for loss in found.losses] == [SECOND, FIRST]
    assert all(played(player, loss) for loss in found.losses)


LATE = "import time\nBUSY = BUSY_AT_FIRST\ndef choose(board, mark):\n    global BUSY\n"
BURN = "    end = time.process_time() + BUSY\n    while time.process_time() < end: pass\n"


def test_a_late_answer_is_a_fault_and_its_move_counts(function):
    """It is slow once in each process, as what fills a table with its first answer."""
    source = (LATE + BURN + "    BUSY = 0\n").replace("BUSY_AT_FIRST", "0.5")
    game = find_game("nim:1")  # the first player takes the only counter and wins
    player = function(f"{source}    return board['moves'][0]\n", seconds=0.25)
    found = audit(game, player)
    assert (
        found.verdict == AuditVerdict.LOSES_WHAT_IS_LOST
    )  # as second player, where nothing is asked
    assert [(one.fault, one.move) for one in found.findings] == [(Forfeit.TOO_SLOW, 1)]
    assert "only after" in found.findings[0].reason


def test_what_never_answers_forfeits(function):
    player = function("def choose(board, mark):\n    while True: pass\n", seconds=0.1)
    found = audit(find_game("nim:1"), player, Terms(seats=(FIRST,)))
    assert found.verdict == AuditVerdict.CAN_BE_BEATEN
    assert "did not answer within 0.1 seconds" in found.losses[0].reason
