"""How strong the strong player is where games are too large to be solved.

Each row is a match from both seats, with a time limit a move for the strong player. The opponents:
Monte Carlo tree search of OpenSpiel, through the bridge; a player of rows that counts threes and
fours and looks no ply ahead; `hard`. In the last rows, players that `noughts train` made meet the
strong player without an evaluation.
"""

from collections.abc import Callable
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.report import Bar, Figure, Section
from noughts.game import Game, P, keeps_turn, legal_moves
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.players.levels import player_of
from noughts.players.mcts import PlayoutSearch, best_child
from noughts.players.strong import StrongPlayer
from noughts.players.style import MOST_PLIES
from noughts.players.trained import TrainedPlayer, train
from noughts.search.deepening import look_ahead
from noughts.solving.deep import DeepSearch
from noughts.solving.driver import Driver
from noughts.value import OPEN

Chooser = Callable[[Game[Any], Any], int]
Opponent = Callable[[Game[Any], int], Chooser]

SECONDS, SIMULATIONS = 2.0, 1_000
# By positions in place of time: those of a move, and how many simulations the opponent has, with
# the share of points that is wanted against it.
NODES, BY_SIMULATIONS = 200_000, {1_000: 0.95, 20_000: 0.7}
# The games against tree search and the share of points that is wanted; then those of rows.
GAMES = ("kalah:6,4", "kalah:6,6", "othello:6", "othello:8", "hex:7", "dots:4,4", "pentago:6",
         "domineering:8,8", "ultimate")  # fmt: skip
ROWS = ("mnk:15,15,5",)
WANTED = 0.95
# What tree search adds to a share of points for moves that it has tried seldom.
EXPLORATION = 2.0
# Games to learn, for how many seconds, and the share of points against no evaluation.
LEARNED = ("othello:6", "kalah:6,4", "pentago:6", "examples/breakthrough.py",
           "examples/konane.py", "examples/spread.py")  # fmt: skip
LEARNING_SECONDS, LEARNED_WANTED = 120.0, 0.8


def measure(rounds: int = 4) -> Section:
    """Matches of so many games each.

    Args:
        rounds: the games of a match, half of them from each seat.
    """
    figures, bars = [], []
    for spec, name, opponent in _matches():
        score = match(find_game(spec), opponent, rounds)
        figures.append(Figure(f"{spec}, {name}", None, score, f"{score:.0%} of {rounds} games"))
        bars.append(Bar(f"{spec}, {name}: share of points", WANTED, score))
    for spec in LEARNED:
        score = match(game := find_game(spec), blind, rounds, learned(game))
        figures.append(Figure(f"{spec}, trained", None, score, f"{score:.0%} of {rounds} games"))
        bars.append(Bar(f"{spec}, trained: share of points", LEARNED_WANTED, score))
    return Section("The strong player", "share of points", figures, bars)


def by_nodes(rounds: int = 10) -> Section:
    """Matches against noughts' own tree search, which plays as OpenSpiel's and is compiled.

    Both count positions in place of seconds, so that a busy machine changes nothing.
    """
    figures, bars = [], []
    for spec in GAMES:
        for simulations, wanted in BY_SIMULATIONS.items():
            score = match(find_game(spec), own_tree_search(simulations), rounds, OfNodes)
            name = f"{spec}, {simulations:,} simulations"
            figures.append(Figure(name, None, score, f"{score:.1%} of {rounds} games"))
            bars.append(Bar(f"{name}: share of points", wanted, score))
    return Section("The strong player by positions", "share of points", figures, bars)


class OfNodes(StrongPlayer):
    """The strong player that looks at a number of positions for a move."""

    nodes_of_a_move = NODES

    def candidates(self, game: Game[Any], position: Any) -> list[int]:
        return [self.look(game, position, nodes=self.nodes_of_a_move).move]


def own_tree_search(simulations: int) -> Opponent:
    def player(game: Game[Any], seed: int) -> Chooser:
        search, random = PlayoutSearch(game), Random(seed)

        def choose(_: Game[Any], position: Any) -> int:
            seed = random.randrange(1 << 30)
            return best_child(search.tree(position, simulations, seed, EXPLORATION))

        return choose

    return player


def _matches() -> list[tuple[str, str, Opponent]]:
    searches = [(spec, f"tree search, {SIMULATIONS:,}", tree_search) for spec in GAMES]
    rows = [(spec, name, opponent) for spec in ROWS for name, opponent in (
        ("player of rows", lambda game, seed: RowPlayer(seed).choose),
        ("hard", lambda game, seed: player_of("hard", seed).choose),
    )]  # fmt: skip
    return [*searches, *rows]


def match(
    game: Game[Any],
    opponent: Opponent,
    games: int,
    make: Callable[[int], StrongPlayer] = StrongPlayer,
) -> float:
    """The share of points of the strong player, made from a seed."""
    points = 0.0
    for number in range(games):
        strong = make(number)
        strong.move_seconds = SECONDS
        sides = [strong.choose, opponent(game, number)]
        points += played(game, sides if number % 2 == 0 else sides[::-1], number % 2)
    return points / games


def learned(game: Game[Any]) -> Callable[[int], StrongPlayer]:
    """Makes players that look ahead with an evaluation learned from the rules."""
    with TemporaryDirectory() as folder:
        file = f"{folder}/learned"
        train(game, LEARNING_SECONDS).write(file)
        players = TrainedPlayer(file)
    return lambda seed: players


def blind(game: Game[Any], seed: int) -> Chooser:
    """The strong player without estimates, of positions or of moves."""
    known: Any = type(knowledge_of(game))

    class Unjudged(known):  # type: ignore[misc]  # the knowledge of any game
        def evaluation(self, position: Any) -> int:
            return 0

        def move_score(self, state: Any, move: int) -> int:
            return 0

    class Blind(StrongPlayer):
        def _search_for(self, game: Game[P]) -> DeepSearch[P]:
            search = DeepSearch(game)
            search.known = Unjudged(game)
            search._driver = Driver(look_ahead, search.known)
            return search

    player = Blind(seed)
    player.move_seconds = SECONDS
    return player.choose


def played(game: Game[Any], sides: list[Chooser], mine: int) -> float:
    """A game's result for one of its sides: 1 for a win, 1/2 for a draw, and after `MOST_PLIES`."""
    position, turn, plies = game.start(), 0, 0
    while game.outcome(position) == OPEN:
        if (plies := plies + 1) > MOST_PLIES:
            return 0.5
        after = game.play(position, sides[turn](game, position))
        turn = turn if keeps_turn(game, position, after) else 1 - turn
        position = after
    outcome = game.outcome(position)
    return (1 + (outcome if turn == mine else -outcome)) / 2


def tree_search(game: Game[Any], seed: int) -> Chooser:
    """OpenSpiel's tree search with random rollouts and solved nodes."""
    import numpy as np
    import pyspiel
    from open_spiel.python.algorithms.mcts import MCTSBot, RandomRolloutEvaluator

    from noughts.lab.openspiel import register

    rules, random = pyspiel.load_game(register(game)), np.random.RandomState(seed)
    rollouts = RandomRolloutEvaluator(n_rollouts=1, random_state=random)
    bot = MCTSBot(rules, EXPLORATION, SIMULATIONS, rollouts, solve=True, random_state=random)

    def choose(_: Game[Any], position: Any) -> int:
        state = rules.new_initial_state()
        state.position = position
        state.turn = 0 if game.alternates else game.mover(position)
        return int(bot.step(state))

    return choose


class RowPlayer:
    """Marks the cell of the best rows: its own that lack least, then the opponent's.

    It looks no ply ahead: it counts, for each empty cell, the rows through it that one player can
    still fill, weighed by the marks that they have.
    """

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Any, position: Any) -> int:
        """A cell of the greatest weight."""
        weights = dict.fromkeys(legal_moves(game, position), 0)
        for line in game.board_lines:
            mine, theirs = (line & side for side in position)
            if mine and theirs:
                continue
            weight = 2 * 10 ** mine.bit_count() if mine else 10 ** theirs.bit_count()
            for cell in weights:
                if line >> cell & 1:
                    weights[cell] += weight
        best = max(weights.values())
        return self.random.choice([cell for cell in weights if weights[cell] == best])
