"""Lesson 2: rules of thumb that hold as X: win, block, else the favourite cell that is free."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
FAVOURITES = [4, 0, 2, 6, 8, 1, 3, 5, 7]


def completes(board, mark):
    for line in LINES:
        marks = [board[cell] for cell in line]
        if marks.count(mark) == 2 and marks.count(" ") == 1:
            return line[marks.index(" ")]
    return None


def choose(board, mark):
    other = "O" if mark == "X" else "X"
    for player in (mark, other):
        cell = completes(board, player)
        if cell is not None:
            return cell
    return next(cell for cell in FAVOURITES if board[cell] == " ")
