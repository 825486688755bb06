"""Breakthrough: pawns race for the other side. A game of your own that learns to play.

    noughts train examples/breakthrough.py -o breakthrough.trained
    noughts play examples/breakthrough.py --level trained:breakthrough.trained

Invented by Dan Troyka (2000).
"""

from typing import NamedTuple

from noughts import LOSS, OPEN, Game
from noughts.board import Board, Cell
from noughts.errors import UnreadableMove


class Pawns(NamedTuple):
    whites: int  # sets of cells in reading order; White moves up
    blacks: int
    side: int  # to move: 0 for White, 1 for Black


class Breakthrough(Game[Pawns]):
    """A pawn steps straight ahead or aslant, and takes only aslant; who gets one across wins."""

    marks = ("X", "O")
    either_begins = False
    size: int = 6

    def start(self):
        rank = (1 << 2 * self.size) - 1
        return Pawns(rank << self.size * (self.size - 2), rank, 0)

    def moves(self, position):
        """A move is three times a cell, and 0, 1 or 2 for left, ahead and right."""
        mine = position.whites if position.side == 0 else position.blacks
        theirs = position.blacks if position.side == 0 else position.whites
        for cell in range(self.size * self.size):
            if mine >> cell & 1 == 1:
                for step in range(3):
                    goal = self.goal(3 * cell + step, position.side)
                    taken = mine | theirs if step == 1 else mine
                    if goal >= 0 and taken >> goal & 1 == 0:
                        yield 3 * cell + step

    def goal(self, move, side):
        """The cell that a pawn of the side goes to; -1 beyond the edge."""
        row, column = move // 3 // self.size, move // 3 % self.size + move % 3 - 1
        row = row - 1 if side == 0 else row + 1
        inside = 0 <= column < self.size and 0 <= row < self.size
        return row * self.size + column if inside else -1

    def play(self, position, move):
        goal = 1 << self.goal(move, position.side)
        if position.side == 0:
            return Pawns(position.whites & ~(1 << move // 3) | goal, position.blacks & ~goal, 1)
        return Pawns(position.whites & ~goal, position.blacks & ~(1 << move // 3) | goal, 0)

    def outcome(self, position):
        first_row, last_row = (1 << self.size) - 1, self.size * (self.size - 1)
        if position.side == 0:
            lost = position.whites == 0 or position.blacks >> last_row != 0
        else:
            lost = position.blacks == 0 or position.whites & first_row != 0
        return LOSS if lost else OPEN

    def board(self, position, turn):
        cells = []
        for cell in range(self.size * self.size):
            white, black = position.whites >> cell & 1, position.blacks >> cell & 1
            mark = "X" if white else "O" if black else ""
            cells.append(Cell(self.cell_name(cell), cell % self.size, cell // self.size, mark))
        return Board(tuple(cells))

    def cell_name(self, cell):
        return f"{'abcdefgh'[cell % self.size]}{self.size - cell // self.size}"

    def name(self, move):
        """The pawn's cell and the direction, left and right as on the board: `b2-left`."""
        return f"{self.cell_name(move // 3)}-{('left', 'ahead', 'right')[move % 3]}"

    def read(self, text):
        for move in range(3 * self.size * self.size):
            if self.name(move) == text.strip().lower():
                return move
        raise UnreadableMove(f"{text!r} is not a move: write a cell and a direction, b2-ahead.")
