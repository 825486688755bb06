"""What can arise in Connect Four, by planes: as many positions as are published, at every ply."""

from array import array
from typing import Any

from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.build import make_outcomes
from noughts.tablebase.combinatorial.marking import marking_of
from tests.each import each


def by_plies(game):
    """How many positions can arise after each number of plies, by playing all games."""
    layer, sizes = {game.start()}, []
    while layer:
        sizes.append(len(layer))
        layer = {game.play(here, move) for here in layer for move in legal_moves(game, here)}
    return sizes


@each("low_bits", [1, 2, 5, 16])
@each("spec", ["connectfour:4,3,3", "connectfour:3,4,3,misere", "connectfour:2,5,3"])
def test_as_many_as_can_be_played(spec, low_bits):
    game = find_game(spec)
    made = make_outcomes(game, low_bits=low_bits)
    counts = [counts.reachable for _, counts in made.layers]
    played = by_plies(game)
    assert counts == played + [0] * (len(counts) - len(played))


@each(
    ("spec", "legal"),
    [("connectfour:4,4", 161_029), ("connectfour:5,4", 3_945_711), ("connectfour:4,5", 1_706_255)],
)
@each("low_bits", [6, 11])
def test_as_many_as_are_published(spec, legal, low_bits):
    """Section 6 of the design has the numbers of Tromp, and of Edelkamp and Kissmann."""
    assert make_outcomes(find_game(spec), threads=2, low_bits=low_bits).total.reachable == legal


def test_room_that_was_used_before_makes_no_difference():
    """Every word is written before it is read."""
    marking: Any = marking_of(find_game("connectfour:3,3,3"))
    outcomes = Outcomes(marking, low_bits=2)
    found = []
    for old in (0, 5):
        before = None
        for marks in range(outcomes.last + 1):
            going = array("q", [old]) * outcomes.words(marks)
            arisen = array("q", [old]) * outcomes.arisen_words(marks)
            layer = outcomes.reach_layer(marks, going, arisen)
            if before is None:
                going[0] = arisen[0] = 1
            else:
                outcomes.reach(before, layer)
            found.append((marks, bytes(going), bytes(arisen)))
            before = layer
    half = len(found) // 2
    assert found[:half] == found[half:]
