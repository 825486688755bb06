"""Small parts of `tablebase`, by example."""

# mypy: no-check-untyped-defs

from array import array

from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.notakto import Notakto
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.games.wild import Wild
from noughts.tablebase.backends.ray import PlaneSlabs
from noughts.tablebase.backends.slabs import Slabs
from noughts.tablebase.bitplanes.outcomes import Outcomes, can_arise, outcome_marking
from noughts.tablebase.bitplanes.plane_kernels import pieces_of, words_in_block
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.ranking import (
    CHUNKS,
    ROW,
    binomials,
    ones_of,
    orbits,
    patterns,
    rank,
    rank_high_words,
    unranked,
    words_holding,
)
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.cost_model import Cluster, plan_for
from noughts.tablebase.fingerprint import rules_fingerprint
from noughts.tablebase.indexer import Counts, added
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.indexers.by_ply import (
    bits_each,
    is_layered,
    pack_word,
    slot_bits,
    unpacked_word,
)
from noughts.tablebase.indexers.either_mark import either_marking_of
from noughts.tablebase.indexers.one_mark import OneTables, one_marking_of
from noughts.tablebase.resources import PositionTally, SolvingReport, free_memory
from noughts.tablebase.storage.store import frame_starts


def test_backends_ray_by_example():
    slabs = PlaneSlabs(marking_of(TicTacToe()), parts=4, low_bits=16)
    assert [bin(top) for top in slabs.tops] == ["0b0", "0b10000000", "0b100000000", "0b110000000"]
    assert repr(slabs.blocks(slabs.sets(1, 0), 0, marks=1)) == "slice(0, 7, None)"


def test_backends_slabs_by_example():
    slabs = Slabs(marking_of(TicTacToe()), parts=4)
    assert (bin(slabs.chosen), len(slabs.tops)) == ("0b101010101", 12)
    assert [bin(top) for top in slabs.after(2, 0b1)] == ["0b1", "0b101", "0b10001", "0b1000100"]
    assert list(slabs.sets(2, 0b1)) == [0b11, 0b1100]

    assert orbits(((0, 1, 2, 3),), {0: 2, 2: 2}) == [1, 2, 3, 2, 1]


def test_bitplanes_outcomes_by_example():
    counts = [counts for _, counts in Outcomes(marking_of(TicTacToe())).layers()]
    assert counts[9] == Counts(won=0, drawn=1, lost=0, finished=0)
    assert counts[0] == Counts(won=0, drawn=0, lost=0, finished=78)

    marking = outcome_marking(ConnectFour(2, 2, 2))
    assert (
        can_arise(marking, first=0b01, second=0b10),
        can_arise(marking, first=0b10, second=0b01),
    ) == (True, False)


def test_bitplanes_plane_kernels_by_example():
    pieces = pieces_of(4, low_bits=3)  # two of the four are the first player's
    assert list(pieces.starts) == [0, 1, 2]
    assert (bin(pieces.ends[2]), bin(pieces.planes[pieces.firsts[2]])) == ("0b111", "0b100")

    assert [words_in_block(marks) for marks in (0, 7, 8, 12)] == [1, 1, 2, 15]


def test_combinatorial_marking_by_example():
    assert marking_of(ConnectFour(4, 4)).lines[0] == 0b1111
    assert marking_of(Nim()) is None

    assert (marking_of(TicTacToe()).cells, marking_of(ConnectFour()).cells) == (9, 42)
    assert marking_of(ConnectFour(2, 3, 3)).columns == {0: (0, 1, 2), 4: (4, 5, 6)}
    assert marking_of(ConnectFour(3, 4)).heights == {0: 4, 5: 4, 10: 4}


def test_combinatorial_ranking_by_example():
    ranks = array("i", [0] * 4)
    rank_high_words(binomials(), 2, 2, ranks)
    assert (list(ranks), rank(0b0110) == rank(0b10) + ranks[0b01], rank(0b1100) == ranks[0b11]) == (
        [0, 1, 3, 5],
        True,
        True,
    )

    table = words_holding(2)
    ones, part, of_one_bit = 1, 0b10, 1
    assert bin(table[((ones << 2 | part) * 3 + of_one_bit) * CHUNKS]) == "0b10"

    assert binomials()[4 * ROW + 2] == 6
    assert [ones_of(marks) for marks in range(5)] == [0, 1, 1, 2, 2]
    assert [patterns(marks) for marks in range(5)] == [1, 1, 2, 3, 6]
    turns_of_a_square = ((0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1))
    assert orbits(turns_of_a_square, dict.fromkeys(range(4), 1)) == [1, 1, 2, 1, 1]


def test_combinatorial_tables_by_example():
    tables = Tables(marking_of(TicTacToe()))
    assert [tables.set_count(marks) for marks in range(10)] == [1, 3, 8, 16, 23, 23, 16, 8, 3, 1]
    assert list(tables.sets(1)) == [0b1, 0b10, 0b10000]


def test_cost_model_by_example():
    plan = plan_for(TicTacToe(), Cluster(nodes=2, processors=1))
    assert (plan.total("unfolded"), plan.total("positions"), plan.block) == (6046, 1372, 126)


def test_fingerprint_by_example():
    default = rules_fingerprint(MNK())
    assert rules_fingerprint(MNK(3, 3, 3)) == default != rules_fingerprint(MNK(misere=True))


def test_indexers_by_example():
    assert [
        indexer_for(find_game(name)).name for name in ("connectfour", "notakto", "hex", "morris")
    ] == ["indexed", "indexed", "layered", "keyed"]


def test_indexers_by_ply_by_example():
    assert [is_layered(find_game(name)) for name in ("hex", "nim:3,4", "morris", "ultimate")] == [
        True,
        False,
        False,
        False,
    ]

    assert (bits_each(1), bits_each(2), bits_each(5)) == (62, 31, 12)
    assert unpacked_word(pack_word((3, 4)), fields=2) == (3, 4)
    assert (slot_bits(4), slot_bits(5)) == (3, 4)


def test_indexers_either_mark_by_example():
    found = either_marking_of(Wild())
    assert (found.lined[5:], found.full) == ((-1, -1, -1, -1, -1), 0)
    assert either_marking_of(Nim()) is None


def test_indexers_one_mark_by_example():
    found = one_marking_of(Notakto(2))
    assert (
        len(found.marking.lines),
        len(found.marking.symmetries),
        found.marking.loses,
        found.boards,
    ) == (8, 8, True, 2)
    assert one_marking_of(Nim()) is None

    tables = OneTables(one_marking_of(Notakto()))
    assert [tables.set_count(marks) for marks in range(tables.last + 1)] == [
        1,
        3,
        8,
        16,
        23,
        23,
        11,
        2,
    ]


def test_resources_by_example():
    told: list[tuple[int, int | None, int]] = []
    tally = PositionTally(
        lambda report: told.append((report.done, report.total, report.found)), total=None
    )
    tally.tell_found(10)
    tally.tell(3)
    assert told == [(0, None, 10), (3, 10, 0)]

    assert free_memory() is None or free_memory() > 0
    assert SolvingReport(done=300, total=1_000, seconds=2, earlier=100).rate == 100.0
    assert SolvingReport(done=300, total=1_000, seconds=2, earlier=100).left == 7.0


def test_combinatorial_unranked_by_example():
    assert [bin(unranked(place, 2, 4)) for place in (0, 1, 5)] == ["0b11", "0b101", "0b1100"]


def test_indexer_by_example():
    assert Counts(won=3, drawn=2, lost=1, finished=4).reachable == 10
    assert (
        repr(added([(1, 0, 2, 0), Counts(won=3, drawn=0, lost=0, finished=1)]))
        == "Counts(won=4, drawn=0, lost=2, finished=1)"
    )


def test_storage_store_by_example():
    assert repr(frame_starts([3, 5])) == "array('q', [0, 3, 8])"
