"""The sentences: what they say is read back and held against the board; and how they read."""

import pytest

from noughts.analysis.explain import Explainer
from noughts.analysis.words import in_full, one_line, verdict
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from tests.analysis.grammar import Move, read_line, read_paragraph, read_verdict
from tests.analysis.paper import Paper
from tests.analysis.test_explain import open_positions


@pytest.mark.parametrize(
    ("paper", "game"),
    [
        (Paper(3, 3, 3), TicTacToe()),
        (Paper(3, 3, 3, misere=True), MNK(3, 3, 3, misere=True)),
    ],
)
def test_every_sentence_about_every_move_of_three_by_three_is_true(paper, game):
    explainer = Explainer(game)
    for position, turn in open_positions(game):
        board, side = paper.board(game.text(position, turn))
        explanation = explainer.explain(position, turn)
        read_verdict(verdict(explanation), paper, board, side)
        for move in explanation.moves:
            scene = Move(paper, board, side, move.move)
            read_line(one_line(move), scene)
            read_paragraph(in_full(move, None if move.best else explanation.best[0]), scene)
