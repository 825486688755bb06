"""Results as JSON for scripts, schema 1; docs/json.md and its neighbours describe it.

`fields` encodes a record by the types of its fields; the functions below it put the objects of the
commands together. They import what only they need, so that a command starts soon.
"""

import dataclasses
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

from noughts.answers.question import Question
from noughts.errors import BadParameters
from noughts.game import Game
from noughts.games.registry import ENTRIES, OWN, GameEntry, entries, find_game, game_name, spec_of
from noughts.games.spec import switches_of
from noughts.games.user_files import blame
from noughts.value import DRAW, OUTCOME_NAMES, AnyValue, Certainty, Margin, Value

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.compare import Comparison
    from noughts.analysis.explain.facts import Facts
    from noughts.analysis.explain.text import Explanation, MoveExplanation
    from noughts.analysis.review import Review, ReviewedMove
    from noughts.analysis.trace import Event, SearchRecord
    from noughts.classroom.findings import Audit, Side
    from noughts.puzzles.question import PuzzleQuestion
    from noughts.search.root import SearchResult

SCHEMA = 1

Json = dict[str, Any]

# The formats of a file of a line game.
LINE_FORMS = ("noughts", "gabor")


def to_line(answer: Json) -> str:
    """An answer as one line of ASCII, safe in any encoding."""
    import json  # needed for --json alone

    return json.dumps(answer, separators=(",", ":"))


def fields(game: Game[Any], record: Any, names: str) -> Json:
    """Some fields of a record, as JSON.

    Args:
        game: names the moves.
        record: the record.
        names: the fields, in order. `key=field` renames one, which may be `field.of.field`. A mark
            after it says how it is written: `*` moves, `!` a side, `~` a value with its certainty,
            `<` a value without, `?` null if empty. A position is written as text.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> fields(TicTacToe(), Question(TicTacToe(), TicTacToe().start(), 0), "position to_move=turn!")
    {'position': '3/3/3 x', 'to_move': 'x'}
    """
    return {
        key: _field(game, record, path, mark)
        for key, path, mark in _parsed(names)
        if key != "bounds" or (record.certainty == Certainty.BOUND and record.bounds is not None)
    }


@cache
def _parsed(names: str) -> list[tuple[str, str, str]]:
    rows = []
    for word in names.split():
        mark = word[-1] if word[-1] in "*!~<?" else ""
        key, _, path = word.removesuffix(mark).partition("=")
        rows.append((key, path or key, mark))
    return rows


def _field(game: Game[Any], record: Any, path: str, mark: str) -> Any:
    found = attrgetter(path)(record)
    if mark == "*":
        return moves_answer(game, found)
    if mark == "!":
        return "xo"[found]
    if mark == "~":
        known = Certainty.UNKNOWN if found is None else Certainty.PROVED
        return value_answer(found, getattr(record, "certainty", known))
    if mark == "<":
        return _bare(found)
    if mark == "?":
        return json_of(found) or None
    if path == "position":
        return game.text(found, record.turn if hasattr(record, "turn") else record.seat)
    return json_of(found)


def json_of(found: Any) -> Any:
    """A number, a text, or a collection of them, as JSON has it; a record with all its fields."""
    if isinstance(found, (StrEnum, Path)):
        return str(found)
    if hasattr(found, "_asdict"):
        return json_of(found._asdict())
    if isinstance(found, Mapping):
        return {key: json_of(each) for key, each in found.items()}
    if isinstance(found, (list, tuple)):
        return [json_of(each) for each in found]
    return found


def moves_answer(game: Game[Any], moves: int | Iterable[int] | None) -> Any:
    if moves is None:
        return None
    return game.name(moves) if isinstance(moves, int) else list(map(game.name, moves))


def _bare(found: Any) -> Any:
    """A value whose plies are not known of a draw; or the bounds of one."""
    if found is None:
        return None
    if not isinstance(found, Value):
        return {name: _bare(value) for name, value in zip(("lower", "upper"), found, strict=True)}
    plies = None if found.outcome == DRAW else found.plies
    return {"outcome": OUTCOME_NAMES[found.outcome], "plies": plies}


def head(game: Game[Any]) -> Json:
    """The first fields of an answer about a game."""
    return {"schema": SCHEMA, "game": spec_of(game)}


def position_answer(question: Question) -> Json:
    return head(question.game) | fields(question.game, question, "position to_move=turn!")


def value_answer(value: AnyValue | None, certainty: Certainty = Certainty.PROVED) -> Json:
    """A value; outcome and plies are null if unknown, and plies if play is endless.

    By points, it has no plies, but a margin.
    """
    if isinstance(value, Margin):
        by_points = {"outcome": OUTCOME_NAMES[value.outcome], "plies": None}
        return {**by_points, "margin": value.points, "certainty": str(certainty)}
    return {
        "outcome": None if value is None else OUTCOME_NAMES[value.outcome],
        "plies": None if value is None or value.endless else value.plies,
        "certainty": str(certainty),
    }


def analysis_answer(analysis: "Analysis") -> Json:
    """The output of `noughts analyse --json`."""
    game = analysis.game
    return {
        **position_answer(Question(game, analysis.position, analysis.turn)),
        **fields(game, analysis, "value~ bounds<"),
        "moves": [fields(game, move, "move* value~ bounds< best") for move in analysis.moves],
        **fields(game, analysis, "principal_variation*"),
    }


def with_reasons(answer: Json, analysis: "Analysis", explanation: "Explanation") -> Json:
    """The output of `noughts analyse`, with a reason in words for every move."""
    from noughts.analysis.explain.text import one_line

    reasons = {move.move: one_line(move) for move in explanation.moves}
    rows = zip(answer["moves"], analysis.moves, strict=True)
    return {**answer, "moves": [{**row, "why": reasons[move.move]} for row, move in rows]}


def points_answer(
    question: Question,
    margin: Margin,
    margins: Mapping[int, Margin],
    explanation: "Explanation | None" = None,
) -> Json:
    """The output of `noughts analyse --points --json`."""
    from noughts.analysis.explain.text import one_line
    from noughts.solving.margins import by_margin

    moves = [
        {"move": question.game.name(move), "margin": each.points, "best": each == margin}
        | ({"why": one_line(explanation.of(move))} if explanation else {})
        for move, each in by_margin(margins)
    ]
    return {**position_answer(question), "margin": margin.points, "moves": moves}


def comparison_answer(question: Question, depth: int | None, rows: Iterable["Comparison"]) -> Json:
    """The output of `noughts compare --json`."""
    algorithms = [_algorithm(question.game, row) for row in rows]
    return {**position_answer(question), "depth": depth, "algorithms": algorithms}


def _algorithm(game: Game[Any], row: "Comparison") -> Json:
    """The result of one algorithm, or only a note if it gave up."""
    result = row.result
    return {
        "algorithm": row.algorithm,
        "nodes": result and result.nodes,
        "seconds": fields(game, row, "interpreted compiled"),
        "value": value_answer(
            result and result.value, result.certainty if result else Certainty.UNKNOWN
        ),
        "move": moves_answer(game, result.move if result else None),
        "note": row.note,
    }


def scores_answer(game: Game[Any], found: "SearchResult") -> Json:
    rows = found.by_score.items()
    return {"scores": [{"score": score, "moves": moves_answer(game, some)} for score, some in rows]}


def explanation_answer(explanation: "Explanation") -> Json:
    """The output of `noughts explain --json`."""
    from noughts.analysis.explain.text import position_verdict

    game = explanation.game
    return {
        **position_answer(Question(game, explanation.position, explanation.turn)),
        **fields(game, explanation, "value~"),
        "verdict": position_verdict(explanation),
        "moves": [_explained(move) for move in explanation.moves],
    }


def _explained(move: "MoveExplanation") -> Json:
    from noughts.analysis.explain.text import in_full, one_line

    game, reply = move.game, move.reply
    after = reply and {**fields(game, reply, "move* value~"), "facts": _facts(game, reply.facts)}
    return {
        **fields(game, move, "move* value~ best"),
        "facts": _facts(game, move.facts),
        "reply": after,
        **fields(game, move, "line*"),
        "short": one_line(move),
        "long": in_full(move),
    }


def _facts(game: Game[Any], facts: "Facts") -> list[Json]:
    """Each fact: its kind, its side, and its other fields, if they are not empty."""
    from noughts.analysis.voice import Voice

    cell, told = Voice(game).cell, []
    for fact in facts:
        parts: Json = {
            "cells": list(map(cell, fact.cells)),
            "lines": [list(map(cell, line)) for line in fact.lines],
            "moves": moves_answer(game, fact.moves),
            "value": fact.value and value_answer(fact.value),
            **fields(game, fact, "number text"),
        }
        present = {name: part for name, part in parts.items() if part}
        told.append({**fields(game, fact, "kind player=turn!"), **present})
    return told


def review_answer(review: "Review", start: Question) -> Json:
    """The output of `noughts review --json`."""
    from noughts.analysis.explain.text import position_verdict

    names = "player=turn! moves best slips mistakes share"
    return {
        **position_answer(start),
        "moves": [_reviewed(move) for move in review.moves],
        **fields(start.game, review.last, "value~"),
        "verdict": position_verdict(review.last),
        "accuracy": [fields(start.game, each, names) for each in review.accuracies],
    }


def _reviewed(move: "ReviewedMove") -> Json:
    from noughts.analysis.explain.text import one_line
    from noughts.analysis.review_text import bad_move

    game, explained, before = move.explanation.game, move.explained, move.explanation
    return {
        **fields(game, move, "ply player=turn! move=explained.move*"),
        "before": value_answer(before.value, before.certainty),
        "value": value_answer(explained.value, explained.certainty),
        **fields(game, move, "grade plies_lost"),
        "better": [game.name(better.move) for better in move.better],
        "facts": _facts(game, explained.facts),
        "text": bad_move(move) if move.bad else one_line(explained),
    }


def puzzle_answer(question: "PuzzleQuestion", number: int) -> Json:
    """The output of `noughts puzzle --json`."""
    from noughts.analysis.explain.text import one_line
    from noughts.puzzles.question import task

    game, [right] = question.game, question.better
    return {
        **position_answer(Question(game, question.position, question.turn)),
        "number": number,
        **fields(game, question.puzzle, "kind rating plies"),
        "themes": list(question.puzzle.themes),
        "task": task(question),
        **fields(game, right, "move* value~"),
        "why": one_line(right),
    }


def watch_answer(question: Question, records: Iterable["SearchRecord"]) -> Json:
    """The output of `noughts watch --json`."""
    algorithms = [_search(question.game, record) for record in records]
    return {**position_answer(question), "algorithms": algorithms}


def _search(game: Game[Any], record: "SearchRecord") -> Json:
    from noughts.analysis.trace import steps

    return {
        "algorithm": record.algorithm,
        "outcome": OUTCOME_NAMES[record.outcome],
        "plies": record.value and _bare(record.value)["plies"],
        **fields(game, record, "move=best* whole"),
        "nodes": [fields(game, node, "parent move* position") for node in record.nodes],
        "steps": [
            {
                **fields(game, step, "node text"),
                "events": [_event(game, one) for one in step.events],
            }
            for step in steps(record)
        ],
    }


def _event(game: Game[Any], event: "Event") -> Json:
    from noughts.analysis.trace import Ask, Enter, Leave

    if isinstance(event, Enter):
        return {"event": "enter", **fields(game, event, "node alpha< beta<")}
    if isinstance(event, Leave):
        return {
            "event": "leave",
            **fields(game, event, "node value< bound why best* unseen*"),
            "held": event.held and fields(game, event.held, "node move* value<"),
            **fields(game, event, "same spared"),
        }
    if isinstance(event, Ask):
        goal, numbers = OUTCOME_NAMES[event.goal], [json_of(event.numbers)]
        return {"event": "ask", "node": event.node, "goal": goal, "numbers": numbers}
    return {"event": "expand", **fields(game, event, "node children numbers")}


def audit_answer(audit: "Audit") -> Json:
    """The output of `noughts audit --json`."""
    from noughts.classroom.words import verdict_text

    game, state = audit.game, audit.state
    names = "fault side=seat! position played* move* reason? value~ left~ right* then*"
    return {
        **head(game),
        **fields(game, audit, "player verdict"),
        "text": verdict_text(audit),
        **fields(game, audit, "positions=asked complete"),
        "asked": fields(
            game,
            audit,
            "known_chances=known deterministic=terms.deterministic times=terms.times varied",
        ),
        "unjudged": audit.unjudged,
        "bug": audit.bug and fields(game, audit.bug, "text mend agreed telling"),
        "steps": audit.steps,
        "state": state
        and {
            **fields(game, state, "side=seat! position played*"),
            "before": _given(game, state.before),
            "after": _given(game, state.after),
            "changes": json_of(state.changes),
        },
        "sides": [_side(audit, side) for side in audit.sides],
        "findings": [fields(game, finding, names) for finding in audit.findings],
    }


def _given(game: Game[Any], answer: Any) -> Json:
    falls = [fields(game, fall, "fault=forfeit reason") for fall in answer.falls]
    return {**fields(game, answer, "moves*"), "falls": falls}


def _side(audit: "Audit", side: "Side") -> Json:
    from noughts.classroom.findings import FAULTS

    game = audit.game
    return {
        **fields(game, side, "side=seat! verdict positions=asked complete worth~ loses"),
        "shortest_loss": side.loss and fields(game, side.loss, "moves* forfeit=reason?"),
        "counts": {str(fault): audit.number_of(fault, side.seat) for fault in FAULTS},
    }


def games_answer() -> Json:
    """The output of `noughts games --json`."""
    return {"schema": SCHEMA, "games": [entry_answer(entry) for entry in entries()]}


def entry_answer(entry: GameEntry) -> Json:
    """A game of `noughts games`; where another package fails, its error is what it is about."""
    if entry.name not in ENTRIES:
        try:
            entry.game.start()
        except Exception as error:  # noqa: BLE001  # as another package raises it
            texts = {"name": entry.name, "about": blame(error), "size": "", "known": ""}
            return texts | {name: [] for name in ("other_names", "parameters", "examples")}
    names = ("name", "kind", "default")
    return {
        "name": entry.name,
        "other_names": list(entry.says("other_names")),
        "about": entry.says("about"),
        "parameters": [dict(zip(names, row, strict=True)) for row in parameters_of(entry)],
        "size": entry.says("size_in_words"),
        "known": entry.says("known_results"),
        "examples": list(entry.says("examples")),
    }


def parameters_of(entry: GameEntry) -> list[tuple[str, str, Any]]:
    """The name, kind and default value of each parameter; a user's game has none."""
    if entry.name in OWN:
        return []
    cls, usual = entry.game_class(), find_game(entry.name)
    switches = switches_of(cls)
    names = [field.name for field in dataclasses.fields(cls)]  # type: ignore[arg-type]  # a dataclass
    return [
        (name, "switch" if name in switches else "number", getattr(usual, name)) for name in names
    ]


def opponents_answer(spec: str = "") -> Json:
    """The output of `noughts opponents --json`, with measured ratings if a game is given."""
    from noughts.players import levels
    from noughts.players.measured import elo_in

    elo = elo_in(spec) if spec else {}
    rows = [
        {"name": entry.name, "form": entry.form, "about": entry.about}
        | ({"elo": elo.get(entry.name)} if spec else {})
        for entry in levels.ENTRIES.values()
    ]
    return {"schema": SCHEMA, "opponents": rows}


def line_game_answer(game: Game[Any], form: str) -> Json:
    """A line game as JSON, in a format of `LINE_FORMS`; BadParameters if it has none."""
    from noughts.games.common.line_game import LineGame
    from noughts.games.cube import Cube
    from noughts.games.lines import Lines, content_of, gabor_of
    from noughts.games.mnk import MNK
    from noughts.games.tictactoe import TicTacToe
    from noughts.knowledge import plays_by

    name = game_name(game)
    if plays_by(game, Cube):
        raise BadParameters(
            f"{name} has more than one layer: only games on one board can be written as a file of "
            f"lines."
        )
    rules: Any = Lines() if plays_by(game, TicTacToe) else game
    if not plays_by(rules, MNK) and not plays_by(rules, LineGame, "board_lines"):
        raise BadParameters(
            f"{name} is no line game: only games whose marks stay and whose lines win or lose can "
            f"be written as a file of lines."
        )
    return {"noughts": content_of, "gabor": gabor_of}[form](rules, name)
