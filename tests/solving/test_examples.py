"""Small parts of `solving`, by example."""

# mypy: no-check-untyped-defs

from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge.exact import knowledge_of
from noughts.search.memory import size_bits_within
from noughts.solving.api import Bounds, bounds_of_scores
from noughts.solving.book import Book, book_layers, book_words, score_from_plies, signed_plies
from noughts.solving.count import perft
from noughts.solving.driver import Report
from noughts.solving.engine import FIRST_BITS, crowded
from noughts.solving.known import RESULTS
from noughts.solving.pons_scores import follow_all, from_stones, play_scores, stones_of, to_stones
from noughts.solving.prover import OutcomeBounds, Threats
from noughts.solving.solver import Solver
from noughts.solving.verify import verify_result
from noughts.value import DRAW, LOSS, WIN, Value


def test_answer_by_example():
    assert (
        Bounds(Value(DRAW, 0), Value(1, 1)).sentence("X")
        == "X has at least a draw; whether X wins is unknown."
    )
    assert (
        Bounds(Value(DRAW, 9), Value(DRAW, 9)).sentence("X")
        == "X draws; not every move is worked out."
    )

    assert [str(Bounds(Value(who, 2), Value(1, 1)).certainty) for who in (-1, 0)] == [
        "unknown",
        "bound",
    ]
    assert str(bounds_of_scores(-1_000_000_000, 0)) == "from loss in 1 to draw"


def test_book_by_example():
    game = ConnectFour(4, 4)
    start_key = knowledge_of(game).key(game.start())
    book = Book(game, 0, book_words(game, {start_key: 0}))
    assert (book.probe(game.start()), book.probe(game.play(game.start(), 0))) == (0, None)

    assert [len(layer) for layer in book_layers(ConnectFour(), 4)] == [1, 4, 25, 121, 568]

    assert (signed_plies(9_999_997), signed_plies(-9_999_996), signed_plies(0)) == (3, -4, 0)
    assert (score_from_plies(3), score_from_plies(-4), score_from_plies(0)) == (
        9999997,
        -9999996,
        0,
    )


def test_count_by_example():
    assert [perft(TicTacToe(), plies) for plies in range(6)] == [1, 9, 72, 504, 3024, 15120]


def test_pons_scores_by_example():
    game = ConnectFour()
    assert to_stones(game, game.start(), Value(WIN, 41)) == 1

    game = ConnectFour()
    assert (
        " ".join(
            map(str, (from_stones(game, game.start(), 1), from_stones(game, game.start(), -2)))
        )
        == "win in 41 loss in 40"
    )

    assert list(follow_all(ConnectFour(4, 4), [bytes([0, 1, 0, 1, 0]), bytes([3, 4])]).kept) == [
        5,
        1,
    ]

    solver = Solver(ConnectFour(4, 4))
    assert play_scores(solver, follow_all(solver.game, [bytes([0, 1, 0, 1, 0, 1])])) == [9999999]

    assert (stones_of(9_999_959, 42), stones_of(-9_999_998, 10), stones_of(0, 3)) == (1, -5, 0)


def test_prover_by_example():
    game = MNK(5, 5, 4)
    position, _ = game.parse("5/2o2/1xx2/2o2/5 x")
    assert game.name(Threats(game).winning_move(position)) == "d3"
    assert Threats(game).winning_move(game.start()) is None

    assert (OutcomeBounds(DRAW, DRAW).outcome, OutcomeBounds(LOSS, DRAW).outcome) == (0, None)
    assert (
        repr(OutcomeBounds(LOSS, WIN).narrowed(WIN, reached=False))
        == "OutcomeBounds(at_least=-1, at_most=0)"
    )
    assert size_bits_within(4, 1) == 15


def test_verify_by_example():
    assert [str(verify_result(result, 60).verdict) for result in RESULTS[:2]] == [
        "reproduced",
        "reproduced",
    ]


def test_engine_by_example():
    assert [crowded(1 << bits) >> bits for bits in (FIRST_BITS, 18, 20)] == [8, 32, 32]


def test_limits_by_example():
    assert Report(1_000, 0.1, lower=-9_999_988, upper=9_999_970).depth == 11
