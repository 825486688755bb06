"""Retrograde analysis: equal to brute force, to the other solver, and to itself compiled."""

import pytest

from noughts import (
    MNK,
    PerfectPlayer,
    RandomPlayer,
    TicTacToe,
    analyse,
    best_moves,
    compiled,
    solve,
)
from noughts.errors import GameOver, RepeatingGame, SearchStopped
from noughts.game import legal_moves
from noughts.games.morris import Morris
from noughts.games.threemarks import ThreeMarks
from noughts.players.match import Match
from noughts.search.root import ALGORITHMS, Exact, Negamax, search
from noughts.solving import retrograde
from noughts.solving.api import solver_for
from noughts.solving.retrograde import RetrogradeSolver
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, WIN, Value
from tests.each import each
from tests.solving.webs import Named, Node, Web, brute_force, reachable

WEBS = [Web(size, seed, ends) for size in (1, 7, 60) for seed in range(3) for ends in (5, 25)]
WEBS += [Web(400, 0, ends) for ends in (3, 40)]
MORE = [Web(size, seed, ends) for size in (7, 60) for seed in range(3, 8) for ends in (5, 25)]
MORE += [Web(400, seed, ends) for seed in range(4) for ends in (3, 10, 40)]


@pytest.fixture
def compiled_at_once(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(retrograde, "INTERPRETED_POSITIONS", 0)
    monkeypatch.setattr(retrograde, "ROOM", 2)  # so that room has to be made again and again


def all_of(value: Value) -> tuple[int, int]:
    """A value to compare with its plies, those of a draw too."""
    return value.outcome, value.plies


def answers(game, solver=None):
    solver = solver or RetrogradeSolver(game)
    return {position: all_of(solver.value(position)) for position in reachable(game)}


@each("game", WEBS, large=MORE)
def test_every_position_of_a_web_is_worth_what_brute_force_says(game):
    expected = {position: all_of(value) for position, value in brute_force(game).items()}
    assert answers(game) == expected


def test_the_webs_have_values_of_every_kind():
    kinds = {
        (value.outcome, value.endless, value.plies > 3)
        for game in WEBS
        for value in brute_force(game).values()
    }
    assert kinds >= {(outcome, False, far) for outcome in (LOSS, DRAW, WIN) for far in (0, 1)}
    assert (DRAW, True, False) in kinds


@pytest.mark.parametrize("game", [Web(400, 3, 10), Morris(), ThreeMarks(blocking=True)], ids=repr)
def test_compiled_is_interpreted(game, monkeypatch, compiled_at_once):
    quick = RetrogradeSolver(game)
    compiled = answers(game, quick)
    monkeypatch.setattr(retrograde, "INTERPRETED_POSITIONS", 1 << 40)
    plain = RetrogradeSolver(game)
    assert compiled == answers(game, plain)
    assert quick.nodes == plain.nodes


def test_a_large_analysis_is_compiled(monkeypatch, compiled_at_once):
    asked = []

    def noted(kernel, game):
        asked.append(kernel)
        return compiled(kernel, game)

    monkeypatch.setattr(retrograde, "compiled", noted)
    RetrogradeSolver(Web(400, 3, 10)).value(Node(0))
    assert {kernel.__name__ for kernel in asked} == {"explore", "refill_slots", "retrograde"}


def test_positions_of_any_kind_are_solved_interpreted(compiled_at_once):
    web = brute_force(Web(60, 2, 25))
    game = Named(60, 2, 25)
    solver = RetrogradeSolver(game, unchecked=True)
    assert answers(game, solver) == {str(node.number): all_of(web[node]) for node in web}


# Games that end by themselves: the same values as the solver that looks ahead.


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        MNK(3, 3, 3, misere=True),
        MNK(3, 3, 3, torus=True),
        MNK(3, 2, 2),
        MNK(4, 2, 3),
        MNK(5, 2, 4, cylinder=True),
    ],
    ids=repr,
)
def test_both_solvers_agree_in_every_position(game):
    ahead = Solver(game)
    assert answers(game) == answers(game, ahead)


def test_both_solvers_agree_on_a_larger_board():
    pytest.importorskip("numba")
    game = MNK(4, 3, 3)
    ahead, back = Solver(game), RetrogradeSolver(game)
    assert all_of(back.value(game.start())) == (WIN, 7)
    for position in list(reachable(game))[::500]:
        assert all_of(ahead.value(position)) == all_of(back.value(position))
        if legal_moves(game, position):
            assert ahead.best_moves(position) == back.best_moves(position)
            assert ahead.values(position) == back.values(position)


# What it does beside values.


def test_a_line_of_best_play_is_as_long_as_the_value_says():
    for game in WEBS:
        solver = RetrogradeSolver(game)
        for position in reachable(game):
            line, value = solver.principal_variation(position), solver.value(position)
            end = position
            for move in line:
                before, end = solver.value(end), game.play(end, move)
                assert all_of(solver.value(end).before()) == all_of(before)
            if value.endless:
                assert game.outcome(end) not in (LOSS, DRAW, WIN)
            else:
                assert len(line) == value.plies


def test_a_line_without_an_end_stops_where_it_repeats():
    game = Morris(nodiagonals=True)
    solver = RetrogradeSolver(game)
    met = [game.start()]
    for move in solver.principal_variation(game.start()):
        met.append(game.play(met[-1], move))
    assert met[-1] in met[:-1]
    assert len(set(met)) == len(met) - 1


def test_a_finished_position_has_a_value_and_no_best_move():
    game = Morris()
    position, _ = game.parse("xxx/oo1/3 o")
    solver = RetrogradeSolver(game)
    assert all_of(solver.value(position)) == (LOSS, 0)
    assert solver.values(position) == []
    assert solver.principal_variation(position) == []
    with pytest.raises(GameOver):
        solver.best_moves(position)


def test_a_position_from_elsewhere_is_solved_beside_what_was_known():
    game = Web(400, 3, 10)
    known = answers(game)
    strangers = [Node(number) for number in range(400) if Node(number) not in known][:5]
    assert strangers
    solver = RetrogradeSolver(game)
    for stranger in strangers:
        solver.value(stranger)
        assert solver.value(game.start()) == RetrogradeSolver(game).value(game.start())
    before = solver.nodes
    assert answers(game, solver) == known
    assert solver.nodes == before


def test_many_questions_in_any_order_cost_little():
    """From the ends upwards, where no answer holds the next one."""
    game = Morris()
    solver = RetrogradeSolver(game)
    values = brute_force(game)
    for position in sorted(values, key=lambda position: values[position].plies):
        assert all_of(solver.value(position)) == all_of(values[position])
    assert solver.nodes <= 2 * 540  # all from the start, and the first question by itself


def test_a_start_beyond_the_budget_is_tried_once():
    game = TicTacToe()  # 765 positions up to symmetry
    questions = ["xox/oxo/3 x", "xox/1o1/1x1 o", "xo1/ox1/3 x", "ox1/xo1/3 x", "xx1/oo1/3 x"]
    solver = RetrogradeSolver(game, budget=200)
    sizes = []
    for question in questions:
        position, _ = game.parse(question)
        before = solver.nodes
        assert solver.value(position) == Solver(game).value(position)
        sizes.append(solver.nodes - before)
    assert [size > 200 for size in sizes] == [False, True, False, False, False]


def test_nothing_is_solved_twice():
    solver = RetrogradeSolver(Morris())
    solver.value(solver.game.start())
    nodes = solver.nodes
    for position in reachable(solver.game):
        solver.value(position)
    assert solver.nodes == nodes


# The budget.


def test_the_budget_is_the_number_of_positions():
    game = Web(400, 3, 10)
    size = len(reachable(game))
    assert RetrogradeSolver(game, budget=size).value(Node(0)) == solve(game).value
    with pytest.raises(SearchStopped, match=f"More than {size - 1:,} positions are reachable"):
        RetrogradeSolver(game, budget=size - 1).value(Node(0))


def test_a_budget_that_is_used_up_leaves_a_solver_that_works():
    game = Morris()
    solver = RetrogradeSolver(game, budget=100)
    near_the_end, _ = game.parse("xx1/oo1/x1o o")
    small = RetrogradeSolver(Morris()).value(near_the_end)
    with pytest.raises(SearchStopped):
        solver.value(game.start())
    assert solver.nodes <= 100 + 2 * retrograde.ROOM
    solver.budget = 1_000
    assert solver.value(near_the_end) == small


# The other searches refuse, and name this solver.


@each("algorithm", ALGORITHMS.values())
def test_searches_without_a_horizon_refuse(algorithm):
    with pytest.raises(RepeatingGame, match=r"noughts\.solver_for"):
        search(Morris(), Morris().start(), algorithm())


def test_the_solver_that_looks_ahead_refuses():
    with pytest.raises(RepeatingGame, match=r"noughts\.solver_for"):
        Solver(Morris())


def test_the_exact_search_has_no_horizon_and_refuses_even_with_a_limit():
    with pytest.raises(RepeatingGame):
        search(Morris(), Morris().start(), Exact(), limit=3)


@pytest.mark.parametrize(("limit", "value"), [(8, None), (9, Value(WIN, 9))])
def test_looking_some_plies_ahead_works(limit, value):
    pytest.importorskip("numba")
    position = Morris().play(Morris().start(), Morris().read("b2"))
    found = search(Morris(), position, limit=limit - 1, prepare=compiled)
    assert found.value == (value and Value(LOSS, 8))
    assert len(found.principal_variation) == limit - 1


def test_a_search_with_a_limit_follows_its_line_no_further():
    found = search(Morris(nodiagonals=True), Morris().start(), Negamax(), limit=2)
    assert found.value is None
    assert len(found.principal_variation) == 2


# One door.


def test_the_door_finds_the_solver():
    assert isinstance(solver_for(TicTacToe()), Solver)
    assert isinstance(solver_for(Morris(), budget=7), RetrogradeSolver)
    assert solver_for(Morris(), budget=7).budget == 7
    assert str(solve(Morris())) == "win in 9"
    assert best_moves(Morris(), Morris().start()) == [4]


def test_an_analysis_of_an_endless_game():
    game = ThreeMarks(blocking=True)
    analysis = analyse(game, game.start())
    assert str(analysis.value) == "win in 13"
    assert [game.name(move.move) for move in analysis.moves if move.best] == [
        "b3", "a2", "c2", "b1",
    ]  # fmt: skip
    assert {str(move.value) for move in analysis.moves if not move.best} == {"draw by endless play"}


# Perfect play.


def test_two_perfect_players_win_in_as_many_plies_as_can_be():
    assert (match := Match(Morris(), PerfectPlayer(1), PerfectPlayer(2))).run() == "X wins"
    assert match.ply == 9


@each("game", [Morris(), Morris(nodiagonals=True)])
@each("seat", [0, 1])
def test_a_perfect_player_never_lets_a_value_slip_and_wins_without_detours(game, seat):
    solver, perfect = solver_for(game), PerfectPlayer(seed=5)
    for seed in range(25):
        weak = RandomPlayer(seed)
        match = Match(game, *((perfect, weak) if seat == 0 else (weak, perfect)))
        while not match.over:
            before, mine = solver.value(match.position), match.turn == seat
            match.step()
            after = solver.value(match.position)
            if mine:
                assert after.before() == before
            if mine and before.outcome == WIN:
                assert after.plies == before.plies - 1
        worth = solver.value(game.start()).outcome * (1, -1)[seat]
        assert {None: DRAW, seat: WIN, 1 - seat: LOSS}[match.winner] >= worth


def test_two_perfect_players_end_an_endless_game_by_repetition():
    match = Match(Morris(nodiagonals=True), PerfectPlayer(1), PerfectPlayer(2))
    assert match.run() == "draw by repetition"
