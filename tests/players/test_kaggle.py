"""The agent for Kaggle wins, stops wins, keeps values, and needs nothing of ours in its file."""

import subprocess
import sys
from types import SimpleNamespace

from click.testing import CliRunner

from noughts.games.connectfour import ConnectFour
from noughts.players.kaggle import agent
from noughts.solving.api import solver_for
from noughts.terminal.commands.serve import export
from tests.each import each


def asked(game, moves, seconds=5.0):
    position = game.start()
    for move in moves:
        position = game.play(position, move)
    turn = len(moves) % 2
    board = [{"X": 1, "O": 2, "": 0}[cell.mark] for cell in game.board(position, turn).cells]
    configuration = SimpleNamespace(
        columns=game.columns, rows=game.rows, inarow=game.k, actTimeout=seconds
    )
    return agent(SimpleNamespace(board=board, mark=turn + 1), configuration)


@each("moves, column", [([3, 0, 3, 0, 3, 0], 3), ([3, 0, 3, 0, 3], 3), ([0, 3, 1, 3, 2], 3)])
def test_it_wins_and_stops_wins(moves, column):
    assert asked(ConnectFour(), moves, 0.1) == column


@each("moves", [[], [0], [1, 1], [0, 1, 2], [2, 2, 2, 2]])
def test_on_a_small_board_it_keeps_the_value(moves):
    game = ConnectFour(4, 4, 4)
    position = game.start()
    for move in moves:
        position = game.play(position, move)
    values = {one.move: one.value.outcome for one in solver_for(game).values(position)}
    assert values[asked(game, moves, 60)] == max(values.values())


def test_the_file_runs_alone(tmp_path):
    path = tmp_path / "submission.py"
    assert CliRunner().invoke(export, [str(path)]).exit_code == 0
    code = (
        "import sys, submission; from types import SimpleNamespace as S;"
        "assert not any(name.startswith('noughts') for name in sys.modules);"
        "print(submission.agent(S(board=[0]*42, mark=1),"
        " S(columns=7, rows=6, inarow=4, actTimeout=0.1)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True
    )
    assert done.stdout.strip() in "0123456", done.stderr
