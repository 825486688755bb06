"""Grades for people and for spreadsheets: a table, CSV, and a summary in Markdown."""

import csv
import io
from collections.abc import Sequence

from noughts.classroom.grading import Graded
from noughts.classroom.rubric import ITEMS
from noughts.classroom.words import many
from noughts.terminal.output.columns import table

# A spreadsheet takes text that begins with one of these for a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def report(graded: Sequence[Graded]) -> str:
    """The points of every submission, and the mean."""
    rows = [[one.name, f"{one.points:g}", f"{one.of:g}", one.verdict_words] for one in graded]
    mean = sum(one.points for one in graded) / len(graded)
    lines = table([["submission", "points", "of", "verdict"], *rows], left=(0, 3))
    return f"{lines}\n\n{many(len(graded), 'submission')}, {mean:.4g} points on average."


def as_csv(graded: Sequence[Graded]) -> str:
    """A row for each submission, with a column for each item; `percent_correct` is Otter's."""
    items = [mark.item for mark in graded[0].marks]
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["file", *items, "points", "of", "percent_correct", "verdict", "text"])
    for one in graded:
        earned = [f"{mark.points:g}" for mark in one.marks]
        share = f"{one.points / one.of:.4g}"
        numbers = [*earned, f"{one.points:g}", f"{one.of:g}", share]
        rows.writerow([_harmless(one.name), *numbers, one.verdict, _harmless(one.text)])
    return out.getvalue()


def _harmless(text: str) -> str:
    return f"'{text}" if text.startswith(FORMULAS) else text


def markdown(graded: Graded) -> str:
    """The points of one submission, for a step summary of GitHub Actions."""
    rows = [
        f"| {_sign(mark.passed)} {ITEMS[mark.item][0]} | {mark.points:g}/{mark.of:g} "
        f"| {_cell(mark.text)} |"
        for mark in graded.marks
    ]
    head = f"### {_cell(graded.name)}: {graded.points:g}/{graded.of:g}"
    return "\n".join(
        [head, "", _cell(graded.text), "", "| | points | |", "|---|---|---|", *rows, ""]
    )


def _sign(passed: bool | None) -> str:
    return {True: "✓", False: "✗", None: "?"}[passed]


def _cell(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>|#!&" else sign for sign in text)
