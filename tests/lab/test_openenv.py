"""Games in words over OpenEnv's server, asked by its own client."""

import json
import re
import sys
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from subprocess import PIPE, Popen, run
from threading import Thread

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


class FirstMove(BaseHTTPRequestHandler):
    """A model behind the protocol of chat completions, which plays the first legal move."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        move = re.findall(r"Your legal moves: (\w+)", asked["messages"][-1]["content"])[-1]
        words = {"role": "assistant", "content": f"I play {move}"}
        choice = {"index": 0, "finish_reason": "stop", "delta": words}
        told = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "first"}
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        said = json.dumps(told | {"choices": [choice]})
        self.wfile.write(f"data: {said}\n\ndata: [DONE]\n\n".encode())


@contextmanager
def model():
    with ThreadingHTTPServer(("127.0.0.1", 0), FirstMove) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1"
        server.shutdown()


def test_verifiers_runs_it_and_has_its_rewards(address, tmp_path, monkeypatch):
    """The first move of both is a1, which gives away a won heap, and wins two counters of one."""
    pytest.importorskip("verifiers")
    monkeypatch.setenv("MODEL_KEY", "none")
    resets = [f'{{game = "{name}", reward = "regret"}}' for name in ("nim:1,2", "nim:1")]
    with model() as url:
        settings = f"""
            model = "first"
            push = false
            output_dir = "{tmp_path}"
            [client]
            base_url = "{url}"
            api_key_var = "MODEL_KEY"
            [env.player.harness]
            id = "null"
            [env.player.runtime]
            type = "subprocess"
            [env.taskset]
            id = "openenv"
            base_url = "{address}"
            resets = [{", ".join(resets)}]"""
        (tmp_path / "run.toml").write_text(settings)
        run([Path(sys.executable).with_name("vf-eval"), "@", tmp_path / "run.toml"], check=True)
    traces = next(tmp_path.rglob("traces.jsonl")).read_text().splitlines()
    rows = sorted(map(json.loads, traces), key=lambda row: row["task"]["data"]["idx"])
    rewards = [row["traces"][0]["rewards"]["openenv_reward"]["score"] for row in rows]
    assert rewards == [-2, 0]
