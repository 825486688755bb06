"""Solved games: their positions counted, as tables and as JSON."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from noughts.answers.encoder import Json, head, value_answer
from noughts.game import FIRST, Game
from noughts.tablebase.indexer import Counts
from noughts.tablebase.positions import Distance, Positions
from noughts.terminal.support.streams import table
from noughts.value import OUTCOME_NAMES, Value


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


# Positions by their distance to the end.


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
