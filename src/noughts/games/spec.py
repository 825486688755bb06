"""Text of a game's parameters: `4,4,3,misere`, or by name `k=3`; and of a game in a file.

Numbers are given in order, switches by name. Any parameter can be given by name: `k=3`,
`misere=no`.
"""

import re
from dataclasses import MISSING, fields
from pathlib import Path
from typing import Any

from noughts.errors import BadParameters, UnknownGame
from noughts.game import Game, parameters

YES_AND_NO = {"yes": True, "no": False, "true": True, "false": False, "1": True, "0": False}
# Separators of parameters: `7x6` is 7,6.
BETWEEN = re.compile(r",|(?<=[0-9])[x×](?=[0-9])")
# The height of a board by the name of its width.
HEIGHTS = {"m": "n", "columns": "rows"}
# The most digits of a parameter.
LONGEST_NUMBER = 9
# A path may have colons in it, as in C:\games\mine.py: the one after .py counts.
SPEC = re.compile(r"(?P<path>.+?\.py)(?::(?P<rest>.*))?", re.DOTALL | re.IGNORECASE)


def is_file(spec: str) -> bool:
    r"""Whether the text names a game in a file."""
    return SPEC.fullmatch(spec) is not None


def parts(spec: str) -> tuple[Path, str, str | None]:
    """The path, the class's name and the parameters that the text gives."""
    found = SPEC.fullmatch(spec)
    if not found:
        raise UnknownGame(f"{spec!r} does not name a file: write path/to/file.py:Class.")
    rest = found["rest"] or ""
    if re.match(r"-?[0-9]", rest):  # no class is called that
        rest = f":{rest}"
    name, colon, given = rest.partition(":")
    return Path(found["path"]).expanduser().resolve(), name.strip(), given if colon else None


def make_game(cls: type[Game[Any]], name: str, given: str | None = None) -> Game[Any]:
    """The game of the class with the given parameters, as text; None for the usual ones.

    A board that is usually square is as high as wide if only its width is given.
    """
    words = [] if given is None else [word.strip() for word in BETWEEN.split(given)]
    values, usual = _values(cls, name, words), parameter_defaults(cls)
    for width, height in HEIGHTS.items():
        if width in values and usual[width] == usual.get(height):  # `gomoku:19` is square
            values.setdefault(height, values[width])
    lacking = [key for key in usual if usual[key] is MISSING and key not in values]
    if lacking:
        raise BadParameters(f"{name} needs {', '.join(lacking)}. {_takes(cls, name)}")
    return cls(**values)


def parameters_text(game: Game[Any]) -> str:
    """The game's parameters as text, without trailing numbers whose default is 0."""
    numbers, words, defaults = [], [], parameter_defaults(type(game))
    for key, value in parameters(game).items():
        if isinstance(value, bool):
            if value != (defaults[key] is True):
                words.append(key if value else f"{key}=no")
        elif isinstance(value, int):
            numbers.append((value, defaults[key]))
    while len(numbers) > 1 and numbers[-1] == (0, 0):
        numbers.pop()
    return ",".join([*(str(number) for number, _ in numbers), *words])


def parameter_defaults(cls: type[Game[Any]]) -> dict[str, Any]:
    return {
        field.name: field.default
        for field in fields(cls)  # type: ignore[arg-type]  # every game is a dataclass
        if isinstance(field.default, int) or field.default is MISSING
    }


def numbers_of(cls: type[Game[Any]]) -> list[str]:
    return [name for name in parameter_defaults(cls) if name not in switches_of(cls)]


def switches_of(cls: type[Game[Any]]) -> list[str]:
    return [
        field.name
        for field in fields(cls)  # type: ignore[arg-type]
        if isinstance(field.default, bool) or field.type in (bool, "bool")
    ]


def _values(cls: type[Game[Any]], name: str, words: list[str]) -> dict[str, Any]:
    numbers, switches = numbers_of(cls), switches_of(cls)
    spelled = {key.lower(): key for key in (*numbers, *switches)}
    in_order = iter(numbers)
    values: dict[str, Any] = {}
    for word in words:
        key, equals, value = (part.strip() for part in word.partition("="))
        if not equals and spelled.get(key.lower()) in switches:
            value = "yes"
        elif not equals:
            key, value = next(in_order, ""), key
        key = spelled.get(key.lower(), "")
        known: Any = YES_AND_NO.get(value.lower()) if key in switches else _number(value)
        if not key or known is None:
            raise BadParameters(f"{word!r} is not a parameter of {name}. {_takes(cls, name)}")
        if key in values:
            raise BadParameters(f"{key!r} is given twice.")
        values[key] = known
    return values


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(rf"-?[0-9]{{1,{LONGEST_NUMBER}}}", text) else None


def _takes(cls: type[Game[Any]], name: str) -> str:
    numbers, switches, defaults = numbers_of(cls), switches_of(cls), parameter_defaults(cls)
    count = "1 whole number" if len(numbers) == 1 else f"{len(numbers)} whole numbers"
    takes = f"{count} ({', '.join(numbers)})" if numbers else "no numbers"
    words = "words" if len(switches) > 1 else "word"
    also = f", and the {words} {', '.join(switches)}" if switches else ""
    usual = ",".join(str(3 if defaults[key] is MISSING else defaults[key]) for key in numbers)
    example = f", for example {name}:{usual or switches[0]}" if numbers or switches else ""
    return f"It takes {takes}{also}{example}."
