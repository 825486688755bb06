"""`noughts review`: a game looked at afterwards, and its bad moves asked again."""

from typing import Any

import click

from noughts.analysis.lesson import Lesson
from noughts.analysis.record import Record
from noughts.analysis.review import review as review_of
from noughts.analysis.review_words import review_text
from noughts.game import Game
from noughts.solving.door import solver_for
from noughts.terminal.answers import to_line
from noughts.terminal.explain_answers import review_answer
from noughts.terminal.lesson import teach
from noughts.terminal.options import about_a_position, nodes_option
from noughts.terminal.question import Question, ask, each_move
from noughts.terminal.wrapping import wrapped

SIDES = {"x": 0, "o": 1, "both": None}


@click.command()
@about_a_position
@click.option("--learn", is_flag=True, help="Ask every bad move again, until it is right.")
@click.option(
    "--side",
    type=click.Choice([*SIDES]),
    default="both",
    help="Whose bad moves --learn asks again.  [default: both]",
)
@nodes_option("How many nodes a position may take before its value is unknown.")
def review(
    game: Game[Any],
    moves: str | None,
    position: str | None,
    as_json: bool,
    learn: bool,
    side: str,
    nodes: int,
) -> None:
    """Tell what every move of a game was worth, which ones were bad, and what was better.

    The game is given by its MOVES, from the start or from POSITION.

    \b
      noughts review --moves "b2 b1 a1 c3"
      noughts review --moves "b2 b1 a1 c3" --learn --side o
      noughts review mnk:4,3,3 --moves "a2 b2" --json
    """  # noqa: D301  # click wants the backspace itself
    if learn and as_json:
        raise click.UsageError("--learn asks a person: leave out --json.")
    if not moves:
        raise click.UsageError('Which game? Give its moves: --moves "b2 b1 a1 c3".')
    start = ask(game, position=position)
    reviewed = review_of(record_of(start, moves), solver_for(game, nodes))
    if learn:
        teach(Lesson(reviewed, SIDES[side]))
    else:
        answer = to_line(review_answer(reviewed, start)) if as_json else None
        click.echo(answer or wrapped(review_text(reviewed)))


def record_of(start: Question, moves: str) -> Record:
    """The game that these moves make.

    Raises:
        MoveError: a move cannot be read or played; the message says which and why.
    """
    played = list(each_move(start, moves))
    positions = (start.position, *(after.position for _, after in played))
    return Record(start.game, tuple(move for move, _ in played), positions, start.turn)
