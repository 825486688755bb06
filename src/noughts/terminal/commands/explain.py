"""`noughts explain`: why each move of a position is good or bad."""

import click

from noughts.analysis.explain.explainer import explain as explanation_of
from noughts.analysis.explain.text import explanation_lines
from noughts.answers.analyses import to_line
from noughts.answers.explanations import explanation_answer
from noughts.solving.api import solver_for
from noughts.terminal.output.wrapping import wrapped
from noughts.terminal.support.options import Asked, about_a_position, nodes_option


@click.command()
@about_a_position
@click.option("--long", "in_long", is_flag=True, help="Several sentences per move instead of one.")
@nodes_option("Search at most N nodes per position; beyond that, explain by the rules alone.")
def explain(asked: Asked, in_long: bool, nodes: int) -> None:
    """Explain every move in words: what it does, its value, and why; best first.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without --moves and --position, explain the start.

    \b
      noughts explain --moves "b2 a1"
      noughts explain --position "3/1x1/3 o" --long
      noughts explain mnk:3,3,3,misere --json
    """  # noqa: D301  # click wants the backspace itself
    explanation = explanation_of(*asked.question, solver_for(asked.game, nodes))
    if asked.as_json:
        click.echo(to_line(explanation_answer(explanation)))
    else:
        between = "\n\n" if in_long else "\n"
        click.echo(between.join(map(wrapped, explanation_lines(explanation, in_long))))
