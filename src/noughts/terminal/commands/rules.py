"""`noughts rules`: the rules of a game."""

import json
import os
from typing import Any

import click

from noughts.answers.lists import LINE_FILES, line_game_answer
from noughts.game import FIRST, Game, parameters
from noughts.games.lines import Lines
from noughts.games.registry import about, spec_of
from noughts.terminal.game.messages import rules_text
from noughts.terminal.game.move_names import Labels
from noughts.terminal.line_mode.board import draw
from noughts.terminal.output.colour import Ink, wants_colour
from noughts.terminal.output.wrapping import wrapped
from noughts.terminal.support.options import game_argument


@click.command()
@game_argument
@click.option("--lines", "form", type=click.Choice(list(LINE_FILES)),
              help="Write the cells and lines of a line game as JSON instead.")  # fmt: skip
def rules(game: Game[Any], form: str | None) -> None:
    """Show the rules of GAME and its first board.

    \b
      noughts rules ultimate
      noughts rules nim:1,3,5,misere
      noughts rules mnk:4,4,3 --lines noughts > four.json
    """  # noqa: D301  # click wants the backspace itself
    if form:
        click.echo(json.dumps(line_game_answer(game, form), ensure_ascii=False))
        return
    ink, labels = Ink(wants_colour(os.environ)), Labels(game)
    board = draw(game.board(game.start(), FIRST), labels, ink)
    heading = ": ".join(filter(None, (spec_of(game), about(game))))
    parts = [ink.strong(heading), rules_text(game, labels), _sizes(game)]
    paragraphs = [wrapped(part, "") for part in parts if part]
    click.echo("\n\n".join([*paragraphs, board]), color=ink.colour)


def _sizes(game: Game[Any]) -> str:
    if isinstance(game, Lines):
        return ""  # the board shows them
    given = parameters(game)
    words = [name if value is True else f"{name} {value}" for name, value in given.items() if value]
    return f"Here: {', '.join(words)}." if words else ""
