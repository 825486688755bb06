"""Plays in a terminal: never misses a win, but often takes a late one."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}
known = {}


def won(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def score(board, mark):
    key = "".join(board)
    if key not in known:
        known[key] = searched(board, mark)
    return known[key]


def searched(board, mark):
    if won(board, OTHER[mark]):
        return -1
    if " " not in board:
        return 0
    return max(score_after(board, cell, mark) for cell in range(9) if board[cell] == " ")


def score_after(board, cell, mark):
    return -score([*board[:cell], mark, *board[cell + 1 :]], OTHER[mark])


def choose(board, mark):
    cells = [cell for cell in range(9) if board[cell] == " "]
    return max(cells, key=lambda cell: score_after(board, cell, mark))
