"""Run a search on a position and record every step.

The searches are the real ones: `search/recorder.py` instruments the depth-first searches, and
`search/pns.py` runs proof-number search step by step.
"""

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from noughts.analysis.trace import best_first, depth_first
from noughts.analysis.trace.depth_first import ALPHABETA, MINIMAX, WITH_TABLE, Search
from noughts.analysis.trace.events import Leave, SearchRecord
from noughts.analysis.trace.tree_size import TreeSize
from noughts.errors import GameOver, SearchError, SearchStopped
from noughts.game import FIRST, Game
from noughts.knowledge import knowledge_of
from noughts.laws.required import require
from noughts.value import OPEN

# The most nodes to step through: minimax on tic-tac-toe after three plies has fewer.
MOST_NODES = 2_000
# A larger search is counted for the message, up to MOST_COUNTED nodes. If more than FEW_PLIES plies
# may be left, an exact number is not worth the wait: count only up to COUNTED_OF_MORE.
MOST_COUNTED, FEW_PLIES, COUNTED_OF_MORE = 600_000, 9, 20_000


class Watched(NamedTuple):
    """A search that can be recorded.

    Args:
        label: its name for readers.
        about: one line of description.
        record: runs and records it, given a game, a position, a turn and a node limit.
        size: counts its nodes, up to a budget.
    """

    label: str
    about: str
    record: Callable[[Game[Any], Any, int, int], SearchRecord]
    size: Callable[[Game[Any], Any, int], int]


def _depth_first(
    name: str, search: Search, game: Game[Any], position: Any, turn: int, most: int
) -> SearchRecord:
    """The record of a depth-first search; its last event leaves the root."""
    trace = depth_first.listened(search, game, position, turn, most)
    last = trace.events[-1]
    assert isinstance(last, Leave)
    nodes, events = tuple(trace.nodes), tuple(trace.events)
    whole = trace.size.of(position)
    return SearchRecord(name, game, nodes, events, last.value.outcome, last.value, last.best, whole)


def _best_first(game: Game[Any], position: Any, turn: int, most: int) -> SearchRecord:
    trace, outcome = best_first.trace_of(game, position, turn, most)
    whole = TreeSize(game).of(position)
    return SearchRecord(
        "pns", game, tuple(trace.nodes), tuple(trace.events), outcome, None, None, whole
    )


def _watched(name: str, search: Search, label: str, about: str) -> Watched:
    record, size = partial(_depth_first, name, search), partial(depth_first.counted, search)
    return Watched(label, about, record, size)


#: Every search that can be recorded, by name.
WATCHED = {
    "minimax": _watched(
        "minimax", MINIMAX, "minimax", "looks at every move, down to the end of every game"
    ),
    "alphabeta": _watched(
        "alphabeta", ALPHABETA, "alpha-beta",
        "leaves a position once the opponent would not allow it",
    ),
    "alphabeta-table": _watched(
        "alphabeta-table", WITH_TABLE, "alpha-beta with a table",
        "remembers positions it has searched, mirror images included",
    ),
    "pns": Watched(
        "proof-number search",
        "tries to prove a win, always at the most proving position",
        _best_first,
        best_first.counted,
    ),
}  # fmt: skip


def record_search(
    game: Game[Any],
    position: Any,
    algorithm: str = "alphabeta",
    *,
    turn: int | None = None,
    most: int = MOST_NODES,
    unchecked: bool = False,
) -> SearchRecord:
    """Run a search on an open position and record what it does.

    Args:
        game: the rules.
        position: the root.
        algorithm: "minimax", "alphabeta", "alphabeta-table" or "pns".
        turn: the player to move; by default from the game.
        most: the node limit.
        unchecked: search a user's game without checking the laws first.

    Raises:
        BrokenLaw: a user's game breaks a law; the message says which, and the remedy.
        GameOver: there is nothing to search.
        RepeatingGame: positions can repeat.
        SearchStopped: it would visit more nodes; the message says how many.
        SearchError: the algorithm is unknown.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> record = record_search(game, game.parse("xxo/oox/x2 o")[0], "alphabeta")
    >>> len(record.nodes), str(record.value), game.name(record.best)
    (5, 'draw', 'b1')
    >>> record.events[0]
    Enter(node=0, alpha=None, beta=None)
    """
    require(game, unchecked)
    if algorithm not in WATCHED:
        known = ", ".join(WATCHED)
        raise SearchError(f"{algorithm!r} cannot be watched; choose from {known}.")
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is nothing to search.")
    mover = game.turn(position) if turn is None else turn
    try:
        return WATCHED[algorithm].record(game, position, FIRST if mover is None else mover, most)
    except SearchStopped:
        raise SearchStopped(_too_large(algorithm, game, position, most)) from None


def _too_large(algorithm: str, game: Game[Any], position: Any, most: int) -> str:
    """The error message: the node count, and what to do."""
    watched = WATCHED[algorithm]
    few = 0 <= knowledge_of(game).draw_plies(position) <= FEW_PLIES
    limit = max(MOST_COUNTED if few else COUNTED_OF_MORE, most)
    nodes = watched.size(game, position, limit)
    figure = f"{nodes:,}" if nodes < limit else f"{limit:,} or more"
    return (
        f"{watched.label} visits {figure} nodes from this position, too many to step through: at "
        f"most {most:,}. Play some moves first, choose a faster algorithm, or allow more nodes."
    )
