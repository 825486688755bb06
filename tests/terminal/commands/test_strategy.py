"""`noughts strategy`: a strategy is made, gone on with after Ctrl-C, and checked."""

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from noughts.errors import ExtraTurns, GameError
from noughts.games.registry import find_game
from noughts.players.levels import player_for
from noughts.strategies.options import Oracle
from noughts.terminal.cli import noughts
from tests.each import each

GAME = "mnk:4,3,3"
EXAMPLE = Path(__file__).parents[3] / "examples" / "mygame.py"


def asked(*options):
    return CliRunner().invoke(noughts, ["strategy", *map(str, options)])


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    path = tmp_path_factory.mktemp("made") / "it.strategy"
    assert asked(GAME, "-o", path).exit_code == 0
    return path


@pytest.fixture
def file(made, tmp_path):
    return Path(shutil.copy(made, tmp_path))


def test_a_strategy_is_made_and_checked(file):
    result = asked("--check", file)
    said = "Checked: in mnk:4,3,3 from the start the first player wins. 46 pos"
    assert (result.exit_code, result.stdout[: len(said)]) == (0, said)
    told = json.loads(asked("--check", file, "--json").stdout)
    assert (told["game"], told["side"], told["result"]) == (GAME, "first", "win")
    assert not file.with_name("it.strategy.part").exists()


def test_whatever_speaks_of_a_strategy_says_where_it_begins(tmp_path):
    # After a1 b1 X wins, while the game is a draw (docs/known.md).
    file, start, picture = tmp_path / "it.strategy", "3/3/xo1 x", tmp_path / "it.svg"
    made = asked("--moves", "a1 b1", "-o", file)
    for result in made, asked("--check", file), asked("--show", file):
        assert f"in tictactoe from {start} the first player wins" in result.stdout
    for option in ("--check", file), ("--show", file), ("--moves", "a1 b1", "-o", file):
        told = json.loads(asked(*option, "--json").stdout)
        assert (told["position"], told["game"], len(told["rules"])) == (start, "tictactoe", 64)
    assert asked("--show", file, "-o", picture).exit_code == 0
    assert f"first moves from {start}" in picture.read_text()
    player = player_for(find_game("tictactoe"), f"strategy:{file}")
    assert player.name == f"strategy:{file} from {start}"


def test_a_strategy_is_shown_by_depth(file):
    told = json.loads(asked("--show", file, "--json").stdout)
    assert sum(level["answered"] for level in told["levels"]) == 46
    lines = asked("--show", file).stdout.splitlines()
    assert lines[2] == "ply  answered  over"
    assert lines[3].split() == ["0", "1", "0"]
    assert asked("--show", file, "--check", file).exit_code == 2


def test_what_threats_settle_has_a_column_of_its_own(file):
    assert asked("mnk:3,3,3,torus", "--threats", "1", "-o", file).exit_code == 0
    counted = json.loads(asked("--check", file, "--json").stdout)["leaves"]["threats"]
    levels = json.loads(asked("--show", file, "--json").stdout)["levels"]
    assert sum(level["leaves"]["threats"] for level in levels) == counted > 0
    assert asked("--show", file).stdout.splitlines()[2] == "ply  answered  over  threats"


def test_the_first_moves_of_a_strategy_are_drawn(file, tmp_path):
    picture = tmp_path / "it.svg"
    assert asked("--show", file, "-o", picture).exit_code == 0
    levels = json.loads(asked("--show", file, "--json").stdout)["levels"]
    counts = ", ".join(str(level["answered"]) for level in levels[:3])
    assert f"<desc>{counts} boards: the answers of X" in picture.read_text()


def test_plies_can_be_claimed(file):
    assert "within 7 plies" in asked(GAME, "-o", file, "--plies").stdout  # Uiterwijk 2000
    assert "within 7 plies" in asked("--check", file).stdout


def test_a_game_of_ones_own_is_named_to_be_checked(tmp_path):
    file, spec = tmp_path / "k.strategy", f"{EXAMPLE}:Kayles:5"
    assert asked(spec, "-o", file).exit_code == 0
    assert asked("--check", file, spec).exit_code == 0
    for option in "--check", "--show":
        unnamed = asked(option, file)
        assert unnamed.exit_code == 1
        assert "as in noughts strategy mygame.py:Kayles:5 --check" in unnamed.stderr
    assert asked("--check", file, f"{EXAMPLE}:Kayles:6").exit_code == 1


@each(
    "harm",
    [
        lambda content: content[:-1],
        lambda content: content + b"x",
        lambda content: b"",
        lambda content: content[:40] + bytes([content[40] ^ 1]) + content[41:],
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(file, harm):
    damaged = file.with_name("damaged")
    damaged.write_bytes(harm(file.read_bytes()))
    for option in ("--check", "--show"):
        result = asked(option, damaged)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("noughts: ")
        assert result.stderr.endswith(".\n")
        assert result.stderr.count("\n") == 1


def test_another_games_file_is_refused(file):
    result = asked("--check", file, "tictactoe")
    assert (result.exit_code, result.stdout) == (1, "")
    assert (
        result.stderr
        == "noughts: This is a strategy of mnk:4,3,3, not of tictactoe as it is now.\n"
    )


def test_where_a_turn_is_kept_threats_are_refused_in_one_sentence(tmp_path):
    result = asked("kalah:2,2", "--threats", "5", "-o", tmp_path / "x")
    assert isinstance(result.exception, ExtraTurns)
    assert str(result.exception).startswith("A win by threats needs players who take turns, and")
    assert list(tmp_path.iterdir()) == []


def test_where_a_turn_is_kept_a_strategy_is_shown_and_drawn(tmp_path):
    file, picture = tmp_path / "it.strategy", tmp_path / "it.svg"
    assert asked("kalah:3,3", "-o", file).exit_code == 0
    told = json.loads(asked("--show", file, "--json").stdout)["levels"]
    claimed = json.loads(asked("--check", file, "--json").stdout)
    assert (claimed["side"], claimed["result"]) == ("first", "win")  # Irving and others 2000
    assert sum(level["answered"] for level in told) == claimed["positions"]
    assert asked("--show", file, "-o", picture).exit_code == 0
    assert picture.read_text().count("Ply ") >= 3


def test_the_loser_has_no_strategy(tmp_path):
    result = asked(GAME, "--for", "second", "-o", tmp_path / "x")
    assert isinstance(result.exception, GameError)
    assert list(tmp_path.iterdir()) == []


def test_without_a_name_it_is_written_where_players_find_it(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    assert asked(GAME).exit_code == 0
    assert [path.name for path in tmp_path.rglob("*.*")] == ["mnk-4,3,3-first.strategy"]


def test_a_file_is_to_be_made_or_checked(tmp_path):
    assert asked(GAME, "--moves", "b2").exit_code == 2
    assert asked(GAME, "-o", tmp_path / "a", "--check", tmp_path / "b").exit_code == 2


def test_a_run_that_is_interrupted_before_its_first_answer_says_so(tmp_path, monkeypatch):
    def stop(self, position, kept):
        raise KeyboardInterrupt

    monkeypatch.setattr("noughts.strategies.make._Maker.made", stop)
    result = asked(GAME, "-o", tmp_path / "it.strategy")
    assert (result.exit_code, list(tmp_path.iterdir())) == (130, [])
    assert result.stdout == "Stopped. Nothing was found yet.\n"


def test_an_interrupted_run_is_gone_on_with_and_is_the_same(file, tmp_path, monkeypatch):
    path, part = tmp_path / "cut.strategy", tmp_path / "cut.strategy.part"
    reaches, times, stop_at = Oracle.reaches, [], 0

    def counted(self, position, goal):
        times.append(position)
        if len(times) == stop_at:
            raise KeyboardInterrupt
        return reaches(self, position, goal)

    monkeypatch.setattr(Oracle, "reaches", counted)
    monkeypatch.setattr("noughts.strategies.make.SMALL", 0)
    whole = tmp_path / "whole.strategy"
    assert asked("connectfour:5,4,3", "-o", whole).exit_code == 0
    stop_at, times[:] = len(times) // 2, []
    stopped = asked("connectfour:5,4,3", "-o", path)
    assert (stopped.exit_code, path.exists(), part.exists()) == (130, False, True)
    with part.open("a") as unfinished:
        unfinished.write("[1,2")  # as though it had been cut off while it wrote
    assert asked("mnk:4,4,4", "-o", path).exit_code != 0  # work of another command
    assert asked("connectfour:5,4,3", "-o", path).exit_code == 0
    assert (path.read_bytes(), part.exists()) == (whole.read_bytes(), False)
