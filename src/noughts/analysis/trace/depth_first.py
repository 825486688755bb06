"""Trace of depth-first searches: minimax, alpha-beta, and alpha-beta with a table.

Scores are normalised for the record: a whole number for the player to move, with plies counted from
the node itself, as `Value.from_score` reads it.
"""

from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from typing import Any, NamedTuple

from noughts.analysis.trace.events import Bound, Enter, Event, Held, Leave, Looked, Why
from noughts.analysis.trace.tree_size import TreeSize
from noughts.errors import SearchStopped
from noughts.game import Game, legal_moves
from noughts.knowledge import Knowledge, knowledge_of
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.depth import refuse_extra_turns, refuse_repeating, with_enough_stack
from noughts.search.exact import exact
from noughts.search.minimax import highest, lowest
from noughts.search.recorder import TellingTable, instrument
from noughts.search.table import DictTable, lower_bound, upper_bound
from noughts.value import BASE, INFINITY, OPEN, Value, to_parent


class Lens(NamedTuple):
    """The normalisation of a search's scores.

    Args:
        sign: 1 if scores are for the player to move, -1 if for the opponent.
        plies: the plies between the node and the point from which scores are counted.
    """

    sign: int
    plies: int

    def score(self, raw: int) -> int:
        """The normalised score."""
        mine = raw * self.sign
        return mine + self.plies * ((mine > 0) - (mine < 0))


def bound_value(score: int) -> Value | None:
    """The value of a window bound; None for an infinite one."""
    return Value.from_score(score) if abs(score) <= BASE else None


class Frame:
    """A node that the search has entered and not yet left."""

    def __init__(self, game: Game[Any], number: int, position: Any, lens: Lens) -> None:
        self.number = number
        self.position = position
        self.over = game.outcome(position) != OPEN
        self.after = {move: game.play(position, move) for move in legal_moves(game, position)}
        self.lens = lens
        self.alpha, self.beta = -INFINITY, INFINITY
        self.looked: list[int] = []
        self.best, self.best_move = -INFINITY, -1
        self.entry = 0
        self.folded: Hashable = None

    def move_to(self, position: Any) -> int:
        """Mark a move to this position as searched, and return it."""
        for move, after in self.after.items():
            if move not in self.looked and after == position:
                self.looked.append(move)
                return move
        raise LookupError(f"No move leads from {self.position} to {position}.")

    def hear(self, move: int, score: int) -> None:
        """Note the score of a move."""
        if score > self.best:
            self.best, self.best_move = score, move

    @property
    def unseen(self) -> tuple[int, ...]:
        """The moves that were not searched."""
        return tuple(move for move in self.after if move not in self.looked)


class DepthFirst:
    """Records a search: an instrumented search calls its methods.

    Args:
        game: the rules.
        turn: the player to move at the root.
        lens: the normalisation of a call's scores, given the function's name and arguments.
    """

    def __init__(
        self, game: Game[Any], turn: int, lens: Callable[[str, dict[str, Any]], Lens]
    ) -> None:
        self.game, self.turn, self.lens = game, turn, lens
        self.size = TreeSize(game)
        self.frames: list[Frame] = []
        self.nodes: list[Looked] = []
        self.events: list[Event] = []
        self.keepers: dict[Hashable, int] = {}  # the node that stored a position

    def enter(self, name: str, given: dict[str, Any]) -> None:
        """Record that the search enters a position."""
        position = given["position"]
        frame = Frame(self.game, len(self.nodes), position, self.lens(name, given))
        if "alpha" in given:
            frame.alpha, frame.beta = map(frame.lens.score, (given["alpha"], given["beta"]))
        self.nodes.append(self._looked(position))
        self.events.append(Enter(frame.number, bound_value(frame.alpha), bound_value(frame.beta)))
        self.frames.append(frame)

    def _looked(self, position: Any) -> Looked:
        """A new node, below the one entered last."""
        ply = len(self.frames)
        turn = (self.turn + ply) % 2
        if not self.frames:
            return Looked(None, None, position, turn, ply)
        before = self.frames[-1]
        return Looked(before.number, before.move_to(position), position, turn, ply)

    def leave(self, score: int) -> None:
        """Record that the search leaves the node entered last."""
        frame = self.frames.pop()
        mine = frame.lens.score(score)
        self.events.append(self._left(frame, mine))
        if self.frames:
            move = self.nodes[frame.number].move
            assert move is not None
            self.frames[-1].hear(move, to_parent(-mine))

    def probed(self, position: Hashable, entry: int) -> None:
        """Note the table entry read for the current node."""
        self.frames[-1].folded, self.frames[-1].entry = position, entry

    def stored(self, position: Hashable) -> None:
        """Note that the current node has stored a position in the table."""
        self.keepers[position] = self.frames[-1].number

    def _left(self, frame: Frame, score: int) -> Leave:
        why, bound = why_left(frame), bound_of(frame, score)
        return Leave(
            frame.number,
            Value.from_score(score),
            bound,
            why,
            frame.best_move if frame.looked else None,
            frame.unseen,
            self._held(why, bound),
            self.keepers[frame.folded] if why == Why.KNOWN else None,
            self._spared(frame),
        )

    def _held(self, why: Why, bound: Bound) -> Held | None:
        """The better move elsewhere, if that is the reason for leaving.

        The node itself is no longer in the frames: the last one is the opponent's.
        """
        if bound == Bound.AT_MOST:
            return holder(self.frames[-2::-2])
        if bound == Bound.AT_LEAST and why != Why.SEEN:
            return holder(self.frames[-1::-2])
        return None

    def _spared(self, frame: Frame) -> int | None:
        sizes = [self.size.of(frame.after[move]) for move in frame.unseen]
        return None if None in sizes else sum(size for size in sizes if size)


def why_left(frame: Frame) -> Why:
    """The reason for leaving a node."""
    if frame.over:
        return Why.OVER
    if not frame.looked:
        return Why.KNOWN if frame.entry else Why.HOPELESS
    return Why.CUT if frame.unseen else Why.SEEN


def bound_of(frame: Frame, score: int) -> Bound:
    """The relation of the true value to the returned score."""
    known = frame.entry and lower_bound(frame.entry) == upper_bound(frame.entry)
    if frame.over or (known and not frame.looked):
        return Bound.EXACT
    if score >= frame.beta:
        return Bound.AT_LEAST
    return Bound.AT_MOST if score <= frame.alpha else Bound.EXACT


def holder(frames: Iterable[Frame]) -> Held | None:
    """The best move so far in these nodes, all of one player; None if none exceeds its alpha."""
    for frame in frames:
        if frame.best > frame.alpha:
            return Held(frame.number, frame.best_move, Value.from_score(frame.best))
    return None


class Search(NamedTuple):
    """A search, and how to call it.

    Args:
        functions: its functions, beginning with the one to call at the root.
        ask: calls it on a position, with a context and a table, and returns the score.
        lens: the normalisation of a call's scores.
    """

    functions: tuple[Callable[..., int], ...]
    ask: Callable[[Callable[..., int], Knowledge[Any], Any, SearchContext, DictTable], int]
    lens: Callable[[str, dict[str, Any]], Lens]


MINIMAX = Search(
    (highest, lowest),
    lambda ask, game, position, run, table: ask(game, position, 0, run),
    lambda name, given: Lens(1 if name == highest.__name__ else -1, given["ply"]),
)
ALPHABETA = Search(
    (alphabeta,),
    lambda ask, game, position, run, table: ask(game, position, -INFINITY, INFINITY, 0, run),
    lambda name, given: Lens(1, given["ply"]),
)
WITH_TABLE = Search(
    (exact,),
    lambda ask, game, position, run, table: ask(game, position, -INFINITY, INFINITY, run, table),
    lambda name, given: Lens(1, 0),
)


def listened(search: Search, game: Game[Any], position: Any, turn: int, most: int) -> DepthFirst:
    """Record a search.

    Raises:
        RepeatingGame: positions can repeat.
        SearchStopped: it exceeds the node limit.
    """
    refuse_repeating(game)
    refuse_extra_turns(game, "A record of a search", "noughts.analyse")

    def listen() -> DepthFirst:
        listener = DepthFirst(game, turn, search.lens)
        reporting = instrument(listener, *search.functions)
        run, table = SearchContext(budget=most), TellingTable(listener)
        search.ask(reporting, knowledge_of(game), position, run, table)
        return listener

    return with_enough_stack(game, position, listen)


def counted(search: Search, game: Game[Any], position: Any, budget: int) -> int:
    """The node count of a search, without a record, up to the budget."""

    def count() -> int:
        run = SearchContext(budget=budget)
        with suppress(SearchStopped):
            search.ask(search.functions[0], knowledge_of(game), position, run, DictTable())
        return run.nodes

    return with_enough_stack(game, position, count)
