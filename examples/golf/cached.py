"""Golf: a search that keeps the value of each position."""

from functools import cache

LINES = (
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
)  # fmt: skip


def after(board, cell, mark):
    return board[:cell] + mark + board[cell + 1 :]


@cache
def value(board, mark, other):
    if any(board[a] == board[b] == board[c] == other for a, b, c in LINES):
        return -1
    free = [cell for cell in range(9) if board[cell] == " "]
    return max((-value(after(board, cell, mark), other, mark) for cell in free), default=0)


def choose(board, mark):
    other = "O" if mark == "X" else "X"
    board = "".join(board)
    free = [cell for cell in range(9) if board[cell] == " "]
    return min(free, key=lambda cell: value(after(board, cell, mark), other, mark))
