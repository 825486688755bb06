"""Grades as pages: one of all submissions, and one for each with the boards of its audit."""

from collections.abc import Sequence
from urllib.parse import quote

from noughts.classroom.findings import Audit
from noughts.classroom.grading import Graded
from noughts.classroom.rubric import ITEMS
from noughts.classroom.words import many
from noughts.pictures.svg import Svg, joined, tag
from noughts.terminal.output.audit_html import audit_parts, document
from noughts.terminal.output.audit_text import Shown

SIGNS = {True: "✓", False: "✗", None: "?"}
TITLES = {True: "passed", False: "not passed", None: "not decided, or not tested"}


def overview(graded: Sequence[Graded]) -> str:
    """The page of all submissions: points by item, each name a link to its own page."""
    items = [mark.item for mark in graded[0].marks]
    head = ["Submission", "Points", *(ITEMS[item][0] for item in items)]
    mean = sum(one.points for one in graded) / len(graded)
    about = f"{many(len(graded), 'submission')}, {mean:.4g} of {graded[0].of:g} points on average."
    return document(
        "Grades", tag("p", about), _table(head, [_row(one) for one in graded]), wide=True
    )


def _row(one: Graded) -> Svg:
    link = tag("a", one.name, href=f"submissions/{quote(one.name)}/audit.html")
    earned = (
        tag("td", f"{SIGNS[mark.passed]} {mark.points:g}", title=mark.text) for mark in one.marks
    )
    return tag("tr", tag("th", link, scope="row"), tag("td", f"{one.points:g}/{one.of:g}"), *earned)


def _table(head: Sequence[str], rows: Sequence[Svg]) -> Svg:
    columns = tag("tr", *(tag("th", name, scope="col") for name in head))
    return tag("table", tag("thead", columns), tag("tbody", *rows))


def own_page(graded: Graded, audit: Audit | None, faults: Shown | None) -> str:
    """The page of one submission, for its author."""
    marks = [
        tag(
            "tr",
            tag("th", f"{SIGNS[mark.passed]} {ITEMS[mark.item][0]}", scope="row"),
            tag("td", f"{mark.points:g}/{mark.of:g}", title=TITLES[mark.passed]),
            tag("td", mark.text, class_="words"),
        )
        for mark in graded.marks
    ]
    points = f"{graded.points:g} of {graded.of:g} points"
    earned = joined(tag("h2", points), _table(["Item", "Points", "Why"], marks))
    if audit is None or faults is None:
        return document(graded.name, tag("p", graded.text, class_="verdict can_be_beaten"), earned)
    return document(graded.name, earned, audit_parts(audit, faults))
