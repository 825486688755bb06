"""`noughts solve`, `noughts verify` and `noughts plan`: tablebases."""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from noughts.answers.encoder import SCHEMA, Json, fields, head, json_of, to_line, value_answer
from noughts.errors import TooLarge, many
from noughts.game import FIRST, Game
from noughts.games.registry import spec_of
from noughts.tablebase.backends import NAMES, backend_named
from noughts.tablebase.bitplanes.outcomes import outcome_needs
from noughts.tablebase.combinatorial.tables import MOST_MARKS
from noughts.tablebase.indexer import Counts
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.indexers.keyed import BYTES
from noughts.tablebase.positions import Distance, Positions, pyarrow, write_parquet
from noughts.tablebase.resources import bytes_text, free_disk, free_memory
from noughts.terminal import FAILED, INTERRUPTED
from noughts.terminal.support import options as opt
from noughts.terminal.support.progress import positions_bar
from noughts.terminal.support.streams import table, writing
from noughts.value import OUTCOME_NAMES, Value

if TYPE_CHECKING:
    from noughts.tablebase.cost_model import Plan
    from noughts.tablebase.verify import Verified

# The most faults that `noughts verify` shows.
SHOWN = 10
GIGA, MILLION = 1e9, 1e6
# Million values, or outcomes, that a processor of today computes per second.
VALUES_RATE, OUTCOMES_RATE = 20, 500
SUMMED = ("unfolded", "positions", "disk", "slabs", "network")


@click.command()
@opt.game_argument
@opt.file_option("-o --output", "Store all values in this folder.", "DIR", opt.FOLDER)
@opt.processors_option
@opt.choice_option(
    "--backend",
    NAMES,
    "Solve on threads, a Ray cluster or a GPU. The values do not depend on it.",
    "threads",
)
@click.option("--address", metavar="ADDRESS", help="Address of the Ray cluster [default: "
              "RAY_ADDRESS, or a new one on this machine].")  # fmt: skip
@opt.flag_option("--resume", "Continue an interrupted run in the folder.")
@opt.flag_option(
    "--compress", "Store the values in compressed chunks; with --outcomes, the outcomes."
)
@opt.flag_option(
    "--outcomes", "Find only who wins, in two bits per position; DIR gets the working files."
)
@opt.file_option(
    "--parquet", "Write every position with value and best moves to this file; needs pyarrow."
)
@opt.flag_option("--distances", "Count the positions by their distance to the end.")
@opt.json_option
def solve(
    game: Game[Any], outcomes: bool, parquet: Path | None, distances: bool, **given: Any
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
    output, backend = given["output"], given["backend"]
    if (given["resume"] or given["compress"]) and output is None:
        raise click.UsageError("--resume and --compress need a folder: name it with -o DIR.")
    if outcomes and backend == "cuda":
        raise click.UsageError("--outcomes needs --backend threads or ray.")
    if (parquet or distances) and (output or outcomes or given["address"] or backend != "threads"):
        raise click.UsageError(
            "--parquet and --distances solve in memory: leave out -o, --outcomes and --backend."
        )
    with kept_when_stopped(output):
        if parquet or distances:
            click.echo(_listed(game, parquet, distances, given["as_json"]))
        else:
            workers = backend_named(backend, given["threads"], given["address"])
            how = {"threads": given["threads"], "backend": workers, "resume": given["resume"]}
            made = _solved_outcomes if outcomes else _solved
            click.echo(made(game, output, how, given["compress"], given["as_json"]))


@contextmanager
def kept_when_stopped(output: Path | None) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        kept = f" {output} contains the solved positions; --resume continues." if output else ""
        click.echo(f"Stopped.{kept}", err=True)
        raise SystemExit(INTERRUPTED) from None


def _solved(
    game: Game[Any], output: Path | None, how: dict[str, Any], compress: bool, as_json: bool
) -> str:
    from noughts.tablebase.build import make_tablebase

    indexer = indexer_for(game)
    needs = how["backend"].needs(indexer)
    click.echo(_announced(game, "values", needs, output, True), err=True)
    with positions_bar() as progress:
        made = make_tablebase(game, output, compressed=compress, progress=progress, **how)
    if as_json:
        value, has_plies = value_answer(made.value), bool(indexer.layers_are)
        return to_line(solve_answer(game, made, indexer.name, output, value, has_plies))
    text = counts_table(made.layers, indexer.layers_are, made.total)
    folded = "" if indexer.symmetries else "\nSymmetric positions are counted once."
    return f"{text}{folded}\n{value_sentence(made.value)}"


def _solved_outcomes(
    game: Game[Any], output: Path | None, how: dict[str, Any], compress: bool, as_json: bool
) -> str:
    from noughts.tablebase.build import make_outcomes

    needs = outcome_needs(game, in_files=output is not None)
    click.echo(_announced(game, "outcomes", needs, output, False), err=True)
    with positions_bar() as progress:
        made = make_outcomes(game, output, keep=compress, progress=progress, **how)
    outcome = OUTCOME_NAMES[made.outcome]
    if as_json:
        value = value_answer(None) | {"outcome": outcome}
        return to_line(solve_answer(game, made, "outcomes", output, value, True))
    return f"{counts_table(made.layers, 'ply', made.total)}\n{value_sentence(outcome)}"


def _listed(game: Game[Any], parquet: Path | None, distances: bool, as_json: bool) -> str:
    click.echo(_announced_in_memory(game), err=True)
    if parquet:
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
    """The most memory that the positions take, and the free memory."""
    needs, memory, free = indexer_for(game).needs(), free_memory(), _free_memory()
    if needs is None:
        return _unknown_number(game)
    most = needs.positions * BYTES
    if memory is not None and most // 20 > memory:
        raise TooLarge(
            f"{spec_of(game)} has up to {needs.positions:,} positions, and a twentieth of them "
            f"takes {bytes_text(most // 20)} of memory{free}. Choose a smaller board."
        )
    return f"{spec_of(game)}: at most {needs.positions:,} positions, {bytes_text(most)}{free}."


def _announced(
    game: Game[Any], what: str, needs: Any, output: Path | None, also_memory: bool
) -> str:
    if needs is None:
        return _unknown_number(game)
    begin = f"{spec_of(game)}: {needs.positions:,} {what}, needs"
    if output is None:
        return f"{begin} {bytes_text(needs.memory)}{_free_memory()}."
    memory = f" {bytes_text(needs.memory)} of memory{_free_memory()}; up to" if also_memory else ""
    return (
        f"{begin}{memory} {bytes_text(needs.disk)} on disk; {bytes_text(free_disk(output))} free."
    )


def _unknown_number(game: Game[Any]) -> str:
    return f"{spec_of(game)}: the number of positions is not known in advance."


def _free_memory() -> str:
    memory = free_memory()
    return "" if memory is None else f"; {bytes_text(memory)} free"


@click.command()
@click.argument("folder", type=opt.FOLDER, metavar="DIR")
@click.option("--game", type=opt.GameType(), metavar="GAME", help="The game, if it is in a file.")
@opt.unchecked_option
@opt.number_option("--sample", "Check N random positions against the rules.", 1_000, 0)
@opt.seed_option("Seed of the random positions.")
@opt.flag_option("--all everything", "Solve again, and compare every byte.")
@opt.flag_option("--outcomes", "Find out who wins by another method, and compare every outcome.")
@opt.flag_option("--rules", "Compare every value with the rules, which may have changed since.")
@opt.processors_option
@opt.json_option
def verify(folder: Path, game: Game[Any] | None, as_json: bool, **given: Any) -> None:
    """Check the tablebase in DIR: its files, and a sample of its values or, with --all, every one.

    --all solves the game again with the same kernels. --outcomes uses other kernels, for wins,
    draws and losses only, so it trusts neither those kernels nor the symmetries.

    A tablebase of a game of your own belongs to the text of its rules. After a change, --rules
    compares every value with the new rules; if all agree, the tablebase can be used again.

    If anything is wrong, the answer shows it, and the exit code is 1.
    """
    from noughts.tablebase.verify import verify_tablebase

    found = verify_tablebase(folder, game, **given)
    if as_json:
        names = ("files", "positions", "layers", "outcomes", "faults")
        counts = {name: json_of(getattr(found, name)) for name in names}
        click.echo(to_line({"schema": SCHEMA, "folder": str(folder), **counts}))
    else:
        click.echo(_verified_text(found))
    sys.exit(FAILED if found.faults else 0)


def _verified_text(found: "Verified") -> str:
    again = f", {found.layers} layers solved again" if found.layers else ""
    again += f", {found.outcomes:,} outcomes by another method" if found.outcomes else ""
    lines = [f"{found.files} files, {found.positions:,} positions{again}: "]
    lines[0] += f"{len(found.faults):,} faults." if found.faults else "no faults."
    lines += [f"{fault.where}: {fault.what}" for fault in found.faults[:SHOWN]]
    if len(found.faults) > SHOWN:
        lines.append(f"and {len(found.faults) - SHOWN:,} more")
    return "\n".join(lines)


@click.command()
@opt.game_argument
@opt.number_option("--machines", "Number of machines.", 16, most=100_000)
@opt.number_option("--processors", "Processors per machine.", 16, most=10_000)
@click.option("--rate", type=opt.Amount(), metavar="X",
              help="Million values that a processor computes per second "
              f"[default: {VALUES_RATE}; outcomes {OUTCOMES_RATE}].")  # fmt: skip
@click.option("--network", type=opt.Amount(), default=1.25, show_default=True, metavar="X",
              help="GB that a machine sends or receives per second.")  # fmt: skip
@opt.flag_option("--outcomes", "Find only who wins: disk and time on one machine.")
@opt.json_option
def plan(
    game: Game[Any], rate: float | None, outcomes: bool, as_json: bool, **cluster: Any
) -> None:
    """Estimate what solving GAME on a cluster takes, without solving anything.

    To measure the rate of your processors, divide the positions by the seconds that "noughts
    solve mnk:5,4,4 --threads 1 --json" reports.

    \b
      noughts plan mnk:6,5,4 --machines 16 --processors 32 --rate 40
      noughts plan connectfour:7,6 --outcomes --processors 2
    """  # noqa: D301  # click wants the backspace itself
    if outcomes:
        click.echo(_outcomes_plan(game, cluster["processors"], rate or OUTCOMES_RATE, as_json))
        return
    from noughts.tablebase.cost_model import Cluster, plan_for

    values, network = (rate or VALUES_RATE) * MILLION, cluster["network"] * GIGA
    found = plan_for(game, Cluster(cluster["machines"], cluster["processors"], values, network))
    click.echo(to_line(_plan_answer(game, found)) if as_json else _plan_text(game, found))


def _outcomes_plan(game: Game[Any], processors: int, rate: float, as_json: bool) -> str:
    needs = outcome_needs(game, in_files=True)
    hours = needs.positions / (processors * rate * MILLION) / 3600
    if as_json:
        figures = {"outcomes": needs.positions, "disk": needs.disk, "hours": round(hours, 4)}
        return to_line(head(game) | figures)
    return (
        f"{spec_of(game)}: {needs.positions:,} outcomes, on one machine with "
        f"{many(processors, 'processor')}, {rate:,g} million per second and processor.\n"
        f"It needs {bytes_text(needs.disk)} of disk space, and takes {_hours(hours)}."
    )


def _plan_text(game: Game[Any], plan: "Plan") -> str:
    machines, processors, rate, network = plan.cluster
    about = (
        f"{spec_of(game)} on {many(machines, 'machine')} with "
        f"{many(processors, 'processor')} each, {rate / MILLION:,g} million values per second and "
        f"processor, {network / GIGA:,g} GB per second and machine"
    )
    columns = ["ply", "positions", "folded", "on disk", "slabs", "a task holds", "network"]
    rows = [
        _row(f"{layer.number}", [getattr(layer, name) for name in SUMMED], layer.together)
        for layer in plan.layers
    ]
    together = max(layer.together for layer in plan.layers)
    total = _row("all", [plan.total(name) for name in SUMMED], together)
    return "\n".join([about, table([columns, *rows, total]), *_sentences(plan)])


def _row(name: str, figures: list[int], together: int) -> list[str]:
    unfolded, positions, disk, slabs, network = figures
    sizes = bytes_text(disk), f"{slabs:,}", bytes_text(together), bytes_text(network)
    return [name, f"{unfolded:,}", f"{positions:,}", *sizes]


def _sentences(plan: "Plan") -> list[str]:
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


def _plan_answer(game: Game[Any], plan: "Plan") -> Json:
    hours = {
        name: round(getattr(plan, f"hours_{name}"), 4) for name in ("solving", "network", "writing")
    }
    names = f"ply=number {' '.join(SUMMED)} together"
    return {
        **head(game),
        "cluster": json_of(plan.cluster),
        "layers": [fields(game, layer, names) for layer in plan.layers],
        "total": {name: plan.total(name) for name in SUMMED},
        "block": plan.block,
        "memory": plan.store,
        "hours": hours,
        "possible": plan.marks <= MOST_MARKS,
    }


def counts_table(layers: Iterable[tuple[int, Counts]], layers_are: str, total: Counts) -> str:
    """The table of positions by layer, up to the last one with reachable positions."""
    rows = [(f"{number}", counts) for number, counts in layers] if layers_are else []
    while rows and not rows[-1][1].reachable:
        rows.pop()
    cells = [
        [name, *(f"{count:,}" for count in (counts.reachable, *counts))]
        for name, counts in [*rows, ("all", total)]
    ]
    return table([[layers_are or "", "reachable", "won", "drawn", "lost", "finished"], *cells])


def value_sentence(value: Value | str) -> str:
    return f"The start is a {value}."


def solve_answer(  # the parts of one answer
    game: Game[Any], made: Any, way: str, output: Path | None, value: Json, has_plies: bool
) -> Json:
    """The output of `noughts solve --json`, also with `--outcomes`."""
    layers = [
        {"ply": number if has_plies else None, **_counts(counts)} for number, counts in made.layers
    ]
    return {
        **head(game),
        "way": way,
        "folder": None if output is None else str(output),
        "value": value,
        "layers": layers,
        "total": _counts(made.total),
        "positions": made.positions,
        "seconds": round(made.seconds, 3),
    }


def _counts(counts: Counts) -> Json:
    return {"reachable": counts.reachable, **counts._asdict()}


def distances_text(positions: Positions[Any]) -> str:
    rows = [
        [_name(each.value), f"{each.positions:,}", f"{each.classes:,}", _text(positions, each)]
        for each in positions.distances()
    ]
    return table([["value", "positions", "up to symmetry", "an example"], *rows], left=(0, 3))


def distances_answer(positions: Positions[Any]) -> Json:
    rows = [
        {
            "value": value_answer(each.value),
            "classes": each.classes,
            "positions": each.positions,
            "example": _text(positions, each),
        }
        for each in positions.distances()
    ]
    return {
        **head(positions.game),
        "value": value_answer(positions.value(0)),
        "classes": len(positions),
        "positions": sum(positions.orbits),
        "distances": rows,
    }


def _name(value: Value) -> str:
    """The outcome and its plies, also for draws."""
    if value.endless:
        return f"{value}"
    name = OUTCOME_NAMES[value.outcome]
    return f"{name} in {value.plies}" if value.plies else f"{name}, finished"


def _text(positions: Positions[Any], distance: Distance[Any]) -> str:
    game = positions.game
    return game.text(distance.example, game.turn(distance.example) or FIRST)
