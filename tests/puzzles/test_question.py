"""A puzzle as a question: what is shown before its position is explained."""

from types import SimpleNamespace
from typing import Any

import pytest

from noughts.errors import PuzzleError
from noughts.games.tictactoe import TicTacToe
from noughts.puzzles.pack import Puzzle, PuzzleKind
from noughts.puzzles.question import PuzzleQuestion, task

# An explainer that must not be asked.
SILENT: Any = SimpleNamespace(game=TicTacToe(), explain=None)


def test_the_board_and_the_task_need_no_explanation():
    question = PuzzleQuestion(SILENT, Puzzle("x2/3/3 o", PuzzleKind.SAVE, "b2", 1200))
    board = question.game.board(question.position, question.turn)
    assert [cell.name for cell in board.cells if cell.mark] == ["a3"]
    assert task(question) == "O to move: one move saves the draw, and no other. Find it."


def test_a_move_that_cannot_be_played_is_refused():
    with pytest.raises(PuzzleError, match="a3 cannot be played"):
        PuzzleQuestion(SILENT, Puzzle("x2/3/3 o", PuzzleKind.SAVE, "a3", 1200))
