"""The value of a position and of every move, best first, with the line of best play."""

from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.native import fastest
from noughts.search.algorithms import Negamax
from noughts.search.root import search
from noughts.solving.door import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.value import Certainty, Value

# The horizon of a position that cannot be solved.
LOOK_AHEAD = 4


class MoveAnalysis(NamedTuple):
    """One move: what it is worth to its player, how sure that is, and whether it is best.

    `value` is None where `certainty` is UNKNOWN.
    """

    move: int
    value: Value | None
    certainty: Certainty
    best: bool


class Analysis(NamedTuple):
    """What is known of a position.

    Args:
        game: the rules.
        position: the position.
        turn: whose turn it is.
        value: what it is worth to the player to move; None where that is unknown.
        certainty: PROVED, or UNKNOWN where the position could not be solved.
        moves: every legal move, best first; equals stay in the game's order.
        principal_variation: the moves of best play.
    """

    game: Game[Any]
    position: Any
    turn: int
    value: Value | None
    certainty: Certainty
    moves: tuple[MoveAnalysis, ...]
    principal_variation: tuple[int, ...]


def analyse(
    game: Game[P], position: P, turn: int = 0, solver: ExactSolver[P] | None = None
) -> Analysis:
    """What a position and each of its moves are worth.

    Args:
        game: the rules.
        position: any position; one that is over has a value and no moves.
        turn: whose turn it is.
        solver: one that is kept from question to question, and may have a budget; beyond
            that, moves are only ranked by looking a few plies ahead. `solver_for` finds
            the right one for any game.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, turn = game.parse("xxo/ox1/o2 x")
    >>> analysis = analyse(game, position, turn)
    >>> print(analysis.value, [game.name(move.move) for move in analysis.moves])
    win in 1 ['b1', 'c1', 'c2']
    """
    solver = solver or solver_for(game)
    try:
        return _exact(game, position, turn, solver)
    except SearchStopped:
        return _guess(game, position, turn)


def _exact(game: Game[P], position: P, turn: int, solver: ExactSolver[P]) -> Analysis:
    """The analysis of a position that can be solved."""
    values = solver.values(position)
    best = max((value for _, value, _ in values), default=None)
    moves = [
        MoveAnalysis(move, value, certainty, value == best) for move, value, certainty in values
    ]
    return Analysis(
        game,
        position,
        turn,
        solver.value(position),
        Certainty.PROVED,
        tuple(sorted(moves, key=_rank, reverse=True)),
        tuple(solver.principal_variation(position)),
    )


def _rank(move: MoveAnalysis) -> int:
    """The score by which moves are put in order."""
    return move.value.score if move.value else 0


def _guess(game: Game[P], position: P, turn: int) -> Analysis:
    """The moves of a position that cannot be solved, ranked by looking a few plies ahead."""
    result = search(game, position, Negamax(), limit=LOOK_AHEAD, prepare=fastest)
    ranked = sorted(result.moves, key=lambda move: move.score, reverse=True)
    moves = [
        MoveAnalysis(
            move,
            Value.from_score(score) if certainty == Certainty.PROVED else None,
            certainty,
            score == result.score,
        )
        for move, score, certainty in ranked
    ]
    return Analysis(
        game,
        position,
        turn,
        result.value,
        result.certainty,
        tuple(moves),
        result.principal_variation,
    )
