"""An audit as text for people, and as JUnit XML for tools that show test results."""

from typing import Any, NamedTuple
from xml.etree import ElementTree as ET

from noughts.analysis.explain.explainer import Explainer
from noughts.analysis.explain.text import one_line
from noughts.analysis.review import Grade
from noughts.classroom import words
from noughts.classroom.findings import FAULTS, Audit, AuditVerdict, Fault, Finding, Side
from noughts.classroom.query import Forfeit
from noughts.errors import many
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.solving.solver import ExactSolver
from noughts.terminal.support.streams import table, wrapped

# The most faults to show, unless all are requested.
MOST_SHOWN = 10
INDENT = "    "


class Shown(NamedTuple):
    """The faults that a report shows: all, or the worst ones without similar ones."""

    findings: list[words.Alike]
    hidden: int
    explainer: Explainer[Any]


def faults_to_show(audit: Audit, everything: bool, solver: ExactSolver[Any]) -> Shown:
    explainer = Explainer(audit.game, solver)
    if everything:
        return Shown([words.Alike(finding, 1) for finding in audit.findings], 0, explainer)
    groups = words.alike(audit.game, audit.findings)
    return Shown(groups[:MOST_SHOWN], len(groups[MOST_SHOWN:]), explainer)


def audit_report(audit: Audit, faults: Shown) -> str:
    parts = [
        f"Audit of {audit.player}, {spec_of(audit.game)}",
        wrapped(words.state_text(audit)),
        wrapped(words.verdict_text(audit)),
        "\n".join(wrapped(f"  {words.side_text(audit, side)}") for side in audit.sides),
        wrapped(words.steps_text(audit)),
        *(wrapped(words.loss_text(audit, loss)) for loss in audit.losses),
        wrapped(words.bug_text(audit)),
        counts(audit),
        *(fault_text(audit, one, faults, n) for n, one in enumerate(faults.findings, start=1)),
        hidden_text(faults),
        unjudged_text(audit),
    ]
    return "\n\n".join(part for part in parts if part)


def counts(audit: Audit) -> str:
    if not audit.findings:
        return words.no_fault_text(audit)
    return table(count_rows(audit))


def count_rows(audit: Audit) -> list[list[str]]:
    seats = [side.seat for side in audit.sides]
    rows = [
        [words.NAMES[fault][1], *(f"{audit.number_of(fault, seat):,}" for seat in seats)]
        for fault in FAULTS
        if fault != Forfeit.NOT_UNDERSTOOD or any(one.fault == fault for one in audit.findings)
    ]
    return [["Faults", *(f"as {audit.game.marks[seat]}" for seat in seats)], *rows]


def fault_text(audit: Audit, one: words.Alike, faults: Shown, number: int) -> str:
    game, finding = audit.game, one.finding
    mark = game.marks[finding.seat]
    board = str(game.board(finding.position, finding.seat))
    lines = [
        wrapped(f"{number}. {words.fault_heading(audit, finding, one.number)}"),
        wrapped(f"{INDENT}{reached_text(game, finding)}"),
        "\n".join(f"{INDENT}{row}" for row in board.splitlines()),
        wrapped(f"{INDENT}{mark} {why(finding, faults.explainer)}"),
        wrapped(f"{INDENT}{words.end_text(game, finding)}") if finding.then else "",
    ]
    return "\n".join(line for line in lines if line)


def reached_text(game: Game[Any], finding: Finding) -> str:
    return f"After {words.play_text(game, finding.played)}:" if finding.played else "At the start:"


def why(finding: Finding, explainer: Explainer[Any]) -> str:
    if finding.reason or finding.move is None:
        late = "is late" if finding.fault == Forfeit.TOO_SLOW else "is not understood"
        what = "forfeits" if finding.costly else late
        return f"{what}: {words.finding_text(explainer.game, finding)}"
    explained = explainer.explain(finding.position, finding.seat, lines=False).of(finding.move)
    return f"plays {one_line(explained)}"


def hidden_text(faults: Shown) -> str:
    if not faults.hidden:
        return ""
    return f"{faults.hidden:,} more, of other kinds or in other positions; --all shows every fault."


def unjudged_text(audit: Audit) -> str:
    if not audit.unjudged:
        return ""
    return wrapped(
        f"In {audit.unjudged:,} of {audit.asked:,} positions the values of the moves are unknown, "
        f"so mistakes there are not counted; --nodes allows more."
    )


# The requirement of each case.
CASES: dict[Fault, str] = {
    Forfeit.CRASH: "does not crash",
    Forfeit.ILLEGAL_MOVE: "makes only legal moves",
    Forfeit.TOO_SLOW: "answers in time",
    Forfeit.NOT_UNDERSTOOD: "answers in the form of a move",
    Grade.WIN_TO_LOSS: "turns no win into a loss",
    Grade.DRAW_TO_LOSS: "throws no draw away",
    Grade.WIN_TO_DRAW: "throws no win away",
    Grade.SLOW_WIN: "wins as soon as it can",
    Grade.EARLY_LOSS: "holds out as long as it can",
}
# The most findings that a failure lists.
MOST_TOLD = 5


def junit(audit: Audit) -> str:
    """The XML: a suite for each seat, with a case for the verdict and one for each kind."""
    root = ET.Element("testsuites", name=f"noughts audit of {audit.player}")
    for side in audit.sides:
        root.append(_suite(audit, side))
    for count in ("tests", "failures", "skipped"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    return ET.tostring(root, encoding="unicode", xml_declaration=False) + "\n"


def _suite(audit: Audit, side: Side) -> ET.Element:
    mark = audit.game.marks[side.seat]
    suite = ET.Element("testsuite", name=f"{spec_of(audit.game)} as {mark}")
    faults = (_case(audit, side, fault) for fault in FAULTS)
    steady = ET.Element("testcase", name="answers by the position alone")
    if audit.state:
        _add(steady, "failure", "It does not.", words.state_text(audit))
    cases = [_verdict(audit, side), steady, *faults]
    for case in cases:
        case.set("classname", f"{spec_of(audit.game)} as {mark}")
        suite.append(case)
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", "0")
    suite.set("skipped", str(len(suite.findall("testcase/skipped"))))
    return suite


def _verdict(audit: Audit, side: Side) -> ET.Element:
    case = ET.Element("testcase", name="cannot be beaten")
    if side.loss:
        lost = f"{words.loss_text(audit, side.loss)}\n{words.bug_text(audit)}"
        _add(case, "failure", words.verdict_text(audit), lost.strip())
    elif side.verdict == AuditVerdict.UNDECIDED:
        _add(case, "skipped", words.verdict_text(audit))
    return case


def _case(audit: Audit, side: Side, fault: Fault) -> ET.Element:
    game, case = audit.game, ET.Element("testcase", name=CASES[fault])
    findings = [one for one in audit.findings if (one.fault, one.seat) == (fault, side.seat)]
    if findings:
        some = words.alike(game, findings)[:MOST_TOLD]
        lines = (
            f"After {words.play_text(game, one.played)}: {words.finding_text(game, one)}"
            for one, _ in some
        )
        text = "\n".join([*lines, words.bug_text(audit)] if isinstance(fault, Grade) else lines)
        _add(case, "failure", many(len(findings), "finding"), text.strip())
    elif not (side.complete and side.steady) or (side.unjudged and isinstance(fault, Grade)):
        _add(case, "skipped", "None found, but not all positions were checked or could be judged.")
    return case


def _add(case: ET.Element, what: str, message: str, text: str = "") -> None:
    ET.SubElement(case, what, message=_clean(message)).text = _clean(text) or None


def _clean(text: str) -> str:
    """Without the control characters that XML cannot carry."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
