"""Opening books: what is in the one that comes with noughts follows from itself and the rules."""

import zlib
from random import Random

import pytest

from noughts.errors import BadBook, BadParameters
from noughts.game import legal_moves
from noughts.games.connectfour import ConnectFour
from noughts.games.hex import Hex
from noughts.knowledge import knowledge_of
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.solving import book as bookmaking
from noughts.solving.api import book_for, solver_for
from noughts.solving.book import book_layers, make_book, read_book, searcher
from noughts.solving.solver import Solver
from noughts.value import BASE, BY_DISTANCE, OPEN, Value, to_parent
from tests.each import each

GAME = ConnectFour()
TINY = ConnectFour(3, 4, 3)


def shipped():
    book = book_for(GAME)
    assert book is not None
    return book


def made(game, plies, known=(), keep=lambda key, score: None):
    search = searcher(game, memory=1, workers=1)
    return make_book(game, plies, search, dict(known), keep, lambda done, total: None)


def after(positions):
    """The positions one ply later in which the game goes on."""
    played = {GAME.play(one, move) for one in positions for move in GAME.moves(one)}
    return {one for one in played if GAME.outcome(one) == OPEN}


def test_it_has_all_positions_of_its_first_plies_and_no_other():
    book = shipped()
    reached = {GAME.start()}
    for _ in range(book.plies):
        assert all(book.probe(position) is not None for position in reached)
        reached = after(reached)
    assert all(book.probe(position) is not None for position in reached)
    some = Random(2).sample(sorted(reached), min(1000, len(reached)))
    assert all(book.probe(position) is None for position in after(some))


def test_each_score_before_the_last_ply_is_the_minimax_of_those_after_it():
    book = shipped()
    for layer in list(book_layers(GAME, book.plies))[:-1]:
        for position in layer.values():
            children = [GAME.play(position, move) for move in GAME.moves(position)]
            # Who is to move when the game is over has lost.
            scores = [-BASE if GAME.outcome(one) != OPEN else book.probe(one) for one in children]
            assert book.probe(position) == max(to_parent(-score) for score in scores)


def test_it_knows_what_is_known_of_the_first_moves():
    # Allis 1988: the centre wins with the last mark but one, its neighbours draw, others lose.
    outcomes = [
        Value.from_score(shipped().probe(GAME.play(GAME.start(), move))).before().outcome
        for move in GAME.moves(GAME.start())
    ]
    assert outcomes == [-1, -1, 0, 1, 0, -1, -1]
    assert str(Value.from_score(shipped().probe(GAME.start()))) == "win in 41"


def test_scores_of_the_last_ply_are_found_again_without_a_book():
    book, solver = shipped(), Solver(GAME)
    last = list(list(book_layers(GAME, book.plies))[-1].values())
    for position in Random(3).sample(last, 8):
        assert solver.value(position).score == book.probe(position)


def test_mirror_images_have_one_score():
    random, book = Random(1), shipped()
    for _ in range(50):
        one = other = GAME.start()
        for _ in range(book.plies):
            move = random.choice(legal_moves(GAME, one))
            one, other = GAME.play(one, move), GAME.play(other, 6 - move)
            if GAME.outcome(one) != OPEN:
                break
            assert book.probe(one) == book.probe(other) is not None


def test_it_is_small_enough_to_ship():
    assert len(shipped().to_bytes()) < 1_000_000


@pytest.mark.parametrize("plies", [0, 3, 6])
def test_a_book_of_a_small_game_has_the_scores_of_negamax(plies):
    book = made(TINY, plies)
    for layer in book_layers(TINY, plies):
        for position in layer.values():
            assert TINY.outcome(position) == OPEN
            assert book.probe(position) == negamax(
                knowledge_of(TINY), position, 0, SearchContext(BY_DISTANCE)
            )
    assert len(book) == sum(map(len, book_layers(TINY, plies)))


def test_what_an_earlier_run_has_found_is_not_searched_again():
    found = {}
    whole = made(TINY, 4, keep=found.__setitem__)
    assert len(found) == len(list(book_layers(TINY, 4))[-1])
    some = dict(list(found.items())[:10])
    again = {}
    assert made(TINY, 4, some, again.__setitem__).words == whole.words
    assert {**some, **again} == found
    assert not set(some) & set(again)


def test_a_file_gives_back_the_book():
    book = made(TINY, 4)
    twin = read_book(TINY, book.to_bytes())
    assert (twin.plies, twin.words) == (book.plies, book.words)


@each(
    "content",
    [
        b"",
        b"hello",
        b"noughts book 2 connectfour 4\n" + zlib.compress(b""),
        b"noughts book 2 connectfour:3,4,3 4\nabc",
        b"noughts book 2 connectfour:3,4,3 4\n" + zlib.compress(b"abc"),
        made(TINY, 4).to_bytes()[:-1],
    ],
)
def test_what_is_no_book_of_the_game_is_refused(content):
    with pytest.raises(BadBook, match="noughts book connectfour:3,4,3 --plies N -o FILE"):
        read_book(TINY, content)


def test_a_game_whose_keys_are_too_long_has_no_book():
    with pytest.raises(BadParameters, match="55 bits"):
        made(Hex(6), 1)


def test_a_book_that_nobody_could_finish_is_refused(monkeypatch):
    monkeypatch.setattr(bookmaking, "MOST_POSITIONS", 100)
    with pytest.raises(BadParameters, match="more than 100 positions within 99 plies"):
        made(GAME, 99)


def test_the_solver_behind_the_door_looks_into_it_and_a_bare_one_does_not():
    solver = solver_for(GAME)
    assert str(solver.value(GAME.start())) == "win in 41"
    assert solver.best_moves(GAME.start()) == [3]
    assert solver.nodes == 0
    assert Solver(GAME).book is None
    assert book_for(ConnectFour(6, 5)) is None


def test_finished_positions_are_worth_their_outcome_in_the_minimax():
    # On one column and one row the first mark wins: k is 1.
    game = ConnectFour(2, 2, 2)
    assert made(game, 2).probe(game.start()) == BASE - 3
    assert legal_moves(game, game.start()) == [0, 1]


def test_a_game_of_the_same_name_gets_no_book():
    class connectfour(ConnectFour):  # noqa: N801  # as the house's game is called
        def outcome(self, position):
            return OPEN

    assert book_for(connectfour()) is None
