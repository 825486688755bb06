"""An agent for Kaggle's ConnectX, in one file that needs nothing but Python.

`noughts export submission.py` writes it. It looks ahead by alpha-beta on bit sets, deeper and
deeper until its time is up, for any number of columns, rows and discs in a row.
"""

import time
from typing import Any

# The share of the allowed time that a move takes.
USED = 0.7
# The score of a win, less the plies to it.
WIN = 10_000


class TimeUp(Exception):  # it is no error
    """The time for the move is used up."""


class Search:
    """A search on a board: each column has a bit for each row and one above them."""

    def __init__(self, columns: int, rows: int, length: int, end: float) -> None:
        self.columns, self.rows, self.length, self.end = columns, rows, length, end
        self.order = sorted(range(columns), key=lambda column: abs(2 * column - columns + 1))
        self.steps = (1, rows, rows + 1, rows + 2)
        self.table: dict[tuple[int, int, int], int] = {}
        self.nodes = 0

    def wins(self, discs: int) -> bool:
        for step in self.steps:
            line = discs
            for _ in range(self.length - 1):
                line &= line >> step
                if not line:
                    break
            if line:
                return True
        return False

    def moves(self, taken: int) -> list[tuple[int, int]]:
        """Each column that is not full, the middle first, and the bit of a disc in it."""
        height, found = self.rows + 1, []
        for column in self.order:
            shift = column * height
            bit = (taken & ((1 << self.rows) - 1) << shift) + (1 << shift)
            if not bit >> (shift + self.rows) & 1:
                found.append((column, bit))
        return found

    def score(self, mine: int, theirs: int, depth: int, alpha: int, beta: int) -> int:
        self.nodes += 1
        if not self.nodes & 255 and time.perf_counter() > self.end:
            raise TimeUp
        moves = self.moves(mine | theirs)
        if not moves or not depth:
            return 0
        for _, bit in moves:
            if self.wins(mine | bit):
                return WIN - 1
        key = mine, theirs, depth
        if key in self.table:
            return self.table[key]
        best, lowest = -WIN, alpha
        for _, bit in moves:
            found = -self.score(theirs, mine | bit, depth - 1, -beta, -alpha)
            found -= (found > 0) - (found < 0)  # a ply later
            best = max(best, found)
            alpha = max(alpha, found)
            if alpha >= beta:
                return best
        if best > lowest:  # exact, as no cut was made
            self.table[key] = best
        return best


def agent(observation: Any, configuration: Any) -> int:
    """The column to drop a disc into."""
    columns, rows = configuration.columns, configuration.rows
    allowed = getattr(configuration, "actTimeout", 2)
    end = time.perf_counter() + USED * allowed
    search = Search(columns, rows, configuration.inarow, end)
    sides = {1: 0, 2: 0}
    for cell, mark in enumerate(observation.board):
        if mark:
            row, column = divmod(cell, columns)
            sides[mark] |= 1 << column * (rows + 1) + rows - 1 - row
    mine, theirs = sides[observation.mark], sides[3 - observation.mark]
    moves = search.moves(mine | theirs)
    for side in (mine, theirs):  # win, or stop a win
        for column, bit in moves:
            if search.wins(side | bit):
                return column
    best = moves[0][0]
    try:
        for depth in range(1, columns * rows + 1):
            search.table.clear()
            scored: list[tuple[int, int, int]] = []
            for column, bit in moves:
                alpha = max(scored)[0] if scored else -WIN
                found = -search.score(theirs, mine | bit, depth, -WIN, -alpha)
                scored.append((found, -len(scored), column))
            best = max(scored)[2]
    except TimeUp:
        pass
    return best
