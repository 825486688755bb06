"""`noughts draw`: a position, or the value history of a game, as a picture."""

from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.analysis.analyse import Analysis, analyse
from noughts.analysis.game_record import Record
from noughts.analysis.review import review
from noughts.analysis.review_text import review_text
from noughts.answers.question import Question, ask
from noughts.game import Game
from noughts.pictures import draw as picture_of
from noughts.pictures.charts.history import history as history_of
from noughts.solving.api import solver_for
from noughts.terminal.commands.review import record_of
from noughts.terminal.game.messages import signs as signs_of
from noughts.terminal.game.move_names import Labels
from noughts.terminal.line_mode.board import draw as board_text
from noughts.terminal.output.analysis import line_text, moves_text
from noughts.terminal.output.colour import Ink
from noughts.terminal.support.options import (
    game_argument,
    moves_option,
    nodes_option,
    position_option,
)
from noughts.terminal.support.picture_options import (
    deliver,
    output_option,
    say_what_is_unknown,
    size_option,
    theme_option,
)


class Options(NamedTuple):
    """The options of the picture, as the help explains them."""

    values: bool
    pv: bool
    history: bool
    theme: str
    size: float | None
    bare: bool
    output: Path | None


@click.command()
@game_argument
@moves_option
@position_option
@click.option("--values", is_flag=True, help="Show the value of every move.")
@click.option("--pv", is_flag=True, help="Show the best play as numbered marks.")
@click.option("--history", is_flag=True, help="Draw the value of every position of the game.")
@theme_option
@size_option
@click.option("--bare", is_flag=True, help="Leave out the names of rows and columns.")
@output_option()
@nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def draw(
    game: Game[Any], moves: str | None, position: str | None, nodes: int, **given: Any
) -> None:
    """Draw a position as SVG, optionally with values, or the value history of a game.

    GAME is tictactoe, or another name from `noughts games`. Without --moves and
    --position, draw the start. The last of --moves is highlighted.

    \b
      noughts draw --moves "b2 a1" --values -o board.svg
      noughts draw connectfour --moves 4455 --theme dark -o board.png
      noughts draw --moves "b2 b1 a1 c3" --history -o game.svg
    """  # noqa: D301  # click wants the backspace itself
    options = Options(**given)
    record = record_of(ask(game, position=position), moves or "")
    (_history if options.history else _board)(record, options, nodes)


def _history(record: Record, options: Options, nodes: int) -> None:
    if options.values or options.pv or options.bare:
        raise click.UsageError("--history draws a game: leave out --values, --pv and --bare.")
    if not record.moves:
        raise click.UsageError('Which game? Give its moves: --moves "b2 b1 a1 c3".')
    found = review(record, solver_for(record.game, nodes))
    deliver(
        lambda: history_of(found, theme=options.theme, size=options.size),
        lambda _: review_text(found),
        options.output,
    )


def _board(record: Record, options: Options, nodes: int) -> None:
    now = Question(record.game, record.positions[-1], record.turn)
    asked = options.values or options.pv
    solver = solver_for(record.game, nodes)
    analysis = analyse(*now, solver, whole_line=options.pv) if asked else None
    _say_what_is_unknown(analysis, nodes)
    values = analysis if options.values else None
    line = analysis if options.pv else None
    deliver(
        lambda: picture_of(
            *now,
            values=values,
            last=record.moves[-1] if record.moves else None,
            before=record.positions[-2] if record.moves else None,
            ghosts=line.principal_variation if line else (),
            coordinates=not options.bare,
            theme=options.theme,
            size=options.size,
        ),
        lambda ink: _text(now, values, line, ink),
        options.output,
    )


def _text(now: Question, values: Analysis | None, line: Analysis | None, ink: Ink) -> str:
    """The board as in line mode, the values of the moves, and the best play."""
    board = now.game.board(now.position, now.turn)
    parts = [
        board_text(board, Labels(now.game, digits=False), ink, signs_of(values) if values else None)
    ]
    parts += [moves_text(values, ink)] if values and values.moves else []
    return "\n\n".join([*parts, *(line_text(line) if line else [])])


def _say_what_is_unknown(analysis: Analysis | None, nodes: int) -> None:
    if analysis is not None:
        unknown = sum(move.value is None for move in analysis.moves)
        say_what_is_unknown(unknown, f"{len(analysis.moves)} moves", f"{nodes:,} nodes", "picture")
