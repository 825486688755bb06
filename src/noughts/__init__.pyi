# The names that noughts offers, and their modules. `__init__.py` reads this file, too.

from typing import Any

from noughts.analysis.analyse import Analysis as Analysis
from noughts.analysis.analyse import analyse as analyse
from noughts.analysis.compare import compare as compare
from noughts.analysis.explain.explainer import explain as explain
from noughts.analysis.game_record import Record as Record
from noughts.analysis.game_tree import game_tree as game_tree
from noughts.analysis.record_search import record_search as record_search
from noughts.analysis.review import Lesson as Lesson
from noughts.analysis.review import review as review
from noughts.analysis.state import State as State
from noughts.analysis.strategy_tree import strategy as strategy
from noughts.board import Board as Board
from noughts.board import Cell as Cell
from noughts.board import Look as Look
from noughts.classroom.audit import audit as audit
from noughts.errors import NoughtsError as NoughtsError
from noughts.game import Game as Game
from noughts.games.chomp import Chomp as Chomp
from noughts.games.common.cell_game import CellGame as CellGame
from noughts.games.common.cell_game import Grid as Grid
from noughts.games.common.line_game import LineGame as LineGame
from noughts.games.connectfour import ConnectFour as ConnectFour
from noughts.games.cube import Cube as Cube
from noughts.games.domineering import Domineering as Domineering
from noughts.games.dots import Dots as Dots
from noughts.games.given import legal_moves as legal_moves
from noughts.games.gomoku import Gomoku as Gomoku
from noughts.games.gomoku import StandardGomoku as StandardGomoku
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
from noughts.value import Margin as Margin
from noughts.value import Value as Value

__version__: str
__all__: list[str]
_HOMES: dict[str, str]

def drawer() -> Any: ...
