"""Tables: what an address says, and what it must not be able to do."""

import random
from pathlib import Path
from urllib.parse import parse_qsl, unquote, urlsplit

import pytest

from noughts.errors import BadParameters, MoveError, NoughtsError, UnknownGame, UnknownPlayer
from noughts.games.registry import ENTRIES
from noughts.players import levels
from noughts.players.levels import OPPONENTS, allowed_level
from noughts.web.view import GameTable, TableSettings, table_of
from tests.each import each

SPECS = [spec for entry in ENTRIES.values() for spec in (entry.name, *entry.says("examples"))]


@each("spec", SPECS)
def test_an_address_leads_back_to_the_same_table(spec):
    chance = random.Random(spec)
    table = GameTable(TableSettings(spec, "both", "hard"))
    for _ in range(12):
        moves = table.match.legal_moves
        if not moves:
            break
        table = table.after(table.game.name(chance.choice(moves)))
    parts = urlsplit(table.address())
    again = table_of(unquote(parts.path).removeprefix("/play/"), dict(parse_qsl(parts.query)))
    assert again.names == table.names
    assert again.question == table.question
    assert again.settings == table.settings


def test_a_file_is_never_run(tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    trace = tmp_path / "trace"
    file = tmp_path / "game.py"
    file.write_text(f"open({str(trace)!r}, 'w')\n")
    for spec in (str(file), "game.py", "game.py:Game", "./game.py:Game:3"):
        with pytest.raises(NoughtsError):
            GameTable(TableSettings(spec))
    for level in (
        "game.py:choose",
        f"{file}:choose",
        f"program:{file}",
        f"python {file}",
        f"trickster:{file}:x",
    ):
        with pytest.raises(UnknownPlayer):
            GameTable(TableSettings(level=level))
    assert not trace.exists()


@each(
    "settings, moves, error",
    [
        (TableSettings("chess"), "", UnknownGame),
        (TableSettings("mnk:99,99,3"), "", BadParameters),
        (TableSettings("x" * 500), "", NoughtsError),
        (TableSettings(side="z"), "", NoughtsError),
        (TableSettings(), "b2,b2", MoveError),
        (TableSettings(), "a1," * 2000, MoveError),
        (TableSettings(position="nonsense"), "", NoughtsError),
    ],
)
def test_what_is_not_to_be_had_is_refused(settings, moves, error):
    with pytest.raises(error):
        GameTable(settings, moves)


def test_a_game_that_repeats_ends():
    there_and_back = ["a3-a2", "c1-c2", "a2-a3", "c2-c1"]
    settings = TableSettings("morris", "both", position="xox/3/oxo x")
    table = GameTable(settings, " ".join(there_and_back * 2))
    assert table.match.over
    assert not table.computer_to_move
    with pytest.raises(MoveError):
        table.after("a3-a2")


def test_the_names_of_levels_are_read_as_people_write_them():
    assert allowed_level(" Hard ") == "hard"


@each(
    "level",
    [
        "tablebase:{}",
        " TableBase:{}",
        "tablebase: {}",
        "tablebase :{}",
        "trickster:tablebase:{}",
        "trickster: tablebase:{}",
        "trickster:trickster:tablebase:{}",
        "trickster:program:{}",
        "easy,tablebase:{}",
        "tablebase:{},easy",
        "easy,trickster:tablebase:{}",
        "program:{}",
        "strategy:{}",
        "trained:{}",
        "trickster:strategy:{}",
        "{}:choose",
        "{} --deep",
        "",
        "easy,",
    ],
)
def test_a_level_that_names_a_file_or_a_program_is_refused(level):
    with pytest.raises(
        UnknownPlayer,
        match=r"here: random, greedy, beginner, easy, .*draws:N, .*mcts\[:N\], strategy\.$",
    ):
        GameTable(TableSettings(side="none", level=level.format("/a.py")))


def test_what_reads_files_starts_programs_or_searches_without_end_is_not_for_strangers():
    refused = {"tablebase", "trained", "policy", "program"}
    refused |= {"minimax", "negamax", "alphabeta"}
    assert set(levels.ENTRIES) - set(OPPONENTS) == refused
    for name in OPPONENTS:
        assert allowed_level(name) == name


def test_each_side_may_have_an_opponent_of_its_own():
    table = GameTable(TableSettings(side="none", level="Easy, perfect"))
    assert table.settings.level == "easy,perfect"
    assert [table.level, table.after("b2").level] == ["easy", "perfect"]
    assert GameTable(TableSettings(level="hard"), "b2").level == "hard"
    with pytest.raises(UnknownPlayer):
        GameTable(TableSettings(level="easy,program:ls"))
    with pytest.raises(UnknownPlayer):
        GameTable(TableSettings(level="easy,easy,hard"))
