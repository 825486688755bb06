"""The algorithms side by side on one position: nodes, time, value and chosen move."""

from time import perf_counter
from typing import Any, NamedTuple

from noughts.errors import NotCompilable, RepeatingGame, SearchStopped
from noughts.game import Game, P
from noughts.native import compiled
from noughts.search.algorithms import ALGORITHMS, Algorithm
from noughts.search.root import Prepare, SearchResult, interpreted, search

# Beyond so many nodes an algorithm is told to give up.
BUDGET = 3_000_000


class Comparison(NamedTuple):
    """How one algorithm did on the position.

    Args:
        algorithm: its name.
        result: what it found; None when it gave up.
        interpreted: seconds it took, run by Python; None when it gave up.
        compiled: seconds it took, compiled, the compiling not counted; None when it gave
            up or cannot be compiled.
        note: why something is missing; empty when nothing is.
    """

    algorithm: str
    result: SearchResult | None
    interpreted: float | None
    compiled: float | None
    note: str = ""


def compare(
    game: Game[P], position: P, limit: int | None = None, budget: int = BUDGET
) -> list[Comparison]:
    """Ask every algorithm about a position that is not over.

    Args:
        game: the rules.
        position: the position.
        limit: how many plies to look ahead; the exact search has no horizon.
        budget: how many nodes each may visit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for row in compare(game, game.parse("xxo/ox1/o2 x")[0]):
    ...     print(row.algorithm, row.result.nodes, row.result.value)
    minimax 8 win in 1
    signed minimax 8 win in 1
    negamax 8 win in 1
    alpha-beta 8 win in 1
    exact 8 win in 1
    """
    return [_row(kind, game, position, limit, budget) for kind in ALGORITHMS.values()]


def _row(
    kind: type[Algorithm[Any]], game: Game[P], position: P, limit: int | None, budget: int
) -> Comparison:
    """One algorithm, interpreted and compiled."""

    def timed(prepare: Prepare) -> tuple[SearchResult, float]:
        begin = perf_counter()
        result = search(game, position, kind(), limit=limit, budget=budget, prepare=prepare)
        return result, perf_counter() - begin

    try:
        result, slow = timed(interpreted)
    except RepeatingGame:
        return Comparison(kind.name, None, None, None, "needs a game that never repeats a position")
    except SearchStopped:
        return Comparison(kind.name, None, None, None, f"gave up after {budget:,} nodes")
    try:
        timed(compiled)  # compiles, or loads what was compiled before
        _, quick = timed(compiled)
    except NotCompilable as error:
        return Comparison(kind.name, result, slow, None, str(error))
    return Comparison(kind.name, result, slow, quick)
