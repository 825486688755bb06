"""The tools for language models, through the protocol and its SDK's own client."""

import asyncio
import json
import socket
import sys
from base64 import b64decode
from contextlib import closing
from itertools import islice
from random import Random
from subprocess import Popen
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import find_game, solver_for
from noughts.game import legal_moves, turn_after
from noughts.lab import tools
from noughts.lab.mcp import answered
from noughts.lab.tools import TOOLS
from noughts.solving.api import Solvers
from tests.each import each


def request(method, **params):
    message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}
    return json.loads(answered(json.dumps(message)) or "")


def call(name, **arguments):
    result = request("tools/call", name=name, arguments=arguments)["result"]
    return result["content"][0]["text"], result["isError"]


def test_an_introduction_speaks_the_client_s_version_if_it_is_known():
    assert request("initialize", protocolVersion="2025-06-18")["result"]["protocolVersion"] == (
        "2025-06-18"
    )
    told = request("initialize", protocolVersion="1900-01-01")["result"]
    assert told["protocolVersion"] == "2025-11-25"
    assert told["serverInfo"]["name"] == "noughts"


def test_every_tool_is_listed_with_its_arguments():
    listed = {one["name"]: one for one in request("tools/list")["result"]["tools"]}
    assert set(listed) == set(TOOLS)
    assert listed["review"]["inputSchema"]["required"] == ["record"]
    assert listed["prove"]["inputSchema"]["properties"]["seconds"]["type"] == "number"


@each("line, code", [("{", -32700), ("[]", -32600), ('{"id": 1}', -32600), ("3", -32600)])
def test_what_is_no_request_is_answered_by_an_error(line, code):
    assert json.loads(answered(line) or "")["error"]["code"] == code


def test_messages_that_want_no_answer_get_none():
    assert answered('{"jsonrpc": "2.0", "method": "notifications/initialized"}') is None
    assert answered('{"jsonrpc": "2.0", "id": 3, "result": {}}') is None
    assert request("server/discover")["error"]["code"] == -32601


@each(
    "name, arguments",
    [
        ("analyse", {"game": "/tmp/game.py"}),
        ("analyse", {"game": "game.py:Mine"}),
        ("rules", {"game": "lines:/etc/lines.json"}),
        ("analyse", {"board": "/etc/passwd"}),
        ("review", {"record": '[Game "game.py:Mine"]\n\n1. a1 *'}),
        ("play", {"level": "program:/bin/true"}),
        ("play", {"level": "trickster:program:/bin/true"}),
        ("play", {"level": "trained:file"}),
        ("check", {"rules": "x = (", "like": ""}),
        ("draw", {"form": "gif"}),
        ("analyse", {"moves": "b2 b2"}),
        ("analyse", {"gme": "nim"}),
        ("analyse", {"game": 3}),
        ("prove", {"seconds": True}),
        ("explain", {"move": "z9"}),
        ("nothing", {}),
    ],
)
def test_what_is_wrong_gets_a_sentence(name, arguments):
    text, wrong = call(name, **arguments)
    assert wrong
    assert text.endswith(".")
    assert "Traceback" not in text
    assert "root:" not in text


def positions(game, plays):
    """The open positions of some random games, with the player to move."""
    chance = Random(0)
    for _ in range(plays):
        position, turn = game.start(), 0
        while moves := legal_moves(game, position):
            yield position, turn
            position = game.play(position, chance.choice(moves))
            turn = turn_after(game, turn, position)


def values_of(line):
    value, _, names = line.partition(": ")
    found = value.startswith(("win", "draw", "loss"))
    return [(name, value) for name in names.split(", ")] if found else []


# Ten games; of each a thousand positions are compared every night.
TEN = ["tictactoe", "nim:3,4,5", "dots:1,2", "kalah:3,2", "morris", "hex:3", "connectfour:4,4",
       "mnk:4,4,3", "domineering:4,4", "chomp:3,4"]  # fmt: skip


def told_otherwise(spec, positions):
    """The positions of which the tool says something else than the library."""
    game = find_game(spec)
    solver = solver_for(game)
    for position, turn in positions:
        text = call("analyse", game=spec, board=game.text(position, turn))[0]
        first, *lines = text.split("\n")
        told = dict(one for line in lines for one in values_of(line))
        right = {game.name(move): str(value) for move, value, _ in solver.values(position)}
        value = f"{solver.value(position)} for {game.marks[turn]}, to move."
        if (first, told) != (value, right):
            yield text, value, right


@each("spec", ["tictactoe", "nim:3,4", "dots:1,2"])
def test_values_are_the_library_s(spec):
    assert not list(told_otherwise(spec, positions(find_game(spec), 1)))


@pytest.mark.parametrize("spec", TEN)
def test_a_thousand_values_are_the_library_s(spec):
    asked = islice(positions(find_game(spec), 1_000), 1_000)
    assert not list(told_otherwise(spec, asked))


def test_a_game_is_played_move_by_move():
    text, _ = call("play", moves="b2 a1 c3 c1", level="perfect")  # only b1 holds
    assert text.startswith("b1 by X.\n")
    assert "Your legal moves: " in text
    assert call("play", moves="b2 a1 c3 c1 a3 b1")[1]


def test_a_picture_is_svg():
    assert call("draw", moves="b2", form="svg")[0].startswith("<svg")
    assert "X on b2" in call("draw", moves="b2")[0]


def test_a_picture_is_png_where_cairosvg_is_installed(monkeypatch):
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    text, wrong = call("draw", moves="b2", form="png")
    assert wrong
    assert "pip install cairosvg" in text
    drawn = []

    def svg2png(bytestring, scale):
        drawn.append(bytestring)
        return b"\x89PNG"

    monkeypatch.setitem(sys.modules, "cairosvg", SimpleNamespace(svg2png=svg2png))
    [content] = request("tools/call", name="draw", arguments={"form": "png"})["result"]["content"]
    assert (content["type"], content["mimeType"]) == ("image", "image/png")
    assert b64decode(content["data"]) == b"\x89PNG"
    assert drawn[0].startswith(b"<svg")


RULES = """
from typing import NamedTuple
from noughts import LOSS, OPEN, Game
class Left(NamedTuple):
    counters: int
class Take(Game[Left]):
    def start(self): return Left(5)
    def moves(self, position): return range(1, min(3, position.counters) + 1)
    def play(self, position, move): return Left(position.counters - move)
    def outcome(self, position): return OPEN if position.counters else LOSS
"""


def test_rules_are_checked_in_the_sandbox():
    assert call("check", rules=RULES)[0].startswith("Kept: ")
    text, wrong = call("check", rules=RULES.replace("OPEN if position.counters else LOSS", "OPEN"))
    assert not wrong
    assert text.startswith("Broken: ")


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
def test_rules_read_no_file():
    text, wrong = call("check", rules="raise ValueError(open('/etc/passwd').read())")
    assert wrong
    assert "root" not in text


def asked(transport):
    """The tools, and an analysis, by the SDK's client."""
    from mcp import Client

    async def talk():
        async with Client(transport) as client:
            listed = await client.list_tools()
            result: Any = await client.call_tool("analyse", {"board": "xo.|.x.|..o"})
            wrong = await client.call_tool("analyse", {"game": "x.py"})
            return {one.name for one in listed.tools}, result.content[0].text, wrong.is_error

    return asyncio.run(talk())


def test_the_sdk_s_client_understands_it_on_standard_input():
    pytest.importorskip("mcp")
    from mcp.client.stdio import StdioServerParameters, stdio_client

    server = StdioServerParameters(command=sys.executable, args=["-m", "noughts", "mcp"])
    names, text, wrong = asked(stdio_client(server))
    assert names == set(TOOLS)
    assert text.startswith("win in 3 for X")
    assert wrong


def test_the_sdk_s_client_understands_it_over_http():
    pytest.importorskip("mcp")
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Popen([sys.executable, "-m", "noughts", "mcp", "--http", "--port", str(port)]) as server:
        try:
            while server.poll() is None:
                with closing(socket.socket()) as wire:
                    if wire.connect_ex(("127.0.0.1", port)) == 0:
                        break
            names, text, wrong = asked(f"http://127.0.0.1:{port}/mcp")
        finally:
            server.terminate()
    assert names == set(TOOLS)
    assert text.startswith("win in 3 for X")
    assert wrong


def test_boards_and_moves_may_be_lists_and_what_is_null_is_not_given():
    text = call("analyse", board="xo.|...|...")
    assert call("analyse", board=["X", "O", *[""] * 7], moves=None) == text
    assert call("analyse", board=[["X", "O", ""], ["", "", ""], ["", "", ""]]) == text
    assert call("analyse", board={"a3": "X", "b3": "O"}) == text
    assert call("analyse", moves=["b2", "a1"]) == call("analyse", moves="b2 a1")


def test_moves_that_are_not_proved_stand_together_by_their_bounds(monkeypatch):
    monkeypatch.setattr(tools, "_solvers", lambda: Solvers(2_000))
    told, _ = call("analyse", game="gomoku:7,7", moves="d4 d5")
    lines = [line for line in told.splitlines() if line.startswith("from ")]
    assert lines
    assert len(lines) == len({line.split(":")[0] for line in lines})
