"""Lesson 9: Connect Four with bit boards, ordered moves, a table and null windows."""

WIDTH, HEIGHT = 4, 4
COLUMN = HEIGHT + 1  # a bit above each column stays 0, so that no line runs on into the next one
ORDER = sorted(range(WIDTH), key=lambda column: abs(2 * column - WIDTH + 1))
table = {}  # bounds of scores


def has_four(stones):
    """Whether four bits are in a line: the board is laid over itself, shifted, twice."""
    for step in (1, COLUMN - 1, COLUMN, COLUMN + 1):
        pairs = stones & stones >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def bit_in(column, occupied):
    """The bit that a disc in the column takes; 0 if the column is full."""
    bit = (occupied >> column * COLUMN & (1 << COLUMN) - 1) + 1 << column * COLUMN
    return 0 if bit >> column * COLUMN >> HEIGHT else bit


def search(mine, theirs, alpha, beta):
    """1, 0 or -1 for the player to move, or a bound outside alpha, beta."""
    if has_four(theirs):
        return -1
    occupied = mine | theirs
    moves = [bit for column in ORDER if (bit := bit_in(column, occupied))]
    if not moves:
        return 0
    low, high = table.get((mine, theirs), (-1, 1))
    if low >= beta or low == high:
        return low
    if high <= alpha:
        return high
    best = -1
    for bit in moves:
        best = max(best, -search(theirs, mine | bit, -beta, -max(alpha, best)))
        if best >= beta:
            break
    table[mine, theirs] = low if best <= alpha else best, high if best >= beta else best
    return best


def choose(board, mark):
    """The column of the best move: each move with a window that asks one question."""
    mine = theirs = 0
    for row, marks in enumerate(reversed(board)):
        for column, taken in enumerate(marks):
            bit = 1 << column * COLUMN + row
            mine, theirs = mine | bit * (taken == mark), theirs | bit * (taken not in (mark, " "))
    moves = [column for column in ORDER if bit_in(column, mine | theirs)]
    for question in 1, 0:  # is it a win? at least a draw?
        for column in moves:
            after = mine | bit_in(column, mine | theirs)
            if -search(theirs, after, -question, 1 - question) >= question:
                return column
    return moves[0]
