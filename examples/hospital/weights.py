"""Adds up weights: 10 for a line that the cell completes, 5 for one that it blocks, else 1."""

from functools import cache

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}


@cache
def weight(board, cell, mark):
    total = 0
    for line in LINES:
        marks = [board[i] for i in line]
        mine, theirs = marks.count(mark), marks.count(OTHER[mark])
        if cell in line and theirs == 0:
            total += 10 if mine == 2 else 1
        if cell in line and mine == 0:
            total += 5 if theirs == 2 else 1
    return total


def free(board):
    return [cell for cell in range(9) if board[cell] == " "]


def after(board, cell, mark):
    return (*board[:cell], mark, *board[cell + 1 :])


def choose(board, mark):
    return max(free(board), key=lambda cell: weight(tuple(board), cell, mark))
