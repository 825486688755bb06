"""Lesson 8: proof-number search on 3×3 Hex. X joins top and bottom, O left and right."""

SIZE = 3
INFINITE = float("inf")
OTHER = {"X": "O", "O": "X"}


def neighbours(cell):
    row, column = divmod(cell, SIZE)
    for down, right in ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0)):
        if 0 <= row + down < SIZE and 0 <= column + right < SIZE:
            yield (row + down) * SIZE + column + right


def joined(board, mark):
    """Whether a chain of `mark` joins its two sides."""
    first = range(SIZE) if mark == "X" else range(0, SIZE * SIZE, SIZE)
    last = {cell + SIZE * (SIZE - 1) if mark == "X" else cell + SIZE - 1 for cell in first}
    todo = [cell for cell in first if board[cell] == mark]
    seen = set(todo)
    while todo:
        more = {near for near in neighbours(todo.pop()) if board[near] == mark} - seen
        seen |= more
        todo += more
    return bool(seen & last)


class Node:
    """A position, and how many leaves a proof that its player wins, or not, still takes."""

    def __init__(self, board, mark):
        self.board, self.mark, self.children = board, mark, []
        self.proof, self.disproof = (INFINITE, 0) if joined(board, OTHER[mark]) else (1, 1)

    def expand(self):
        """Go to the most proving leaf, give it children, and come back with new numbers."""
        if self.children:
            min(self.children, key=lambda child: child.disproof).expand()
        else:
            for cell, taken in enumerate(self.board):
                if taken == " ":
                    board = [*self.board[:cell], self.mark, *self.board[cell + 1 :]]
                    self.children.append(Node(board, OTHER[self.mark]))
        self.proof = min(child.disproof for child in self.children)
        self.disproof = sum(child.proof for child in self.children)


def wins(board, mark):
    """Whether the player to move wins."""
    root = Node(board, mark)
    while root.proof and root.disproof:
        root.expand()
    return not root.proof


def choose(board, mark):
    free = [cell for cell, taken in enumerate(board) if taken == " "]
    for cell in free:
        if not wins([*board[:cell], mark, *board[cell + 1 :]], OTHER[mark]):
            return cell
    return free[0]
