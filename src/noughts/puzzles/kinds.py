"""The kinds of puzzles, each defined by exact values: a position has one right move, or is none."""

from collections import Counter
from collections.abc import Iterator
from enum import StrEnum
from itertools import islice
from typing import NamedTuple

from noughts.errors import SearchStopped
from noughts.game import P, legal_moves
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.solver import Solver
from noughts.value import LOSS, OPEN, WIN, Value

# With fewer moves than this there is not much to choose from.
FEWEST_MOVES = 3
# A wrong move that loses within this many plies deceives nobody.
AT_ONCE = 2


class Kind(StrEnum):
    """What the one right move does."""

    WIN = "win"  # it alone wins
    SAVE = "save"  # it alone draws, and no move wins
    SOONEST = "soonest"  # several moves win, and it wins sooner than all others
    TRAP = "trap"  # no move wins, several keep the draw or lose alike: only this one leaves the
    # other side just one move that keeps what it has


class Found(NamedTuple):
    """A puzzle found in a position.

    Args:
        kind: what is asked.
        move: the right move.
        value: what it leads to, seen by the player to move.
        tempting: how many wrong moves do not lose at once.
    """

    kind: Kind
    move: int
    value: Value
    tempting: int


def puzzle_in(solver: ExactSolver[P], position: P) -> Found | None:
    """The puzzle of a position; None if it has none. Wins at once are no puzzles.

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
    """The value of every move; draws without their length, so that all can be asked at once.

    Raises:
        SearchStopped: the solver's budget is used up.
    """
    if not isinstance(solver, Solver):
        return {move: value for move, value, _ in solver.values(position)}
    moves = legal_moves(solver.game, position)
    scores = solver.scores([solver.game.play(position, move) for move in moves])
    values = {}
    for move, score in zip(moves, scores, strict=True):
        if score is None:
            raise SearchStopped
        values[move] = Value.from_score(score).before()
    return values


def _right(solver: ExactSolver[P], position: P, values: dict[int, Value]) -> tuple[Kind, list[int]]:
    """What is asked, and the right moves: it is a puzzle if there is just one."""
    best = max(values.values())
    kept = [move for move, value in values.items() if value.outcome == best.outcome]
    if best.outcome == WIN and len(kept) > 1:
        return Kind.SOONEST, [move for move in kept if values[move] == best]
    if best.outcome == WIN or len(kept) == 1:
        return (Kind.WIN if best.outcome == WIN else Kind.SAVE), kept
    return Kind.TRAP, list(islice(_traps(solver, position, kept), 2))


def _traps(solver: ExactSolver[P], position: P, moves: list[int]) -> Iterator[int]:
    """The moves that leave the other side one move, of several, that keeps its outcome."""
    for move in moves:
        replies = values_of(solver, solver.game.play(position, move))
        counts = Counter(value.outcome for value in replies.values())
        if len(replies) > 1 and counts[max(counts)] == 1:
            yield move
