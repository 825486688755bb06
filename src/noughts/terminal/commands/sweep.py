"""`noughts sweep`: a game at many sizes, as a table."""

import csv
import io
import re
from pathlib import Path
from typing import Any

import click

from noughts.errors import BadParameters
from noughts.solving.sweep import SweepRow, period
from noughts.solving.sweep import sweep as sweep_of
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import progress_bar
from noughts.terminal.support.streams import write_answer, write_document
from noughts.value import OUTCOME_NAMES

RANGE = re.compile(r"(\w+)=(-?\d+)(?:\.\.(-?\d+)(?:\.\.(\d+))?)?")
MOST_SIZES = 100_000


@click.command()
@click.argument("game")
@click.argument("ranges", nargs=-1, required=True, metavar="NAME=FROM..TO...")
@opt.file_option("-o out", "Write the table, as CSV, to FILE.")
@opt.flag_option("--nim", "Add nim-values, if both players have the same moves.")
@opt.number_option("--nodes", "Search at most N nodes per size; beyond that, it is unknown.")
def sweep(
    game: str, ranges: tuple[str, ...], out: Path | None, nim: bool, nodes: int | None
) -> None:
    """Solve GAME at many sizes, and look for a period.

    If only `start` reads the parameters, all sizes share one table, and are compiled once. Ctrl-C
    ends it and writes the sizes so far.

    \b
      noughts sweep mygame.py:Take size=1..50 --nim -o table.csv
      noughts sweep mnk m=3..5 n=3..5 k=3
      noughts sweep connectfour:k=3 columns=4..6 rows=4..8..2
    """  # noqa: D301  # click wants the backspace itself
    values = dict(map(_range, ranges))
    if len(values) < len(ranges):
        raise BadParameters(f"{' '.join(ranges)}: give each parameter one range.")
    total = 1
    for each in values.values():
        total *= len(each)
    if not 0 < total <= MOST_SIZES:
        raise click.UsageError(f"These ranges give {total:,} sizes; give 1 to {MOST_SIZES:,}.")
    rows: list[SweepRow] = []
    with progress_bar("Sizes") as progress:
        try:
            for row in sweep_of(game, values, nim, nodes):
                rows.append(row)
                progress(len(rows), total)
        except KeyboardInterrupt:
            click.echo(f"\nInterrupted after {len(rows):,} of {total:,} sizes.", err=True)
    text = rows_as_csv([*values], rows, nim)
    if out:
        write_answer(out, text)
    else:
        write_document(text)
    if len(values) == 1:
        click.echo(periods(rows, nim), err=True)


def _range(text: str) -> tuple[str, range]:
    found = RANGE.fullmatch(text)
    if not found:
        raise BadParameters(f"{text!r} is not a range: write size=1..50, size=1..50..2 or size=3.")
    first = int(found[2])
    return found[1], range(first, int(found[3] or first) + 1, int(found[4] or 1) or 1)


def rows_as_csv(names: list[str], rows: list[SweepRow], nim: bool) -> str:
    file = io.StringIO()
    table: Any = csv.writer(file, lineterminator="\n")
    table.writerow([*names, "outcome", "plies", *(["nim"] if nim else [])])
    for given, value, number in rows:
        found = ["unknown", ""] if value is None else [OUTCOME_NAMES[value.outcome], value.plies]
        table.writerow([*given.values(), *found, *([number] if nim else [])])
    return file.getvalue()


def periods(rows: list[SweepRow], nim: bool) -> str:
    """The periods of the outcomes and of the nim-values, in a sentence."""
    columns = {"Outcomes": [row.value and row.value.outcome for row in rows]}
    if nim:
        columns["Nim-values"] = [row.nim for row in rows]
    said = []
    for name, values in columns.items():
        found = period(values)
        if found is None:
            said.append(f"{name} show no period.")
        else:
            size = next(iter(rows[found[0]].given.values()))
            said.append(f"{name} repeat with period {found[1]} from {size} on, in these sizes.")
    return " ".join(said)
