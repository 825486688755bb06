"""A win counts 100 - depth; the search stops after a few plies."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}
LIMIT = 4


def won(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def search(board, mark, depth, alpha, beta):
    """The score for `mark`, who is to move."""
    if won(board, OTHER[mark]):
        return depth - 100
    if " " not in board or depth == LIMIT:
        return 0
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = mark
            alpha = max(alpha, -search(board, OTHER[mark], depth + 1, -beta, -alpha))
            board[cell] = " "
            if alpha >= beta:
                break
    return alpha


def choose(board, mark):
    best, chosen = -101, None
    for cell in range(9):
        if board[cell] == " ":
            board[cell] = mark
            score = -search(board, OTHER[mark], 1, -101, -best)
            board[cell] = " "
            if score > best:
                best, chosen = score, cell
    return chosen
