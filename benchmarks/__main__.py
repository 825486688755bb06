"""`python -m benchmarks [--json]`: every benchmark, in a minute or less."""

import json
import platform
import sys

import click

from benchmarks import first_call, minimax, startup

SECTIONS = {
    "minimax": minimax.measure,
    "start-up": startup.measure,
    "first call": first_call.measure,
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for machines.")
@click.option("--rounds", type=click.IntRange(min=1), help="How often each is measured.")
@click.option("--plot", type=click.Path(dir_okay=False), help="Draw the times: .svg, .png, .pdf.")
def main(as_json: bool, rounds: int | None, plot: str | None) -> None:
    """Measure the searches against a tutorial's program, and the start-up.

    A bar that is missed is told, not failed: speed depends on the machine.
    """
    machine = f"Python {platform.python_version()}, {platform.system()} {platform.machine()}"
    answers = {}
    if not as_json:
        click.echo(machine)
    for name, measure in SECTIONS.items():
        click.echo(f"Measuring: {name} …", err=True)
        section = measure() if rounds is None else measure(rounds)
        answers[name] = section.as_json()
        if not as_json:
            click.echo(f"\n{section}")
    answer = {"schema": 1, "machine": machine, "sections": answers}
    if as_json:
        click.echo(json.dumps(answer))
    if plot is not None:
        from noughts.pictures.plots import plot_benchmarks  # loads Matplotlib

        plot_benchmarks(answer).savefig(plot)


if __name__ == "__main__":
    sys.exit(main())
