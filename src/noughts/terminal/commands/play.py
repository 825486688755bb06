"""`noughts play`: play a game on the full screen or line by line."""

import os
import sys
from contextlib import closing
from typing import Any

import click

from noughts.answers.question import ask, each_move
from noughts.game import RULES, SECOND, Game
from noughts.source import reached
from noughts.terminal.game import messages
from noughts.terminal.game.session import SIDES, Beginning, Session
from noughts.terminal.screen.support import by_cells
from noughts.terminal.support.options import (
    Amount,
    game_argument,
    moves_option,
    position_option,
    refuse_given,
)
from noughts.terminal.support.player_type import EPILOG, LevelType

# A person waits for the move.
SECONDS = 3.0
IN_NOTEBOOK = (
    "Nobody can type into a notebook's cell. Play there with: from noughts import BoardWidget, "
    "Match, PerfectPlayer, TicTacToe; BoardWidget(Match(TicTacToe(), None, PerfectPlayer()))"
)


@click.command(epilog=EPILOG)
@game_argument
@click.option("--side", type=click.Choice(list(SIDES), case_sensitive=False), default="x",
              help="Which side you play. both: two people. none: watch.",
              show_default=True)  # fmt: skip
@click.option("--first", type=click.Choice(["x", "o"], case_sensitive=False),
              help="Who begins. [default: x]")  # fmt: skip
@moves_option
@position_option
@click.option("--level", type=LevelType(), default="perfect", show_default=True,
              help="The computer's level: one of the opponents below.")  # fmt: skip
@click.option("--numpad", is_flag=True, help="Number cells as on a numeric keypad, 7 8 9 on top.")
@click.option("--plain", is_flag=True, help="Play line by line, for screen readers and pipes.")
@click.option("--seed", type=int, help="A number that makes the computer's choices repeatable.")
@click.option("--seconds", type=Amount(), default=SECONDS,
              show_default=True, metavar="S",
              help="How many seconds the level perfect may think about a move.")  # fmt: skip
def play(  # noqa: PLR0913  # click hands over each option
    game: Game[Any],
    side: str,
    first: str | None,
    moves: str | None,
    position: str | None,
    level: str,
    numpad: bool,
    plain: bool,
    seed: int | None,
    seconds: float,
) -> None:
    """Play GAME, by default tictactoe, against the computer.

    GAME may have parameters: mnk:4,4,3 is three in a row on a board of 4 columns and 4 rows.
    """
    if in_notebook():
        raise click.ClickException(IN_NOTEBOOK)
    if side == "both":
        refuse_given(("level", "seconds"), "is for the computer, and --side both has none")
    beginning = beginning_of(game, first, moves, position)
    session = Session(game, SIDES[side], level, seed, numpad, seconds)
    session.begin_at(beginning)
    if numpad and not session.labels.digits:
        raise click.UsageError("--numpad renumbers the digits on the board; this game has none.")
    with closing(session):
        if plain or not full_screen_possible():
            play_plain(session)
        elif not by_cells(game):
            click.echo("This game has no board to point at, so it is played line by line.")
            play_plain(session)
        else:
            play_full_screen(session)


def beginning_of(
    game: Game[Any], first: str | None, moves: str | None, position: str | None
) -> Beginning:
    """Where each game begins.

    Raises:
        click.UsageError: nobody but X can begin there.
        PositionError, MoveError: there is no such position.
    """
    start = ask(game, position=position)
    if first and position is not None:
        raise click.UsageError("--first is for the start; a position says whose turn it is.")
    if first == "o":
        if "turn" in reached(type(game), RULES):
            raise click.UsageError(f"{game.marks[0]} always begins in this game.")
        start = start._replace(turn=SECOND)
    played = tuple(move for move, _ in each_move(start, moves or ""))
    return Beginning(start.position, start.turn, played)


def in_notebook() -> bool:
    """Whether a notebook's cell runs the command: nobody can type there."""
    return "JPY_PARENT_PID" in os.environ


def full_screen_possible() -> bool:
    """Whether all three standard streams are terminals with more than line output.

    Textual draws on the error output.
    """
    ends = sys.stdin, sys.stdout, sys.stderr
    return all(end.isatty() for end in ends) and os.environ.get("TERM") != "dumb"


def play_full_screen(session: Session) -> None:
    """Play on the full screen; the score stays behind when it closes."""
    from noughts.terminal.screen.screen import NoughtsApp

    app = NoughtsApp(session)
    app.run()
    click.echo(messages.score(session))
    if app.failure:
        raise app.failure
    if app.return_code:
        sys.exit(app.return_code)


def play_plain(session: Session) -> None:
    """Play line by line; no character that somebody types, or reads, can break it."""
    from noughts.terminal.line_mode import repl
    from noughts.terminal.line_mode.colour import Ink, wants_colour

    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(errors="replace" if stream is sys.stdin else "backslashreplace")
    repl.run(session, Ink(wants_colour(os.environ)))
