"""A player that plays from a strategy's file."""

import random
from pathlib import Path

import pytest

from noughts.errors import BadStrategy, UnsuitedGame
from noughts.game import FIRST, SECOND
from noughts.games.registry import find_game
from noughts.players.levels import player_for, player_of
from noughts.players.measure import measure
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import KnownPolicy, RandomPlayer
from noughts.strategies.make import StrategyKind, make_strategy
from noughts.strategies.stored import place_for
from noughts.value import Certainty
from tests.each import each


def written(folder: Path, spec: str, side: int, budget: int = 0) -> str:
    """The name of a player from a file of this strategy."""
    file = folder / "it.strategy"
    file.write_bytes(
        make_strategy(find_game(spec), side, wish=StrategyKind(budget)).file.to_bytes()
    )
    return f"strategy:{file}"


@each("spec, side, budget",
    [("tictactoe", FIRST, 0), ("tictactoe", SECOND, 0), ("tictactoe", SECOND, 20),
     ("mnk:4,3,3", FIRST, 5), ("nim:1,3,5", FIRST, 0), ("dots:1,1", SECOND, 0),
     ("dots:2,1", FIRST, 3), ("kalah:2,2", SECOND, 0)],
)  # fmt: skip
def test_it_reaches_what_the_strategy_claims(spec, side, budget, tmp_path):
    game = find_game(spec)
    player = player_for(game, written(tmp_path, spec, side, budget))
    assert isinstance(player, KnownPolicy)
    pair = (player, RandomPlayer()) if side == FIRST else (RandomPlayer(), player)
    result = measure(game, *pair)
    claim = make_strategy(game, side).file.claim
    lost = (result.second, result.first)[side]
    assert lost == 0
    assert claim.result == "draw" or (result.first, result.second)[side] == 1


def end_of_a_game(game, player, chance):
    """The last position of a game that the player begins, against random moves."""
    position = game.start()
    while game.outcome(position) == 2:
        position = game.play(position, player.choose(game, position))
        if game.outcome(position) == 2:
            position = game.play(position, chance.choice(list(game.moves(position))))
    return position


def test_it_turns_its_moves_with_the_board(tmp_path):
    game, chance = find_game("mnk:4,3,3"), random.Random(3)
    player = player_of(written(tmp_path, "mnk:4,3,3", FIRST))
    for _ in range(200):
        position = end_of_a_game(game, player, chance)
        assert game.outcome(position) == -1
        assert game.turn(position) == SECOND


def test_it_plays_no_other_game(tmp_path):
    with pytest.raises(UnsuitedGame, match="is for tictactoe, not for mnk:4,3,3"):
        player_for(find_game("mnk:4,3,3"), written(tmp_path, "tictactoe", FIRST))


def test_a_file_that_is_none_is_refused(tmp_path):
    with pytest.raises(BadStrategy, match="cannot be read"):
        player_of(f"strategy:{tmp_path}/none")
    (tmp_path / "it").write_bytes(b"no strategy")
    with pytest.raises(BadStrategy, match="not a strategy file"):
        player_of(f"strategy:{tmp_path}/it")


def test_strategies_that_were_made_are_found(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    game = find_game("mnk:4,3,3")  # won in 7 (Uiterwijk and van den Herik 2000)
    with pytest.raises(UnsuitedGame, match="make one: noughts strategy mnk:4,3,3"):
        player_for(game, "strategy")
    path = place_for(game, FIRST)
    path.parent.mkdir()
    path.write_bytes(make_strategy(game).file.to_bytes())
    assert player_for(game, "strategy").name == "strategy"
    # Without the nodes to solve it, the perfect player goes by the file, and is sure to win.
    perfect = PerfectPlayer(budget=1)
    assert perfect.choose(game, game.start()) == player_for(game, "strategy").choose(
        game, game.start()
    )
    assert perfect.certainty == Certainty.BOUND
    path.write_bytes(b"damaged")
    with pytest.raises(UnsuitedGame):
        player_for(game, "strategy")


def test_a_game_of_which_no_strategy_can_be_made_says_so(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    with pytest.raises(UnsuitedGame, match=r"No strategy of cube:5 can be made.*64 bits"):
        player_for(find_game("cube:5"), "strategy")
    with pytest.raises(UnsuitedGame, match="make one: noughts strategy mnk:4,2,2"):
        player_for(find_game("mnk:4,2,2"), "strategy")


def test_connect_four_is_won_by_the_strategy_that_ships(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    game, chance = find_game("connectfour"), random.Random(7)
    player = player_of("strategy")
    for _ in range(5):
        position = end_of_a_game(game, player, chance)
        assert (game.outcome(position), game.turn(position)) == (-1, SECOND)


def test_where_a_strategy_ships_and_no_book_the_perfect_player_does_not_search(
    monkeypatch, tmp_path
):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    monkeypatch.setattr("noughts.players.perfect.ships", lambda spec: True)
    game, place = find_game("mnk:4,3,3"), place_for(find_game("mnk:4,3,3"), FIRST)
    place.parent.mkdir(parents=True)
    place.write_bytes(make_strategy(game).file.to_bytes())
    player = PerfectPlayer(seed=0)
    position, chance = game.start(), random.Random(1)
    while game.outcome(position) == 2:
        position = game.play(position, player.choose(game, position))
        assert (player.nodes, player.certainty) == (0, Certainty.BOUND)
        if game.outcome(position) == 2:
            position = game.play(position, chance.choice(list(game.moves(position))))
    assert game.turn(position) == SECOND
    # O, who is lost, has no file, and searches.
    player.choose(game, game.play(game.start(), 0))
    assert player.certainty == Certainty.PROVED
