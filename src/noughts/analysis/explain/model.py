"""The data of an explanation: a position, and each move's value and facts."""

from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.analysis.analyse import Bounds
from noughts.analysis.explain.facts import Facts
from noughts.game import Game
from noughts.value import Certainty, Value


class Reply(NamedTuple):
    """The best answer to a move, and what it does.

    Args:
        move: the reply; among equals the most interesting.
        value: its value for the replying side.
        facts: what it does, by the rules.
    """

    move: int
    value: Value
    facts: Facts


class MoveExplanation(NamedTuple):
    """One move explained. `text` makes sentences of it.

    Args:
        game: the rules.
        turn: who makes the move.
        move: the move.
        value: its value for that player; None if not proved.
        certainty: PROVED or UNKNOWN.
        best: whether it is proved that no move is better.
        facts: what it does and what it is worth, the most telling first.
        reply: the best answer; None at the end of the game, or where nothing is proved.
        line: best play after the move, as far as it is forced to a win; else empty.
    """

    game: Game[Any]
    turn: int
    move: int
    value: Value | None
    certainty: Certainty
    best: bool
    facts: Facts
    reply: Reply | None = None
    line: tuple[int, ...] = ()


@notebook_repr.in_notebooks
class Explanation(NamedTuple):
    """A position explained.

    Args:
        game: the rules.
        position: the position.
        turn: whose turn it is.
        value: its value for the player to move; None if not proved.
        certainty: PROVED or UNKNOWN.
        moves: every legal move, best first; equals stay in the game's order.
        bounds: the bounds of the value, if it is not proved.
    """

    game: Game[Any]
    position: Any
    turn: int
    value: Value | None
    certainty: Certainty
    moves: tuple[MoveExplanation, ...]
    bounds: Bounds | None = None

    def __str__(self) -> str:
        """The verdict, then a line for every move."""
        from noughts.analysis.explain.text import lines_of  # which needs this module

        return "\n".join(lines_of(self))

    def of(self, move: int) -> MoveExplanation:
        """The explanation of one of the moves.

        Raises:
            KeyError: it is none of them.
        """
        for explained in self.moves:
            if explained.move == move:
                return explained
        raise KeyError(move)

    @property
    def best(self) -> tuple[MoveExplanation, ...]:
        """The best moves; empty if nothing is proved."""
        return tuple(move for move in self.moves if move.best)
