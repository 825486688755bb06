"""The files of a report on submissions, in a folder: common ones, and those of each submission.

    index.html, grades.csv, grades.json
    submissions/NAME/   audit.html, audit.xml, summary.md, results.json, check50.json,
                        classroom.json, grade.json

`grade.json` is written last: if it exists with the same key, the submission is graded.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from noughts.answers.analyses import Json, to_line
from noughts.answers.grades import (
    check50,
    classroom,
    graded_answer,
    graded_of,
    grades_answer,
    gradescope,
)
from noughts.classroom.findings import Audit
from noughts.classroom.grading import Assignment, Graded
from noughts.files import write_file
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.output.audit_junit import junit
from noughts.terminal.output.audit_text import faults_to_show
from noughts.terminal.output.grade_html import overview, own_page
from noughts.terminal.output.grade_text import as_csv, markdown


def kept(report: Path, name: str, key: str) -> Graded | None:
    """The earlier grade of the submission; None if there is none with this key."""
    try:
        graded = graded_of(json.loads((_folder(report, name) / "grade.json").read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return graded if graded.key == key else None


def write_one(report: Path, graded: Graded, audit: Audit | None, solver: ExactSolver[Any]) -> None:
    """Write the files of a submission."""
    folder = _folder(report, graded.name)
    folder.mkdir(parents=True, exist_ok=True)
    faults = faults_to_show(audit, everything=False, solver=solver) if audit else None
    _write(folder / "audit.html", own_page(graded, audit, faults))
    _write(folder / "summary.md", markdown(graded))
    for name, form in (("results", gradescope), ("check50", check50), ("classroom", classroom)):
        _write_json(folder / f"{name}.json", form(graded))
    if audit:
        _write(folder / "audit.xml", junit(audit))
    else:
        (folder / "audit.xml").unlink(missing_ok=True)
    _write_json(folder / "grade.json", graded_answer(graded))


def write_all(report: Path, assignment: Assignment, graded: Sequence[Graded]) -> None:
    """Write the files about all submissions."""
    _write(report / "index.html", overview(graded))
    _write(report / "grades.csv", as_csv(graded))
    _write_json(report / "grades.json", grades_answer(assignment, graded))


def _folder(report: Path, name: str) -> Path:
    return report / "submissions" / name


def _write_json(path: Path, answer: Json) -> None:
    _write(path, f"{to_line(answer)}\n")


def _write(path: Path, text: str) -> None:
    write_file(path, text)
