"""The algorithms side by side on one position: nodes, time, value and chosen move."""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any, NamedTuple

from noughts.errors import NotCompilable, RepeatingGame, SearchStopped
from noughts.game import Game, P
from noughts.laws.required import require
from noughts.native import compiled, fastest
from noughts.search.algorithms import ALGORITHMS, Algorithm, Exact, Negamax
from noughts.search.root import Prepare, SearchResult, interpreted, search
from noughts.value import Scoring

# Node budget of an algorithm: some seconds, compiled.
BUDGET = 20_000_000
# Node budget when interpreted: some seconds, too.
INTERPRETED_BUDGET = 600_000


class Comparison(NamedTuple):
    """How one algorithm did on the position.

    Args:
        algorithm: its name.
        result: its result; None if it gave up.
        interpreted: seconds, interpreted; None if it gave up or would have taken too long.
        compiled: seconds, compiled, without the compilation; None if it gave up or cannot be
            compiled.
        note: why something is missing; empty when nothing is.
    """

    algorithm: str
    result: SearchResult | None
    interpreted: float | None
    compiled: float | None
    note: str = ""


class Timed(NamedTuple):
    """The result of a search, and its seconds."""

    result: SearchResult
    seconds: float


Ask = Callable[[Prepare, int], Timed | None]


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
        limit: how many plies to look ahead; the exact search has no horizon.
        budget: how many nodes each may visit; Python alone visits no more than
            INTERPRETED_BUDGET.
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
    return [_row(kind, game, position, limit, budget) for kind in ALGORITHMS.values()]


def scores_of(
    game: Game[P],
    position: P,
    scoring: Scoring,
    limit: int | None = None,
    budget: int = BUDGET,
) -> SearchResult:
    """The score of every move of an open position, by negamax, in a tutorial's convention.

    Raises:
        UnsafeScoring: in this game the convention cannot tell a late win from a draw.
        SearchStopped: the budget is used up.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> scores_of(game, game.parse("xxo/ox1/o2 x")[0], Scoring(10, 1)).by_score
    {9: (7, 8), 7: (5,)}
    """
    return search(
        game, position, Negamax(), scoring=scoring, limit=limit, budget=budget, prepare=fastest
    )


def _row(
    kind: type[Algorithm[Any]], game: Game[P], position: P, limit: int | None, budget: int
) -> Comparison:
    """One algorithm, interpreted and compiled."""
    ask = partial(_timed, kind, game, position, None if kind is Exact else limit)
    try:
        return _both(kind.name, ask, budget)
    except RepeatingGame:
        why = "needs a game without repeated positions"
        return Comparison(kind.name, None, None, None, why)
    except NotCompilable as error:
        return _interpreted_only(kind.name, ask, min(budget, INTERPRETED_BUDGET), str(error))


def _both(name: str, ask: Ask, budget: int) -> Comparison:
    """Run compiled first; its node count says whether to run interpreted too."""
    ask(compiled, 1)  # compiles, or loads what was compiled before, and gives up
    quick = ask(compiled, budget)
    if quick is None:
        return _given_up(name, budget)
    if quick.result.nodes > INTERPRETED_BUDGET:
        note = f"more than {INTERPRETED_BUDGET:,} nodes: too many to run interpreted"
        return Comparison(name, quick.result, None, quick.seconds, note)
    slow = ask(interpreted, budget)
    return Comparison(name, quick.result, slow and slow.seconds, quick.seconds)


def _interpreted_only(name: str, ask: Ask, budget: int, why: str) -> Comparison:
    """The comparison when compiling is not possible."""
    slow = ask(interpreted, budget)
    if slow is None:
        return _given_up(name, budget)
    return Comparison(name, slow.result, slow.seconds, None, why)


def _given_up(name: str, budget: int) -> Comparison:
    return Comparison(name, None, None, None, f"gave up after {budget:,} nodes")


def _timed(
    kind: type[Algorithm[Any]],
    game: Game[P],
    position: P,
    limit: int | None,
    prepare: Prepare,
    budget: int,
) -> Timed | None:
    """One search, with the seconds it took; None when it gave up."""
    begin = perf_counter()
    try:
        result = search(game, position, kind(), limit=limit, budget=budget, prepare=prepare)
    except SearchStopped:
        return None
    return Timed(result, perf_counter() - begin)
