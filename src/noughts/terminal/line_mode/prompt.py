"""Reads a line from a person or a pipe."""

import sys
from contextlib import suppress

import click


def line_for(question: str) -> str | None:
    """The next line of the input, stripped; None when there are no more.

    On a terminal the line can be edited, and the arrows recall earlier lines. Otherwise the
    question goes to standard error, in its own line.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        click.echo(question, err=True)
        line = sys.stdin.readline()
        return line.strip() if line else None
    with suppress(ImportError):  # missing on some systems
        import readline  # noqa: F401  # `input` uses it once it is loaded
    try:
        return input(question).strip()
    except EOFError:
        click.echo()
        return None
