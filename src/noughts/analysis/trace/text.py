"""A recorded search in sentences, one for each step."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.analysis.trace.events import (
    Ask,
    Bound,
    Enter,
    Event,
    Expand,
    Held,
    Leave,
    Looked,
    Numbers,
    SearchRecord,
    Why,
)
from noughts.game import winner_of
from noughts.value import DRAW, LOSS, WIN, Value, soon


class Step(NamedTuple):
    """One step: entering a node, also leaving it if nothing happens in between.

    Args:
        node: the node.
        events: the events.
        text: the sentence.
        cut: whether it skips nodes that minimax would visit.
    """

    node: int
    events: tuple[Event, ...]
    text: str
    cut: bool


def steps(record: SearchRecord) -> Iterator[Step]:
    """Yield a search step by step.

    >>> from noughts.analysis.trace.record import record_search
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for step in steps(record_search(game, game.parse("xxo/oox/xo1 x")[0])):
    ...     print(step.text)
    X is to move: what is the position worth?
    X tries c1. The game is over: a draw.
    All moves of X at the root are seen: a draw, with c1. The search is done.
    """
    words = Words(record)
    for events in together(record.events):
        left = events[-1]
        cut = isinstance(left, Leave) and left.why not in (Why.OVER, Why.SEEN)
        yield Step(left.node, events, words.sentence(events), cut)


def together(events: Iterable[Event]) -> Iterator[tuple[Event, ...]]:
    """Group the events: entering and immediately leaving a node is one step."""
    came: Enter | None = None
    for event in events:
        if came is not None:
            if isinstance(event, Leave) and event.node == came.node:
                yield came, event
                came = None
                continue
            yield (came,)
        came = event if isinstance(event, Enter) else None
        if came is None:
            yield (event,)


class Words:
    """Puts a search into sentences."""

    def __init__(self, record: SearchRecord) -> None:
        self.record = record
        self.name = record.game.name
        self.goal = WIN
        self.question = 0  # the root of the current proof-number search

    def sentence(self, events: tuple[Event, ...]) -> str:
        """The sentence for one step."""
        last = events[-1]
        if isinstance(last, Ask):
            return self._asked(last)
        if isinstance(last, Expand):
            return self._expanded(last)
        if isinstance(last, Enter):
            return self._entered(last)
        return self._visited(last) if len(events) > 1 else self._left(last)

    # Depth-first searches.

    def _entered(self, event: Enter) -> str:
        node = self.record.nodes[event.node]
        if node.move is None:
            return f"{self._mark(node)} is to move: what is the position worth?"
        return f"{self._tried(node)} {self._mark(node)} is to move."

    def _visited(self, event: Leave) -> str:
        """A node that is left immediately."""
        tried = self._tried(self.record.nodes[event.node])
        if event.why == Why.OVER:
            return f"{tried} The game is over: {self._ended(event)}."
        if event.why == Why.HOPELESS:
            return f"{tried} {self._has(event)}: nothing can be better, so this can be skipped."
        return f"{tried} {self._known(event)}"

    def _left(self, event: Leave) -> str:
        if event.why == Why.CUT:
            return self._cut(event)
        node = self.record.nodes[event.node]
        where = self._after(event.node)
        seen = f"All moves of {self._mark(node)} {where} are seen: {self._best(event)}"
        if node.move is None:
            return f"{seen}. The search is done."
        return f"{seen}; {self._as_much(event)}." if event.held else f"{seen}."

    def _cut(self, event: Leave) -> str:
        rest = ", ".join(map(self.name, event.unseen))
        return f"{self._has(event)}; here {self._reached(event)}, so {rest} can be skipped."

    def _known(self, event: Leave) -> str:
        node = self.record.nodes[event.node]
        assert event.same is not None
        before = self.record.nodes[event.same]
        same = "This" if before.position == node.position else "A symmetric"
        known = f"{same} position was seen before, {self._after(event.same)}: {self._worth(event)}"
        if event.held is None:
            return f"{known}."
        if event.bound == Bound.AT_LEAST:
            return f"{known}. That is enough: {self._has(event)}."
        return f"{known}; {self._as_much(event)}."

    def _has(self, event: Leave) -> str:
        """The better move elsewhere, for example "b2 is already worth a draw to X"."""
        held = event.held
        assert held is not None
        mark = self._mark(self.record.nodes[held.node])
        move = f"{self.name(held.move)}{self._earlier(event, held)}"
        if held.value.outcome == DRAW:
            return f"{move} is already worth a draw to {mark}"
        if held.value.outcome == WIN:
            return f"{move} already wins {soon(held.value.plies)} for {mark}"
        return f"with {move}, {mark} already holds out for {held.value.plies} plies"

    def _earlier(self, event: Leave, held: Held) -> str:
        """The distance to a move elsewhere, unless it is an alternative to the last one."""
        plies = self.record.nodes[event.node].ply - self.record.nodes[held.node].ply
        return "" if plies == 1 else f" ({plies} plies before)"

    def _reached(self, event: Leave) -> str:
        """The value reached here, counted from the opponent's node with the better move."""
        assert event.held is not None
        assert event.best is not None
        node, there = self.record.nodes[event.node], self.record.nodes[event.held.node]
        mark, value = self._mark(node), later(event.value, node.ply - there.ply)
        move = self.name(event.best)
        same = f": no better for {self._mark(there)}" if -value == event.held.value else ""
        if value.outcome == DRAW:
            return f"{mark} can reach a draw with {move}{same}"
        if value.outcome == WIN:
            when = f", in {value.plies}" if event.held.value.outcome == LOSS else ""
            return f"{mark} can reach a win with {move}{when}{same}"
        return f"{mark} can hold out for {value.plies} plies with {move}{same}"

    def _best(self, event: Leave) -> str:
        assert event.best is not None
        return f"{self._worth(event)}, with {self.name(event.best)}"

    def _worth(self, event: Leave) -> str:
        return worth(event.value, event.bound, self._mark(self.record.nodes[event.node]))

    def _ended(self, event: Leave) -> str:
        winner = winner_of(event.value.outcome, self.record.nodes[event.node].turn)
        return "a draw" if winner is None else f"{self.record.game.marks[winner]} has won"

    def _as_much(self, event: Leave) -> str:
        """A move elsewhere that is at least as good, for example "b2 at the root gives X …"."""
        held = event.held
        assert held is not None
        mark = self._mark(self.record.nodes[held.node])
        return f"{self.name(held.move)} {self._after(held.node)} gives {mark} as much already"

    # Proof-number search.

    def _asked(self, event: Ask) -> str:
        self.goal, self.question = event.goal, event.node
        mark = self._mark(self.record.nodes[event.node])
        if event.goal == WIN:
            return f"First question: can {mark} win?{self._answer(event.numbers)}"
        return f"Second question: can {mark} reach at least a draw?{self._answer(event.numbers)}"

    def _expanded(self, event: Expand) -> str:
        node = self.record.nodes[event.node]
        numbers = {one.node: one for one in event.numbers}
        new = [numbers[child] for child in event.children]
        ended = sum(0 in (one.proof, one.disproof) for one in new)
        moves = _moves(len(event.children), ended)
        where = self._after(event.node)
        return f"{self._mark(node)} has {moves} {where}.{self._answer(numbers[self.question])}"

    def _answer(self, root: Numbers) -> str:
        """The state of the proof, as a sentence."""
        mark = self._mark(self.record.nodes[self.question])
        if root.proof == 0:
            done = "can win" if self.goal == WIN else "reaches at least a draw"
            return f" That answers the question: {mark} {done}."
        if root.disproof == 0:
            done = "cannot win" if self.goal == WIN else "loses"
            return f" That answers the question: {mark} {done}."
        return f" A proof needs at least {root.proof} more, a disproof {root.disproof}."

    # Names.

    def _mark(self, node: Looked) -> str:
        return self.record.game.marks[node.turn]

    def _tried(self, node: Looked) -> str:
        if node.move is None:
            return "The root."
        return f"{self.record.game.marks[1 - node.turn]} tries {self.name(node.move)}."

    def _after(self, number: int) -> str:
        moves = [self.name(move) for move in self.record.line(number)]
        return f"after {' '.join(moves)}" if moves else "at the root"


def _moves(number: int, ended: int) -> str:
    """The number of moves and how many end the game, in words."""
    moves = f"{number} {'move' if number == 1 else 'moves'}"
    if not ended:
        return moves
    end = "ends" if ended == 1 else "end"
    return f"{moves}, {'which' if ended == number else f'{ended} of which'} {end} the game,"


def later(value: Value, plies: int) -> Value:
    """The value with `plies` added to its length."""
    return value._replace(plies=value.plies + plies)


def worth(value: Value, bound: Bound, mark: str) -> str:
    """A position's value or bound for a player, in words.

    >>> worth(Value(0, 0), Bound.EXACT, "X"), worth(Value(-1, 4), Bound.AT_LEAST, "O")
    ('a draw', 'O holds out for 4 plies or more')
    >>> worth(Value(1, 3), Bound.AT_LEAST, "X"), worth(Value(1, 1), Bound.AT_LEAST, "X")
    ('X wins in 3 or sooner', 'X wins in 1')
    """
    if value.outcome == DRAW:
        return {
            Bound.EXACT: "a draw",
            Bound.AT_LEAST: f"at least a draw for {mark}",
            Bound.AT_MOST: f"at most a draw for {mark}",
        }[bound]
    if value.outcome == WIN:
        sooner = " or sooner" if value.plies > 1 else ""
        ending = {Bound.EXACT: "", Bound.AT_LEAST: sooner, Bound.AT_MOST: " at the soonest"}
        return f"{mark} wins in {value.plies}{ending[bound]}"
    if bound == Bound.AT_LEAST:
        return f"{mark} holds out for {value.plies} plies or more"
    return f"{mark} loses in {value.plies}{' or sooner' if bound == Bound.AT_MOST else ''}"
