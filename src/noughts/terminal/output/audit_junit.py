"""An audit as JUnit XML, for tools that show test results: one case for each kind of fault.

The names of the cases never change, so that a tool can compare runs and players.
"""

from xml.etree import ElementTree as ET

from noughts.analysis.review import Grade
from noughts.classroom.findings import FAULTS, Audit, Fault, Side, Verdict
from noughts.classroom.query import Forfeit
from noughts.classroom.symmetry_groups import alike
from noughts.classroom.words import (
    finding_text,
    loss_text,
    many,
    play_text,
    state_text,
    verdict_text,
)
from noughts.games.registry import spec_of

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
    cases = [
        _verdict(audit, side),
        _steady(audit),
        *(_case(audit, side, fault) for fault in FAULTS),
    ]
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
        _add(case, "failure", verdict_text(audit), loss_text(audit, side.loss))
    elif side.verdict == Verdict.UNDECIDED:
        _add(case, "skipped", verdict_text(audit))
    return case


def _steady(audit: Audit) -> ET.Element:
    """The case for answers that depend on the position alone."""
    case = ET.Element("testcase", name="answers by the position alone")
    if audit.state:
        _add(case, "failure", "It does not.", state_text(audit))
    return case


def _case(audit: Audit, side: Side, fault: Fault) -> ET.Element:
    """The case for one kind of fault."""
    case = ET.Element("testcase", name=CASES[fault])
    findings = [one for one in audit.findings if (one.fault, one.seat) == (fault, side.seat)]
    if findings:
        some = alike(audit.game, findings)[:MOST_TOLD]
        lines = (
            f"After {play_text(audit.game, one.played)}: {finding_text(audit.game, one)}"
            for one, _ in some
        )
        _add(case, "failure", many(len(findings), "finding"), "\n".join(lines))
    elif not (side.complete and side.steady) or (side.unjudged and isinstance(fault, Grade)):
        _add(case, "skipped", "None found, but not all positions were checked or could be judged.")
    return case


def _add(case: ET.Element, what: str, message: str, text: str = "") -> None:
    ET.SubElement(case, what, message=_clean(message)).text = _clean(text) or None


def _clean(text: str) -> str:
    """Without the control characters that XML cannot carry."""
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)
