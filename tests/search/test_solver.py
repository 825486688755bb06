"""The solver's search keeps its contract in every game of the house that repeats no position.

A score s against the true score v: alpha < s < beta then v = s; s <= alpha then v <= s;
s >= beta then v >= s. The true scores are those of negamax, which knows neither windows nor
tables nor what a game tells the solver.
"""

from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from noughts import find_game
from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import Ordering, ScoreBounds, SearchContext, SearchControl, ordering_for
from noughts.search.negamax import negamax
from noughts.search.packed import PackedTable
from noughts.search.solver import known_bounds, mtd_search, settles, solve_state
from noughts.search.table import DictTable
from noughts.value import BASE, OPEN
from tests.each import each
from tests.windows import keeps_the_contract, windows

# Where a play ends sooner than in so many plies, negamax gets to all of its ends.
PLIES = 5
SPECS = (
    "tictactoe", "mnk:4,3,3", "mnk:3,3,3,misere", "mnk:4,3,3,torus", "connectfour:4,4",
    "connectfour:5,4", "connectfour:4,3,3,misere", "connectfour:7,6", "connectfour:6,5,5",
    "cube", "wild", "notakto", "orderchaos", "numerical", "ultimate", "nim", "hex:3", "chomp",
)  # fmt: skip


def known_game(spec: str) -> Any:
    """The game as the searches see it."""
    return knowledge_of(find_game(spec))


@cache
def near_the_end(spec: str) -> list[Any]:
    """Positions of random plays, some plies before these ended."""
    game, random = find_game(spec), Random(spec)
    found: dict[Any, None] = {}
    for _ in range(30):
        play = [game.start()]
        while moves := legal_moves(game, play[-1]):
            play.append(game.play(play[-1], random.choice(moves)))
        found |= dict.fromkeys(
            position for position in play[-PLIES:] if game.outcome(position) == OPEN
        )
    return [position for position in found if true_score(spec, position) is not None]


@cache
def true_score(spec: str, position: Any) -> int | None:
    try:
        return negamax(known_game(spec), position, 0, SearchContext(budget=3_000))
    except SearchStopped:
        return None


def known_score(spec: str, position: Any) -> int:
    true = true_score(spec, position)
    assert true is not None
    return true


def orders(game: Any, fold: int = 0) -> Ordering:
    ordering = ordering_for(game, game.state(game.start()), 1_000)
    ordering.fold = fold
    return ordering


@pytest.mark.parametrize("spec", SPECS)
def test_one_table_for_many_questions_keeps_every_promise(spec):
    game, positions = known_game(spec), near_the_end(spec)
    assert positions, "no position to ask about"

    @settings(max_examples=15)
    @given(st.lists(st.tuples(st.sampled_from(positions), windows(BASE)), min_size=5, max_size=20))
    def of_any_questions(questions):
        table, ordering = DictTable(), orders(game, fold=2)
        for position, (alpha, beta) in questions:
            state = game.state(position)
            true = known_score(spec, position)
            lower, upper = known_bounds(game, state, alpha, beta, 0, table, ordering)
            assert lower <= true <= upper, game.game.text(position, 0)
            if lower < beta and upper > alpha and lower < upper:
                score = solve_state(
                    game, state, alpha, beta, 0, 0, SearchControl(), table, ordering
                )
                assert keeps_the_contract(score, true, alpha, beta), game.game.text(position, 0)

    of_any_questions()


@pytest.mark.parametrize("spec", SPECS)
def test_question_after_question_leads_to_the_true_score(spec):
    game, table = known_game(spec), DictTable()
    for position in near_the_end(spec):
        aim = ScoreBounds()
        mtd_search(game, position, aim, -1, SearchControl(), table, orders(game, fold=8))
        assert aim.settled()
        assert aim.lower() == true_score(spec, position), game.game.text(position, 0)


def test_a_table_so_small_that_everything_is_replaced_tells_no_lie():
    pytest.importorskip("numba")
    game = known_game("connectfour:5,4")
    ask = compiled(mtd_search, game)
    table = PackedTable(game.key_bits, game.max_plies, 1)
    for position in near_the_end("connectfour:5,4"):
        aim = ScoreBounds()
        ask(game, position, aim, -1, SearchControl(), table, orders(game, fold=8))
        assert aim.lower() == true_score("connectfour:5,4", position)


def test_it_stops_when_the_budget_is_used_up_and_keeps_true_bounds():
    game = known_game("tictactoe")
    true = true_score("tictactoe", game.start()) or 0
    for budget in range(0, 60, 7):
        aim, watch = ScoreBounds(), SearchControl(budget)
        with pytest.raises(SearchStopped):
            mtd_search(game, game.start(), aim, -1, watch, DictTable(), orders(game))
        assert watch.nodes == budget
        assert aim.lower() <= true <= aim.upper()


def test_so_many_questions_and_no_more():
    """Of a draw four are asked: won soon, lost soon, won, lost."""
    game, table = known_game("mnk:4,4,4"), DictTable()
    position, _ = game.game.parse("xoxo/oxox/2x1/1o2 x")
    for questions in range(4):
        aim = ScoreBounds()
        mtd_search(game, position, aim, questions, SearchControl(), table, orders(game))
        assert aim.asked <= questions


def test_the_interpreted_and_the_compiled_search_visit_the_same_nodes():
    pytest.importorskip("numba")
    game = known_game("connectfour:5,4")
    ask = compiled(mtd_search, game)
    for position in near_the_end("connectfour:5,4")[::3]:
        counts = []
        for search in (mtd_search, ask):
            aim, watch = ScoreBounds(), SearchControl()
            table = PackedTable(game.key_bits, game.max_plies, 12)
            search(game, position, aim, -1, watch, table, orders(game, fold=8))
            counts.append((watch.nodes, aim.lower()))
        assert counts[0] == counts[1]


@each(
    ("lower", "upper", "known"),
    [(5, 9, True), (4, 9, False), (-9, 0, True), (-9, 1, False), (3, 3, True), (1, 4, False)],
)
def test_bounds_settle_a_window_from_outside_or_where_they_meet(lower, upper, known):
    """The window is 0 to 5: 5 or more, or 0 or less, answers its question."""
    assert settles(lower, upper, 0, 5) == known
