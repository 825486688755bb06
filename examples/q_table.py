"""A Q-table for tic-tac-toe, learnt against random replies; and its mend, `mended`."""

import random

LINES = [
    (0, 1, 2), (3, 4, 5), (6, 7, 8),
    (0, 3, 6), (1, 4, 7), (2, 5, 8),
    (0, 4, 8), (2, 4, 6),
]  # fmt: skip
GAMES, RATE, CURIOSITY = 2_000, 0.2, 0.2


def legal(board):
    return [cell for cell in range(9) if board[cell] == 0]


def play(board, cell):
    """The board after a move, seen by the other player: 1 for a mark of one's own, else -1."""
    return tuple(-1 if i == cell else -mark for i, mark in enumerate(board))


def lost(board):
    return any(all(board[cell] == -1 for cell in line) for line in LINES)


def learn(chance, q):
    """One game: from every pair of plies, ours and a random reply, the table learns."""
    board = (0,) * 9
    if chance.random() < 0.5:
        board = play(board, chance.randrange(9))
    while True:
        free = legal(board)
        greedy = max(free, key=lambda cell: q.get((board, cell), 0))
        cell = chance.choice(free) if chance.random() < CURIOSITY else greedy
        after = play(board, cell)
        target, over = int(lost(after)), lost(after) or not legal(after)
        if not over:
            after = play(after, chance.choice(legal(after)))
            over = lost(after) or not legal(after)
            future = (q.get((after, other), 0) for other in legal(after))
            target = -1 if lost(after) else max(future, default=0)
        q[board, cell] = q.get((board, cell), 0) + RATE * (target - q.get((board, cell), 0))
        if over:
            return
        board = after


def learnt():
    chance, q = random.Random(1), {}
    for _ in range(GAMES):
        learn(chance, q)
    return q


Q = learnt()


def board_of(observation):
    """The board of an observation: two planes, the marks of one's own and the other's."""
    return tuple(int(mine) - int(other) for row in observation for mine, other in row)


def policy(observation, mask):
    board = board_of(observation)
    return max(legal(board), key=lambda cell: Q.get((board, cell), 0))


# The mend: a table of what moves are worth against the best replies, not against random ones.

BEST = {}


def worth(board):
    if lost(board):
        return -1
    return max((best(board, cell) for cell in legal(board)), default=0)


def best(board, cell):
    if (board, cell) not in BEST:
        BEST[board, cell] = -worth(play(board, cell))
    return BEST[board, cell]


def mended(observation, mask):
    board = board_of(observation)
    return max(legal(board), key=lambda cell: best(board, cell))
