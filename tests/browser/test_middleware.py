"""What is too large or comes too often is refused."""

import http.client
from urllib.parse import urlsplit

from noughts.browser.middleware import LONGEST_BODY, Rates
from tests.browser.asking import ask


def test_a_bucket_fills_with_time():
    rates = Rates(burst=3, rate=2)
    assert [rates.allows("a", 0.0) for _ in range(4)] == [True, True, True, False]
    assert [rates.allows("a", 1.0) for _ in range(3)] == [True, True, False]
    assert rates.allows("b", 1.0)


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
