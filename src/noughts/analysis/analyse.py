"""The value of a position and of every move, best first, with the line of best play."""

from collections.abc import Iterator
from itertools import count
from typing import Any, NamedTuple

from noughts import shown
from noughts.errors import SearchStopped
from noughts.game import Game, P, legal_moves
from noughts.native import fastest
from noughts.search.algorithms import Negamax
from noughts.search.root import SearchResult, search
from noughts.solving.door import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.value import Certainty, Value


class MoveAnalysis(NamedTuple):
    """One move: what it is worth to its player, how sure that is, and whether it is best.

    `value` is None where `certainty` is UNKNOWN.
    """

    move: int
    value: Value | None
    certainty: Certainty
    best: bool


@shown.in_notebooks
class Analysis(NamedTuple):
    """What is known of a position.

    Args:
        game: the rules.
        position: the position.
        turn: whose turn it is.
        value: what it is worth to the player to move; None where that is unknown.
        certainty: PROVED, or UNKNOWN where the position could not be solved.
        moves: every legal move, best first; equals stay in the game's order. Where the
            value is unknown, none is called best: they only stand in the order in which
            a search that looked some plies ahead likes them.
        principal_variation: the moves of best play; where the value is unknown, those
            that the look ahead expects.
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
            that, moves are only ranked, by looking as far ahead as the budget allows. `solver_for`
            finds the right one for any game.

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
        return _guess(game, position, turn, _look_ahead(game, position, solver.budget or 0))


def _exact(game: Game[P], position: P, turn: int, solver: ExactSolver[P]) -> Analysis:
    """The analysis of a position that can be solved."""
    value = solver.value(position)
    values = list(_values(game, position, solver))
    moves = [
        MoveAnalysis(move, worth, Certainty.PROVED, worth == value)
        for move, worth in sorted(values, key=lambda pair: pair[1].score, reverse=True)
    ]
    return Analysis(
        game,
        position,
        turn,
        value,
        Certainty.PROVED,
        tuple(moves),
        tuple(solver.principal_variation(position)),
    )


def _values(game: Game[P], position: P, solver: ExactSolver[P]) -> Iterator[tuple[int, Value]]:
    """Every move with its value, found within about one budget for all of them together."""
    begin = solver.nodes
    for move in legal_moves(game, position):
        if solver.budget is not None and solver.nodes - begin > solver.budget:
            raise SearchStopped
        yield move, solver.value(game.play(position, move)).before()


def _look_ahead(game: Game[P], position: P, budget: int) -> SearchResult:
    """What a search finds that looks one ply ahead, then two, and so on within the budget."""
    result = search(game, position, Negamax(), limit=1)
    for limit in count(2):
        budget = max(0, budget - result.nodes)
        if result.certainty == Certainty.PROVED:
            break
        try:
            result = search(game, position, Negamax(), limit=limit, budget=budget, prepare=fastest)
        except SearchStopped:
            break
    return result


def _guess(game: Game[P], position: P, turn: int, result: SearchResult) -> Analysis:
    """The analysis of a position of which no more is known than a look ahead found."""
    solved = result.certainty == Certainty.PROVED
    draw_plies = len(result.principal_variation)
    moves = [
        MoveAnalysis(
            move,
            Value.from_score(score, draw_plies) if certainty == Certainty.PROVED else None,
            certainty,
            solved and score == result.score,
        )
        for move, score, certainty in sorted(
            result.moves, key=lambda move: move.score, reverse=True
        )
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
