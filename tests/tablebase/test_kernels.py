"""The kernels give the same bytes compiled and as plain Python."""

import pytest

from noughts.games.registry import find_game
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial import tables
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.indexers import by_ply
from noughts.tablebase.indexers import keyed as retrograde
from noughts.tablebase.indexers.by_ply import ByPlyIndexer
from noughts.tablebase.indexers.one_mark import one_marking_of


@pytest.fixture
def interpreted(monkeypatch):
    """Leaves the kernels as they stand, as where there is no Numba."""

    def leave():
        for module in (retrograde, tables):
            monkeypatch.setattr(module, "kernel", lambda function, *_: function)

    return leave


@pytest.mark.parametrize(
    "spec",
    [
        "tictactoe", "mnk:4,2,3,misere", "mnk:3,3,3,torus", "connectfour:3,3,3", "morris", "wild",
        "notakto:2",
    ],
)  # fmt: skip
def test_plain_kernels_write_the_same_files(spec, tmp_path, interpreted):
    game = find_game(spec)
    make_tablebase(game, tmp_path / "compiled")
    interpreted()
    make_tablebase(game, tmp_path / "plain")
    for path in (tmp_path / "compiled").iterdir():
        assert path.read_bytes() == (tmp_path / "plain" / path.name).read_bytes()


@pytest.mark.parametrize("low_bits", [1, 2, 3, 5])
def test_where_words_are_cut_in_two_makes_no_difference(low_bits, tmp_path, monkeypatch):
    game = find_game("mnk:4,3,3")
    make_tablebase(game, tmp_path / "as it is")
    monkeypatch.setattr("noughts.tablebase.combinatorial.ranking.MOST_LOW_BITS", low_bits)
    make_tablebase(game, tmp_path / "otherwise")
    for path in (tmp_path / "as it is").iterdir():
        assert path.read_bytes() == (tmp_path / "otherwise" / path.name).read_bytes()


@pytest.mark.parametrize("spec", ["hex:3", "tictactoe"])
def test_layers_are_the_same_compiled_and_in_small_pieces(spec, tmp_path, monkeypatch):
    game = find_game(spec)
    monkeypatch.setattr("noughts.tablebase.build.indexer_for", ByPlyIndexer)
    make_tablebase(game, tmp_path / "plain")
    monkeypatch.setattr(by_ply, "INTERPRETED_POSITIONS", 0)
    monkeypatch.setattr(by_ply, "PIECE", 5)
    monkeypatch.setattr(by_ply, "WAITING", 20)
    monkeypatch.setattr("noughts.tablebase.indexers.by_ply.ROOM", 4)
    make_tablebase(game, tmp_path / "compiled", threads=3)
    for path in (tmp_path / "compiled").iterdir():
        assert path.read_bytes() == (tmp_path / "plain" / path.name).read_bytes()


def test_folding_changes_no_value(tmp_path, monkeypatch):
    """Without symmetries the same positions are counted, and no permutation is ever used."""
    for spec in ("tictactoe", "mnk:4,3,3,misere", "connectfour:4,3,3", "notakto:2"):
        game = find_game(spec)
        folded = make_tablebase(game)
        with monkeypatch.context() as patch:
            patch.setattr("noughts.tablebase.indexers.marking_of", unfolded)
            patch.setattr("noughts.tablebase.indexers.one_marking_of", unfolded_boards)
            plain = make_tablebase(game)
        assert (plain.layers, plain.value) == (folded.layers, folded.value)
        assert plain.positions > folded.positions


def unfolded(game):
    marking = marking_of(game)
    return marking and marking._replace(symmetries=marking.symmetries[:1])


def unfolded_boards(game):
    one = one_marking_of(game)
    if not one:
        return None
    return one._replace(marking=one.marking._replace(symmetries=one.marking.symmetries[:1]))
