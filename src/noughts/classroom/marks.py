"""The points of an audit by a rubric, item by item."""

from typing import NamedTuple

from noughts.analysis.review import Grade
from noughts.classroom.findings import Audit, Finding, Side, Verdict
from noughts.classroom.query import Forfeit
from noughts.classroom.rubric import LOADS, SEATS, Rubric
from noughts.classroom.symmetry_groups import alike
from noughts.classroom.words import (
    finding_text,
    loss_text,
    many,
    no_loss_text,
    play_text,
    state_text,
)
from noughts.value import WIN, Value

# Faults against the rules alone, found without the values of moves.
BY_RULES = {
    "legal_moves": (Forfeit.CRASH, Forfeit.ILLEGAL_MOVE),
    "in_time": (Forfeit.TOO_SLOW,),
}


class Mark(NamedTuple):
    """The points of a submission for an item.

    Args:
        item: its name in the rubric.
        points: the points earned.
        of: the points that can be earned.
        passed: whether it passed; None if undecided, or not tested.
        text: the reason, in words.
    """

    item: str
    points: float
    of: float
    passed: bool | None
    text: str


def marks_without(rubric: Rubric, why: str) -> tuple[Mark, ...]:
    """The marks of a submission whose function cannot be called.

    Args:
        rubric: the points that it could have earned.
        why: why it cannot be called.
    """
    return tuple(
        Mark(item, 0.0, most, False, why)
        if item == LOADS
        else Mark(item, 0.0, most, None, "Not tested, because it cannot be called.")
        for item, most in rubric.points.items()
    )


def marks_of(audit: Audit, rubric: Rubric) -> tuple[Mark, ...]:
    """The marks of an audit.

    >>> from noughts.classroom.audit import audit as audit_of
    >>> from noughts.classroom.rubric import DEFAULT, rubric_of
    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.weights import WeightsPlayer
    >>> found = audit_of(TicTacToe(), WeightsPlayer())
    >>> for mark in marks_of(found, rubric_of(DEFAULT)):
    ...     print(mark.item, mark.points)
    loads 10.0
    legal_moves 20.0
    in_time 10.0
    never_loses_as_first 20.0
    never_loses_as_second 0.0
    wins_at_once 10.0
    keeps_wins 5.0
    quickest_wins 5.0
    """
    return tuple(_mark(audit, rubric, item) for item in rubric.points)


def _mark(audit: Audit, rubric: Rubric, item: str) -> Mark:
    """The mark for one item."""
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
    """Whether the player cannot be beaten in a seat."""
    if side.loss:
        return 1, False, loss_text(audit, side.loss)
    decided = side.verdict != Verdict.UNDECIDED and not side.varied
    return 0 if decided else None, True if decided else None, no_loss_text(audit, side)


def _faultless(audit: Audit, item: str) -> Judged:
    """Whether the answers have none of an item's faults."""
    wrong = [finding for finding in audit.findings if _is_about(item, finding)]
    tested = sum(_tested(item, side) for side in audit.sides)
    odd = [one for one in audit.findings if one.fault == Forfeit.NOT_UNDERSTOOD]
    if wrong:
        faults = alike(audit.game, wrong)
        first = faults[0].finding
        text = f"After {play_text(audit.game, first.played)}: {finding_text(audit.game, first)}"
        return len(faults), False, f"{many(len(faults), 'fault')}. {text}"
    if odd:
        return None, None, f"Not decided: {odd[0].reason}"
    if not tested:
        return 0, None, "Not tested: the player met no such position."
    if audit.state:
        return None, None, f"Not decided: {state_text(audit)}"
    if audit.complete and not audit.varied and not (audit.unjudged and item not in BY_RULES):
        return 0, True, f"In all of {many(tested, 'position')}."
    return None, None, f"Not decided: no fault in {many(tested, 'position')}, but there are more."


def _is_about(item: str, finding: Finding) -> bool:
    """Whether a finding is a fault of an item."""
    if item in BY_RULES:
        return finding.fault in BY_RULES[item]
    if item == "wins_at_once":
        return finding.value == Value(WIN, 1)
    if finding.value is None or finding.value.outcome != WIN:
        return False
    return item == "quickest_wins" or finding.fault != Grade.SLOW_WIN


def _tested(item: str, side: Side) -> int:
    """Number of positions of a seat in which the item could be tested."""
    if item in BY_RULES:
        return side.answered
    return side.won_at_once if item == "wins_at_once" else side.won
