"""Caches with a bound: however many things are asked for, only so many are kept."""

from fractions import Fraction

import pytest

from noughts.errors import SearchStopped
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.players import strength
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from noughts.players.strength import Skill, Target, skill_for
from noughts.players.trickster import Trickster
from noughts.search.memory import Recent
from noughts.solving.api import Solvers
from noughts.solving.solver import Solver
from noughts.value import WIN, Value
from noughts.web.worker import GameContext
from tests.each import each


def test_an_entry_that_is_put_in_again_is_a_recent_one():
    kept = Recent[str, int](most=2)
    for place, key in enumerate("abac"):
        kept[key] = place
    assert kept == {"a": 2, "c": 3}


@each("player", [PerfectPlayer(), Trickster(), Trickster(RandomPlayer())])
def test_a_player_keeps_the_solvers_of_a_few_games(player):
    solvers = Solvers(budget=1_000)
    player.share(solvers)
    for counters in range(1, 30):
        game = Nim(counters)
        player.probabilities(game, game.start())
    held = [*vars(player).values(), *vars(solvers).values()]
    kept = [len(thing) for thing in held if isinstance(thing, dict)]
    assert kept
    assert max(kept) <= 8


def test_a_solver_keeps_the_bounds_of_the_last_positions_that_took_too_long(monkeypatch):
    monkeypatch.setattr("noughts.solving.solver.REMEMBERED", 3)
    game = MNK(4, 3, 3)
    solver = Solver(game, budget=1)
    for move in game.moves(game.start()):
        with pytest.raises(SearchStopped):
            solver.value(game.play(game.start(), move))
    assert len(solver._found) == 3
    solver.budget = None
    assert solver.value(game.start()) == Value(WIN, 7)


def test_a_server_keeps_a_few_opponents_of_a_game():
    context = GameContext(TicTacToe())
    first = context.player("looks:1")
    assert context.player("looks:1") is first
    for plies in range(1, 100):
        context.player(f"looks:{plies}")
    assert len(context._players) <= 16


def test_the_skills_of_a_few_games_are_kept(monkeypatch):
    asked = []

    def skill(search):
        asked.append(search.game)
        return Skill(Fraction(0), Fraction(0))

    monkeypatch.setattr(strength._Search, "skill", skill)
    games = [Nim(counters, misere=True) for counters in range(1, 61)]
    aims = [Target("wins", percent) for percent in range(1, 11)]
    for aim in aims:
        for game in games:
            assert skill_for(game, aim) is skill_for(game, aim)
    assert len(asked) == 600
    assert strength._skill_for.cache_info().currsize <= 256
    strength._skill_for.cache_clear()


def test_the_compiled_forms_of_a_few_games_are_kept():
    pytest.importorskip("numba")
    from noughts.native import calls

    assert calls._search_form.cache_info().maxsize == 256
