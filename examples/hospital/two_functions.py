"""Minimax as two functions, with pruning."""

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
OTHER = {"X": "O", "O": "X"}


def won(board, mark):
    return any(board[a] == board[b] == board[c] == mark for a, b, c in LINES)


def after(board, cell, mark):
    return [*board[:cell], mark, *board[cell + 1 :]]


def highest(board, me, alpha, beta):
    """The score and the cell of the best move for me."""
    chosen = None
    if won(board, OTHER[me]):
        return -1 - board.count(" "), None
    if " " not in board:
        return 0, None
    for cell in range(9):
        if board[cell] == " ":
            score = lowest(after(board, cell, me), me, alpha, beta)
            if score >= alpha:
                alpha, chosen = score, cell
            if alpha >= beta:
                break
    return alpha, chosen


def lowest(board, me, alpha, beta):
    """The score that the opponent leaves to me."""
    if won(board, me):
        return 1 + board.count(" ")
    if " " not in board:
        return 0
    for cell in range(9):
        if board[cell] == " ":
            beta = min(beta, highest(after(board, cell, OTHER[me]), me, alpha, beta)[0])
            if alpha >= beta:
                break
    return beta


def choose(board, mark):
    return highest(board, mark, -99, 99)[1]
