"""Small parts of `search`, by example."""

# mypy: no-check-untyped-defs

from array import array

from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.notakto import Notakto
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.search.context import Ordering, ScoreBounds
from noughts.search.depth import loop_of
from noughts.search.memory import (
    grow,
    holds_position,
    is_row_of_words,
    joined_number,
    pages,
    split_words,
    unpack_position,
    words_of,
    write_position,
    zeros,
)
from noughts.search.packed import PackedTable, least_bits
from noughts.search.page import Told, tell_canonical, tell_cells, tell_marks, tell_moves, tell_parts
from noughts.search.pns import ProofTree
from noughts.search.proof import disproof_number, pack_numbers, proof_number
from noughts.search.queue import Plays, Queue, follow
from noughts.search.table import (
    ArrayPositionIndex,
    ArrayProofTable,
    ArrayTable,
    DictPositionIndex,
    LosslessTable,
    folded_word,
    lower_bound,
    pack_bounds,
    position_hash,
    upper_bound,
    word_within,
)


def test_context_by_example():
    bounds = ScoreBounds()
    assert (bounds.question(quick_depth=11), bounds.lower()) == (9999988, -1000000000)
    bounds.learn(9999988, 0)
    assert (bounds.question(quick_depth=11), bounds.upper()) == (-9999989, 0)


def test_depth_by_example():
    game = find_game("tictactoe")
    assert loop_of(game, game.parse("xxo/ox1/o2 x")[0]) == ()
    game = find_game("morris")
    assert len(loop_of(game, game.start())) == 4


def test_memory_by_example():
    room = pages(2)
    room[1] = 5
    assert list(room) == [0, 5]

    field = zeros(1)
    grow(field, 3)
    assert repr(field) == "array('q', [0, 0, 0])"

    memory = zeros(5)
    write_position(memory, 1, (5, 7), 2)
    assert (
        list(memory),
        holds_position(memory, 1, (5, 7), 2),
        holds_position(memory, 0, (5, 7), 2),
    ) == ([0, 5, 7, 0, 0], True, False)
    write_position(memory, 0, (1 << 64, -1), 4)
    assert (list(memory), unpack_position((0, 0), memory, 0, 4) == (1 << 64, -1)) == (
        [0, 1, -1, -1, 0],
        True,
    )

    assert (
        words_of(MNK(3, 3, 3), (0, 0)),
        words_of(MNK(9, 9, 5), (0, 0)),
        words_of(MNK(), "x"),
    ) == (2, 4, 0)

    assert repr(zeros(2)) == "array('q', [0, 0])"
    assert (
        split_words(1 << 64, 2),
        split_words(-1, 2),
        joined_number(split_words(5 << 70, 3)) == 5 << 70,
    ) == ([0, 1], [-1, -1], True)
    assert (is_row_of_words((1, 2)), is_row_of_words(((1,), 2)), is_row_of_words("12")) == (
        True,
        False,
        False,
    )


def test_ordering_by_example():
    ordering, end = Ordering(size=3, width=2), 0
    for state, score in ((Marks(5, 0), 10), (Marks(6, 0), 30), (Marks(7, 0), 30)):
        end = ordering.insert(0, end, state, plies=1, score=score)
    assert [ordering.state(place, state).mine for place in range(end)] == [6, 7, 5]


def test_packed_by_example():
    game = knowledge_of(ConnectFour())
    table = PackedTable(game.key_bits, game.max_plies, size_bits=12)
    table.merge(game, game.start(), 0, -9_999_960, 9_999_959)
    table.merge(game, game.start(), 0, 0, 9_999_999)
    assert table.probe(game, game.start(), 0) == (0, 9999959)

    assert (least_bits(49, 42), least_bits(66, 60)) == (1, 18)


def test_page_by_example():
    told, game = Told(5), knowledge_of(Nim(2))
    assert (tell_moves(game, game.start(), told), list(told.words)) == (2, [2, 1, 1, 2, 0])

    game, told = TicTacToe(), Told(9)
    assert (tell_marks(knowledge_of(game), *game.parse("xo1/1x1/3 o"), told), list(told.words)) == (
        3,
        [1, 2, 0, 0, 1, 0, 0, 0, 0],
    )

    game, told = Nim(1, 2), Told(3)
    assert (tell_cells(knowledge_of(game), game.start(), told), list(told.words)) == (3, [1, 0, 2])

    game, told = Notakto(2), Told(2)
    assert (
        tell_parts(knowledge_of(game), *game.parse("xxx/3/3|3/1x1/3 x"), told),
        list(told.words),
    ) == (2, [1, 0])

    game, told = TicTacToe(), Told(2)
    assert (
        tell_canonical(knowledge_of(game), game.parse("3/3/2x o")[0], told),
        list(told.words),
    ) == (2, [0, 1])

    assert repr(Told(2).words) == "array('q', [0, 0])"


def test_pns_by_example():
    game = MNK(4, 3, 3)
    tree = ProofTree(game, game.parse("1x2/1o2/4 x")[0])
    assert (tree.run(10_000), tree.nodes) == (True, 355)


def test_queue_by_example():
    queue = Queue(array("q", [1, 2, 3, 4]), width=2)
    assert (queue.done, queue.place()) == (0, 0)
    queue.answer(9_999_999)
    assert (queue.done, queue.place(), list(queue.scores)) == (1, 2, [9999999, 0])

    game = ConnectFour(2, 3, 2)
    plays = Plays([bytes([0, 0]), bytes([1, 9]), b""], width=2)
    follow(game, game.start(), plays)
    assert (list(plays.kept), list(plays.words)) == ([2, 1, 0], [1, 2, 0, 16, 0, 0])


def test_table_by_example():
    table = ArrayTable(words=2, size_bits=4)
    table.store((3, 4), pack_bounds(0, 9))
    assert (table.find((3, 4)) == pack_bounds(0, 9), table.find((4, 3))) == (True, 0)

    table = LosslessTable(words=1, size_bits=1)
    assert (table.store((3,), 5), table.store((4,), 6)) == (None, None)
    assert (table.find((3,)), table.find((4,)), table.find((5,))) == (5, 6, 0)

    table = ArrayProofTable(words=2, size_bits=4)
    table.store((3, 4), 1, entry=27, effort=10)
    assert (table.find((3, 4), 1), table.find((3, 4), 0), table.find((4, 3), 1)) == (27, 0, 0)

    register = DictPositionIndex()
    assert (register.number("here"), register.number("there"), register.number("here")) == (0, 1, 0)

    register = ArrayPositionIndex(words=2, room=2)
    assert (register.number((3, 4)), register.number((4, 3)), register.number((3, 4))) == (0, 1, 0)
    assert (register.find((0, 0)), register.number((0, 0))) == (-1, -1)

    assert (lower_bound(pack_bounds(-5, 7)), upper_bound(pack_bounds(-5, 7))) == (-5, 7)
    assert position_hash((3, 4), 2) != position_hash((4, 3), 2)
    assert (folded_word(5, 1), folded_word(5 << 124, 2) == folded_word(5 << 62, 2)) == (5, False)
    assert word_within(5 << 70 | 6, 3) == 2


def test_proof_by_example():
    assert (proof_number(pack_numbers(2, 7)), disproof_number(pack_numbers(2, 7))) == (2, 7)
