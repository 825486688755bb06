"""A line game on paper: strings of x, o and dots, lines from coordinates, values by brute force.

Shares nothing with the package: what the tests hold the explanations against.
"""

from functools import cache
from itertools import product
from typing import NamedTuple


class Paper(NamedTuple):
    """The rules: k in a row on m columns and n rows, or in space. Cells count in reading order."""

    m: int
    n: int
    k: int
    misere: bool = False
    wraps_across: bool = False
    wraps_down: bool = False
    falls: bool = False  # marks fall to the bottom of their column
    levels: int = 1  # of a cube, the lowest first

    def board(self, text: str) -> tuple[str, str]:
        """The marks of a position's text, one sign a cell, and the side to move."""
        rows, side = text.split()
        signs = "".join(c if c in "xo/|" else "." * int(c) for c in rows)
        signs = signs.replace("/", "").replace("|", "")
        assert len(signs) == self.m * self.n * self.levels, (
            "these boards are narrower than ten columns"
        )
        return signs, side


# One of each two opposite directions.
DIRECTIONS = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]


@cache
def lines(paper):
    """Every line as a set of cells."""
    found = set()
    for start in product(range(paper.levels), range(paper.n), range(paper.m)):
        for step in DIRECTIONS:
            ways = zip(start, step, strict=True)
            places = zip(*([at + i * by for i in range(paper.k)] for at, by in ways), strict=True)
            cells = {cell_at(paper, *place) for place in places}
            if None not in cells and len(cells) == paper.k:
                found.add(frozenset(cells))
    return frozenset(found)


def cell_at(paper, z, y, x):
    """The cell there; None beyond the edges."""
    x = x % paper.m if paper.wraps_across else x
    y = y % paper.n if paper.wraps_down else y
    inside = 0 <= x < paper.m and 0 <= y < paper.n and 0 <= z < paper.levels
    return (z * paper.n + y) * paper.m + x if inside else None


def marked(board, cell, side):
    return board[:cell] + side + board[cell + 1 :]


def other(side):
    return "o" if side == "x" else "x"


def empty(board: str) -> set[int]:
    return {cell for cell, sign in enumerate(board) if sign == "."}


def playable(paper, board):
    """The cells that can be marked now."""
    if not paper.falls:
        return empty(board)
    below = {cell: cell + paper.m for cell in empty(board)}
    return {cell for cell, under in below.items() if board[under : under + 1] != "."}


def above(paper, cells):
    """The cells just above these; those that lie on the board."""
    return {cell - paper.m for cell in cells if cell >= paper.m} if paper.falls else set()


def landing(paper: Paper, board: str, move: int) -> int:
    """The cell that a move marks: itself, or the lowest empty cell of the column."""
    if not paper.falls:
        return move
    return max(cell for cell in empty(board) if cell % paper.m == move)


def has_line(paper, board, side):
    return any(all(board[cell] == side for cell in line) for line in lines(paper))


def completed(paper, board, cell, side):
    """The lines that side completes by marking the cell."""
    after = marked(board, cell, side)
    return {line for line in lines(paper) if cell in line and all(after[c] == side for c in line)}


@cache
def wins(paper, board, side):
    """The cells where side completes a line now."""
    return due(paper, board, side) & playable(paper, board)


@cache
def due(paper, board, side):
    """The empty cells where side completes a line, now or later."""
    return frozenset(cell for cell in empty(board) if completed(paper, board, cell, side))


def is_fork(paper, board, cell, side):
    """Whether marking the cell gives side two cells to complete a line at, both new."""
    return len(wins(paper, marked(board, cell, side), side) - wins(paper, board, side)) > 1


def is_sure_fork(paper, board, cell, side):
    """A fork against which nothing helps, by a side that cannot complete a line at once."""
    after = marked(board, cell, side)
    return (
        not wins(paper, board, side)
        and is_fork(paper, board, cell, side)
        and not wins(paper, after, other(side))
    )


def sure_forks(paper, board, side):
    return {cell for cell in playable(paper, board) if is_sure_fork(paper, board, cell, side)}


@cache
def value(paper, board, side):
    """(outcome, plies) for side, who is to move. The winner hurries, the loser delays."""
    if has_line(paper, board, other(side)):
        return (1 if paper.misere else -1), 0
    if "." not in board:
        return 0, 0
    return max((move_value(paper, board, cell, side) for cell in playable(paper, board)), key=rank)


@cache
def worths(paper, board, side):
    """For every empty cell, (outcome, plies) for side, who marks it."""
    return {cell: move_value(paper, board, cell, side) for cell in sorted(playable(paper, board))}


@cache
def best(paper, board, side):
    """(outcome, plies) of the best of the moves."""
    return max(worths(paper, board, side).values(), key=rank)


def move_value(paper, board, cell, side):
    """(outcome, plies) for side, who marks the cell."""
    outcome, plies = value(paper, marked(board, cell, side), other(side))
    return -outcome, plies + 1


def rank(outcome_and_plies):
    """Better is greater; all draws are equal."""
    outcome, plies = outcome_and_plies
    return outcome, -outcome * plies
