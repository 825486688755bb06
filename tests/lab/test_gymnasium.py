"""Our games against our players, by Gymnasium's own check."""

import warnings
from typing import Any

import pytest

from tests.each import each

pytest.importorskip("gymnasium")

import numpy as np
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import SyncVectorEnv

from noughts.errors import BridgeError, UnknownPlayer
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.lab.gymnasium import OpponentEnv, OpponentVectorEnv
from noughts.lab.spaces import ExactInfo
from noughts.players.observation import Observer
from noughts.solving.api import solver_for
from noughts.solving.solver import Solver
from noughts.value import Value

RING = "lines:3,3,-b2,a3b3c3,a1b1c1,a3a2a1,c3c2c1"  # the place in the middle is no cell


@each("spec", ["tictactoe", "connectfour", "morris", "nim:3,4,5", RING])
@each("seat", ["first", "second", "either"])
def test_gymnasiums_own_check_passes(spec, seat):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        check_env(OpponentEnv(spec, "random", seat, values=True), skip_render_check=True)
    assert [str(warning.message) for warning in caught if "spec" not in str(warning.message)] == []


def played(environment, seed):
    """The observations of a game of first legal actions."""
    observation, _ = environment.reset(seed=seed)
    seen, over, reward = [observation["observation"].tolist()], False, 0.0
    while not over:
        assert reward == 0
        action = int(observation["action_mask"].argmax())
        observation, reward, over, truncated, _ = environment.step(action)
        assert not truncated
        seen.append(observation["observation"].tolist())
    return seen, reward


def test_a_seed_repeats_the_opponent_and_the_seat():
    environment = OpponentEnv("connectfour", "random", "either")
    games = [played(environment, seed) for seed in (1, 2, 3, 4, 1, 2, 3, 4)]
    assert games[:4] == games[4:]
    assert len({str(game) for game in games}) > 1


def test_against_a_perfect_opponent_first_empty_cells_lose_as_second():
    seen, reward = played(OpponentEnv("tictactoe", "perfect", "second"), seed=5)
    assert reward == -1
    assert sum(sum(cell) for row in seen[0] for cell in row) == 1  # the opponent has begun


def test_an_illegal_action_loses():
    environment = OpponentEnv("tictactoe", "random")
    environment.reset(seed=1)
    environment.step(4)
    _, reward, terminated, _, info = environment.step(4)
    assert (reward, terminated, info) == (-1, True, {})
    with pytest.raises(BridgeError, match="call reset"):
        environment.step(0)


def test_what_is_no_action_is_a_value_error_and_changes_nothing():
    environment = OpponentEnv("tictactoe", "random")
    seen, _ = environment.reset(seed=1)
    for wrong in (99, -1, 1.5, "a3", None, 9):
        with pytest.raises(ValueError, match="is not an action: give a whole number from 0 to 8"):
            environment.step(wrong)
    assert seen["action_mask"].all()
    seen, *_ = environment.step(np.int64(4))
    assert seen["observation"][1, 1].tolist() == [1, 0]
    seen, *_ = environment.step(np.array(int(seen["action_mask"].argmax())))
    assert seen["observation"][:, :, 0].sum() == 2


def test_the_info_tells_values_where_the_agent_is_to_move():
    environment = OpponentEnv("tictactoe", "perfect", values=True)
    environment.reset(seed=3)
    *_, info = environment.step(4)
    assert info["value"] == 0
    assert (info["value"] - info["values"]).min() == 0


def test_wrong_settings_are_refused_by_name():
    with pytest.raises(BridgeError, match="first, second, either, not 'last'"):
        OpponentEnv("tictactoe", seat="last")
    with pytest.raises(UnknownPlayer, match="Unknown level 'nobody'"):
        OpponentEnv("tictactoe", "nobody")


def test_a_game_begins_at_a_position_and_other_options_are_refused():
    env: Any = OpponentEnv("tictactoe", seat="first")
    seen, _ = env.reset(options={"position": "xo.|.x.|..o"})
    assert sum(seen["action_mask"]) == 5
    for wrong in ({"postion": "3/3/3"}, {"position": None, "seed": 1}, ["position"], "3/3/3"):
        with pytest.raises(BridgeError, match="the only option is a position"):
            env.reset(options=wrong)


def test_the_board_is_rendered_as_text():
    environment = OpponentEnv("tictactoe", "random", render_mode="ansi")
    environment.reset(seed=1)
    assert str(environment.render()).startswith("  a b c")
    environment.close()


def test_a_game_that_repeats_is_cut_short():
    """After four plies nobody has three stones."""
    environment = OpponentEnv("morris", "random", "second", values=True)
    assert environment.most_plies == 200
    environment.most_plies = 4
    observation, _ = environment.reset(seed=3)
    ends = []
    while not any(ends):
        action = int(observation["action_mask"].argmax())
        observation, reward, *ends, info = environment.step(action)
    assert (reward, ends, info) == (0, [False, True], {})
    with pytest.raises(BridgeError, match="call reset"):
        environment.step(0)
    environment.reset(seed=3)


def test_random_play_ends_in_every_game_that_repeats():
    for spec in ("morris", "picaria"):
        environment = OpponentEnv(spec, "random", "first")
        for seed in range(20):
            observation, _ = environment.reset(seed=seed)
            choice, steps, over = np.random.default_rng(seed), 0, False
            while not over:
                action = choice.choice(observation["action_mask"].nonzero()[0])
                observation, reward, terminated, truncated, _ = environment.step(action)
                steps, over = steps + 1, terminated or truncated
                assert not (terminated and truncated)
                assert reward == 0 or terminated
            assert steps <= 100


@each("spec", ["tictactoe", "connectfour:4,4", "nim:2,3", RING])
def test_many_games_are_those_of_gymnasiums_own_vector(spec):
    settings: dict[str, Any] = {"opponent": "random", "seat": "either"}
    ours = OpponentVectorEnv(spec, 5, **settings)
    theirs = SyncVectorEnv([lambda: OpponentEnv(spec, **settings)] * 5)
    assert ours.observation_space == theirs.observation_space
    assert ours.metadata["autoreset_mode"] == theirs.metadata["autoreset_mode"]
    seen, same = ours.reset(seed=3)[0], theirs.reset(seed=3)[0]
    ended = 0
    for _ in range(30):
        assert (seen["observation"] == same["observation"]).all()
        assert (seen["action_mask"] == same["action_mask"]).all()
        actions = seen["action_mask"].argmax(axis=1)
        seen, *rest, _ = ours.step(actions)
        same, *right, _ = theirs.step(actions)
        assert [list(one) for one in rest] == [list(one) for one in right]
        ended += sum(rest[1])
    assert ended > 5


@each("spec", ["tictactoe", "kalah:2,2", "morris"])
def test_many_games_have_the_values_of_each(spec):
    games = OpponentVectorEnv(spec, 4, opponent="random", values=True)
    seen, infos = games.reset(seed=1)
    outcomes = OpponentVectorEnv(spec, 4, opponent="random", values=True, plies=False)
    *_, known = outcomes.reset(seed=1)
    for _ in range(12):
        assert (known["values"] == infos["values"]).all()
        for i, one in enumerate(games.games):
            assert infos["_values"][i] == (one.asked is not None)
            if one.asked is not None:
                right = ExactInfo(solver_for(one.game), Observer(one.game), one.asked)
                assert (infos["values"][i] == right["values"]).all()
                assert infos["value"][i] == right["value"]
                decided = np.abs(right["values"]) == 1
                assert (infos["plies"][i][decided] == right["plies"][decided]).all()
        actions = seen["action_mask"].argmax(axis=1)
        seen, *_, infos = games.step(actions)
        *_, known = outcomes.step(actions)


def test_outcomes_take_fewer_nodes_than_plies():
    game = ConnectFour(5, 4)
    with_plies, without = Solver(game), Solver(game)
    positions = [game.play(game.start(), move) for move in game.moves(game.start())]
    scores = [score for score in with_plies.scores(positions) if score is not None]
    outcomes = [Value.from_score(score).outcome for score in scores]
    assert without.scores(positions, plies=False) == outcomes
    assert without.nodes < with_plies.nodes


def test_values_beyond_the_budget_are_no_numbers():
    games = OpponentVectorEnv("mnk:5,5,5", 1, opponent="random", solver=Solver(MNK(5, 5, 5), 10))
    _, infos = games.reset(seed=1)
    assert np.isnan(infos["values"]).all()
