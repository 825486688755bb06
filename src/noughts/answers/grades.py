"""Grades as JSON: our own format (docs/json-grade.md), and the formats of other graders."""

from collections.abc import Sequence
from typing import Any

from noughts.answers.analyses import SCHEMA, Json
from noughts.classroom.grading import Assignment, Graded
from noughts.classroom.marks import Mark
from noughts.classroom.rubric import ITEMS, LOADS
from noughts.games.registry import spec_of

# The version of check50's format.
CHECK50 = "3.3.11"


def grades_answer(assignment: Assignment, graded: Sequence[Graded]) -> Json:
    """The output of `noughts grade --json`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(assignment.game),
        "function": assignment.function,
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
        "items": [mark._asdict() for mark in graded.marks],
        "key": graded.key,
    }


def graded_of(answer: Any) -> Graded:
    """The submission read from an answer.

    Raises:
        KeyError, TypeError: the answer is not in our format.
    """
    marks = tuple(Mark(**item) for item in answer["items"])
    name, key, verdict, text = (answer[field] for field in ("name", "key", "verdict", "text"))
    return Graded(name, key, verdict or "", text, marks)


# For other graders.


def gradescope(graded: Graded) -> Json:
    """A `results.json` for Gradescope and `otter run`."""
    return {
        "score": graded.points,
        "output": graded.text,
        "tests": [
            {
                "name": ITEMS[mark.item][0],
                "score": mark.points,
                "max_score": mark.of,
                "status": "passed" if mark.passed else "failed",
                "output": mark.text,
            }
            for mark in graded.marks
        ],
    }


def check50(graded: Graded) -> Json:
    """`check50 --output json`: https://cs50.github.io/check50/json_specification.html."""
    return {
        "slug": "noughts/grade",
        "results": [
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
        ],
        "version": CHECK50,
    }


def classroom(graded: Graded) -> Json:
    """The result for GitHub Classroom's autograding reporter, which reads it in base64."""
    return {
        "version": 1,
        "status": "pass" if graded.points == graded.of else "fail",
        "max_score": graded.of,
        "tests": [
            {
                "name": ITEMS[mark.item][0],
                "status": "pass" if mark.passed else "fail",
                "score": mark.points,
                "message": mark.text,
            }
            for mark in graded.marks
        ],
    }
