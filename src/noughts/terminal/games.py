"""`noughts games`: which games there are, with their parameters and what is known of them."""

from dataclasses import fields
from textwrap import wrap
from typing import Any

import click

from noughts.games import grammar
from noughts.games.catalogue import ENTRIES, Entry, find_game
from noughts.terminal.answers import SCHEMA, Json, to_line
from noughts.terminal.options import json_option

WIDTH = 78
INDENT = " " * 4


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games: their parameters, how large they are, and what is known of them."""
    if as_json:
        click.echo(to_line(games_answer()))
    else:
        click.echo("\n\n".join([*map(described, ENTRIES.values()), OWN]))


OWN = """\
path/to/file.py:Class
    a game of your own; docs/your-own-game.md tells how to write it
    noughts check path/to/file.py:Class tries the laws of games on it"""


def games_answer() -> Json:
    """What `noughts games --json` answers."""
    return {"schema": SCHEMA, "games": [entry_answer(entry) for entry in ENTRIES.values()]}


def entry_answer(entry: Entry) -> Json:
    """A game as JSON."""
    return {
        "name": entry.name,
        "about": entry.about,
        "parameters": [
            {"name": name, "kind": kind, "default": default}
            for name, kind, default in parameters_of(entry)
        ],
        "size": entry.size,
        "known": entry.known,
        "examples": list(entry.examples),
    }


def parameters_of(entry: Entry) -> list[tuple[str, str, Any]]:
    """Each parameter's name, its kind, and its value when the name stands alone."""
    cls, usual = entry.game_class(), find_game(entry.name)
    switches = grammar.switches_of(cls)
    names = [field.name for field in fields(cls)]  # type: ignore[arg-type]  # a dataclass
    return [
        (name, "switch" if name in switches else "number", getattr(usual, name)) for name in names
    ]


def described(entry: Entry) -> str:
    """A game in a few lines: how it is named, and what is told of it."""
    parameters = parameters_of(entry)
    numbers = [f"{name}={value}" for name, kind, value in parameters if kind == "number"]
    switches = [name for name, kind, _ in parameters if kind == "switch"]
    told = [
        ("", entry.about),
        ("numbers: ", ", ".join(numbers)),
        ("words: ", ", ".join(switches)),
        ("size: ", entry.size),
        ("known: ", entry.known),
        ("for example: ", ", ".join(entry.examples)),
    ]
    lines = [line for head, text in told if text for line in _indented(head + text)]
    return "\n".join([entry.name, *lines])


def _indented(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent=INDENT, subsequent_indent=INDENT + "  ")
