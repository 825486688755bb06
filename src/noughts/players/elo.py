"""Ratings on the Elo scale, from the scores of players against each other.

    Ralph Bradley and Milton Terry, "Rank analysis of incomplete block designs: I. The method of
    paired comparisons", Biometrika 39 (1952): of two players with strengths a and b, the first
    scores a / (a + b) on average. The most likely strengths are found as in David Hunter, "MM
    algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).

A rating is 400 times the decimal logarithm of the strength, as Elo's (1978): a player rated 400
higher scores ten to one.
"""

from collections.abc import Mapping, Sequence
from math import log10, sqrt
from random import Random
from typing import NamedTuple

# One player and another, by their numbers, and the first one's average score against the second.
Scores = Mapping[tuple[int, int], float]

# Each pair gets this share of additional draws, so that no rating is infinite.
DRAWN = 1 / 10_000
# The iteration ends when no strength changes by a larger share in one step.
CHANGE = 1e-7
MOST_STEPS = 100_000
# Bootstrap samples for the intervals, and the share of them below and above an interval.
SAMPLES, TAIL = 200, 0.025

# 95 % of the normal distribution lies within this many standard deviations.
STANDARD_DEVIATIONS = 1.959964


class Rating(NamedTuple):
    """A player's rating, and its 95 % confidence interval."""

    elo: float
    low: float
    high: float


def ratings(players: int, scores: Scores, games: Mapping[tuple[int, int], int]) -> list[Rating]:
    """The players' ratings, on average 0, with intervals by a parametric bootstrap.

    `scores` are averages, each pair in one order, or in both for the two seats; `games` are the
    numbers of games behind them, 0 where a score is exact.

    >>> first, second = ratings(2, {(0, 1): 10 / 11}, {(0, 1): 0})
    >>> round(first.elo - second.elo), first.low == first.high
    (400, True)
    """
    found = most_likely(players, scores)
    if not any(games.values()):
        return [Rating(elo, elo, elo) for elo in found]
    random = Random(1)
    samples = [most_likely(players, _drawn(random, scores, games)) for _ in range(SAMPLES)]
    tail = int(TAIL * SAMPLES)
    columns = map(sorted, zip(*samples, strict=True))
    return [
        Rating(elo, column[tail], column[-1 - tail])
        for elo, column in zip(found, columns, strict=True)
    ]


def most_likely(players: int, scores: Scores) -> list[float]:
    strengths = [1.0] * players
    won = [0.0] * players
    for (one, other), score in scores.items():
        won[one] += score + DRAWN / 2
        won[other] += 1 - score + DRAWN / 2
    for _ in range(MOST_STEPS):
        before = strengths
        strengths = _step(before, won, list(scores))
        if all(abs(new - old) <= CHANGE * old for new, old in zip(strengths, before, strict=True)):
            break
    elos = [400 * log10(strength) for strength in strengths]
    return [elo - sum(elos) / players for elo in elos]


def _step(
    strengths: Sequence[float], won: Sequence[float], pairs: Sequence[tuple[int, int]]
) -> list[float]:
    """One step of the MM algorithm: points divided by the expected points of a strength of 1."""
    met = [0.0] * len(strengths)
    for one, other in pairs:
        share = (1 + DRAWN) / (strengths[one] + strengths[other])
        met[one] += share
        met[other] += share
    return [points / games for points, games in zip(won, met, strict=True)]


def _drawn(random: Random, scores: Scores, games: Mapping[tuple[int, int], int]) -> Scores:
    return {
        pair: min(1, max(0, random.gauss(score, sqrt(score * (1 - score) / games[pair]))))
        if games[pair]
        else score
        for pair, score in scores.items()
    }


class Interval(NamedTuple):
    low: float
    high: float


def wilson(share: float, count: int) -> Interval:
    """The 95 % Wilson score interval of a share counted in `count` cases.

        Edwin Wilson, "Probable inference, the law of succession, and statistical
        inference", Journal of the American Statistical Association 22 (1927).

    It stays within 0 and 1 and works for shares of 0 and 1. For an average of numbers between 0
    and 1, like scores in which a draw counts one half, it is wider than necessary: these vary less
    than zeros and ones with the same average.

    >>> "%.3f %.3f" % wilson(0.0, 10)
    '0.000 0.278'
    """
    z2 = STANDARD_DEVIATIONS**2
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    spread = share * (1 - share) / count + z2 / (4 * count**2)
    half = STANDARD_DEVIATIONS / (1 + z2 / count) * sqrt(spread)
    return Interval(max(0.0, centre - half), min(1.0, centre + half))
