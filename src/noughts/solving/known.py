"""Published results as data: the claim, its source, and the method that checks it.

`verify.py` computes them again. A claim with openings says that exactly these first moves keep the
outcome.
"""

from collections.abc import Iterator
from enum import StrEnum
from importlib.resources import files
from typing import NamedTuple

from noughts.value import OUTCOME_NAMES

OUTCOMES = {name: outcome for outcome, name in OUTCOME_NAMES.items()}


class Method(StrEnum):
    VALUES = "values"  # an exact solver: the outcome and the plies
    POINTS = "points"  # the best margin
    PROOF = "proof numbers"  # two yes-or-no questions: the outcome
    ATTACK = "attack"  # whether it is a win: by threats that leave few replies
    PAIRING = "pairing"  # pairs of cells that guarantee the draw, without a search
    NOT_YET = "not yet"  # out of reach so far


class KnownResult(NamedTuple):
    """A published result."""

    game: str  # the game, as `find_game` takes it
    outcome: int  # the first player's outcome under best play: WIN, DRAW or LOSS
    method: Method  # the method that checks it
    source: str  # its finder, or the publication
    plies: int | None = None  # the length of the game, if published and the method can check it
    # The first moves that keep the outcome, if the source lists them all.
    openings: tuple[str, ...] = ()
    note: str = ""  # a remark
    margin: int | None = None  # the first player's points minus the second's, if published


def _results() -> Iterator[KnownResult]:
    """The results in `known.tsv`: a line each, in columns parted by tabs; # begins a comment."""
    for line in (files("noughts.solving") / "known.tsv").read_text("utf-8").splitlines():
        if not line.startswith("#"):
            game, outcome, method, source, *rest = line.split("\t")
            plies, openings, note, margin, *_ = (*rest, "", "", "", "")
            yield KnownResult(
                game,
                OUTCOMES[outcome],
                Method(method),
                source,
                int(plies) if plies else None,
                tuple(openings.split()),
                note,
                int(margin) if margin else None,
            )


RESULTS = tuple(_results())
