"""Trace of proof-number search: each step expands the most proving node.

The first search tries to prove a win of the player to move; if it fails, the second tries a draw.
"""

from collections.abc import Iterable
from math import isinf
from typing import Any

from noughts.analysis.trace.events import Ask, Event, Expand, Looked, Numbers
from noughts.errors import SearchStopped
from noughts.game import Game
from noughts.search.pns import ProofNode, ProofTree
from noughts.value import DRAW, LOSS, WIN


class BestFirst:
    """Records the proof-number searches of one position.

    Args:
        game: the rules.
        position: the root.
        turn: the player to move there.
        most: the node limit of all searches together.
    """

    def __init__(self, game: Game[Any], position: Any, turn: int, most: int) -> None:
        self.game, self.position, self.turn, self.most = game, position, turn, most
        self.nodes: list[Looked] = []
        self.events: list[Event] = []
        self.known: dict[ProofNode[Any], int] = {}

    def ask(self, goal: int) -> bool:
        """Whether the player to move at the root reaches the goal."""
        tree = ProofTree(self.game, self.position, goal)
        self._number(tree.root)
        self.events.append(Ask(self.known[tree.root], goal, self._numbers(tree.root)))
        while tree.root.answer is None:
            self._expanded(tree.step())
            if len(self.nodes) > self.most:
                raise SearchStopped
        return tree.root.answer

    def _expanded(self, leaf: ProofNode[Any]) -> None:
        """Record the new children of a leaf, and the numbers updated above it."""
        children = [self._number(child) for child in leaf.children]
        changed = [*leaf.children, *_up_from(leaf)]
        numbers = tuple(map(self._numbers, changed))
        self.events.append(Expand(self.known[leaf], tuple(children), numbers))

    def _number(self, node: ProofNode[Any]) -> int:
        """Add a node and return its number."""
        self.known[node] = number = len(self.nodes)
        parent = None if node.parent is None else self.known[node.parent]
        ply = 0 if parent is None else self.nodes[parent].ply + 1
        turn = (self.turn + ply) % 2
        self.nodes.append(Looked(parent, node.move, node.position, turn, ply))
        return number

    def _numbers(self, node: ProofNode[Any]) -> Numbers:
        return Numbers(self.known[node], _finite(node.proof), _finite(node.disproof))


def _up_from(node: ProofNode[Any] | None) -> Iterable[ProofNode[Any]]:
    while node is not None:
        yield node
        node = node.parent


def _finite(number: float) -> int | None:
    return None if isinf(number) else int(number)


def trace_of(game: Game[Any], position: Any, turn: int, most: int) -> tuple[BestFirst, int]:
    """Record the searches; returns the trace and the outcome.

    Raises:
        RepeatingGame: positions can repeat.
        SearchStopped: the searches exceed the node limit.
    """
    search = BestFirst(game, position, turn, most)
    return search, WIN if search.ask(WIN) else DRAW if search.ask(DRAW) else LOSS


def counted(game: Game[Any], position: Any, budget: int) -> int:
    """The node count of both searches, without a record; it may slightly exceed the budget."""
    nodes = 0
    for goal in (WIN, DRAW):
        tree = ProofTree(game, position, goal)
        reached = tree.run(budget - nodes)
        nodes += tree.nodes
        if reached or nodes >= budget:
            break
    return nodes
