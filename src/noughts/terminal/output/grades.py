"""Grades in the forms that people and programs read: text, CSV, Markdown, and JSON for graders."""

import csv
import io
from collections.abc import Sequence
from typing import Any

from noughts.answers.encoder import Json, head, json_of
from noughts.classroom.grading import Assignment, Graded
from noughts.classroom.rubric import ITEMS, LOADS, Mark
from noughts.errors import many
from noughts.terminal.output.audit_html import PASSED
from noughts.terminal.support.streams import table

# The version of check50's format.
CHECK50 = "3.3.11"
# A spreadsheet takes text that begins with one of these for a formula.
FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def grades_report(graded: Sequence[Graded]) -> str:
    rows = [[one.name, f"{one.points:g}", f"{one.of:g}", one.verdict_words] for one in graded]
    mean = sum(one.points for one in graded) / len(graded)
    lines = table([["submission", "points", "of", "verdict"], *rows], left=(0, 3), wraps=3)
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
        f"| {PASSED[mark.passed]} {ITEMS[mark.item][0]} | {mark.points:g}/{mark.of:g} "
        f"| {_cell(mark.text)} |"
        for mark in graded.marks
    ]
    title = f"### {_cell(graded.name)}: {graded.points:g}/{graded.of:g}"
    head = [title, "", _cell(graded.text), "", "| | points | |", "|---|---|---|"]
    return "\n".join([*head, *rows, ""])


def _cell(text: str) -> str:
    return "".join(f"\\{sign}" if sign in "\\`*_{}[]<>|#!&" else sign for sign in text)


def grades_answer(assignment: Assignment, graded: Sequence[Graded]) -> Json:
    """The output of `noughts grade --json`."""
    return {
        **head(assignment.game),
        "function": assignment.function.partition(",")[0],
        "sides": ["xo"[seat] for seat in assignment.terms.seats],
        "submissions": [graded_answer(one) for one in graded],
    }


def graded_answer(graded: Graded) -> Json:
    """One submission; `graded_of` reads it."""
    return {
        "name": graded.name,
        "points": graded.points,
        "of": graded.of,
        "verdict": graded.verdict or None,
        "text": graded.text,
        "items": json_of(graded.marks),
        "key": graded.key,
    }


def graded_of(answer: Any) -> Graded:
    """The submission read from an answer."""
    marks = tuple(Mark(**item) for item in answer["items"])
    name, key, verdict, text = (answer[field] for field in ("name", "key", "verdict", "text"))
    return Graded(name, key, verdict or "", text, marks)


def gradescope(graded: Graded) -> Json:
    """A `results.json` for Gradescope and `otter run`."""
    tests = [
        {
            "name": ITEMS[mark.item][0],
            "score": mark.points,
            "max_score": mark.of,
            "status": "passed" if mark.passed else "failed",
            "output": mark.text,
        }
        for mark in graded.marks
    ]
    return {"score": graded.points, "output": graded.text, "tests": tests}


def check50(graded: Graded) -> Json:
    """`check50 --output json`: https://cs50.github.io/check50/json_specification.html."""
    results = [
        {
            "name": mark.item,
            "description": ITEMS[mark.item][0],
            "passed": mark.passed,
            "log": [mark.text],
            "cause": None if mark.passed else {"rationale": mark.text, "help": None},
            "data": {"points": mark.points, "of": mark.of},
            "dependency": None if mark.item == LOADS else LOADS,
        }
        for mark in graded.marks
    ]
    return {"slug": "noughts/grade", "results": results, "version": CHECK50}


def github_classroom(graded: Graded) -> Json:
    """The result for GitHub Classroom's autograding reporter, which reads it in base64."""
    tests = [
        {
            "name": ITEMS[mark.item][0],
            "status": "pass" if mark.passed else "fail",
            "score": mark.points,
            "message": mark.text,
        }
        for mark in graded.marks
    ]
    status = "pass" if graded.points == graded.of else "fail"
    return {"version": 1, "status": status, "max_score": graded.of, "tests": tests}
