"""Our games as environments of PettingZoo, for two agents that take turns.

They need PettingZoo: `pip install "noughts[rl]"`. Tic-tac-toe and Connect Four equal PettingZoo's
own, bit by bit: `tictactoe_v3` and `connect_four_v3`.

>>> environment = env("connectfour", values=True)
>>> environment.reset()
>>> observation, reward, termination, truncation, info = environment.last()
>>> observation["observation"].shape, observation["action_mask"]
((6, 7, 2), array([1, 1, 1, 1, 1, 1, 1], dtype=int8))
>>> environment.step(3)
>>> environment.agent_selection
'player_1'
"""

from typing import Any, NamedTuple

from noughts.errors import BridgeError, requiring
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.lab.spaces import Environment, Observation  # first: says what to install
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN

with requiring("rl", "PettingZoo is not installed", BridgeError):
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

# The reward for an illegal action, with PettingZoo's own wrapper.
ILLEGAL = -1


class Twin(NamedTuple):
    name: str
    agents: tuple[str, str]


TWINS = {
    "tictactoe": Twin("tictactoe_v3", ("player_1", "player_2")),
    "connectfour": Twin("connect_four_v3", ("player_0", "player_1")),
}


def env(game: Game[Any] | str, **settings: Any) -> "AECEnv[str, Observation, int]":
    """The environment with PettingZoo's usual wrappers: an illegal action loses.

    Args:
        game: the rules, or their name.
        **settings: arguments of `GameEnv`.
    """
    inner = GameEnv(game, **settings)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(
            wrappers.TerminateIllegalWrapper(inner, illegal_reward=ILLEGAL)
        )
    )


class GameEnv(Environment, AECEnv[str, Observation, int]):
    """A game as an environment of PettingZoo; actions are the numbers of moves.

    Rewards are 1 for the winner, -1 for the loser and 0 in a draw, at the end. A game that is not
    over after `most_plies` is truncated, with rewards 0.

    Args:
        game: the rules, or their name.
        values: whether the info of the agent to move contains the exact values (`ExactInfo`).
        solver: computes them; by default one without a budget.
        render_mode: "ansi": `render` returns the board as text.
        points: whether a reward is the points won by, in games that count points.

    Attributes:
        most_plies: can be changed; by default the longest possible game, 200 plies where positions
            can repeat, and 10,000 where no limit is known.

    Raises:
        UnsuitedGame: the game does not state its number of actions (`Game.actions`).
    """

    def __init__(
        self,
        game: Game[Any] | str,
        *,
        values: bool = False,
        solver: ExactSolver[Any] | None = None,
        render_mode: str | None = None,
        points: bool = False,
    ) -> None:
        super().__init__()
        self.set_up(game, values, solver, render_mode, points)
        spec = spec_of(self.game)
        self._is_twin = spec in TWINS
        twin = TWINS.get(spec, Twin(spec, ("player_0", "player_1")))
        self.metadata = {"name": twin.name, "render_modes": ["ansi"], "is_parallelizable": False}
        self.possible_agents = list(twin.agents)
        self.observation_spaces = {agent: self._observations() for agent in self.possible_agents}
        self.action_spaces = {agent: self._actions() for agent in self.possible_agents}
        self.reset()

    def observation_space(self, agent: str) -> "spaces.Space[Any]":
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Space[Any]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; nothing in it is random. `options={"position": …}` begins elsewhere."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._begin(options)
        self._select()

    def observe(self, agent: str) -> Observation:
        """The position as the agent sees it; the mask is empty unless the agent is to move."""
        mask = None
        if agent == self.agent_selection:  # PettingZoo's own games show moves after the end, too
            mask = self._observer.mask(self._position, when_over=self._is_twin)
        return self._observe(self.possible_agents[self._turn] != agent, mask)

    def step(self, action: int) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._play(int(action))
        self._select()
        outcome = self.game.outcome(self._position)
        if outcome != OPEN:
            for side, each in enumerate(self.possible_agents):
                self.rewards[each] = self._result(side)
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
        elif self._plies >= self.most_plies:
            self.truncations = dict.fromkeys(self.agents, True)

    def close(self) -> None: ...

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[self._turn]
        self.infos: dict[str, Any] = {agent: {} for agent in self.agents}
        self.infos[self.agent_selection] = self._exact_info()
