"""The prover: answers by yes or no, its limits, and what it says on the way."""

from math import inf
from typing import Any

import pytest

from noughts.errors import RepeatingGame, SearchError
from noughts.game import Game
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.native import Coming
from noughts.solving import prover as prover_module
from noughts.solving.prover import OutcomeBounds, Prover, large_table
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests import reference
from tests.each import each
from tests.samples import late_positions


def test_the_bounds_of_every_position_of_tic_tac_toe_meet():
    prover = Prover(TicTacToe())
    for board in reference.unfinished()[::11]:
        position, _ = prover.game.parse(reference.text(board))
        outcome, _ = reference.worth(board)
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)
        assert prover.bounds(position).outcome == outcome


@pytest.mark.parametrize("form", ["compiled_at_once", "never_compiled"])
def test_it_answers_alike_interpreted_and_compiled(form, request, monkeypatch):
    request.getfixturevalue(form)
    monkeypatch.setattr(prover_module, "SLICE", 50)
    monkeypatch.setattr(prover_module, "FIRST_BITS", 5)  # the table has to grow
    game = MNK(4, 3, 3)
    prover, solver = Prover(game, memory=1), Solver(game)
    for position in late_positions(game, 8, 12):
        outcome = solver.value(position).outcome
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)
    table: Any = prover._by_numbers._table
    assert form == "never_compiled" or table.shift == large_table(2, memory=1).shift


@pytest.mark.parametrize(
    ("board", "nodes"),
    [((3, 3, 3), 121), ((4, 4, 4), 36), ((5, 4, 4), 837)],
    ids=str,
)
@pytest.mark.usefixtures("never_compiled")
def test_the_count_of_nodes_is_that_of_this_search(board, nodes):
    """A fingerprint: another count means another search, which should be meant."""
    game = MNK(*board)
    prover = Prover(game)
    prover.bounds(game.start())
    assert prover.nodes == nodes


def test_a_move_that_reaches_the_goal_is_found():
    prover = Prover(TicTacToe())
    game = prover.game
    after_corner, _ = game.parse("x2/3/3 o")
    holding = prover.reaching(after_corner, DRAW)
    assert holding is not None
    assert game.name(holding) == "b2"
    assert prover.reaching(after_corner, WIN) is None


def test_without_enough_nodes_it_says_what_it_knows_and_goes_on_later():
    game = MNK(5, 4, 4)
    prover = Prover(game)
    assert prover.proves(game.start(), WIN, nodes=50) is None
    assert prover.nodes <= 50
    assert prover.bounds(game.start(), nodes=100) == OutcomeBounds(LOSS, WIN)
    assert prover.bounds(game.start(), nodes=100).outcome is None
    assert prover.bounds(game.start()) == OutcomeBounds(DRAW, DRAW)


def test_without_time_it_says_nothing():
    game = MNK(6, 5, 4)
    assert Prover(game).proves(game.start(), WIN, seconds=0) is None


# The limits of two questions.


@each(
    ("game", "moves", "nodes", "bounds"),
    [
        # Whether it is a win takes 403 nodes alone, and whether it is a draw at least, 3.
        (MNK(5, 4, 4), "c2 b3", 600, OutcomeBounds(DRAW, DRAW)),
        # 98 and 120.
        (MNK(4, 3, 3), "b3", 220, OutcomeBounds(LOSS, LOSS)),
    ],
)
def test_what_one_question_leaves_the_other_may_take(game, moves, nodes, bounds):
    prover, position = Prover(game), game.start()
    for name in moves.split():
        position = game.play(position, game.read(name))
    assert prover.bounds(position, nodes=nodes) == bounds
    assert prover.nodes <= nodes


@pytest.mark.parametrize("board", [(4, 4, 4), (5, 4, 4)], ids=str)
def test_what_is_forgotten_is_proved_again(board, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 100)
    prover, taken = Prover(MNK(*board)), []
    for _ in range(3):
        before = prover.nodes
        assert prover.proves(prover.game.start(), WIN) is False
        taken.append(prover.nodes - before)
        if len(taken) == 2:
            prover.forget()
    assert taken[1] == 1 < taken[0]
    assert taken[2] > 1


@pytest.mark.usefixtures("never_compiled")
def test_so_is_time(hands, monkeypatch):
    """Every slice takes a second, and is twice as long as the last one; two questions need four."""
    monkeypatch.setattr(prover_module, "SLICE", 100)
    game = MNK(5, 4, 4)
    position = game.play(game.play(game.start(), game.read("c2")), game.read("b3"))
    prover = Prover(game, progress=lambda _: hands.move(1))
    assert prover.bounds(position, seconds=6) == OutcomeBounds(DRAW, DRAW)
    assert 2 < hands.seconds < 6


@each("nodes", [300, 1_001])
def test_what_is_not_known_has_taken_all_that_it_might(nodes):
    prover = Prover(MNK(6, 5, 4))
    assert prover.bounds(prover.game.start(), nodes=nodes) == OutcomeBounds(LOSS, WIN)
    assert prover.nodes == nodes


@pytest.mark.usefixtures("never_compiled")
def test_all_the_time_as_well(hands, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 100)
    prover = Prover(MNK(6, 5, 4), progress=lambda _: hands.move(2))
    assert prover.bounds(prover.game.start(), seconds=9) == OutcomeBounds(LOSS, WIN)
    assert 9 <= hands.seconds < 13


def test_it_keeps_its_time_while_the_search_is_compiled(hands, monkeypatch):
    """What compiles never ends; who waits for it looks at the clock."""
    monkeypatch.setattr(Coming, "form", lambda *_: None)
    monkeypatch.setattr(Coming, "is_awaited", lambda *_: True)
    monkeypatch.setattr("noughts.solving.driver.sleep", lambda _: hands.move(1))
    game = MNK(6, 5, 4)
    assert Prover(game).proves(game.start(), WIN, seconds=5) is None
    assert 5 <= hands.seconds <= 6


@pytest.mark.usefixtures("never_compiled")
def test_a_slow_game_is_not_looked_at_for_longer_than_it_may_be(hands):
    """Each look at the clock takes a second; two thousand nodes would take an hour."""
    hands.tick = 1
    prover = Prover(MNK(6, 6, 4))
    assert prover.proves(prover.game.start(), WIN, seconds=30) is None
    assert 0 < prover.nodes < 30


@pytest.mark.usefixtures("compiled_at_once")
def test_compiled_slices_are_as_long_as_the_clock_may_be_left_alone(hands):
    """Each look at the clock takes a second, so slices become as short as can be again."""
    pytest.importorskip("numba")
    hands.tick = 1
    prover = Prover(MNK(6, 5, 4), memory=1)
    assert prover.proves(prover.game.start(), WIN, seconds=60) is None
    assert prover._by_numbers.slice == prover_module.SLICE


def test_it_reports_how_a_question_stands():
    told = []
    game = MNK(5, 4, 4)
    assert Prover(game, progress=told.append).proves(game.start(), WIN) is False
    assert [each.nodes for each in told] == sorted({each.nodes for each in told})
    assert {each.goal for each in told} == {WIN}
    assert all(each.proof and each.disproof for each in told[:-1])
    assert told[-1].disproof == 0


@pytest.mark.parametrize("form", ["compiled_at_once", "never_compiled"])
def test_wins_asked_for_by_attack_are_the_same(form, request):
    request.getfixturevalue(form)
    game = MNK(4, 3, 3)
    prover, solver = Prover(game, memory=1, attack=True), Solver(game)
    for position in late_positions(game, 8, 12):
        outcome = solver.value(position).outcome
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)


def test_an_attack_goes_on_with_more_nodes():
    game = MNK(5, 4, 4)
    position = late_positions(game, 14, 10)[1]
    prover = Prover(game, attack=True)
    assert prover.proves(position, WIN, nodes=20) is None
    assert prover.proves(position, WIN) is (Solver(game).value(position).outcome == WIN)


def test_what_spoils_an_attack_is_the_game_s_to_tell():
    with pytest.raises(SearchError, match="Nim does not define `spoilers`"):
        Prover(find_game("nim"), attack=True)


def test_games_that_repeat_are_refused():
    with pytest.raises(RepeatingGame):
        Prover(find_game("morris"))


def test_memory_that_cannot_be_had_is_told(monkeypatch):
    with pytest.raises(SearchError, match="Not enough memory for a table"):
        large_table(2, 1 << 40)


@each("megabytes", [1, 3, 64])
def test_the_table_is_as_large_as_allowed_but_no_larger(megabytes):
    table = large_table(2, megabytes)
    assert megabytes << 19 < 8 * len(table.memory) <= (megabytes << 20) + 8 * 4 * 4


class Words(Game[str]):
    """Positions that are no whole numbers: who says the third letter wins."""

    def start(self):
        return ""

    def moves(self, position):
        return range(2)

    def play(self, position, move):
        return position + "ab"[move]

    def outcome(self, position):
        return LOSS if len(position) == 3 else OPEN


def test_a_game_that_cannot_be_compiled_is_proved_as_well(monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 3)
    game: Any = Words()
    assert Prover(game, unchecked=True).bounds("") == OutcomeBounds(WIN, WIN)
    assert Prover(game, unchecked=True).bounds("a") == OutcomeBounds(LOSS, LOSS)


def test_a_mirror_image_that_is_known_to_lose_needs_no_search():
    # The first player wins 4,4,3 (Uiterwijk and van den Herik 2000).
    game = MNK(4, 4, 3)
    prover = Prover(game, attack=True)
    assert prover.proves(game.start(), WIN)
    (winning,) = prover.winning_moves(game.start(), 1, 1_000)
    lost = game.play(game.start(), winning)
    # As though each of O's moves led to a mirror image of that.
    assert prover.winning_moves(lost, 3, 1, lambda position: [lost]) == list(game.moves(lost))[:3]


@each(
    ("spec", "outcome"),
    [("tictactoe", DRAW), ("mnk:4,3,3", WIN), ("domineering:5,5", LOSS), ("chomp:4,3", WIN)],
)
def test_with_a_solver_in_turn_it_finds_the_same(spec, outcome, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 10)

    def at_once(turns, share):
        turns.nodes, turns._begun, turns._seconds, turns._solves = 0, -inf, 0.0, 60.0

    monkeypatch.setattr(prover_module._Turns, "__init__", at_once)
    game = find_game(spec)
    prover: Any = Prover(game, with_solver=True)
    assert prover.bounds(game.start()).outcome == outcome
    assert prover.nodes > prover._solver.nodes > 0
