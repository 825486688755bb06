"""Outcomes by planes cut into pieces, however small, are those of the kernels that gather bytes."""

from random import Random
from typing import Any

import pytest

from noughts.games.registry import find_game
from noughts.tablebase.bitplanes import outcomes
from noughts.tablebase.bitplanes import plane_kernels as layout
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.build import make_outcomes, make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.ranking import spread_pattern
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.resources import zeroed_bytes, zeroed_words
from noughts.tablebase.storage.store import loaded_values
from tests.each import each


def compared(spec, folder, low_bits):
    """How many outcomes were held against stored values, and how many differ."""
    make_tablebase(find_game(spec), folder)
    table: Any = Tablebase(folder)
    planes = Outcomes(table.indexer.marking, 2, low_bits=low_bits)
    positions = faults = 0
    for layer, _ in planes.layers():
        entry = table.layers[layer.pieces.marks]
        values = loaded_values(folder, table.manifest, entry, zeroed_bytes(entry.positions))
        found = planes.compared(
            layer, table.indexer.tables.layer(entry.number, values, table.keys(entry.number))
        )
        positions, faults = positions + found.positions, faults + found.faults
    return positions, faults, sum(entry.positions for entry in table.layers.values())


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


@each("spec", ["tictactoe", "mnk:4,3,3,misere", "connectfour:4,4"])
@each("low_bits", [2, 8, 16])
def test_counts_are_those_of_the_tablebase(spec, low_bits):
    game = find_game(spec)
    assert make_outcomes(game, low_bits=low_bits).layers == make_tablebase(game).layers


@pytest.mark.parametrize("spec", ["mnk:3,3,3,misere", "connectfour:3,3,3", "connectfour:4,3,3"])
def test_plain_python_comes_to_the_same(spec, monkeypatch):
    game = find_game(spec)
    compiled = make_outcomes(game, threads=3, low_bits=3)
    for module in (outcomes, layout):
        monkeypatch.setattr(module, "kernel", lambda function, *_: function)
    plain = make_outcomes(game, low_bits=3)
    assert plain[:3] == compiled[:3]


class FewPieces:
    """The last layers of a board with 36 marks, of which a few pieces are worked out at need."""

    def __init__(self, marking, first):
        self.outcomes = Outcomes(marking)
        self.layers: dict[int, Any] = {}
        for marks in range(first, marking.cells + 1):
            rooms = (zeroed_words(self.outcomes.words(marks)) for _ in range(2))
            self.layers[marks] = self.outcomes.layer(marks, *rooms)  # pages come when written to
        self.done: set[tuple[int, int]] = set()

    def work_out(self, marks, which, upper):
        """One piece, after those that come after it."""
        layer = self.layers[marks]
        after = self.layers.get(marks + 1, layer)
        number = (which << layer.pieces.high) + upper
        if (marks, number) in self.done:
            return
        taken = layer.sets[which]
        for cell in self.outcomes.tables.marking.open_cells(taken):
            there = list(after.sets).index(taken | 1 << cell)
            place = (taken & (1 << cell) - 1).bit_count()
            for grown in self.after(upper, place, (marks + 1) % 2):
                if layout.ones_left(after.pieces, grown) >= 0:
                    self.work_out(marks + 1, there, grown)
        self.outcomes.solve_pieces(layer, after, number, number + 1)
        self.done.add((marks, number))

    def after(self, upper, place, of_first_player):
        """The upper parts after one mark more: its own, by the text of its bits."""
        if place < layout.LOW_BITS:
            return [2 * upper, 2 * upper + 1]
        bits = [upper >> bit & 1 for bit in range(40)]
        bits.insert(place - layout.LOW_BITS, of_first_player)
        return [sum(bit << i for i, bit in enumerate(bits))]


def by_the_rules(marking, own, others):
    """The outcome for the player to move, by trying all moves."""
    if any(not line & ~others for line in marking.lines):
        return -1
    return max(
        (-by_the_rules(marking, others, own | 1 << cell)
         for cell in marking.open_cells(own | others)), default=0,
    )  # fmt: skip


def test_boards_of_36_marks_by_a_few_pieces():
    random, first = Random(1), 33
    marking: Any = marking_of(find_game("connectfour:6,6"))
    few = FewPieces(marking, first)
    layer, seen = few.layers[first], set()
    for _ in range(12):
        which = random.randrange(len(layer.sets))
        ones = sum(1 << bit for bit in random.sample(range(first), (first + 1) // 2))
        upper, left = ones >> 16, (ones & 0xFFFF).bit_count()
        few.work_out(first, which, upper)
        lower = [word for word in range(1 << 16) if word.bit_count() == left]
        block = which * layer.pieces.block + layer.pieces.starts[upper]
        taken = layer.sets[which]
        for i in random.sample(range(len(lower)), min(100, len(lower))):
            crosses = spread_pattern(upper << 16 | lower[i], taken)
            word, bit = block + i // 62, i % 62
            told = (layer.wins[word] >> bit & 1) - (layer.losses[word] >> bit & 1)
            assert told == by_the_rules(marking, taken ^ crosses, crosses)
            seen.add(told)
    assert seen == {-1, 0, 1}
