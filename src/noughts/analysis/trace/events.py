"""What a search did, event by event, as data: every node it came to, and why it left.

Values are those of the player to move at the node that they are told of.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from noughts.game import Game
from noughts.value import Value


class Looked(NamedTuple):
    """A node: a position that a search reached, by one path.

    Args:
        parent: the number of the node before it; None at a root.
        move: the move that led to it; None at a root.
        position: the position.
        turn: whose turn it is, FIRST or SECOND.
        ply: how many plies it lies below the root.
    """

    parent: int | None
    move: int | None
    position: Any
    turn: int
    ply: int


class Bound(StrEnum):
    """How a returned value relates to the true one: exact or a bound."""

    EXACT = "exactly"
    AT_LEAST = "at least"
    AT_MOST = "at most"


class Why(StrEnum):
    """Why a search leaves a node."""

    OVER = "over"  # the game is over
    SEEN = "seen"  # every move has been looked at
    CUT = "cut"  # the value is good enough: the opponent has better elsewhere
    KNOWN = "known"  # the table knows enough of the position
    HOPELESS = "hopeless"  # nothing here could change what a side has elsewhere


class Held(NamedTuple):
    """What a side has elsewhere that makes the rest here irrelevant.

    Args:
        node: the node at which the player has the choice.
        move: the move with that value.
        value: its value to that player, at that node.
    """

    node: int
    move: int
    value: Value


class Enter(NamedTuple):
    """A search comes to a node.

    Args:
        node: its number.
        alpha: what the player to move has elsewhere already; None for nothing.
        beta: more than this the opponent, who has better elsewhere, will not allow; None where
            there is no such bound.
    """

    node: int
    alpha: Value | None
    beta: Value | None


class Leave(NamedTuple):
    """A search leaves a node.

    Args:
        node: its number.
        value: what it returns.
        bound: how the true value stands to that.
        why: why it leaves.
        best: the move with that value; None where none was looked at.
        unseen: the moves that it did not look at.
        held: what somebody has elsewhere, for which that is enough; None where that is not why.
        same: where the table knew the position: the node from which it does.
        spared: how many nodes below this one minimax would have seen, and this search did not;
            None where there are too many to count.
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
    """A node's proof and disproof numbers; None stands for infinity."""

    node: int
    proof: int | None
    disproof: int | None


class Ask(NamedTuple):
    """A proof-number search begins to ask a question.

    Args:
        node: the root of its tree.
        goal: what the player to move there wants: WIN, or DRAW for at least a draw.
        numbers: the root's.
    """

    node: int
    goal: int
    numbers: Numbers


class Expand(NamedTuple):
    """A proof-number search looks at the moves of the most proving leaf.

    Args:
        node: the leaf.
        children: the new nodes, one for each move.
        numbers: those of the children, then those on the way from the leaf to the root.
    """

    node: int
    children: tuple[int, ...]
    numbers: tuple[Numbers, ...]


Event = Enter | Leave | Ask | Expand


class SearchRecord(NamedTuple):
    """A whole search.

    Args:
        algorithm: its name, one of `ALGORITHMS`.
        game: the rules.
        nodes: every node it came to, by number.
        events: what it did.
        outcome: what it found for the player to move at the root: LOSS, DRAW or WIN.
        value: the same as a value; None where the search does not count plies.
        best: the move with that value; None where the search names none.
        whole: how many nodes minimax sees; None where there are too many to count.
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
        """Where it began."""
        return self.nodes[0]

    def line(self, node: int) -> Iterator[int]:
        """The moves that lead to a node, from the root."""
        parent, move = self.nodes[node].parent, self.nodes[node].move
        if parent is not None and move is not None:
            yield from self.line(parent)
            yield move
