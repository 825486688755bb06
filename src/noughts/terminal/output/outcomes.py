"""`noughts solve --outcomes`: the outcome of every position, counted, without distances."""

from pathlib import Path
from typing import Any

from noughts.answers.analyses import SCHEMA, Json
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.bitplanes.outcomes import outcome_needs
from noughts.tablebase.build import OutcomesMade
from noughts.tablebase.resources import bytes_text, free_disk, free_memory
from noughts.terminal.output.outcome_counts import counted, counts_answer, layers_answer
from noughts.value import OUTCOME_NAMES, Certainty


def announced(game: Game[Any], out: Path | None) -> str:
    """The resources that solving takes, and the free ones."""
    needs = outcome_needs(game, in_files=out is not None)
    text = f"{spec_of(game)}: {needs.positions:,} outcomes, "
    if out is not None:
        return f"{text}needs {bytes_text(needs.disk)} on disk; {bytes_text(free_disk(out))} free."
    memory = free_memory()
    free = "" if memory is None else f"; {bytes_text(memory)} free"
    return f"{text}needs {bytes_text(needs.memory)}{free}."


def outcomes_text(made: OutcomesMade) -> str:
    """The table of positions, and the value of the start."""
    text = counted(made.layers, "ply", made.total)
    return f"{text}\nThe start is a {OUTCOME_NAMES[made.outcome]}."


def outcomes_answer(game: Game[Any], made: OutcomesMade, out: Path | None) -> Json:
    """The JSON answer of `noughts solve --outcomes`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(game),
        "way": "outcomes",
        "folder": None if out is None else str(out),
        "value": {
            "outcome": OUTCOME_NAMES[made.outcome],
            "plies": None,
            "certainty": str(Certainty.PROVED),
        },
        "layers": layers_answer(made.layers, are_plies=True),
        "total": counts_answer(made.total),
        "positions": made.positions,
        "seconds": round(made.seconds, 3),
    }
