"""Every game that a player can come into: counted against the known numbers."""

from collections import Counter

from noughts.game import FIRST, SECOND
from noughts.games.nim import Nim
from noughts.games.tictactoe import TicTacToe
from noughts.players.measure import defeats, every_play, lapses, unfinished_positions
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()


@each("seat", [FIRST, SECOND])
def test_a_player_who_may_do_anything_comes_into_every_game(seat):
    winners = Counter(play.winner for play in every_play(GAME, RandomPlayer(), seat))
    # 255,168 games; section 6 of the design.
    assert winners == {FIRST: 131_184, SECOND: 77_904, None: 46_080}


def test_defeats_come_shortest_first_and_are_games_that_were_lost():
    lost = defeats(GAME, RandomPlayer(), SECOND)
    assert len(lost) == 131_184
    lengths = [len(play.moves) for play in lost]
    assert lengths == sorted(lengths)
    assert lengths[0] == 5
    for play in lost[::9_999]:
        position = GAME.start()
        for move in play.moves:
            position = GAME.play(position, move)
        assert position == play.position
        assert oracle.has_won(oracle.board_of(position), "X")


@each("seat", [FIRST, SECOND])
def test_the_perfect_player_has_no_defeats(seat):
    assert defeats(GAME, PerfectPlayer(), seat) == []


def test_the_unfinished_positions_are_those_that_can_arise():
    found = {oracle.board_of(position) for position, _ in unfinished_positions(GAME)}
    assert found == set(oracle.boards())
    assert all(turn == GAME.turn(position) for position, turn in unfinished_positions(GAME))
    # Of five counters, the second player has one to four left, the first then one to three; in
    # three moves they can leave two as in one move.
    found_in_nim = [(left, turn) for (left,), turn in unfinished_positions(Nim(5))]
    assert sorted(found_in_nim) == [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 1), (5, 0)]


def test_the_lapses_of_a_random_player_are_all_moves_that_lose_something():
    expected = {
        (board, cell)
        for board in oracle.boards()
        for side in [oracle.side_to_move(board)]
        for cell in oracle.moves(board)
        if oracle.after(board, side, cell)[0] < oracle.worth(board, side)[0]
    }
    found = list(lapses(GAME, RandomPlayer()))
    assert {(oracle.board_of(lapse.position), lapse.move) for lapse in found} == expected
    for lapse in found[::97]:
        board = oracle.board_of(lapse.position)
        side = "XO"[lapse.turn]
        assert lapse.value.outcome == oracle.worth(board, side)[0]
        assert (lapse.left.outcome, lapse.left.plies) == oracle.after(board, side, lapse.move)
