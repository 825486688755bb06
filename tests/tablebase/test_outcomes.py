"""Outcomes by planes cut into pieces, however small, are those of the kernels that gather bytes."""

from typing import Any

import pytest

from noughts.games.catalogue import find_game
from noughts.tablebase import outcomes, pieces
from noughts.tablebase.make import make_tablebase
from noughts.tablebase.marking import marking_of
from noughts.tablebase.outcome_making import make_outcomes
from noughts.tablebase.outcomes import Outcomes
from noughts.tablebase.store import loaded_values
from noughts.tablebase.table import Tablebase
from noughts.tablebase.tables import room_for


def compared(spec, folder, low_bits):
    """How many outcomes were held against stored values, and how many differ."""
    make_tablebase(find_game(spec), folder)
    table: Any = Tablebase(folder)
    planes = Outcomes(table.way.marking, 2, low_bits=low_bits)
    positions = faults = 0
    for layer, _ in planes.layers():
        entry = table.entries[layer.marks]
        values = loaded_values(folder, table.manifest, entry, room_for(entry.positions))
        found = planes.compared(
            layer, table.way.tables.layer(layer.marks, values, table.keys(layer.marks))
        )
        positions, faults = positions + found.positions, faults + found.faults
    return positions, faults, sum(entry.positions for entry in table.entries.values())


@pytest.mark.parametrize(
    ("spec", "low_bits"),
    [
        ("tictactoe", 1), ("tictactoe", 3), ("mnk:4,3,3,misere", 2), ("mnk:4,4,4", 5),
        ("mnk:4,4,3,cylinder", 8), ("connectfour:4,4", 1), ("connectfour:4,4", 3),
        ("connectfour:4,4", 8), ("connectfour:5,4", 8), ("connectfour:4,3,3,misere", 4),
    ],
)  # fmt: skip
def test_every_outcome_is_that_of_the_tablebase(spec, low_bits, tmp_path):
    positions, faults, every = compared(spec, tmp_path, low_bits)
    assert (positions, faults) == (every, 0)


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:4,3,3,misere", "connectfour:4,4"])
@pytest.mark.parametrize("low_bits", [2, 8, 16])
def test_counts_are_those_of_the_tablebase(spec, low_bits):
    game = find_game(spec)
    assert make_outcomes(game, low_bits=low_bits).layers == make_tablebase(game).layers


@pytest.mark.parametrize("spec", ["mnk:3,3,3,misere", "connectfour:3,3,3", "connectfour:4,3,3"])
def test_plain_python_comes_to_the_same(spec, monkeypatch):
    game = find_game(spec)
    compiled = make_outcomes(game, workers=3, low_bits=3)
    for module in (outcomes, pieces):
        monkeypatch.setattr(module, "kernel", lambda function: function)
    plain = make_outcomes(game, low_bits=3)
    assert plain[:3] == compiled[:3]


def test_boards_of_more_marks_than_ranks_of_four_bytes_can_number():
    """Connect Four in columns too low and rows too few for a line: nobody can ever win."""
    marking: Any = marking_of(find_game("connectfour:12,3"))
    assert marking.cells > 32
    full = Outcomes(marking, low_bits=16)
    assert full.words(36) == pieces.words_in_block(36)
