"""Small parts of `strategies`, by example."""

# mypy: no-check-untyped-defs

from pathlib import Path
from tempfile import mkdtemp

import pytest

from noughts.errors import BadStrategy
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.games.dots import Dots
from noughts.games.hex import Hex
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.notakto import Notakto
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.perfect import ships
from noughts.strategies.check import check_strategy, strategy_layers, strategy_levels
from noughts.strategies.file import Claim, StrategyFile, first_position, position_number
from noughts.strategies.fold import Fold, symmetries_of
from noughts.strategies.leaves import ByRules, Following, Pairing, Sequences, best_order
from noughts.strategies.make import make_strategy
from noughts.strategies.options import Option, Oracle, left_by
from noughts.strategies.stored import FilePlay, UnfinishedStrategy, place_for
from noughts.value import DRAW, WIN

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_file_by_example():
    claim = Claim("nim:1", "", "first", "win", (1,))
    made = StrategyFile(claim, {(1,): 1})
    assert StrategyFile.from_bytes(made.to_bytes()) == made

    assert (
        first_position(TicTacToe(), Claim("tictactoe", "", "first", "win", (64, 128)))
        == "3/3/xo1 x"
    )

    assert position_number((1, 2), [[0, 4], [0, 4]]) == 18


def test_fold_by_example():
    fold = Fold(TicTacToe())
    assert repr(fold.canonical(fold.game.parse("3/3/2x o")[0])) == "Marks(mine=0, theirs=1)"

    assert (
        len(symmetries_of(Cube(4))),
        len(symmetries_of(MNK(4, 3, 3))),
        symmetries_of(Hex(2))[1],
    ) == (192, 4, (3, 2, 1, 0))
    assert len(symmetries_of(Notakto(2))) == 128


def test_leaves_by_example():
    game = MNK(5, 5, 5)
    assert Pairing(game).paired(game.start(), DRAW)

    game = ConnectFour(4, 4)
    assert (
        Following(game).follows(game.start(), 0),
        Following(game).follows(game.start(), WIN),
    ) == (False, False)

    game = TicTacToe()
    position, _ = game.parse("x2/1o1/3 x")
    assert [game.name(move) for move in ByRules(game).forcing(position)] == ["b3", "c3", "a2", "a1"]

    game = MNK(5, 5, 4)
    position, _ = game.parse("5/2o2/1xx2/2o2/5 x")
    sequences = Sequences(game, 10)
    assert (game.name(sequences.winning_move(position)), sequences.nodes) == ("d3", 2)

    assert best_order(ConnectFour(5, 4)) == (2, 1, 3, 0, 4)


def test_options_by_example():
    oracle = Oracle(TicTacToe())
    assert (oracle.scores([oracle.game.start()], DRAW), oracle.outcome(oracle.game.start())) == (
        [0],
        0,
    )

    game = Dots(2, 1)
    position, _ = game.parse("--/|..../-- o")
    assert [game.text(at, 1) for at in left_by(game, position, game.read("c2"))] == [
        "--/|o|../-- o"
    ]


def test_stored_by_example():
    assert place_for(find_game("mnk:4,4,3"), 0).name == "mnk-4,4,3-first.strategy"

    path, fold = Path(mkdtemp()) / "nim.strategy.part", Fold(Nim(1, 2))
    start = fold.game.start()
    part = UnfinishedStrategy(path, "nim:1,2", fold)
    part.keep({start: [Option(2, (start,))]})
    part.close()
    assert UnfinishedStrategy(path, "nim:1,2", fold).kept() == {start: [Option(2, (start,))]}

    game = TicTacToe()
    play = FilePlay(game, make_strategy(game).file)
    assert (play.move(game.start()) is None, play.move(game.parse("3/1x1/3 o")[0])) == (False, None)


def test_strategies_by_example():
    assert (ships("qubic"), ships("tictactoe")) == (True, False)


def test_the_example_wins_connect_four_without_a_search():
    file = StrategyFile.read(EXAMPLES / "connectfour.strategy")
    assert (file.claim.result, file.claim.budget, file.claim.threats) == ("win", 0, 0)
    assert len(file.moves) < 5_000
    checked = check_strategy(ConnectFour(), file)
    assert checked.leaves["budget"] == 0
    answered, move = next((at, move) for at, move in file.moves.items() if sum(at))
    other = next(each for each in range(7) if each != move)
    with pytest.raises(BadStrategy, match="Not proved"):
        check_strategy(ConnectFour(), file._replace(moves=file.moves | {answered: other}))


def test_answers_beside_weights_are_listed_by_ply():
    game, file = ConnectFour(), StrategyFile.read(EXAMPLES / "connectfour.strategy")
    levels = strategy_levels(game, file)
    assert sum(level.answered for level in levels) == len(file.moves)
    assert all(level.ply % 2 == 0 for level in levels)
    with pytest.raises(BadStrategy, match="no map"):
        next(strategy_layers(game, file))
