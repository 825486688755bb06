"""A player that is a policy in a user's file: `policy(observation, mask)`.

The function gets the observation and the action mask of an environment (`observation.py`), as
arrays of int8 if NumPy is installed. It returns an action, or a probability for every action.
It runs in its own process, like every function of a user.
"""

from fractions import Fraction
from math import isfinite
from random import Random
from typing import Any

from noughts.errors import AnswerNotUnderstood, BadAnswer, ProgramError
from noughts.game import Game, P
from noughts.players.function import FunctionPlayer, move_in, parameters_of
from noughts.players.observation import Observer, nested
from noughts.players.player import Policy, sample
from noughts.recent import Recent
from noughts.sandbox.worker import POLICY

# The names of a policy's second parameter.
MASKS = ("mask", "action_mask")
# Its expected result, in words.
WANTED = "an action, or a probability for each"
# Games whose observers are kept.
GAMES = 8


class PolicyPlayer(FunctionPlayer):
    """A player whose moves come from a policy, which sees nothing but observations.

    Args:
        spec: the file and the function, `path/to/agent.py:policy`.
        seed: makes the choice among several moves repeatable.

    Raises:
        UnknownPlayer: there is no such file.
    """

    told = (POLICY,)

    def __init__(self, spec: str, seed: int | None = None) -> None:
        super().__init__(spec)
        self._random = Random(seed)
        self._observers: Recent[Any, Observer[Any]] = Recent(GAMES)

    def choose(self, game: Game[P], position: P) -> int:
        """The policy's move, drawn from its probabilities if it returns any.

        Raises:
            ProgramError: as `FunctionPlayer`.
        """
        return sample(self._random, self.probabilities(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves that it may choose, with their probabilities.

        Raises:
            ProgramError: as `FunctionPlayer`.
        """
        if game not in self._observers:
            self._observers[game] = Observer(game)
        seen = self._observers[game]
        mask = seen.mask(position)
        question = [nested(_signed(seen.observe(position)), seen.shape), list(mask)]
        answer = self.exchange(lambda process: self.ask(process, question))
        try:
            return chances_in(answer, mask)
        except ProgramError as error:  # the process can continue
            raise self.named(error) from None


def _signed(numbers: bytes) -> list[int]:
    return [number - 256 if number > 127 else number for number in numbers]


def chances_in(answer: dict[str, Any], mask: bytes) -> Policy:
    """The probabilities in a worker's answer; one action is certain.

    Raises:
        AnswerNotUnderstood: they are not probabilities of all actions.
        BadAnswer: an illegal action has a probability.

    >>> chances_in({"chances": [0.0, 1.0, 3.0]}, bytes([1, 1, 1]))
    {1: Fraction(1, 4), 2: Fraction(3, 4)}
    >>> chances_in({"move": 2}, bytes([1, 1, 1]))
    {2: Fraction(1, 1)}
    """
    chances = answer.get("chances")
    if chances is None:
        move = move_in(answer, WANTED)
        if not isinstance(move, int) or not (0 <= move < len(mask) and mask[move]):
            raise BadAnswer(f"returned {move!r}, which is not a legal action")
        return {move: Fraction(1)}
    if len(chances) != len(mask):
        raise AnswerNotUnderstood(
            f"returned {len(chances)} probabilities; there are {len(mask)} actions"
        )
    if not all(isfinite(chance) and chance >= 0 for chance in chances) or not any(chances):
        raise AnswerNotUnderstood("returned numbers that are not probabilities")
    illegal = [action for action, chance in enumerate(chances) if chance and not mask[action]]
    if illegal:
        raise BadAnswer(f"gives the illegal action {illegal[0]} a probability")
    total = sum(map(Fraction, chances))
    return {move: Fraction(chance) / total for move, chance in enumerate(chances) if chance}


def is_policy(spec: str) -> bool:
    """Whether a file's function has a mask as its second parameter; the file is not run.

    Further parameters must have defaults.

    >>> is_policy("no/such/file.py:policy")
    False
    """
    given = parameters_of(spec)
    if given is None:
        return False
    names = [parameter.arg for parameter in (*given.posonlyargs, *given.args)]
    enough = len(names) <= 2 + len(given.defaults) and None not in given.kw_defaults
    return enough and len(names) > 1 and names[1] in MASKS
