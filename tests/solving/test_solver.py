"""The solver against OpenSpiel, and against a brute force of five lines."""

from functools import cache
from random import Random

import pytest

from noughts.errors import GameOver, SearchStopped
from noughts.game import Game
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge
from noughts.knowledge.base import over_or_open
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, LOSS, OPEN, WIN, Certainty, Value
from tests import reference
from tests.each import each

GAME = TicTacToe()


@pytest.fixture(scope="module")
def solver():
    return Solver(GAME)


def test_the_best_moves_of_all_positions_are_those_of_a_brute_force(solver):
    @cache
    def score(board: str) -> int:  # of the player to move: 100 less the plies to a win
        scores = [-score(after) for _, after in reference.children(board)]
        best = max(scores, default=-100 if reference.winner(board) else 0)
        return best - (best > 0) + (best < 0) if scores else best

    for board in reference.unfinished():
        scores = {cell: -score(after) for cell, after in reference.children(board)}
        expected = [cell for cell in scores if scores[cell] == max(scores.values())]
        assert solver.best_moves(Marks(*reference.sets(board))) == expected, board


def test_the_outcomes_of_all_moves_are_those_of_openspiel(solver):
    """Minimax over OpenSpiel's own states, by its own rules."""
    pyspiel = pytest.importorskip("pyspiel")
    values: dict[str, float] = {}

    def value_to_x(state) -> float:
        if state.is_terminal():
            return float(state.returns()[0])
        if str(state) not in values:
            children = [value_to_x(state.child(move)) for move in state.legal_actions()]
            values[str(state)] = (min if state.current_player() else max)(children)
            compare(state, children)
        return values[str(state)]

    def compare(state, children: list[float]) -> None:
        board = str(state).replace("\n", "")
        sign = -1 if state.current_player() else 1
        found = solver.values(Marks(*reference.sets(board)))
        assert [move for move, _, _ in found] == state.legal_actions()
        assert [value.outcome for _, value, _ in found] == [sign * int(v) for v in children]

    assert value_to_x(pyspiel.load_game("tic_tac_toe").new_initial_state()) == 0
    assert len(values) == 4_520


def test_the_values_of_all_positions_have_the_plies_of_a_brute_force(solver):
    for board in reference.positions():
        value = solver.value(Marks(*reference.sets(board)))
        assert (value.outcome, value.plies) == reference.worth(board), board


def test_of_some_positions_all_questions_are_answered_as_by_a_brute_force():
    solver = Solver(GAME)
    for board in Random(5).sample(reference.unfinished(), 80):
        position = Marks(*reference.sets(board))
        outcome, plies = reference.worth(board)
        score = outcome * (BASE - plies)
        lower, upper = solver.bounds(position)
        assert lower <= score <= upper, board
        assert [solver.exceeds(position, limit) for limit in (score - 1, score)] == [True, False]
        assert sorted(solver.best_moves(position)) == reference.best(board)
        assert sorted(solver.best_ones(position)) == reference.best(board)
        assert solver.value(position) == Value(outcome, plies)
        assert solver.bounds(position) == (score, score)
        known = solver.nodes
        assert [solver.exceeds(position, limit) for limit in (score - 1, score)] == [True, False]
        assert solver.nodes == known
        assert len(solver.principal_variation(position)) == plies
        assert solver.scores([position], plies=False) == [outcome]


def test_where_all_lines_have_both_marks_the_score_is_known_without_a_search():
    game = MNK(4, 4, 4)
    solver = Solver(game)
    assert solver.bounds(game.parse("x2o/1ox1/o2x/1xo1 x")[0]) == (0, 0)
    assert solver.nodes == 0


@each(
    ("text", "best"),
    [
        # From a user's complaint: the tutorial's program played c2 and won two plies later.
        ("xxo/ox1/o2 x", "b1 c1"),
        # More of the 400 in which the first winning cell in reading order is not the fastest.
        ("3/2x/oox x", "c3"),
        ("2x/oxo/1xo x", "b3 a1"),
        ("1oo/3/1xx x", "a1"),
        ("1x1/2o/ox1 x", "b2"),
        ("1xx/2x/1oo o", "a1"),
        ("o2/xox/x2 o", "c1"),
        ("oo1/xx1/1ox x", "c2"),
        ("x1o/2o/xox x", "a2 b2"),
        ("xoo/3/1x1 x", "a1 c1"),  # in three, not in five
    ],
)
def test_of_several_winning_moves_only_the_fastest_are_best(text, best):
    position, _ = GAME.parse(text)
    assert [GAME.name(move) for move in Solver(GAME).best_moves(position)] == best.split()


def test_the_values_of_the_complaint_say_which_move_wins_when(solver):
    position, _ = GAME.parse("xxo/ox1/o2 x")
    values = {GAME.name(move): str(value) for move, value, _ in solver.values(position)}
    assert values == {"c2": "win in 3", "b1": "win in 1", "c1": "win in 1"}


def test_every_value_is_proved(solver):
    assert {certainty for _, _, certainty in solver.values(GAME.start())} == {Certainty.PROVED}


def test_the_principal_variation_is_legal_and_as_long_as_the_value_says(solver):
    for board in reference.unfinished()[::7]:
        position = Marks(*reference.sets(board))
        value = solver.value(position)
        line = solver.principal_variation(position)
        assert len(line) == value.plies, board
        for move in line:
            assert move in list(GAME.moves(position))
            assert solver.value(position) == value
            position, value = GAME.play(position, move), solver.value(GAME.play(position, move))
        assert GAME.outcome(position) != OPEN


def test_a_finished_position_has_a_value_no_moves_and_no_best_move(solver):
    lost, _ = GAME.parse("xxx/oo1/3 o")
    assert solver.value(lost) == Value(LOSS, 0)
    assert solver.value(lost).plies == 0
    assert solver.values(lost) == []
    assert solver.principal_variation(lost) == []
    with pytest.raises(GameOver):
        solver.best_moves(lost)


def test_a_budget_that_is_too_small_stops_it_and_leaves_no_false_knowledge():
    solver = Solver(GAME, budget=100)
    with pytest.raises(SearchStopped, match="100 nodes"):
        solver.value(GAME.start())
    for board in reference.unfinished():
        if board.count(".") <= 3:
            value = solver.value(Marks(*reference.sets(board)))
            assert (value.outcome, value.plies) == reference.worth(board)


def test_a_stopped_solver_gets_there_in_the_end_with_what_it_has_learned():
    solver = Solver(GAME, budget=100)
    for _ in range(1_000):
        try:
            assert solver.value(GAME.start()).outcome == DRAW
            break
        except SearchStopped:
            continue
    else:
        pytest.fail("never done")


@pytest.mark.usefixtures("compiled_at_once")
def test_a_large_question_is_answered_compiled_with_the_same_result():
    """5x4 with four in a row is a draw."""
    solver = Solver(MNK(5, 4, 4))
    assert solver.value(MNK(5, 4, 4).start()).outcome == DRAW
    assert solver.nodes > 1_000


@pytest.mark.parametrize(
    ("board", "nodes"), [((4, 3, 3), 178), ((4, 4, 3), 143), ((4, 4, 4), 1_522)], ids=str
)
@pytest.mark.usefixtures("never_compiled")
def test_the_count_of_nodes_in_line_games_is_that_of_this_search(board, nodes):
    """A fingerprint: another count means another search, which should be meant."""
    solver = Solver(MNK(*board))
    solver.value(solver.game.start())
    assert solver.nodes == nodes


class Nim(Game[tuple[int]]):
    """Take one, two or three; who takes the last wins. Positions are a plain tuple."""

    size: int = 21

    def start(self):
        return (self.size,)

    def moves(self, position):
        return range(1, min(3, position[0]) + 1)

    def play(self, position, move):
        return (position[0] - move,)

    def outcome(self, position):
        return LOSS if position[0] == 0 else OPEN


@each("size", range(1, 30))
def test_nim_is_lost_on_multiples_of_four(size):
    """Bouton, "Nim, a game with a complete mathematical theory", 1901, for one heap.

    The loser takes one each time and the winner fills up to four: two plies for four counters.
    """
    solver = Solver(Nim(size), unchecked=True)
    value = solver.value(Nim(size).start())
    if size % 4 == 0:
        assert value == Value(LOSS, size // 2)
    else:
        assert value == Value(WIN, size // 4 * 2 + 1)
        assert solver.best_moves(Nim(size).start()) == [size % 4]


class Boxes(Knowledge[tuple[int]]):
    """Its states are a position in a box, which compiled code could not keep."""

    def state(self, position):
        return ("box", position)

    def advance(self, state, move):
        return ("box", self.play(state[1], move))

    def position(self, state):
        return state[1]

    def candidate_moves(self, state):
        return self.moves(state[1])

    def bounds(self, state, alpha, beta):
        return over_or_open(self.outcome(state[1]))


class Boxed(Nim):
    """Nim in boxes."""

    knowledge = Boxes


@pytest.mark.usefixtures("compiled_at_once")
@pytest.mark.parametrize("kind", [Nim, Boxed])
def test_positions_and_states_may_be_of_any_kind(kind):
    """Compiled where that can be, from the first node on; interpreted without end otherwise."""
    solver = Solver(kind(22), unchecked=True)
    assert solver.value((22,)) == Value(WIN, 11)
    assert solver.best_moves((22,)) == [2]


class Walk(Game[tuple[int, int]]):
    """Nobody ever wins; a step is 1 or 2 long, and the game ends at the goal."""

    goal: int = 6

    def start(self):
        return (0, 0)

    def moves(self, position):
        return range(1, min(2, self.goal - position[0]) + 1)

    def play(self, position, move):
        return (position[0] + move, position[1])

    def outcome(self, position):
        return DRAW if position[0] == self.goal else OPEN


def test_a_draw_is_as_long_as_its_principal_variation_where_the_game_does_not_say():
    solver = Solver(Walk(6), unchecked=True)
    assert solver.principal_variation((0, 0)) == [1] * 6
    assert solver.value((0, 0)).plies == 6
    assert solver.value((3, 0)).plies == 3


def test_a_sitting_within_another_takes_no_time_of_its_own():
    solver = Solver(TicTacToe(), seconds=60)
    with solver.shared_limit():
        limits = solver.limits()
        assert limits.seconds == 60
        with solver.shared_limit():
            assert solver.limits() is limits
        assert solver.limits() is limits
    assert solver.limits() is not limits


def test_questions_within_a_number_of_nodes_share_it():
    game = MNK(4, 3, 3)
    solver = Solver(game)
    with solver.within(50):
        with pytest.raises(SearchStopped):
            solver.value(game.start())
        assert solver.nodes == 50
        with pytest.raises(SearchStopped):
            solver.value(game.start())
        assert solver.nodes == 50
    assert solver.value(game.start()) == Value(WIN, 7)


def test_what_a_search_has_proved_is_known_of_the_positions_it_met():
    game = MNK(4, 3, 3)
    solver, outcomes = Solver(game), Solver(game)
    assert solver.value(game.start()) == Value(WIN, 7)
    replies = [game.play(game.start(), move) for move in game.moves(game.start())]
    assert any(solver.bounds(one) != Solver(game).bounds(one) for one in replies)
    assert outcomes.scores([game.start()], plies=False) == [WIN]
    assert outcomes.nodes < solver.nodes  # who wins is an easier question than how soon


def test_a_sitting_can_take_a_part_of_the_time():
    solver = Solver(TicTacToe(), seconds=60)
    with solver.shared_limit(0.25):
        assert solver.limits().seconds == 15
    assert solver.limits().seconds == 60


def test_a_question_that_is_stopped_leaves_the_next_one_alone():
    game = MNK(4, 4, 4)
    solver = Solver(game)
    solver.progress = lambda _: solver.stop()
    with pytest.raises(SearchStopped, match="was stopped"):
        solver.value(game.start())
    solver.progress = None
    assert solver.value(game.start()).outcome == DRAW
