"""Reviews and lessons in sentences, built on `explain.text`."""

from collections.abc import Callable

from noughts.analysis.explain.facts import FactKind
from noughts.analysis.explain.text import in_full, one_line, position_verdict, refutation
from noughts.analysis.review import (
    Accuracy,
    Grade,
    GradedAnswer,
    Hint,
    Lesson,
    QuizQuestion,
    Review,
    ReviewedMove,
)
from noughts.analysis.voice import Voice, quantity
from noughts.value import DRAW, WIN, AnyValue, Margin

Name = Callable[[int], str]

# Grades in words, for the list of moves.
GRADES = {
    Grade.BEST: "",
    Grade.SLOW_WIN: "wins slower than it could",
    Grade.EARLY_LOSS: "loses faster than it has to",
    Grade.WIN_TO_DRAW: "throws the win away",
    Grade.WIN_TO_LOSS: "turns the win into a loss",
    Grade.DRAW_TO_LOSS: "throws the draw away",
    Grade.UNKNOWN: "",
}

# The first hint, by the facts of the right move; it names no cell.
ADVICE = {
    FactKind.COMPLETES_LINE: "there is a line to complete",
    FactKind.MAKES_FORK: "there is a fork to make",
    FactKind.STACKS_THREATS: "there are two threats to make, one above the other",
    FactKind.LEAVES_NO_DEFENCE: "the other side can be left without a good move",
    FactKind.BLOCKS: "the other side is about to complete a line",
    FactKind.LEAVES_NO_SAFE_CELL: "the other side can be left without a safe cell",
    FactKind.ZUGZWANG: "the other side would rather pass",
    FactKind.STOPS_FORK: "the other side is about to make a fork",
    FactKind.KEEPS_BUSY: "the other side is about to make a fork, but can be kept busy",
    FactKind.FORCES_REPLY: "there is a threat that forces the reply",
    FactKind.PREPARES_FORK: "a fork can be prepared",
    FactKind.TAKES_CENTRE: "think of the centre",
    FactKind.TAKES_CORNER: "think of the corners",
    FactKind.TAKES_EDGE: "think of the edges",
}


def review_text(review: Review, name: Name | None = None) -> str:
    voice = Voice(review.game, name)
    parts = [
        "\n".join(move_row(move, voice) for move in review.moves) or "No moves yet.",
        *(bad_move(move, name) for move in review.bad_moves),
        position_verdict(review.last, name),
        "\n".join(accuracy_line(accuracy, voice) for accuracy in review.accuracies),
    ]
    return "\n\n".join(parts)


def move_row(move: ReviewedMove, voice: Voice) -> str:
    value = move.explained.value
    said = "unknown" if value is None else str(value)
    row = f"{move.ply:3}. {voice.mark(move.turn)} {voice.name(move.explained.move):4} {said:10}"
    lost = f"loses {quantity(move.points_lost, 'point')}" if move.points_lost else ""
    return f"{row} {lost or GRADES[move.grade]}".rstrip()


def bad_move(move: ReviewedMove, name: Name | None = None) -> str:
    return f"Move {move.ply}. {in_full(move.explained, move.better[0], name)}"


def accuracy_line(accuracy: Accuracy, voice: Voice) -> str:
    who = voice.mark(accuracy.turn)
    if accuracy.share is None:
        return f"{who}: no move with a known value."
    faults = [
        quantity(number, thing)
        for number, thing in ((accuracy.mistakes, "mistake"), (accuracy.slips, "slip"))
        if number
    ]
    kept = f"{accuracy.best} of {accuracy.moves} moves best"
    return f"{who}: {kept} ({accuracy.share:.0%}){': ' if faults else ''}{', '.join(faults)}."


def question_text(question: ReviewedMove, name: Name | None = None) -> str:
    voice = Voice(question.explanation.game, name)
    who, played = voice.mark(question.turn), voice.name(question.explained.move)
    return (
        f"Move {question.ply}: {who} played {played}, which {cost(question)}. Find a better move."
    )


def cost(question: ReviewedMove) -> str:
    value, before = question.explained.value, question.explanation.value
    if value is None or before is None:
        return "may have lost something"
    if question.grade == Grade.SLOW_WIN:
        return f"wins {value.extent} instead of {before.extent}"
    if question.grade == Grade.EARLY_LOSS:
        return f"loses {value.extent} instead of {before.extent}"
    return f"turns {_a(before)} into {_a(value)}"


def _a(value: AnyValue) -> str:
    return "a draw" if value.outcome == DRAW else "a win" if value.outcome == WIN else "a loss"


def answer_text(answer: GradedAnswer, name: Name | None = None) -> str:
    """The verdict on an answer, with the reason; a wrong one does not reveal the solution."""
    if answer.right:
        return f"Right. {one_line(answer.explained, name)}"
    if answer.again:
        return "That move was played. Try another."
    refuted = refutation(answer.explained, name)
    verdict = _verdict_on(answer).removesuffix("." if refuted else "")
    return f"{verdict}{refuted and f': {refuted}.'} Try another."


def _verdict_on(answer: GradedAnswer) -> str:
    value = answer.explained.value
    if value is None:
        return "That is not it."
    if answer.grade == Grade.BEST:
        return "That move is equally good, but the solution is another one."
    if answer.grade == Grade.SLOW_WIN:
        more = "more can be won" if isinstance(value, Margin) else "there is a quicker way"
        return f"That wins too, {value.extent}, but {more}."
    if answer.grade == Grade.EARLY_LOSS:
        less = "lose less" if isinstance(value, Margin) else "hold out longer"
        return f"That loses {value.extent}; you can {less}."
    outcome = "is only a draw" if value.outcome == DRAW else f"loses {value.extent}"
    return f"That {outcome}."


def hint_text(hint: Hint, name: Name | None = None) -> str:
    """The hint in words: advice, then some candidates, then the solution."""
    voice = Voice(hint.best.game, name)
    if hint.level == 1:
        return f"Hint: {_advice(hint)}."
    if hint.level == 2:
        if len(hint.candidates) == 1:
            return f"Hint: it is {voice.any_of(hint.candidates)}."
        return f"Hint: it is one of {voice.names(hint.candidates, 'and')}."
    return f"The solution is {voice.any_of(hint.candidates)}. {one_line(hint.best, name)}"


def _advice(hint: Hint) -> str:
    known = next((ADVICE[fact.kind] for fact in hint.best.facts if fact.kind in ADVICE), None)
    value = hint.best.value
    if known or value is None:
        return known or "look at every move"
    if value.outcome == DRAW:
        return "a draw can be held"
    if value.outcome == WIN:
        return f"there is a move that wins {value.extent}"
    if isinstance(value, Margin):
        return f"there is a move that loses only {value.extent}"
    return f"there is a move that holds out for {value.plies}"


def solution_text(question: QuizQuestion, name: Name | None = None) -> str:
    voice = Voice(question.explanation.game, name)
    best = voice.any_of([move.move for move in question.better])
    return f"The solution is {best}. {in_full(question.better[0], None, name)}"


def lesson_end(lesson: Lesson) -> str:
    total = len(lesson.questions)
    if not total and lesson.unknown:
        unknown = quantity(lesson.unknown, "move")
        return f"No mistakes found, but {unknown} could not be judged."
    if not total:
        return "No mistakes: nothing to retry."
    return (
        f"{quantity(total, 'question').capitalize()}: {lesson.solved} solved, "
        f"{lesson.right_at_once} at the first try."
    )
