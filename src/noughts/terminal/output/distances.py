"""The positions of a game by value, as a table and as JSON."""

from typing import Any

from noughts.answers.analyses import SCHEMA, Json, value_answer
from noughts.game import FIRST
from noughts.games.registry import spec_of
from noughts.tablebase.positions import Distance, Positions
from noughts.terminal.output.columns import table
from noughts.value import OUTCOME_NAMES, Certainty, Value


def distances_text(positions: Positions[Any]) -> str:
    """The number of positions of each value, with an example."""
    head = ["value", "positions", "up to symmetry", "an example"]
    rows = [
        [
            _name(each.value),
            f"{each.positions:,}",
            f"{each.classes:,}",
            _text(positions, each),
        ]
        for each in positions.distances()
    ]
    return table([head, *rows], left=(0, 3))


def distances_answer(positions: Positions[Any]) -> Json:
    """The JSON answer of `noughts solve --parquet FILE` and `--distances`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(positions.game),
        "value": value_answer(positions.value(0), Certainty.PROVED),
        "classes": len(positions),
        "positions": sum(positions.orbits),
        "distances": [
            {
                "value": value_answer(each.value, Certainty.PROVED),
                "classes": each.classes,
                "positions": each.positions,
                "example": _text(positions, each),
            }
            for each in positions.distances()
        ],
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
