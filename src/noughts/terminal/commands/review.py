"""`noughts review`: review a game, and retry its bad moves."""

import click

from noughts.analysis.game_record import Record
from noughts.analysis.review.lesson import Lesson
from noughts.analysis.review.review import review as review_of
from noughts.analysis.review.text import review_text
from noughts.answers.analyses import to_line
from noughts.answers.explanations import review_answer
from noughts.answers.question import Question, each_move
from noughts.solving.api import solver_for
from noughts.terminal.game.move_names import Labels
from noughts.terminal.line_mode.lesson import Teacher
from noughts.terminal.output.wrapping import wrapped
from noughts.terminal.support.options import Asked, about_a_position, nodes_option

SIDES = {"x": 0, "o": 1, "both": None}


@click.command()
@about_a_position
@click.option("--learn", is_flag=True, help="Retry every bad move until you find a best one.")
@click.option(
    "--side",
    type=click.Choice([*SIDES]),
    default="both",
    help="The side whose bad moves --learn retries.  [default: both]",
)
@nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def review(asked: Asked, learn: bool, side: str, nodes: int) -> None:
    """Review a game: the value of every move, the bad moves, and what was better.

    Give the game by --moves, from the start or from --position.

    \b
      noughts review --moves "b2 b1 a1 c3"
      noughts review --moves "b2 b1 a1 c3" --learn --side o
      noughts review mnk:4,3,3 --moves "a2 b2" --json
    """  # noqa: D301  # click wants the backspace itself
    if learn and asked.as_json:
        raise click.UsageError("--learn is interactive: leave out --json.")
    if not asked.moves:
        raise click.UsageError('Which game? Give its moves: --moves "b2 b1 a1 c3".')
    start = asked.beginning
    reviewed = review_of(record_of(start, asked.moves), solver_for(asked.game, nodes))
    if learn:
        Teacher(Lesson(reviewed, SIDES[side]), Labels(asked.game, digits=False), str).teach()
    else:
        answer = to_line(review_answer(reviewed, start)) if asked.as_json else None
        click.echo(answer or wrapped(review_text(reviewed)))


def record_of(start: Question, moves: str) -> Record:
    """The game that these moves make.

    Raises:
        MoveError: a move cannot be read or played; the message says which and why.
    """
    played = list(each_move(start, moves))
    positions = (start.position, *(after.position for _, after in played))
    return Record(start.game, tuple(move for move, _ in played), positions, start.turn)
