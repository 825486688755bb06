"""Levels whose names are measured facts: "draws 60 % against perfect" does exactly that.

Such a player plays each move perfectly with some chance, and at random otherwise. The
chance is worked out for the game at hand: the result of two players with known chances
can be computed exactly, and with it the chance for which the named result holds, over
games in which each player begins half of the time.

The result is a polynomial of that chance, and where it takes the value that is wanted is
no fraction in general. But it depends linearly on the chance used at the player's *first*
move alone, of which there is one in each game. So all later moves get a chance in whole
twentieths, and the first move the fraction with which the name becomes exactly true.
"""

from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.cached import Remembering
from noughts.players.measure import has_few_positions, measure_both_seats
from noughts.players.mixture import mixed
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, Policy, sample
from noughts.players.random_player import RandomPlayer

# All later moves are perfect with a chance of so many parts.
STEPS = 20
# So many skills are kept, each a second's work or so.
KEPT = 256


class Target(NamedTuple):
    """What a level is to reach.

    Args:
        verb: "draws", which is counted against the perfect player, or "wins", which is
            counted against the random one.
        percent: in how many of a hundred games.
    """

    verb: str
    percent: int

    @property
    def against(self) -> str:
        """The opponent against whom it is measured."""
        return "perfect" if self.verb == "draws" else "random"

    @property
    def share(self) -> Fraction:
        """The share of games."""
        return Fraction(self.percent, 100)

    def __str__(self) -> str:
        """The aim in words."""
        return f"{self.verb} {self.percent} % against {self.against}"


class Skill(NamedTuple):
    """The chance of a perfect move: at a player's first move, and at later ones."""

    first: Fraction
    later: Fraction


class StrengthPlayer:
    """Plays perfectly so often that it reaches an exactly measured result.

    Args:
        aim: the result.
        seed: settles its choices; None settles them anew each time.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> player = StrengthPlayer(Target("draws", 60))
    >>> print(player.name)
    draws 60 % against perfect
    >>> measure_both_seats(TicTacToe(), player, PerfectPlayer()).draw
    Fraction(3, 5)
    """

    def __init__(self, aim: Target, seed: int | None = None) -> None:
        self.aim = aim
        self.name = str(aim)
        self._random = Random(seed)
        self._perfect = Remembering(PerfectPlayer())
        self._weak = RandomPlayer()

    def choose(self, game: Game[P], position: P) -> int:
        """A perfect move, or any move."""
        return sample(self._random, self.probabilities(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The chances of its moves.

        Raises:
            UnsuitedGame: the game is too large to be measured, or its aim out of reach.
        """
        skill = skill_for(game, self.aim)
        return Skilled(skill, self._perfect, self._weak).probabilities(game, position)


class Skilled:
    """Plays perfectly with the chances of a skill, and otherwise as another player does."""

    name = "skilled"

    def __init__(
        self, skill: Skill, perfect: KnownPolicy, weak: KnownPolicy, seed: int | None = None
    ) -> None:
        self.skill = skill
        self._perfect = perfect
        self._weak = weak
        self._random = Random(seed)

    def choose(self, game: Game[P], position: P) -> int:
        """A perfect move, or one of the other player."""
        return sample(self._random, self.probabilities(game, position))

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The two players' chances, mixed."""
        chance = self.skill.first if _is_first_move(game, position) else self.skill.later
        both = (chance, self._perfect), (1 - chance, self._weak)
        return mixed((share, who.probabilities(game, position)) for share, who in both if share)


def _is_first_move(game: Game[P], position: P) -> bool:
    """Whether a player makes its first move here: at the start, or after one move."""
    start = game.start()
    return position == start or any(
        position == game.play(start, move) for move in game.moves(start)
    )


def skill_for(game: Game[Any], aim: Target) -> Skill:
    """The skill with which the aim is reached exactly; worked out once.

    Raises:
        UnsuitedGame: the game is too large to be measured, or the aim out of reach.
    """
    rules: Any = game  # a frozen dataclass, so it can be hashed
    return _skill_for(rules, aim)


@lru_cache(KEPT)
def _skill_for(game: Game[Any], aim: Target) -> Skill:
    if game.repeats or not has_few_positions(game):
        raise UnsuitedGame(
            f"{spec_of(game)} is too large, or too long, for a level that is measured exactly; "
            f"easy, medium, hard and mcts play it."
        )
    return _Search(game, aim).skill()


class _Search:
    """The search for the skill that reaches an aim."""

    def __init__(self, game: Game[Any], aim: Target) -> None:
        self.game = game
        self.aim = aim
        self.perfect = Remembering(PerfectPlayer())
        self.weak = Remembering(RandomPlayer())

    def reached(self, first: Fraction, later: Fraction) -> Fraction:
        """The share of games in which these chances of a perfect move do what is counted."""
        player = Skilled(Skill(first, later), self.perfect, self.weak)
        other = self.perfect if self.aim.against == "perfect" else self.weak
        result = measure_both_seats(self.game, player, other)
        return result.draw if self.aim.verb == "draws" else result.first

    def skill(self) -> Skill:
        """The skill that reaches the aim exactly."""
        for later in self._near():
            never = self.reached(Fraction(0), later)
            always = self.reached(Fraction(1), later)
            if min(never, always) <= self.aim.share <= max(never, always):
                rise = always - never
                return Skill((self.aim.share - never) / rise if rise else Fraction(1), later)
        raise self._out_of_reach()

    def _near(self) -> tuple[Fraction, Fraction]:
        """The chances, one step apart, between which the aim is reached."""
        low, high = 0, STEPS
        share, ends = self.aim.share, (self._level(low), self._level(high))
        if not min(ends) <= share <= max(ends):
            raise self._out_of_reach(*ends)
        while high - low > 1:
            middle = (low + high) // 2
            if (self._level(middle) <= share) == (ends[0] <= share):
                low = middle
            else:
                high = middle
        return Fraction(low, STEPS), Fraction(high, STEPS)

    def _level(self, step: int) -> Fraction:
        """What is reached when every move is perfect with the same chance."""
        return self.reached(Fraction(step, STEPS), Fraction(step, STEPS))

    def _out_of_reach(self, *ends: Fraction) -> UnsuitedGame:
        between = " and ".join(f"{float(100 * end):.1f} %" for end in sorted(ends))
        return UnsuitedGame(
            f"In {spec_of(self.game)} there is no level that {self.aim}"
            + (f": from random to perfect play it is between {between}." if ends else ".")
        )
