"""A rubric in TOML, and the points that it gives an audit, item by item."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from pathlib import Path
from typing import Any, NamedTuple

from noughts.analysis.review import Grade
from noughts.classroom import words
from noughts.classroom.findings import Audit, AuditVerdict, Finding, Side
from noughts.classroom.query import Forfeit
from noughts.errors import BadRubric, did_you_mean, many
from noughts.game import FIRST, SECOND
from noughts.value import WIN, Value

LOADS = "loads"
SEATS = {"never_loses_as_first": FIRST, "never_loses_as_second": SECOND}
# Every item with its condition, and its default points.
ITEMS = {
    LOADS: ("the file loads and has the function", 10),
    "legal_moves": ("every answer is a legal move", 20),
    "in_time": ("every answer comes in time", 10),
    "never_loses_as_first": ("cannot be beaten as the first player", 25),
    "never_loses_as_second": ("cannot be beaten as the second player", 25),
    "wins_at_once": ("wins with the next move wherever it can", 0),
    "keeps_wins": ("throws no win away", 10),
    "quickest_wins": ("wins as soon as it can", 0),
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
    """The points that a submission can earn."""

    points: Mapping[str, float]  # the points for each item
    # points that each fault takes off an item; an item without one is all or nothing
    deductions: Mapping[str, float] = {}
    undecided: float = 0.0  # the share of an item's points, from 0 to 1, if it is undecided

    def for_seats(self, seats: Sequence[int]) -> "Rubric":
        """The rubric without the items of other seats; BadRubric if none is left."""
        points = {
            item: most for item, most in self.points.items() if SEATS.get(item, seats[0]) in seats
        }
        if not any(points.values()):
            raise BadRubric("The rubric has no points for the side that is graded.")
        return self._replace(points=points)


def read_rubric(path: Path) -> Rubric:
    """The rubric in a TOML file; BadRubric if it cannot be read, or makes no sense."""
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
    """The rubric in a TOML text; BadRubric if it makes no sense."""
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


# Faults against the rules alone, found without the values of moves.
BY_RULES = {
    "legal_moves": (Forfeit.CRASH, Forfeit.ILLEGAL_MOVE),
    "in_time": (Forfeit.TOO_SLOW,),
}


class Mark(NamedTuple):
    """The points of a submission for an item."""

    item: str
    points: float
    of: float
    passed: bool | None  # None if undecided, or not tested
    text: str  # the reason


def marks_without(rubric: Rubric, why: str) -> tuple[Mark, ...]:
    """The marks of a submission whose function cannot be called."""
    untested = None, "Not tested, because it cannot be called."
    return tuple(
        Mark(item, 0.0, most, *((False, why) if item == LOADS else untested))
        for item, most in rubric.points.items()
    )


def marks_for(audit: Audit, rubric: Rubric) -> tuple[Mark, ...]:
    """The marks of an audit."""
    return tuple(_mark(audit, rubric, item) for item in rubric.points)


def _mark(audit: Audit, rubric: Rubric, item: str) -> Mark:
    most = rubric.points[item]
    if item == LOADS:
        return Mark(item, most, most, True, "It loads.")
    if item in SEATS:
        side = next(side for side in audit.sides if side.seat == SEATS[item])
        faults, passed, text = _unbeaten(audit, side)
    else:
        faults, passed, text = _faultless(audit, item)
    if passed is None:
        earned = most * rubric.undecided if faults is None else 0.0
    else:
        earned = max(0.0, most - (faults or 0) * rubric.deductions.get(item, most))
    return Mark(item, earned, most, passed, text)


# The number of faults, None if undecided; whether it passed; the reason.
Judged = tuple[int | None, bool | None, str]


def _unbeaten(audit: Audit, side: Side) -> Judged:
    if side.loss:
        return 1, False, words.loss_text(audit, side.loss)
    decided = side.verdict != AuditVerdict.UNDECIDED and not side.varied
    return 0 if decided else None, True if decided else None, words.no_loss_text(audit, side)


def _faultless(audit: Audit, item: str) -> Judged:
    wrong = [finding for finding in audit.findings if _is_about(item, finding)]
    tested = sum(_tested(item, side) for side in audit.sides)
    odd = [one for one in audit.findings if one.fault == Forfeit.NOT_UNDERSTOOD]
    if wrong:
        faults = words.alike(audit.game, wrong)
        first = faults[0].finding
        text = words.finding_text(audit.game, first)
        text = f"After {words.play_text(audit.game, first.played)}: {text}"
        return len(faults), False, f"{many(len(faults), 'fault')}. {text}"
    if odd:
        return None, None, f"Not decided: {odd[0].reason}"
    if not tested:
        return 0, None, "Not tested: the player met no such position."
    if audit.state:
        return None, None, f"Not decided: {words.state_text(audit)}"
    if audit.complete and not audit.varied and not (audit.unjudged and item not in BY_RULES):
        return 0, True, f"No fault in {many(tested, 'position')}."
    return None, None, f"Not decided: no fault in {many(tested, 'position')}, but there are more."


def _is_about(item: str, finding: Finding) -> bool:
    if item in BY_RULES:
        return finding.fault in BY_RULES[item]
    if item == "wins_at_once":
        return finding.value == Value(WIN, 1)
    if finding.value is None or finding.value.outcome != WIN:
        return False
    return item == "quickest_wins" or finding.fault != Grade.SLOW_WIN


def _tested(item: str, side: Side) -> int:
    if item in BY_RULES:
        return side.answered
    return side.won_at_once if item == "wins_at_once" else side.won
