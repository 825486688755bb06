"""Events of a recorded search: the nodes it visits, and why it leaves each.

A node's values are for the player to move at that node.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from noughts.game import Game
from noughts.value import Value


class Looked(NamedTuple):
    """A node: a position that a search reached by one path.

    Args:
        parent: the number of the node before it; None at a root.
        move: the move that led to it; None at a root.
        position: the position.
        turn: the player to move, FIRST or SECOND.
        ply: its depth below the root.
    """

    parent: int | None
    move: int | None
    position: Any
    turn: int
    ply: int


class Bound(StrEnum):
    """The relation of a returned value to the true one."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Why(StrEnum):
    """The reason for leaving a node."""

    OVER = "over"  # the game is over
    SEEN = "seen"  # every move has been searched
    CUT = "cut"  # the value is high enough: the opponent has a better move elsewhere
    KNOWN = "known"  # the table entry suffices
    HOPELESS = "hopeless"  # no result here can beat a move found elsewhere


class Held(NamedTuple):
    """A move elsewhere that makes the rest of a node irrelevant.

    Args:
        node: the node at which a player has this move.
        move: the move.
        value: its value for that player, at that node.
    """

    node: int
    move: int
    value: Value


class Enter(NamedTuple):
    """A search enters a node.

    Args:
        node: its number.
        alpha: the value that the player to move already has elsewhere; None if there is none.
        beta: the most that the opponent, who has a better move elsewhere, will allow; None if
            there is no bound.
    """

    node: int
    alpha: Value | None
    beta: Value | None


class Leave(NamedTuple):
    """A search leaves a node.

    Args:
        node: its number.
        value: the returned value.
        bound: whether that is exact or a bound.
        why: the reason.
        best: the move with that value; None if no move was searched.
        unseen: the moves that were not searched.
        held: the move elsewhere that is the reason; None if there is another reason.
        same: the node that stored the table entry, if one was used.
        spared: the nodes that minimax would visit below this one and this search did not; None
            if there are too many to count.
    """

    node: int
    value: Value
    bound: Bound
    why: Why
    best: int | None = None
    unseen: tuple[int, ...] = ()
    held: Held | None = None
    same: int | None = None
    spared: int | None = 0


class Numbers(NamedTuple):
    """A node's proof and disproof numbers; None means infinity."""

    node: int
    proof: int | None
    disproof: int | None


class Ask(NamedTuple):
    """A proof-number search begins.

    Args:
        node: the root of its tree.
        goal: the goal of the player to move there: WIN, or DRAW for at least a draw.
        numbers: the proof and disproof numbers of the root.
    """

    node: int
    goal: int
    numbers: Numbers


class Expand(NamedTuple):
    """A proof-number search expands the most proving leaf.

    Args:
        node: the leaf.
        children: the new nodes, one for each move.
        numbers: the numbers of the children, then of the nodes from the leaf up to the root.
    """

    node: int
    children: tuple[int, ...]
    numbers: tuple[Numbers, ...]


Event = Enter | Leave | Ask | Expand


class SearchRecord(NamedTuple):
    """A recorded search.

    Args:
        algorithm: its name, one of `WATCHED`.
        game: the rules.
        nodes: every node visited, by number.
        events: the events, in order.
        outcome: the outcome for the player to move at the root: LOSS, DRAW or WIN.
        value: the value of the root; None if the search does not count plies.
        best: a best move; None if the search returns none.
        whole: the node count of minimax; None if there are too many to count.
    """

    algorithm: str
    game: Game[Any]
    nodes: tuple[Looked, ...]
    events: tuple[Event, ...]
    outcome: int
    value: Value | None
    best: int | None
    whole: int | None

    @property
    def root(self) -> Looked:
        """The first node."""
        return self.nodes[0]

    def line(self, node: int) -> Iterator[int]:
        """The moves from the root to a node."""
        parent, move = self.nodes[node].parent, self.nodes[node].move
        if parent is not None and move is not None:
            yield from self.line(parent)
            yield move
