"""Levels with an exact strength: "draws 60 % against perfect" does exactly that.

The player makes each move perfectly with some probability, and at random otherwise. For two
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
from noughts.players.measure import Remembering, has_few_positions, measure_both_seats
from noughts.players.measured import scores_in
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, Policy, RandomPlayer, SamplingPlayer, mixed

# The probability of perfect later moves is a multiple of 1 / STEPS.
STEPS = 20
# The most skills to cache; each takes about a second.
KEPT = 256


class Target(NamedTuple):
    verb: str  # "draws", measured against the perfect player, or "wins", against the random one
    percent: int  # the percentage of games

    @property
    def against(self) -> str:
        return "perfect" if self.verb == "draws" else "random"

    @property
    def share(self) -> Fraction:
        return Fraction(self.percent, 100)

    def __str__(self) -> str:
        return f"{self.verb} {self.percent} % against {self.against}"


class Skill(NamedTuple):
    """The probability of a perfect move: at the player's first move, and at later ones."""

    first: Fraction
    later: Fraction


class StrengthPlayer(SamplingPlayer):
    """Plays perfectly just often enough to reach an exact result.

    Raises UnsuitedGame if the game is too large to be measured, or its target out of reach.
    """

    def __init__(self, target: Target, seed: int | None = None) -> None:
        self.target = target
        self.name = str(target)
        super().__init__(seed)
        self._perfect = Remembering(PerfectPlayer())
        self._weak = RandomPlayer()

    def probabilities(self, game: Game[P], position: P) -> Policy:
        skill = skill_for(game, self.target)
        return Skilled(skill, self._perfect, self._weak).probabilities(game, position)


class Skilled(SamplingPlayer):
    name = "skilled"

    def __init__(self, skill: Skill, perfect: KnownPolicy, weak: KnownPolicy) -> None:
        self.skill = skill
        self._perfect = perfect
        self._weak = weak
        super().__init__()

    def probabilities(self, game: Game[P], position: P) -> Policy:
        chance = self.skill.first if _is_first_move(game, position) else self.skill.later
        both = (chance, self._perfect), (1 - chance, self._weak)
        return mixed((share, who.probabilities(game, position)) for share, who in both if share)


def _is_first_move(game: Game[P], position: P) -> bool:
    start = game.start()
    return position == start or any(
        position == game.play(start, move) for move in game.moves(start)
    )


def skill_for(game: Game[Any], target: Target) -> Skill:
    """The skill that reaches the target exactly; UnsuitedGame if there is none."""
    rules: Any = game  # a frozen dataclass, so it can be hashed
    return _skill_for(rules, target)


@lru_cache(KEPT)
def _skill_for(game: Game[Any], target: Target) -> Skill:
    if game.repeats or not has_few_positions(game):
        spec = spec_of(game)
        raise UnsuitedGame(
            f"{spec} is too large or too long to measure a level exactly; play "
            f"{'elo:N' if scores_in(spec) else 'beginner'}, easy, medium or hard instead."
        )
    return _Search(game, target).skill()


class _Search:
    def __init__(self, game: Game[Any], target: Target) -> None:
        self.game = game
        self.target = target
        self.perfect = Remembering(PerfectPlayer())
        self.weak = Remembering(RandomPlayer())

    def reached(self, first: Fraction, later: Fraction) -> Fraction:
        player = Skilled(Skill(first, later), self.perfect, self.weak)
        other = self.perfect if self.target.against == "perfect" else self.weak
        result = measure_both_seats(self.game, player, other)
        return result.draw if self.target.verb == "draws" else result.first

    def skill(self) -> Skill:
        for later in self._near():
            never = self.reached(Fraction(0), later)
            always = self.reached(Fraction(1), later)
            if min(never, always) <= self.target.share <= max(never, always):
                rise = always - never
                return Skill((self.target.share - never) / rise if rise else Fraction(1), later)
        raise self._out_of_reach()

    def _near(self) -> tuple[Fraction, Fraction]:
        low, high = 0, STEPS
        share, ends = self.target.share, (self._level(low), self._level(high))
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
            f"No level of {spec_of(self.game)} {self.target}"
            + (f": from random to perfect play it is between {between}." if ends else ".")
        )
