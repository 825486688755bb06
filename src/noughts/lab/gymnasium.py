"""Our games against our players, as environments of Gymnasium: one game, or many side by side.

They need Gymnasium: `pip install "noughts[rl]"`.

>>> environment = OpponentEnv("tictactoe", "perfect", values=True)
>>> observation, info = environment.reset(seed=1)
>>> observation, reward, terminated, truncated, info = environment.step(0)
>>> observation["action_mask"], info["value"]
(array([0, 1, 1, 1, 0, 1, 1, 1, 1], dtype=int8), np.float64(0.0))
"""

from collections.abc import Sequence
from typing import Any

from noughts.errors import BridgeError, IllegalMove, requiring
from noughts.game import FIRST, Game
from noughts.lab.in_words import SEATS
from noughts.lab.spaces import Environment, ExactValues, Observation  # says what to install
from noughts.players.levels import player_for
from noughts.players.observation import as_whole
from noughts.players.player import Player, close, start
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN

with requiring("rl", "Gymnasium is not installed", BridgeError):
    import numpy as np
    from gymnasium import Env
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

# The reward for an illegal action, which ends the game.
ILLEGAL = -1.0


class OpponentEnv(Environment, Env[Observation, Any]):
    """A game against an opponent; actions are the numbers of moves.

    The reward is 1 for a win, -1 for a loss and 0 for a draw, at the end. An illegal action ends
    the game with -1. A game that is not over after `most_plies` is truncated, with reward 0.

    Args:
        game: the rules, or their name.
        opponent: a player, or its name as `noughts arena` takes it.
        seat: the agent's seat: "first", "second", or "either", which is drawn by lot.
        values: whether the infos contain the exact values (`ExactInfo`).
        solver: computes them; by default one without a budget.
        render_mode: "ansi": `render` returns the board as text.
        points: whether a reward is the points won by, in games that count points.

    Attributes:
        most_plies: can be changed; by default the longest possible game, 200 plies where positions
            can repeat, and 10,000 where no limit is known.

    Raises:
        UnknownPlayer, UnsuitedGame: the opponent does not exist or does not play this game.
        BridgeError: the seat does not exist.
    """

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # Gymnasium's own declaration

    def __init__(  # noqa: PLR0913  # settings, each given by its name
        self,
        game: Game[Any] | str,
        opponent: Player | str = "perfect",
        seat: str = "first",
        *,
        values: bool = False,
        solver: ExactSolver[Any] | None = None,
        render_mode: str | None = None,
        points: bool = False,
    ) -> None:
        if seat not in SEATS:
            raise BridgeError(f"seat must be one of {', '.join(SEATS)}, not {seat!r}.")
        self.set_up(game, values, solver, render_mode, points)
        self._seats = SEATS[seat]
        self._named = opponent if isinstance(opponent, str) else None
        self._opponent = self._player(None) if isinstance(opponent, str) else opponent
        self.observation_space = self._observations()
        self.action_space = self._actions()
        self._seat = FIRST
        self._over = self._truncated = True

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game; a seed makes the lot, and the choices of a named opponent, repeatable.

        `options={"position": …}` begins at a position, its text or a board.
        """
        super().reset(seed=seed)
        if seed is not None and self._named:
            close(self._opponent)
            self._opponent = self._player(seed)
        self._begin(options)
        self._over = self._truncated = False
        self._seat = self._seats[int(self.np_random.integers(len(self._seats)))]
        self._let_answer()
        return self._observation(), self._info()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Play a move, and let the opponent answer.

        Raises:
            IllegalMove: the action is not in the action space.
            BridgeError: the game is over or has not begun.
        """
        if self._over or self._truncated:
            raise BridgeError("The game is over, or not begun: call reset().")
        reward = self._answered(self._number(action))
        return self._observation(), reward, self._over, self._truncated, self._info()

    def close(self) -> None:
        """End the opponent's process, if it has one."""
        close(self._opponent)

    def _player(self, seed: int | None) -> Player:
        assert self._named
        player = player_for(self.game, self._named, seed)
        start(player)
        return player

    def _number(self, action: Any) -> int:
        actions, number = self._observer.actions, as_whole(action)
        if number is None or not 0 <= number < actions:
            raise IllegalMove(
                f"{action!r} is not an action: give a whole number from 0 to {actions - 1}."
            )
        return number

    def _answered(self, action: int) -> float:
        if not self._observer.mask(self._position)[action]:
            self._over = True
            return ILLEGAL
        self._play(action)
        self._let_answer()
        return float(self._result(self._seat))

    def _let_answer(self) -> None:
        while not (self._over or self._truncated) and self._turn != self._seat:
            self._play(self._opponent.choose(self.game, self._position))

    def _play(self, move: int) -> None:
        super()._play(move)
        self._over = self.game.outcome(self._position) != OPEN
        self._truncated = not self._over and self._plies >= self.most_plies

    def _observation(self) -> Observation:
        waiting = self._turn != self._seat
        return self._observe(waiting, None if waiting else self._observer.mask(self._position))

    def _info(self) -> dict[str, Any]:
        return {} if self.asked is None else self._exact_info()

    @property
    def asked(self) -> Any:
        """The position in which the agent is to choose; None if the game is over."""
        return None if self._over or self._turn != self._seat else self._position


class OpponentVectorEnv(VectorEnv[Observation, Any, Any]):
    """Many games against opponents side by side, as Gymnasium's `VectorEnv`.

    A game that has ended is reset in the next step, which ignores its action
    (`AutoresetMode.NEXT_STEP`). With `values=True` the infos have the arrays of `ExactValues`, a
    row for each game: one call of the compiled search answers for all of them.

    Args:
        game: the rules, or their name.
        num_envs: the number of games.
        values: whether the infos contain the exact values.
        solver: computes them; by default one without a budget.
        plies: whether they say in how many plies a player wins, which costs most of the time.
        **settings: the other arguments of `OpponentEnv`: opponent, seat, points.

    >>> games = OpponentVectorEnv("tictactoe", 2, opponent="random", values=True)
    >>> observations, infos = games.reset(seed=1)
    >>> observations["action_mask"].shape, infos["value"]
    ((2, 9), array([0., 0.]))
    >>> observations, rewards, terminations, truncations, infos = games.step([4, 8])
    >>> rewards
    array([0., 0.])
    """

    def __init__(
        self,
        game: Game[Any] | str,
        num_envs: int = 8,
        *,
        values: bool = False,
        solver: ExactSolver[Any] | None = None,
        plies: bool = True,
        **settings: Any,
    ) -> None:
        self.games = [OpponentEnv(game, **settings) for _ in range(num_envs)]
        first = self.games[0]
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "render_modes": []}
        self.num_envs = num_envs
        self.single_observation_space = first.observation_space
        self.single_action_space = first.action_space
        self.observation_space = batch_space(first.observation_space, num_envs)
        self.action_space = batch_space(first.action_space, num_envs)
        self._exact = ExactValues(first.game, solver, plies) if values or solver else None
        self._ended = np.zeros(num_envs, bool)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games; a whole number is the first one's seed, the next one's is one more."""
        if not isinstance(seed, Sequence):
            seed = [None if seed is None else seed + i for i in range(self.num_envs)]
        both = zip(self.games, seed, strict=True)
        seen = [game.reset(seed=one, options=options)[0] for game, one in both]
        self._ended[:] = False
        return stacked(seen), self._infos()

    def step(self, actions: Any) -> tuple[Observation, Any, Any, Any, dict[str, Any]]:
        """Play a move in each game, or reset it if it has ended.

        Raises:
            IllegalMove: an action is not in the action space.
        """
        rewards = np.zeros(self.num_envs)
        terminated, truncated = np.zeros((2, self.num_envs), bool)
        seen = []
        for i, (game, action) in enumerate(zip(self.games, actions, strict=True)):
            if self._ended[i]:
                one, _ = game.reset()
            else:
                one, rewards[i], terminated[i], truncated[i], _ = game.step(action)
            seen.append(one)
        self._ended = terminated | truncated
        return stacked(seen), rewards, terminated, truncated, self._infos()

    def close_extras(self, **_: Any) -> None:
        """End the opponents' processes, if they have any."""
        for game in self.games:
            game.close()

    def _infos(self) -> dict[str, Any]:
        return self._exact.infos([game.asked for game in self.games]) if self._exact else {}


def stacked(seen: list[Observation]) -> Observation:
    """The observations of many games, as arrays with a row for each."""
    return {key: np.stack([one[key] for one in seen]) for key in seen[0]}
