"""`noughts analyse`: the value of a position and of every move."""

import sys
from functools import partial
from typing import Any

import click

from noughts.analysis.analyse import Analysis
from noughts.analysis.analyse import analyse as analysis_of
from noughts.game import Game
from noughts.solving.door import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.answers import Json, analysis_answer, to_line
from noughts.terminal.batch import answers
from noughts.terminal.options import about_a_position, nodes_option
from noughts.terminal.question import Question, ask
from noughts.terminal.report import report


@click.command()
@about_a_position
@click.option("--batch", is_flag=True, help="Answer every line of standard input, in JSON.")
@nodes_option("How many nodes a position may take before the answer is unknown.")
def analyse(
    game: Game[Any],
    moves: str | None,
    position: str | None,
    as_json: bool,
    batch: bool,
    nodes: int,
) -> None:
    """Tell the value of a position and of every move, best first, and the best play.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without MOVES and POSITION the question is about the start.

    \b
      noughts analyse --moves "b2 a1"
      noughts analyse --position "3/1x1/3 o" --json
      noughts analyse mnk:4,4,3
      noughts analyse --batch < positions.txt

    A line of a batch is a position's text, or moves from the start; an empty line is the
    start itself.
    """  # noqa: D301  # click wants the backspace itself
    solver = solver_for(game, nodes)
    if batch:
        _refuse_with_batch(moves, position)
        _print_answers(game, solver)
        return
    analysis = _analysis(solver, ask(game, moves, position))
    click.echo(to_line(analysis_answer(analysis)) if as_json else report(analysis, nodes))


def _analysis(solver: ExactSolver[Any], question: Question) -> Analysis:
    return analysis_of(*question, solver)


def _answer(solver: ExactSolver[Any], question: Question) -> Json:
    return analysis_answer(_analysis(solver, question))


def _print_answers(game: Game[Any], solver: ExactSolver[Any]) -> None:
    """Answer standard input; each line at once, for a program that waits for it."""
    if sys.stdin is None:
        raise click.ClickException("Standard input is closed; --batch reads its positions there.")
    for answer in answers(game, sys.stdin.buffer, partial(_answer, solver)):
        click.echo(to_line(answer))


def _refuse_with_batch(moves: str | None, position: str | None) -> None:
    if moves is not None or position is not None:
        raise click.UsageError(
            "--batch reads its positions from standard input: leave out --moves and --position."
        )
