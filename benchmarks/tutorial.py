"""Tic-tac-toe as tutorials write it: the baseline that the searches are measured against.

Written for this benchmark, with what such programs have in common: a board of nested
lists that is changed and changed back, all eight lines listed anew at every look,
`[player, player, player] in lines`, and a list of row, column and score for an answer.
"""

from math import inf
from typing import Any

COMPUTER = +1
HUMAN = -1
EMPTY = 0

Board = list[list[int]]

nodes = 0


def empty_board() -> Board:
    return [[EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY], [EMPTY, EMPTY, EMPTY]]


def has_won(board: Board, player: int) -> bool:
    win_state = [
        [board[0][0], board[0][1], board[0][2]],
        [board[1][0], board[1][1], board[1][2]],
        [board[2][0], board[2][1], board[2][2]],
        [board[0][0], board[1][0], board[2][0]],
        [board[0][1], board[1][1], board[2][1]],
        [board[0][2], board[1][2], board[2][2]],
        [board[0][0], board[1][1], board[2][2]],
        [board[2][0], board[1][1], board[0][2]],
    ]
    return [player, player, player] in win_state


def empty_cells(board: Board) -> list[list[int]]:
    cells = []
    for row, marks in enumerate(board):
        for column, mark in enumerate(marks):
            if mark == EMPTY:
                cells.append([row, column])
    return cells


def is_over(board: Board) -> bool:
    return has_won(board, HUMAN) or has_won(board, COMPUTER)


def evaluate(board: Board) -> int:
    if has_won(board, COMPUTER):
        return 1
    if has_won(board, HUMAN):
        return -1
    return 0


def minimax(board: Board, depth: int, player: int) -> list[Any]:
    global nodes
    nodes += 1
    if depth == 0 or is_over(board):
        return [-1, -1, evaluate(board)]
    best = [-1, -1, -inf] if player == COMPUTER else [-1, -1, inf]
    for cell in empty_cells(board):
        row, column = cell[0], cell[1]
        board[row][column] = player
        answer = minimax(board, depth - 1, -player)
        board[row][column] = EMPTY
        answer[0], answer[1] = row, column
        if player == COMPUTER:
            if answer[2] > best[2]:
                best = answer
        elif answer[2] < best[2]:
            best = answer
    return best


def solve() -> int:
    """The score of the empty board."""
    score: int = minimax(empty_board(), 9, COMPUTER)[2]
    return score
