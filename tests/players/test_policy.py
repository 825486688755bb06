"""Policies of a user's file: what they get, what they may answer, and how they are judged."""

from fractions import Fraction
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

from noughts.classroom.audit import audit
from noughts.errors import BadAnswer, FunctionFailed, SearchStopped
from noughts.games.registry import find_game
from noughts.lab.regret import exploitability, regret, regret_so_far
from noughts.players.function import FunctionPlayer, PolicyPlayer, is_policy
from noughts.players.levels import player_of
from noughts.players.measure import measure
from noughts.players.perfect import PerfectPlayer
from noughts.players.player import RandomPlayer, close
from noughts.solving.api import solver_for
from noughts.solving.retrograde import RetrogradeSolver
from tests.each import each

GAME = find_game("tictactoe")
EXAMPLE = Path(__file__).parents[2] / "examples" / "q_table.py"


@pytest.fixture
def policy(tmp_path):
    """Makes a player of the body of a policy."""
    players = []

    def make(body):
        path = tmp_path / f"agent{len(players)}.py"
        path.write_text(f"def policy(observation, mask):\n    {body}\n")
        players.append(player_of(f"{path}:policy"))
        return players[-1]

    yield make
    for player in players:
        close(player)


def test_it_gets_what_the_environment_shows(policy):
    player = policy(
        "import numpy as np\n"
        "    assert observation.shape == (3, 3, 2) and observation.dtype == np.int8\n"
        "    assert observation[1, 1].tolist() == [0, 1]\n"
        "    assert mask.tolist() == [1, 1, 1, 1, 0, 1, 1, 1, 1]\n"
        "    return mask.argmax()"
    )
    assert isinstance(player, PolicyPlayer)
    assert player.choose(GAME, GAME.parse("3/1x1/3 o")[0]) == 0


def test_probabilities_are_exact(policy):
    player = policy("return [0, 1, 0, 0, 0, 0, 0, 0, 3]")
    chances = player.probabilities(GAME, GAME.start())
    assert chances == {1: Fraction(1, 4), 8: Fraction(3, 4)}


@each(
    "body, complaint",
    [
        ("return 4", "returned 4, which is not a legal action"),
        ("return -1", "not a legal action"),
        ("return 'b2'", "not a legal action"),
        ("return [1.0]", "returned 1 probabilities; there are 9 actions"),
        ("return [0.0] * 9", "not probabilities"),
        ("return [-1.0] + [1.0] * 8", "not probabilities"),
        ("return [float('nan')] * 9", "not probabilities"),
        ("return [1 / 9] * 9", "gives the illegal action 4 a probability"),
        ("return None", "returned None"),
    ],
)
def test_what_is_no_answer_is_refused(policy, body, complaint):
    with pytest.raises(BadAnswer, match=complaint):
        policy(body).probabilities(GAME, GAME.parse("3/1x1/3 o")[0])


def test_an_error_is_the_policys(policy):
    with pytest.raises(FunctionFailed, match="line 2: ZeroDivisionError"):
        policy("return 1 / 0").choose(GAME, GAME.start())


def test_a_mask_makes_a_function_a_policy(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def choose(board, mark): ...\ndef act(observation, action_mask): ...\n")
    assert is_policy(f"{file}:act")
    assert not is_policy(f"{file}:choose")
    assert not isinstance(player_of(f"{file}:choose"), PolicyPlayer)
    assert isinstance(player_of(f"policy:{file}:choose"), PolicyPlayer)
    file.write_text("def act(observation, mask:")
    assert not is_policy(f"{file}:act")


AGENTS = """
class Agent:
    def __call__(self, obs, mask):
        return int(mask.argmax())

    def act(self, obs, mask):
        return int(mask.argmax())

instance = Agent()
typed: Agent = Agent()
first = short = lambda x, mask: int(mask.argmax())
again = short
def warm(observation, mask, temperature=1.0, *, seed=0): return int(mask.argmax())
def masked(observation, mask=None): return int(mask.argmax())
loop = loop
method = instance.act
def needs(observation, mask, temperature): ...
def only(observation, *, mask): ...
def many(board, mark, mask=None): ...
def one(mask): ...
"""


@each("name", ["instance", "typed", "first", "again", "warm", "masked"])
def test_whatever_takes_a_mask_second_is_a_policy(tmp_path, name):
    (tmp_path / "agents.py").write_text(AGENTS.replace("loop = loop", ""))
    player = player_of(f"{tmp_path}/agents.py:{name}")
    assert isinstance(player, PolicyPlayer)
    with player:
        assert player.choose(GAME, GAME.parse("xo1/3/3 x")[0]) == 2


@each("name", ["method", "needs", "only", "many", "one", "loop", "nothing"])
def test_what_does_not_tell_that_it_takes_a_mask_second_is_none(tmp_path, name):
    (tmp_path / "agents.py").write_text(AGENTS)
    assert not is_policy(f"{tmp_path}/agents.py:{name}")


def test_a_wrong_answer_of_what_may_be_a_policy_tells_how_to_name_it(tmp_path):
    file, taken = tmp_path / "agents.py", GAME.parse("xo1/3/3 x")[0]
    file.write_text(
        AGENTS.replace("loop = loop", "")
        + "def choose(board, mark): return 0\ndef odd(seen, legal): return 0\n"
        + "method = (lambda: lambda x, mask: 0)()\n"
    )
    for name in ("method", "odd"):
        with FunctionPlayer(f"{file}:{name}") as player, pytest.raises(BadAnswer) as caught:
            player.choose(GAME, taken)
        assert f"write policy:{file}:{name}." in str(caught.value)
    with FunctionPlayer(f"{file}:choose") as player, pytest.raises(BadAnswer) as caught:
        player.choose(GAME, taken)
    assert "policy" not in str(caught.value)


def test_several_numbers_are_no_move_of_a_plain_function(tmp_path):
    file = tmp_path / "bot.py"
    file.write_text("def choose(board, mark):\n    return [1, 2]\n")
    with (
        FunctionPlayer(f"{file}:choose") as player,
        pytest.raises(BadAnswer, match="understood"),
    ):
        player.choose(GAME, GAME.start())


def test_a_policy_is_measured_as_other_players_are(policy):
    player = policy("return [m / sum(mask) for m in mask.tolist()]")
    # Random against random: 737/1260, 8/63, 121/420 (counted by hand and by others).
    result = measure(GAME, player, RandomPlayer())
    assert float(result.first) == pytest.approx(737 / 1260)


def test_the_audit_does_not_call_a_policy_known(policy):
    found = audit(GAME, policy("return int(mask.argmax())"))
    assert not found.known
    assert found.verdict == "can_be_beaten"


def test_a_policy_is_audited_and_judged_on_a_board_with_a_hole(policy):
    game = find_game("lines:3,3,-b2,a3b3c3,a1b1c1,a3a2a1,c3c2c1")
    player = policy("assert observation.shape == (3, 3, 2); return int(mask.argmax())")
    found = audit(game, player)
    assert all(side.answered == side.asked > 0 for side in found.sides)  # no forfeits
    assert regret(game, player, solver_for(game), 20).positions == 20


def test_the_example_is_beatable_and_its_mend_is_not():
    with PolicyPlayer(f"{EXAMPLE}:policy") as player:
        assert exploitability(GAME, player).average == 1
    with PolicyPlayer(f"{EXAMPLE}:mended") as player:
        assert exploitability(GAME, player).average == 0
        assert regret(GAME, player, solver_for(GAME), 50).total == 0


def test_the_best_response_to_random_play_in_nim():
    # One heap of three, each takes 1 to 3, the last one wins. Who begins takes all. Random first:
    # takes 3 and wins (1/3); else the other takes the rest: 1/3 - 2/3. Second: the first wins.
    game = find_game("nim:3")
    found = exploitability(game, RandomPlayer())
    assert tuple(found) == (Fraction(-1, 3), Fraction(-1))
    assert found.average == Fraction(2, 3)
    perfect = exploitability(game, PerfectPlayer())
    assert tuple(perfect) == (Fraction(1), Fraction(-1))


def test_regret_counts_what_a_move_gives_away():
    # From a heap of two one may take two, which wins, or one, which loses: a regret of 2.
    game = find_game("nim:2")
    found = regret(game, RandomPlayer(), solver_for(game), 400, seed=1)
    starts = found.worse * 2  # half of the moves at the start
    assert found.total == starts
    assert 0 < starts < found.positions == 400


def test_of_a_lost_position_no_move_is_asked_about(monkeypatch):
    """All moves of 1, 1 lose, since both players take one: only the start is asked about, twice."""
    nim: Any = find_game("nim:1,1")
    solver: Any = solver_for(nim)
    asked = []
    exceeds = solver.exceeds

    def counted(position, bound):
        asked.append(position)
        return exceeds(position, bound)

    monkeypatch.setattr(solver, "exceeds", counted)
    monkeypatch.setattr("noughts.lab.regret._random_positions", lambda *_: repeat(nim.start()))
    assert regret(nim, RandomPlayer(), solver, 1).total == 0
    assert asked == [nim.start()] * 2


def test_solvers_that_share_positions_say_what_one_says_and_what_exact_values_say():
    def judged(*solvers):
        *_, found = regret_so_far(GAME, RandomPlayer(), solvers, positions=300, seed=4)
        return found

    by_value = judged(RetrogradeSolver(GAME))  # asked for values, not for outcomes
    assert judged(solver_for(GAME)) == by_value
    assert judged(*(solver_for(GAME) for _ in range(3))) == by_value
    assert by_value.worse > 0


def test_positions_that_take_too_long_are_left_out():
    game = find_game("connectfour")
    found = regret(game, RandomPlayer(1), solver_for(game, 50), positions=5, seed=3)
    assert found.too_hard > 0
    assert found.positions <= 5


def test_what_is_too_large_or_repeats_has_no_exploitability():
    with pytest.raises(SearchStopped, match="More than 10 positions"):
        exploitability(GAME, RandomPlayer(), positions=10)
    with pytest.raises(SearchStopped, match="can repeat"):
        exploitability(find_game("morris"), RandomPlayer())
