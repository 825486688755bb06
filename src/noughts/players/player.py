"""Protocols of players: a player is anything that chooses moves."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import wraps
from importlib import import_module
from random import Random
from typing import Any, ParamSpec, Protocol, TypeVar, runtime_checkable

from noughts.errors import UnknownPlayer
from noughts.game import Game, P
from noughts.games.given import checks_numbers, is_game, takes_names, takes_question
from noughts.solving.api import Solvers
from noughts.value import Certainty

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")
# The parameters for players.
SEATS = ("player", "other", "first", "second")


def takes_players(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Let a function of a game and players be called with their names, and functions as players.

    A player alone plays tic-tac-toe.
    """
    taking: Any = takes_names(function)
    code = taking.__wrapped__.__code__
    names = code.co_varnames[: code.co_argcount]

    @wraps(function)
    def call(*args: Any, **given: Any) -> Any:
        if len(args) > len(names):
            return taking(*args, **given)  # Python names the fault
        values = dict(zip(names, args, strict=False))
        alone = "player" in names and "player" not in values | given and "game" in values
        if alone and not is_game(values["game"]):
            values["game"], values["player"] = "tictactoe", values["game"]
        for values_of in (values, given):
            for seat in {*SEATS} & values_of.keys() & {*names}:
                values_of[seat] = as_player(values_of[seat])
                if seat == "player" and values_of[seat] is None:
                    raise UnknownPlayer("None is not a player: give one, or its name.")
        if values.keys() & given:
            return taking(*args, **given)
        return taking(**values, **given)

    return call


def as_player(given: Any) -> Any:
    """The player itself, the one of that name, or one that calls a function; None for a person.

    Raises:
        UnknownPlayer: it is no player.
    """
    if given is None or hasattr(given, "choose"):
        return given
    if isinstance(given, str):
        return import_module("noughts.players.levels").player_of(given)  # it imports players
    if callable(given):
        return import_module("noughts.players.function").Called(given)
    raise UnknownPlayer(
        f"{given!r} is not a player: give one, such as RandomPlayer(), a name, such as 'perfect', "
        f"or a function choose(board, mark)."
    )


# The moves that a player may choose, with probabilities that add up to 1.
Policy = dict[int, Fraction]


class Player(Protocol):
    """A program or a person that chooses moves.

    One player object plays one seat of one match at a time; it may cache results.
    """

    @property
    def name(self) -> str:
        """The player's name: "perfect", "easy", "mcts:500"."""

    def choose(self, game: Game[P], position: P) -> int:
        """A legal move of a position that is not over."""


@runtime_checkable
class KnownPolicy(Player, Protocol):
    """A player with a known policy: the probability of each move.

    It depends on the position alone, not on earlier moves or choices, so its results against
    another such player can be computed.
    """

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves that it may choose, with their probabilities, without the others."""


@runtime_checkable
class RefusesGames(Player, Protocol):
    """A player that may refuse a game, by a NoughtsError, before its first move."""

    def refuse(self, game: Game[P]) -> None: ...


@runtime_checkable
class GivesReasons(Player, Protocol):
    def reason(self, game: Game[P], position: P, move: int) -> str:
        """The player's reason for the move, as a sentence without its full stop."""


@runtime_checkable
class CountsNodes(Player, Protocol):
    nodes: int


@runtime_checkable
class AsksSolvers(Player, Protocol):
    """A player that uses exact solvers, whose searches take time and can be stopped."""

    def share(self, solvers: Solvers) -> None:
        """Use these solvers from now on, together with other players."""

    @property
    def certainty(self) -> Certainty:
        """The certainty of its last move.

        PROVED: a best move; BOUND: a win, perhaps not the fastest; UNKNOWN: an estimate.
        """


@runtime_checkable
class KeepsTime(Player, Protocol):
    """A player whose own search for a move can be limited to some seconds; None for no limit."""

    move_seconds: float | None


# Seconds for a move where a person waits for it. Three times as much is less than a ply more.
REPLY_SECONDS = 1.1


def keep_time(player: Player, solvers: Solvers, seconds: float | None) -> None:
    """Let a player choose each move within that time, with these solvers, if it uses any."""
    if isinstance(player, AsksSolvers):
        player.share(solvers)
    if isinstance(player, KeepsTime):
        player.move_seconds = seconds


def start(player: Player) -> None:
    """Start a player's process, if it has one, so that errors show before the first move."""
    if hasattr(player, "start"):
        player.start()


def close(player: Player) -> None:
    if hasattr(player, "close"):
        player.close()


class SamplingPlayer(ABC):
    """A player that draws its moves from its own policy.

    Args:
        seed: makes its choices repeatable; None makes new ones each time.
    """

    @checks_numbers
    def __init__(self, seed: int | None = None) -> None:
        self._random = Random(seed)

    @takes_question
    def choose(self, game: Game[P], position: P) -> int:
        """A move drawn from the policy."""
        return sample(self._random, self.probabilities(game, position))

    @abstractmethod
    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves that it may choose, with their probabilities."""


class UniformPlayer(SamplingPlayer):
    """A player that chooses uniformly among the moves that are best by its own measure."""

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The uniform policy over the best moves."""
        return uniform(self.candidates(game, position))

    @abstractmethod
    def candidates(self, game: Game[P], position: P) -> Sequence[int]:
        """The moves that it takes to be best."""


class RandomPlayer(UniformPlayer):
    """Chooses uniformly among the legal moves.

    Args:
        seed: makes its choices repeatable; None makes new ones each time.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> RandomPlayer(seed=1).choose(TicTacToe(), TicTacToe().start())
    2
    """

    name = "random"

    @takes_question
    def choose(self, game: Game[P], position: P) -> int:
        """Any legal move."""
        return self._random.choice(self.candidates(game, position))

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """All legal moves."""
        return list(game.moves(position))


def uniform(moves: Iterable[int]) -> Policy:
    equals = list(moves)
    return dict.fromkeys(equals, Fraction(1, len(equals)))


def sample(random: Random, chances: Policy) -> int:
    return random.choices(list(chances), [float(chance) for chance in chances.values()])[0]


def mixed(parts: Iterable[tuple[Fraction, Policy]]) -> Policy:
    together: Policy = {}
    for weight, chances in parts:
        for move, chance in chances.items():
            together[move] = together.get(move, Fraction(0)) + weight * chance
    return dict(sorted(together.items()))
