"""Positions for a user's function: plain lists and strings.

Three forms, by the game; `docs/auditor.md` shows them:

    CELLS     the marks in reading order; a move is the number of a cell, from 0
    COLUMNS   Connect Four: rows from the top; a move is the number of a column, from 0
    NAMES     all other games: a dictionary with the names of the moves; a move is one of them
"""

from enum import StrEnum
from typing import Any

from noughts.errors import AnswerNotUnderstood, BadAnswer, MoveError, UnreadableMove
from noughts.game import FIRST, Game, play_legal, read_move
from noughts.games.common.cell_game import CellGame
from noughts.games.connectfour import ConnectFour
from noughts.knowledge import plays_by

EMPTY = " "
NOT_UNDERSTOOD = "which is not understood"


class Form(StrEnum):
    """The form of positions that a function gets."""

    CELLS = "cells"
    COLUMNS = "columns"
    NAMES = "names"

    @property
    def move(self) -> str:
        """The expected result of a function, in words."""
        if self == Form.NAMES:
            return "the name of a move, a string"
        return f"the number of a {self.removesuffix('s')}, a whole number from 0"


def form_of(game: Game[Any]) -> Form:
    """The form of the game's positions.

    CELLS if positions consist of marks and each move marks one cell.

    >>> from noughts.games.registry import find_game
    >>> for name in "tictactoe", "hex:3", "connectfour", "morris", "threemarks", "nim":
    ...     print(name, form_of(find_game(name)))
    tictactoe cells
    hex:3 cells
    connectfour columns
    morris names
    threemarks names
    nim names
    """
    if plays_by(game, ConnectFour):
        return Form.COLUMNS
    if not isinstance(game, CellGame):
        return Form.NAMES
    cls: type[CellGame[Any]] = type(game)
    as_usual = cls.text is CellGame.text and cls.moves_by_cell is CellGame.moves_by_cell
    return Form.CELLS if as_usual else Form.NAMES


def plain_turn(game: Game[Any], position: Any) -> int:
    """The player to move; FIRST if the position does not show it."""
    turn = game.turn(position)
    return FIRST if turn is None else turn


def plain(game: Game[Any], position: Any) -> Any:
    """The position as lists and strings.

    >>> from noughts.games.registry import find_game
    >>> game = find_game("tictactoe")
    >>> plain(game, game.parse("xo1/1x1/3 o")[0])
    ['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' ']
    >>> game = find_game("nim:1,2")
    >>> plain(game, game.start())["moves"]
    ['a1', 'b1', 'b2']
    """
    turn, form = plain_turn(game, position), form_of(game)
    cells = game.board(position, turn).cells
    marks = [cell.mark or EMPTY for cell in cells]
    if form == Form.CELLS:
        return marks
    if form == Form.COLUMNS and isinstance(game, ConnectFour):
        return [marks[i : i + game.columns] for i in range(0, len(marks), game.columns)]
    return {
        "position": game.text(position, turn),
        "cells": {cell.name: mark for cell, mark in zip(cells, marks, strict=True)},
        "moves": [game.name(move) for move in game.moves(position)],
    }


def meant(game: Game[Any], position: Any, answer: int | str) -> int:
    """The legal move for a function's answer.

    Raises:
        AnswerNotUnderstood: it is not of the right type, or names no move.
        BadAnswer: it is not a legal move.

    >>> from noughts.games.registry import find_game
    >>> game = find_game("nim:1,2")
    >>> game.name(meant(game, game.start(), "b2"))
    'b2'
    """
    form = form_of(game)
    if isinstance(answer, str) != (form == Form.NAMES):
        raise AnswerNotUnderstood(f"returned {answer!r}, {NOT_UNDERSTOOD}; expected {form.move}")
    try:
        move = read_move(game, answer) if isinstance(answer, str) else answer
        play_legal(game, position, move)
    except MoveError as error:
        kind = AnswerNotUnderstood if isinstance(error, UnreadableMove) else BadAnswer
        raise kind(f"returned {answer!r}: {error}") from None
    return move
