"""The settings file: what a person wants in place of the defaults, in TOML."""

import os
import re
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from functools import cache
from typing import Any, NamedTuple

import click

from noughts.store.folder import SETTINGS, settings_file

# What counts for every command that has it, and the table of keys.
COMMON = ("game", "level", "theme")
KEYS = "keys"
# A letter, a function key, or a letter with Ctrl. Ctrl-C and Ctrl-D have their meaning.
KEY = re.compile(r"[a-zA-Z]|f[1-9]|f1[0-2]|ctrl\+[abe-z]")


class BadSettings(click.ClickException):
    """The settings file says something that means nothing."""

    def __init__(self, problem: str) -> None:
        """Say where, too."""
        super().__init__(f"{settings_file()}: {problem}")


class Settings(NamedTuple):
    """What a person chose for the full screen.

    Args:
        theme: `light` or `dark`; empty for that of the terminal.
        keys: keys by the name of what they do.
    """

    theme: str = ""
    keys: Mapping[str, str] = {}


DEFAULTS = Settings()


@cache
def written() -> dict[str, Any]:
    """What the file says; nothing if there is none.

    Raises:
        BadSettings: it cannot be read, is no TOML, or is named by NOUGHTS_CONFIG and missing.
    """
    import tomllib  # few have such a file

    try:
        return tomllib.loads(settings_file().read_text("utf-8"))
    except FileNotFoundError:
        if os.environ.get(SETTINGS):
            raise BadSettings(f"{SETTINGS} names this file, which does not exist.") from None
        return {}
    except (OSError, ValueError) as error:
        raise BadSettings(str(getattr(error, "strerror", None) or error)) from None


def defaults_of(command: click.Command, name: str, commands: Iterable[str]) -> dict[str, Any]:
    """What the file says about a command, by parameter.

    Raises:
        BadSettings: it names something that there is not.
    """
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
    """The keys of the full screen that the file names.

    Raises:
        BadSettings: a key is none, or stands for two things.
    """
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
    """What there is of that name."""
    if name in known:
        return known[name] if isinstance(known, Mapping) else name
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"known: {', '.join(known)}."
    raise BadSettings(f"unknown {kind} {name!r}; {hint}")


def _shown(parameter: click.Parameter) -> str:
    """What people call a parameter: a long option without its dashes, or an argument."""
    return max(parameter.opts, key=len).lstrip("-")


def _text(value: Any) -> Any:
    """A value as click takes it."""
    return value if isinstance(value, bool) else str(value)
