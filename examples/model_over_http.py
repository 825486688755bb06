"""A language model over HTTP, by the usual protocol of model servers; here a stub on loopback.

    python examples/model_over_http.py games.jsonl
    noughts judge games.jsonl

To ask a model of yours, set MODEL_URL to its address, …/v1/chat/completions.
"""

import json
import os
import random
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from urllib.request import Request, urlopen

from noughts.lab.in_words import WordsGame


class Stub(BaseHTTPRequestHandler):
    """Answers a prompt with one of its legal moves, and now and then with a cell that is none."""

    def do_POST(self):
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        prompt = asked["messages"][-1]["content"]
        moves = prompt.rpartition("Your legal moves: ")[2].rstrip(".").split(", ")
        said = f"I think the best is **{random.choice([*moves, 'z9'])}**."
        body = json.dumps({"choices": [{"message": {"content": said}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        """Print nothing."""


def ask(url, prompt):
    body = {"model": "model", "messages": [{"role": "user", "content": prompt}]}
    request = Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urlopen(request) as answer:
        return json.load(answer)["choices"][0]["message"]["content"]


def play(url, seed):
    """One game; returns its record, a line for noughts judge."""
    game = WordsGame("tictactoe", "easy", seed=seed, tries=3)
    prompt, moves = game.prompt, []
    while not game.over:
        answer = ask(url, prompt)
        reply = game.answer(answer)
        moves += [answer, *reply.replies]
        prompt = reply.text
    return {"game": "tictactoe", "players": ["model", "easy"], "moves": moves}


if __name__ == "__main__":
    random.seed(1)
    url = os.environ.get("MODEL_URL", "")
    if not url:
        server = ThreadingHTTPServer(("127.0.0.1", 0), Stub)
        Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_port}/v1/chat/completions"
    lines = [json.dumps(play(url, seed)) + "\n" for seed in range(20)]
    Path(sys.argv[1]).write_text("".join(lines), encoding="utf-8")
    print(f"20 games in {sys.argv[1]}")
