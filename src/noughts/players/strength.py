"""Levels with an exact strength: "draws 60 % against perfect" does exactly that.

Such a player plays each move perfectly with some probability, and at random otherwise. For two
players with known policies the exact result can be computed, so the probability that gives the
named result can be found, with each player moving first in half of the games.

The result is a polynomial of that probability, and the root is not a fraction in general. But the
result is linear in the probability used at the player's *first* move, since each game has just one.
So later moves use a probability in whole twentieths, and the first move the fraction that makes the
name exactly true.
"""

from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.beginner import scores_in
from noughts.players.cached import Remembering
from noughts.players.measure import has_few_positions, measure_both_seats
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, Policy, SamplingPlayer, mixed
from noughts.players.random_player import RandomPlayer

# The probability of perfect later moves is a multiple of 1 / STEPS.
STEPS = 20
# The most skills to cache; each takes about a second.
KEPT = 256


class Target(NamedTuple):
    """The result that a level reaches.

    Args:
        verb: "draws", measured against the perfect player, or "wins", against the random one.
        percent: the percentage of games.
    """

    verb: str
    percent: int

    @property
    def against(self) -> str:
        """The opponent that it is measured against."""
        return "perfect" if self.verb == "draws" else "random"

    @property
    def share(self) -> Fraction:
        """The share of games."""
        return Fraction(self.percent, 100)

    def __str__(self) -> str:
        return f"{self.verb} {self.percent} % against {self.against}"


class Skill(NamedTuple):
    """The probability of a perfect move: at the player's first move, and at later ones."""

    first: Fraction
    later: Fraction


class StrengthPlayer(SamplingPlayer):
    """Plays perfectly just often enough to reach an exact result.

    Args:
        aim: the result to reach.
        seed: makes its choices repeatable; None makes new ones each time.

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
        super().__init__(seed)
        self._perfect = Remembering(PerfectPlayer())
        self._weak = RandomPlayer()

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The probabilities of its moves.

        Raises:
            UnsuitedGame: the game is too large to be measured, or its target out of reach.
        """
        skill = skill_for(game, self.aim)
        return Skilled(skill, self._perfect, self._weak).probabilities(game, position)


class Skilled(SamplingPlayer):
    """Plays perfectly with the probability of a skill, otherwise like another player."""

    name = "skilled"

    def __init__(
        self, skill: Skill, perfect: KnownPolicy, weak: KnownPolicy, seed: int | None = None
    ) -> None:
        self.skill = skill
        self._perfect = perfect
        self._weak = weak
        super().__init__(seed)

    def probabilities(self, game: Game[P], position: P) -> Policy:
        """The two players' policies, mixed."""
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
    """The skill that reaches the target exactly; cached.

    Raises:
        UnsuitedGame: the game is too large to be measured, or the target out of reach.
    """
    rules: Any = game  # a frozen dataclass, so it can be hashed
    return _skill_for(rules, aim)


@lru_cache(KEPT)
def _skill_for(game: Game[Any], aim: Target) -> Skill:
    if game.repeats or not has_few_positions(game):
        spec = spec_of(game)
        raise UnsuitedGame(
            f"{spec} is too large or too long to measure a level exactly; play "
            f"{'elo:N' if scores_in(spec) else 'beginner'}, easy, medium or hard instead."
        )
    return _Search(game, aim).skill()


class _Search:
    """The search for the skill that reaches a target."""

    def __init__(self, game: Game[Any], aim: Target) -> None:
        self.game = game
        self.aim = aim
        self.perfect = Remembering(PerfectPlayer())
        self.weak = Remembering(RandomPlayer())

    def reached(self, first: Fraction, later: Fraction) -> Fraction:
        """The share of games that end so, given the probabilities of a perfect move."""
        player = Skilled(Skill(first, later), self.perfect, self.weak)
        other = self.perfect if self.aim.against == "perfect" else self.weak
        result = measure_both_seats(self.game, player, other)
        return result.draw if self.aim.verb == "draws" else result.first

    def skill(self) -> Skill:
        """The skill that reaches the target exactly."""
        for later in self._near():
            never = self.reached(Fraction(0), later)
            always = self.reached(Fraction(1), later)
            if min(never, always) <= self.aim.share <= max(never, always):
                rise = always - never
                return Skill((self.aim.share - never) / rise if rise else Fraction(1), later)
        raise self._out_of_reach()

    def _near(self) -> tuple[Fraction, Fraction]:
        """Two probabilities, one step apart, with the target between them."""
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
        return self.reached(Fraction(step, STEPS), Fraction(step, STEPS))

    def _out_of_reach(self, *ends: Fraction) -> UnsuitedGame:
        between = " and ".join(f"{float(100 * end):.1f} %" for end in sorted(ends))
        return UnsuitedGame(
            f"No level of {spec_of(self.game)} {self.aim}"
            + (f": from random to perfect play it is between {between}." if ends else ".")
        )
