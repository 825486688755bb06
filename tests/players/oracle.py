"""Tic-tac-toe once more, on strings and without noughts: what the tests here compare with."""

from fractions import Fraction
from functools import cache

from noughts.games.common.cell_game import Marks

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]
ROWS = [[int(cell) for cell in line] for line in LINES]


def other(side):
    return "O" if side == "X" else "X"


def has_won(board, side):
    return any(all(board[cell] == side for cell in row) for row in ROWS)


def over(board, side):
    """Whether the game is over when it is this side's turn."""
    return has_won(board, other(side)) or "." not in board


def moves(board):
    return [cell for cell in range(9) if board[cell] == "."]


def play(board, side, cell):
    return board[:cell] + side + board[cell + 1 :]


def side_to_move(board):
    return "X" if board.count("X") == board.count("O") else "O"


@cache
def worth(board, side):
    """Outcome and plies for the side to move; a fast win is best, then a slow loss is better."""
    if has_won(board, other(side)):
        return -1, 0
    if "." not in board:
        return 0, 0
    return max((after(board, side, cell) for cell in moves(board)), key=rank)


def after(board, side, cell):
    """Outcome and plies, for the side that plays the move."""
    outcome, plies = worth(play(board, side, cell), other(side))
    return -outcome, plies + 1


def rank(value):
    outcome, plies = value
    return outcome * (100 - plies)


def best(board, side):
    top = rank(worth(board, side))
    return [cell for cell in moves(board) if rank(after(board, side, cell)) == top]


@cache
def boards():
    """Every board that can arise and on which the game is not over."""
    found, layer, side = [], {"." * 9}, "X"
    while layer:
        layer = {board for board in layer if not over(board, side)}
        found += sorted(layer)
        layer = {play(board, side, cell) for board in layer for cell in moves(board)}
        side = other(side)
    return found


def marks(board):
    """The board as noughts holds it."""
    sets = {s: sum(1 << cell for cell in range(9) if board[cell] == s) for s in "XO"}
    side = side_to_move(board)
    return Marks(sets[side], sets[other(side)])


def board_of(position):
    """The board that noughts holds so."""
    turn = (position.mine | position.theirs).bit_count() % 2
    mine, theirs = "XO" if turn == 0 else "OX"
    return "".join(
        mine if position.mine >> cell & 1 else theirs if position.theirs >> cell & 1 else "."
        for cell in range(9)
    )


def expected(board, side, chooser, seat):
    """Win, draw and loss for `seat`, who chooses evenly among chooser(board, side), the other at
    random."""
    return _expected(board, side, chooser, seat, {})


def _expected(board, side, chooser, seat, known):
    if has_won(board, other(side)):
        return (1, 0, 0) if side != seat else (0, 0, 1)
    if "." not in board:
        return (0, 1, 0)
    if board not in known:
        choices = chooser(board, side) if side == seat else moves(board)
        results = [
            _expected(play(board, side, cell), other(side), chooser, seat, known)
            for cell in choices
        ]
        known[board] = tuple(
            Fraction(sum(column), len(choices)) for column in zip(*results, strict=True)
        )
    return known[board]


@cache
def prospect(board, side, seat):
    """Wins less losses of `seat`, the other playing at random, if of the best moves, plies
    included, it always plays the one with the best prospect."""
    if has_won(board, other(side)):
        return Fraction(1 if side != seat else -1)
    if "." not in board:
        return Fraction(0)
    choices = best(board, side) if side == seat else moves(board)
    results = [prospect(play(board, side, cell), other(side), seat) for cell in choices]
    return max(results) if side == seat else Fraction(sum(results), len(results))
