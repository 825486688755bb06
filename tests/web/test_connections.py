"""A flood of connections: some get an answer, the others a short refusal, the log a line."""

import resource
import socket
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from functools import cache
from threading import Thread

import pytest
import uvicorn

from noughts.web.connections import BACKLOG, OTHER_FILES, Connections, as_many_as_may_be
from tests.each import each
from tests.serving import Serving

MOST, FROM_ONE = 60, 20
LARGE = 50_000_000
# One address of this machine; Linux has 16 million more.
SOMEBODY, ANOTHER = "127.0.0.1", "127.0.0.2"
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="needs more addresses than one")


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A server that takes few connections."""
    options = ["--connections", str(MOST), "--from-one", str(FROM_ONE)]
    serving = Serving(str(tmp_path_factory.mktemp("games")), *options)
    yield serving
    serving.stop()


def connected(serving, who=SOMEBODY):
    return socket.create_connection(("127.0.0.1", serving.port), 30, source_address=(who, 0))


def answer(connection):
    """What a connection answers to a request for a page."""
    with connection:
        connection.sendall(b"GET /games HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n")
        with connection.makefile("rb") as file:
            return file.read().decode()


def status(connection):
    return int(answer(connection).split()[1])


def soon(condition):
    for _ in range(600):
        if condition():
            return True
        time.sleep(0.05)
    return False


def test_an_address_gets_as_many_as_may_be_and_others_are_served(small):
    idle = [connected(small) for _ in range(FROM_ONE)]
    refused = answer(connected(small))
    assert refused.startswith("HTTP/1.1 503")
    assert refused.endswith("\r\n\r\nToo many connections; try again later.\n")
    assert status(connected(small, ANOTHER)) == 200
    for one in idle:
        one.close()
    assert soon(lambda: status(connected(small)) == 200)


def test_a_flood_is_refused_and_is_one_line_of_the_log(small):
    said = len(small.said)
    addresses = [f"127.0.1.{number}" for number in range(1, 6)]
    flood = [connected(small, who) for who in addresses for _ in range(FROM_ONE)]
    assert status(connected(small, ANOTHER)) == 503
    for one in flood:
        one.close()
    assert soon(lambda: status(connected(small, ANOTHER)) == 200)
    assert len(small.said[said:]) <= 1  # or the test before this one has had it said


def test_sockets_count_until_they_end(small):
    from tests.web.live.friends import two

    game, first, _ = two(small.address)
    with first.socket(game):
        idle = [connected(small) for _ in range(FROM_ONE - 1)]
        assert soon(lambda: status(connected(small)) == 503)
    for one in idle[1:]:
        one.close()
    assert soon(lambda: status(connected(small)) == 200)
    idle[0].close()


def test_there_are_no_more_than_the_process_may_open():
    code = (
        "import resource\n"
        "from noughts.web.connections import as_many_as_may_be\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 1_000))\n"
        "print(as_many_as_may_be(5_000), resource.getrlimit(resource.RLIMIT_NOFILE)[0])"
    )
    command = [sys.executable, "-c", code]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.split() == [str(1_000 - OTHER_FILES - BACKLOG), "1000"]


def test_a_limit_that_is_higher_is_left():
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    assert as_many_as_may_be(10) == 10
    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before


def test_counts_of_addresses_that_have_gone_are_forgotten():
    connections = Connections()
    assert connections.take("a")
    connections.let_go("a")
    assert not connections._counts


@pytest.fixture
def quick(monkeypatch):
    """Limits of time that a test can wait for."""
    monkeypatch.setattr("noughts.web.connections.TO_ARRIVE", 0.5)
    monkeypatch.setattr("noughts.web.connections.TO_BE_READ", 0.5)


async def large(scope, receive, send):
    """Reads the request, and answers more than a connection holds."""
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"x" * LARGE})


@contextmanager
def listening(limits=None):
    """A server of `large` in a thread of this process; its port."""
    protocols = (limits or Connections()).protocols()
    config = uvicorn.Config(large, log_config=None, lifespan="off", **protocols)
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as place:
        thread = Thread(target=server.run, args=[[place]])
        thread.start()
        yield place.getsockname()[1]
        server.should_exit = True
        thread.join(60)


@each(
    "sent",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: a\r\n",
        b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nmove",
    ],
)
def test_a_request_that_does_not_arrive_ends_its_connection(quick, sent):
    with listening() as port, socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(sent)
        assert connection.recv(100) == b""


def test_an_answer_that_nobody_reads_ends_its_connection(quick):
    limits = Connections()
    with listening(limits) as port, socket.create_connection(("127.0.0.1", port), 30) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
        got = len(connection.recv(1))
        assert soon(lambda: not limits._counts)  # nothing is read while the server waits
        while part := connection.recv(1_000_000):
            got += len(part)
    assert 0 < got < LARGE


def test_addresses_of_one_network_of_ipv6_count_together(monkeypatch):
    hosts = iter(("2001:db8::1", "2001:db8::2", "2001:db8::3", "2001:db8:0:1::1"))
    known = cache(lambda transport: (next(hosts), 5_000))
    monkeypatch.setattr("noughts.web.connections.get_remote_addr", known)
    with listening(Connections(from_one=2)) as port, ExitStack() as opened:
        for _ in range(2):
            opened.enter_context(socket.create_connection(("127.0.0.1", port), 30))
        assert status(socket.create_connection(("127.0.0.1", port), 30)) == 503
        assert status(socket.create_connection(("127.0.0.1", port), 30)) == 200
