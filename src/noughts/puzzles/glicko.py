"""Glicko-2: a player's rating, updated after each puzzle.

    Mark Glickman, "Example of the Glicko-2 system", Boston University, 2013.

Thirty lines of formulas need no library. On PyPI, glicko2 installs a package named `tests` and has
no types, and glicko2-py is a first release for tournaments and databases.
"""

from math import exp, log, pi, sqrt
from typing import NamedTuple

# The constraint on changes of volatility (τ), and the tolerance of its computation.
TAU, TOLERANCE = 0.5, 1e-6
# Points of Glicko's scale in one of Glicko-2's.
SCALE = 173.7178
# The smallest deviation, so that a rating can still change.
SUREST = 45.0


class GlickoRating(NamedTuple):
    """The rating of a player or a puzzle."""

    points: float = 1500.0  # the rating; players begin with 1500
    # its uncertainty: with 95 % probability the true rating is within twice as many points
    deviation: float = 350.0
    volatility: float = 0.06  # its expected fluctuation

    def __str__(self) -> str:
        """The rating with its 95 % interval.

        >>> print(GlickoRating())
        1500 ± 700
        """
        return f"{self.points:.0f} ± {2 * self.deviation:.0f}"


def updated(player: GlickoRating, results: list[tuple[GlickoRating, float]]) -> GlickoRating:
    """The rating after some games.

    Args:
        player: the rating before them.
        results: the opponents, and the points from each: 1 for a win, 0 for a loss.
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
    return GlickoRating(1500 + SCALE * (mu + phi * phi * gain), max(SUREST, SCALE * phi), sigma)


def _volatility(sigma: float, phi: float, v: float, delta: float) -> float:
    """The new volatility, by step 5 of the paper (the Illinois algorithm)."""
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
