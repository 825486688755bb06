"""Tablebases answer as plain minimax does, whichever way they are made."""

import gc
import json
from pathlib import Path
from typing import Any

import pytest

from noughts.errors import (
    BadTablebase,
    GameOver,
    ImpossiblePosition,
    UnfinishedTablebase,
    UnsuitedGame,
)
from noughts.games.common.cell_game import Marks
from noughts.games.hex import Hex
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.hex import HexKnowledge
from noughts.solving.api import solver_for
from noughts.solving.count import positions_by_ply
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.indexers.by_ply import ByPlyIndexer
from noughts.tablebase.indexers.keyed import RetrogradeIndexer
from noughts.tablebase.positions import Positions
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.storage.manifest import sealed
from noughts.value import DRAW, OPEN
from tests.each import each
from tests.tablebase.plainly import worths
from tests.take import Take
from tests.whole import every_position

FILES = Path("/proc/self/fd")  # the open files of this process

INDEXED = (
    "tictactoe", "mnk:3,3,3,misere", "mnk:3,3,3,torus", "mnk:3,3,3,torus,misere",
    "mnk:3,3,3,cylinder", "mnk:4,3,3", "mnk:3,4,4", "mnk:4,3,3,misere", "mnk:5,2,3", "mnk:10,1,3",
    "mnk:1,1,1", "mnk:2,2,1", "connectfour:4,3,3", "connectfour:3,4,3,misere",
    "connectfour:2,5,4", "connectfour:5,3,4", "wild", "wild:misere", "wild:3,2,2",
    "wild:4,2,3,misere", "orderchaos:3,3,3", "notakto:1",
)  # fmt: skip
# Not each goes through every test, to save time; the larger ones are made in one way alone.
LARGER = ("mnk:10,1,3", "mnk:3,4,4", "connectfour:5,3,4")
KEYED = ("nim:3,4,5", "chomp:4,3")
LAYERED = ("wild", "wild:misere", "hex:3", "tictactoe")
REPEATING = ("morris", "morris:nodiagonals", "threemarks", "threemarks:blocking")


def taking(indexer, monkeypatch):
    """Have tables be made, and read, in this way."""
    monkeypatch.setattr("noughts.tablebase.build.indexer_for", indexer)
    monkeypatch.setattr("noughts.tablebase.probe.indexer_for", indexer)


@pytest.mark.parametrize(
    ("spec", "indexer"),
    [
        *((spec, indexer_for) for spec in INDEXED[::2] + KEYED),
        *((spec, ByPlyIndexer) for spec in LAYERED),
    ],
)
def test_every_value_is_that_of_plain_minimax(spec, indexer, tmp_path, monkeypatch):
    game = find_game(spec)
    taking(indexer, monkeypatch)
    made = make_tablebase(game, tmp_path)
    table, worth, known = Tablebase(tmp_path), worths(game), knowledge_of(game)
    assert made.value == table.value(game.start())
    for position, _ in every_position(game):
        value = table.value(position)
        plies = 0 if value.outcome == DRAW else value.plies
        assert (value.outcome, plies) == worth(position)
        left = known.draw_plies(position)
        if value.outcome == DRAW and game.outcome(position) == OPEN and left >= 0:
            assert value.plies == left


@pytest.mark.parametrize("spec", REPEATING)
def test_games_that_repeat_are_worth_what_retrograde_analysis_finds(spec, tmp_path):
    game = find_game(spec)
    make_tablebase(game, tmp_path)
    table, solver = Tablebase(tmp_path), solver_for(game)
    for position, _ in every_position(game):
        assert tuple(table.value(position)) == tuple(solver.value(position))


@pytest.mark.parametrize("spec", [spec for spec in INDEXED[::4] if spec not in LARGER])
def test_both_ways_agree(spec, tmp_path, monkeypatch):
    game = find_game(spec)
    make_tablebase(game, tmp_path / "indexed")
    indexed = Tablebase(tmp_path / "indexed")
    taking(RetrogradeIndexer, monkeypatch)
    make_tablebase(game, tmp_path / "keyed")
    keyed = Tablebase(tmp_path / "keyed")
    for position, _ in every_position(game):
        assert indexed.value(position) == keyed.value(position)


@pytest.mark.parametrize("spec", ["wild", "hex:3", "mnk:4,2,3", "connectfour:3,3,3"])
def test_layers_agree_with_retrograde_analysis(spec, tmp_path, monkeypatch):
    """Draws' plies included; and so do the numbers of positions, of symmetric ones one."""
    game = find_game(spec)
    made = []
    for indexer in (ByPlyIndexer, RetrogradeIndexer):
        taking(indexer, monkeypatch)
        made.append(make_tablebase(game, tmp_path / indexer.name))
    assert made[0].total == made[1].total
    taking(ByPlyIndexer, monkeypatch)
    layered = Tablebase(tmp_path / "layered")
    taking(RetrogradeIndexer, monkeypatch)
    keyed = Tablebase(tmp_path / "keyed")
    for position, ply in every_position(game):
        assert tuple(layered.value(position)) == tuple(keyed.value(position))
        place = layered.indexer.place(position, layered.keys)
        assert place
        assert place.layer == ply


class UnfoldedKnowledge(HexKnowledge):
    """Every position stands for itself."""

    def canonical(self, position):
        return position


class Unfolded(Hex):
    """Hex of which the symmetries are not known."""

    knowledge = UnfoldedKnowledge


def test_layers_of_unfolded_positions_are_counted_as_by_visiting_them():
    game = Unfolded(3)
    made = make_tablebase(game)
    assert made.indexer.name == "layered"
    assert [counts.reachable for _, counts in made.layers] == positions_by_ply(game)


def test_a_position_that_arises_at_several_plies_is_right_at_each(monkeypatch):
    """A heap of counters does not tell how many were taken; solved in layers all the same."""
    monkeypatch.setattr("noughts.tablebase.build.indexer_for", ByPlyIndexer)
    made = make_tablebase(Take(7))
    reachable = [counts.reachable for _, counts in made.layers]
    assert reachable == [1, 2, 3, 4, 4, 3, 2, 1]  # after n plies n to 2n counters are taken
    assert str(made.value) == "win in 5"  # 7 is no multiple of 3; the loser takes one each time


@pytest.mark.parametrize("spec", INDEXED[::3])
def test_positions_are_counted_as_by_visiting_them(spec):
    game = find_game(spec)
    made = make_tablebase(game)
    counted = [counts.reachable for _, counts in made.layers]
    visited = positions_by_ply(game)
    assert counted == visited + [0] * (len(counted) - len(visited))


@pytest.mark.parametrize("spec", INDEXED[1::2])
def test_worths_are_counted_as_by_visiting(spec):
    game = find_game(spec)
    worth, expected = worths(game), [0, 0, 0, 0]
    for position, _ in every_position(game):
        over = game.outcome(position) != OPEN
        expected[3 if over else 1 - worth(position)[0]] += 1
    assert list(make_tablebase(game).total) == expected


def test_tictactoe_is_counted_as_in_the_literature():
    """Section 6 of the design: 4,520 not over (2,836 won, 1,052 drawn, 632 lost), 958 final."""
    total = make_tablebase(find_game("tictactoe")).total
    assert total == (2_836, 1_052, 632, 958)
    assert total.reachable == 5_478


@each(("spec", "positions"), [("connectfour:4,4", 161_029), ("connectfour:5,4", 3_945_711)])
def test_connect_four_is_counted_as_by_tromp(spec, positions):
    """Tromp's counts of legal positions, mirror images apart (section 6 of the design)."""
    made = make_tablebase(find_game(spec), threads=2)
    assert (made.total.reachable, made.value.outcome) == (positions, DRAW)


def test_four_in_a_row_on_4x4_is_a_draw_and_on_torus_boards_three_win_in_five():
    assert make_tablebase(find_game("mnk:4,4,4")).value.outcome == DRAW
    assert str(make_tablebase(find_game("mnk:4,4,3")).value) == "win in 5"


@pytest.mark.parametrize("spec", ["tictactoe", "connectfour:3,3,3", "morris"])
def test_best_moves_and_best_play_are_those_of_the_solver(spec, tmp_path):
    game = find_game(spec)
    make_tablebase(game, tmp_path)
    table, solver = Tablebase(tmp_path), solver_for(game)
    for position, _ in every_position(game):
        if game.outcome(position) == OPEN:
            assert table.best_moves(position) == solver.best_moves(position)
    line = table.principal_variation(game.start())
    assert len(line) == table.value(game.start()).plies


def test_the_whole_of_connect_four_5x4_opens_as_known(tmp_path):
    """The first moves are worth −20 0 0 0 −20 plies (section 6 of the design)."""
    game = find_game("connectfour:5,4")
    make_tablebase(game, tmp_path, threads=2)
    signs = [value.sign() for _, value, _ in Tablebase(tmp_path).values(game.start())]
    assert signs == ["L20", "D", "D", "D", "L20"]


def test_no_move_is_best_when_the_game_is_over(tmp_path):
    game = find_game("tictactoe")
    make_tablebase(game, tmp_path)
    with pytest.raises(GameOver):
        Tablebase(tmp_path).best_moves(game.parse("xxx/oo1/3 o")[0])


@pytest.mark.parametrize("spec", ["tictactoe", "chomp:4,3"])
def test_what_cannot_arise_is_not_in_the_table(spec, tmp_path):
    game = find_game(spec)
    make_tablebase(game, tmp_path)
    table: Any = Tablebase(tmp_path)
    strange = Marks(0b111, 0) if spec == "tictactoe" else game.start()._replace(left=0b1001)
    with pytest.raises(ImpossiblePosition, match="does not contain"):
        table.value(strange)


def test_positions_must_be_whole_numbers():
    class Wordy(Take):
        def start(self):
            return "nine"

    with pytest.raises(UnsuitedGame, match="NamedTuples of whole numbers"):
        make_tablebase(Wordy(3), unchecked=True)


def test_a_table_of_other_rules_is_refused(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    with pytest.raises(BadTablebase, match=r"is a tablebase of tictactoe, not of mnk:4,3,3"):
        Tablebase(tmp_path, find_game("mnk:4,3,3"))


def test_a_table_of_rules_that_have_changed_is_refused(tmp_path, monkeypatch):
    make_tablebase(find_game("nim:2,3"), tmp_path)
    monkeypatch.setattr(
        "noughts.knowledge.impartial.NimKnowledge.canonical", lambda self, position: position
    )
    with pytest.raises(BadTablebase, match="different rules"):
        Tablebase(tmp_path)


def test_an_unfinished_table_says_how_to_go_on(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    manifest = tmp_path / "manifest.json"
    content = json.loads(manifest.read_text())
    del content["sha256"]
    manifest.write_text(sealed({**content, "complete": False}))
    with pytest.raises(UnfinishedTablebase, match="--resume"):
        Tablebase(tmp_path)


@pytest.mark.parametrize(
    "spec", ["tictactoe", "mnk:4,3,3", "wild:3,2,2", "nim:2,3", "morris:nodiagonals"]
)
def test_it_goes_through_every_position_that_can_arise(spec, tmp_path):
    make_tablebase(find_game(spec), tmp_path)
    found = list(Tablebase(tmp_path))
    rows = Positions(find_game(spec))
    assert sorted(found) == sorted((row.position, row.value) for row in rows)
    assert found[0][0] == knowledge_of(find_game(spec)).canonical(find_game(spec).start())


@pytest.mark.skipif(not FILES.exists(), reason="only Linux lists open files")
@pytest.mark.parametrize("compressed", [False, True])
def test_files_are_closed_with_the_last_reference(compressed, tmp_path):
    game = find_game("tictactoe")
    make_tablebase(game, tmp_path, compressed=compressed)
    gc.disable()
    try:
        before = len(list(FILES.iterdir()))
        table = Tablebase(tmp_path, game)
        assert len(list(FILES.iterdir())) > before
        del table
        assert len(list(FILES.iterdir())) == before
    finally:
        gc.enable()
