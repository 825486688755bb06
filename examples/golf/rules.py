"""Golf: rules of thumb. The centre; win, or block; else a corner between two marks of the other."""

# The pairs of cells that make a line with each cell.
PAIRS = [
    [(1, 2), (3, 6), (4, 8)], [(0, 2), (4, 7)], [(0, 1), (5, 8), (4, 6)],
    [(4, 5), (0, 6)], [(3, 5), (1, 7), (0, 8), (2, 6)], [(3, 4), (2, 8)],
    [(7, 8), (0, 3), (2, 4)], [(6, 8), (1, 4)], [(6, 7), (2, 5), (0, 4)],
]  # fmt: skip


def choose(board, mark):
    if board[4] == " ":
        return 4
    other = "O" if mark == "X" else "X"
    free = [cell for cell in (0, 2, 6, 8, 1, 3, 5, 7) if board[cell] == " "]
    for player in (mark, other):
        for cell in free:
            for a, b in PAIRS[cell]:
                if board[a] == board[b] == player:
                    return cell
    if board[4] == mark and (board[0] == board[8] == other or board[2] == board[6] == other):
        return next(cell for cell in (1, 3, 5, 7, 0, 2, 6, 8) if board[cell] == " ")
    return max(free, key=lambda cell: sum(other in (board[a], board[b]) for a, b in PAIRS[cell]))
