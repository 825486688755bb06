"""An audit for people: the verdict, the counts, and the faults with their boards."""

from typing import Any, NamedTuple

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.text import one_line
from noughts.classroom.findings import FAULTS, Audit, Finding
from noughts.classroom.query import Forfeit
from noughts.classroom.symmetry_groups import Alike, alike
from noughts.classroom.words import (
    NAMES,
    end_text,
    finding_text,
    heading,
    loss_text,
    no_fault_text,
    play_text,
    side_text,
    state_text,
    verdict_text,
)
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.output.columns import table
from noughts.terminal.output.wrapping import wrapped

# The most faults to show, unless all are requested.
MOST_SHOWN = 10
INDENT = "    "


class Shown(NamedTuple):
    """The faults that a report shows: all, or the worst ones without similar ones.

    Args:
        findings: the faults to show.
        hidden: the number of hidden faults.
        explainer: explains why a move is wrong.
    """

    findings: list[Alike]
    hidden: int
    explainer: Explainer[Any]


def faults_to_show(audit: Audit, everything: bool, solver: ExactSolver[Any]) -> Shown:
    """The faults of an audit to show."""
    explainer = Explainer(audit.game, solver)
    if everything:
        return Shown([Alike(finding, 1) for finding in audit.findings], 0, explainer)
    groups = alike(audit.game, audit.findings)
    return Shown(groups[:MOST_SHOWN], len(groups[MOST_SHOWN:]), explainer)


def report(audit: Audit, faults: Shown) -> str:
    """The whole report."""
    parts = [
        f"Audit of {audit.player}, {spec_of(audit.game)}",
        wrapped(state_text(audit)),
        wrapped(verdict_text(audit)),
        "\n".join(wrapped(f"  {side_text(audit, side)}") for side in audit.sides),
        *(wrapped(loss_text(audit, loss)) for loss in audit.losses),
        counts(audit),
        *(fault_text(audit, one, faults, n) for n, one in enumerate(faults.findings, start=1)),
        hidden_text(faults),
        unjudged_text(audit),
    ]
    return "\n\n".join(part for part in parts if part)


def counts(audit: Audit) -> str:
    """The number of faults of each kind, in each seat, as text."""
    if not audit.findings:
        return no_fault_text(audit)
    return table(count_rows(audit))


def count_rows(audit: Audit) -> list[list[str]]:
    """The number of faults of each kind, in each seat; the first row is the head."""
    seats = [side.seat for side in audit.sides]
    rows = [
        [NAMES[fault][1], *(f"{audit.number_of(fault, seat):,}" for seat in seats)]
        for fault in FAULTS
        if fault != Forfeit.NOT_UNDERSTOOD or any(one.fault == fault for one in audit.findings)
    ]
    return [["Faults", *(f"as {audit.game.marks[seat]}" for seat in seats)], *rows]


def fault_text(audit: Audit, one: Alike, faults: Shown, number: int) -> str:
    """A fault: the play that leads to it, the board, the mistake and the right moves."""
    game, finding = audit.game, one.finding
    mark = game.marks[finding.seat]
    board = str(game.board(finding.position, finding.seat))
    lines = [
        wrapped(f"{number}. {heading(audit, finding, one.number)}"),
        wrapped(f"{INDENT}{reached_text(game, finding)}"),
        "\n".join(f"{INDENT}{row}" for row in board.splitlines()),
        wrapped(f"{INDENT}{mark} {why(finding, faults.explainer)}"),
        wrapped(f"{INDENT}{end_text(game, finding)}") if finding.then else "",
    ]
    return "\n".join(line for line in lines if line)


def reached_text(game: Game[Any], finding: Finding) -> str:
    """The play that leads to the position."""
    return f"After {play_text(game, finding.played)}:" if finding.played else "At the start:"


def why(finding: Finding, explainer: Explainer[Any]) -> str:
    """What the player does there, and why that is wrong."""
    if finding.reason or finding.move is None:
        late = "is late" if finding.fault == Forfeit.TOO_SLOW else "is not understood"
        what = "forfeits" if finding.costly else late
        return f"{what}: {finding_text(explainer.game, finding)}"
    explained = explainer.explain(finding.position, finding.seat).of(finding.move)
    return f"plays {one_line(explained)}"


def hidden_text(faults: Shown) -> str:
    """A note about hidden faults."""
    if not faults.hidden:
        return ""
    return f"{faults.hidden:,} more, of other kinds or in other positions; --all shows every fault."


def unjudged_text(audit: Audit) -> str:
    """A note that some answers could not be judged."""
    if not audit.unjudged:
        return ""
    return wrapped(
        f"In {audit.unjudged:,} of {audit.asked:,} positions the values of the moves are unknown, "
        f"so mistakes there are not counted; --nodes allows more."
    )
