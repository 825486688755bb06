"""Our games in TextArena, by its own loop and wrappers."""

from random import Random

import pytest

pytest.importorskip("textarena")

import textarena as ta

from noughts.lab.textarena import ArenaGame, textarena_name
from tests.each import each


def played(environment, seed):
    """The rewards of a game of random legal moves, and the infos of its steps."""
    chance, infos, done = Random(seed), [], False
    environment.reset(num_players=2, seed=seed)
    while not done:
        _, text = environment.get_observation()
        legal = text.rpartition("Your legal moves: ")[2].split(".")[0].split(", ")
        done, info = environment.step(f"I play [{chance.choice(legal)}].")
        infos.append(info)
    rewards, told = environment.close()
    return rewards, infos, told


@each("spec", ["tictactoe", "connectfour:4,4", "kalah:2,2", "nim:2,3", "hex:3"])
def test_random_games_end_with_rewards_of_zero_sum(spec):
    environment = ta.make(textarena_name(spec))
    for seed in range(5):
        rewards, infos, told = played(environment, seed)
        assert sum(rewards.values()) == 0
        assert sorted(rewards) == [0, 1]
        assert all(info["move"] for info in infos)
        assert not told[0]["invalid_move"]


def test_a_second_illegal_answer_loses():
    environment = ta.make(textarena_name("tictactoe"))
    environment.reset(num_players=2)
    for answer in ("b2", "b2"):
        done, _ = environment.step(answer)
        assert not done
    player, text = environment.get_observation()
    assert player == 1
    assert "b2 is already taken" in text
    assert environment.step("b2")[0]
    rewards, told = environment.close()
    assert rewards == {1: -1, 0: 1}
    assert told[1]["invalid_move"]


def test_the_infos_have_the_regret():
    game = ArenaGame("tictactoe", values=True)
    game.reset(2)
    # Theory: an edge answers the corner wrongly, the centre rightly.
    assert game.step("a1")[1]["regret"] == 0
    assert game.step("a2")[1]["regret"] == 1
