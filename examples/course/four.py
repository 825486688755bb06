"""Lesson 4: negamax, for two games that differ in one sign: tic-tac-toe and misère."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}


def has_line(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def best(board, mark, worth):
    """The score and the cell of the best move of `mark`; a line is worth `worth` to its owner."""
    if has_line(board, OTHER[mark]):
        return -worth, None
    found = []
    for cell in range(9):
        if board[cell] == " ":
            score, _ = best([*board[:cell], mark, *board[cell + 1 :]], OTHER[mark], worth)
            found.append((-score, cell))
    return max(found, default=(0, None))


def choose(board, mark):
    return best(board, mark, 1)[1]


def misere(board, mark):
    return best(board, mark, -1)[1]
