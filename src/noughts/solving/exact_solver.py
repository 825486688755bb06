"""Protocol of a solver: the exact value of any position of its game."""

from abc import abstractmethod
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple, Protocol

from noughts.errors import GameOver
from noughts.game import Game, P, keeps_turn, legal_moves, value_before
from noughts.value import INFINITY, OPEN, Certainty, Value, flip_bounds


class MoveValue(NamedTuple):
    """A move and its value for the player who makes it."""

    move: int
    value: Value
    certainty: Certainty


class ExactSolver(Protocol[P]):
    """Answers questions about any position of a game, exactly.

    Args:
        game: the rules.
        budget: the amount of work for one question; None for no limit.
        seconds: the time limit of one question; None for no limit.
        nodes: the number of positions visited so far.
    """

    game: Game[P]
    budget: int | None
    seconds: float | None = None
    nodes: int

    @abstractmethod
    def value(self, position: P) -> Value:
        """The position's value for the player to move.

        Raises:
            SearchStopped: the budget is used up.
        """

    def best_play(self, position: P) -> Iterator[int]:
        """The first best move, the first best answer, and so on, until a position repeats.

        The line ends with the game, or with the move that repeats one of its positions. In a draw
        it takes the first move that keeps the draw and ends the game the soonest.

        Raises:
            SearchStopped: the budget is used up.
        """
        met: set[P] = set()
        while position not in met and legal_moves(self.game, position):
            met.add(position)
            move = self._straightest(position)
            yield move
            position = self.game.play(position, move)

    def _straightest(self, position: P) -> int:
        value, moves = self.value(position), self.values(position)
        exact = (move for move, after, _ in moves if tuple(after) == tuple(value))
        return next(exact, max(moves, key=lambda move: move.value).move)

    def principal_variation(self, position: P) -> list[int]:
        return list(self.best_play(position))

    def shared_limit(self, part: float = 1) -> AbstractContextManager[None]:
        """Context: questions inside share the time limit of one question, or this part of it."""
        return nullcontext()

    def within(self, nodes: int) -> AbstractContextManager[None]:
        """Context: questions inside visit at most that many positions, if the solver can stop."""
        return nullcontext()

    def bounds(self, position: P) -> tuple[int, int]:
        """Bounds of the score, without a search."""
        return -INFINITY, INFINITY

    def move_bounds(self, position: P, move: int) -> tuple[int, int]:
        """Bounds of the score after a move, for the player who makes it, without a search."""
        after = self.game.play(position, move)
        return flip_bounds(*self.bounds(after), turns=not keeps_turn(self.game, position, after))

    def values(self, position: P) -> list[MoveValue]:
        """Every legal move with its value, in the game's order; none when the game is over.

        Raises:
            SearchStopped: the budget is used up.
        """
        return [
            MoveValue(move, self.move_value(position, move), Certainty.PROVED)
            for move in legal_moves(self.game, position)
        ]

    def move_value(self, position: P, move: int) -> Value:
        """The value of a legal move to the player who makes it.

        Raises:
            SearchStopped: the budget is used up.
        """
        after = self.game.play(position, move)
        return value_before(self.game, position, after, self.value(after))

    def best_moves(self, position: P) -> list[int]:
        """The moves of the best value: the fastest win, a draw, the longest defence.

        Raises:
            GameOver: there is no move.
            SearchStopped: the budget is used up.
        """
        if self.game.outcome(position) != OPEN:
            raise GameOver("The game is over: there is no best move.")
        return list(self.best_ones(position))

    def best_ones(self, position: P) -> Iterator[int]:
        """The best moves, as they are found; none when the game is over.

        Raises:
            SearchStopped: the budget is used up.
        """
        values = self.values(position)
        best = max((value for _, value, _ in values), default=None)
        yield from (move for move, value, _ in values if value == best)
