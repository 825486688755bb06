"""Our games as environments of TextArena, for two agents that read and write text.

They need TextArena: `pip install textarena`. `textarena_name` registers a game and returns the
name for `textarena.make`; it has the default wrapper of TextArena's own games for two.
"""

import re
from typing import Any

from noughts.errors import BridgeError, MoveError
from noughts.game import FIRST, Game, turn_after, winner_of
from noughts.games.given import as_game
from noughts.games.registry import spec_of
from noughts.lab.regret import given_away
from noughts.lab.words import move_in_answer, position_prompt, rules_prompt
from noughts.solving.api import solver_for
from noughts.value import OPEN

try:
    import textarena as ta
except ImportError:
    raise BridgeError("TextArena is not installed: pip install textarena.") from None


class ArenaGame(ta.Env):
    """A game for two agents; an answer may name its move in any way that `WordsGame` reads.

    The winner's reward is 1, the loser's -1, in a draw 0. TextArena allows one illegal answer in a
    position; the next one loses.

    Args:
        game: the rules, or their name.
        values: whether the info of a step has `regret`, the result that the move gives away.
    """

    def __init__(self, game: Game[Any] | str = "tictactoe", *, values: bool = False) -> None:
        super().__init__()
        self.game = as_game(game)
        self._solver = solver_for(self.game) if values else None

    def reset(self, num_players: int = 2, seed: int | None = None) -> None:
        """Begin a game; player 0 moves first."""
        self.state = ta.TwoPlayerState(num_players=num_players, seed=seed)
        self._position, self._turn = self.game.start(), FIRST
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._show()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Play the move that an answer names; the info has its name and perhaps its regret."""
        state, player = self.state, self._turn
        state.add_observation(action, ta.ObservationType.PLAYER_ACTION, from_id=player)
        try:
            move = move_in_answer(self.game, self._position, player, action)
        except MoveError as error:
            state.set_invalid_move(reason=str(error))
        else:
            self._play(move)
        if not state.done:
            self._show()
        done, info = state.step(rotate_player=self._turn != player)
        return done, info

    def _play(self, move: int) -> None:
        self.state.step_info["move"] = self.game.name(move)
        if self._solver:
            self.state.step_info["regret"] = given_away(self._solver, self._position, move)
        said = f"Player {self._turn} played {self.game.name(move)}."
        self.state.add_observation(said, ta.ObservationType.GAME_ACTION_DESCRIPTION)
        self._position = self.game.play(self._position, move)
        self._turn = turn_after(self.game, self._turn, self._position)
        outcome = self.game.outcome(self._position)
        if outcome == OPEN:
            return
        if (winner := winner_of(outcome, self._turn)) is None:
            self.state.set_draw(reason="The game is a draw.")
        else:
            self.state.set_winner(player_id=winner, reason=f"Player {winner} wins.")

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        mark = self.game.marks[player_id]
        return f"You are player {player_id}, {mark}. {rules_prompt(self.game)}\n"

    def _show(self) -> None:
        shown = position_prompt(self.game, self._position, self._turn)
        self.state.add_observation(shown, ta.ObservationType.GAME_BOARD)


def textarena_name(game: Game[Any] | str) -> str:
    """Register a game in TextArena; returns its name there, such as `Noughts-mnk-4-4-3-v0`.

    Args:
        game: the rules, or their name.
    """
    rules = as_game(game)
    name = "-".join(["Noughts", *re.findall(r"\w+", spec_of(rules)), "v0"])
    if name not in ta.envs.registration.ENV_REGISTRY:
        wrappers = [ta.wrappers.LLMObservationWrapper]
        ta.register(name, ArenaGame, wrappers, game=rules)
    return name
