"""`noughts "anything"`: says whether it is a board, moves, a record or a game, and answers."""

import sys

import click

from noughts.records.anything import identify
from noughts.terminal.support.streams import wrapped


def command_for(words: list[str]) -> list[str] | None:
    """The command and its arguments that answer what was typed; None if it is nothing known.

    It says on the error output what was recognized.
    """
    options = next((i for i, word in enumerate(words) if word.startswith("--")), len(words))
    text = " ".join(words[:options])
    if text == "-":
        text = sys.stdin.read()
    found, others = identify(text), words[options:]
    if found is None and (first := identify(words[0])) and first.kind == "game":
        found, others = first, words[1:]  # its command says how to write them
    if found is None:
        return None
    command = {
        "game": ["play" if sys.stdin.isatty() and sys.stdout.isatty() else "analyse", found.game],
        "board": ["analyse", found.game, "--position", found.text],
        "moves": ["analyse", found.game, "--moves", found.text.strip()],
        "function": ["audit", found.text],
    }.get(found.kind) or ["review", found.text]
    said = {
        "game": f"The game {found.game}",
        "board": f"A board of {found.game}",
        "moves": f"Moves of {found.game}",
        "function": f"The function {found.text}",
        "record": "A record of a game",
    }
    shown = f"noughts {command[0]}{f' {found.game}' if found.game else ''}"
    click.echo(wrapped(f"{said[found.kind]}: {shown}"), err=True)
    return [*command, *others]
