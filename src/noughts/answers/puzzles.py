"""Puzzles as JSON, schema 1; docs/json.md describes them."""

from noughts.analysis.explain.text import one_line
from noughts.answers.analyses import Json, position_answer, value_answer
from noughts.answers.question import Question
from noughts.puzzles.question import PuzzleQuestion, task


def puzzle_answer(question: PuzzleQuestion, number: int) -> Json:
    """What `noughts puzzle --json` answers."""
    game, [right] = question.game, question.better
    return {
        **position_answer(Question(game, question.position, question.turn)),
        "number": number,
        "kind": str(question.puzzle.kind),
        "rating": question.puzzle.rating,
        "task": task(question),
        "move": game.name(right.move),
        "value": value_answer(right.value, right.certainty),
        "why": one_line(right),
    }
