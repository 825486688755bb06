"""Games in words against noughts' players: for agents that read and write text.

>>> talk = WordsGame("tictactoe", reward="regret", tries=2, seed=1)
>>> print(talk.prompt.splitlines()[-1])
You are X. Your legal moves: a3, b3, c3, a2, b2, c2, a1, b1, c1.
>>> reply = talk.answer("I take the centre: b2.")
>>> reply.reward, reply.over
(0.0, False)
>>> talk.answer("b2 again").text.split(";")[0]
'Understood as b2. b2 is already taken'
"""

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from noughts.errors import BridgeError, MoveError
from noughts.game import FIRST, SECOND, Game, turn_after, winner_of
from noughts.games.given import as_question
from noughts.lab.regret import given_away
from noughts.lab.words import move_in_answer, position_prompt, rules_prompt
from noughts.players.levels import player_for
from noughts.players.player import Player, close, start
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN

SEATS = {"first": (FIRST,), "second": (SECOND,), "either": (FIRST, SECOND)}
REWARDS = ("outcome", "regret", "points")


class WordsReply(NamedTuple):
    """The reply to an agent's answer.

    Args:
        text: the next prompt, the result, or the reason why the answer is no legal move.
        reward: the reward of the answer.
        over: whether the game has ended.
        legal: whether the answer was a legal move.
        move: the name of the move played; empty if there was none.
        replies: the names of the opponent's moves after it.
    """

    text: str
    reward: float
    over: bool
    legal: bool
    move: str = ""
    replies: tuple[str, ...] = ()


class WordsGame:
    """A game in words against a player of noughts.

    Args:
        game: the rules, or their name.
        opponent: a player, or its name as `noughts arena` takes it.
        seat: the agent's seat: "first", "second", or "either", which is drawn by lot.
        reward: "outcome": 1, 0 or -1 at the end; "regret": for each move, minus the result that it
            gives away, by exact values; "points": the points won by, at the end.
        tries: the number of illegal answers in one position that end the game as a loss.
        position: where it begins: a position, its text or a board.
        seed: repeats the lot and the opponent's choices.
        solver: computes the regret; many games may share one.

    Attributes:
        game: the rules.
        prompt: the text to show to the agent: the rules and the board, then the board alone.
        over: whether the game has ended.
        illegal: the number of illegal answers so far.

    Raises:
        UnknownPlayer, UnsuitedGame: the opponent does not exist or does not play this game.
        BridgeError: the seat or the reward does not exist, or the game is over at the position.
    """

    def __init__(  # noqa: PLR0913  # settings, each given by its name
        self,
        game: Game[Any] | str = "tictactoe",
        opponent: Player | str = "perfect",
        seat: str = "first",
        *,
        reward: str = "outcome",
        tries: int = 1,
        position: Any = None,
        seed: int | None = None,
        solver: ExactSolver[Any] | None = None,
    ) -> None:
        for given, known, name in ((seat, SEATS, "seat"), (reward, REWARDS, "reward")):
            if given not in known:
                raise BridgeError(f"{name} must be one of {', '.join(known)}, not {given!r}.")
        self.game, self._position, self._turn = as_question(game, position)
        if self.game.outcome(self._position) != OPEN:
            raise BridgeError("The game is over at this position, so it cannot begin there.")
        if tries < 1:
            raise BridgeError(f"tries must be at least 1, not {tries!r}.")
        if isinstance(opponent, str):
            opponent = player_for(self.game, opponent, seed)
        self._opponent = opponent
        start(self._opponent)
        self._reward, self._tries = reward, tries
        self._solver = (solver or solver_for(self.game)) if reward == "regret" else None
        self._seat = Random(seed).choice(SEATS[seat])
        self.illegal = self._wrong = 0
        self.over = False
        self._let_answer()
        self.prompt = f"{rules_prompt(self.game)}\n\n{self._shown('')}"

    def answer(self, text: str | None) -> WordsReply:
        """Play the move that an answer names, and let the opponent reply.

        None, from a silent model, names no move.

        Raises:
            BridgeError: the game is over.
        """
        if self.over:
            raise BridgeError("The game is over: begin another one.")
        before = self._position
        try:
            move = move_in_answer(self.game, before, self._turn, "" if text is None else str(text))
        except MoveError as error:
            return self._refused(str(error))
        self._wrong = 0
        lost = given_away(self._solver, before, move) if self._solver else 0
        self._play(move)
        replies = tuple(self._let_answer())
        self.prompt = self._shown(f"The opponent played {', '.join(replies)}.\n" if replies else "")
        name = self.game.name(move)
        return WordsReply(self.prompt, self._result() - lost, self.over, True, name, replies)

    def close(self) -> None:
        """End the opponent's process, if it has one."""
        close(self._opponent)

    def _refused(self, why: str) -> WordsReply:
        self.illegal += 1
        self._wrong += 1
        self.over = self._wrong >= self._tries
        if self.over:
            self.prompt = f"{why} You lose by an illegal move."
            return WordsReply(self.prompt, -1.0, True, False)
        return WordsReply(f"{why}\n{self._shown('')}", 0.0, over=False, legal=False)

    def _play(self, move: int) -> None:
        self._position = self.game.play(self._position, move)
        self._turn = turn_after(self.game, self._turn, self._position)
        self.over = self.game.outcome(self._position) != OPEN

    def _let_answer(self) -> list[str]:
        replies = []
        while not self.over and self._turn != self._seat:
            move = self._opponent.choose(self.game, self._position)
            replies.append(self.game.name(move))
            self._play(move)
        return replies

    def _result(self) -> float:
        """The reward of the game's end."""
        if not self.over or self._reward == "regret":
            return 0.0
        of = self.game.margin if self._reward == "points" else self.game.outcome
        won = of(self._position)  # by the player to move
        return float(won if self._turn == self._seat else -won)

    def _shown(self, before: str) -> str:
        if not self.over:
            return before + position_prompt(self.game, self._position, self._turn)
        winner = winner_of(self.game.outcome(self._position), self._turn)
        said = "A draw." if winner is None else "You win." if winner == self._seat else "You lose."
        return f"{before}{self.game.board(self._position, self._turn)}\n{said}"


def play_words(agent: Callable[[list[str]], list[str]], games: list[WordsGame]) -> list[float]:
    """Play many games side by side; returns the sum of the rewards of each.

    Args:
        agent: a function of the prompts of all games that go on, which returns an answer to each.
        games: the games, which may be of different rules.

    >>> play_words(lambda prompts: ["no move"] * len(prompts), [WordsGame(), WordsGame("nim")])
    [-1.0, -1.0]
    """
    sums = [0.0] * len(games)
    going = {number: game.prompt for number, game in enumerate(games) if not game.over}
    while going:
        for number, answer in zip(list(going), agent(list(going.values())), strict=True):
            reply = games[number].answer(answer)
            sums[number] += reply.reward
            going[number] = reply.text
            if reply.over:
                del going[number]
    return sums
