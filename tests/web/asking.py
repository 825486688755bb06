"""Requests to the server, with nothing but Python's own library."""

import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, NamedTuple


class Answer(NamedTuple):
    status: int
    text: str
    headers: dict[str, str]

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Stay(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def ask(address: str, form: dict[str, str] | str | None = None, **headers: str) -> Answer:
    """The answer to a GET, or to a POST of a form or a text; redirections are answers.

    All tests of a process share a server and an address, so they wait where it refuses more.
    """
    while (answer := _asked(address, form, headers)).status == 429:
        time.sleep(0.2)
    return answer


def _asked(address: str, form: dict[str, str] | str | None, headers: dict[str, str]) -> Answer:
    text = urllib.parse.urlencode(form) if isinstance(form, dict) else form
    body = None if text is None else text.encode()
    named = {name.replace("_", "-"): text for name, text in headers.items()}
    request = urllib.request.Request(address, body, named)
    try:
        with urllib.request.build_opener(Stay).open(request, timeout=60) as answer:
            return Answer(answer.status, answer.read().decode(), _lower(answer.headers))
    except urllib.error.HTTPError as error:
        with error:
            return Answer(error.code, error.read().decode(), _lower(error.headers))


def _lower(headers: Any) -> dict[str, str]:
    return {name.lower(): text for name, text in headers.items()}
