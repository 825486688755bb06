"""What a request can name: docs/browser.md lists it, and none of it is a file or a program."""

import re
import socket
import time
import urllib.parse
from pathlib import Path

import pytest

import noughts.web
from tests.each import each
from tests.web.asking import ask

HERE = Path(noughts.web.__file__).parent
PAGE = Path(__file__).parents[2] / "docs" / "browser.md"
# Where the source reads a part of a request: of its query, its form or its JSON, by name.
READS = re.compile(
    r"""(?:query_params|query|form)(?:\.get\(|\[)"(\w+)"|flag\(request, "(\w+)"\)"""
    r"""|_of\(asked, "(\w+)"|"(\w+)" in (?:query|form)"""
)
PLACES = ("{}", "{}:Game", "{}:choose", "program:{}", "tablebase:{}", "../../{}")
PATHS = [
    "play/{}", "edit/{}", "watch/{}", "map/{}", "engine/{}", "live/{}", "join/{}", "static/{}",
    "static/..%2F..%2F{}", "play?game={}", "play?game=mnk&.m={}", "live?game={}",
    "play/tictactoe?show={}", "play/tictactoe?cell={}", "play/tictactoe?moves={}",
    "play/tictactoe?position={}", "play/tictactoe?as={}", "play/tictactoe?level={}",
    "play?game=tictactoe&as=none&level=easy&second={}", "edit/tictactoe?cells={}&turn={}",
    "edit/tictactoe?at={}&put={}", "draw/{}", "draw/lines:3,3?chosen={}",
    "draw/lines:3,3,a1b1?file={}", "map/tictactoe?levels={}",
    *[
        f"api/v1/{name}/{{}}"
        for name in ("position", "analyse", "explain", "review", "move", "draw", "map", "table",
                     "ahead", "values", "know", "history", "live")
    ],
    *[f"api/v1/move/tictactoe?{name}={{}}" for name in ("level", "moves", "position", "as")],
    *[f"api/v1/draw/tictactoe?{name}={{}}" for name in ("theme", "values")],
    "api/v1/table/tictactoe?reply={}", "api/v1/table/tictactoe?know={}",
    "api/v1/analyse/tictactoe?why={}", "api/v1/map/tictactoe?levels={}",
]  # fmt: skip


def in_the_source() -> set[str]:
    """Every name by which the source reads a part of a request."""
    sources = [*HERE.glob("*.py"), *(HERE / "live").glob("*.py")]
    found = [name for file in sources for name in READS.findall(file.read_text("utf-8"))]
    return {part for names in found for part in names if part}


@pytest.mark.skipif(not PAGE.exists(), reason="the documentation is not here")
def test_the_page_lists_every_part_of_a_request():
    section = (
        PAGE.read_text("utf-8").partition("## What a request can name")[2].partition("\n## ")[0]
    )
    listed = {
        name
        for row in re.findall(r"^\| (.*?) \|", section, re.MULTILINE)
        for name in re.findall(r"`\.?(\w+)`", row)
    }
    assert in_the_source() <= listed
    assert len(in_the_source()) > 15  # the source is still read so


@pytest.fixture(scope="module")
def canary(tmp_path_factory) -> tuple[Path, Path]:
    """A program that leaves a trace when it is run or imported, and where."""
    folder = tmp_path_factory.mktemp("canary")
    trace = folder / "trace"
    file = folder / "game.py"
    file.write_text(f"open({str(trace)!r}, 'w').close()\nSECRET = 'canary'\n")
    file.chmod(0o700)
    return file, trace


@each("path", PATHS[::5], large=PATHS)
def test_no_part_of_a_request_leads_to_a_file(server, canary, path):
    """What exists and what does not are answered alike, but for its name."""
    file, trace = canary
    for place in PLACES:
        said = []
        for named in (file, file.with_name("gamf.py")):
            text = urllib.parse.quote(place.format(named), safe="")
            answer = ask(f"{server}/{path.replace('{}', text)}")
            assert answer.status < 500
            body = re.sub(r"nonce=\"[\w-]+\"", "", answer.text)
            said.append((answer.status, body.replace("gamf", "game")))  # it may be cut short
        assert said[0] == said[1]
        assert "canary'" not in said[0][1]
    assert not trace.exists()


def test_an_address_with_dots_leads_nowhere(server):
    """As a program sends it: browsers take the dots away."""
    time.sleep(0.5)  # so that there may be four requests
    host, port = server.removeprefix("http://").split(":")
    for path in ("/static/../app.py", "/static/%2e%2e/app.py", "/../../etc/passwd", "//etc/passwd"):
        with socket.create_connection((host, int(port)), 30) as connection:
            connection.sendall(
                f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode()
            )
            with connection.makefile("rb") as told:
                assert told.readline().split()[1] == b"404"
