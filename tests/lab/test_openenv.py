"""Games in words over OpenEnv's server, asked by its own client."""

import re
import sys
from subprocess import PIPE, Popen

import pytest

pytest.importorskip("openenv")
from openenv import GenericEnvClient

from noughts.errors import BridgeError, NoughtsError
from noughts.lab.openenv import WordsAction, WordsEnvironment
from tests.each import each


@pytest.fixture
def address():
    words = ["uvicorn", "--factory", "noughts.lab.openenv:app", "--port", "0"]
    with Popen([sys.executable, "-m", *words], stderr=PIPE, text=True) as server:
        assert server.stderr
        found = filter(None, map(re.compile(r"http://[\d.]+:\d+").search, server.stderr))
        yield next(found)[0]
        server.terminate()


def test_its_own_client_plays_a_game(address):
    with GenericEnvClient(base_url=address).sync() as client:
        seen = client.reset(game="nim:1,2", opponent="perfect", reward="regret", seed=1)
        assert "Your legal moves: " in seen.observation["text"]
        seen = client.step({"answer": "I take b1."})  # the only move that keeps the win
        assert (seen.observation["move"], seen.reward, seen.done) == ("b1", 0, False)
        seen = client.step({"answer": "nothing"})
        assert (seen.observation["legal"], seen.done) == (False, True)


@each("settings", [{"game": "/etc/passwd"}, {"game": "x.py:X"}, {"opponent": "program:/bin/true"}])
def test_a_client_names_no_files_and_no_programs(settings):
    with pytest.raises(NoughtsError):
        WordsEnvironment().reset(**settings)


def test_a_step_without_a_game_is_refused():
    with pytest.raises(BridgeError, match="reset"):
        WordsEnvironment().step(WordsAction(answer="b2"))


def test_it_counts_answers_and_keeps_the_episodes_name():
    environment = WordsEnvironment("tictactoe", opponent="random", tries=3)
    environment.reset(seed=1, episode_id="one")
    assert environment.step(WordsAction(answer="b2")).move == "b2"
    assert not environment.step(WordsAction(answer="b2")).legal
    assert (environment.state.episode_id, environment.state.step_count) == ("one", 2)
