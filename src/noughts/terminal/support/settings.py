"""The settings file: a person's own defaults, in TOML."""

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

import click

from noughts.records.history import SETTINGS, settings_file

# Settings of all commands that have such an option, and the table of keys.
COMMON = ("game", "level", "theme")
KEYS = "keys"
# A letter, a function key, or a letter with Ctrl, except Ctrl-C and Ctrl-D.
KEY = re.compile(r"[a-zA-Z]|f[1-9]|f1[0-2]|ctrl\+[abe-z]")


class BadSettings(click.ClickException):
    """The settings file has an error."""

    def __init__(self, problem: str) -> None:
        super().__init__(f"{settings_file()}: {problem}")


class Settings(NamedTuple):
    """A person's choices for the full screen."""

    theme: str = ""
    keys: Mapping[str, str] = {}


DEFAULTS = Settings()


@cache
def written() -> dict[str, Any]:
    """The contents of the file; empty if there is none."""
    import tomllib  # few people have such a file

    try:
        return tomllib.loads(settings_file().read_text("utf-8"))
    except FileNotFoundError:
        if os.environ.get(SETTINGS):
            raise BadSettings(f"{SETTINGS} names this file, which does not exist.") from None
        return {}
    except (OSError, ValueError) as error:
        raise BadSettings(str(getattr(error, "strerror", None) or error)) from None


def defaults_of(command: click.Command, name: str, commands: Iterable[str]) -> dict[str, Any]:
    """The file's settings of a command, by parameter."""
    found = written()
    for table in found:
        _known(table, (*COMMON, KEYS, *commands), "setting")
    own = found.get(name, {})
    if not isinstance(own, dict):
        raise BadSettings(f"{name} is a table: write [{name}], and its options below.")
    parameters = {_shown(each): each for each in command.params}
    common = {key: found[key] for key in COMMON if key in found and key in parameters}
    return {
        str(_known(key, parameters, f"option of noughts {name}").name): _text(value)
        for key, value in {**common, **own}.items()
    }


def chosen_keys(names: Iterable[str]) -> dict[str, str]:
    """The keys of the full screen in the file."""
    found = written().get(KEYS, {})
    if not isinstance(found, dict):
        raise BadSettings(f"{KEYS} is a table: write [{KEYS}], and below it hint = 'f1'.")
    for name, key in found.items():
        _known(name, {each: each for each in names}, "key")
        if not isinstance(key, str) or not KEY.fullmatch(key):
            raise BadSettings(f"{name} cannot have the key {key!r}: write 'x', 'f1' or 'ctrl+g'.")
    if len(set(found.values())) < len(found):
        raise BadSettings("one key is bound twice.")
    return found


def _known(name: str, known: Any, kind: str) -> Any:
    if name in known:
        return known[name] if isinstance(known, Mapping) else name
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}."
    raise BadSettings(f"unknown {kind} {name!r}; {hint}")


def _shown(parameter: click.Parameter) -> str:
    """The name of a parameter for people: a long option without its dashes, or an argument."""
    return max(parameter.opts, key=len).lstrip("-")


def _text(value: Any) -> Any:
    return value if isinstance(value, bool) else str(value)
