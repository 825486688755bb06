"""Scores in marks against their definition, played out on a board, and known results."""

import pytest

from noughts.errors import BadScore
from noughts.game import play_legal
from noughts.games.connectfour import ConnectFour
from noughts.solving.pons_scores import from_stones, to_stones
from noughts.value import DRAW, LOSS, WIN, Value
from tests.each import each

GAME = ConnectFour()


def after(digits):
    position = GAME.start()
    for move in GAME.read_moves(digits):
        position = play_legal(GAME, position, move)
    return position


def left_to(player, ply):
    """How many of his 21 marks a player (0 moves first) has left after so many plies."""
    return 21 - len(range(player, ply, 2))


@each("played", range(12))
def test_a_win_scores_one_more_than_the_marks_that_the_winner_has_left(played):
    position = GAME.start()
    for ply in range(played):
        position = GAME.play(position, (0, 2, 4, 6, 1, 3, 5)[ply % 7])
    for plies in range(1, 43 - played):
        winner = (played + plies - 1) % 2
        mine = winner == played % 2
        value = Value(WIN if mine else LOSS, plies)
        stones = (1 if mine else -1) * (left_to(winner, played + plies) + 1)
        assert to_stones(GAME, position, value) == stones
        assert tuple(from_stones(GAME, position, stones)) == tuple(value)


@each(
    ("digits", "value", "stones"),
    [
        ("", Value(WIN, 41), 1),  # Allis 1988: the first player wins with his last mark
        ("112233", Value(WIN, 1), 18),  # with the fourth of 21 marks
        ("1", Value(WIN, 39), 2),  # the tables of solved games: column 1 loses for who began there
        ("", Value(DRAW, 42), 0),
    ],
)
def test_known_values_have_known_scores(digits, value, stones):
    assert to_stones(GAME, after(digits), value) == stones


@each("stones", [22, -23, 100])
def test_a_score_that_no_game_can_have_is_refused(stones):
    with pytest.raises(BadScore, match="42 empty cells"):
        from_stones(GAME, GAME.start(), stones)
