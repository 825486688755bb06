"""Outcomes by slabs: runs of a layer's sets, and the same planes from a few slabs each."""

from noughts.games.registry import find_game
from noughts.tablebase.backends.ray import PlaneSlabs
from noughts.tablebase.bitplanes.outcomes import Outcomes
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.resources import zeroed_words
from tests.each import each

SPECS = ("tictactoe", "mnk:4,3,3", "mnk:3,3,3,torus,misere", "connectfour:4,3,3")


def cut(spec, parts):
    marking = marking_of(find_game(spec))
    assert marking is not None
    return marking, PlaneSlabs(marking, parts, low_bits=4)


@each("spec", SPECS)
@each("parts", [1, 4, 40])
def test_slabs_one_behind_the_other_are_the_layer(spec, parts):
    """Their sets, and where their blocks are."""
    marking, slabs = cut(spec, parts)
    outcomes = Outcomes(marking, low_bits=4)
    for marks in range(marking.cells + 1):
        layer = outcomes.layer(marks, None, None)
        tops = slabs.of_layer(marks)
        assert [cells for top in tops for cells in slabs.sets(marks, top)] == list(layer.sets)
        blocks = [slabs.blocks(layer.sets, top, marks) for top in tops]
        ends = [0, *(where.stop for where in blocks)]
        assert ends[:-1] == [where.start for where in blocks]
        assert ends[-1] == len(layer.sets) * layer.pieces.block == outcomes.words(marks)


def test_more_parts_are_more_slabs():
    sizes = [len(cut("connectfour:5,4", parts)[1].tops) for parts in (1, 5, 24, 25)]
    assert sizes == [1, 5, 5, 25]


def test_what_slabs_take_is_what_they_hold():
    """A slab with all those after it, each position two bits in whole words."""
    _, slabs = cut("connectfour:4,3,3", 8)
    for marks in range(12):
        for top in slabs.of_layer(marks):
            after = slabs.after(marks, top)
            words = slabs.outcomes.words(marks) // slabs.outcomes.tables.set_count(marks)
            assert slabs.size(marks, top) == 16 * len(slabs.sets(marks, top)) * words
            assert slabs.held(marks, top, marks + 1, after) == slabs.together(marks, top)


def forward(slabs):
    """What can arise of every slab, each worked out from its own few."""
    going, arisen = {}, {}
    for marks in range(slabs.tables.last + 1):
        for top in slabs.of_layer(marks):
            if marks == 0:
                layer = slabs.outcomes.reach_layer(0, one(), one())
                going[0, top] = slabs.cut(layer, [layer.going], top)
                arisen[0, top] = slabs.cut_arisen(0, layer.arisen, top)
            else:
                before = [going[marks - 1, each] for each in slabs.before(marks, top)]
                going[marks, top], arisen[marks, top] = slabs.reached(marks, top, *before)
    return arisen


def one():
    word = zeroed_words(1)
    word[0] = 1
    return word


def by_slabs(slabs):
    """Every layer's wins and losses and its counts, from the full board back."""
    arisen = forward(slabs) if slabs.marking.falls else {}
    later, layers = {}, {}
    for marks in reversed(range(slabs.tables.last + 1)):
        found = {
            top: slabs.solved(
                marks, top, arisen.get((marks, top)),
                *(later[each] for each in slabs.after(marks, top)),
            )
            for top in slabs.of_layer(marks)
        }  # fmt: skip
        later = {top: part for top, (part, _) in found.items()}
        planes = [bytes(part.content) for part in later.values()]
        wins = b"".join(each[: len(each) // 2] for each in planes)
        losses = b"".join(each[len(each) // 2 :] for each in planes)
        counts = [sum(column) for column in zip(*(each for _, each in found.values()), strict=True)]
        layers[marks] = wins, losses, counts
    return layers


@each("spec", SPECS)
@each("parts", [1, 6, 30])
def test_slabs_have_the_planes_of_whole_layers(spec, parts):
    marking, slabs = cut(spec, parts)
    found = by_slabs(slabs)
    for layer, counts in Outcomes(marking, low_bits=4).layers():
        wins, losses, counted = found[layer.pieces.marks]
        assert (wins, losses) == (bytes(layer.wins.cast("B")), bytes(layer.losses.cast("B")))
        assert marking.falls or counted == list(counts)
