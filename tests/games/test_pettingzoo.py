"""Environments of PettingZoo as games of ours: equal to ours, and others refused by name."""

import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from noughts import ConnectFour, TicTacToe, solve, solver_for
from noughts.errors import ImpossiblePosition, NotAGame, UnknownGame
from noughts.game import legal_moves
from noughts.games.registry import find_game, name_own, spec_of
from noughts.value import OPEN


class Take(AECEnv[str, Any, int]):
    """Take 1 or 2 of four counters; the one who takes the last wins.

    Args:
        chance: the first action may take one more.
        hidden: nobody sees the counters.
        agents: how many there are.
        mask: whether there is an action mask.
        prize: what the winner gets; the loser gets one less than nothing.
        order: who moves, in turn.
        numbered: whether actions are whole numbers.
    """

    def __init__(
        self, chance=False, hidden=False, agents=2, mask=True, prize=1, order=(0, 1), numbered=True
    ):
        self.chance, self.hidden, self.mask, self.prize = chance, hidden, mask, prize
        self.numbered = numbered
        self.possible_agents = [f"player_{i}" for i in range(agents)]
        self.order = order
        self.metadata = {"name": "take_v0"}

    def action_space(self, agent):
        return spaces.Discrete(2) if self.numbered else spaces.Box(0, 1)

    def reset(self, seed=None, options=None):
        self.more = self.chance and random.Random(seed).randrange(2)
        self.agents, self.left, self.ply = self.possible_agents[:], 4, 0
        self._begin()

    def _begin(self):
        self.agent_selection = self.agents[self.order[self.ply % len(self.order)]]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, self.left == 0)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent):
        seen = np.array([0 if self.hidden else self.left], dtype=np.int8)
        mask = np.array([self.left > 0, self.left > 1], dtype=np.int8)
        return {"observation": seen, **({"action_mask": mask} if self.mask else {})}

    def step(self, action):
        mover = self.agent_selection
        self.left = max(0, self.left - int(action) - 1 - self.more)
        self.more = 0
        self.ply += 1
        self._begin()
        if self.left == 0:
            self.rewards = dict.fromkeys(self.agents, -1) | {mover: self.prize}


@pytest.fixture
def take(monkeypatch):
    """Name an environment with these settings."""
    numbers = iter(range(9))

    def named(**settings):
        module = ModuleType(f"house.take_{id(settings)}_{next(numbers)}")
        vars(module)["env"] = lambda: Take(**settings)
        monkeypatch.setitem(sys.modules, module.__name__, module)
        return f"pettingzoo:{module.__name__}"

    return named


def test_tictactoe_is_ours_from_a_position_on():
    theirs, ours = find_game("pettingzoo:tictactoe_v3"), TicTacToe()
    position, same = theirs.start(), ours.start()
    for move in (0, 4, 8):
        position, same = theirs.play(position, move), ours.play(same, move)
    values, known = solver_for(theirs, unchecked=True), solver_for(ours)
    todo, seen = [(position, same)], {}
    while todo:
        position, same = todo.pop()
        assert theirs.outcome(position) == ours.outcome(same)
        assert values.value(position) == known.value(same)
        if ours.outcome(same) != OPEN or position in seen:
            continue
        seen[position] = same
        assert legal_moves(theirs, position) == legal_moves(ours, same)
        todo += [(theirs.play(position, m), ours.play(same, m)) for m in legal_moves(ours, same)]
    assert len(seen) == len(set(seen.values()))  # ways to one position are taken together


def test_connect_four_is_ours_in_random_games():
    theirs, ours, chance = find_game("pettingzoo:connect_four_v3"), ConnectFour(), random.Random(5)
    for _ in range(3):
        position, same = theirs.start(), ours.start()
        while (outcome := ours.outcome(same)) == OPEN:
            assert theirs.outcome(position) == OPEN
            assert legal_moves(theirs, position) == sorted(legal_moves(ours, same))
            move = chance.choice(legal_moves(ours, same))
            position, same = theirs.play(position, move), ours.play(same, move)
        assert theirs.outcome(position) == outcome


def test_its_marks_are_drawn_and_a_position_is_written_as_its_moves():
    game = find_game("pettingzoo:tictactoe_v3")
    position, turn = game.parse("4,0,8 o")
    assert str(game.board(position, turn)).splitlines() == [
        "O..", ".X.", "..X"
    ]  # fmt: skip
    assert game.text(position, turn) == "4,0,8 o"
    with pytest.raises(ImpossiblePosition):
        game.parse("4,4 x")


def test_an_environment_in_the_current_folder_is_found_and_the_path_stays(monkeypatch, tmp_path):
    (tmp_path / "ownhouse").mkdir()
    (tmp_path / "ownhouse" / "take_v0.py").write_text(
        "import tests.games.test_pettingzoo as t\nenv = t.Take\n"
    )
    path = [each for each in sys.path if each not in ("", str(Path.cwd()))]
    monkeypatch.setattr(sys, "path", [*path, str(Path(__file__).parents[2])])
    monkeypatch.chdir(tmp_path)
    before = sys.path[:]
    game = find_game("pettingzoo:ownhouse.take_v0")
    assert legal_moves(game, game.start()) == [0, 1]
    assert sys.path == before
    with pytest.raises(UnknownGame, match=r"No module named 'ownhouse\.other_v0'"):
        find_game("pettingzoo:ownhouse.other_v0")
    assert sys.path == before


def test_an_environment_of_ones_own_is_solved(take):
    value = solver_for(find_game(take())).value
    game = find_game(take())
    assert str(value(game.start())) == "win in 3"  # four counters: take one, leave three
    assert "".join(cell.mark for cell in game.board(game.start(), 0).cells) == "[4]"


def test_a_pass_is_put_in_where_an_agent_moves_twice(take):
    game = find_game(take(order=(0, 0, 1)))
    position = game.play(game.start(), 0)
    assert [game.name(move) for move in legal_moves(game, position)] == ["pass"]
    last = game.play(game.play(position, game.read("pass")), 1)
    assert legal_moves(game, last) == [0]  # one counter is left for the other agent


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"agents": 3}, "has 3 agents"),
        ({"numbered": False}, "not numbered"),
        ({"mask": False}, "has no action mask"),
        ({"hidden": True}, "hides moves"),
    ],
)
def test_other_environments_are_refused_by_name(take, settings, reason):
    name = take(**settings)
    with pytest.raises(NotAGame, match=reason) as caught:
        find_game(name)
    assert name in str(caught.value)


def test_chance_and_common_gain_are_refused_when_they_show(take):
    for settings, reason in (
        ({"chance": True}, "has chance"),
        ({"prize": 5}, "not zero-sum"),
    ):
        with pytest.raises(NotAGame, match=reason):
            solve(find_game(take(**settings)))


def test_what_pettingzoo_does_not_have_is_refused():
    for name in ("nonsense_v0", "", "os.path", "house.of_nobody"):
        with pytest.raises(UnknownGame, match="PettingZoo cannot load"):
            find_game(f"pettingzoo:{name}")
    with pytest.raises(NotAGame, match="has no action mask"):
        find_game("pettingzoo:rps_v2")


def test_strangers_cannot_name_it_unless_it_is_served(monkeypatch):
    monkeypatch.setattr("noughts.games.registry.OWN", own := {})
    spec = "pettingzoo:tictactoe_v3"
    assert spec_of(find_game(spec)) == spec
    with pytest.raises(UnknownGame):
        find_game(spec, files=False)
    assert name_own(spec) == spec
    assert own[spec] == find_game(spec, files=False)
