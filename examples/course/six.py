"""Lesson 6: alpha-beta, and how many positions it visits."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}
visited = 0


def has_line(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def best(board, mark, alpha, beta):
    """The score and the cell of the best move of `mark`, who has alpha elsewhere."""
    global visited
    visited += 1
    if has_line(board, OTHER[mark]):
        return -1, None
    free = [cell for cell in range(9) if board[cell] == " "]
    if not free:
        return 0, None
    chosen = None
    for cell in free:
        score, _ = best([*board[:cell], mark, *board[cell + 1 :]], OTHER[mark], -beta, -alpha)
        if -score > alpha:
            alpha, chosen = -score, cell
        if alpha >= beta:
            break
    return alpha, chosen


def choose(board, mark):
    return best(board, mark, -9, 9)[1]


def count():
    """How many positions the search of the empty board visits."""
    global visited
    visited = 0
    best([" "] * 9, "X", -9, 9)
    return visited
