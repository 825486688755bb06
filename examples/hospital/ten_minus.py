"""A win counts 10 - depth, on a board of four columns and four rows that discs fall into."""

WIDTH = HEIGHT = 4
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
LINES = [
    [(row + i * down) * WIDTH + column + i * right for i in range(4)]
    for row in range(HEIGHT)
    for column in range(WIDTH)
    for down, right in STEPS
    if row + 3 * down < HEIGHT and 0 <= column + 3 * right < WIDTH
]
OTHER = {"X": "O", "O": "X"}
BASE = 10
known = {}


def won(board, mark):
    return any(board[a] == board[b] == board[c] == board[d] == mark for a, b, c, d in LINES)


def columns(board):
    return [column for column in range(WIDTH) if board[column] == " "]


def after(board, column, mark):
    cell = max(range(column, WIDTH * HEIGHT, WIDTH), key=lambda i: (board[i] == " ") * i)
    return board[:cell] + mark + board[cell + 1 :]


def score(board, mark):
    """The score for `mark`, who is to move; the depth is the number of discs on the board."""
    if board not in known:
        known[board] = searched(board, mark)
    return known[board]


def searched(board, mark):
    depth = len(board) - board.count(" ")
    if won(board, OTHER[mark]):
        return depth - BASE
    scores = [-score(after(board, column, mark), OTHER[mark]) for column in columns(board)]
    return max(scores, default=0)


def choose(board, mark):
    board = "".join("".join(row) for row in board)
    return max(columns(board), key=lambda c: -score(after(board, c, mark), OTHER[mark]))
