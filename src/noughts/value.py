"""Outcomes, values and scores.

An *outcome* is how a finished game ended, seen by the player to move. A *value* is what
a position is worth under best play: an outcome and the plies to the end. A *score* is a
value as one whole number, used inside searches only.
"""

from enum import StrEnum
from typing import Final, NamedTuple

LOSS: Final = -1
DRAW: Final = 0
WIN: Final = 1
OPEN: Final = 2  # not an outcome yet: the game goes on

# The plies of a draw by endless play.
ENDLESS: Final = -1

OUTCOME_NAMES: Final = {LOSS: "loss", DRAW: "draw", WIN: "win"}

# A win in 0 scores BASE, a win in n plies BASE - n; BASE exceeds the length of any game.
BASE: Final = 10_000_000
# The best score of an open game: a win in 1. The worst is a loss in 1, by one's own line in misère
# play.
SOONEST: Final = BASE - 1
# `estimate` returns a number strictly within ±ESTIMATE_LIMIT, so that no estimate at the horizon is
# taken for a win or a loss.
ESTIMATE_LIMIT: Final = 1_000
# Above every score: an open bound of a search window.
INFINITY: Final = 1_000_000_000


class Certainty(StrEnum):
    """Certainty of an answer."""

    PROVED = "proved"
    BOUND = "bound"
    UNKNOWN = "unknown"


class Value(NamedTuple):
    """The game-theoretic value for the player to move: an outcome and the plies to it.

    The winner hurries and the loser delays: a win in 3 is above a win in 5, and a loss in 4 above a
    loss in 2. All draws are equal; the plies of a draw are those to the end of the game along the
    principal variation, and do not affect the order.

    In a game whose positions can repeat, a draw may have no end: neither player can force a
    result, and no line of best play ends. Its plies are `ENDLESS`.

    Args:
        outcome: LOSS (-1), DRAW (0) or WIN (1).
        plies: turns to the end of the game, the last move included; or ENDLESS.

    >>> Value(WIN, 3) > Value(WIN, 5) > Value(DRAW, 4) > Value(LOSS, 4) > Value(LOSS, 2)
    True
    >>> -Value(WIN, 3)
    Value(outcome=-1, plies=3)
    >>> print(Value(WIN, 3), -Value(WIN, 3), Value(DRAW, 4), sep="; ")
    win in 3; loss in 3; draw
    >>> print(Value(DRAW, ENDLESS), Value(DRAW, ENDLESS) == Value(DRAW, 4), sep="; ")
    draw by endless play; True
    """

    outcome: int
    plies: int

    @classmethod
    def from_score(cls, score: int, draw_plies: int = 0) -> "Value":
        """The value of a score; a score of 0 does not contain the plies of its draw.

        >>> Value.from_score(9_999_997)
        Value(outcome=1, plies=3)
        """
        if score == 0:
            return cls(DRAW, draw_plies)
        return cls(WIN if score > 0 else LOSS, BASE - abs(score))

    @property
    def score(self) -> int:
        """This value as one whole number; greater is better.

        >>> Value(WIN, 3).score, Value(LOSS, 3).score, Value(DRAW, 3).score
        (9999997, -9999997, 0)
        """
        return self.outcome * (BASE - self.plies)

    def before(self) -> "Value":
        """The value for the other player, one ply earlier.

        >>> print(Value(LOSS, 2).before())
        win in 3
        """
        return Value(-self.outcome, ENDLESS if self.endless else self.plies + 1)

    @property
    def endless(self) -> bool:
        """Whether it is a draw in which no line of best play ends."""
        return self.plies == ENDLESS

    def sign(self) -> str:
        """A short word for a crowded board: W3, D, L4.

        >>> Value(WIN, 3).sign(), Value(DRAW, 5).sign(), Value(LOSS, 4).sign()
        ('W3', 'D', 'L4')
        """
        return "D" if self.outcome == DRAW else f"{'L W'[self.outcome + 1]}{self.plies}"

    @property
    def extent(self) -> str:
        """After how many plies: `at once`, or `in N`.

        >>> Value(WIN, 1).extent, Value(LOSS, 4).extent
        ('at once', 'in 4')
        """
        return soon(self.plies)

    def __neg__(self) -> "Value":
        """The value of the same position for the other player."""
        return Value(-self.outcome, self.plies)

    def __str__(self) -> str:
        if self.endless:
            return "draw by endless play"
        name = OUTCOME_NAMES[self.outcome]
        return name if self.outcome == DRAW else f"{name} in {self.plies}"

    def __lt__(self, other: tuple[object, ...]) -> bool:
        return self.score < other.score if isinstance(other, Value) else NotImplemented

    def __le__(self, other: tuple[object, ...]) -> bool:
        return self.score <= other.score if isinstance(other, Value) else NotImplemented

    def __gt__(self, other: tuple[object, ...]) -> bool:
        return self.score > other.score if isinstance(other, Value) else NotImplemented

    def __ge__(self, other: tuple[object, ...]) -> bool:
        return self.score >= other.score if isinstance(other, Value) else NotImplemented

    def __eq__(self, other: object) -> bool:
        """All draws are equal."""
        return self.score == other.score if isinstance(other, Value) else NotImplemented

    def __ne__(self, other: object) -> bool:
        return self.score != other.score if isinstance(other, Value) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.score)


class Margin(NamedTuple):
    """The result of best play for points, for the player to move.

    Args:
        points: the final points of the player to move, minus the opponent's.

    >>> print(Margin(3), Margin(-2), Margin(0), sep="; ")
    win by 3; loss by 2; draw
    """

    points: int

    def sign(self) -> str:
        """A short word for a crowded board.

        >>> Margin(3).sign(), Margin(-2).sign(), Margin(0).sign()
        ('+3', '-2', '=')
        """
        return f"{self.points:+}" if self.points else "="

    def __neg__(self) -> "Margin":
        """The margin of the same position for the other player."""
        return Margin(-self.points)

    @property
    def score(self) -> int:
        """The points: the more, the better."""
        return self.points

    @property
    def extent(self) -> str:
        """By how many points.

        >>> Margin(-2).extent
        'by 2'
        """
        return f"by {abs(self.points)}"

    def __str__(self) -> str:
        name = OUTCOME_NAMES[self.outcome]
        return f"{name} {self.extent}" if self.points else name

    @property
    def outcome(self) -> int:
        """The exact outcome: a larger margin never costs the win.

        >>> Margin(-2).outcome
        -1
        """
        return by_lead(self.points)


#: The value of a position by outcome and plies, or by points.
AnyValue = Value | Margin


class Scoring(NamedTuple):
    """A convention for scoring the end of a game.

    A win `ply` plies below the root scores `base - per_ply * ply`, a loss the negative of it,
    a draw 0. The tutorials' `10 - depth` is `Scoring(10, 1)`.
    """

    base: int
    per_ply: int

    def score(self, outcome: int, ply: int) -> int:
        """The score of a game that ended with `outcome`, `ply` plies below the root.

        >>> TEN_MINUS_DEPTH.score(WIN, 3)
        7
        """
        return outcome * (self.base - self.per_ply * ply)

    def value(self, score: int) -> Value | None:
        """The value of a score by this convention.

        None where the convention does not count plies and the score is no draw.

        >>> print(TEN_MINUS_DEPTH.value(-6))
        loss in 4
        >>> OUTCOME_ONLY.value(1) is None
        True
        """
        if score == 0:
            return Value(DRAW, 0)
        if self.per_ply == 0:
            return None
        plies = (self.base - abs(score)) // self.per_ply
        return Value(WIN if score > 0 else LOSS, plies)


OUTCOME_ONLY: Final = Scoring(1, 0)
TEN_MINUS_DEPTH: Final = Scoring(10, 1)
HUNDRED_MINUS_DEPTH: Final = Scoring(100, 1)
BY_DISTANCE: Final = Scoring(BASE, 1)


def to_parent(score: int, plies: int = 1) -> int:
    """A score as seen `plies` earlier: wins and losses move `plies` further away.

    >>> to_parent(BASE), to_parent(-BASE), to_parent(0), to_parent(BASE, plies=3)
    (9999999, -9999999, 0, 9999997)
    """
    return score - plies * ((score > 0) - (score < 0))


def as_estimate(score: int) -> int:
    """The score, or the number nearest to it strictly within ±`ESTIMATE_LIMIT`.

    >>> as_estimate(5), as_estimate(-2_000)
    (5, -999)
    """
    return max(1 - ESTIMATE_LIMIT, min(ESTIMATE_LIMIT - 1, score))


def to_child(score: int, plies: int = 1) -> int:
    """A score as seen `plies` later: the inverse of `to_parent`.

    >>> to_child(9_999_999), to_child(-9_999_999), to_child(0), to_child(9_999_997, plies=3)
    (10000000, -10000000, 0, 10000000)
    """
    return score + plies * ((score > 0) - (score < 0))


def by_lead(lead: float) -> int:
    """The outcome for a lead in points.

    >>> by_lead(3) == WIN, by_lead(0) == DRAW, by_lead(-1) == LOSS
    (True, True, True)
    """
    return WIN if lead > 0 else LOSS if lead < 0 else DRAW


def flip_bounds(lower: int, upper: int, turns: int) -> tuple[int, int]:
    """Bounds from the view of the side to move after `turns` changes of side.

    >>> flip_bounds(-5, 7, turns=1), flip_bounds(-5, 7, turns=2)
    ((-7, 5), (-5, 7))
    """
    return (-upper, -lower) if turns & 1 else (lower, upper)


def soon(plies: int) -> str:
    """`at once`, or `in N`.

    >>> soon(1), soon(3)
    ('at once', 'in 3')
    """
    return "at once" if plies == 1 else f"in {plies}"
