"""Findings that are alike, against the turns and reflections of a square."""

from noughts.classroom.audit import audit
from noughts.classroom.words import alike
from noughts.games.tictactoe import TicTacToe
from noughts.players.player import RandomPlayer
from tests.players import oracle

GAME = TicTacToe()
TURN = [6, 3, 0, 7, 4, 1, 8, 5, 2]
MIRROR = [2, 1, 0, 5, 4, 3, 8, 7, 6]


def images(board, cell):
    """The board and the cell in all eight pictures."""
    for _ in range(4):
        for mapping in (TURN, MIRROR, MIRROR):
            board = "".join(board[old] for old in mapping)
            cell = mapping.index(cell)
            yield board, cell


def test_those_are_put_together_that_are_pictures_of_each_other():
    findings = audit(GAME, RandomPlayer()).findings
    groups = alike(GAME, findings)
    expected = {
        (one.fault, one.seat, min(images(oracle.board_of(one.position), one.move)))
        for one in findings
    }
    assert sum(number for _, number in groups) == len(findings)
    # A picture of the board on which the move is another one may lead to the same position.
    assert len(groups) == len({(kind, seat, board, oracle_after(board, cell))
                               for kind, seat, (board, cell) in expected})  # fmt: skip


def oracle_after(board, cell):
    after = oracle.play(board, oracle.side_to_move(board), cell)
    return min(image for image, _ in images(after, 0))


def test_the_first_of_them_is_shown():
    findings = audit(GAME, RandomPlayer()).findings
    assert alike(GAME, findings)[0].finding is findings[0]
