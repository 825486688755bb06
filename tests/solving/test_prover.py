"""The prover: answers by yes or no, its limits, and what it says on the way."""

from typing import Any

import pytest

from noughts.errors import RepeatingGame, SearchError
from noughts.game import Game
from noughts.games.catalogue import find_game
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.solving import prover as prover_module
from noughts.solving.prover import Bounds, Prover, large_table
from noughts.solving.solver import Solver
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests import reference
from tests.samples import late_positions


def test_the_bounds_of_every_position_of_tic_tac_toe_meet():
    prover = Prover(TicTacToe())
    for board in reference.unfinished()[::11]:
        position, _ = prover.game.parse(reference.text(board))
        outcome, _ = reference.worth(board)
        assert prover.bounds(position) == Bounds(outcome, outcome)
        assert prover.bounds(position).outcome == outcome


@pytest.mark.parametrize("patience", [1, 50, 10_000_000])
def test_it_answers_alike_interpreted_and_compiled(patience, monkeypatch):
    monkeypatch.setattr(prover_module, "PATIENCE", patience)
    game = MNK(4, 3, 3)
    prover, solver = Prover(game, megabytes=1), Solver(game)
    for position in late_positions(game, 8, 12):
        outcome = solver.value(position).outcome
        assert prover.bounds(position) == Bounds(outcome, outcome)


@pytest.mark.parametrize(
    ("board", "nodes"),
    [((3, 3, 3), 134), ((4, 4, 4), 36), ((5, 4, 4), 4_290), ((6, 5, 4), 133_126)],
    ids=str,
)
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
    assert prover.bounds(game.start(), nodes=100) == Bounds(LOSS, WIN)
    assert prover.bounds(game.start(), nodes=100).outcome is None
    assert prover.bounds(game.start()) == Bounds(DRAW, DRAW)


def test_without_time_it_says_nothing():
    game = MNK(6, 5, 4)
    assert Prover(game).proves(game.start(), WIN, seconds=0) is None


def test_it_reports_how_a_question_stands():
    told = []
    game = MNK(5, 4, 4)
    assert Prover(game, progress=told.append).proves(game.start(), WIN) is False
    assert [each.nodes for each in told] == sorted({each.nodes for each in told})
    assert {each.goal for each in told} == {WIN}
    assert all(each.proof and each.disproof for each in told[:-1])
    assert told[-1].disproof == 0


@pytest.mark.parametrize("patience", [1, 10_000_000])
def test_wins_asked_for_by_attack_are_the_same(patience, monkeypatch):
    monkeypatch.setattr(prover_module, "PATIENCE", patience)
    game = MNK(4, 3, 3)
    prover, solver = Prover(game, megabytes=1, attack=True), Solver(game)
    for position in late_positions(game, 8, 12):
        outcome = solver.value(position).outcome
        assert prover.bounds(position) == Bounds(outcome, outcome)


def test_an_attack_goes_on_with_more_nodes():
    game = MNK(5, 4, 4)
    position = late_positions(game, 14, 10)[1]
    prover = Prover(game, attack=True)
    assert prover.proves(position, WIN, nodes=20) is None
    assert prover.proves(position, WIN) is (Solver(game).value(position).outcome == WIN)


def test_what_spoils_an_attack_is_the_game_s_to_tell():
    with pytest.raises(SearchError, match="Nim does not tell what spoils an attack"):
        Prover(find_game("nim"), attack=True)


def test_games_that_repeat_are_refused():
    with pytest.raises(RepeatingGame):
        Prover(find_game("morris"))


def test_memory_that_cannot_be_had_is_told(monkeypatch):
    with pytest.raises(SearchError, match="no memory for a table"):
        large_table(2, 1 << 40)


@pytest.mark.parametrize("megabytes", [1, 3, 64])
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
    monkeypatch.setattr(prover_module, "PATIENCE", 3)
    game: Any = Words()
    assert Prover(game, unchecked=True).bounds("") == Bounds(WIN, WIN)
    assert Prover(game, unchecked=True).bounds("a") == Bounds(LOSS, LOSS)
