"""The data of an explanation: the value and the facts of each move of a position."""

from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.analysis.explain.facts import Facts
from noughts.game import Game
from noughts.solving.answer import Bounds
from noughts.value import Certainty, Value


class Reply(NamedTuple):
    """The best reply to a move.

    Args:
        move: the reply; among equals the most interesting.
        value: its value for the replying side.
        facts: its facts from the rules.
    """

    move: int
    value: Value
    facts: Facts


class MoveExplanation(NamedTuple):
    """One move explained; `text` turns it into sentences.

    Args:
        game: the rules.
        turn: the player who makes the move.
        move: the move.
        value: its value for that player; None if not proved.
        certainty: PROVED or UNKNOWN.
        best: whether it is proved that no move is better.
        facts: its facts, the most telling first.
        reply: the best reply; None at the end of the game, or if nothing is proved.
        line: best play after the move, if it leads to a win of either side; otherwise empty.
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
        turn: the player to move.
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
        from noughts.analysis.explain.text import lines_of  # it imports this module

        return "\n".join(lines_of(self))

    def of(self, move: int) -> MoveExplanation:
        """The explanation of one of the moves.

        Raises:
            KeyError: the move is not legal.
        """
        for explained in self.moves:
            if explained.move == move:
                return explained
        raise KeyError(move)

    @property
    def best(self) -> tuple[MoveExplanation, ...]:
        """The best moves; empty if nothing is proved."""
        return tuple(move for move in self.moves if move.best)
