"""Right players in the styles of tutorials, written for these tests; and bugs put into them."""

FLAT = """
LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]

def won(b, m):
    for x, y, z in LINES:
        if b[x] == m and b[y] == m and b[z] == m:
            return True
    return False

def minimax(b, player, ai, human, depth):
    if won(b, ai):
        return 10 - depth
    if won(b, human):
        return -10 + depth
    if " " not in b:
        return 0
    scores = []
    for i in range(9):
        if b[i] == " ":
            b[i] = player
            nxt = human if player == ai else ai
            scores.append(minimax(b, nxt, ai, human, depth + 1))
            b[i] = " "
    if player == ai:
        return max(scores)
    return min(scores)

def choose(board, mark):
    human = "O" if mark == "X" else "X"
    best_score = -1000
    best_move = None
    for i in range(9):
        if board[i] == " ":
            board[i] = mark
            score = minimax(board, human, mark, human, 1)
            board[i] = " "
            if score > best_score:
                best_score = score
                best_move = i
    return best_move
"""

# Rows of rows, evaluated by loops, as the tutorial that is found first.
ROWS = """
def evaluate(b, me, opp):
    for row in range(3):
        if b[row][0] == b[row][1] == b[row][2]:
            if b[row][0] == me: return 10
            if b[row][0] == opp: return -10
    for col in range(3):
        if b[0][col] == b[1][col] == b[2][col]:
            if b[0][col] == me: return 10
            if b[0][col] == opp: return -10
    if b[0][0] == b[1][1] == b[2][2]:
        if b[0][0] == me: return 10
        if b[0][0] == opp: return -10
    if b[0][2] == b[1][1] == b[2][0]:
        if b[0][2] == me: return 10
        if b[0][2] == opp: return -10
    return 0

def is_moves_left(b):
    return any(cell is None for row in b for cell in row)

def minimax(b, depth, is_max, me, opp):
    score = evaluate(b, me, opp)
    if score == 10: return score - depth
    if score == -10: return score + depth
    if not is_moves_left(b): return 0
    best = -1000 if is_max else 1000
    for i in range(3):
        for j in range(3):
            if b[i][j] is None:
                b[i][j] = me if is_max else opp
                value = minimax(b, depth + 1, not is_max, me, opp)
                b[i][j] = None
                best = max(best, value) if is_max else min(best, value)
    return best

def find_best_move(board, mark):
    opp = "O" if mark == "X" else "X"
    best_val = -1000
    best_move = (-1, -1)
    for i in range(3):
        for j in range(3):
            if board[i][j] is None:
                board[i][j] = mark
                val = minimax(board, 0, False, mark, opp)
                board[i][j] = None
                if val > best_val:
                    best_move = (i, j)
                    best_val = val
    return best_move
choose = find_best_move
"""

# A class that copies its board; two functions; a win counts 1.
CLASS = """
class Board:
    WINS = ("012", "345", "678", "036", "147", "258", "048", "246")
    def __init__(self, cells):
        self.cells = list(cells)
    def empty(self):
        return [n for n in range(9) if self.cells[n] == 0]
    def put(self, n, who):
        new = Board(self.cells)
        new.cells[n] = who
        return new
    def winner(self):
        for w in self.WINS:
            a, b, c = (self.cells[int(n)] for n in w)
            if a and a == b == c:
                return a
        return 0
    def key(self):
        return tuple(self.cells)

def max_value(board, who, memo):
    if board.winner(): return -1
    if not board.empty(): return 0
    k = ("max", board.key(), who)
    if k not in memo:
        memo[k] = max(min_value(board.put(n, who), who, memo) for n in board.empty())
    return memo[k]

def min_value(board, who, memo):
    if board.winner(): return 1
    if not board.empty(): return 0
    k = ("min", board.key(), who)
    if k not in memo:
        memo[k] = min(max_value(board.put(n, 3 - who), who, memo) for n in board.empty())
    return memo[k]

def choose(board, mark):
    board, memo = Board(board), {}
    values = {n: min_value(board.put(n, mark), mark, memo) for n in board.empty()}
    best = max(values.values())
    for n in values:
        if values[n] == best:
            return n
"""

# One function on a text, with the values of positions kept.
NEGA = """
from functools import lru_cache
WAYS = [range(0, 3), range(3, 6), range(6, 9), range(0, 9, 3), range(1, 9, 3), range(2, 9, 3)]
WAYS += [range(0, 9, 4), range(2, 7, 2)]

@lru_cache(maxsize=None)
def negamax(s, me, you):
    if any(all(s[i] == you for i in w) for w in WAYS):
        return -(s.count(".") + 1)
    if "." not in s:
        return 0
    return max(-negamax(s[:i] + me + s[i+1:], you, me) for i in range(9) if s[i] == ".")

def choose(board, mark):
    s = "".join("." if c == " " else c for c in board)
    you = "O" if mark == "X" else "X"
    moves = [i for i in range(9) if s[i] == "."]
    return max(moves, key=lambda i: -negamax(s[:i] + mark + s[i+1:], you, mark))
"""

ALPHA = """
LINES = [[0,1,2],[3,4,5],[6,7,8],[0,3,6],[1,4,7],[2,5,8],[0,4,8],[2,4,6]]
def win(b, p):
    return any(all(b[i] == p for i in line) for line in LINES)
def search(b, p, me, alpha, beta, depth):
    opp = "XO"[me == "X"]
    if win(b, me): return 100 - depth
    if win(b, opp): return depth - 100
    free = [i for i in range(9) if b[i] == " "]
    if not free: return 0
    if p == me:
        v = -999
        for i in free:
            v = max(v, search(b[:i] + [p] + b[i+1:], opp, me, alpha, beta, depth + 1))
            alpha = max(alpha, v)
            if alpha >= beta: break
        return v
    v = 999
    for i in free:
        v = min(v, search(b[:i] + [p] + b[i+1:], me, me, alpha, beta, depth + 1))
        beta = min(beta, v)
        if beta <= alpha: break
    return v
def choose(board, mark):
    opp = "XO"[mark == "X"]
    alpha, move = -999, -1
    for i in range(9):
        if board[i] == " ":
            v = search(board[:i] + [mark] + board[i+1:], opp, mark, alpha, 999, 1)
            if v > alpha:
                alpha, move = v, i
    return move
"""

WEIGHTS = """
LINES = [(0,1,2),(3,4,5),(6,7,8),(0,3,6),(1,4,7),(2,5,8),(0,4,8),(2,4,6)]
def choose(board, mark):
    opp = "O" if mark == "X" else "X"
    best, cell = -1, None
    for i in range(9):
        if board[i] != " ": continue
        w = 0
        for line in LINES:
            if i in line:
                mine = sum(board[j] == mark for j in line)
                theirs = sum(board[j] == opp for j in line)
                if theirs == 0: w += 10 if mine == 2 else 1
                if mine == 0: w += 5 if theirs == 2 else 1
        if w > best:
            best, cell = w, i
    return cell
"""

FIRST_WIN = """
            if score > 0:
                return i
            if score > best_score:"""

RIGHT = {"flat": FLAT, "rows": ROWS, "class": CLASS, "negamax": NEGA, "alphabeta": ALPHA}

# The style, a piece of it, what stands there instead, and a part of the bug's name.
FAULTY = [
    ("flat", ",(2,4,6)", "", "diagonal c3-b2-a1"),
    ("flat", "(3,4,5),", "", "row a2-b2-c2"),
    ("flat", "(1,4,7)", "(1,4,6)", "b3-b2-a1 in place of b3-b2-b1"),
    ("flat", "(1,4,7)", "(1,3,8)", "b3-a2-c1 in place of b3-b2-b1"),
    ("flat", "return 0\n    scores", "return 20\n    scores", "a draw more than a win"),
    ("flat", "return 0\n    scores", "return -20\n    scores", "a draw less than a loss"),
    ("flat", "10 - depth", "10 + depth", "late wins"),
    ("flat", "max(scores)", "min(scores)", "lowest score for both"),
    ("flat", "min(scores)", "sum(scores) / len(scores)", "average of the scores on the opponent"),
    ("flat", "nxt = human if player == ai else ai", "nxt = player", "never changes sides"),
    ("flat", "depth):\n", "depth):\n    if ' ' not in b: return 0\n", "once the board is full"),
    ("flat", "score > best_score", "not best_move or score > best_score", "cell 0 for no cell"),
    ("flat", "score = minimax(", "score = -minimax(", "lowest score for its own move"),
    ("flat", "            if score > best_score:", FIRST_WIN, "how soon"),
    ("flat", "return -10 + depth", "return 0", "opponent's win for a draw"),
    ("flat", "    for i in range(9):\n        if b[i]", "    for i in range(8):\n        if b[i]",
     "leaves out c1 where it looks ahead"),
    ("rows", "for j in range(3):\n            if b[i]", "for j in range(2):\n            if b[i]",
     "leaves out c3-c2-c1 where it looks ahead"),
    ("rows", "b[0][0] == b[1][1] == b[2][2]", "b[0][0] == b[1][1]", "line a3-b2 in place"),
    ("rows", "for col in range(3)", "for col in range(0)", "the columns"),
    ("rows", "if not is_moves", "if depth == 3 or not is_moves", "only 4 plies"),
    ("rows", "return score - depth", "return score", "how soon"),
    ("rows", "mark, opp)\n                board[i][j] = None", "mark, opp)", "take back"),
    ("rows", "0, False, mark", "0, True, mark", "itself move again"),
    ("rows", "best = -1000 if is_max", "best = 0 if is_max", "best score of 0"),
    ("class", '"048", ', "", "diagonal a3-b2-c1"),
    ("class", "min(max_value", "max(max_value", "highest score for both"),
    ("class", "a and a == b == c", "a and a == b", "two marks"),
    ("class", "return -1", "return 1", "opponent's win for its own"),
    ("class", "min(max_value(board.put(n, 3 - who), who, memo) for n in board.empty())",
     "sum(max_value(board.put(n, 3 - who), who, memo) / len(board.empty()) for n in board.empty())",
     "average of the scores on the opponent"),
    ("flat", "min(scores)", "sum(scores)", "adds up the scores on the opponent"),
    ("flat", 'human = "O" if mark == "X" else "X"',
     'mark, human = ("O", "X") if mark == "X" else ("X", "O")', "its own turn for the opponent"),
    ("negamax", "all(s[i] == you for i in w)", "sum(s[i] == you for i in w) > 1", "two marks"),
    ("negamax", "max(-negamax", "max(negamax", "minus"),
    ("negamax", "return -(s.count(\".\") + 1)", "return s.count(\".\") + 1", "sign"),
    ("alphabeta", "if v > alpha:", "if v >= alpha:", "only a bound"),
    ("flat", "(0,4,8),(2,4,6)", "(0,4,6),(2,4,8)", "diagonals exchanged"),
    ("rows", "if b[row][0] == opp: return -10", "if b[row][0] == opp: return 10",
     "opponent's rows"),
    ("rows", "b[row][0] == b[row][1] == b[row][2]", "b[row][0] == b[row][1]", "two marks of a row"),
    ("rows", "me if is_max else opp", "me", "its own mark on the board"),
    ("rows", "        if b[0][2] == opp: return -10\n", "", "opponent's diagonal c3-b2-a1"),
    ("rows", "best_val = val\n", "best_val = val\n            else: break\n",
     "leaves a row at the first cell"),
    ("rows", "for j in range(3):\n            if board",
     "best_val = -1000\n        for j in range(3):\n            if board",
     "new best score in each row"),
    ("flat", "nxt = human if", "nxt = player = human if", "changes sides again"),
    ("flat", "if won(b, human):", "if ' ' not in b:\n        return 0\n    if won(b, human):",
     "that the opponent has won for a draw"),
    ("weights", "                if mine == 0: w += 5 if theirs == 2 else 1\n", "",
     "blocks nothing"),
    ("weights", "", "", "weights"),
    ("weights", "10 if mine", "5 if mine", "as much as a win"),
]  # fmt: skip
