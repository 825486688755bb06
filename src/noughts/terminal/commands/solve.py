"""`noughts solve`: the value of every position of a game, counted and stored on disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line, value_answer
from noughts.errors import TooLarge
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.backends import NAMES, Backend, backend_named
from noughts.tablebase.build import TablebaseMade, make_tablebase
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.indexers.keyed import BYTES
from noughts.tablebase.resources import bytes_text, free_disk, free_memory
from noughts.terminal.output.outcome_counts import counted, counts_answer, layers_answer
from noughts.terminal.support.exit_codes import INTERRUPTED
from noughts.terminal.support.options import game_argument, json_option
from noughts.terminal.support.progress import positions_bar
from noughts.terminal.support.streams import writing
from noughts.value import Certainty, Value

FOLDER = click.Path(file_okay=False, path_type=Path)
TABLE_FILE = click.Path(dir_okay=False, path_type=Path)
threads_option = click.option(
    "--threads",
    type=click.IntRange(1, 1024),
    default=lambda: os.cpu_count() or 1,
    metavar="N",
    help="Number of threads [default: one per processor].",
)


@click.command()
@game_argument
@click.option("-o", "--output", type=FOLDER, metavar="DIR", help="Store all values in this folder.")
@threads_option
@click.option(
    "--backend",
    type=click.Choice(NAMES),
    default="threads",
    show_default=True,
    help="Solve on threads, a Ray cluster or a GPU. The values do not depend on it.",
)
@click.option(
    "--address",
    metavar="ADDRESS",
    help="Address of the Ray cluster [default: RAY_ADDRESS, or a new one on this machine].",
)
@click.option("--resume", is_flag=True, help="Continue an interrupted run in the folder.")
@click.option(
    "--compress",
    is_flag=True,
    help="Store the values in compressed chunks; with --outcomes, the outcomes.",
)
@click.option(
    "--outcomes",
    is_flag=True,
    help="Find only who wins, in two bits per position; DIR gets the working files.",
)
@click.option(
    "--parquet",
    type=TABLE_FILE,
    metavar="FILE",
    help="Write every position with value and best moves to this file; needs pyarrow.",
)
@click.option("--distances", is_flag=True, help="Count the positions by their distance to the end.")
@json_option
def solve(  # noqa: PLR0913  # click hands over each option
    game: Game[Any],
    output: Path | None,
    threads: int,
    backend: str,
    address: str | None,
    resume: bool,
    compress: bool,
    outcomes: bool,
    parquet: Path | None,
    distances: bool,
    as_json: bool,
) -> None:
    """Solve every position of GAME: who wins, and in how many plies.

    -o stores the values in a folder, layer by layer; after an interruption, the same command
    with --resume continues. "noughts verify DIR" checks such a folder.

    --outcomes finds only who wins in every position, not in how many plies, and stores only the
    counts, or with --compress the outcomes, too. It solves games of marks that are too large
    otherwise.

    --parquet writes each position once up to symmetry: value, plies, best moves, and the number of
    symmetric positions. --distances counts the positions by value, with an example of each.
    Both solve in memory, with about 150 bytes per position.

    \b
      noughts solve mnk:4,4,4 -o four
      noughts analyse mnk:4,4,4 --tablebase four --moves "b2 c3"
      noughts solve connectfour:6,6 --outcomes --compress -o six
      noughts solve connectfour:5,4 --parquet positions.parquet
    """  # noqa: D301  # click wants the backspace itself
    if (resume or compress) and output is None:
        raise click.UsageError("--resume and --compress need a folder: name it with -o DIR.")
    if outcomes and backend == "cuda":
        raise click.UsageError("--outcomes needs --backend threads or ray.")
    if (parquet or distances) and (output or outcomes or address or backend != "threads"):
        raise click.UsageError(
            "--parquet and --distances solve in memory: leave out -o, --outcomes and --backend."
        )
    with kept_when_stopped(output):
        if parquet or distances:
            click.echo(listed(game, parquet, distances, as_json))
        else:
            who = backend_named(backend, threads, address)
            solve_all = solved_outcomes if outcomes else solved
            click.echo(solve_all(game, output, threads, who, resume, compress, as_json))


@contextmanager
def kept_when_stopped(output: Path | None) -> Iterator[None]:
    """After Ctrl-C, print what is stored."""
    try:
        yield
    except KeyboardInterrupt:
        kept = f" {output} contains the solved positions; --resume continues." if output else ""
        click.echo(f"Stopped.{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None


def solved(  # noqa: PLR0913  # the options of one command
    game: Game[Any],
    output: Path | None,
    threads: int,
    backend: Backend,
    resume: bool,
    compress: bool,
    as_json: bool,
) -> str:
    """Solve the values, and return the report."""
    click.echo(announced(game, backend, output), err=True)
    with positions_bar() as progress:
        made = make_tablebase(
            game,
            output,
            threads=threads,
            backend=backend,
            resume=resume,
            compressed=compress,
            progress=progress,
        )
    return to_line(solve_answer(game, made, output)) if as_json else totals_text(game, made)


def solved_outcomes(  # noqa: PLR0913  # the options of one command
    game: Game[Any],
    output: Path | None,
    threads: int,
    backend: Backend,
    resume: bool,
    keep: bool,
    as_json: bool,
) -> str:
    """Solve only the outcomes, and return the report."""
    from noughts.tablebase.build import make_outcomes
    from noughts.terminal.output import outcomes as outcomes_page

    click.echo(outcomes_page.announced(game, output), err=True)
    with positions_bar() as progress:
        made = make_outcomes(
            game,
            output,
            threads=threads,
            backend=backend,
            resume=resume,
            keep=keep,
            progress=progress,
        )
    if as_json:
        return to_line(outcomes_page.outcomes_answer(game, made, output))
    return outcomes_page.outcomes_text(made)


def listed(game: Game[Any], parquet: Path | None, distances: bool, as_json: bool) -> str:
    """Find every position, write them on request, and return the report."""
    from noughts.tablebase.positions import Positions
    from noughts.terminal.output.distances import distances_answer, distances_text

    click.echo(_announced_in_memory(game), err=True)
    if parquet:
        from noughts.tablebase.positions import pyarrow, write_parquet

        pyarrow()  # so that its absence is reported before the work, not after it
        with writing(parquet):
            parquet.open("ab").close()
    positions = Positions(game)
    if parquet:
        with writing(parquet):
            write_parquet(positions, parquet)
        click.echo(f"{len(positions):,} rows are in {parquet}.", err=True)
    if as_json:
        return to_line(distances_answer(positions))
    parts = [distances_text(positions)] if distances else []
    return "\n".join([*parts, value_sentence(positions.value(0))])


def _announced_in_memory(game: Game[Any]) -> str:
    """The most memory that the positions take, and the free memory.

    Raises:
        TooLarge: not even a twentieth of them fits. In Connect Four one in sixteen is reachable.
    """
    needs, memory = indexer_for(game).needs(), free_memory()
    if needs is None:
        return f"{spec_of(game)}: the number of positions is not known in advance."
    most = needs.positions * BYTES
    free = "" if memory is None else f"; {bytes_text(memory)} free"
    if memory is not None and most // 20 > memory:
        raise TooLarge(
            f"{spec_of(game)} has up to {needs.positions:,} positions, and a twentieth of them "
            f"takes {bytes_text(most // 20)} of memory{free}. Choose a smaller board."
        )
    return f"{spec_of(game)}: at most {needs.positions:,} positions, {bytes_text(most)}{free}."


def announced(game: Game[Any], backend: Backend, output: Path | None) -> str:
    """The resources that solving takes, and the free ones."""
    needs = backend.needs(indexer_for(game))
    if needs is None:
        return f"{spec_of(game)}: the number of positions is not known in advance."
    memory = free_memory()
    free = "" if memory is None else f"; {bytes_text(memory)} free"
    values = f"{spec_of(game)}: {needs.positions:,} values"
    if output is None:
        return f"{values}, needs {bytes_text(needs.memory)}{free}."
    return (
        f"{values}, needs {bytes_text(needs.memory)} of memory{free}; up to "
        f"{bytes_text(needs.disk)} on disk; {bytes_text(free_disk(output))} free."
    )


def totals_text(game: Game[Any], made: TablebaseMade) -> str:
    """The table of positions, and the value of the start."""
    text = counted(made.layers, made.indexer.layers_are, made.total)
    folded = "" if made.indexer.symmetries else "\nSymmetric positions are counted once."
    return f"{text}{folded}\n{value_sentence(made.value)}"


def value_sentence(value: Value) -> str:
    """The value of the start, in a sentence."""
    return f"The start is a {value}."


def solve_answer(game: Game[Any], made: TablebaseMade, output: Path | None) -> Json:
    """The JSON answer of `noughts solve`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "way": made.indexer.name,
        "folder": None if output is None else str(output),
        "value": value_answer(made.value, Certainty.PROVED),
        "layers": layers_answer(made.layers, bool(made.indexer.layers_are)),
        "total": counts_answer(made.total),
        "positions": made.positions,
        "seconds": round(made.seconds, 3),
    }
