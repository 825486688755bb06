"""`python -m benchmarks [--json] [SECTION ...]`: every benchmark, or those that are named."""

import json
import platform
import sys

import click

from benchmarks import (
    first_call,
    gpu,
    keys,
    ladder,
    minimax,
    neighbours,
    page,
    specialists,
    startup,
    strength,
    tablebases,
    waits,
    wide,
)
from benchmarks.connectfour import measure as connectfour

SECTIONS = {
    "minimax": minimax.measure,
    "start-up": startup.measure,
    "first call": first_call.measure,
    "connect four": connectfour.measure,
    "other packages": connectfour.against_others,
    "empty board": connectfour.empty_board,
    "tablebases": tablebases.solving,
    "look-ups": tablebases.looking_up,
    "wide boards": wide.measure,
    "two words": wide.beside_one_word,
    "gpu": gpu.measure,
    "page": page.measure,
    "neighbours": neighbours.measure,
    "vectors": neighbours.vectors,
    "first replies": waits.replies,
    "puzzle": waits.puzzle,
    "keys": keys.measure,
    "limits": waits.limits,
    "strength": strength.measure,
    "strength by nodes": strength.by_nodes,
    "strength of levels": ladder.measure,
    "specialists": specialists.measure,
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
@click.option("--rounds", type=click.IntRange(min=1), help="How often each is measured.")
@click.option("--plot", type=click.Path(dir_okay=False), help="Draw the times: .svg, .png, .pdf.")
@click.argument("sections", nargs=-1, type=click.Choice(list(SECTIONS)))
def main(as_json: bool, rounds: int | None, plot: str | None, sections: tuple[str, ...]) -> None:
    """Measure the searches, the start-up, the solver of Connect Four, tablebases; or some of them.

    A bar that is missed is told, not failed: speed depends on the machine.
    """
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    answers = {}
    if not as_json:
        click.echo(machine)
    for name in sections or SECTIONS:
        measure = SECTIONS[name]
        click.echo(f"Measuring: {name} …", err=True)
        section = measure() if rounds is None else measure(rounds)
        answers[name] = section.as_json()
        if not as_json:
            click.echo(f"\n{section}")
    answer = {"schema": 1, "machine": machine, "sections": answers}
    if as_json:
        click.echo(json.dumps(answer))
    if plot is not None:
        from noughts.pictures.charts.plots import plot_benchmarks  # loads Matplotlib

        plot_benchmarks(answer).savefig(plot)


if __name__ == "__main__":
    sys.exit(main())
