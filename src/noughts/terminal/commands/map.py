"""`noughts map`: the complete strategy for one side, as nested boards."""

from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.analysis.strategy_tree import strategy
from noughts.answers.question import ask
from noughts.game import FIRST, SECOND, Game
from noughts.pictures.trees.nested import refuse_without_grid
from noughts.pictures.trees.strategy_map import PAPERS, strategy_map
from noughts.solving.api import solver_for
from noughts.terminal.output.text_pictures import map_text
from noughts.terminal.support.options import (
    game_argument,
    moves_option,
    nodes_option,
    position_option,
)
from noughts.terminal.support.picture_options import (
    deliver,
    output_option,
    size_option,
    theme_option,
)


class Options(NamedTuple):
    """The options of the map, as the help explains them."""

    side: str
    nested: int | None
    paper: str | None
    theme: str
    size: float | None
    output: Path | None


@click.command()
@game_argument
@moves_option
@position_option
@click.option("--side", type=click.Choice(["x", "o"], case_sensitive=False), default="x",
              show_default=True, help="The side whose strategy to draw.")  # fmt: skip
@click.option("--nested", type=click.IntRange(min=1), metavar="N",
              help="Nest at most N boards; count the others.")  # fmt: skip
@click.option("--paper", type=click.Choice(list(PAPERS)), help="Fit the map on a sheet of paper.")
@theme_option
@size_option
@output_option()
@nodes_option("Search at most N nodes per position; a map needs every value.")
def map(  # noqa: A001  # the command's name
    game: Game[Any], moves: str | None, position: str | None, nodes: int, **given: Any
) -> None:
    """Draw the complete strategy for X or O; it always reaches at least the value of the game.

    The large mark on a board is the answer; each empty cell contains the board that follows when
    the opponent moves there. For small games on one grid: tictactoe, mnk:3,3,3,misere, wild,
    mnk:4,3,3. The picture states its choice among equal answers.

    \b
      noughts map -o map.svg
      noughts map --side o --paper a3 -o map.pdf
      noughts map mnk:4,3,3 --side o --nested 4 -o map.svg
      noughts map mnk:4,3,3 --side o --moves "b2" -o map.svg
    """  # noqa: D301  # click wants the backspace itself
    options = Options(**given)
    if options.paper and options.size:
        raise click.UsageError("A sheet of paper has its own size: leave out --size or --paper.")
    now = ask(game, moves, position)
    player = FIRST if options.side == "x" else SECOND
    refuse_without_grid(game, game.board(now.position, now.turn))
    found = strategy(game, player, now.position, now.turn, solver_for(game, nodes))
    deliver(
        lambda: strategy_map(
            found,
            levels=options.nested,
            paper=options.paper,
            theme=options.theme,
            size=options.size,
        ),
        lambda _: map_text(found, options.nested),
        options.output,
    )
