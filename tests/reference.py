"""Tic-tac-toe once more, to compare with: on strings, by the rules alone, nothing of noughts.

A board is nine characters in reading order, `x`, `o` or `.`; x moves first.
"""

from collections.abc import Iterator
from functools import cache

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
EMPTY = "." * 9


def mover(board: str) -> str:
    """Whose turn it is."""
    return "x" if board.count("x") == board.count("o") else "o"


def winner(board: str) -> str:
    """Who has three in a row; empty when nobody has."""
    for a, b, c in LINES:
        if board[a] == board[b] == board[c] != ".":
            return board[a]
    return ""


def over(board: str) -> bool:
    """Whether nothing can be played."""
    return bool(winner(board)) or "." not in board


def children(board: str) -> Iterator[tuple[int, str]]:
    """Every move with the board after it; none when the game is over."""
    if not over(board):
        for cell, mark in enumerate(board):
            if mark == ".":
                yield cell, board[:cell] + mover(board) + board[cell + 1 :]


@cache
def positions() -> tuple[str, ...]:
    """Every board that a game can reach, the finished ones included."""
    seen, todo = {EMPTY}, [EMPTY]
    while todo:
        for _, after in children(todo.pop()):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return tuple(sorted(seen))


@cache
def unfinished() -> tuple[str, ...]:
    """Every board on which somebody is to move."""
    return tuple(board for board in positions() if not over(board))


@cache
def worth(board: str) -> tuple[int, int]:
    """The outcome for the player to move (-1, 0, 1) and the plies to the end, by brute force.

    The winner hurries, the loser delays; a draw always fills the board.
    """
    if over(board):
        return (-1 if winner(board) else 0), 0
    return max((after_to_mine(worth(after)) for _, after in children(board)), key=rank)


def after_to_mine(worth_after: tuple[int, int]) -> tuple[int, int]:
    """What a position is worth to the player who just moved there, one ply earlier."""
    outcome, plies = worth_after
    return -outcome, plies + 1


def rank(worth_: tuple[int, int]) -> int:
    """Greater is better: a quick win first, a quick loss last."""
    outcome, plies = worth_
    return outcome * (100 - plies)


def best(board: str) -> list[int]:
    """All moves of the best worth."""
    of = {cell: rank(after_to_mine(worth(after))) for cell, after in children(board)}
    return [cell for cell in of if of[cell] == max(of.values())]


def sets(board: str) -> tuple[int, int]:
    """The cells of the player to move, and those of the other, as sets of bits."""
    mine = mover(board)
    theirs = "o" if mine == "x" else "x"
    return tuple(  # type: ignore[return-value]
        sum(1 << cell for cell, mark in enumerate(board) if mark == side) for side in (mine, theirs)
    )


def text(board: str) -> str:
    """The board in the notation of noughts."""
    rows = "/".join(board[i : i + 3] for i in (0, 3, 6))
    for run in (3, 2, 1):
        rows = rows.replace("." * run, str(run))
    return f"{rows} {mover(board)}"
