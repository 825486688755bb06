"""An audit as JSON; docs/json-audit.md describes it."""

from collections.abc import Iterable
from typing import Any

from noughts.answers.analyses import SCHEMA, Json, value_answer
from noughts.classroom.findings import FAULTS, Audit, Finding, Loss, Side, State
from noughts.classroom.query import Answer
from noughts.classroom.words import verdict_text
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.value import Certainty, Value


def audit_answer(audit: Audit) -> Json:
    """The output of `noughts audit --json`."""
    return {
        "schema": SCHEMA,
        "game": spec_of(audit.game),
        "player": audit.player,
        "verdict": str(audit.verdict),
        "text": verdict_text(audit),
        "positions": audit.asked,
        "complete": audit.complete,
        "asked": {
            "known_chances": audit.known,
            "deterministic": audit.terms.deterministic,
            "times": audit.terms.times,
            "varied": audit.varied,
        },
        "unjudged": audit.unjudged,
        "state": _state(audit.game, audit.state),
        "sides": [_side(audit, side) for side in audit.sides],
        "findings": [_finding(audit.game, finding) for finding in audit.findings],
    }


def _state(game: Game[Any], state: State | None) -> Json | None:
    if state is None:
        return None
    return {
        "side": "xo"[state.seat],
        "position": game.text(state.position, state.seat),
        "played": _names(game, state.played),
        "before": _given(game, state.before),
        "after": _given(game, state.after),
        "changes": list(state.changes),
    }


def _given(game: Game[Any], answer: Answer) -> Json:
    falls = [{"fault": str(fall.forfeit), "reason": fall.reason} for fall in answer.falls]
    return {"moves": _names(game, answer.moves), "falls": falls}


def _side(audit: Audit, side: Side) -> Json:
    return {
        "side": "xo"[side.seat],
        "verdict": str(side.verdict),
        "positions": side.asked,
        "complete": side.complete,
        "worth": _value(side.worth),
        "loses": side.loses,
        "shortest_loss": _loss(audit.game, side.loss),
        "counts": {str(fault): audit.number_of(fault, side.seat) for fault in FAULTS},
    }


def _loss(game: Game[Any], loss: Loss | None) -> Json | None:
    if loss is None:
        return None
    return {"moves": _names(game, loss.moves), "forfeit": loss.reason or None}


def _finding(game: Game[Any], finding: Finding) -> Json:
    return {
        "fault": str(finding.fault),
        "side": "xo"[finding.seat],
        "position": game.text(finding.position, finding.seat),
        "played": _names(game, finding.played),
        "move": None if finding.move is None else game.name(finding.move),
        "reason": finding.reason or None,
        "value": _value(finding.value),
        "left": _value(finding.left),
        "right": _names(game, finding.right),
        "then": _names(game, finding.then),
    }


def _value(value: Value | None) -> Json:
    return value_answer(value, Certainty.PROVED if value else Certainty.UNKNOWN)


def _names(game: Game[Any], moves: Iterable[int]) -> list[str]:
    return [game.name(move) for move in moves]
