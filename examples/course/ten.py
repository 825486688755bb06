"""Lesson 10: a tree of playouts (UCT), in which what is proved is kept."""

from math import inf, log, sqrt
from random import Random

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}
SIMULATIONS = 1000


def result(board, mark):
    """-1 if the player who is not to move has a line, 0 for a full board, None while it goes on."""
    if any(board[a] == board[b] == board[c] == OTHER[mark] for a, b, c in LINES):
        return -1
    return None if " " in board else 0


def free(board):
    return [cell for cell in range(9) if board[cell] == " "]


def after(board, cell, mark):
    return [*board[:cell], mark, *board[cell + 1 :]]


def playout(board, mark, random):
    """The result of a random game, for the player to move."""
    found = result(board, mark)
    if found is not None:
        return found
    return -playout(after(board, random.choice(free(board)), mark), OTHER[mark], random)


class Node:
    """A position in the tree; its total and what is proved are those of the player to move."""

    def __init__(self, board, mark):
        self.board, self.mark, self.children = board, mark, {}
        self.visits, self.total, self.proved = 0, 0, result(board, mark)


def promising(node):
    def bound(child):
        if child.visits == 0:
            return inf
        if child.proved == 1:
            return -inf
        return sqrt(2 * log(node.visits) / child.visits) - child.total / child.visits

    return max(node.children.values(), key=bound)


def simulate(node, random):
    """Go down the tree, add a position, play at random; the result is counted on the way back."""
    if node.proved is not None:
        found = node.proved
    elif node.visits == 0:
        found = playout(node.board, node.mark, random)
    else:
        if not node.children:
            for cell in free(node.board):
                child = Node(after(node.board, cell, node.mark), OTHER[node.mark])
                node.children[cell] = child
        found = -simulate(promising(node), random)
        below = [child.proved for child in node.children.values()]
        if -1 in below:
            node.proved = 1
        elif None not in below:
            node.proved = -min(below)
    node.visits += 1
    node.total += found
    return found


def choose(board, mark):
    """The cell that is proved best, or was tried most often."""
    root, random = Node(board, mark), Random(1)
    while root.proved is None and root.visits < SIMULATIONS:
        simulate(root, random)

    def merit(cell):
        child = root.children[cell]
        return {-1: 1, 1: -1}.get(child.proved, 0), child.visits

    return max(root.children, key=merit)
