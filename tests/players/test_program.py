"""Programs that play: what they are told, and that every fault of theirs loses with its reason."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from noughts.errors import BadAnswer, ProgramEnded, ProgramError, ProgramTooSlow
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import player_of
from noughts.players.match import Match
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from noughts.players.program import ProgramPlayer, arguments, question
from tests.each import each

GAME = TicTacToe()
EXAMPLE = Path(__file__).parents[2] / "examples" / "program.py"

# A bot that answers each `go` by doing what is put here.
BOT = """
import sys, time, subprocess
for line in sys.stdin:
    word, *rest = line.split()
    if word == "noughts":
        print("ready test", flush=True)
    elif word == "go":
        {}
"""


@pytest.fixture
def bot(tmp_path):
    """Makes a program of a source, or of what it does when it is asked for a move."""
    players = []

    def make(on_go="", source="", **options):
        path = tmp_path / f"bot{len(players)}.py"
        path.write_text(source or BOT.format(on_go))
        players.append(ProgramPlayer(str(path), **options))
        return players[-1]

    yield make
    for player in players:
        player.close()


def test_the_example_plays_whole_games():
    with ProgramPlayer(str(EXAMPLE)) as player:
        for seed in range(3):
            for seats in ((player, RandomPlayer(seed)), (RandomPlayer(seed), player)):
                match = Match(GAME, *seats)
                match.run()
                assert not match.forfeited
        assert player.choose(MNK(4, 4, 3), MNK(4, 4, 3).start()) == MNK(4, 4, 3).read("b2")


def test_what_it_is_told(bot, tmp_path):
    heard = tmp_path / "heard"
    player = bot(
        source=f"""
import sys
with open({str(heard)!r}, "w") as heard:
    for line in sys.stdin:
        print(line, end="", file=heard, flush=True)
        if line.startswith("noughts"): print("ready", flush=True)
        if line.startswith("go"): print("move a1", flush=True)
""",
        seconds=3,
    )
    assert player.choose(GAME, GAME.parse("3/1x1/3 o")[0]) == GAME.read("a1")
    player.close()
    assert heard.read_text().splitlines() == [
        "noughts 1",
        "game tictactoe",
        "position 3/1x1/3 o",
        "legal a3 b3 c3 a2 c2 a1 b1 c1",
        "go 3000",
        "quit",
    ]


def test_the_position_says_whose_turn_it_is_where_it_can():
    assert question(GAME, GAME.start())[1] == "position 3/3/3 x"
    assert question(MNK(4, 3, 3), MNK(4, 3, 3).start())[0] == "game mnk:4,3,3"


@each(
    "on_go, kind, reason",
    [
        ("1 / 0", ProgramEnded, "ended with exit code 1: ZeroDivisionError: division by zero"),
        ("sys.exit(7)", ProgramEnded, "ended with exit code 7"),
        ("print('a1', flush=True)", BadAnswer, '"a1"; expected "move" and a move'),
        ("print('move z9', flush=True)", BadAnswer, "'z9' is not a cell"),
        ("print('move', flush=True)", BadAnswer, "'' is not a cell"),
        ("print('move b2', flush=True)", BadAnswer, "b2 is already taken"),
        ("print('\\x1b[31m', flush=True)", BadAnswer, r"\x1b[31m"),
        ("print('x' * 100, flush=True)", BadAnswer, "x" * 60 + "…"),
        ("sys.stdout.write('x' * 10_000); sys.stdout.flush()", BadAnswer, "more than 4,096 bytes"),
        ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", BadAnswer, "expected"),
    ],
    large=[
        ("import os; os.close(1); time.sleep(60)", ProgramEnded, "closed its output"),
        ("time.sleep(60)", ProgramTooSlow, "did not answer within 0.5 seconds"),
        ("while True: print('# thinking', flush=True)", ProgramTooSlow, "did not answer"),
    ],
)
def test_every_fault_has_its_kind_and_loses_with_its_reason(bot, on_go, kind, reason):
    player = bot(on_go, seconds=0.5 if kind is ProgramTooSlow else 60)
    position = GAME.play(GAME.start(), 4)
    with pytest.raises(kind) as caught:
        player.choose(GAME, position)
    assert reason in str(caught.value)
    assert str(caught.value).startswith("program:")
    match = Match(GAME, None, player)
    match.play(4)
    assert match.run() == f"X wins: {match.forfeited}"
    assert reason in match.forfeited
    assert match.winner == 0


@each(
    "command, reason",
    [("/nowhere/bot", "cannot be started"), ('"', "cannot be started"), (" ", "no command")],
)
def test_what_cannot_be_started(command, reason):
    with pytest.raises(ProgramEnded, match=reason):
        ProgramPlayer(command).choose(GAME, GAME.start())


def test_a_program_that_greets_in_no_known_way(bot):
    with pytest.raises(BadAnswer, match='greeted with "hello"'):
        bot(source="print('hello')").choose(GAME, GAME.start())
    with pytest.raises(ProgramTooSlow):
        bot(source="import time; time.sleep(60)", seconds_to_start=0.3).choose(GAME, GAME.start())


def test_a_program_that_never_reads_does_not_block(bot):
    """More is written to it than a pipe holds."""
    player = bot(source="import time\nprint('ready', flush=True)\ntime.sleep(60)", seconds=0.3)
    process = player._started()
    process.write("x" * 1_000_000)
    with pytest.raises(ProgramTooSlow):
        player.choose(GAME, GAME.start())


def test_after_a_fault_it_begins_anew(bot, tmp_path):
    """It crashes the first time only: a file remembers that it did."""
    mark = tmp_path / "crashed"
    player = bot(
        f"import pathlib; mark = pathlib.Path({str(mark)!r}); gone = mark.exists(); mark.touch(); "
        "print('move a1' if gone else 'nonsense', flush=True)"
    )
    with pytest.raises(BadAnswer):
        player.choose(GAME, GAME.start())
    assert player.choose(GAME, GAME.start()) == GAME.read("a1")


def test_lines_that_begin_with_a_hash_are_passed_over(bot):
    player = bot("print('# hm'); print(); print('move a1', flush=True)")
    assert player.choose(GAME, GAME.start()) == GAME.read("a1")


def alive(path: Path) -> bool:
    """Whether the process that wrote its number into the file is alive (and no zombie)."""
    state = Path(f"/proc/{path.read_text()}/stat")
    try:
        return state.read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


NUMBERS = """
import os, pathlib, signal, subprocess, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
signal.signal(signal.SIGINT, signal.SIG_IGN)
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
pathlib.Path(sys.argv[1]).write_text(str(os.getpid()))
pathlib.Path(sys.argv[2]).write_text(str(child.pid))
print("ready", flush=True)
time.sleep(600)
"""


def wait_until(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_it_is_ended_with_all_that_it_has_started(tmp_path):
    """A program deaf to signals, and its child, do not outlive their match."""
    (tmp_path / "bot.py").write_text(NUMBERS)
    files = [tmp_path / "parent", tmp_path / "child"]
    command = " ".join(map(str, [tmp_path / "bot.py", *files]))
    with ProgramPlayer(command, seconds=0.2) as player, pytest.raises(ProgramTooSlow):
        player.choose(GAME, GAME.start())
    assert wait_until(lambda: not any(map(alive, files)))


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
@each("ending", ["", "raise SystemExit(3)", "raise KeyboardInterrupt", "1 / 0"])
def test_it_is_ended_when_python_ends_without_closing_it(tmp_path, ending):
    (tmp_path / "bot.py").write_text(NUMBERS)
    files = [tmp_path / "parent", tmp_path / "child"]
    command = " ".join(map(str, [tmp_path / "bot.py", *files]))
    script = f"""
from noughts.players.program import ProgramPlayer
player = ProgramPlayer({command!r})
player._started()
{ending}
"""
    subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert wait_until(lambda: not any(map(alive, files)))


def test_a_python_file_is_run_by_this_python():
    assert arguments("bot.py --deep") == [sys.executable, "bot.py", "--deep"]
    assert arguments("'my bot' x") == ["my bot", "x"]


def test_by_name():
    player = player_of(f"program:{EXAMPLE}")
    assert isinstance(player, ProgramPlayer)
    match = Match(GAME, player, PerfectPlayer())
    try:
        assert match.run() in ("draw", "O wins")
    finally:
        player.close()


def test_every_kind_is_a_program_error():
    for kind in (BadAnswer, ProgramEnded, ProgramTooSlow):
        assert issubclass(kind, ProgramError)
