"""A rubric in TOML: the points that a submission can earn."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import BadRubric, did_you_mean
from noughts.game import FIRST, SECOND

LOADS = "loads"
SEATS = {"never_loses_as_first": FIRST, "never_loses_as_second": SECOND}
# Every item with its condition, and its default points.
ITEMS = {
    LOADS: ("the file loads and has the function", 10),
    "legal_moves": ("every answer is a legal move", 20),
    "in_time": ("every answer comes in time", 10),
    "never_loses_as_first": ("cannot be beaten as the first player", 20),
    "never_loses_as_second": ("cannot be beaten as the second player", 20),
    "wins_at_once": ("wins with the next move wherever it can", 10),
    "keeps_wins": ("throws no win away", 5),
    "quickest_wins": ("wins as soon as it can", 5),
}
_POINTS = "\n".join(f"{item} = {points}  # {about}" for item, (about, points) in ITEMS.items())
DEFAULT = f"""\
# Points for each item.
[points]
{_POINTS}

# Points that each fault takes off an item; without a line here, the first fault takes all.
[deductions]
# legal_moves = 5

# Share of an item's points that is earned if it is undecided: if the game is too large to test all
# positions, or if the answers vary.
[undecided]
share = 0
"""


class Rubric(NamedTuple):
    """The points that a submission can earn.

    Args:
        points: the points for each item.
        deductions: points that each fault takes off an item; an item without one is all or nothing.
        undecided: the share of an item's points, from 0 to 1, if it is undecided.
    """

    points: Mapping[str, float]
    deductions: Mapping[str, float] = {}
    undecided: float = 0.0

    def for_seats(self, seats: Sequence[int]) -> "Rubric":
        """The rubric without the items of seats that are not graded.

        Raises:
            BadRubric: no item is left.
        """
        points = {
            item: most for item, most in self.points.items() if SEATS.get(item, seats[0]) in seats
        }
        if not any(points.values()):
            raise BadRubric("The rubric has no points for the side that is graded.")
        return self._replace(points=points)


def read_rubric(path: Path) -> Rubric:
    """The rubric in a TOML file.

    Raises:
        BadRubric: the file cannot be read, or makes no sense.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRubric(
            f"{path} cannot be read: {getattr(error, 'strerror', None) or error}."
        ) from None
    try:
        return rubric_of(text)
    except BadRubric as error:
        raise BadRubric(f"{path}: {error}") from None


def rubric_of(text: str) -> Rubric:
    """The rubric in a TOML text.

    Raises:
        BadRubric: it makes no sense.

    >>> sum(rubric_of(DEFAULT).points.values())
    100.0
    """
    try:
        tables = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadRubric(f"not TOML: {error}.") from None
    _known("a table of rubrics", tables, ("points", "deductions", "undecided"))
    points = _numbers(tables, "points", ITEMS)
    deductions = _numbers(tables, "deductions", ITEMS)
    share = _numbers(tables, "undecided", ("share",)).get("share", 0.0)
    if share > 1:
        raise BadRubric(f"share in [undecided] is {share:g}; give a number from 0 to 1.")
    if not any(points.values()):
        raise BadRubric("There are no points to earn: list items with their points in [points].")
    return Rubric(points, deductions, share)


def _numbers(tables: dict[str, Any], table: str, names: Iterable[str]) -> Any:
    """A table of numbers, none of them negative."""
    found = tables.get(table, {})
    if not isinstance(found, dict):
        raise BadRubric(f"{table} is {found!r}; write a table, [{table}].")
    _known("an item", found, names)
    for name, number in found.items():
        if type(number) not in (int, float) or not isfinite(number) or number < 0:
            raise BadRubric(f"{name} in [{table}] is {number!r}; give a number, 0 or more.")
    return {name: float(number) for name, number in found.items()}


def _known(what: str, found: Mapping[str, Any], names: Iterable[str]) -> None:
    for name in found:
        if name not in names:
            meant = did_you_mean(name, names) or f" There are: {', '.join(names)}."
            raise BadRubric(f"{name!r} is not {what}.{meant}")
