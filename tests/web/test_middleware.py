"""What is too large or comes too often is refused."""

import asyncio
import http.client
from urllib.parse import urlsplit

import pytest
from starlette.types import Message

from noughts.web.middleware import LONGEST_BODY, Guard, Rates
from tests.each import each
from tests.web.asking import ask


def test_a_bucket_fills_with_time():
    rates = Rates(burst=3, rate=2)
    assert [rates.allows("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert [rates.allows("a", 1.0) for _ in range(3)] == [True, True, False]
    assert rates.allows("b", 1.0)


async def ok(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def status_for(guard, host):
    """The status of the answer to a request from an address."""
    return status_of(guard, "GET", client=host)


def status_of(guard, method, client="192.0.2.1", **headers):
    """The status of the answer to a request with these headers."""
    sent = []

    async def send(message):
        sent.append(message)

    told = [(name.encode(), text.encode("latin-1")) for name, text in headers.items()]
    scope = {"type": "http", "method": method, "path": "/", "query_string": b"", "headers": told,
             "client": (client, 5_000)}  # fmt: skip
    asyncio.run(guard(scope, receive, send))
    return sent[0]["status"]


def test_a_network_of_ipv6_counts_as_one_address():
    # A customer has a network of 64 bits at least (RFC 6177), and can take another address of it
    # for every request.
    guard = Guard(ok, Rates(burst=2, rate=0))
    same = ["2001:db8::1", "2001:db8::ffff:1", "2001:db8:0:0:ffff:ffff:ffff:ffff"]
    assert [status_for(guard, host) for host in same] == [200, 200, 429]
    assert status_for(guard, "2001:db8:0:1::1") == 200
    assert [status_for(guard, f"192.0.2.{last}") for last in range(1, 5)] == [200] * 4


def test_what_is_too_large_is_refused(server):
    assert ask(f"{server}/play/tictactoe?moves={'a1,' * 4000}").status == 414
    assert ask(f"{server}/play/tictactoe", {"move": "x" * LONGEST_BODY}).status == 413


def test_a_body_without_a_length_is_refused(server):
    connection = http.client.HTTPConnection(urlsplit(server).netloc)
    connection.request("POST", "/play/tictactoe", iter([b"move=b2"]), encode_chunked=True,
                       headers={"Transfer-Encoding": "chunked"})  # fmt: skip
    assert connection.getresponse().status == 411
    connection.close()


def test_a_host_that_does_not_know_a_method_says_so_without_a_traceback(server):
    answer = ask(f"{server}/games", {"a": "b"})
    assert answer.status == 405
    assert "Traceback" not in answer.text


async def receive() -> Message:
    return {"type": "websocket.connect"}


@each("error", [OSError, RuntimeError])
@each("fails", ["websocket.accept", "websocket.send"])
async def test_a_client_who_leaves_before_a_socket_is_written_to_is_no_error(error, fails):
    async def app(scope, receive, send):
        await send({"type": "websocket.accept"})
        await send({"type": "websocket.send", "text": "news"})

    async def send(message):
        if message["type"] == fails:
            raise error

    scope = {"type": "websocket", "query_string": b"", "headers": [], "client": None}
    await Guard(app)(scope, receive, send)


async def test_an_error_of_ours_on_an_open_socket_is_one():
    async def app(scope, receive, send):
        await send({"type": "websocket.accept"})
        raise RuntimeError("a bug")

    async def send(message):
        pass

    scope = {"type": "websocket", "query_string": b"", "headers": [], "client": None}
    with pytest.raises(RuntimeError, match="a bug"):
        await Guard(app)(scope, receive, send)


def test_a_name_that_points_to_this_machine_does_not_make_a_page_ours(server):
    """A stranger's page whose name now leads here has the right Origin (DNS rebinding)."""
    port = urlsplit(server).port
    for name in (f"evil.example:{port}", "evil.example", f"127.0.0.1.evil.example:{port}"):
        for origin in ({"Origin": f"http://{name}"}, {}):
            refused = ask(f"{server}/play/tictactoe", {"move": "b2"}, Host=name, **origin)
            assert refused.status == 403
            assert name.partition(":")[0] in refused.text
    for name in (f"127.0.0.1:{port}", f"localhost:{port}", f"[::1]:{port}", f"192.0.2.7:{port}"):
        form = {"Host": name, "Origin": f"http://{name}"}
        assert ask(f"{server}/play/tictactoe", {"move": "b2"}, **form).status == 303


def test_a_server_answers_for_the_names_it_was_given():
    def status(name, method="POST"):
        return status_of(
            Guard(ok, names=["Games.example"]), method, host=name, origin=f"https://{name}"
        )

    assert status("games.example") == status("games.example:443") == status("games.example.") == 200
    assert status("other.example") == status("games.example.evil.example") == 403
    assert status("other.example", "GET") == 200


@each("origin", ["http://[", "http://]", "http://[::1", "//", "null", "", "\xff"])
def test_an_origin_that_is_none_is_another_site(server, origin):
    answer = ask(f"{server}/play/tictactoe", {"move": "b2"}, Origin=origin)
    assert answer.status == 403
    assert "another site" in answer.text


@each("host", ["[", "]", "a/b", "[::1", "here:port", "a@b:x", "here:99999", "a?b#c"])
@each("method", ["GET", "POST"])
def test_a_host_that_is_none_is_refused(host, method):
    assert status_of(Guard(ok), method, host=host) == 400
