"""The prover: answers by yes or no, its limits, and what it says on the way."""

from contextlib import nullcontext
from itertools import pairwise
from math import inf
from types import SimpleNamespace
from typing import Any

import pytest

from noughts.errors import RepeatingGame, SearchError, SearchStopped
from noughts.game import Game
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.native import Coming
from noughts.search.proof import ProofContext
from noughts.search.table import ArrayProofTable
from noughts.solving import prover as prover_module
from noughts.solving.driver import Limits
from noughts.solving.prover import OutcomeBounds, Prover, large_table
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, INFINITY, LOSS, OPEN, WIN
from tests import reference
from tests.deep import Count, SlowRing
from tests.each import each
from tests.hands import Hands
from tests.samples import late_positions


@pytest.fixture
def as_though_compiled(monkeypatch):
    """Use the plain search as the compiled one, so that nothing is compiled."""
    monkeypatch.setattr(
        Coming, "form", lambda coming, *_: None if coming._never else coming._function
    )
    monkeypatch.setattr(prover_module, "compiled", lambda function, _: function)


FORMS = ["compiled_at_once", "as_though_compiled", "never_compiled"]


def test_the_bounds_of_every_position_of_tic_tac_toe_meet():
    prover = Prover(TicTacToe())
    for board in reference.unfinished()[::11]:
        position, _ = prover.game.parse(reference.text(board))
        outcome, _ = reference.worth(board)
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)
        assert prover.bounds(position).outcome == outcome


def late_outcomes(game):
    solver = Solver(game)
    return {each: solver.value(each).outcome for each in late_positions(game, 8, 12)}


@pytest.mark.parametrize("form", FORMS)
def test_it_answers_alike_interpreted_and_compiled(form, request, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 50)
    monkeypatch.setattr(prover_module, "FIRST_BITS", 5)  # the table has to grow
    game = MNK(4, 3, 3)
    outcomes = late_outcomes(game)
    request.getfixturevalue(form)
    prover = Prover(game, memory=1)
    for position, outcome in outcomes.items():
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)
    search: Any = prover._by_numbers
    assert bool(search._compiled) == (form != "never_compiled")
    assert form == "never_compiled" or search._table.shift == large_table(2, memory=1).shift


@pytest.mark.usefixtures("as_though_compiled")
def test_a_table_that_is_full_grows_and_keeps_what_is_proved(monkeypatch):
    monkeypatch.setattr(prover_module, "FIRST_BITS", 7)
    monkeypatch.setattr(prover_module, "SLICE", 64)
    game = MNK(5, 4, 4)
    prover, start = Prover(game, memory=1), game.start()
    search: Any = prover._by_numbers

    def shift_and_numbers(nodes):
        """The table's shift and its numbers, after that many more nodes."""
        assert prover.proves(start, WIN, nodes=nodes) is None
        after = [game.play(start, move) for move in game.moves(start)]
        return search._table.shift, [search.known(each, DRAW) for each in after]

    first, larger = ArrayProofTable(2, 7).shift, large_table(2, memory=1).shift
    assert shift_and_numbers(64)[0] == first
    shift, numbers = shift_and_numbers(64)  # now it has had as many nodes as it has entries
    assert shift == first > larger
    assert any(numbers)
    search._grow(start)
    assert shift_and_numbers(0) == (larger, numbers)
    prover.forget()
    assert [shift_and_numbers(64)[0] for _ in range(4)] == [first, first, larger, larger]


@each(("board", "nodes"), [((3, 3, 3), 121), ((4, 4, 4), 36), ((5, 4, 4), 837)])
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


@each("board", [(4, 4, 4), (5, 4, 4)])
@pytest.mark.usefixtures("never_compiled")
def test_what_is_forgotten_is_proved_again(board, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 100)
    prover, taken = Prover(MNK(*board)), []
    search: Any = prover._by_numbers
    size = len(search._table.memory)
    for _ in range(3):
        before = prover.nodes
        assert prover.proves(prover.game.start(), WIN) is False
        taken.append(prover.nodes - before)
        if len(taken) == 2:
            prover.forget()
    assert taken[1] == 1 < taken[0]
    assert taken[2] > 1
    assert len(search._table.memory) == size


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
    monkeypatch.setattr(prover_module, "SLICE", 20)
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


@pytest.mark.usefixtures("as_though_compiled")
def test_compiled_slices_are_as_long_as_the_clock_may_be_left_alone(hands, monkeypatch):
    """Each look at the clock takes a second, so slices become as short as can be again."""
    monkeypatch.setattr(prover_module, "SLICE", 50)
    hands.tick = 1
    prover = Prover(MNK(6, 5, 4), memory=1)
    assert prover.proves(prover.game.start(), WIN, seconds=60) is None
    assert prover._by_numbers.slice == prover_module.SLICE


@pytest.mark.parametrize(
    ("slices", "seconds", "expected"),
    [(1, 0.01, 2), (8, 0.03, 16), (8, 0.04, 8), (8, 0.09, 8), (8, 0.11, 4), (64, 3, 2)],
)
def test_slices_keep_their_length_over_a_factor_of_three(slices, seconds, expected):
    """So two runs of a search take the same steps, though one takes a little longer."""
    unit = prover_module.SLICE
    assert prover_module.next_slice(slices * unit, seconds) == expected * unit


@pytest.mark.parametrize("form", FORMS[1:])
def test_it_reports_how_a_question_stands(form, request, hands, monkeypatch):
    """After every slice, each of which is twice as long as the one before."""
    request.getfixturevalue(form)
    hands.move(1_000)
    monkeypatch.setattr(prover_module, "SLICE", 10)
    told = []
    game = MNK(5, 4, 4)
    assert Prover(game, progress=told.append).proves(game.start(), WIN) is False
    assert [each.nodes for each in told[:-1]] == [10 * (2**n - 1) for n in range(1, len(told))]
    assert 5 < len(told)
    assert told[-2].nodes < told[-1].nodes <= 10 * (2 ** len(told) - 1)
    assert {(each.lower, each.upper) for each in told} == {(-INFINITY, INFINITY)}
    assert {each.goal for each in told} == {WIN}
    assert all(each.proof and each.disproof for each in told[:-1])
    assert told[-1].disproof == 0


@pytest.mark.parametrize("form", FORMS)
def test_wins_asked_for_by_attack_are_the_same(form, request):
    game = MNK(4, 3, 3)
    outcomes = late_outcomes(game)
    request.getfixturevalue(form)
    prover: Any = Prover(game, memory=1, attack=True)
    for position, outcome in outcomes.items():
        assert prover.bounds(position) == OutcomeBounds(outcome, outcome)
    tables = prover._by_attack._table, prover._by_attack._threats
    if form != "never_compiled":  # they fill the memory, but no more
        assert 1 << 18 < sum(8 * len(table.memory) for table in tables) <= 1 << 20


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
    with pytest.raises(RepeatingGame, match="by s1 s2 s2"):  # it does not say that it repeats
        Prover(SlowRing(5), unchecked=True).proves(Count(5), WIN, nodes=500)


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
    start = game.start()
    (winning,) = prover.winning_moves(start, 1, 1_000)
    lost = game.play(start, winning)

    def images(position):
        """As though each of O's moves led to a mirror image of the start, or of `lost`."""
        return [start, lost]

    assert prover.winning_moves(lost, 3, 1, images) == list(game.moves(lost))[:3]


def test_the_moves_that_win_by_attack_are_those_of_the_solver(monkeypatch):
    """Each try has ten times as many nodes as the one before."""
    budgets = set()

    class Noted(ProofContext):
        def __init__(self, *settings):
            budgets.update(settings[:1])
            super().__init__(*settings)

    monkeypatch.setattr(prover_module, "ProofContext", Noted)
    game = MNK(4, 4, 3)
    solver = Solver(game)
    for position in late_positions(game, 13, 8):
        values = {move: solver.value(game.play(position, move)) for move in game.moves(position)}
        winning = {move for move, value in values.items() if value.outcome == LOSS}
        if winning:
            few, enough = (
                Prover(game, attack=True).winning_moves(position, 3, nodes) for nodes in (1, 1_000)
            )
            assert set(few) <= set(enough) <= winning
            assert 1 <= len(few) <= len(enough) == min(3, len(winning))
    assert {1, 10} <= budgets <= {1, 10, 100, 1_000, 10_000}


@each(
    ("spec", "outcome"),
    [("tictactoe", DRAW), ("mnk:4,3,3", WIN), ("domineering:5,5", LOSS), ("chomp:4,3", WIN)],
)
def test_with_a_solver_in_turn_it_finds_the_same(spec, outcome, monkeypatch):
    monkeypatch.setattr(prover_module, "SLICE", 10)

    def at_once(turns, game):
        turns._quick = BASE - game.quick_depth
        turns.nodes, turns._due, turns._ratio, turns._seconds = 0, -inf, 0.0, 60.0

    monkeypatch.setattr(prover_module._Turns, "__init__", at_once)
    game, told = find_game(spec), []
    prover: Any = Prover(game, with_solver=True, progress=told.append)
    assert prover.bounds(game.start()).outcome == outcome
    proofs = {each.goal: each.nodes for each in told}  # one question about each goal
    assert prover.nodes == sum(proofs.values()) + prover._solver.nodes
    assert prover._solver.nodes > 0
    # Nor does it matter whose answer it was.
    prover = Prover(game, with_solver=True, progress=told.append)
    prover._solver = Asked(Hands())
    assert prover.bounds(game.start()).outcome == outcome
    proofs = {each.goal: each.nodes for each in told}
    assert prover.nodes == sum(proofs.values()) + prover._solver.nodes


class Asked:
    """A solver that never has an answer, and takes all its time to find none."""

    seconds = 0.0
    shared_limit = nullcontext

    def __init__(self, hands):
        self.hands, self.nodes, self.turns = hands, 0, []

    def exceeds(self, position, score):
        self.nodes += 7
        self.turns.append(self.seconds)
        self.hands.move(self.seconds)
        raise SearchStopped


@each("share", [0.0, 0.2, 0.5, 0.75])
def test_the_solver_s_turns(share, hands):
    """It begins; the proof has its share of the time; turns become longer and end with the time."""
    solver: Any = Asked(hands)
    known: Any = SimpleNamespace(proof_share=share, quick_depth=11)
    turns, limits = prover_module._Turns(known), Limits(seconds=1_000)
    begun, proofs = hands.seconds, []
    while len(solver.turns) < 6:
        before, at = len(solver.turns), hands.seconds
        assert turns.answer(solver, None, WIN, limits) is None
        if len(solver.turns) == before:
            hands.move(1e-3)
        else:
            proofs.append(at - begun - sum(solver.turns[:-1]))
    assert proofs[0] == 0
    assert min(solver.turns) > 0.099
    assert share * (sum(solver.turns[:-1]) + proofs[-1]) == pytest.approx(proofs[-1], abs=0.01)
    assert [b / a for a, b in pairwise(solver.turns)] == pytest.approx([1.25] * 5)
    assert turns.nodes == solver.nodes == 42
    hands.move(1_000 - 0.01 - hands.seconds + limits.begun)
    assert turns.answer(solver, None, WIN, limits) is None
    assert solver.turns[-1] == pytest.approx(0.01)
