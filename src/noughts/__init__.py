"""noughts: perfect play in two-player games, with tic-tac-toe at its centre.

>>> import noughts
>>> game = noughts.TicTacToe()
>>> position, turn = game.parse("xxo/ox1/o2 x")
>>> [game.name(move) for move in noughts.best_moves(game, position)]
['b1', 'c1']

Games
    find_game finds a game by name. TicTacToe, MNK, Gomoku, ConnectFour, Cube, Wild, Notakto,
    OrderChaos, Morris, Picaria, ThreeMarks, Pentago, Numerical, Ultimate, Hex, Dots, Domineering,
    Kalah, Othello, Nim, Chomp.
A game of your own
    Game, CellGame, Grid, LineGame; Lines: a line game as data; Board, Cell, Look: how it looks;
    Knowledge, knowledge_of: facts that searches may use beyond the rules; check: a check of the
    rules for mistakes; legal_moves.
Values
    WIN, DRAW, LOSS, OPEN; Value: an outcome, and the plies to it.
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
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis as Analysis
    from noughts.analysis.analyse import analyse as analyse
    from noughts.analysis.compare import compare as compare
    from noughts.analysis.explain.explainer import explain as explain
    from noughts.analysis.game_record import Record as Record
    from noughts.analysis.game_tree import game_tree as game_tree
    from noughts.analysis.record_search import record_search as record_search
    from noughts.analysis.review import Lesson as Lesson
    from noughts.analysis.review import review as review
    from noughts.analysis.strategy_tree import strategy as strategy
    from noughts.board import Board as Board
    from noughts.board import Cell as Cell
    from noughts.board import Look as Look
    from noughts.classroom.audit import audit as audit
    from noughts.errors import NoughtsError as NoughtsError
    from noughts.game import Game as Game
    from noughts.game import legal_moves as legal_moves
    from noughts.games.chomp import Chomp as Chomp
    from noughts.games.common.cell_game import CellGame as CellGame
    from noughts.games.common.cell_game import Grid as Grid
    from noughts.games.common.line_game import LineGame as LineGame
    from noughts.games.connectfour import ConnectFour as ConnectFour
    from noughts.games.cube import Cube as Cube
    from noughts.games.domineering import Domineering as Domineering
    from noughts.games.dots import Dots as Dots
    from noughts.games.gomoku import Gomoku as Gomoku
    from noughts.games.hex import Hex as Hex
    from noughts.games.kalah import Kalah as Kalah
    from noughts.games.lines import Lines as Lines
    from noughts.games.mnk import MNK as MNK
    from noughts.games.morris import Morris as Morris
    from noughts.games.nim import Nim as Nim
    from noughts.games.notakto import Notakto as Notakto
    from noughts.games.numerical import Numerical as Numerical
    from noughts.games.orderchaos import OrderChaos as OrderChaos
    from noughts.games.othello import Othello as Othello
    from noughts.games.pentago import Pentago as Pentago
    from noughts.games.picaria import Picaria as Picaria
    from noughts.games.registry import find_game as find_game
    from noughts.games.threemarks import ThreeMarks as ThreeMarks
    from noughts.games.tictactoe import TicTacToe as TicTacToe
    from noughts.games.ultimate import Ultimate as Ultimate
    from noughts.games.wild import Wild as Wild
    from noughts.knowledge import Knowledge as Knowledge
    from noughts.knowledge import knowledge_of as knowledge_of
    from noughts.lab.regret import exploitability as exploitability
    from noughts.lab.regret import regret as regret
    from noughts.laws.examiner import check as check
    from noughts.native import compiled as compiled
    from noughts.pictures.board.draw import draw as draw
    from noughts.pictures.charts.history import history as history
    from noughts.pictures.trees.strategy_map import strategy_map as strategy_map
    from noughts.pictures.trees.tree import draw_tree as draw_tree
    from noughts.pictures.widget import BoardWidget as BoardWidget
    from noughts.players.arena import arena as arena
    from noughts.players.function import FunctionPlayer as FunctionPlayer
    from noughts.players.function import PolicyPlayer as PolicyPlayer
    from noughts.players.levels import player_of as player_of
    from noughts.players.match import Match as Match
    from noughts.players.mcts import MonteCarloPlayer as MonteCarloPlayer
    from noughts.players.measure import defeats as defeats
    from noughts.players.measure import every_play as every_play
    from noughts.players.measure import measure as measure
    from noughts.players.measure import measure_both_seats as measure_both_seats
    from noughts.players.perfect import PerfectPlayer as PerfectPlayer
    from noughts.players.player import KnownPolicy as KnownPolicy
    from noughts.players.player import Player as Player
    from noughts.players.player import RandomPlayer as RandomPlayer
    from noughts.players.program import ProgramPlayer as ProgramPlayer
    from noughts.players.rules import RulesPlayer as RulesPlayer
    from noughts.players.trickster import Trickster as Trickster
    from noughts.players.weights import WeightsPlayer as WeightsPlayer
    from noughts.solving.api import Answer as Answer
    from noughts.solving.api import best_moves as best_moves
    from noughts.solving.api import solve as solve
    from noughts.solving.api import solver_for as solver_for
    from noughts.solving.count import positions_by_ply as positions_by_ply
    from noughts.solving.margins import Margin as Margin
    from noughts.solving.margins import MarginSolver as MarginSolver
    from noughts.solving.prover import Prover as Prover
    from noughts.solving.retrograde import RetrogradeSolver as RetrogradeSolver
    from noughts.solving.solver import Solver as Solver
    from noughts.tablebase.backends import backend_named as backend_named
    from noughts.tablebase.build import make_outcomes as make_outcomes
    from noughts.tablebase.build import make_tablebase as make_tablebase
    from noughts.tablebase.positions import Positions as Positions
    from noughts.tablebase.probe import OutcomeTable as OutcomeTable
    from noughts.tablebase.probe import Tablebase as Tablebase
    from noughts.value import DRAW as DRAW
    from noughts.value import LOSS as LOSS
    from noughts.value import OPEN as OPEN
    from noughts.value import WIN as WIN
    from noughts.value import Value as Value

__version__ = "0.2.0"

# The module of each public name.
_NAMES = {
    "value": "DRAW LOSS OPEN WIN Value",
    "errors": "NoughtsError",
    "board": "Board Cell Look",
    "game": "Game legal_moves",
    "games.chomp": "Chomp",
    "games.dots": "Dots",
    "games.kalah": "Kalah",
    "games.othello": "Othello",
    "games.common.cell_game": "CellGame Grid",
    "games.common.line_game": "LineGame",
    "games.connectfour": "ConnectFour",
    "games.domineering": "Domineering",
    "games.gomoku": "Gomoku",
    "games.cube": "Cube",
    "games.hex": "Hex",
    "games.lines": "Lines",
    "games.mnk": "MNK",
    "games.morris": "Morris",
    "games.nim": "Nim",
    "games.notakto": "Notakto",
    "games.numerical": "Numerical",
    "games.orderchaos": "OrderChaos",
    "games.pentago": "Pentago",
    "games.picaria": "Picaria",
    "games.registry": "find_game",
    "games.threemarks": "ThreeMarks",
    "games.tictactoe": "TicTacToe",
    "games.ultimate": "Ultimate",
    "games.wild": "Wild",
    "knowledge": "Knowledge knowledge_of",
    "laws.examiner": "check",
    "native": "compiled",
    "solving.api": "Answer best_moves solve solver_for",
    "solving.count": "positions_by_ply",
    "solving.margins": "Margin MarginSolver",
    "solving.prover": "Prover",
    "solving.retrograde": "RetrogradeSolver",
    "solving.solver": "Solver",
    "tablebase.backends": "backend_named",
    "tablebase.build": "make_outcomes make_tablebase",
    "tablebase.positions": "Positions",
    "tablebase.probe": "OutcomeTable Tablebase",
    "players.arena": "arena",
    "players.function": "FunctionPlayer PolicyPlayer",
    "players.levels": "player_of",
    "players.match": "Match",
    "players.mcts": "MonteCarloPlayer",
    "players.measure": "defeats every_play measure measure_both_seats",
    "players.perfect": "PerfectPlayer",
    "players.player": "KnownPolicy Player RandomPlayer",
    "players.program": "ProgramPlayer",
    "lab.regret": "exploitability regret",
    "players.rules": "RulesPlayer",
    "players.trickster": "Trickster",
    "players.weights": "WeightsPlayer",
    "analysis.analyse": "Analysis analyse",
    "analysis.compare": "compare",
    "analysis.explain.explainer": "explain",
    "analysis.game_record": "Record",
    "analysis.record_search": "record_search",
    "analysis.review": "Lesson review",
    "analysis.game_tree": "game_tree",
    "analysis.strategy_tree": "strategy",
    "classroom.audit": "audit",
    "pictures.board.draw": "draw",
    "pictures.charts.history": "history",
    "pictures.trees.strategy_map": "strategy_map",
    "pictures.trees.tree": "draw_tree",
    "pictures.widget": "BoardWidget",
}
_HOMES = {name: home for home, names in _NAMES.items() for name in names.split()}

# Names that need an optional library can be imported, but are not part of `import *`.
__all__ = [name for name in _HOMES if name != "BoardWidget"]


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
    thing = getattr(import_module(f"noughts.{_HOMES[name]}"), name)
    globals()[name] = thing
    return thing


def _where_to_look(name: str) -> str:
    # Python itself looks for such names, and for a subpackage before importing it.
    if name.startswith("__") or find_spec(f"noughts.{name}"):
        return ""
    from difflib import get_close_matches

    if hasattr(import_module("noughts.errors"), name):
        return f"; it is in noughts.errors: from noughts.errors import {name}"
    close = get_close_matches(name, _HOMES, n=1)
    return f"; did you mean {close[0]}?" if close else "; help(noughts) lists what there is"


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
