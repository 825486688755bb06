"""The JSON of a request or a message."""

import json

from noughts.answers.encoder import Json
from noughts.web.url_state import BadRequest


def object_of(text: bytes | str) -> Json:
    """The JSON object of a text.

    Raises:
        BadRequest: the text is not a JSON object.

    >>> object_of('{"ply": 0, "move": "b2"}')
    {'ply': 0, 'move': 'b2'}
    """
    try:
        asked = json.loads(text)
    except (ValueError, RecursionError):
        asked = None
    if not isinstance(asked, dict):
        raise BadRequest('Send a JSON object such as {"ply": 0, "move": "b2"}.')
    return asked


def text_of(asked: Json, name: str, usual: str | None = None) -> str:
    """The text of that name.

    Raises:
        BadRequest: there is none.
    """
    text = asked.get(name, usual)
    if not isinstance(text, str):
        raise BadRequest(f'"{name}" must be a string.')
    return text


def ply_of(asked: Json) -> int:
    """The ply of a request: the number of moves before its own.

    Raises:
        BadRequest: there is none.
    """
    ply = asked.get("ply")
    if not isinstance(ply, int) or isinstance(ply, bool) or not 0 <= ply < 10_000:
        raise BadRequest('"ply" must be the number of moves before this one: 0 for the first.')
    return ply


def number_of(asked: Json, name: str) -> int | None:
    """The count of that name; None if there is none.

    Raises:
        BadRequest: it is not a count.
    """
    number = asked.get(name)
    if number is None or (type(number) is int and 0 <= number < 2**31):
        return number
    raise BadRequest(f'"{name}" must be a whole number from 0.')
