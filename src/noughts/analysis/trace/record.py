"""Recorded searches: each runs on a position, and every step is recorded.

The searches are the real ones, instrumented by `search/recorder.py`, and proof-number search as
stepped through by `search/pns.py`.
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

# Most nodes to step through; minimax on tic-tac-toe after three plies has no more.
MOST_NODES = 2_000
# Beyond that, nodes are counted up to this many, for the message; or, where more plies may be left
# than in tic-tac-toe, up to that many: nobody waits for a figure that nobody will read.
MOST_COUNTED, FEW_PLIES, COUNTED_OF_MORE = 600_000, 9, 20_000


class Watched(NamedTuple):
    """A search that can be recorded.

    Args:
        label: what people call it.
        about: what it is, in one sentence.
        record: records it: takes a game, a position, a turn and a node limit.
        size: counts its nodes, up to a budget.
    """

    label: str
    about: str
    record: Callable[[Game[Any], Any, int, int], SearchRecord]
    size: Callable[[Game[Any], Any, int], int]


def _depth_first(
    name: str, search: Search, game: Game[Any], position: Any, turn: int, most: int
) -> SearchRecord:
    """The record of a search that goes depth first; its last event leaves the root."""
    heard = depth_first.listened(search, game, position, turn, most)
    last = heard.events[-1]
    assert isinstance(last, Leave)
    nodes, events = tuple(heard.nodes), tuple(heard.events)
    whole = heard.size.of(position)
    return SearchRecord(name, game, nodes, events, last.value.outcome, last.value, last.best, whole)


def _best_first(game: Game[Any], position: Any, turn: int, most: int) -> SearchRecord:
    """The record of proof-number search."""
    seen, outcome = best_first.trace_of(game, position, turn, most)
    whole = TreeSize(game).of(position)
    return SearchRecord(
        "pns", game, tuple(seen.nodes), tuple(seen.events), outcome, None, None, whole
    )


def _watched(name: str, search: Search, label: str, about: str) -> Watched:
    record, size = partial(_depth_first, name, search), partial(depth_first.counted, search)
    return Watched(label, about, record, size)


#: Every search that can be watched, by name.
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
        position: where it begins.
        algorithm: "minimax", "alphabeta", "alphabeta-table" or "pns".
        turn: whose turn it is; by default the game says.
        most: how many nodes it may see.
        unchecked: search a user's game without checking the laws first.

    Raises:
        BrokenLaw: a user's game breaks a law; the message says which, and the remedy.
        GameOver: there is nothing to search.
        RepeatingGame: positions can repeat.
        SearchStopped: it would see more nodes; the message says how many.
        SearchError: there is no such algorithm.

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
    told = game.turn(position) if turn is None else turn
    try:
        return WATCHED[algorithm].record(game, position, FIRST if told is None else told, most)
    except SearchStopped:
        raise SearchStopped(_too_large(algorithm, game, position, most)) from None


def _too_large(algorithm: str, game: Game[Any], position: Any, most: int) -> str:
    """How many nodes there would be, and what to do."""
    watched = WATCHED[algorithm]
    few = 0 <= knowledge_of(game).draw_plies(position) <= FEW_PLIES
    limit = max(MOST_COUNTED if few else COUNTED_OF_MORE, most)
    nodes = watched.size(game, position, limit)
    figure = f"{nodes:,}" if nodes < limit else f"{limit:,} or more"
    return (
        f"{watched.label} visits {figure} nodes from this position, too many to step through: at "
        f"most {most:,}. Play some moves first, choose a faster algorithm, or allow more nodes."
    )
