"""noughts: perfect play in two-player games, with tic-tac-toe at its centre.

>>> import noughts
>>> game = noughts.TicTacToe()
>>> position, turn = game.parse("xxo/ox1/o2 x")
>>> [game.name(move) for move in noughts.best_moves(game, position)]
['b1', 'c1']

This is the door: it computes nothing, and loads each name only when it is asked for.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from noughts.analysis.analyse import analyse as analyse
    from noughts.analysis.compare import compare as compare
    from noughts.analysis.explain.explainer import explain as explain
    from noughts.analysis.review.lesson import Lesson as Lesson
    from noughts.analysis.review.review import review as review
    from noughts.analysis.trace.record import record_search as record_search
    from noughts.analysis.trees.game_tree import game_tree as game_tree
    from noughts.analysis.trees.strategy import strategy as strategy
    from noughts.auditing.audit import audit as audit
    from noughts.errors import NoughtsError as NoughtsError
    from noughts.game import Game as Game
    from noughts.games.common.grid import Grid as Grid
    from noughts.games.mnk import MNK as MNK
    from noughts.games.registry import find_game as find_game
    from noughts.games.tictactoe import TicTacToe as TicTacToe
    from noughts.knowledge import Knowledge as Knowledge
    from noughts.knowledge import knowledge_of as knowledge_of
    from noughts.laws.examiner import check as check
    from noughts.native import compiled as compiled
    from noughts.pictures.board.draw import draw as draw
    from noughts.pictures.charts.history import history as history
    from noughts.pictures.trees.strategy_map import strategy_map as strategy_map
    from noughts.pictures.trees.tree import draw_tree as draw_tree
    from noughts.players.levels import player_of as player_of
    from noughts.players.match import Match as Match
    from noughts.players.mcts import MonteCarloPlayer as MonteCarloPlayer
    from noughts.players.measure import measure as measure
    from noughts.players.perfect import PerfectPlayer as PerfectPlayer
    from noughts.players.program import ProgramPlayer as ProgramPlayer
    from noughts.players.random_player import RandomPlayer as RandomPlayer
    from noughts.players.rules import RulesPlayer as RulesPlayer
    from noughts.players.trickster import Trickster as Trickster
    from noughts.players.weights import WeightsPlayer as WeightsPlayer
    from noughts.solving.answer import Answer as Answer
    from noughts.solving.api import best_moves as best_moves
    from noughts.solving.api import solve as solve
    from noughts.solving.api import solver_for as solver_for
    from noughts.solving.prover import Prover as Prover
    from noughts.solving.solver import Solver as Solver
    from noughts.tablebase.backends import backend_named as backend_named
    from noughts.tablebase.build import make_tablebase as make_tablebase
    from noughts.tablebase.probe import Tablebase as Tablebase
    from noughts.value import DRAW as DRAW
    from noughts.value import LOSS as LOSS
    from noughts.value import OPEN as OPEN
    from noughts.value import WIN as WIN
    from noughts.value import Value as Value

__version__ = "0.1.0"

_HOMES = {
    "DRAW": "value",
    "LOSS": "value",
    "OPEN": "value",
    "WIN": "value",
    "Value": "value",
    "NoughtsError": "errors",
    "Game": "game",
    "find_game": "games.registry",
    "Grid": "games.common.grid",
    "MNK": "games.mnk",
    "TicTacToe": "games.tictactoe",
    "Knowledge": "knowledge",
    "knowledge_of": "knowledge",
    "check": "laws.examiner",
    "compiled": "native",
    "Answer": "solving.answer",
    "best_moves": "solving.api",
    "solve": "solving.api",
    "solver_for": "solving.api",
    "Prover": "solving.prover",
    "Solver": "solving.solver",
    "backend_named": "tablebase.backends",
    "make_tablebase": "tablebase.build",
    "Tablebase": "tablebase.probe",
    "player_of": "players.levels",
    "Match": "players.match",
    "measure": "players.measure",
    "MonteCarloPlayer": "players.mcts",
    "PerfectPlayer": "players.perfect",
    "ProgramPlayer": "players.program",
    "RandomPlayer": "players.random_player",
    "RulesPlayer": "players.rules",
    "Trickster": "players.trickster",
    "WeightsPlayer": "players.weights",
    "analyse": "analysis.analyse",
    "compare": "analysis.compare",
    "explain": "analysis.explain.explainer",
    "Lesson": "analysis.review.lesson",
    "record_search": "analysis.trace.record",
    "review": "analysis.review.review",
    "strategy": "analysis.trees.strategy",
    "game_tree": "analysis.trees.game_tree",
    "audit": "auditing.audit",
    "draw": "pictures.board.draw",
    "history": "pictures.charts.history",
    "strategy_map": "pictures.trees.strategy_map",
    "draw_tree": "pictures.trees.tree",
}

__all__ = [*_HOMES]


def drawer() -> Any:
    """Who shows things in notebooks (`notebook_repr.py`)."""
    return import_module("noughts.pictures.notebook")


def __getattr__(name: str) -> Any:
    """Fetch a name from its room the first time it is asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'noughts' has no attribute {name!r}")
    thing = getattr(import_module(f"noughts.{_HOMES[name]}"), name)
    globals()[name] = thing
    return thing


def __dir__() -> list[str]:
    """Every name behind the door."""
    return sorted([*globals(), *_HOMES])
