"""The algorithms side by side on one position: nodes, time, value and chosen move."""

from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from noughts.errors import NotCompilable, RepeatingGame, SearchStopped
from noughts.game import Game, P
from noughts.games.given import takes_names
from noughts.laws.required import require
from noughts.native import compiled, fastest
from noughts.search import root
from noughts.value import Scoring

# Node budgets of an algorithm, compiled and interpreted: a few seconds each.
BUDGET = 20_000_000
INTERPRETED_BUDGET = 600_000


class Comparison(NamedTuple):
    """The result and the times of one algorithm."""

    algorithm: str  # its name
    result: root.SearchResult | None  # its result; None if it gave up
    interpreted: float | None  # seconds, interpreted; None if it gave up or would take too long
    # seconds, compiled, without compiling; None if it gave up or cannot be compiled
    compiled: float | None
    note: str = ""  # why something is missing; empty when nothing is


@takes_names
def compare(
    game: Game[P],
    position: P,
    limit: int | None = None,
    budget: int = BUDGET,
    *,
    unchecked: bool = False,
) -> list[Comparison]:
    """Run every algorithm on an open position.

    Args:
        game: the rules.
        position: the position.
        limit: the search depth in plies; the exact search ignores it.
        budget: the most nodes of each algorithm; interpreted, at most INTERPRETED_BUDGET.
        unchecked: search a user's game without checking the laws first.

    Raises:
        BrokenLaw: a user's game breaks a law; the message says which, and the remedy.

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
    require(game, unchecked)
    return [_row(kind, game, position, limit, budget) for kind in root.ALGORITHMS.values()]


def scores_of(
    game: Game[P], position: P, scoring: Scoring, limit: int | None = None, budget: int = BUDGET
) -> root.SearchResult:
    """The score of every move of an open position, by negamax, in a tutorial's convention.

    Raises:
        UnsafeScoring: in this game the convention confuses a late win with a draw.
        SearchStopped: the budget is used up.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> scores_of(game, game.parse("xxo/ox1/o2 x")[0], Scoring(10, 1)).by_score
    {9: (7, 8), 7: (5,)}
    """
    return root.search(
        game, position, root.Negamax(), scoring=scoring, limit=limit, budget=budget, prepare=fastest
    )


def _row(
    kind: type[root.Algorithm[Any]], game: Game[P], position: P, limit: int | None, budget: int
) -> Comparison:
    ask = partial(_timed, kind, game, position, None if kind is root.Exact else limit)
    try:
        # Run compiled first; then interpreted, unless there are too many nodes for that.
        ask(compiled, 1)  # compile, or load compiled code, before time is taken
        if not (quick := ask(compiled, budget)):
            return _given_up(kind.name, budget)
        result, seconds = quick
        if result.nodes > INTERPRETED_BUDGET:
            note = f"more than {INTERPRETED_BUDGET:,} nodes: too many to run interpreted"
            return Comparison(kind.name, result, None, seconds, note)
        slow = ask(root.interpreted, budget)
        return Comparison(kind.name, result, slow and slow[1], seconds)
    except RepeatingGame:
        why = "needs a game without repeated positions"
        return Comparison(kind.name, None, None, None, why)
    except NotCompilable as error:
        budget = min(budget, INTERPRETED_BUDGET)
        if not (slow := ask(root.interpreted, budget)):
            return _given_up(kind.name, budget)
        return Comparison(kind.name, *slow, None, str(error))


def _given_up(name: str, budget: int) -> Comparison:
    return Comparison(name, None, None, None, f"gave up after {budget:,} nodes")


def _timed(
    kind: type[root.Algorithm[Any]], game: Game[P], position: P, limit: int | None,
    prepare: root.Prepare, budget: int,
) -> tuple[root.SearchResult, float] | None:  # fmt: skip
    begin = perf_counter()
    try:
        result = root.search(game, position, kind(), limit=limit, budget=budget, prepare=prepare)
    except SearchStopped:
        return None
    return result, perf_counter() - begin
