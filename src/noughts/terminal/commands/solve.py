"""`noughts solve`: the value of every position of a game, counted, and kept on disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line, value_answer
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.backends import NAMES, backend_named
from noughts.tablebase.backends.backend import Backend
from noughts.tablebase.build import Made, make_tablebase
from noughts.tablebase.resources import free_disk, free_memory, in_words
from noughts.tablebase.select import indexer_for
from noughts.terminal.cli import INTERRUPTED
from noughts.terminal.output.outcome_counts import counted, counts_answer, layers_answer
from noughts.terminal.support.options import game_argument, json_option
from noughts.terminal.support.progress import positions_bar
from noughts.value import Certainty

FOLDER = click.Path(file_okay=False, path_type=Path)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    metavar="N",
    help="How many threads share the work [default: one for each processor].",
)


@click.command()
@game_argument
@click.option("--out", type=FOLDER, metavar="DIR", help="Keep all values in this folder.")
@workers_option
@click.option(
    "--backend",
    type=click.Choice(NAMES),
    default="threads",
    show_default=True,
    help="Who solves: threads, a cluster of Ray's, a GPU. The values are the same.",
)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Where a cluster of Ray's is [default: RAY_ADDRESS, or one is started here].",
)
@click.option("--resume", is_flag=True, help="Go on with what is in the folder.")
@click.option("--compress", is_flag=True, help="Keep the values in compressed chunks.")
@click.option(
    "--outcomes",
    is_flag=True,
    help="Find out who wins alone, two bits a position: DIR is where they lie on the way.",
)
@json_option
def solve(
    game: Game[Any],
    out: Path | None,
    workers: int,
    backend: str,
    address: str | None,
    resume: bool,
    compress: bool,
    outcomes: bool,
    as_json: bool,
) -> None:
    """Solve every position of GAME: its value, and in how many plies it comes to that.

    With --out the values are kept in a folder, layer by layer; stopped or killed at any moment,
    the same command with --resume goes on. "noughts verify DIR" tests such a folder.

    With --outcomes it is found out who wins in every position, and counted, but not in how many
    plies; nothing is kept but the counts. So games of marks can be solved that are too large
    otherwise.

    \b
      noughts solve mnk:4,4,4 --out four
      noughts analyse mnk:4,4,4 --tablebase four --moves "b2 c3"
      noughts solve connectfour:6,6 --outcomes --out work
    """  # noqa: D301  # click wants the backspace itself
    if (resume or compress) and out is None:
        raise click.UsageError("--resume and --compress are about a folder: name it by --out DIR.")
    if outcomes and (compress or address or backend != "threads"):
        raise click.UsageError("--outcomes goes with threads alone, and without --compress.")
    with kept_when_stopped(out):
        if outcomes:
            click.echo(solved_outcomes(game, out, workers, resume, as_json))
        else:
            who = backend_named(backend, workers, address)
            click.echo(solved(game, out, workers, who, resume, compress, as_json))


@contextmanager
def kept_when_stopped(out: Path | None) -> Iterator[None]:
    """Say what is left when somebody stops it."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f" What is solved is kept in {out}; --resume goes on." if out else ""
        click.echo(f"Stopped.{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None


def solved(
    game: Game[Any],
    out: Path | None,
    workers: int,
    backend: Backend,
    resume: bool,
    compress: bool,
    as_json: bool,
) -> str:
    """What is said of values."""
    click.echo(announced(game, backend, out), err=True)
    with positions_bar() as progress:
        made = make_tablebase(
            game,
            out,
            workers=workers,
            backend=backend,
            resume=resume,
            compressed=compress,
            progress=progress,
        )
    return to_line(solve_answer(game, made, out)) if as_json else shown(game, made)


def solved_outcomes(
    game: Game[Any], out: Path | None, workers: int, resume: bool, as_json: bool
) -> str:
    """What is said of outcomes alone."""
    from noughts.tablebase.bitplanes.build import make_outcomes
    from noughts.terminal.output import outcomes as outcomes_page

    click.echo(outcomes_page.announced(game, out), err=True)
    with positions_bar() as progress:
        made = make_outcomes(game, out, workers=workers, resume=resume, progress=progress)
    if as_json:
        return to_line(outcomes_page.outcomes_answer(game, made, out))
    return outcomes_page.shown(made)


def announced(game: Game[Any], backend: Backend, out: Path | None) -> str:
    """What solving takes, and what there is."""
    needs = backend.needs(indexer_for(game))
    if needs is None:
        return f"{spec_of(game)}: how many positions there are turns out while they are found."
    memory = free_memory()
    free = "" if memory is None else f" of {in_words(memory)}"
    text = f"{spec_of(game)}: {needs.positions:,} values, {in_words(needs.memory)}{free} of memory"
    if out is None:
        return f"{text}."
    return f"{text}, up to {in_words(needs.disk)} of {in_words(free_disk(out))} on disk."


def shown(game: Game[Any], made: Made) -> str:
    """The table of positions, and what the start is worth."""
    text = counted(made.layers, made.indexer.layers_are, made.total)
    folded = "" if made.indexer.symmetries else "\nOf symmetric positions one is counted."
    return f"{text}{folded}\nThe start is a {made.value}."


def solve_answer(game: Game[Any], made: Made, out: Path | None) -> Json:
    """What `noughts solve --json` answers."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "way": made.indexer.name,
        "folder": None if out is None else str(out),
        "value": value_answer(made.value, Certainty.PROVED),
        "layers": layers_answer(made.layers, bool(made.indexer.layers_are)),
        "total": counts_answer(made.total),
        "positions": made.positions,
        "seconds": round(made.seconds, 3),
    }
