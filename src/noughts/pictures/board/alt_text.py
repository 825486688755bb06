"""A position in words: the alternative text of its picture."""

from typing import Any

from noughts.board import Board
from noughts.game import Game, by_points, winner_of
from noughts.games.registry import game_name
from noughts.pictures.board.annotations import Values, best_of
from noughts.value import OPEN

# Marks whose name differs from their character.
MARK_NAMES = {"*": "counters", "#": "squares", "!": "poison"}


def title_of(game: Game[Any], position: Any, turn: int) -> str:
    """The title of a picture: the game, and the player to move or the result."""
    return f"{game_name(game)}, {standing(game, position, turn)}"


def standing(game: Game[Any], position: Any, turn: int) -> str:
    """The player to move, or the result."""
    outcome = game.outcome(position)
    if outcome == OPEN:
        return f"{game.marks[turn]} to move"
    winner = winner_of(outcome, turn)
    if winner is None:
        return "drawn"
    return f"{game.marks[winner]} has won{by_points(game, position)}"


def described(board: Board) -> str:
    """The marks of a board in words, one sentence per kind of mark.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(described(game.board(*game.parse("xo1/1x1/2o x"))))
    X on a3, b2. O on b3, c1. Empty: c3, a2, c2, a1, b1.
    """
    marks = list(dict.fromkeys(sorted(cell.mark for cell in board.cells if cell.mark)[::-1]))
    sentences = [f"{MARK_NAMES.get(mark, mark)} on {_names(board, mark)}." for mark in marks]
    empty = _names(board, "")
    if empty:
        sentences.append(f"Empty: {empty}." if marks else "The board is empty.")
    parts = [f"{part.mark} has won the part from {part.cells[0]} to {part.cells[-1]}."
             for part in board.closed if part.mark]  # fmt: skip
    lines = [f"The line {'-'.join(line)} decided the game." for line in board.lines]
    return " ".join([*sentences, *parts, *lines])


def valued(game: Game[Any], values: Values) -> str:
    """The values of the moves in words, best first."""
    if not values:
        return ""
    best = best_of(values)
    ordered = sorted(values, key=lambda move: values[move].score, reverse=True)
    names = ", ".join(game.name(move) for move in ordered if move in best)
    all_of_them = ", ".join(f"{game.name(move)} {values[move]}" for move in ordered)
    return f"Best: {names}. Every move: {all_of_them}."


def _names(board: Board, mark: str) -> str:
    return ", ".join(cell.name for cell in board.cells if cell.mark == mark)
