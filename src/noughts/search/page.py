"""Data about a position for the page, other than scores: compiled, and called from JavaScript.

Each function writes into a record of words, which the page reads.
"""

from array import array
from typing import Any

from noughts.errors import SearchStopped
from noughts.knowledge import Knowledge
from noughts.search.memory import write_position, zeros
from noughts.value import OPEN


class Told:
    """Words that a function writes for its caller."""

    __slots__ = ("size", "words")

    words: "array[int]"
    size: int

    def __init__(self, size: int) -> None:
        self.words = zeros(size)
        self.size = size


def tell_moves(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the outcome, then each move with the words of the position after it; count moves."""
    outcome = game.outcome(position)
    told.words[0] = outcome
    moves, place = 0, 1
    if outcome == OPEN:
        for move in game.moves(position):
            after = game.play(position, move)
            if place + len(after) >= told.size:
                raise SearchStopped
            told.words[place] = move
            write_position(told.words, place + 1, after, len(after))
            place += 1 + len(after)
            moves += 1
    return moves


def tell_marks(game: Knowledge[Any], position: Any, turn: int, told: Told) -> int:
    """Write the state of each cell of the board, 0 if it is empty; count the marked ones.

    The game has `cells` and `sign`, as a `CellGame` has.
    """
    rules: Any = game.game
    marked = 0
    for cell in range(rules.cells):
        sign = rules.sign(position, turn, cell)
        told.words[cell] = sign
        marked += sign > 0
    return marked


def tell_cells(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the cell of each legal move, by the rules' `cell_of`; count the moves."""
    rules: Any = game.game
    moves = 0
    for move in game.moves(position):
        told.words[moves] = rules.cell_of(position, move)
        moves += 1
    return moves


def tell_parts(game: Knowledge[Any], position: Any, turn: int, told: Told) -> int:
    """Write for each part of the board whether it is closed, by `closing`; count the parts."""
    rules: Any = game.game
    for part in range(rules.parts):
        told.words[part] = rules.closing(position, turn, part)
    return int(rules.parts)


def tell_canonical(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the words of the canonical position; count them."""
    canonical = game.canonical(position)
    write_position(told.words, 0, canonical, len(canonical))
    return len(canonical)


def book_key(game: Knowledge[Any], position: Any) -> int:
    return game.key(game.canonical(position))
