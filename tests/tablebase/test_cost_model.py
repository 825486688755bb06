"""Plans: the arithmetic of what a cluster has to do."""

from math import comb

import pytest

from noughts.errors import UnsuitedGame
from noughts.games.registry import find_game
from noughts.tablebase.backends.slabs import Slabs
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.cost_model import Cluster, plan_for
from tests.each import each


def plan(spec, **cluster):
    return plan_for(find_game(spec), Cluster(**cluster))


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:4,3,3", "connectfour:4,3,3"])
def test_positions_and_bytes_are_those_that_solving_comes_to(spec, tmp_path):
    planned, made = plan(spec), make_tablebase(find_game(spec), tmp_path)
    assert planned.total("positions") == made.positions
    files = [path for path in tmp_path.iterdir() if path.name.startswith("layer")]
    assert planned.total("disk") == sum(path.stat().st_size for path in files)


def test_unfolded_each_set_of_cells_has_each_colouring():
    for layer in plan("mnk:6,5,4").layers:
        n = layer.number
        assert layer.unfolded == comb(30, n) * comb(n, n // 2)


def test_the_positions_of_the_largest_boards():
    """Sums of C(42, n) C(n, n/2) over heights of columns: those of Connect Four, both ways."""
    planned = plan("connectfour")
    assert planned.total("positions") == 36_672_999_003_913
    assert planned.block == comb(42, 21)
    assert planned.marks == 42


def test_hours_follow_from_rates():
    one, many = plan("mnk:6,5,4", nodes=1, processors=1), plan("mnk:6,5,4", nodes=10, processors=8)
    assert one.hours_solving == pytest.approx(one.total("positions") / 20e6 / 3600)
    assert one.hours_solving == pytest.approx(80 * many.hours_solving)
    assert (one.total("network"), one.hours_network) == (0, 0)
    assert one.hours_writing == many.hours_writing == one.total("disk") / 1.25e9 / 3600


def test_no_slab_is_sent_to_more_machines_than_there_are_or_need_it():
    layers = [plan("mnk:5,4,4", nodes=nodes, processors=4).layers for nodes in (2, 3)]
    for two, three in zip(*layers, strict=True):
        assert two.network <= 1.01 * two.positions + 1
        assert three.network <= 2.01 * three.positions + 2


@each("spec", ["mnk:5,4,4", "connectfour:5,4"])
def test_sizes_of_slabs_are_about_right(spec):
    """Together they come to little less than the layer: few sets are symmetric in themselves."""
    marking = marking_of(find_game(spec))
    assert marking is not None
    slabs, tables = Slabs(marking, 8), Tables(marking)
    for marks in range(4, marking.cells - 3):
        guessed = sum(slabs.size(marks, top) for top in slabs.of_layer(marks))
        assert guessed == pytest.approx(tables.size(marks), rel=0.1)


@each("spec", ["morris", "wild", "notakto:3"])
def test_other_games_have_no_plan(spec):
    with pytest.raises(UnsuitedGame, match=rf"solved on one machine.*: noughts solve {spec}"):
        plan(spec)
