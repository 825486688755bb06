"""Layers cut into slabs: the same sets, the same bytes, from a few earlier slabs each."""

import pytest

from noughts.games.registry import find_game
from noughts.tablebase.backends.slabs import Slabs, arising, solving
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.marks_indexer import IndexedSolving
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import added
from tests.each import each

SPECS = (
    "tictactoe", "mnk:4,3,3", "mnk:4,2,3,misere", "mnk:3,3,3,cylinder", "mnk:3,3,3,torus",
    "mnk:4,4,3", "connectfour:4,3,3", "connectfour:3,4,3", "connectfour:4,3,3,misere",
)  # fmt: skip


def cut(spec, parts):
    marking = marking_of(find_game(spec))
    assert marking is not None
    return marking, Slabs(marking, parts)


@pytest.mark.parametrize("parts", [1, 4, 40])
@each("spec", SPECS)
def test_each_set_of_a_layer_is_in_one_slab(spec, parts):
    marking, slabs = cut(spec, parts)
    tables = Tables(marking)
    for marks in range(marking.cells + 1):
        sets = [cells for top in slabs.of_layer(marks) for cells in slabs.sets(marks, top)]
        assert sorted(sets) == list(tables.sets(marks))


@pytest.mark.parametrize("spec", SPECS)
def test_what_comes_after_a_slab_is_in_one_more_than_there_are_columns(spec):
    marking, slabs = cut(spec, 20)
    for marks in range(marking.cells):
        for top in slabs.of_layer(marks):
            after = slabs.after(marks, top)
            assert len(after) <= len(slabs.columns) + 1
            assert all(top in slabs.before(marks + 1, each) for each in after)
            there = {cells for each in after for cells in slabs.sets(marks + 1, each)}
            for cells in slabs.sets(marks, top):
                for cell in marking.open_cells(cells):
                    assert slabs.tables.folded(cells | 1 << cell)[0] in there


def test_more_parts_are_more_slabs():
    sizes = [len(cut("mnk:5,4,4", parts)[1].tops) for parts in (1, 10, 100)]
    assert sizes == sorted(set(sizes))
    assert sizes[-1] <= 2 * 100


def test_symmetries_that_move_every_cell_leave_one_slab():
    assert list(cut("mnk:5,5,4,torus", 100)[1].tops) == [0]


def by_slabs(marking, slabs):
    """Every layer's values by its sets, and its counts, each slab worked out from its own few."""
    arisen, last = {}, marking.cells
    if marking.falls:
        for marks in range(last + 1):
            for top in slabs.of_layer(marks):
                before = (
                    [arisen[marks - 1, each] for each in slabs.before(marks, top)] if marks else []
                )
                arisen[marks, top] = arising(slabs, marks, top, *before)
    later, layers = {}, {}
    for marks in reversed(range(last + 1)):
        found = {
            top: solving(
                slabs, marks, top, arisen.get((marks, top)),
                *(later[each] for each in slabs.after(marks, top)),
            )
            for top in slabs.of_layer(marks)
        }  # fmt: skip
        later = {top: part for top, (part, _) in found.items()}
        blocks = {}
        for part in later.values():
            size = len(part.content) // len(part.sets)
            for i, cells in enumerate(part.sets):
                blocks[cells] = bytes(part.content[i * size : (i + 1) * size])
        counts = added(each for _, (_, each) in found.values())
        layers[marks] = b"".join(blocks[cells] for cells in sorted(blocks)), counts
    return layers


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("parts", [1, 6, 30])
def test_slabs_have_the_bytes_of_whole_layers(spec, parts):
    marking, slabs = cut(spec, parts)
    solving_ = IndexedSolving(Tables(marking))
    solving_.go_forward()
    found = by_slabs(marking, slabs)
    for marks, layer, counts in solving_.layers():
        assert found[marks] == (bytes(layer.values.cast("B")), counts)
