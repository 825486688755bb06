"""What a player is: whoever chooses a move."""

from collections.abc import Iterable
from fractions import Fraction
from random import Random
from typing import Protocol, runtime_checkable

from noughts.game import Game, P

# The moves that a player may choose, each with its chance; together they make 1.
Policy = dict[int, Fraction]


class Player(Protocol):
    """Someone or something that chooses moves.

    One player object plays one seat of one match at a time; it may remember what it has
    worked out.
    """

    @property
    def name(self) -> str:
        """What to call the player: "perfect", "easy", "human"."""

    def choose(self, game: Game[P], position: P) -> int:
        """A legal move of a position that is not over."""


@runtime_checkable
class KnownPolicy(Player, Protocol):
    """A player who can say how likely it is to choose each move.

    It chooses by the position alone: what was played before, and its earlier choices,
    make no difference. So its results against another such player can be computed.
    """

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The moves that it may choose, with their chances; moves without any are left out."""


@runtime_checkable
class GivesReasons(Player, Protocol):
    """A player who can say what it went by when it chose a move."""

    def reason(self, game: Game[P], position: P, move: int) -> str:
        """What speaks for the move in the player's own eyes, as a sentence without its dot."""


@runtime_checkable
class Closable(Protocol):
    """Whoever has started something that must be ended."""

    def close(self) -> None:
        """End it."""


def close(player: Player) -> None:
    """Let a player end what it has started, if it is one that starts anything."""
    if isinstance(player, Closable):
        player.close()


def uniform(moves: Iterable[int]) -> Policy:
    """The same chance for each of the moves.

    >>> uniform([2, 4])
    {2: Fraction(1, 2), 4: Fraction(1, 2)}
    """
    equals = list(moves)
    return dict.fromkeys(equals, Fraction(1, len(equals)))


def sample(random: Random, chances: Policy) -> int:
    """One of the moves, drawn by lot with these chances.

    >>> sample(Random(1), {2: Fraction(1), 4: Fraction(0)})
    2
    """
    return random.choices(list(chances), [float(chance) for chance in chances.values()])[0]
