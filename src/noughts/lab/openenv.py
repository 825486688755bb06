"""Games in words as an environment of OpenEnv, served over HTTP; Verifiers takes it from there.

It needs OpenEnv: `pip install openenv`. Then

    uvicorn --factory noughts.lab.openenv:app

serves tic-tac-toe against `perfect`. A client's `reset` may name another game and other settings of
`WordsGame`: `reset(game="connectfour", opponent="hard", reward="regret")`.
"""

from typing import Any

from noughts.errors import BridgeError
from noughts.game import Game
from noughts.lab.in_words import WordsGame
from noughts.lab.tools import named_game
from noughts.players.levels import allowed_level

try:
    from openenv.core.env_server import create_fastapi_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
except ImportError:
    raise BridgeError("OpenEnv is not installed: pip install openenv.") from None

# The most games that one server plays at a time.
GAMES = 64


class WordsAction(Action):
    """An agent's answer, in which a move is looked for."""

    answer: str


class WordsObservation(Observation):
    """The text to answer; whether the last answer was legal, its move, and the replies to it."""

    text: str
    legal: bool = True
    move: str = ""
    replies: list[str] = []  # noqa: RUF012  # a field of Pydantic's


class WordsEnvironment(Environment):
    """A game in words against a player of noughts.

    Args:
        game: the rules, or their name.
        **settings: the other arguments of `WordsGame`: opponent, seat, reward, tries, position.
    """

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, game: Game[Any] | str = "tictactoe", **settings: Any) -> None:
        super().__init__()
        self._settings = {"game": game, **settings}
        self._game: WordsGame | None = None
        self._state = State()

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **settings: Any
    ) -> WordsObservation:
        """Begin a game; settings given here count for this game alone.

        A client names games of noughts and levels, but no files and no programs.
        """
        if "game" in settings:
            settings["game"] = named_game(settings["game"])
        if "opponent" in settings:
            settings["opponent"] = allowed_level(settings["opponent"])
        self.close()
        self._game = WordsGame(**self._settings | settings, seed=seed)
        self._state = State(episode_id=episode_id, step_count=0)
        return WordsObservation(text=self._game.prompt)

    def step(
        self, action: WordsAction, timeout_s: float | None = None, **_: Any
    ) -> WordsObservation:
        """Play the move that an answer names, and let the opponent reply.

        Raises:
            BridgeError: no game is going on.
        """
        if self._game is None:
            raise BridgeError("No game has begun: reset the environment.")
        text, reward, done, legal, move, replies = self._game.answer(action.answer)
        self._state.step_count += 1
        return WordsObservation(
            text=text, reward=reward, done=done, legal=legal, move=move, replies=list(replies)
        )

    @property
    def state(self) -> State:
        """The episode's name and the number of its answers."""
        return self._state

    def close(self) -> None:
        """End the opponent's process, if it has one."""
        if self._game:
            self._game.close()


def app() -> Any:
    """The server of `WordsEnvironment`, for uvicorn."""
    actions = WordsAction, WordsObservation
    return create_fastapi_app(WordsEnvironment, *actions, max_concurrent_envs=GAMES)
