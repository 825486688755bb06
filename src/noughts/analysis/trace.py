"""The record of a search: the nodes it visits, why it leaves each, and its steps in sentences.

A node's values are for the player to move at that node.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import zip_longest
from typing import Any, NamedTuple

from noughts.analysis.voice import Voice
from noughts.errors import many
from noughts.game import Game
from noughts.value import DRAW, LOSS, WIN, Value, soon


class Looked(NamedTuple):
    """A node: a position that a search reached by one path."""

    parent: int | None  # the number of the node before it; None at a root
    move: int | None  # the move that led to it; None at a root
    position: Any
    turn: int  # the player to move, FIRST or SECOND
    ply: int  # its depth below the root


class Bound(StrEnum):
    """The relation of a returned value to the true one."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Why(StrEnum):
    OVER = "over"  # the game is over
    SEEN = "seen"  # every move has been searched
    CUT = "cut"  # the value is high enough: the opponent has a better move elsewhere
    KNOWN = "known"  # the table entry suffices
    HOPELESS = "hopeless"  # no result here can beat a move found elsewhere


class Held(NamedTuple):
    """A move elsewhere that makes the rest of a node irrelevant."""

    node: int  # the node at which a player has this move
    move: int
    value: Value  # its value for that player, at that node


class Enter(NamedTuple):
    node: int
    # The value that the player to move already has elsewhere; None if there is none.
    alpha: Value | None
    # The most that the opponent, who has a better move elsewhere, will allow; None if unbounded.
    beta: Value | None


class Leave(NamedTuple):
    node: int
    value: Value  # the returned value
    bound: Bound  # whether that is exact or a bound
    why: Why  # the reason
    best: int | None = None  # the move with that value; None if no move was searched
    unseen: tuple[int, ...] = ()  # the moves that were not searched
    # The move elsewhere that is the reason; None if there is another reason.
    held: Held | None = None
    same: int | None = None  # the node that stored the table entry, if one was used
    # The nodes that minimax would visit below this one and this search did not; None if there are
    # too many to count.
    spared: int | None = 0


class ProofNumbers(NamedTuple):
    """A node's proof and disproof numbers; None means infinity."""

    node: int
    proof: int | None
    disproof: int | None


class Ask(NamedTuple):
    """A proof-number search begins."""

    node: int  # the root of its tree
    goal: int  # the goal of the player to move there: WIN, or DRAW for at least a draw
    numbers: ProofNumbers  # the proof and disproof numbers of the root


class Expand(NamedTuple):
    """A proof-number search expands the most proving leaf."""

    node: int  # the leaf
    children: tuple[int, ...]  # the new nodes, one for each move
    # The numbers of the children, then of the nodes from the leaf up to the root.
    numbers: tuple[ProofNumbers, ...]


Event = Enter | Leave | Ask | Expand


class SearchRecord(NamedTuple):
    """A recorded search, with every node visited, by number, and all events in order."""

    algorithm: str  # its name, one of `WATCHED`
    game: Game[Any]
    nodes: tuple[Looked, ...]
    events: tuple[Event, ...]
    outcome: int  # for the player to move at the root: LOSS, DRAW or WIN
    value: Value | None  # of the root; None if the search does not count plies
    best: int | None  # a best move; None if the search returns none
    whole: int | None  # the node count of minimax; None if there are too many to count

    @property
    def root(self) -> Looked:
        return self.nodes[0]

    def line(self, node: int) -> Iterator[int]:
        parent, move = self.nodes[node].parent, self.nodes[node].move
        if parent is not None and move is not None:
            yield from self.line(parent)
            yield move


class SearchStep(NamedTuple):
    """One step: entering a node, also leaving it if nothing happens in between."""

    node: int
    events: tuple[Event, ...]
    text: str
    cut: bool  # whether it skips nodes that minimax would visit


def steps(record: SearchRecord) -> Iterator[SearchStep]:
    words = _Sentences(record)
    for events in _grouped(record.events):
        left = events[-1]
        cut = isinstance(left, Leave) and left.why not in (Why.OVER, Why.SEEN)
        yield SearchStep(left.node, events, words.sentence(events), cut)


def _grouped(events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
    """Group the events: entering and immediately leaving a node is one step."""
    left = False
    for event, after in zip_longest(events, events[1:]):
        enters = isinstance(event, Enter) and isinstance(after, Leave) and event.node == after.node
        if not left:
            yield (event, after) if enters else (event,)
        left = enters


class _Sentences(Voice):
    def __init__(self, record: SearchRecord) -> None:
        super().__init__(record.game)
        self.record = record
        self.goal = WIN
        self.question = 0  # the root of the current proof-number search

    def sentence(self, events: tuple[Event, ...]) -> str:
        last = events[-1]
        if isinstance(last, Ask):
            return self._asked(last)
        if isinstance(last, Expand):
            return self._expanded(last)
        if isinstance(last, Enter):
            mark = self._mark_at(last.node)
            if self.record.nodes[last.node].move is None:
                return f"{mark} is to move: what is the position worth?"
            return f"{self._tried(last.node)} {mark} is to move."
        return self._visited(last) if len(events) > 1 else self._left(last)

    # Depth-first searches.

    def _visited(self, event: Leave) -> str:
        tried = self._tried(event.node)
        if event.why == Why.OVER:
            result = self.result(event.value.outcome, self.record.nodes[event.node].turn)
            return f"{tried} The game is over: {result}."
        if event.why == Why.HOPELESS:
            return f"{tried} {self._has(event)}: nothing can be better, so this can be skipped."
        return f"{tried} {self._known(event)}"

    def _left(self, event: Leave) -> str:
        assert event.best is not None
        if event.why == Why.CUT:
            rest = ", ".join(map(self.name, event.unseen))
            return f"{self._has(event)}; here {self._reached(event)}, so {rest} can be skipped."
        best = f"{self._value(event)}, with {self.name(event.best)}"
        seen = (
            f"All moves of {self._mark_at(event.node)} {self._after(event.node)} are seen: {best}"
        )
        if self.record.nodes[event.node].move is None:
            return f"{seen}. The search is done."
        return f"{seen}; {self._as_much(event)}." if event.held else f"{seen}."

    def _known(self, event: Leave) -> str:
        assert event.same is not None
        nodes = self.record.nodes
        alike = nodes[event.same].position == nodes[event.node].position
        same = "This" if alike else "A symmetric"
        known = f"{same} position was seen before, {self._after(event.same)}: {self._value(event)}"
        if event.held is None:
            return f"{known}."
        if event.bound == Bound.AT_LEAST:
            return f"{known}. That is enough: {self._has(event)}."
        return f"{known}; {self._as_much(event)}."

    def _has(self, event: Leave) -> str:
        """The better move elsewhere, for example "b2 is already worth a draw to X"."""
        held = event.held
        assert held is not None
        mark, value = self._mark_at(held.node), held.value
        plies = self._plies_from(held, event)
        move = self.name(held.move) + ("" if plies == 1 else f" ({plies} plies before)")
        if value.outcome == DRAW:
            return f"{move} is already worth a draw to {mark}"
        if value.outcome == WIN:
            return f"{move} already wins {soon(value.plies)} for {mark}"
        return f"with {move}, {mark} already holds out for {value.plies} plies"

    def _plies_from(self, held: Held, event: Leave) -> int:
        return self.record.nodes[event.node].ply - self.record.nodes[held.node].ply

    def _reached(self, event: Leave) -> str:
        """The value reached here, counted from the opponent's node with the better move."""
        held, mark = event.held, self._mark_at(event.node)
        assert held is not None
        assert event.best is not None
        plies = event.value.plies + self._plies_from(held, event)
        value, move = Value(event.value.outcome, plies), self.name(event.best)
        same = f": no better for {self._mark_at(held.node)}" if -value == held.value else ""
        if value.outcome == DRAW:
            return f"{mark} can reach a draw with {move}{same}"
        if value.outcome == WIN:
            when = f", in {value.plies}" if held.value.outcome == LOSS else ""
            return f"{mark} can reach a win with {move}{when}{same}"
        return f"{mark} can hold out for {value.plies} plies with {move}{same}"

    def _value(self, event: Leave) -> str:
        return bounded_value(event.value, event.bound, self._mark_at(event.node))

    def _as_much(self, event: Leave) -> str:
        """A move elsewhere that is at least as good, for example "b2 at the root gives X …"."""
        held = event.held
        assert held is not None
        move = f"{self.name(held.move)} {self._after(held.node)}"
        return f"{move} gives {self._mark_at(held.node)} as much already"

    # Proof-number search.

    def _asked(self, event: Ask) -> str:
        self.goal, self.question = event.goal, event.node
        mark = self._mark_at(event.node)
        if event.goal == WIN:
            return f"First question: can {mark} win?{self._answer(event.numbers)}"
        return f"Second question: can {mark} reach at least a draw?{self._answer(event.numbers)}"

    def _expanded(self, event: Expand) -> str:
        numbers = {one.node: one for one in event.numbers}
        new = [numbers[child] for child in event.children]
        moves = _moves(len(new), sum(0 in (one.proof, one.disproof) for one in new))
        answer = self._answer(numbers[self.question])
        return f"{self._mark_at(event.node)} has {moves} {self._after(event.node)}.{answer}"

    def _answer(self, root: ProofNumbers) -> str:
        if root.proof and root.disproof:
            return f" A proof needs at least {root.proof} more, a disproof {root.disproof}."
        if root.proof == 0:
            done = "can win" if self.goal == WIN else "reaches at least a draw"
        else:
            done = "cannot win" if self.goal == WIN else "loses"
        return f" That answers the question: {self._mark_at(self.question)} {done}."

    # Names.

    def _mark_at(self, node: int) -> str:
        return self.mark(self.record.nodes[node].turn)

    def _tried(self, number: int) -> str:
        node = self.record.nodes[number]
        if node.move is None:
            return "The root."
        return f"{self.mark(1 - node.turn)} tries {self.name(node.move)}."

    def _after(self, number: int) -> str:
        moves = [self.name(move) for move in self.record.line(number)]
        return f"after {' '.join(moves)}" if moves else "at the root"


def _moves(number: int, ended: int) -> str:
    moves = many(number, "move")
    if not ended:
        return moves
    end = "ends" if ended == 1 else "end"
    return f"{moves}, {'which' if ended == number else f'{ended} of which'} {end} the game,"


def bounded_value(value: Value, bound: Bound, mark: str) -> str:
    """A position's value or bound for a player, in words."""
    if value.plies == 0 and value.outcome != DRAW and bound == Bound.EXACT:
        return f"{mark} has {'won' if value.outcome == WIN else 'lost'}"
    if value.outcome == DRAW:
        return "a draw" if bound == Bound.EXACT else f"{bound} a draw for {mark}"
    if value.outcome == WIN:
        sooner = " or sooner" if value.plies > 1 else ""
        ending = {Bound.EXACT: "", Bound.AT_LEAST: sooner, Bound.AT_MOST: " at the soonest"}
        return f"{mark} wins in {value.plies}{ending[bound]}"
    if bound == Bound.AT_LEAST:
        return f"{mark} holds out for {value.plies} plies or more"
    return f"{mark} loses in {value.plies}{' or sooner' if bound == Bound.AT_MOST else ''}"
