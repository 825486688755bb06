"""`noughts explain`: why each move of a position is good or bad."""

from collections.abc import Callable
from functools import partial
from typing import Any

import click

from noughts.analysis.explain import explain as explanation_of
from noughts.analysis.explanation import Explanation
from noughts.analysis.words import in_full, one_line, verdict
from noughts.game import Game
from noughts.solving.door import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.terminal.answers import to_line
from noughts.terminal.explain_answers import explanation_answer
from noughts.terminal.options import about_a_position, nodes_option
from noughts.terminal.question import Question, ask
from noughts.terminal.wrapping import wrapped


@click.command()
@about_a_position
@click.option("--long", "in_long", is_flag=True, help="Some sentences for each move, not one.")
@nodes_option("How many nodes a position may take before only the rules speak.")
def explain(
    game: Game[Any],
    moves: str | None,
    position: str | None,
    as_json: bool,
    in_long: bool,
    nodes: int,
) -> None:
    """Tell in words what every move does, what it is worth, and why; best first.

    GAME is tictactoe, or mnk:4,4,3 for three in a row on four columns and four rows.
    Without MOVES and POSITION the question is about the start.

    \b
      noughts explain --moves "b2 a1"
      noughts explain --position "3/1x1/3 o" --long
      noughts explain mnk:3,3,3,misere --json
    """  # noqa: D301  # click wants the backspace itself
    question = ask(game, moves, position)
    explanation = explanation_of(*question, solver_for(game, nodes))
    if as_json:
        click.echo(to_line(explanation_answer(explanation)))
    else:
        between = "\n\n" if in_long else "\n"
        click.echo(between.join(map(wrapped, lines_of(explanation, in_long))))


def why(
    question: Question,
    solver: ExactSolver[Any] | None = None,
    in_long: bool = False,
    name: Callable[[int], str] | None = None,
) -> list[str]:
    r"""The lines of text that explain a position: the verdict, then every move.

    Args:
        question: the position.
        solver: who knows the values; a solver with a budget unless told otherwise.
        in_long: some sentences for each move.
        name: what to call moves, if not as the game does.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> print(*why(ask(TicTacToe(), position="xo1/ox1/xxo o")), sep="\n")
    O to move: only c3 holds the draw; c2 loses.
    c3: blocks X in the diagonal (c3 b2 a1), threatens to complete the right column (c3 c2 c1)
    and holds the draw; no other move does.
    c2: leaves c3 open, where X completes the diagonal (c3 b2 a1), and loses in 2, where c3
    holds the draw.
    """
    return lines_of(explanation_of(*question, solver), in_long, name)


def lines_of(
    explanation: Explanation, in_long: bool = False, name: Callable[[int], str] | None = None
) -> list[str]:
    """The verdict on a position, then a line for every move."""
    tell = partial(in_full, name=name) if in_long else partial(one_line, name=name)
    return [verdict(explanation, name), *map(tell, explanation.moves)]
