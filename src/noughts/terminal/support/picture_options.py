"""Options of the commands that draw: colours, size, and the output file."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.pictures.picture import Picture
from noughts.pictures.theme import THEMES
from noughts.terminal.output.colour import Ink, wants_colour
from noughts.terminal.output.wrapping import complaint
from noughts.terminal.support.streams import write_document, writing

Command = TypeVar("Command", bound=Callable[..., Any])

theme_option = click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default="light",
    show_default=True,
    help="The colours; currentColor uses those of the surrounding page.",
)
size_option = click.option(
    "--size", type=click.FloatRange(min=1, max=20_000), metavar="PIXELS", help="Picture width."
)


def output_option(also: str = "") -> Callable[[Command], Command]:
    """The option of the output file; `also` lists more endings."""
    return click.option(
        "-o",
        "--output",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=f"Write FILE as .svg, or as .png or .pdf if a converter is installed{also}. "
        f"[default: text on a terminal, otherwise SVG on standard output]",
    )


def deliver(
    picture: Callable[[], Picture], text: Callable[[Ink], str], output: Path | None
) -> None:
    """Write a picture to a file or to standard output; a terminal gets text instead.

    Args:
        picture: makes the picture.
        text: makes the text.
        output: the file; None for standard output.
    """
    if output is not None:
        with writing(output):
            picture().save(output)
    elif on_terminal():
        click.echo(text(Ink(wants_colour(os.environ))))
        click.echo("For a picture, add -o FILE.svg (or .png, .pdf).", err=True)
    else:
        write_document(f"{picture().svg}\n")


def on_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()


def say_what_is_unknown(unknown: int, of_how_many: str, nodes: str, picture: str) -> None:
    """Print a note when something has no value.

    Args:
        unknown: the number of things without a value.
        of_how_many: the number and name of all things, in words.
        nodes: the node limit of each, in words.
        picture: the name of the picture.
    """
    if unknown:
        message = (
            f"{unknown:,} of {of_how_many} are not solved within {nodes}, so they have no value in "
            f"the {picture}; --nodes allows more."
        )
        click.echo(complaint(message), err=True)
