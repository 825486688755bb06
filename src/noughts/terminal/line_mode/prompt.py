"""Asking for a line."""

import sys
from contextlib import suppress

import click


def line_for(question: str) -> str | None:
    """The next line that is typed or piped, stripped; None when there are no more.

    A terminal lets one edit it, and the arrows bring back earlier ones. Otherwise the question goes
    to standard error, in a line of its own.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(question, err=True)
        line = sys.stdin.readline()
        return line.strip() if line else None
    with suppress(ImportError):  # not every system has it
        import readline  # noqa: F401  # `input` uses it once it is loaded
    try:
        return input(question).strip()
    except EOFError:
        click.echo()
        return None
