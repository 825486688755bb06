"""Notakto's tables: equal to the keyed way's in every position, counted as by visiting, known."""

from collections import Counter
from functools import cache
from itertools import permutations, product
from random import Random

import pytest

from noughts.errors import ImpossiblePosition
from noughts.games.notakto import Crosses
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.symmetry import moved, of_rectangle
from noughts.solving.count import positions_by_ply
from noughts.solving.solver import Solver
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.indexers.keyed import RetrogradeIndexer
from noughts.tablebase.indexers.one_mark import OneTables, one_marking_of
from noughts.tablebase.probe import Tablebase
from noughts.value import LOSS, OPEN, WIN
from tests.each import each
from tests.whole import every_position

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


@pytest.fixture(scope="module")
def two(tmp_path_factory):
    """The table of two boards."""
    folder = tmp_path_factory.mktemp("two")
    make_tablebase(find_game("notakto:2"), folder)
    return Tablebase(folder)


def keyed_values(spec, folder, monkeypatch):
    """What the keyed way says of a position."""
    with monkeypatch.context() as patch:
        patch.setattr("noughts.tablebase.build.indexer_for", RetrogradeIndexer)
        patch.setattr("noughts.tablebase.probe.indexer_for", RetrogradeIndexer)
        make_tablebase(find_game(spec), folder)
        table = Tablebase(folder)
    value, known = cache(table.value), knowledge_of(table.game)
    return lambda position: value(known.canonical(position))


def test_two_boards_are_worth_and_counted_as_the_keyed_way_says(two, tmp_path, monkeypatch):
    game = two.game
    keyed = keyed_values("notakto:2", tmp_path, monkeypatch)
    names = {WIN: "won", LOSS: "lost"}
    counts: dict[int, Counter[str]] = {ply: Counter() for ply in two.layers}
    for position, ply in every_position(game):
        value = keyed(position)
        assert tuple(two.value(position)) == tuple(value)
        over = game.outcome(position) != OPEN
        counts[ply]["finished" if over else names[value.outcome]] += 1
    for ply, entry in two.layers.items():
        assert Counter(entry.counts._asdict()) == counts[ply]


def naive_counts():
    """How many sets of n marks can arise on one board, by sets of cells."""
    layer, counts = {frozenset[int]()}, []
    while layer:
        counts.append(len(layer))
        layer = {
            marked | {cell}
            for marked in layer
            if not any(set(line) <= marked for line in LINES)
            for cell in range(9)
            if cell not in marked
        }
    return counts


def convolved(one, other):
    """How many ways there are to have n marks on two parts."""
    counts = [0] * (len(one) + len(other) - 1)
    for (i, here), (j, there) in product(enumerate(one), enumerate(other)):
        counts[i + j] += here * there
    return counts


@pytest.mark.parametrize("boards", [1, 2, 3])
def test_positions_are_counted_as_marks_on_boards_that_do_not_touch_each_other(boards):
    """Each board can have come to any of its sets: those without a line are played on last."""
    expected = [1]
    for _ in range(boards):
        expected = convolved(expected, naive_counts())
    made = make_tablebase(find_game(f"notakto:{boards}"))
    assert [counts.reachable for _, counts in made.layers] == expected
    assert made.total.reachable == 450**boards
    if boards < 3:
        assert expected == positions_by_ply(find_game(f"notakto:{boards}"))


def test_the_first_the_second_and_the_first_player_win(two, tmp_path):
    """Plambeck and Whitehead, "The Secrets of Notakto", 2013."""
    make_tablebase(find_game("notakto:1"), tmp_path / "one")
    one = Tablebase(tmp_path / "one")
    values = {one.game.name(move): value for move, value, _ in one.values(one.game.start())}
    assert [name for name, value in values.items() if value.outcome == WIN] == ["b2"]
    assert {value.outcome for _, value, _ in two.values(two.game.start())} == {LOSS}
    made = make_tablebase(find_game("notakto:3"), tmp_path / "three", threads=2)
    assert made.value == Solver(find_game("notakto:3")).value(Crosses(0))
    assert made.value.outcome == WIN


@each(("boards", "cases"), [(1, 512), (2, 300), (3, 12)])
def test_the_set_that_stands_for_its_images_is_the_smallest(boards, cases):
    """Of all images, by each board's eight turns and every order of the boards."""
    one = one_marking_of(find_game(f"notakto:{boards}"))
    assert one is not None
    tables, random = OneTables(one), Random(boards)
    for cells in random.sample(range(1 << 9 * boards), cases):
        parts = [cells >> 9 * number & 511 for number in range(boards)]
        turned = [[moved(part, each) for each in of_rectangle(3, 3)] for part in parts]
        images = {
            sum(part << 9 * number for number, part in enumerate(order))
            for chosen in product(*turned)
            for order in permutations(chosen)
        }
        assert tables.smallest(cells) == min(images)


def test_the_sets_of_a_layer_are_those_that_stand_for_their_images_in_order(two):
    tables = two.indexer.tables
    smallest: dict[int, set[int]] = {ply: set() for ply in two.layers}
    for position, ply in every_position(two.game):
        smallest[ply].add(tables.smallest(position.crosses))
    for ply in two.layers:
        assert list(two.keys(ply)) == list(tables.sets(ply)) == sorted(smallest[ply])


def test_positions_are_found_again_by_their_numbers(two):
    for ply in two.layers:
        keys = two.keys(ply)
        for number in range(len(keys)):
            position = two.indexer.position_at(ply, keys, number)
            assert two.indexer.place(position, two.keys) == (ply, number)


@pytest.mark.parametrize(
    "crosses",
    [
        0b111_111_000,  # two lines of which none was the last
        0b111_111_111 << 9,
        1 << 18,  # no cell of two boards
        -1,
    ],
)
def test_what_cannot_arise_is_not_in_the_table(two, crosses):
    with pytest.raises(ImpossiblePosition, match="does not contain"):
        two.value(Crosses(crosses))
