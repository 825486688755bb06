"""Monte Carlo tree search: seeded, honest in its counts, and converging to best moves."""

import pytest

from noughts.errors import UnsuitedGame
from noughts.games.mnk import MNK
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import player_of
from noughts.players.match import Match
from noughts.players.mcts import MonteCarloPlayer
from tests.players import oracle

GAME = TicTacToe()


def keeps_the_outcome(board, cell):
    side = oracle.side_to_move(board)
    return oracle.after(board, side, cell)[0] == oracle.worth(board, side)[0]


def test_it_converges_to_moves_that_keep_the_outcome():
    """On boards with at most five empty cells 1,000 simulations leave nothing to luck."""
    player = MonteCarloPlayer(1_000, seed=1)
    boards = [board for board in oracle.boards() if board.count(".") <= 5][::23]
    for board in boards:
        assert keeps_the_outcome(board, player.choose(GAME, oracle.marks(board))), board


def test_more_simulations_err_less_often():
    """One simulation tries one move at random; many see which are bad."""

    def errors(simulations):
        player = MonteCarloPlayer(simulations, seed=2)
        return sum(
            not keeps_the_outcome(board, player.choose(GAME, oracle.marks(board)))
            for board in oracle.boards()[::30]
        )

    few, some, many = map(errors, (1, 10, 300))
    assert few > some > many


def test_only_the_centre_holds_against_a_corner():
    position = GAME.play(GAME.start(), 0)
    for seed in range(5):
        assert MonteCarloPlayer(2_000, seed).choose(GAME, position) == 4


def test_it_finds_the_winning_column_on_four_by_three():
    game = MNK(4, 3, 3)  # b2 and c2 win in 7 plies: tests/known has the values
    assert game.name(MonteCarloPlayer(3_000, seed=1).choose(game, game.start())) in ("b2", "c2")


def test_every_simulation_tries_one_move():
    visits = MonteCarloPlayer(500, seed=4).visits(GAME, GAME.start())
    assert sum(visits.values()) == 500
    assert set(visits) == set(range(9))


def test_the_same_seed_plays_the_same_game():
    games = [Match(GAME, *(MonteCarloPlayer(30, seed) for seed in (1, 2))) for _ in range(2)]
    assert games[0].run() == games[1].run()
    assert games[0].moves == games[1].moves
    others = {
        tuple(MonteCarloPlayer(30, seed).visits(GAME, GAME.start()).values()) for seed in range(9)
    }
    assert len(others) > 1


def test_no_simulation_is_refused_and_so_are_too_many_moves():
    with pytest.raises(ValueError, match="at least 1"):
        MonteCarloPlayer(0)

    class Wide(Nim):
        def moves(self, position):
            return range(5_000)

    with pytest.raises(UnsuitedGame, match="4,096"):
        MonteCarloPlayer(3).choose(Wide(3), Wide(3).start())


def test_it_has_a_name_that_finds_it_again():
    assert player_of(MonteCarloPlayer(70).name).name == "mcts:70"


def test_where_its_time_is_up_it_has_fewer_simulations(hands, never_compiled):
    player = MonteCarloPlayer(1_000, seed=1)
    player.move_seconds, hands.tick = 5, 1
    assert 1 <= sum(player.visits(GAME, GAME.start()).values()) <= 5
