"""Glicko-2: how a player's rating changes with each puzzle.

    Mark Glickman, "Example of the Glicko-2 system", Boston University, 2013.

Formulas of thirty lines, so no library: of those on PyPI, glicko2 installs a package named `tests`
and has no types, glicko2-py is a first release around tournaments and databases.
"""

from math import exp, log, pi, sqrt
from typing import NamedTuple

# How fast volatility may change (τ), and how exactly it is worked out.
TAU, TOLERANCE = 0.5, 1e-6
# Points of Glicko's scale in one of Glicko-2's.
SCALE = 173.7178
# A rating never counts as surer than this, so that it can still change.
SUREST = 45.0


class Rating(NamedTuple):
    """How well somebody plays, or how hard a puzzle is.

    Args:
        points: the rating; 1500 is where everybody begins.
        deviation: how unsure it is: with 95 % it lies within twice as many points.
        volatility: how much it is expected to change.
    """

    points: float = 1500.0
    deviation: float = 350.0
    volatility: float = 0.06

    def __str__(self) -> str:
        """The rating and its interval of 95 %.

        >>> print(Rating())
        1500 ± 700
        """
        return f"{self.points:.0f} ± {2 * self.deviation:.0f}"


def updated(player: Rating, results: list[tuple[Rating, float]]) -> Rating:
    """The rating after some games.

    Args:
        player: the rating before them.
        results: the opponents, and the points from each: 1 for a win, 0 for a loss.

    >>> after = updated(Rating(1500, 200), [(Rating(1400, 30), 1)])
    >>> round(after.points), round(after.deviation)
    (1564, 175)
    """
    mu, phi = (player.points - 1500) / SCALE, player.deviation / SCALE
    rows = []
    for other, score in results:
        g = 1 / sqrt(1 + 3 * (other.deviation / SCALE / pi) ** 2)
        rows.append((g, 1 / (1 + exp(-g * (mu - (other.points - 1500) / SCALE))), score))
    v = 1 / sum(g * g * e * (1 - e) for g, e, _ in rows)
    gain = sum(g * (score - e) for g, e, score in rows)
    sigma = _volatility(player.volatility, phi, v, v * gain)
    phi = 1 / sqrt(1 / (phi * phi + sigma * sigma) + 1 / v)
    return Rating(1500 + SCALE * (mu + phi * phi * gain), max(SUREST, SCALE * phi), sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility: step 5 of the paper, by the Illinois algorithm."""
    a = log(sigma * sigma)

    def f(x: float) -> float:
        whole = phi * phi + v + exp(x)
        return exp(x) * (delta * delta - whole) / (2 * whole * whole) - (x - a) / TAU**2

    low, high = a, log(delta * delta - phi * phi - v) if delta**2 > phi**2 + v else a - TAU
    while f(high) < 0 and delta**2 <= phi**2 + v:
        high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > TOLERANCE:
        middle = low + (low - high) * f_low / (f_high - f_low)
        f_middle = f(middle)
        low, f_low = (high, f_high) if f_middle * f_high <= 0 else (low, f_low / 2)
        high, f_high = middle, f_middle
    return exp(low / 2)
