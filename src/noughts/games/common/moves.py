"""Lists of moves as people and other programs write them, for games whose moves are cells.

Numbered lists, `1. b2 a1`, with players, `X b2, O a1`, glued, `h8i8h9`, joined, `b2-a1`, quoted or
in brackets, `["b2", "a1"]`; pairs of row and column from the upper left, `(1, 1), (2, 0)`; numbers
of cells in reading order, `4 6`. Pairs and numbers count from 0, as in programs, unless that is
impossible or they begin with `1:`; digits on 3×3 count from 1, with a 0 or `0:` from 0.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from noughts.errors import MoveError

CellGame = Any  # its module imports this one

NUMBERED = re.compile(r"(?<![\w.])[0-9]+\.+(?![0-9])")
COMMENT = re.compile(r"\{[^}]*\}|(?:^|(?<=\s));[^\n]*")
RESULT = re.compile(r"(?<!\S)(1-0|0-1|1/2-1/2|\*)\s*$")
PLAYER = re.compile(
    r"\b(?:[xo]|player [12]|black|white)\s*(?:[:=]|\s|->)\s*(?=[a-z]?[0-9]|\()", re.IGNORECASE
)
PAIR = re.compile(r"[\[(]\s*([0-9]+)\s*[,; ]\s*([0-9]+)\s*[\])]")
GLUED = re.compile(r"(?:[a-z][1-9][0-9]?)+", re.IGNORECASE)
MARKS = str.maketrans(dict.fromkeys("[](){}'\"`;|>→", " "))


def plain_moves(text: str) -> str:
    """A list of moves without the numbers of moves, comments, and a result at its end.

    >>> plain_moves("1. b2 {centre} a1 2. c3 1-0").split()
    ['b2', 'a1', 'c3']
    """
    return RESULT.sub("", NUMBERED.sub(" ", COMMENT.sub(" ", text)))


def moves_in(game: CellGame, text: str) -> list[str]:
    """The names of the moves in a text; its words if they are no moves.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> moves_in(TicTacToe(), "b2a1c3"), moves_in(TicTacToe(), "[(1, 1), (2, 0)]")
    (['b2', 'a1', 'c3'], ['b2', 'a1'])
    """
    words = text.replace(",", " ").split()
    if _readable(game, words):
        return words
    return next((found for found in _readings(game, text) if _readable(game, found)), words)


def _readable(game: CellGame, words: list[str]) -> bool:
    try:
        for word in words:
            game.read(word)
    except MoveError:
        return False
    return bool(words)


def _readings(game: CellGame, text: str) -> Iterator[list[str]]:
    first, text = (int(text[0]), text[2:]) if text[:2] in ("0:", "1:") else (None, text)
    body = PLAYER.sub(" ", plain_moves(text))
    if pairs := [(int(row), int(column)) for row, column in PAIR.findall(body)]:
        if not PAIR.sub("", body).strip(" \n\t,;[]()->"):
            yield from _counted(first, lambda one: _cells(game, pairs, one))
        return
    words = body.translate(MARKS).replace(",", " ").split()
    if first is None:
        yield words
    if all(word.isascii() and word.isdecimal() for word in words):
        yield from _counted(first, lambda one: _numbered(game, [int(word) - one for word in words]))
    yield [part for word in words for part in re.split(r"-+", word)]
    if all(map(GLUED.fullmatch, words)):
        yield re.findall(r"[a-z][1-9][0-9]?", " ".join(words).lower())


def _counted(first: int | None, cells: Callable[[int], list[str]]) -> Iterator[list[str]]:
    """The cells counted from 0, otherwise from 1; or from the given number."""
    for one in (0, 1) if first is None else (first,):
        yield cells(one)


def _cells(game: CellGame, pairs: list[tuple[int, int]], first: int) -> list[str]:
    rows = [(row - first, column - first) for row, column in pairs]
    if not all(0 <= row < game.rows and 0 <= column < game.columns for row, column in rows):
        return []
    return _numbered(game, [row * game.columns + column for row, column in rows])


def _numbered(game: CellGame, cells: list[int]) -> list[str]:
    if game.falls or not all(0 <= cell < game.cells for cell in cells):
        return []
    return [game.cell_name(cell) for cell in cells]
