"""The kinds of puzzles, defined by exact values: a puzzle has exactly one right move."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from noughts.errors import SearchStopped
from noughts.game import P, keeps_turn, legal_moves, value_before
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN, WIN, Value

# A position with fewer moves is no puzzle: there is little choice.
FEWEST_MOVES = 3
# A wrong move that loses within this many plies is not tempting.
AT_ONCE = 2


class Kind(StrEnum):
    """The kind of a puzzle, by its right move."""

    WIN = "win"  # the only win
    SAVE = "save"  # the only draw; no move wins
    SOONEST = "soonest"  # the fastest of several wins
    TRAP = "trap"  # among several draws, or if all moves lose: the only move after which a single
    # reply keeps the opponent's outcome


class Found(NamedTuple):
    """A puzzle found in a position.

    Args:
        kind: its kind.
        move: the right move.
        value: the value of that move for the player to move.
        tempting: the number of wrong moves that do not lose within AT_ONCE plies.
    """

    kind: Kind
    move: int
    value: Value
    tempting: int


def puzzle_in(solver: ExactSolver[P], position: P) -> Found | None:
    """The puzzle of a position; None if it has none. An immediate win is no puzzle.

    Raises:
        SearchStopped: the solver's budget is used up.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.solving.api import solver_for
    >>> game = TicTacToe()
    >>> found = puzzle_in(solver_for(game), game.parse("x2/1o1/2x o")[0])
    >>> found is None  # O draws by any of the four sides
    True
    >>> found = puzzle_in(solver_for(game), game.parse("x2/3/3 o")[0])
    >>> str(found.kind), game.name(found.move), str(found.value), found.tempting
    ('save', 'b2', 'draw', 7)
    """
    if solver.game.outcome(position) != OPEN:
        return None
    values = values_of(solver, position)
    if len(values) < FEWEST_MOVES or max(values.values()) == Value(WIN, 1):
        return None
    kind, right = _right(solver, position, values)
    if len(right) != 1:
        return None
    wrong = (value for move, value in values.items() if move not in right)
    tempting = sum(value.outcome != LOSS or value.plies > AT_ONCE for value in wrong)
    return Found(kind, right[0], values[right[0]], tempting) if tempting else None


def values_of(solver: ExactSolver[P], position: P) -> dict[int, Value]:
    """The value of every move; draws lack their length, so that one batch can solve all moves.

    Raises:
        SearchStopped: the solver's budget is used up.
    """
    if not isinstance(solver, Solver):
        return {move: value for move, value, _ in solver.values(position)}
    moves = legal_moves(solver.game, position)
    positions = [solver.game.play(position, move) for move in moves]
    values = {}
    for move, after, score in zip(moves, positions, solver.scores(positions), strict=True):
        if score is None:
            raise SearchStopped
        values[move] = value_before(solver.game, position, after, Value.from_score(score))
    return values


def _right(solver: ExactSolver[P], position: P, values: dict[int, Value]) -> tuple[Kind, list[int]]:
    """The kind of puzzle, and its right moves; it is a puzzle if there is only one."""
    best = max(values.values())
    kept = [move for move, value in values.items() if value.outcome == best.outcome]
    if best.outcome == WIN and len(kept) > 1:
        return Kind.SOONEST, [move for move in kept if values[move] == best]
    if best.outcome == WIN or len(kept) == 1:
        return (Kind.WIN if best.outcome == WIN else Kind.SAVE), kept
    return Kind.TRAP, list(islice(_traps(solver, position, kept), 2))


def _traps(solver: ExactSolver[P], position: P, moves: list[int]) -> Iterator[int]:
    """The moves after which only one of several replies keeps the opponent's outcome."""
    for move in moves:
        after = solver.game.play(position, move)
        replies = {} if keeps_turn(solver.game, position, after) else values_of(solver, after)
        counts = Counter(value.outcome for value in replies.values())
        if len(replies) > 1 and counts[max(counts)] == 1:
            yield move
