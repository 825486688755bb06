"""`noughts analyse`: the value of a position and of every move, and why."""

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import click

from noughts.analysis.analyse import Analysis
from noughts.analysis.analyse import analyse as analysis_of
from noughts.analysis.explain import explain
from noughts.analysis.explanation import Explanation
from noughts.answers.analyses import Json, analysis_answer, to_line
from noughts.answers.explanations import with_reasons
from noughts.answers.question import Question
from noughts.game import Game
from noughts.solving.door import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.batch import answers
from noughts.terminal.options import Asked, about_a_position, nodes_option
from noughts.terminal.report import report


@click.command()
@about_a_position
@click.option("--batch", is_flag=True, help="Answer every line of standard input, in JSON.")
@click.option("--why", is_flag=True, help="Tell the reason for every move, too, in words.")
@nodes_option("How many nodes a position may take before the answer is unknown.")
def analyse(asked: Asked, batch: bool, why: bool, nodes: int) -> None:
    """Tell the value of a position and of every move, best first, and the best play.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without MOVES and POSITION the question is about the start.

    \b
      noughts analyse --moves "b2 a1" --why
      noughts analyse --position "3/1x1/3 o" --json
      noughts analyse mnk:4,4,3
      noughts analyse --batch < positions.txt

    A line of a batch is a position's text, or moves from the start; an empty line is the
    start itself.
    """  # noqa: D301  # click wants the backspace itself
    solver = solver_for(asked.game, nodes)
    if batch:
        _refuse_with_batch(asked)
        _print_answers(asked.game, partial(_answer, solver, why))
    elif asked.as_json:
        click.echo(to_line(_answer(solver, why, asked.question)))
    else:
        analysis, explanation = _found(solver, why, asked.question)
        click.echo(report(analysis, nodes, explanation))


def _found(
    solver: ExactSolver[Any], why: bool, question: Question
) -> tuple[Analysis, Explanation | None]:
    """What is known of the position, and the reasons if they are wanted."""
    analysis = analysis_of(*question, solver)
    return analysis, explain(*question, solver) if why else None


def _answer(solver: ExactSolver[Any], why: bool, question: Question) -> Json:
    analysis, explanation = _found(solver, why, question)
    answer = analysis_answer(analysis)
    return with_reasons(answer, analysis, explanation) if explanation else answer


def _print_answers(game: Game[Any], answer: Callable[[Question], Json]) -> None:
    """Answer standard input; each line at once, for a program that waits for it."""
    if sys.stdin is None:
        raise click.ClickException("Standard input is closed; --batch reads its positions there.")
    for line in answers(game, sys.stdin.buffer, answer):
        click.echo(to_line(line))


def _refuse_with_batch(asked: Asked) -> None:
    if asked.moves is not None or asked.position is not None:
        raise click.UsageError(
            "--batch reads its positions from standard input: leave out --moves and --position."
        )
