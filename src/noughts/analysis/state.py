"""A game in progress, with everything about it: for scripts, agents and notebooks.

>>> state = State()
>>> state.play("b2", "a1", "c3")
State('tictactoe', moves='b2 a1 c3')
>>> print(state)
  a b c
3 . . X
2 . X .
1 O . .
O to move.
>>> {name: str(value) for name, value in state.values().items() if value.outcome == 0}
{'a3': 'draw', 'c1': 'draw'}
"""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Self, TypeVar

from noughts import notebook_repr
from noughts.analysis.game_record import Record
from noughts.board import Board
from noughts.errors import GameOver, UnreadableMove, many
from noughts.game import FIRST, by_points, is_whole, legal_moves, play_legal, read_move, turn_after
from noughts.game import winner_of as winner_at
from noughts.games.given import as_question
from noughts.games.registry import spec_of
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN, Value

V = TypeVar("V")


def _called(value: V) -> V:
    """A value also for callers that write `state.turn()`, as other libraries have it."""
    kind: Any = CALLED.get(type(value), lambda same: same)
    return getattr(kind, "_make", kind)(value)  # type: ignore[no-any-return]  # of a subclass


def _callable(kind: Any) -> Any:
    """A subclass with `__call__`; its values are pickled as plain ones."""
    parts: Any = tuple if hasattr(kind, "_fields") else lambda self: (kind(self),)
    more = {"__call__": lambda self: self, "__reduce__": lambda self: (kind, parts(self))}
    return type(kind.__name__, (kind,), more)


CALLED: dict[type, Any] = {kind: _callable(kind) for kind in (int, str, list, Value, Board)}


@notebook_repr.in_notebooks
class State:
    """A position of a game, and the moves that led to it.

    Args:
        game: a game or its name; or a board of tic-tac-toe.
        position: where it begins: a position, its text or a board; by default the game's start.
        moves: the moves played from there, by name or number, or one text.

    Raises:
        NotAGame, GameError: it is no game.
        PositionError: it is no position of the game.
        MoveError: a move cannot be played.

    >>> state = State("connectfour", moves="44")
    >>> state.turn, state.player, state.legal_moves
    (0, 'X', ['1', '2', '3', '4', '5', '6', '7'])
    >>> State("xo.|.x.|..o").best_moves
    ['a2', 'a1']
    """

    def __init__(
        self, game: Any = "tictactoe", position: Any = None, moves: Iterable[Any] = ()
    ) -> None:
        self.game, position, turn = as_question(game, position)
        self._steps: list[tuple[int | None, Any, int]] = [(None, position, turn)]
        if not isinstance(moves, Iterable):
            raise UnreadableMove(f"{moves!r} are no moves: give a text, or a list of their names.")
        self.play(*(self.game.split_moves(moves) if isinstance(moves, str) else self._names(moves)))

    # The position.

    @property
    def position(self) -> Any:
        """The position, as the game's rules have it."""
        return self._steps[-1][1]

    @property
    def turn(self) -> int:
        """The player to move: 0 for the first, 1 for the second."""
        return _called(self._steps[-1][2])

    @property
    def player(self) -> str:
        """The mark of the player to move."""
        return _called(self.game.marks[self.turn])

    @property
    def moves(self) -> list[str]:
        """The moves played, by name."""
        return _called([self.game.name(move) for move, *_ in self._steps if move is not None])

    @property
    def legal_moves(self) -> list[str]:
        """The legal moves, by name; none when the game is over."""
        return _called([self.game.name(move) for move in legal_moves(self.game, self.position)])

    @property
    def outcome(self) -> int:
        """LOSS, DRAW or WIN for the player to move; OPEN while the game goes on."""
        return _called(self.game.outcome(self.position))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.outcome != OPEN

    @property
    def winner(self) -> str | None:
        """The mark of the winner; None for a draw, or while the game goes on."""
        found = winner_at(self.outcome, self.turn)
        return None if found is None else _called(self.game.marks[found])

    @property
    def points(self) -> int | None:
        """The first player's points less the second's; None if the game counts none."""
        if not self.game.counts_points:
            return None
        return _called(self.game.margin(self.position) * (1 if self.turn == FIRST else -1))

    @property
    def board(self) -> Board:
        """The cells with their marks."""
        return _called(self.game.board(self.position, self.turn))

    @property
    def text(self) -> str:
        """The position in the game's notation."""
        return _called(self.game.text(self.position, self.turn))

    @property
    def record(self) -> Record:
        """The moves played and the positions between them, as `review` takes them."""
        moves = tuple(move for move, *_ in self._steps if move is not None)
        positions = tuple(position for _, position, _ in self._steps)
        return Record(self.game, moves, positions, self._steps[0][2])

    # Its exact value.

    @cached_property
    def _solver(self) -> ExactSolver[Any]:
        return solver_for(self.game)

    @property
    def value(self) -> Value:
        """The exact value for the player to move."""
        return _called(self._solver.value(self.position))

    def values(self) -> dict[str, Value]:
        """The exact value of every move, by name, the best first."""
        found = sorted(self._solver.values(self.position), key=lambda one: one.value, reverse=True)
        return {self.game.name(one.move): one.value for one in found}

    @property
    def best_moves(self) -> list[str]:
        """The moves of the best value, by name; GameOver if there is no move."""
        return _called([self.game.name(move) for move in self._solver.best_moves(self.position)])

    # Changing it.

    def play(self, *moves: Any) -> Self:
        """Play moves, by name, number or cell, or a text or list of them; all of them, or none.

        Raises:
            MoveError: a move cannot be read or played.
        """
        if not isinstance(self, State):  # called on the class
            raise UnreadableMove(f"A state plays moves: write State('tictactoe').play({self!r}).")
        steps: list[tuple[int | None, Any, int]] = []
        listed = any(isinstance(each, list) for each in moves)
        for given in self._one_by_one(moves if listed else self._names(moves)):
            _, position, turn = (steps or self._steps)[-1]
            move = read_move(self.game, given) if isinstance(given, str) else given
            after = play_legal(self.game, position, move)
            steps.append((move, after, turn_after(self.game, turn, after)))
        self._steps += steps
        return self

    def _one_by_one(self, moves: Iterable[Any]) -> Iterator[Any]:
        for each in moves:
            given = getattr(each, "tolist", lambda each=each: each)()
            if isinstance(given, list):
                yield from self._one_by_one(self._names(given))
                continue
            names: list[str] = self.game.split_moves(given) if isinstance(given, str) else []
            if len(names) > 1 and len(self._steps) == 1:
                names = self.game.names_from_start(names)
            yield from names or (given,)

    def _names(self, moves: Iterable[Any]) -> Iterable[Any]:
        """The moves. Pairs, such as a row and a column, are read as in a text."""
        moves = [*getattr(moves, "tolist", lambda: moves)()]
        nested = [isinstance(move, tuple | list | dict) for move in moves]
        return self.game.split_moves(str(moves)) if nested and all(nested) else moves

    def undo(self, moves: int = 1) -> Self:
        """Take moves back.

        Raises:
            GameOver: fewer were played.
        """
        if not (is_whole(moves) and 0 <= moves < len(self._steps)):
            played = len(self._steps) - 1
            raise GameOver(f"{moves!r} cannot be taken back: {many(played, 'move')} played so far.")
        del self._steps[len(self._steps) - moves :]
        return self

    def copy(self) -> "State":
        """Another state with the same moves, which may go on otherwise."""
        other = State(self.game, self._steps[0][1])
        other._steps = [*self._steps]
        return other

    def __eq__(self, other: object) -> bool:
        """Whether the positions are the same, whatever led to them."""
        if not isinstance(other, State):
            return NotImplemented
        mine, theirs = ((one.game, one.position, one.turn) for one in (self, other))
        return mine == theirs

    __hash__ = None  # type: ignore[assignment]  # a state changes

    def __str__(self) -> str:
        if not self.over:
            return f"{self.board}\n{self.player} to move."
        by = by_points(self.game, self.position)
        return f"{self.board}\n{f'{self.winner} wins{by}' if self.winner else 'draw'}."

    def __repr__(self) -> str:
        _, begin, turn = self._steps[0]
        given = repr(spec_of(self.game))
        if (begin, turn) != (self.game.start(), FIRST):
            given += f", {self.game.text(begin, turn)!r}"
        if self.moves:
            given += f", moves={' '.join(self.moves)!r}"
        return f"State({given})"
