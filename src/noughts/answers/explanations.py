"""Explanations and reviews as JSON, schema 1; docs/json-explain.md describes them."""

from typing import Any

from noughts.analysis.analyse import Analysis
from noughts.analysis.explain.facts import Fact, Facts
from noughts.analysis.explain.text import (
    Explanation,
    MoveExplanation,
    Reply,
    in_full,
    one_line,
    position_verdict,
)
from noughts.analysis.review import Accuracy, Review, ReviewedMove
from noughts.analysis.review_text import bad_move
from noughts.analysis.voice import Voice
from noughts.answers.analyses import Json, position_answer, value_answer
from noughts.answers.question import Question
from noughts.game import Game
from noughts.value import Certainty


def explanation_answer(explanation: Explanation) -> Json:
    """The output of `noughts explain --json`."""
    game = explanation.game
    return {
        **position_answer(Question(game, explanation.position, explanation.turn)),
        "value": value_answer(explanation.value, explanation.certainty),
        "verdict": position_verdict(explanation),
        "moves": [explained_move_answer(move) for move in explanation.moves],
    }


def with_reasons(answer: Json, analysis: Analysis, explanation: Explanation) -> Json:
    """The output of `noughts analyse`, with a reason in words for every move."""
    reasons = {move.move: one_line(move) for move in explanation.moves}
    moves = [
        {**row, "why": reasons[move.move]}
        for row, move in zip(answer["moves"], analysis.moves, strict=True)
    ]
    return {**answer, "moves": moves}


def explained_move_answer(move: MoveExplanation) -> Json:
    """A move with its value and facts, also in words."""
    game = move.game
    return {
        "move": game.name(move.move),
        "value": value_answer(move.value, move.certainty),
        "best": move.best,
        "facts": facts_answer(game, move.facts),
        "reply": None if move.reply is None else reply_answer(game, move.reply),
        "line": [game.name(after) for after in move.line],
        "short": one_line(move),
        "long": in_full(move),
    }


def reply_answer(game: Game[Any], reply: Reply) -> Json:
    """The best reply, with its value and facts."""
    return {
        "move": game.name(reply.move),
        "value": value_answer(reply.value, Certainty.PROVED),
        "facts": facts_answer(game, reply.facts),
    }


def facts_answer(game: Game[Any], facts: Facts) -> list[Json]:
    """Facts, the most telling first."""
    return [fact_answer(game, fact) for fact in facts]


def fact_answer(game: Game[Any], fact: Fact) -> Json:
    """A fact: its kind, its side, and its other fields."""
    cell = Voice(game).cell
    parts: Json = {
        "cells": [cell(one) for one in fact.cells],
        "lines": [[cell(one) for one in line] for line in fact.lines],
        "moves": [game.name(move) for move in fact.moves],
        "value": value_answer(fact.value, Certainty.PROVED) if fact.value else None,
        "number": fact.number,
        "text": fact.text,
    }
    present = {name: part for name, part in parts.items() if part}
    return {"kind": str(fact.kind), "player": "xo"[fact.turn], **present}


def review_answer(review: Review, start: Question) -> Json:
    """The output of `noughts review --json`."""
    last = review.last
    return {
        **position_answer(start),
        "moves": [reviewed_move_answer(move) for move in review.moves],
        "value": value_answer(last.value, last.certainty),
        "verdict": position_verdict(last),
        "accuracy": [accuracy_answer(accuracy) for accuracy in review.accuracies],
    }


def reviewed_move_answer(move: ReviewedMove) -> Json:
    """A move of the game, with its value and better moves."""
    game, explained, before = move.explanation.game, move.explained, move.explanation
    return {
        "ply": move.ply,
        "player": "xo"[move.turn],
        "move": game.name(explained.move),
        "before": value_answer(before.value, before.certainty),
        "value": value_answer(explained.value, explained.certainty),
        "grade": str(move.grade),
        "plies_lost": move.plies_lost,
        "better": [game.name(better.move) for better in move.better],
        "facts": facts_answer(game, explained.facts),
        "text": bad_move(move) if move.bad else one_line(explained),
    }


def accuracy_answer(accuracy: Accuracy) -> Json:
    """The accuracy of a player."""
    return {
        "player": "xo"[accuracy.turn],
        "moves": accuracy.moves,
        "best": accuracy.best,
        "slips": accuracy.slips,
        "mistakes": accuracy.mistakes,
        "share": accuracy.share,
    }
