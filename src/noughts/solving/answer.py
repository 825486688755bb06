"""The result of `solve`: a proved value, or bounds and a guess."""

from typing import Any, NamedTuple

from noughts.game import Game
from noughts.value import DRAW, LOSS, SOONEST, WIN, Certainty, Value, soon

UNSOLVED = "Who wins is unknown: the search ended before the position was solved."
VERBS = {LOSS: "loses", DRAW: "draws", WIN: "wins"}


class Answer(NamedTuple):
    """The result of a search for a position's value.

    Args:
        game: the rules.
        position: the position.
        lower: the lower bound of its value for the player to move.
        upper: the upper bound.
        moves: the best moves found so far, or a likely good one; none when the game is over.
        moves_certainty: PROVED when `moves` are all the best moves, BOUND when they are best but
            there may be more, UNKNOWN when they are a guess.
        nodes: the number of visited positions.
        seconds: the duration of the search.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> win, draw = Value(1, 3), Value(0, 9)
    >>> answer = Answer(TicTacToe(), None, draw, win, (4,), Certainty.UNKNOWN, 100, 0.1)
    >>> print(answer, answer.value, answer.certainty, answer.guess, sep="; ")
    from draw to win in 3; None; bound; draw
    """

    game: Game[Any]
    position: Any
    lower: Value
    upper: Value
    moves: tuple[int, ...]
    moves_certainty: Certainty
    nodes: int
    seconds: float

    @property
    def value(self) -> Value | None:
        """The value, if it is proved."""
        return self.lower if self.lower == self.upper else None

    @property
    def certainty(self) -> Certainty:
        """PROVED; BOUND if something is ruled out; UNKNOWN if anything is possible."""
        return certainty_of(self.lower, self.upper)

    @property
    def guess(self) -> Value:
        """The value if proved, otherwise a guess: as near to a draw as the bounds allow."""
        return min(max(self.lower, Value(DRAW, self.lower.plies)), self.upper)

    def __str__(self) -> str:
        """The value, or its bounds."""
        return in_words(self.lower, self.upper)


def certainty_of(lower: Value, upper: Value) -> Certainty:
    """The certainty of a value with these bounds.

    >>> str(certainty_of(Value(-1, 2), Value(1, 1))), str(certainty_of(Value(0, 2), Value(1, 1)))
    ('unknown', 'bound')
    """
    if lower == upper:
        return Certainty.PROVED
    # For a move that does not end the game, bounds one ply ahead only exclude a loss or win in 1.
    anything = lower.score <= 1 - SOONEST and upper.score >= SOONEST - 1
    return Certainty.UNKNOWN if anything else Certainty.BOUND


def in_words(lower: Value, upper: Value) -> str:
    """The bounds of a value, for people.

    >>> in_words(Value(0, 9), Value(0, 9)), in_words(Value(-1, 12), Value(1, 13))
    ('draw', 'from loss in 12 to win in 13')
    """
    return str(lower) if lower == upper else f"from {lower} to {upper}"


def told_of(who: str, lower: Value, upper: Value) -> str:
    """A sentence with the bounds of the outcome of the player to move; it promises no more.

    >>> told_of("X", Value(DRAW, 0), Value(1, 1))
    'X has at least a draw; whether X wins is unknown.'
    >>> told_of("X", Value(1, 9), Value(1, 9))
    'X wins in 9; not every move is worked out.'
    """
    if lower == upper:
        how = "" if lower.outcome == DRAW else f" {soon(lower.plies)}"
        return f"{who} {VERBS[lower.outcome]}{how}; not every move is worked out."
    return {
        (LOSS, LOSS): f"{who} loses; how soon is unknown.",
        (LOSS, DRAW): f"{who} has at most a draw; whether {who} loses is unknown.",
        (DRAW, WIN): f"{who} has at least a draw; whether {who} wins is unknown.",
        (WIN, WIN): f"{who} wins; how soon is unknown.",
    }.get((lower.outcome, upper.outcome), UNSOLVED)


def bounding(lower: int, upper: int) -> tuple[Value, Value]:
    """The bounds of an open position's score as values.

    >>> [str(value) for value in bounding(-1_000_000_000, 0)]
    ['loss in 1', 'draw']
    """
    return Value.from_score(max(lower, -SOONEST)), Value.from_score(min(upper, SOONEST))
