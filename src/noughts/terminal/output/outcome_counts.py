"""The counts of won, drawn and lost positions by layer, as a table and as JSON."""

from collections.abc import Iterable

from noughts.answers.analyses import Json
from noughts.tablebase.indexer import Counts
from noughts.terminal.output.columns import table


def counted(layers: Iterable[tuple[int, Counts]], layers_are: str, total: Counts) -> str:
    """The table of positions by layer, up to the last one with reachable positions.

    Args:
        layers: the number and the counts of every layer.
        layers_are: the name of layers; empty if there is only one.
        total: the counts of all layers together.
    """
    rows = [(f"{number}", counts) for number, counts in layers] if layers_are else []
    while rows and not rows[-1][1].reachable:
        rows.pop()
    head = [layers_are or "", "reachable", "won", "drawn", "lost", "finished"]
    return table([head, *(row(name, counts) for name, counts in [*rows, ("all", total)])])


def row(name: str, counts: Counts) -> list[str]:
    """The counts of a layer."""
    return [name, *(f"{count:,}" for count in (counts.reachable, *counts))]


def counts_answer(counts: Counts) -> Json:
    """The counts of a layer as JSON."""
    return {"reachable": counts.reachable, **counts._asdict()}


def layers_answer(layers: Iterable[tuple[int, Counts]], are_plies: bool) -> list[Json]:
    """The counts of every layer."""
    return [
        {"ply": number if are_plies else None, **counts_answer(counts)} for number, counts in layers
    ]
