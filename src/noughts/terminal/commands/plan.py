"""`noughts plan`: the cost of solving a game on a cluster of machines."""

from typing import Any

import click

from noughts.answers.analyses import SCHEMA, Json, to_line
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.bitplanes.outcomes import outcome_needs
from noughts.tablebase.combinatorial.tables import MOST_MARKS
from noughts.tablebase.cost_model import Cluster, LayerPlan, Plan, plan_for
from noughts.tablebase.resources import bytes_text
from noughts.terminal.output.columns import table
from noughts.terminal.support.options import Amount, game_argument, json_option

GIGA, MILLION = 1e9, 1e6
# Million values, or outcomes, that a processor of today computes per second.
VALUES_RATE, OUTCOMES_RATE = 20, 500
SUMMED = ("unfolded", "positions", "disk", "slabs", "network")
FIGURE = Amount()


@click.command()
@game_argument
@click.option("--machines", type=click.IntRange(1, 100_000), default=16, show_default=True,
              metavar="N", help="Number of machines.")  # fmt: skip
@click.option("--processors", type=click.IntRange(1, 10_000), default=16, show_default=True,
              metavar="N", help="Processors per machine.")  # fmt: skip
@click.option("--rate", type=FIGURE, metavar="X",
              help="Million values that a processor computes per second "
              f"[default: {VALUES_RATE}; outcomes {OUTCOMES_RATE}].")  # fmt: skip
@click.option("--network", type=FIGURE, default=1.25, show_default=True, metavar="X",
              help="GB that a machine sends or receives per second.")  # fmt: skip
@click.option("--outcomes", is_flag=True,
              help="Find only who wins: disk and time on one machine.")  # fmt: skip
@json_option
def plan(  # noqa: PLR0913  # click hands over each option
    game: Game[Any],
    machines: int,
    processors: int,
    rate: float | None,
    network: float,
    outcomes: bool,
    as_json: bool,
) -> None:
    """Estimate what solving GAME on a cluster takes, without solving anything.

    To measure the rate of your processors, divide the positions by the seconds that "noughts
    solve mnk:5,4,4 --threads 1 --json" reports.

    \b
      noughts plan mnk:6,5,4 --machines 16 --processors 32 --rate 40
      noughts plan connectfour:7,6 --outcomes --processors 2
    """  # noqa: D301  # click wants the backspace itself
    if outcomes:
        asked = OutcomesPlan(game, processors, rate or OUTCOMES_RATE)
        click.echo(to_line(asked.answer()) if as_json else asked.text())
        return
    cluster = Cluster(machines, processors, (rate or VALUES_RATE) * MILLION, network * GIGA)
    found = plan_for(game, cluster)
    click.echo(to_line(plan_answer(game, found)) if as_json else plan_text(game, found))


class OutcomesPlan:
    """The cost of finding all outcomes on one machine with files.

    Args:
        game: a game of marks.
        processors: the number of processors.
        rate: million outcomes per second of each processor, all passes together.
    """

    def __init__(self, game: Game[Any], processors: int, rate: float) -> None:
        self.game, self.processors, self.rate = game, processors, rate
        self.needs = outcome_needs(game, in_files=True)
        self.hours = self.needs.positions / (processors * rate * MILLION) / 3600

    def text(self) -> str:
        """The estimate in two sentences."""
        return (
            f"{spec_of(self.game)}: {self.needs.positions:,} outcomes, on one machine with "
            f"{_many(self.processors, 'processor')}, {self.rate:,g} million per second and "
            f"processor.\nIt needs {bytes_text(self.needs.disk)} of disk space, and takes "
            f"{_hours(self.hours)}."
        )

    def answer(self) -> Json:
        """The estimate as JSON."""
        return {
            "schema": SCHEMA,
            "game": spec_of(self.game),
            "outcomes": self.needs.positions,
            "disk": self.needs.disk,
            "hours": round(self.hours, 4),
        }


def plan_text(game: Game[Any], plan: Plan) -> str:
    """The table of layers, and the totals."""
    head = ["ply", "positions", "folded", "on disk", "slabs", "a task holds", "network"]
    every = [_row(layer) for layer in plan.layers]
    return "\n".join([_about(game, plan), table([head, *every, _sum(plan)]), *_sentences(plan)])


def _about(game: Game[Any], plan: Plan) -> str:
    machines, processors, rate, network = plan.cluster
    return (
        f"{spec_of(game)} on {_many(machines, 'machine')} with "
        f"{_many(processors, 'processor')} each, "
        f"{rate / MILLION:,g} million values per second and processor, {network / GIGA:,g} GB per "
        f"second and machine"
    )


def _row(layer: LayerPlan) -> list[str]:
    return [
        f"{layer.number}",
        f"{layer.unfolded:,}",
        f"{layer.positions:,}",
        bytes_text(layer.disk),
        f"{layer.slabs:,}",
        bytes_text(layer.together),
        bytes_text(layer.network),
    ]


def _sum(plan: Plan) -> list[str]:
    return [
        "all",
        f"{plan.total('unfolded'):,}",
        f"{plan.total('positions'):,}",
        bytes_text(plan.total("disk")),
        f"{plan.total('slabs'):,}",
        bytes_text(max(layer.together for layer in plan.layers)),
        bytes_text(plan.total("network")),
    ]


def _sentences(plan: Plan) -> list[str]:
    """The totals, and the reason if solving is not possible."""
    solving, network = _hours(plan.hours_solving), _hours(plan.hours_network)
    each = bytes_text(-(-plan.store // plan.cluster.nodes))
    writing = _hours(plan.hours_writing)
    said = [
        f"Solving takes {solving}; sending, at most {network}; writing, by one machine, {writing}.",
        f"The cluster holds up to {bytes_text(plan.store)} in memory, {each} per machine.",
    ]
    if plan.marks > MOST_MARKS:
        said.append(
            f"This version cannot solve it: it handles boards of up to {MOST_MARKS} marks, "
            f"and this board takes {plan.marks}. Positions with the same occupied cells "
            f"are never split; they take {bytes_text(plan.block)}. noughts solve GAME --outcomes "
            f"finds who wins, without distances, for any number of marks."
        )
    return said


def _many(number: int, thing: str) -> str:
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _hours(hours: float) -> str:
    """A number of hours, in a suitable unit.

    >>> _hours(0.001), _hours(0.5), _hours(30), _hours(300)
    ('4 s', '30 min', '30 h', '12.5 days')
    """
    seconds = 3600 * hours
    if seconds < 60:
        return f"{seconds:.0f} s"
    if hours < 1:
        return f"{60 * hours:.0f} min"
    return f"{hours:.{1 if hours < 10 else 0}f} h" if hours < 100 else f"{hours / 24:,.1f} days"


def plan_answer(game: Game[Any], plan: Plan) -> Json:
    """The JSON answer of `noughts plan`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "cluster": plan.cluster._asdict(),
        "layers": [
            {"ply": layer.number, **_figures(layer), "together": layer.together}
            for layer in plan.layers
        ],
        "total": {field: plan.total(field) for field in SUMMED},
        "block": plan.block,
        "memory": plan.store,
        "hours": {
            "solving": round(plan.hours_solving, 4),
            "network": round(plan.hours_network, 4),
            "writing": round(plan.hours_writing, 4),
        },
        "possible": plan.marks <= MOST_MARKS,
    }


def _figures(layer: LayerPlan) -> Json:
    """The figures of a layer that can be summed."""
    return {field: getattr(layer, field) for field in SUMMED}
