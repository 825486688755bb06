"""A game tree for display, with the value of each position.

A tree can be cut at a depth, or to the best moves of each position; the positions behind a cut are
counted. Moves to symmetric positions can share one node.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any, NamedTuple

from noughts import notebook_repr
from noughts.errors import GameError, SearchStopped, many
from noughts.game import Game, legal_moves, turn_after
from noughts.games.given import takes_names
from noughts.knowledge import knowledge_of
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver
from noughts.value import OPEN, Value

# The most nodes of a tree; tic-tac-toe with merged symmetric siblings has 58,524.
MOST_NODES = 100_000
# After this many failed searches, only finished positions get a value.
MOST_UNSOLVED = 3
# The most positions counted behind one cut, behind all cuts, and then behind each further cut.
COUNTED, COUNTED_IN_ALL, COUNTED_AT_LEAST = 10_000, 1_000_000, 100


class Folded(NamedTuple):
    """The number of positions cut off below a node."""

    positions: int  # the number of different positions, finished ones included
    more: bool = False  # whether there are more, because counting was ended early

    def __str__(self) -> str:
        if self.more:
            return f"+{self.positions:,} or more"
        return f"+{many(self.positions, 'position')}"


class TreeNode(NamedTuple):
    position: Any
    turn: int  # the player to move
    value: Value | None  # its value for the player to move at the root of the tree; None if unknown
    # The moves that lead to it, or to a symmetric position; empty at the root.
    moves: tuple[int, ...] = ()
    keeps: bool | None = None  # whether these moves keep the value of the parent; None if unknown
    # The numbers of its children, in the game's order of moves or best first.
    children: tuple[int, ...] = ()
    folded: Folded | None = None  # the positions cut off below it; None if there are none

    def named(self, game: Game[Any]) -> str:
        return ", ".join(map(game.name, self.moves))


@notebook_repr.in_notebooks
class GameTree(NamedTuple):
    """A tree of positions; the nodes are level by level, the root is the first."""

    game: Game[Any]
    nodes: tuple[TreeNode, ...]

    @property
    def root(self) -> TreeNode:
        return self.nodes[0]

    def levels(self) -> Iterator[tuple[int, ...]]:
        """The numbers of the nodes, level by level."""
        level: tuple[int, ...] = (0,)
        while level:
            yield level
            level = tuple(child for number in level for child in self.nodes[number].children)


@takes_names
def game_tree(  # noqa: PLR0913  # settings, each given by its name
    game: Game[Any],
    position: Any = None,
    turn: int = 0,
    *,
    depth: int | None = 2,
    best: int | None = None,
    merge: bool = False,
    solver: ExactSolver[Any] | None = None,
) -> GameTree:
    """The game tree below a position, with the value of each position.

    Args:
        game: the rules.
        position: the root; by default the start.
        turn: the player to move there.
        depth: the depth in plies; None for the whole tree.
        best: follow only this many moves of each position, the best ones; None for all.
        merge: whether moves to symmetric positions share a node.
        solver: finds the values; if its budget runs out, a value stays unknown.

    Raises:
        GameError: the tree would be too large, or, without a depth, endless.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> tree = game_tree(game, depth=1, merge=True)
    >>> for node in tree.nodes[1:]:
    ...     print(*map(game.name, node.moves), node.value, node.keeps, node.folded, sep=", ")
    a3, c3, a1, c1, draw, True, +1,869 positions
    b3, a2, c2, b1, draw, True, +1,901 positions
    b2, draw, True, +1,836 positions
    """
    if depth is None and game.repeats:
        raise GameError(f"{type(game).__name__} can go on forever: give its tree a depth.")
    grower = _Grower(game, turn, best, merge, solver or solver_for(game))
    grower.grow(game.start() if position is None else position, depth)
    return GameTree(game, tuple(grower.nodes))


class _Grower:
    def __init__(
        self, game: Game[Any], turn: int, best: int | None, merge: bool, solver: ExactSolver[Any]
    ) -> None:
        self.game = game
        self.canonical = knowledge_of(game).canonical
        self.turn = turn  # of the root
        self.best = best
        self.merge = merge
        self.solver = solver
        self.nodes: list[TreeNode] = []
        self.counter = _Counter(game)
        self.unsolved = 0
        self.values: dict[Any, Value | None] = {}

    def grow(self, position: Any, depth: int | None) -> None:
        self.nodes = [TreeNode(position, self.turn, self.value_of(position, self.turn))]
        level, plies = [0], 0
        while level and (depth is None or plies < depth):
            level = [child for number in level for child in self.branch(number)]
            plies += 1
        for number in level:
            self.fold(number, [self.nodes[number].position])

    def branch(self, number: int) -> tuple[int, ...]:
        node = self.nodes[number]
        branches = self.branches(node)
        followed = branches[: self.best]
        if len(self.nodes) + len(followed) > MOST_NODES:
            raise GameError(
                f"The tree has more than {MOST_NODES:,} nodes: choose a smaller depth, follow "
                f"the best moves alone, or merge symmetric siblings."
            )
        first = len(self.nodes)
        self.nodes += followed
        children = tuple(range(first, len(self.nodes)))
        self.nodes[number] = node._replace(children=children)
        if len(followed) < len(branches):
            self.fold(number, [branch.position for branch in branches[len(followed) :]], True)
        return children

    def branches(self, node: TreeNode) -> list[TreeNode]:
        by_image: dict[Any, TreeNode] = {}
        for move in legal_moves(self.game, node.position):
            after = self.game.play(node.position, move)
            image = self.canonical(after) if self.merge else move
            if image in by_image:
                by_image[image] = by_image[image]._replace(moves=(*by_image[image].moves, move))
            else:
                turn = turn_after(self.game, node.turn, after)
                by_image[image] = TreeNode(after, turn, self.value_of(after, turn), (move,))
        found = [child._replace(keeps=self.keeps(node, child)) for child in by_image.values()]
        return found if self.best is None else sorted(found, key=partial(self.rank, node))

    def value_of(self, position: Any, turn: int) -> Value | None:
        """The value of a position for the player to move at the root."""
        if position not in self.values:
            self.values[position] = self._solved(position)
        value = self.values[position]
        return value if value is None or turn == self.turn else -value

    def _solved(self, position: Any) -> Value | None:
        if self.unsolved >= MOST_UNSOLVED and self.game.outcome(position) == OPEN:
            return None
        try:
            return self.solver.value(position)
        except SearchStopped:
            self.unsolved += 1
            return None

    def keeps(self, node: TreeNode, child: TreeNode) -> bool | None:
        if node.value is None or child.value is None:
            return None
        value = -self._to_mover(node, child.value)
        return value.before() == self._to_mover(node, node.value)

    def rank(self, node: TreeNode, child: TreeNode) -> tuple[bool, int]:
        if child.value is None:
            return True, 0
        return False, -self._to_mover(node, child.value).score

    def _to_mover(self, node: TreeNode, value: Value) -> Value:
        return value if node.turn == self.turn else -value

    def fold(self, number: int, roots: Iterable[Any], inclusive: bool = False) -> None:
        folded = self.counter.folded(frozenset(roots), inclusive)
        if folded.positions:
            self.nodes[number] = self.nodes[number]._replace(folded=folded)


class _Counter:
    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.canonical = knowledge_of(game).canonical
        self.left = COUNTED_IN_ALL
        self.known: dict[Any, Folded] = {}

    def folded(self, roots: frozenset[Any], inclusive: bool) -> Folded:
        if len(roots) == 1:
            roots = frozenset(map(self.canonical, roots))
        if roots not in self.known:
            self.known[roots] = self._count(roots)
        positions, more = self.known[roots]
        return Folded(positions if inclusive or more else positions - len(roots), more)

    def _count(self, roots: frozenset[Any]) -> Folded:
        most = max(COUNTED_AT_LEAST, min(COUNTED, self.left))
        seen, todo = set(roots), list(roots)
        while todo and len(seen) < most + len(roots):
            position = todo.pop()
            for move in legal_moves(self.game, position):
                after = self.game.play(position, move)
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
        self.left -= len(seen)
        return Folded(most, more=True) if todo else Folded(len(seen))
