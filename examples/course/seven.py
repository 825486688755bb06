"""Lesson 7: alpha-beta with a transposition table, on any board with any number in a row."""

OTHER = {"X": "O", "O": "X"}
EXACT, AT_LEAST, AT_MOST = range(3)
table = {}


def lines(width, height, length):
    """The lines of a board, cells counted in reading order."""
    for row in range(height):
        for column in range(width):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + i * down, column + i * right) for i in range(length)]
                if all(r < height and 0 <= c < width for r, c in cells):
                    yield [r * width + c for r, c in cells]


LINES = list(lines(4, 3, 3))


def has_line(board, mark):
    return any(all(board[cell] == mark for cell in line) for line in LINES)


def score(board, mark, alpha, beta):
    """The score of a position to `mark`, who is to move, or a bound of it outside alpha, beta."""
    kind, kept = table.get((board, mark), (None, 0))
    if kind == EXACT or (kind == AT_LEAST and kept >= beta) or (kind == AT_MOST and kept <= alpha):
        return kept
    found = searched(board, mark, alpha, beta)
    kind = AT_MOST if found <= alpha else AT_LEAST if found >= beta else EXACT
    table[board, mark] = kind, found
    return found


def searched(board, mark, alpha, beta):
    if has_line(board, OTHER[mark]):
        return -1
    found = -1 if " " in board else 0
    for cell, taken in enumerate(board):
        if taken == " ":
            reached = (*board[:cell], mark, *board[cell + 1 :])
            found = max(found, -score(reached, OTHER[mark], -beta, -max(alpha, found)))
            if found >= beta:
                break
    return found


def choose(board, mark):
    def worth(cell):
        return -score((*board[:cell], mark, *board[cell + 1 :]), OTHER[mark], -1, 1)

    return max((cell for cell, taken in enumerate(board) if taken == " "), key=worth)
