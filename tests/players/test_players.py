"""The weaker players: how far they see, and that a seed settles what they choose."""

from collections import Counter

import pytest

from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import LEVEL_NAMES, player_of
from noughts.players.limited import LimitedPlayer
from noughts.players.match import Match
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer
from tests import reference
from tests.each import each

GAME = TicTacToe()


def marks(board: str) -> Marks:
    return Marks(*reference.sets(board))


@each("level", [*LEVEL_NAMES, "random"])
def test_every_level_gives_a_player_of_that_name_who_plays_legal_moves(level):
    player = player_of(level, seed=1)
    assert player.name == level
    for game in (GAME, MNK(4, 3, 3)):
        match = Match(game, player, player_of(level, seed=2))
        assert match.run()


def test_levels_go_from_weak_to_strong():
    assert LEVEL_NAMES == ("beginner", "easy", "medium", "hard", "perfect")


def test_a_level_that_is_none_is_refused_with_those_that_are():
    with pytest.raises(ValueError, match="Levels: beginner, easy, medium, hard, perfect, random"):
        player_of("godlike")


@each("level", [*LEVEL_NAMES, "random"])
def test_the_same_seed_gives_the_same_game(level):
    games = [Match(GAME, player_of(level, 7), player_of(level, 8)) for _ in range(2)]
    for match in games:
        match.run()
    assert games[0].moves == games[1].moves


@each("level", [*(name for name in LEVEL_NAMES if name != "perfect"), "random"], large=["perfect"])
def test_other_seeds_give_other_games(level):
    games = [Match(GAME, player_of(level, seed), player_of(level, seed)) for seed in range(10)]
    for match in games:
        match.run()
    assert len({match.moves for match in games}) > 1


def test_a_random_player_plays_every_legal_move_equally_often():
    position, _ = GAME.parse("xo1/1xo/3 x")
    player = RandomPlayer(seed=0)
    chosen = Counter(player.choose(GAME, position) for _ in range(5_000))
    assert set(chosen) == {2, 3, 6, 7, 8}
    # 1,000 each, with a standard deviation of 28.
    assert all(850 < often < 1_150 for often in chosen.values())


@each("limit", [0, -1])
def test_a_player_looks_at_least_one_ply_ahead(limit):
    with pytest.raises(ValueError, match="at least 1 ply"):
        LimitedPlayer(limit)


@each("limit", [1, 2, 3])
def test_what_it_can_see_it_plays_perfectly(limit):
    """A win within its horizon is taken as soon as can be; the loss that it sees, as late."""
    player = LimitedPlayer(limit, seed=0)
    for board in reference.unfinished()[::3]:
        outcome, plies = reference.worth(board)
        if outcome > 0 and plies <= limit:
            assert player.choose(GAME, marks(board)) in reference.best(board)


def test_one_ply_ahead_a_threat_is_not_seen_and_two_plies_ahead_it_is():
    """X threatens c3; any cell seems as good to a player who sees only its own move."""
    position, _ = GAME.parse("xx1/o2/3 o")
    near = {LimitedPlayer(1, seed).choose(GAME, position) for seed in range(40)}
    far = {LimitedPlayer(2, seed).choose(GAME, position) for seed in range(40)}
    assert near == set(GAME.moves(position))
    assert far == {GAME.read("c3")}


def test_among_moves_that_look_equal_it_chooses_each_sometimes():
    chosen = {LimitedPlayer(1, seed).choose(GAME, GAME.start()) for seed in range(100)}
    assert chosen == set(range(9))


def test_where_the_game_has_an_estimate_the_centre_looks_best():
    game = MNK(3, 3, 3)
    assert {LimitedPlayer(1, seed).choose(game, game.start()) for seed in range(20)} == {4}


def test_who_looks_to_the_end_plays_as_the_perfect_player_does():
    player = LimitedPlayer(9, seed=0)
    for board in reference.unfinished()[::9]:
        assert player.choose(GAME, marks(board)) in reference.best(board)


def test_looking_further_ahead_pays_against_the_perfect_player():
    """Over the same seeds, the easy level loses to the perfect one, and the hard one never does."""

    def lost(level: str) -> int:
        games = (Match(GAME, player_of(level, seed), PerfectPlayer(seed)) for seed in range(40))
        return sum(match.run() == "O wins" for match in games)

    assert lost("easy") > 0
    assert lost("perfect") == 0
    assert lost("hard") <= lost("easy")
