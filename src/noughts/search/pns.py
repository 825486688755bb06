"""Best-first proof-number search, with the whole tree in memory.

Read it before `proof.py`. Each step expands one leaf of the tree, the most proving node, and
updates the numbers back to the root. The tree keeps every node, and the search ends when the answer
is known.

Each node's question is about its player to move: can I reach my goal? The next player has the
opposite goal, and their yes is the previous player's no. So instead of alternating OR and AND
nodes, as in Allis, all nodes here follow one rule.

    Victor Allis, Maarten van der Meulen and Jaap van den Herik, "Proof-Number Search",
    Artificial Intelligence 66, 1994.
"""

from typing import Generic

from noughts.game import Game, P
from noughts.search.depth import refuse_extra_turns, refuse_repeating
from noughts.value import OPEN, WIN

INFINITE = float("inf")


class ProofNode(Generic[P]):
    """A position in the tree, and the state of its question.

    Attributes:
        goal: the goal of the player to move: WIN, or DRAW for at least a draw.
        proof: the least number of leaves that must be proved for a yes; infinite after a no.
        disproof: the least number that must be disproved for a no; infinite after a yes.
        children: one node for each move, in the game's order; empty for a leaf.
    """

    def __init__(
        self, position: P, goal: int, move: int | None = None, parent: "ProofNode[P] | None" = None
    ) -> None:
        self.position = position
        self.goal = goal
        self.move = move
        self.parent = parent
        self.proof: float = 1
        self.disproof: float = 1
        self.children: list[ProofNode[P]] = []

    @property
    def answer(self) -> bool | None:
        """Whether the goal can be reached; None if unknown."""
        return None if self.proof and self.disproof else self.proof == 0

    def settle(self, reached: bool) -> None:
        self.proof, self.disproof = (0, INFINITE) if reached else (INFINITE, 0)

    def sum_up(self) -> None:
        """Compute the numbers from the children's.

        One refutation is enough for a yes, all children are needed for a no.
        """
        self.proof = min(child.disproof for child in self.children)
        self.disproof = sum(child.proof for child in self.children)


class ProofTree(Generic[P]):
    """A proof-number search, one step at a time.

    Args:
        game: the rules.
        position: the root.
        goal: the goal of the player to move: WIN, or DRAW for at least a draw.

    Raises:
        RepeatingGame: positions can repeat.
        ExtraTurns: a player may move twice in a row.
    """

    def __init__(self, game: Game[P], position: P, goal: int = WIN) -> None:
        refuse_repeating(game)
        refuse_extra_turns(game, "Proof-number search")
        self.game = game
        self.root = ProofNode(position, goal)
        self.nodes = 1
        self._look_at(self.root)

    def run(self, budget: int) -> bool | None:
        """Step until the root is solved, or the tree has `budget` nodes.

        Returns:
            Whether the goal can be reached; None if unknown.
        """
        while self.root.answer is None and self.nodes < budget:
            self.step()
        return self.root.answer

    def step(self) -> ProofNode[P]:
        """Expand the most proving leaf, update the numbers, and return the leaf."""
        leaf = self.most_proving()
        for move in self.game.moves(leaf.position):
            child = ProofNode(self.game.play(leaf.position, move), 1 - leaf.goal, move, leaf)
            self._look_at(child)
            leaf.children.append(child)
        self.nodes += len(leaf.children)
        node: ProofNode[P] | None = leaf
        while node is not None:
            node.sum_up()
            node = node.parent
        return leaf

    def most_proving(self) -> ProofNode[P]:
        """The leaf that helps a proof and a disproof: follow the least disproof numbers."""
        node = self.root
        while node.children:
            node = min(node.children, key=lambda child: child.disproof)
        return node

    def _look_at(self, node: ProofNode[P]) -> None:
        outcome = self.game.outcome(node.position)
        if outcome != OPEN:
            node.settle(outcome >= node.goal)
