"""`noughts tree`: the game tree of a position, as a picture or for Graphviz."""

from pathlib import Path
from typing import Any, NamedTuple

import click

from noughts.analysis.game_tree import GameTree, game_tree
from noughts.answers.question import ask
from noughts.files import write_file
from noughts.game import Game
from noughts.pictures.trees.graphviz import to_dot
from noughts.pictures.trees.tree import draw_tree
from noughts.solving.api import solver_for
from noughts.terminal.output.text_pictures import tree_text
from noughts.terminal.support.options import (
    game_argument,
    moves_option,
    nodes_option,
    position_option,
    refuse_given,
)
from noughts.terminal.support.picture_options import (
    deliver,
    output_option,
    say_what_is_unknown,
    size_option,
    theme_option,
)
from noughts.terminal.support.streams import writing

DEPTH = 2  # the default


class Options(NamedTuple):
    """The options of the tree, as the help explains them."""

    depth: int
    whole: bool
    best: int | None
    merge: bool
    boards: bool | None
    theme: str
    size: float | None
    output: Path | None


@click.command()
@game_argument
@moves_option
@position_option
@click.option("--depth", type=click.IntRange(min=0), default=DEPTH, show_default=True,
              metavar="PLIES", help="Depth of the tree; positions below are counted.")  # fmt: skip
@click.option("--all", "whole", is_flag=True, help="Go to the end of the game, however deep.")
@click.option("--best", type=click.IntRange(min=1), metavar="N",
              help="Follow the N best moves of each position; count the others.")  # fmt: skip
@click.option("--merge", is_flag=True, help="Merge moves to symmetric positions into one node.")
@click.option("--boards/--signs", default=None,
              help="Draw nodes as boards or as signs. [default: boards up to 600]")  # fmt: skip
@theme_option
@size_option
@output_option("; .dot for Graphviz")
@nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def tree(
    game: Game[Any], moves: str | None, position: str | None, nodes: int, **given: Any
) -> None:
    """Draw the game tree of a position: every move, its value, and what can follow.

    All values are for the player to move at the root. A solid line is a move that keeps the
    value, a dashed line one that gives value away; "+214 positions" counts what is left out.

    \b
      noughts tree --merge -o tree.svg
      noughts tree --position "xxo/ox1/o2 x" --all -o tree.png
      noughts tree connectfour:5,4 --depth 4 --best 2 -o tree.svg
      noughts tree --depth 3 --merge -o tree.dot
    """  # noqa: D301  # click wants the backspace itself
    options = Options(**given)
    if options.whole:
        refuse_given(("depth",), "limits the tree; --all does not")
    found = game_tree(
        *ask(game, moves, position),
        depth=None if options.whole else options.depth,
        best=options.best,
        merge=options.merge,
        solver=solver_for(game, nodes),
    )
    _say_what_is_unknown(found, nodes)
    output = options.output
    if output is not None and output.suffix.lower() == ".dot":
        with writing(output):
            write_file(output, to_dot(found))
    else:
        deliver(
            lambda: draw_tree(found, boards=options.boards, theme=options.theme, size=options.size),
            lambda ink: tree_text(found, ink),
            output,
        )


def _say_what_is_unknown(found: GameTree, nodes: int) -> None:
    unknown = sum(node.value is None for node in found.nodes)
    say_what_is_unknown(unknown, f"{len(found.nodes):,} positions", f"{nodes:,} nodes each", "tree")
