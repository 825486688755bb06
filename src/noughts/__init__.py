"""noughts: perfect play in two-player games, with tic-tac-toe at its centre.

>>> import noughts
>>> game = noughts.TicTacToe()
>>> position, turn = game.parse("xxo/ox1/o2 x")
>>> [game.name(move) for move in noughts.best_moves(game, position)]
['b1', 'c1']

Games
    find_game finds a game by name. TicTacToe, MNK, Gomoku, StandardGomoku, ConnectFour, Cube,
    Wild, Notakto, OrderChaos, Morris, Picaria, ThreeMarks, Pentago, Numerical, Ultimate, Hex, Dots,
    Domineering, Kalah, Othello, Nim, Chomp.
A game of your own
    Game, CellGame, Grid, LineGame; Lines: a line game as data; Board, Cell, Look: how it looks;
    Knowledge, knowledge_of: facts that searches may use beyond the rules; check: a check of the
    rules for mistakes; legal_moves.
Values
    WIN, DRAW, LOSS, OPEN; Value: an outcome, and the plies to it.
A game in progress
    State: play and undo moves by name; legal moves, outcome, exact values, points.
Exact values
    solve, best_moves, Answer; solver_for chooses among Solver, RetrogradeSolver and Tablebase;
    Prover: proves who wins, not how soon; MarginSolver, Margin: the points a game is won by;
    compiled: any search as native code.
Complete solutions
    make_tablebase, Tablebase, Positions, backend_named; make_outcomes, OutcomeTable: outcomes only;
    positions_by_ply: counts of positions;
    strategy: one answer to every reply.
Explanations
    analyse, Analysis, explain, review, Record, Lesson, compare, record_search, game_tree.
Players
    Match; Player, KnownPolicy: the protocols of players; PerfectPlayer, RandomPlayer,
    MonteCarloPlayer, RulesPlayer, WeightsPlayer, Trickster; ProgramPlayer, FunctionPlayer,
    PolicyPlayer: your own; player_of finds one by name; arena, measure, measure_both_seats:
    comparisons of strength; audit: can it be beaten? every_play, defeats: all plays, and all
    defeats; regret, exploitability.
Pictures
    draw, draw_tree, strategy_map, history; BoardWidget: a board to play on in a notebook.
Errors
    NoughtsError is the base of all; noughts.errors has the others.

Each name is loaded when it is first used.
"""

from importlib import import_module
from importlib.util import find_spec
from typing import Any

__version__ = "0.2.0"


def _modules() -> dict[str, str]:
    """The module of each public name, as type checkers read it in `__init__.pyi`."""
    stub = __spec__.loader.get_data(f"{__file__}i").decode()
    lines = (line.split() for line in stub.splitlines() if line.startswith("from noughts."))
    return {name: module for _, module, _, name, *_ in lines}


_HOMES = _modules()
# Names that need an optional library can be imported, but are not part of `import *`.
__all__ = [name for name in _HOMES if name != "BoardWidget"]

# Names that newcomers try, and what does this here.
_SOLVES = "solve('xo.|.x.|..o') or noughts.best_moves('xo.|.x.|..o')"
_WINNER = "State('xo.|.x.|..o').winner"
_MEANT = {
    **dict.fromkeys(("minimax", "negamax", "alphabeta", "alpha_beta", "evaluate"), _SOLVES),
    **dict.fromkeys(("winner", "is_winner", "check_winner", "check_win"), _WINNER),
    **dict.fromkeys(("play", "new_game", "game", "start"), "State('tictactoe').play('b2')"),
    **dict.fromkeys(("parse", "position", "from_board"), "State('xo.|.x.|..o')"),
    **dict.fromkeys(("hint", "best_move", "ai_move", "get_best_move"), "best_moves('xo.|.x.|..o')"),
}


def drawer() -> Any:
    """The module that draws values in notebooks (`notebook_repr.py`)."""
    return import_module("noughts.pictures.notebook")


def __getattr__(name: str) -> Any:
    """Load a name when it is first used.

    Raises:
        AttributeError: there is no such name; the message says where to look.
    """
    if name not in _HOMES:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}{_where_to_look(name)}")
    thing = getattr(import_module(_HOMES[name]), name)
    globals()[name] = thing
    return thing


def _where_to_look(name: str) -> str:
    # Python itself looks for such names, and for a subpackage before importing it.
    if name.startswith("__") or find_spec(f"noughts.{name}"):
        return ""
    errors = import_module("noughts.errors")
    if hasattr(errors, name):
        return f"; it is in noughts.errors: from noughts.errors import {name}"
    if name in _MEANT:
        return f"; try noughts.{_MEANT[name]}"
    close = errors.closest(name, _HOMES)
    return f"; did you mean {close}?" if close else "; help(noughts) lists what there is"


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
