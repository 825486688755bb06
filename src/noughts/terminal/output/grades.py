"""Grades as text and tables, and the files of a report on submissions.

    index.html, grades.csv, grades.json
    submissions/NAME/   audit.html, audit.xml, summary.md, results.json, check50.json,
                        classroom.json, grade.json

`grade.json` is written last: if it exists with the same key, the submission is graded.
"""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from noughts.answers import encoder
from noughts.classroom.findings import Audit
from noughts.classroom.grading import Assignment, Graded
from noughts.classroom.rubric import ITEMS
from noughts.errors import many
from noughts.files import write_file
from noughts.solving.solver import ExactSolver
from noughts.terminal.output.audit_html import overview, own_page
from noughts.terminal.output.audit_text import faults_to_show, junit
from noughts.terminal.support.streams import table

# A spreadsheet takes text that begins with one of these for a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def grades_report(graded: Sequence[Graded]) -> str:
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


def earlier_grade(report: Path, name: str, key: str) -> Graded | None:
    """The earlier grade of the submission; None if there is none with this key."""
    try:
        graded = encoder.graded_of(
            json.loads((_folder(report, name) / "grade.json").read_text("utf-8"))
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return graded if graded.key == key else None


def write_one(report: Path, graded: Graded, audit: Audit | None, solver: ExactSolver[Any]) -> None:
    folder = _folder(report, graded.name)
    folder.mkdir(parents=True, exist_ok=True)
    faults = faults_to_show(audit, everything=False, solver=solver) if audit else None
    _write(folder / "audit.html", own_page(graded, audit, faults))
    _write(folder / "summary.md", markdown(graded))
    for name, form in (
        ("results", encoder.gradescope),
        ("check50", encoder.check50),
        ("classroom", encoder.github_classroom),
    ):
        _write_json(folder / f"{name}.json", form(graded))
    if audit:
        _write(folder / "audit.xml", junit(audit))
    else:
        (folder / "audit.xml").unlink(missing_ok=True)
    _write_json(folder / "grade.json", encoder.graded_answer(graded))


def write_all(report: Path, assignment: Assignment, graded: Sequence[Graded]) -> None:
    _write(report / "index.html", overview(graded))
    _write(report / "grades.csv", as_csv(graded))
    _write_json(report / "grades.json", encoder.grades_answer(assignment, graded))


def _folder(report: Path, name: str) -> Path:
    return report / "submissions" / name


def _write_json(path: Path, answer: encoder.Json) -> None:
    _write(path, f"{encoder.to_line(answer)}\n")


def _write(path: Path, text: str) -> None:
    write_file(path, text)
