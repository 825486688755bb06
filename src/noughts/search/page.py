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
    """Words that a function writes for its caller.

    >>> Told(2).words
    array('q', [0, 0])
    """

    __slots__ = ("size", "words")

    words: "array[int]"
    size: int

    def __init__(self, size: int) -> None:
        self.words = zeros(size)
        self.size = size


def tell_moves(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the outcome, then each legal move with the words of the position after it.

    Returns:
        The number of moves.

    Raises:
        SearchStopped: there is no room for all moves.

    >>> from noughts.games.nim import Nim
    >>> from noughts.knowledge import knowledge_of
    >>> told, game = Told(5), knowledge_of(Nim(2))
    >>> tell_moves(game, game.start(), told), list(told.words)
    (2, [2, 1, 1, 2, 0])
    """
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
    """Write the state of each cell of the board, 0 if it is empty.

    Args:
        game: the knowledge of a game with `cells` and `sign`, such as a `CellGame`.
        position: the position.
        turn: whose turn it is.
        told: receives a word for each cell.

    Returns:
        The number of marked cells.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.knowledge import knowledge_of
    >>> game, told = TicTacToe(), Told(9)
    >>> tell_marks(knowledge_of(game), *game.parse("xo1/1x1/3 o"), told), list(told.words)
    (3, [1, 2, 0, 0, 1, 0, 0, 0, 0])
    """
    rules: Any = game.game
    marked = 0
    for cell in range(rules.cells):
        sign = rules.sign(position, turn, cell)
        told.words[cell] = sign
        marked += sign > 0
    return marked


def tell_cells(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the cell of each legal move, by the rules' `cell_of`.

    Returns:
        The number of moves.

    >>> from noughts.games.nim import Nim
    >>> from noughts.knowledge import knowledge_of
    >>> game, told = Nim(1, 2), Told(3)
    >>> tell_cells(knowledge_of(game), game.start(), told), list(told.words)
    (3, [1, 0, 2])
    """
    rules: Any = game.game
    moves = 0
    for move in game.moves(position):
        told.words[moves] = rules.cell_of(position, move)
        moves += 1
    return moves


def tell_parts(game: Knowledge[Any], position: Any, turn: int, told: Told) -> int:
    """Write for each part of the board whether it is closed, by the rules' `closing`.

    Returns:
        The number of parts.

    >>> from noughts.games.notakto import Notakto
    >>> from noughts.knowledge import knowledge_of
    >>> game, told = Notakto(2), Told(2)
    >>> tell_parts(knowledge_of(game), *game.parse("xxx/3/3|3/1x1/3 x"), told), list(told.words)
    (2, [1, 0])
    """
    rules: Any = game.game
    for part in range(rules.parts):
        told.words[part] = rules.closing(position, turn, part)
    return int(rules.parts)


def tell_canonical(game: Knowledge[Any], position: Any, told: Told) -> int:
    """Write the words of the canonical position.

    Returns:
        The number of words.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.knowledge import knowledge_of
    >>> game, told = TicTacToe(), Told(2)
    >>> tell_canonical(knowledge_of(game), game.parse("3/3/2x o")[0], told), list(told.words)
    (2, [0, 1])
    """
    canonical = game.canonical(position)
    write_position(told.words, 0, canonical, len(canonical))
    return len(canonical)


def book_key(game: Knowledge[Any], position: Any) -> int:
    return game.key(game.canonical(position))
