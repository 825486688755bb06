"""The trickster: never worse than perfect, and better wherever there is anything to gain."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from noughts.errors import UnsuitedGame
from noughts.games.mnk import MNK
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.players.limited import LimitedPlayer
from noughts.players.measure import measure, measure_both_seats
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, RandomPlayer
from noughts.players.trickster import TRAP_PLIES, Prospects, Trickster
from noughts.players.weights import WeightsPlayer
from noughts.solving.api import Solvers, solver_for
from noughts.value import Certainty
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()
START = "." * 9


def holding(board, side, cell):
    """How many replies keep the outcome, and how many of these the value, for the opponent."""
    board, side = oracle.play(board, side, cell), oracle.other(side)
    if oracle.over(board, side):
        return 0, 0
    outcome = oracle.worth(board, side)[0]
    holds = [oracle.after(board, side, reply)[0] == outcome for reply in oracle.moves(board)]
    return sum(holds), len(oracle.best(board, side))


def traps(board, side):
    best = oracle.best(board, side)
    fewest = min(holding(board, side, cell) for cell in best)
    return [cell for cell in best if holding(board, side, cell) == fewest]


def margin(result):
    win, _, loss = result
    return Fraction(win) - loss


def test_it_takes_the_best_moves_with_the_fewest_replies_that_hold():
    player = Trickster()
    for board in oracle.boards():
        side = oracle.side_to_move(board)
        assert list(player.probabilities(GAME, oracle.marks(board))) == traps(board, side), board


@each("model", [RandomPlayer(), WeightsPlayer()])
def test_with_a_model_too_it_never_gives_value_away(model):
    player = Trickster(model)
    for board in oracle.boards():
        side = oracle.side_to_move(board)
        chosen = set(player.probabilities(GAME, oracle.marks(board)))
        assert chosen <= set(oracle.best(board, side))


def test_its_gain_where_it_matters_against_a_random_opponent():
    """1,378 positions have several best moves, plies included; in 661 they differ in what they
    bring on average against random play (section 6 of the design says so too). There the
    perfect player, the trickster, and the trickster who knows the opponent, in wins less losses."""
    gains = []
    for board in oracle.boards():
        side = oracle.side_to_move(board)
        nexts = [oracle.play(board, side, cell) for cell in oracle.best(board, side)]
        if len({oracle.prospect(after, oracle.other(side), side) for after in nexts}) > 1:
            perfect = margin(oracle.expected(board, side, oracle.best, side))
            trickster = margin(oracle.expected(board, side, traps, side))
            gains.append((perfect, trickster, oracle.prospect(board, side, side)))
    assert len(gains) == 661
    assert sum(trickster > perfect for perfect, trickster, _ in gains) == 653
    assert sum(trickster == perfect for perfect, trickster, _ in gains) == 8
    assert all(model > perfect for perfect, _, model in gains)
    assert all(model >= trickster for _, trickster, model in gains)
    averages = [sum(column) / 661 for column in zip(*gains, strict=True)]
    assert averages == [
        Fraction(-20417497, 359795520),
        Fraction(1157921, 5330304),
        Fraction(219833, 888384),
    ]


def test_the_same_gains_are_those_of_the_player():
    """The figures above come from strings; the players themselves reach them."""
    players: dict[KnownPolicy, Callable[..., Fraction]] = {
        PerfectPlayer(): lambda b, s: margin(oracle.expected(b, s, oracle.best, s)),
        Trickster(): lambda b, s: margin(oracle.expected(b, s, traps, s)),
        Trickster(RandomPlayer()): lambda b, s: oracle.prospect(b, s, s),
    }
    for board in oracle.boards()[::25]:
        side = oracle.side_to_move(board)
        turn = "XO".index(side)
        for player, expected in players.items():
            random = RandomPlayer()
            first, second = (player, random) if turn == 0 else (random, player)
            result = measure(GAME, first, second, start=oracle.marks(board), turn=turn)
            got = result if turn == 0 else result.turned()
            assert got.first - got.second == expected(board, side)


def test_from_the_start_it_wins_more_often_and_never_loses():
    perfect, trickster, knowing = (
        measure_both_seats(GAME, player, RandomPlayer())
        for player in (PerfectPlayer(), Trickster(), Trickster(RandomPlayer()))
    )
    assert perfect.first < trickster.first < knowing.first
    assert trickster.second == knowing.second == 0
    for side in "XO":
        assert margin(oracle.expected(START, "X", traps, side)) <= oracle.prospect(START, "X", side)


def test_one_who_knows_the_weights_player_beats_it_every_time():
    assert measure(GAME, Trickster(WeightsPlayer()), WeightsPlayer()).first == 1
    assert measure(GAME, Trickster(), Trickster()).draw == 1


def test_a_model_cannot_be_followed_through_a_large_game(monkeypatch):
    monkeypatch.setattr("noughts.players.trickster.MOST_POSITIONS", 100)
    with pytest.raises(UnsuitedGame, match="without one"):
        Trickster(RandomPlayer()).choose(GAME, GAME.start())


def test_where_play_can_come_back_it_plays_without_a_model():
    game = find_game("morris")
    with pytest.raises(UnsuitedGame, match="without one"):
        Prospects(solver_for(game), RandomPlayer()).against_reply(game.start())
    assert Trickster(seed=1).choose(game, game.start()) == game.read("b2")  # the only win


def test_in_a_game_too_large_it_plays_as_perfect_does():
    game = MNK(4, 3, 3)
    position = game.start()
    perfect = PerfectPlayer(budget=10)
    player = Trickster()
    player._perfect = perfect
    assert player.probabilities(game, position) == perfect.probabilities(game, position)
    assert perfect.certainty == Certainty.UNKNOWN


def test_where_values_take_too_long_it_sets_traps_that_it_sees_some_plies_ahead():
    """Of the moves that look best it takes those after which the fewest replies look best."""
    game = find_game("mnk:5,5,4")
    position, _ = game.parse("5/2o2/2x2/5/5 x")
    player, perfect = Trickster(), PerfectPlayer()
    for one in (player, perfect):
        one.share(Solvers(budget=1))
    chosen = set(player.probabilities(game, position))
    assert player.certainty == Certainty.UNKNOWN
    among = perfect.probabilities(game, position)
    good = {
        move: len(LimitedPlayer(TRAP_PLIES).probabilities(game, game.play(position, move)))
        for move in among
    }
    assert chosen == {move for move in among if good[move] == min(good.values())}


def test_a_trap_takes_no_longer_than_its_part_of_the_time():
    """Without any time it plays a move that `perfect` falls back to."""
    game = find_game("mnk:5,5,4")
    player, perfect = Trickster(), PerfectPlayer()
    for one in (player, perfect):
        one.share(Solvers(budget=1, seconds=0.0))
    assert set(player.probabilities(game, game.start())) <= set(
        perfect.probabilities(game, game.start())
    )
