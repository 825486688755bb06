"""Learning from one's mistakes, line by line: a lesson with a face.

Boards, questions and answers go to standard output, the prompt to standard error.
"""

import sys

import click

from noughts.analysis.lesson import Lesson
from noughts.analysis.review_words import (
    answer_text,
    hint_text,
    lesson_end,
    question_text,
    solution_text,
)
from noughts.errors import NoughtsError
from noughts.terminal.drawing import draw
from noughts.terminal.question import LONGEST_MOVE, shortened
from noughts.terminal.wrapping import wrapped

HINT, SKIP, QUIT, HELP = ("hint", "h"), ("skip", "s"), ("quit", "q"), ("help", "?")
COMMANDS = "Type a move, or hint, skip or quit."


def teach(lesson: Lesson) -> None:
    """Ask until every question is answered or given up, or whoever types has enough."""
    if lesson.over:
        click.echo(lesson_end(lesson))
        return
    click.echo(COMMANDS)
    show(lesson)
    while not lesson.over:
        line = prompt(lesson)
        if line is None or line in QUIT:
            break
        obey(lesson, line)
    click.echo(lesson_end(lesson))


def show(lesson: Lesson) -> None:
    """The position of the question, and the question."""
    question = lesson.question
    explanation = question.explanation
    board = draw(explanation.game.board(explanation.position, explanation.turn))
    click.echo(f"\n{board}\n\n{question_text(question)}")


def prompt(lesson: Lesson) -> str | None:
    """The next line; None when there are no more."""
    typing = sys.stdin.isatty()
    text = f"Question {lesson.number} of {len(lesson.questions)}: "
    click.echo(text, err=True, nl=not typing)
    line = sys.stdin.readline()
    if not line and typing:
        click.echo(err=True)
    return line.strip().lower() if line else None


def obey(lesson: Lesson, line: str) -> None:
    """Do what a line says. Whatever is wrong with it, one line tells, and nothing is lost."""
    number = lesson.number
    try:
        click.echo(wrapped(reaction(lesson, line)))
    except NoughtsError as error:
        click.echo(wrapped(str(error)))
    if not lesson.over and lesson.number != number:
        show(lesson)


def reaction(lesson: Lesson, line: str) -> str:
    """What the line leads to, in words."""
    if line in HELP or not line:
        return COMMANDS
    if line in HINT:
        return hint_text(lesson.hint())
    if line in SKIP:
        return solution_text(lesson.give_up())
    game = lesson.question.explanation.game
    return answer_text(lesson.answer(game.read(shortened(line, LONGEST_MOVE))))
