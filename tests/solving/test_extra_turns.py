"""Games in which a player may move twice in a row: every solver against a brute force.

The brute force knows no signs: it looks at all values as the first player sees them.
"""

from typing import Any

import pytest

from noughts.errors import BrokenLaw, ExtraTurns, WrongTurn
from noughts.game import FIRST, SECOND, Game, keeps_turn, legal_moves, read_position
from noughts.laws.short import check_briefly
from noughts.search.pns import ProofTree
from noughts.search.root import ALGORITHMS, AlphaBeta, Negamax, search
from noughts.solving import retrograde
from noughts.solving.api import solve
from noughts.solving.prover import Prover
from noughts.solving.retrograde import RetrogradeSolver
from noughts.solving.solver import Solver
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.probe import Tablebase
from noughts.value import OPEN, WIN, Value
from tests.each import each
from tests.solving.webs import Node, Web, draws, reachable


class TurnedWeb(Web):
    """A web in which lots say who is to move."""

    def mover(self, position: Node) -> int:
        return self.drawn(position.number, 20) % 2 if position.number else FIRST


class Ladder(TurnedWeb):
    """The same without a way back: a move leads up by one to three rungs, to one of the ends."""

    repeats = False

    def play(self, position: Node, move: int) -> Node:
        return Node(position.number + 1 + self.drawn(position.number, 1 + move) % 3)

    def outcome(self, position: Node) -> int:
        if position.number < self.size:
            return OPEN
        return self.drawn(position.number, 10) % 3 - 1


WEBS = [TurnedWeb(size, seed, ends) for size in (7, 60) for seed in range(8) for ends in (5, 25)]
LADDERS = [Ladder(size, seed) for size in (1, 6, 11) for seed in range(6)]


def values_of(game: Game[Any]) -> dict[Any, Value]:
    """The value of every position, to its player to move."""
    after = reachable(game)
    turns = {position: game.mover(position) for position in after}
    ends = {p: game.outcome(p) * (1, -1)[turns[p]] for p in after if game.outcome(p) != OPEN}
    won = {p: (end == 1, 0) for p, end in ends.items() if end}  # by the first player; in plies
    plies, news = 0, True
    while news:
        plies += 1
        found = {}
        for position, children in after.items():
            if position in won or position in ends:
                continue
            mine = turns[position] == FIRST
            if any(child in won and won[child][0] == mine for child in children):
                found[position] = mine, plies
            elif all(child in won for child in children):
                found[position] = not mine, plies
        won |= found
        news = bool(found)
    values = {
        p: Value(WIN if first == (turns[p] == FIRST) else -WIN, ply)
        for p, (first, ply) in won.items()
    }
    left = {position: children for position, children in after.items() if position not in won}
    return values | draws(left, {p: ends.get(p, OPEN) for p in left})


def told(solver: Any, position: Any) -> tuple[int, ...]:
    return tuple(solver.value(position))


def best_by(game: Game[Any], values: dict[Any, Value], position: Any) -> list[int]:
    """The best moves, by the values of the brute force."""
    worth = {}
    for move in legal_moves(game, position):
        after = game.play(position, move)
        same = game.mover(after) == game.mover(position)
        worth[move] = (-values[after] if same else values[after]).before()
    return [move for move, value in worth.items() if value == max(worth.values())]


@each("game", WEBS)
def test_a_web_is_solved_backwards(game):
    solver = RetrogradeSolver(game)
    for position, value in values_of(game).items():
        assert told(solver, position) == tuple(value)


@each("game", LADDERS)
def test_every_search_is_right_on_ladders(game):
    solver, values = Solver(game), values_of(game)
    for position, value in values.items():
        assert solver.value(position) == value
        if game.outcome(position) == OPEN:
            assert solver.best_moves(position) == best_by(game, values, position)
            for algorithm in (Negamax(), AlphaBeta()):
                assert search(game, position, algorithm).value == value


def test_lots_give_extra_turns_and_every_outcome():
    steps = [
        (g, p, after)
        for g in LADDERS
        for p, all_after in reachable(g).items()
        for after in all_after
    ]
    assert {keeps_turn(*step) for step in steps} == {True, False}
    assert {value.outcome for game in LADDERS for value in values_of(game).values()} == {-1, 0, 1}


@pytest.mark.usefixtures("compiled_at_once")
def test_compiled_they_are_the_same(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(retrograde, "INTERPRETED_POSITIONS", 0)
    for game in (TurnedWeb(60, 3, 25), Ladder(11, 2)):
        solver = (RetrogradeSolver if game.repeats else Solver)(game)
        for position, value in values_of(game).items():
            assert solver.value(position) == value


def test_the_laws_hold_of_such_a_game():
    check_briefly(Ladder(6, 1))


def test_a_tablebase_has_the_same_values(tmp_path):
    game = Ladder(24, 4)
    make_tablebase(game, tmp_path)
    table = Tablebase(tmp_path, game)
    assert {told(table, p) == tuple(value) for p, value in values_of(game).items()} == {True}


def test_the_answer_names_the_best_moves():
    game = Ladder(24, 5)
    answer = solve(game)
    assert list(answer.moves) == best_by(game, values_of(game), game.start())


@each("name", ["minimax", "signed minimax", "exact"])
def test_a_search_without_a_form_for_it_says_so(name):
    with pytest.raises(ExtraTurns, match=rf"{name} needs players who take turns.*Ladder"):
        search(Ladder(), Ladder().start(), ALGORITHMS[name]())


@each("begin", [Prover, lambda game: ProofTree(game, game.start())])
def test_proof_numbers_say_so_too(begin):
    with pytest.raises(ExtraTurns, match="Proof-number search needs players who take turns"):
        begin(Ladder())


def test_the_text_of_a_position_must_name_who_moves():
    game = Ladder()
    assert read_position(game, "0 x") == (Node(0), FIRST)
    with pytest.raises(WrongTurn, match="it is X's turn"):
        read_position(game, "0 o")


class SecondBegins(Ladder):
    def mover(self, position: Node) -> int:
        return SECOND


class ThreePlayers(Ladder):
    def mover(self, position: Node) -> int:
        return position.number % 3


@each("game", [SecondBegins(), ThreePlayers()])
def test_the_first_player_begins_and_there_are_two(game):
    with pytest.raises(BrokenLaw) as error:
        check_briefly(game)
    assert error.value.law == "the_turn_is_told_rightly"
