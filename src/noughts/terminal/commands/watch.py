"""`noughts watch`: a page that steps through searches, side by side."""

import sys
from pathlib import Path

import click

from noughts.analysis.record_search import MOST_NODES, WATCHED, record_search
from noughts.answers.analyses import to_line
from noughts.answers.traces import watch_answer
from noughts.files import write_file
from noughts.pictures.search_page import page
from noughts.terminal.support.options import Asked, about_a_position
from noughts.terminal.support.streams import write_document, writing


@click.command()
@about_a_position
@click.option(
    "--algorithms",
    default=",".join(WATCHED),
    show_default=True,
    metavar="NAMES",
    help="The searches to show, separated by commas.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=MOST_NODES,
    show_default=True,
    metavar="N",
    help="Node limit of each search.",
)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Write the page to FILE. [default: standard output]",
)
def watch(asked: Asked, algorithms: str, nodes: int, output: Path | None) -> None:
    """Write an HTML page, in a single file, that steps through searches of a position.

    The position must be small. The page shows each node with its bounds, each cutoff with its
    reason, and the searches side by side.

    \b
      noughts watch --moves "b2 a1 c3 a3" -o page.html
      noughts watch nim:1,2,2 --algorithms minimax,alphabeta -o nim.html
      noughts watch --position "xxo/oox/x2 o" --algorithms alphabeta --json
    """  # noqa: D301  # click wants the backspace itself
    question = asked.question
    names = dict.fromkeys(name.strip() for name in algorithms.split(","))
    if not asked.as_json and output is None and to_a_terminal():
        raise click.UsageError("The page is long: write it to a file, with -o page.html.")
    records = [
        record_search(asked.game, question.position, name, turn=question.turn, most=nodes)
        for name in names
    ]
    if asked.as_json:
        click.echo(to_line(watch_answer(question, records)))
    if output is not None:
        with writing(output):
            write_file(output, page(records))
    elif not asked.as_json:
        write_document(page(records))


def to_a_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout.isatty()
