"""`noughts games`: the games, with their parameters and known results."""

from textwrap import wrap

import click

from noughts.answers.analyses import to_line
from noughts.answers.lists import games_answer, parameters_of
from noughts.games.registry import ENTRIES, GameEntry, find_game, game_name
from noughts.terminal.output.wrapping import width
from noughts.terminal.support.options import json_option

INDENT = " " * 4


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the games with their parameters, sizes and known results."""
    if as_json:
        click.echo(to_line(games_answer()))
    else:
        click.echo("\n\n".join([*map(described, ENTRIES.values()), OWN]))


OWN = """\
path/to/file.py:Class
    a game of your own; see docs/your-own-game.md
    noughts check path/to/file.py:Class checks its rules"""


def described(entry: GameEntry) -> str:
    """A game in a few lines: its name, parameters and known results."""
    parameters = parameters_of(entry)
    numbers = [f"{name}={value}" for name, kind, value in parameters if kind == "number"]
    switches = [name for name, kind, _ in parameters if kind == "switch"]
    parts = [
        ("", entry.says("about")),
        ("also called: ", ", ".join(entry.says("other_names"))),
        ("numbers: ", ", ".join(numbers)),
        ("words: ", ", ".join(switches)),
        ("size: ", entry.says("size_in_words")),
        ("known: ", entry.says("known_results")),
        ("for example: ", "; ".join(map(_example, entry.says("examples")))),
    ]
    lines = [line for head, text in parts if text for line in _indented(head + text)]
    return "\n".join([entry.name, *lines])


def _example(spec: str) -> str:
    return f"{spec} ({game_name(find_game(spec))})"


def _indented(text: str) -> list[str]:
    return wrap(
        text,
        width(),
        initial_indent=INDENT,
        subsequent_indent=INDENT + "  ",
        break_long_words=False,
        break_on_hyphens=False,
    )
