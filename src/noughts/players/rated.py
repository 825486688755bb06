"""`elo:N`: a level of any rating between random play and `hard`, in games that were measured.

Below the rating of `greedy` a level overlooks threats on some moves; above, it searches on some.
`python -m benchmarks.levels --scores` measures the scores of these levels against `greedy`.
"""

from bisect import bisect_right
from math import ceil, floor, log10
from typing import Any

from noughts.errors import UnsuitedGame
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.players.beginner import scores_in
from noughts.players.elo import expected
from noughts.players.manner import ALWAYS, Manner

# The rating of `greedy` in every game.
GREEDY = 1_000
# The measured skills: -100 plays at random, 0 like `greedy`, 100 like `hard`.
SKILLS: tuple[int, ...] = (-ALWAYS, 1 - ALWAYS, *range(-90, 101, 10))
# The unit of stored scores is one part of these.
PARTS = 10_000


def manner_of_skill(skill: int) -> Manner:
    """The manner of a level with this skill.

    >>> manner_of_skill(35)
    Manner(thinks=35, errs=0, overlooks=0, plies=5)
    """
    return Manner(overlooks=-skill) if skill <= 0 else Manner(thinks=skill, plies=5)


def manner_rated(elo: int, game: Game[Any]) -> Manner:
    """The manner whose score against `greedy` agrees with the rating.

    Raises:
        UnsuitedGame: the game was not measured, or the rating is out of reach there.

    >>> from noughts.games.connectfour import ConnectFour
    >>> manner_rated(1000, ConnectFour())
    Manner(thinks=0, errs=0, overlooks=0, plies=1)
    """
    spec = spec_of(game)
    scores = scores_in(spec)
    if not scores:
        raise UnsuitedGame(
            f"No ratings were measured in {spec}: play beginner, easy, medium or hard instead."
        )
    lowest, highest = ceil(_rating(scores[0])), floor(_rating(scores[-1]))
    if not lowest <= elo <= highest:
        raise UnsuitedGame(f"N in elo:N must be {lowest} to {highest} in {spec}, not {elo}.")
    return manner_of_skill(_skill(PARTS * expected(elo, GREEDY), scores))


def _rating(score: int) -> float:
    """The rating that predicts this score against `greedy`."""
    return GREEDY + 400 * log10(score / (PARTS - score))


def _skill(score: float, scores: tuple[int, ...]) -> int:
    """The skill with this score, by linear interpolation."""
    above = min(bisect_right(scores, score), len(scores) - 1)
    low, high = scores[above - 1], scores[above]
    share = (score - low) / (high - low) if high > low else 0.0
    return round(SKILLS[above - 1] + share * (SKILLS[above] - SKILLS[above - 1]))
