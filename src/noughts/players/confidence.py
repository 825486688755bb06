"""Confidence interval of a share counted in a sample."""

from math import sqrt
from typing import NamedTuple

# 95 % of the normal distribution lies within this many standard deviations.
STANDARD_DEVIATIONS = 1.959964


class Interval(NamedTuple):
    """The shares from `low` to `high`."""

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
