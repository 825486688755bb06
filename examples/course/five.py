"""Lesson 5: the sooner the win the better, and the later the loss."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}
BASE = 100  # more than any game has plies


def has_line(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def best(board, mark, depth):
    """The score and the cell of the best move: BASE - depth for a win."""
    if has_line(board, OTHER[mark]):
        return depth - BASE, None
    found = []
    for cell in range(9):
        if board[cell] == " ":
            score, _ = best([*board[:cell], mark, *board[cell + 1 :]], OTHER[mark], depth + 1)
            found.append((-score, cell))
    return max(found, default=(0, None))


def choose(board, mark):
    return best(board, mark, 0)[1]
