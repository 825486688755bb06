"""Lesson 3: minimax, as two functions that call each other. A score is always that of `mark`."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip


def winner(board):
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != " ":
            return board[a]
    return None


def after(board, cell, mark):
    return [*board[:cell], mark, *board[cell + 1 :]]


def highest(board, mark, other):
    """What `mark`, who is to move, can reach: 1, 0 or -1."""
    if winner(board) == other:
        return -1
    free = [cell for cell in range(9) if board[cell] == " "]
    if not free:
        return 0
    return max(lowest(after(board, cell, mark), mark, other) for cell in free)


def lowest(board, mark, other):
    """What `other`, who is to move, can leave to `mark`."""
    if winner(board) == mark:
        return 1
    free = [cell for cell in range(9) if board[cell] == " "]
    if not free:
        return 0
    return min(highest(after(board, cell, other), mark, other) for cell in free)


def choose(board, mark):
    other = "O" if mark == "X" else "X"
    free = [cell for cell in range(9) if board[cell] == " "]
    return max(free, key=lambda cell: lowest(after(board, cell, mark), mark, other))
