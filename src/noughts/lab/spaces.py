"""Observations and action masks of a game as arrays, their spaces, and exact values beside them."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic

from noughts.errors import BridgeError, requiring
from noughts.game import Game, P, legal_moves, turn_after, value_before, winner_of
from noughts.games.given import as_question
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.players.observation import Observer, number_of_actions
from noughts.search.memory import Recent
from noughts.solving.api import solver_for
from noughts.solving.solver import REMEMBERED, ExactSolver, Solver
from noughts.value import DRAW, OPEN, Value

with requiring("rl", "PettingZoo and Gymnasium are not installed", BridgeError):
    import numpy as np
    from gymnasium import spaces

Observation = dict[str, "np.ndarray[Any, Any]"]

# Plies after which an environment truncates a game: where positions can repeat, and elsewhere.
MOST_PLIES_REPEATING, MOST_PLIES = 200, 10_000

KEYS = ("values", "plies", "value")


# The keys of `reset(options=…)`; PettingZoo's own test of environments gives the second.
KNOWN = {"position", "options"}


class Environment:
    """The base of both libraries' environments: a game, its observations, and exact values."""

    def set_up(
        self,
        game: Game[Any] | str,
        values: bool,
        solver: ExactSolver[Any] | None,
        render_mode: str | None,
        points: bool = False,
    ) -> None:
        self._points = points
        self.game: Game[Any] = find_game(game) if isinstance(game, str) else game
        self.render_mode = render_mode
        longest = MOST_PLIES_REPEATING if self.game.repeats else MOST_PLIES
        self.most_plies = knowledge_of(self.game).max_plies or longest
        self._observer = Observer(self.game)
        self._solver = (solver or solver_for(self.game)) if values or solver else None
        self._begin()

    def render(self) -> Any:
        """The board as text, if `render_mode` is set."""
        return str(self.game.board(self._position, self._turn)) if self.render_mode else None

    def _observations(self) -> "spaces.Space[Any]":
        """A new space of observations: `{"observation": ..., "action_mask": ...}` of int8."""
        seen = self._observer
        box = spaces.Box(seen.low, seen.high, seen.shape, np.int8)
        mask = spaces.Box(0, 1, (seen.actions,), np.int8)
        return spaces.Dict({"observation": box, "action_mask": mask})

    def _actions(self) -> "spaces.Space[Any]":
        return spaces.Discrete(self._observer.actions)

    def _observe(self, waiting: bool, mask: bytes | None) -> Observation:
        """The position as the player to move, or the other one, sees it; None masks all moves."""
        flat = bytearray(self._observer.observe(self._position, waiting))
        legal = bytearray(self._observer.actions if mask is None else mask)
        return {
            "observation": np.frombuffer(flat, np.int8).reshape(self._observer.shape),
            "action_mask": np.frombuffer(legal, np.int8),
        }

    def _begin(self, options: dict[str, Any] | None = None) -> None:
        """Begin at the start, or at `options["position"]`, a position, its text or a board."""
        if options and (not isinstance(options, Mapping) or set(options) - KNOWN):
            raise BridgeError(
                f"options={options!r}: the only option is a position; write "
                f'options={{"position": "xo.|.x.|..o"}}.'
            )
        given = (options or {}).get("position")
        _, self._position, self._turn = as_question(self.game, given)
        self._plies = 0
        if given is not None and self.game.outcome(self._position) != OPEN:
            raise BridgeError("The game is over at this position, so it cannot begin there.")

    def _result(self, side: int) -> float:
        """The reward of a player at the end: 1, 0 or -1; or the points won by."""
        winner = winner_of(self.game.outcome(self._position), self._turn)
        size = abs(self.game.margin(self._position)) if self._points else 1
        return 0 if winner is None else size if winner == side else -size

    def _play(self, move: int) -> None:
        self._position = self.game.play(self._position, move)
        self._turn = turn_after(self.game, self._turn, self._position)
        self._plies += 1

    def _exact_info(self) -> dict[str, Any]:
        if self._solver is None:
            return {}
        return ExactInfo(self._solver, self._observer, self._position)


class ExactInfo(dict[str, Any], Generic[P]):
    """Information on a position in addition to the observation.

    `info["values"][action]` is the exact result of an action for its player: 1, 0 or -1; −∞ where
    it is illegal. `info["plies"][action]` is the length of the rest of the game in best play, -1
    where the action is illegal. `info["value"]` is the value of the best action, so the regret of
    an action is `info["value"] - info["values"][action]`.

    All are computed when one of them is first read; until then they are not keys.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.solving.api import solver_for
    >>> game = TicTacToe()
    >>> position, turn = game.parse("x2/3/3 o")
    >>> info = ExactInfo(solver_for(game), Observer(game), position)
    >>> info["value"] - info["values"]
    array([inf,  1.,  1.,  1.,  0.,  1.,  1.,  1.,  1.])
    """

    def __init__(self, solver: ExactSolver[P], observer: Observer[P], position: P) -> None:
        super().__init__()
        self._solver = solver
        self._observer = observer
        self._position = position

    def __missing__(self, key: str) -> Any:
        """Compute the values, if the key is one of theirs."""
        if key not in KEYS:
            raise KeyError(key)
        values = np.full(self._observer.actions, -np.inf)
        plies = np.full(self._observer.actions, -1)
        for move, value, _ in self._solver.values(self._position):
            values[move], plies[move] = value.outcome, value.plies
        self.update(values=values, plies=plies, value=values.max())
        return self[key]


class ExactValues(Generic[P]):
    """The exact values of the moves in many positions, by one call of the search for all.

    Args:
        game: the rules.
        solver: computes them; by default one without a budget.
        plies: whether they say in how many plies a player wins; if not, all plies are -1.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> infos = ExactValues(game).infos([game.parse("x2/3/3 o")[0], None])
    >>> infos["values"][0]
    array([-inf,  -1.,  -1.,  -1.,   0.,  -1.,  -1.,  -1.,  -1.])
    >>> infos["value"], infos["_values"]
    (array([ 0., nan]), array([ True, False]))
    """

    def __init__(
        self, game: Game[P], solver: ExactSolver[P] | None = None, plies: bool = True
    ) -> None:
        self.game, self._plies = game, plies
        self._solver = solver or solver_for(game)
        self._actions = number_of_actions(game)
        self._known: Recent[P, tuple[Any, Any]] = Recent(REMEMBERED)

    def infos(self, positions: Sequence[P | None]) -> dict[str, Any]:
        """`values`, `plies` and `value` of each position, as `ExactInfo` has them.

        The plies of a draw are -1: they are not searched for. A value is NaN where the solver's
        budget is used up. The arrays `_values`, `_plies` and `_value` are False in the rows of
        positions that are None.
        """
        asked = {at for at in positions if at is not None and at not in self._known}
        self._find(list(asked))
        counts = np.array([at is not None for at in positions])
        nothing = np.full(self._actions, -np.inf), np.full(self._actions, -1)
        rows = [nothing if at is None else self._known[at] for at in positions]
        values, plies = map(np.stack, zip(*rows, strict=True))
        value = np.where(counts, values.max(axis=1), np.nan)
        infos = {"values": values, "plies": plies, "value": value}
        return infos | {f"_{key}": counts for key in infos}

    def _find(self, positions: list[P]) -> None:
        """Find the values of all moves in positions, and keep them."""
        if not isinstance(self._solver, Solver):
            for position in positions:
                self._keep(position, [one[:2] for one in self._solver.values(position)])
            return
        play, moves = self.game.play, {at: legal_moves(self.game, at) for at in positions}
        after = {(at, move): play(at, move) for at in positions for move in moves[at]}
        asked = list(dict.fromkeys(after.values()))
        scored = self._solver.scores(asked, plies=self._plies)
        scores = dict(zip(asked, scored, strict=True))
        for at in positions:
            found = [(move, self._value(at, after[at, move], scores)) for move in moves[at]]
            self._keep(at, found)

    def _value(self, position: P, after: P, scores: dict[P, int | None]) -> Value | None:
        if (score := scores[after]) is None:
            return None
        value = Value.from_score(score) if self._plies else Value(score, 0)
        return value_before(self.game, position, after, value)

    def _keep(self, position: P, found: list[tuple[int, Value | None]]) -> None:
        values, plies = np.full(self._actions, -np.inf), np.full(self._actions, -1)
        for move, value in found:
            values[move] = np.nan if value is None else value.outcome
            if self._plies and value and value.outcome != DRAW:
                plies[move] = value.plies
        self._known[position] = values, plies
