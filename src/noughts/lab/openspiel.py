"""Our games as games of OpenSpiel: `register` gives them a name that `pyspiel.load_game` takes.

It needs OpenSpiel: `pip install "noughts[openspiel]"`. The other way, `find_game` takes games of
OpenSpiel: `openspiel:hex(board_size=3)` (`noughts.games.openspiel`).
"""

import re
from functools import cache
from typing import Any

import numpy as np

from noughts.errors import BridgeError, requiring
from noughts.game import FIRST, Game, legal_moves, turn_after, winner_of
from noughts.games.registry import find_game, spec_of
from noughts.knowledge import knowledge_of
from noughts.players.observation import Observer
from noughts.value import OPEN

# The longest game reported to OpenSpiel where no limit is known.
LONGEST = 10_000


def register(game: Game[Any] | str) -> str:
    """Register a game in OpenSpiel; returns its name there, such as `noughts_mnk_4_3_3`.

    Args:
        game: the rules, or their name.

    Raises:
        BridgeError: OpenSpiel is not installed, or positions of the game can repeat.
        UnsuitedGame: the game does not state its number of actions (`Game.actions`).
    """
    rules: Any = find_game(game) if isinstance(game, str) else game
    return _registered(rules)


@cache
def _registered(game: Any) -> str:
    with requiring("openspiel", "OpenSpiel is not installed", BridgeError):
        import pyspiel
    if game.repeats:
        raise BridgeError(f"Positions of {spec_of(game)} can repeat; OpenSpiel's games must end.")
    name = "noughts_" + re.sub(r"\W+", "_", spec_of(game)).strip("_")
    kinds = pyspiel.GameType
    kind = pyspiel.GameType(
        short_name=name,
        long_name=spec_of(game),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={},
    )
    pyspiel.register_game(kind, _game_class(pyspiel, kind, game))
    return name


def _game_class(pyspiel: Any, kind: Any, game: Game[Any]) -> Any:
    seen = Observer(game)
    info = pyspiel.GameInfo(
        num_distinct_actions=seen.actions,
        max_chance_outcomes=0,
        num_players=2,
        min_utility=-1.0,
        max_utility=1.0,
        utility_sum=0.0,
        max_game_length=knowledge_of(game).max_plies or LONGEST,
    )

    class State(pyspiel.State):
        def __init__(self, parent: Any) -> None:
            super().__init__(parent)
            self.position, self.turn = game.start(), FIRST

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.turn

        def _legal_actions(self, player: int) -> list[int]:
            return sorted(legal_moves(game, self.position))

        def _apply_action(self, action: int) -> None:
            self.position = game.play(self.position, action)
            self.turn = turn_after(game, self.turn, self.position)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"{game.marks[player]}{game.name(action)}"

        def is_terminal(self) -> bool:
            return game.outcome(self.position) != OPEN

        def returns(self) -> list[float]:
            outcome = game.outcome(self.position)
            winner = None if outcome == OPEN else winner_of(outcome, self.turn)
            return [0.0 if winner is None else 1.0 if winner == side else -1.0 for side in (0, 1)]

        def __str__(self) -> str:
            return game.text(self.position, self.turn)

    class OurGame(pyspiel.Game):
        def __init__(self, params: Any = None) -> None:
            super().__init__(kind, info, params or {})

        def new_initial_state(self) -> Any:
            return State(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            return _StateObserver(seen)

    return OurGame


class _StateObserver:
    def __init__(self, seen: Observer[Any]) -> None:
        self._seen = seen
        self.tensor = np.zeros(np.prod(seen.shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(seen.shape)}

    def set_from(self, state: Any, player: int) -> None:
        seen = self._seen.observe(state.position, waiting=state.turn != player)
        self.tensor[:] = np.frombuffer(seen, np.int8)

    def string_from(self, state: Any, player: int) -> str:
        return str(state)
