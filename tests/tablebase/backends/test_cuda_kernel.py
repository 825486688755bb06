"""The kernel for many lanes, run by one: the bytes are those of the other kernels."""

from array import array

import pytest

from noughts.games.registry import find_game
from noughts.native import kernel
from noughts.tablebase.backends.cuda import SHARED, Gathering, gather, write_words
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.marks_indexer import IndexedSolving
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Counts

SPECS = (
    "tictactoe", "mnk:4,3,3", "mnk:3,3,3,misere", "mnk:3,3,3,torus", "mnk:4,4,3",
    "connectfour:4,3,3", "connectfour:3,4,3,misere",
)  # fmt: skip


# The parts of each set.
PARTS = 3


class OneLane(IndexedSolving):
    def counted(self, layer, after):
        words = array("q", bytes(8 * layer.patterns))
        kernel(write_words)(words, layer.ones)
        task = Gathering(self.tables.board, layer, after, words, array("q", [9] * 4), PARTS)
        kernel(gather)(task, array("q", bytes(8 * SHARED)), 0, 1, 0, 1)
        return Counts(*task.counts)


@pytest.mark.parametrize("spec", SPECS)
def test_one_lane_works_out_the_same_bytes(spec):
    marking = marking_of(find_game(spec))
    assert marking is not None
    found = []
    for kind in (IndexedSolving, OneLane):
        solving = kind(Tables(marking))
        solving.go_forward()
        layers = solving.layers()
        found.append([(marks, bytes(layer.values), counts) for marks, layer, counts in layers])
    assert found[0] == found[1]
