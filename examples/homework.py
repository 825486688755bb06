"""A player of tic-tac-toe such as a student might hand in.

Try it: noughts audit examples/homework.py:choose

It needs nothing of noughts. The board is a list of nine marks in reading order: "X", "O", or " "
where nothing stands. It wins where it can, blocks where it must, and else takes the first free
cell of a list. That is not enough: the auditor finds out where.
"""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
FAVOURITES = [4, 0, 2, 6, 8, 1, 3, 5, 7]


def choose(board, mark):
    other = "O" if mark == "X" else "X"
    for player in (mark, other):  # win, or else block
        for line in LINES:
            marks = [board[cell] for cell in line]
            if marks.count(player) == 2 and marks.count(" ") == 1:
                return line[marks.index(" ")]
    return next(cell for cell in FAVOURITES if board[cell] == " ")
