"""Make the man page anew: docs/noughts.1.

Run it after a change to a command's help: .venv/bin/python tools/make_man.py
"""

import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import click

from noughts.terminal.cli import EPILOG, GROUPS, noughts

PAGE = Path(__file__).parents[1] / "docs" / "noughts.1"


def man_page() -> str:
    """The page, in the language of man pages."""
    group = click.Context(noughts, info_name="noughts")
    lines = [".TH NOUGHTS 1", *_section("NAME"), r"noughts \- perfect play in two-player games"]
    lines += [*_section("SYNOPSIS"), ".B noughts", "[OPTIONS] [COMMAND] [ARGS]..."]
    lines += [*_section("DESCRIPTION"), *_about(noughts), *_options(noughts, group)]
    for heading, names in GROUPS.items():
        lines += _section(heading.upper())
        for name in names:
            lines += _command(name, group)
    return "\n".join([*lines, *_section("FILES"), _plain(EPILOG)]) + "\n"


def _section(heading: str) -> list[str]:
    return [f".SH {heading}"]


def _command(name: str, group: click.Context) -> Iterator[str]:
    """A command: how it is called, what it does, its options."""
    command = noughts.get_command(group, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=group)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f".SS noughts {name}", f".B noughts {name}", _plain(usage), ".PP")
    yield from _about(command)
    yield from _options(command, context)


def _about(command: click.Command) -> Iterator[str]:
    """The help, its paragraphs filled but for those that are to stay as they are."""
    for paragraph in re.split(r"\n\s*\n", inspect.cleandoc(command.help or "")):
        if paragraph.startswith("\b"):
            yield from (".nf", _plain(paragraph.removeprefix("\b\n")), ".fi")
        else:
            yield from (_plain(" ".join(paragraph.split())), ".PP")


def _options(command: click.Command, context: click.Context) -> Iterator[str]:
    """Every option with what it does."""
    for parameter in command.params:
        record = parameter.get_help_record(context)
        if record and record[1]:
            yield from (".TP", f".B {_plain(record[0])}", _plain(record[1]))


def _plain(text: str) -> str:
    """Text without a sign that means something to man."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    text = re.sub(r"[^\x00-\x7f]", lambda sign: rf"\[u{ord(sign[0]):04X}]", text)
    return "\n".join(
        rf"\&{line}" if line.startswith((".", "'")) else line for line in text.split("\n")
    )


if __name__ == "__main__":
    if sys.argv[1:]:
        sys.exit(__doc__)
    PAGE.write_text(man_page(), "utf-8")
