"""Search traces as JSON; docs/json.md describes it."""

from collections.abc import Iterable, Mapping
from typing import Any

from noughts.analysis.trace import (
    Ask,
    Enter,
    Event,
    Held,
    Leave,
    Looked,
    SearchRecord,
    SearchStep,
    steps,
)
from noughts.answers.analyses import Json, position_answer
from noughts.answers.question import Question
from noughts.game import Game
from noughts.value import DRAW, OUTCOME_NAMES, WIN, Value

# The goals of proof-number searches.
GOALS: Mapping[int, str] = {WIN: "win", DRAW: "draw"}


def watch_answer(question: Question, records: Iterable[SearchRecord]) -> Json:
    """The output of `noughts watch --json`."""
    return {
        **position_answer(question),
        "algorithms": [_search(question.game, record) for record in records],
    }


def _search(game: Game[Any], record: SearchRecord) -> Json:
    return {
        "algorithm": record.algorithm,
        "outcome": OUTCOME_NAMES[record.outcome],
        "plies": _plies(record.value),
        "move": _name(game, record.best),
        "whole": record.whole,
        "nodes": [_node(game, node) for node in record.nodes],
        "steps": [_step(game, step) for step in steps(record)],
    }


def _node(game: Game[Any], node: Looked) -> Json:
    return {
        "parent": node.parent,
        "move": _name(game, node.move),
        "position": game.text(node.position, node.turn),
    }


def _step(game: Game[Any], step: SearchStep) -> Json:
    return {
        "node": step.node,
        "text": step.text,
        "events": [_event(game, event) for event in step.events],
    }


def _event(game: Game[Any], event: Event) -> Json:
    if isinstance(event, Enter):
        bounds = {"alpha": _value(event.alpha), "beta": _value(event.beta)}
        return {"event": "enter", "node": event.node, **bounds}
    if isinstance(event, Leave):
        return {
            "event": "leave",
            "node": event.node,
            "value": _value(event.value),
            "bound": str(event.bound),
            "why": str(event.why),
            "best": _name(game, event.best),
            "unseen": [game.name(move) for move in event.unseen],
            "held": _held(game, event.held),
            "same": event.same,
            "spared": event.spared,
        }
    if isinstance(event, Ask):
        return {
            "event": "ask",
            "node": event.node,
            "goal": GOALS[event.goal],
            "numbers": [event.numbers._asdict()],
        }
    return {
        "event": "expand",
        "node": event.node,
        "children": list(event.children),
        "numbers": [one._asdict() for one in event.numbers],
    }


def _held(game: Game[Any], held: Held | None) -> Json | None:
    if held is None:
        return None
    return {"node": held.node, "move": game.name(held.move), "value": _value(held.value)}


def _value(value: Value | None) -> Json | None:
    """A value; a draw has no plies, since searches do not count them."""
    if value is None:
        return None
    return {"outcome": OUTCOME_NAMES[value.outcome], "plies": _plies(value)}


def _plies(value: Value | None) -> int | None:
    return None if value is None or value.outcome == DRAW else value.plies


def _name(game: Game[Any], move: int | None) -> str | None:
    return None if move is None else game.name(move)
