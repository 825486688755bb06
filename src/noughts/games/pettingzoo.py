"""Environments of PettingZoo as games of noughts, by replay: `pettingzoo:tictactoe_v3`.

A position is a list of actions, which the environment replays (Terry et al., "PettingZoo: Gym for
Multi-Agent Reinforcement Learning", 2021). It has the name of a module of `pettingzoo.classic`, or
of your own module with a function `env()`, `mypackage.my_v0`, which may be in the current folder.
It needs PettingZoo: `pip install "noughts[rl]"`.

The agents take turns (AEC), and an action mask, in the observation or in the info, marks the legal
actions. An environment is refused by name if it is visibly not a game of perfect information for
two: another number of agents, actions with other results when replayed with another seed, or
first actions that look alike to the other agent.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple
from warnings import catch_warnings

from noughts.errors import NotAGame, UnknownGame, requiring
from noughts.games.common.foreign import Foreign, ForeignStates

PREFIX, CLASSIC = "pettingzoo:", "pettingzoo.classic"
# Environments whose observation determines what follows.
MERGED = {"tictactoe_v3", "connect_four_v3"}
WANTED = "noughts solves games of perfect information for two agents, with a mask of legal actions."


class PettingZoo(Foreign):
    """An environment of PettingZoo.

    Args:
        spec: the name of its module, `tictactoe_v3`.

    Raises:
        UnknownGame: PettingZoo is not installed, or there is no such environment.
        NotAGame: it is not a deterministic game of perfect information for two.
    """

    @property
    def met(self) -> ForeignStates:
        return _met(self.spec)


class Replayed(NamedTuple):
    """A state: the actions from the start, and the environment after them."""

    zoo: "Zoo"  # the environment
    actions: tuple[int, ...]  # the actions since the start
    player: int  # the agent to move, 0 for the agent that begins
    seen: bytes  # the agent's observation, as bytes
    board: str  # the observation as text for people
    legal: tuple[int, ...]  # the legal actions
    over: bool  # whether the game is over
    points: tuple[float, ...]  # the sum of each player's rewards

    def __str__(self) -> str:
        return self.board

    def current_player(self) -> int:
        return self.player

    def is_terminal(self) -> bool:
        return self.over

    def returns(self) -> tuple[float, ...]:
        return self.points

    def legal_actions(self) -> list[int]:
        return list(self.legal)

    def child(self, action: int) -> "Replayed":
        """The state after an action."""
        actions = (*self.actions, action)
        after = self.zoo.replay(actions)
        if self.zoo.replay(actions) != after:
            raise NotAGame(f"{PREFIX}{self.zoo.spec} has chance. {WANTED}")
        return after

    def key(self) -> str:
        identity = self.seen.hex() if self.zoo.spec in MERGED else self.actions
        return f"{identity} {self.player} {self.over}"


class Zoo:
    """An environment, which is in one state at a time.

    Raises:
        NotAGame: it is not for two agents with numbered actions.
    """

    def __init__(self, spec: str, env: Any) -> None:
        self.spec, self._env, self._seeds = spec, env, count(1)
        if (agents := len(env.possible_agents)) != 2:
            raise NotAGame(f"{PREFIX}{spec} has {agents} agent{'s' * (agents != 1)}. {WANTED}")
        if not all(hasattr(env.action_space(agent), "n") for agent in env.possible_agents):
            raise NotAGame(f"{PREFIX}{spec} has actions that are not numbered. {WANTED}")
        env.reset(seed=0)
        first = env.agent_selection
        self._agents = sorted(env.possible_agents, key=lambda agent: agent != first)

    @property
    def actions(self) -> int:
        return max(int(self._env.action_space(agent).n) for agent in self._agents)

    def replay(self, actions: tuple[int, ...]) -> Replayed:
        """The state after actions from the start, with a seed not used before."""
        self._env.reset(seed=next(self._seeds))
        points = [0.0, 0.0]
        for action in actions:
            self._env.step(action)
            for player, agent in enumerate(self._agents):
                points[player] += float(self._env.rewards[agent])
        return self._state(actions, *points)

    def _state(self, actions: tuple[int, ...], *points: float) -> Replayed:
        observation, _, terminated, truncated, info = self._env.last()
        inside = isinstance(observation, dict)
        mask = (observation if inside else info).get("action_mask")
        if mask is None:
            raise NotAGame(f"{PREFIX}{self.spec} has no action mask. {WANTED}")
        seen = observation["observation"] if inside else observation
        player = self._agents.index(self._env.agent_selection)
        legal = tuple(action for action, allowed in enumerate(mask) if allowed)
        over = bool(terminated or truncated)
        if over and sum(points) != 0:
            raise NotAGame(f"{PREFIX}{self.spec} is not zero-sum. {WANTED}")
        content = bytes(seen.tobytes()) if hasattr(seen, "tobytes") else repr(seen).encode()
        return Replayed(self, actions, player, content, _drawn(seen, player), legal, over, points)


def _drawn(seen: Any, player: int) -> str:
    """Two planes, own marks and the opponent's, as a board; anything else as text."""
    if getattr(seen, "ndim", 0) != 3 or seen.shape[2] != 2:
        return str(seen)
    signs = ".XO" if player == 0 else ".OX"
    rows = seen[:, :, 0] + 2 * seen[:, :, 1]
    return "\n".join("".join(signs[int(sign)] for sign in row) for row in rows)


@lru_cache(maxsize=16)
def _met(spec: str) -> ForeignStates:
    zoo = Zoo(spec, _loaded(spec))
    first = zoo.replay(())
    seen = [state.seen for state in map(first.child, first.legal) if not state.over]
    if len(set(seen)) < len(seen):
        raise NotAGame(f"{PREFIX}{spec} hides moves: first actions look alike. {WANTED}")
    return ForeignStates(spec, first, zoo.actions, Replayed.key)


@contextmanager
def _finding_here() -> Iterator[None]:
    here = str(Path.cwd())
    sys.path.append(here)
    try:
        yield
    finally:
        del sys.path[len(sys.path) - 1 - sys.path[::-1].index(here)]


def _loaded(spec: str) -> Any:
    with requiring("rl", f"{PREFIX}{spec} needs PettingZoo", UnknownGame):
        from pettingzoo import AECEnv
    try:
        with (
            _finding_here(),
            catch_warnings(action="ignore", category=DeprecationWarning),  # there is a newer name
        ):
            env = import_module(spec if "." in spec else f"{CLASSIC}.{spec}").env()
    except Exception as error:  # noqa: BLE001  # a stranger's module can raise anything
        raise UnknownGame(f"PettingZoo cannot load {spec!r}: {error}.") from None
    if not isinstance(env, AECEnv):
        raise NotAGame(f"{PREFIX}{spec} has agents that do not take turns. {WANTED}")
    return env
