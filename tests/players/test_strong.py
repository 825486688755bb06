"""The strong player: facts of positions that anyone can check by hand."""

from random import Random

import pytest

from noughts.game import keeps_turn, legal_moves
from noughts.games.registry import find_game
from noughts.native.clock import CLOCK
from noughts.players.levels import player_of
from noughts.players.strong import StrongPlayer
from noughts.solving.deep import DeepSearch
from noughts.solving.prover import Threats
from noughts.value import ESTIMATE_LIMIT, OPEN


def named(game, moves):
    return sorted(map(game.name, moves))


def test_it_stops_an_open_three():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse("9/9/2o6/2o6/3xxx3/9/9/9/9 o")
    seen = DeepSearch(game).look(position, depth=3)
    # Beside the three, or one further: anything else lets X make an open four.
    assert game.name(seen.move) in ("c5", "g5", "b5", "h5")


def test_only_replies_that_stop_a_win_by_threats_are_left():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse("9/9/2o6/2o6/3xxx3/9/9/9/9 o")
    replies = Threats(game).replies(position)
    assert set(named(game, replies)) <= {"b5", "c5", "g5", "h5"} | set(
        named(game, [game.read(cell) for cell in ("c8", "c9", "c4", "c3")])
    )
    assert {"c5", "g5"} <= set(named(game, replies))
    assert Threats(game).replies(game.start()) == []


def test_it_looks_no_longer_than_its_time():
    game = find_game("kalah:6,4")
    player = StrongPlayer(seed=1)
    player.move_seconds = 0.2
    before = CLOCK.time()
    assert player.choose(game, game.start()) in range(6)
    assert player.seen is not None
    assert player.seen.depth >= 1
    assert CLOCK.time() - before < 20  # a round of one ply, however slow the machine


def test_it_needs_no_search_for_the_only_move_and_little_for_a_win_by_points():
    """The second player wins Othello 4×4: Feinstein, British Othello Federation, 1993."""
    game = find_game("tictactoe")
    position, _ = game.parse("xox/oxo/ox1 x")
    player = StrongPlayer()
    assert game.name(player.choose(game, position)) == "c1"
    assert player.nodes == 0
    game = find_game("othello:4")
    position = game.play(game.start(), game.read("b4"))
    assert player.look(game, position, nodes=300).score >= ESTIMATE_LIMIT


@pytest.mark.parametrize("spec", ["kalah:3,3", "othello:4", "dots:2,2", "hex:3", "pentago"])
def test_it_plays_what_may_be_played(spec):
    game = find_game(spec)
    player, position = StrongPlayer(depth=2), game.start()
    for _ in range(4):
        move = player.choose(game, position)
        assert move in list(game.moves(position))
        position = game.play(position, move)


class Counting(StrongPlayer):
    """Looks at as many nodes on any machine, however fast."""

    def candidates(self, game, position):
        return [self.look(game, position, nodes=2_000).move]


@pytest.mark.parametrize(
    "spec", ["kalah:3,3", "othello:4", "dots:2,2", "domineering:4,4", "othello:6", "connectfour"]
)
def test_it_is_no_weaker_than_hard(spec):
    """Ten games, after two moves at random, from both seats."""
    game, points = find_game(spec), 0
    for number in range(10):
        players, opening = [Counting(number), player_of("hard", number)], Random(number // 2)
        position, side = game.start(), number % 2
        ply = 0
        while game.outcome(position) == OPEN:
            chooser = players[side].choose
            move = opening.choice(legal_moves(game, position)) if ply < 2 else None
            ply += 1
            after = game.play(position, chooser(game, position) if move is None else move)
            side = side if keeps_turn(game, position, after) else 1 - side
            position = after
        outcome = game.outcome(position)
        points += outcome if side == 0 else -outcome
    assert points >= 0


def test_replies_that_lose_to_an_attack_are_left_out(monkeypatch):
    """After any of the others, X makes two open threes with one stone."""
    monkeypatch.setenv("NOUGHTS_INTERPRETED", "1")  # or it would compile in the background
    monkeypatch.setattr("noughts.solving.prover.THREAT_NODES", 50)
    monkeypatch.setattr("noughts.solving.prover.SLICES", 1)
    game = find_game("gomoku:9,9")
    position, _ = game.parse("o7o/9/5x3/5x3/3xx4/9/9/9/o8 o")
    replies = named(game, Threats(game).replies(position, CLOCK.time() + 60))
    assert "f5" in replies
    assert not {"a9", "h8", "b8", "h1"} & set(replies)
