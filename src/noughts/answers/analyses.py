"""Answers as JSON for scripts, schema 1; docs/json.md describes it."""

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from noughts.answers.question import Question
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.solving.margins import Margin, by_margin
from noughts.value import DRAW, OUTCOME_NAMES, Certainty, Value

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis, MoveAnalysis
    from noughts.analysis.compare import Comparison
    from noughts.search.root import SearchResult

SCHEMA = 1

Json = dict[str, Any]


def to_line(answer: Json) -> str:
    """An answer as one line of ASCII, safe in any encoding."""
    return json.dumps(answer, separators=(",", ":"))


def analysis_answer(analysis: "Analysis") -> Json:
    """The output of `noughts analyse --json`."""
    game = analysis.game
    return {
        **position_answer(Question(game, analysis.position, analysis.turn)),
        "value": value_answer(analysis.value, analysis.certainty),
        **bounds_answer(analysis),
        "moves": [move_answer(game, move) for move in analysis.moves],
        "principal_variation": [game.name(move) for move in analysis.principal_variation],
    }


def points_answer(question: Question, margin: Margin, margins: Mapping[int, Margin]) -> Json:
    """The output of `noughts analyse --points --json`."""
    game = question.game
    return {
        **position_answer(question),
        "margin": margin.points,
        "moves": [
            {"move": game.name(move), "margin": each.points, "best": each == margin}
            for move, each in by_margin(margins)
        ],
    }


def position_answer(question: Question) -> Json:
    """The first fields of every answer: its position."""
    return {
        "schema": SCHEMA,
        "game": spec_of(question.game),
        "position": question.text,
        "to_move": "xo"[question.turn],
    }


def value_answer(value: Value | None, certainty: Certainty) -> Json:
    """A value; outcome and plies are null if unknown, and plies if play is endless."""
    return {
        "outcome": None if value is None else OUTCOME_NAMES[value.outcome],
        "plies": None if value is None or value.endless else value.plies,
        "certainty": str(certainty),
    }


def bounds_answer(found: "Analysis | MoveAnalysis") -> Json:
    """The bounds of an unsolved value; empty if there are none."""
    if found.certainty != Certainty.BOUND or found.bounds is None:
        return {}
    ends = zip(("lower", "upper"), found.bounds, strict=True)
    return {
        "bounds": {
            name: {
                "outcome": OUTCOME_NAMES[value.outcome],
                "plies": None if value.outcome == DRAW else value.plies,
            }
            for name, value in ends
        }
    }


def move_answer(game: Game[Any], move: "MoveAnalysis") -> Json:
    """A move and its value."""
    return {
        "move": game.name(move.move),
        "value": value_answer(move.value, move.certainty),
        **bounds_answer(move),
        "best": move.best,
    }


def comparison_answer(question: Question, depth: int | None, rows: Iterable["Comparison"]) -> Json:
    """The output of `noughts compare --json`."""
    return {
        **position_answer(question),
        "depth": depth,
        "algorithms": [algorithm_answer(question.game, row) for row in rows],
    }


def scores_answer(game: Game[Any], found: "SearchResult") -> Json:
    """The moves by score, best first."""
    return {
        "scores": [
            {"score": score, "moves": list(map(game.name, moves))}
            for score, moves in found.by_score.items()
        ]
    }


def algorithm_answer(game: Game[Any], row: "Comparison") -> Json:
    """The result of one algorithm, or only a note if it gave up."""
    result = row.result
    certainty = Certainty.UNKNOWN if result is None else result.certainty
    return {
        "algorithm": row.algorithm,
        "nodes": None if result is None else result.nodes,
        "seconds": {"interpreted": row.interpreted, "compiled": row.compiled},
        "value": value_answer(result and result.value, certainty),
        "move": None if result is None else game.name(result.move),
        "note": row.note,
    }


def error_answer(line: int, given: str, error: Exception) -> Json:
    """The output for a line of a batch that failed."""
    return {"schema": SCHEMA, "line": line, "input": given, "error": str(error)}
