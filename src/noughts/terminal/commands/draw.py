"""`noughts draw`, `noughts tree` and `noughts map`: pictures."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from noughts.analysis.analyse import Analysis, analyse
from noughts.analysis.game_record import Record
from noughts.analysis.game_tree import GameTree, TreeNode, game_tree
from noughts.analysis.strategy_tree import Strategy, StrategyStep, strategy
from noughts.answers.question import Question, ask, record_of
from noughts.game import FIRST, SECOND, Game
from noughts.pictures import draw as picture_of
from noughts.pictures.board.draw import standing
from noughts.pictures.svg import THEMES, Picture
from noughts.pictures.trees.nested import refuse_without_grid
from noughts.pictures.trees.strategy_map import map_title, promised, strategy_map
from noughts.pictures.trees.tree import draw_tree
from noughts.pictures.trees.tree import tree_title as title_of_tree
from noughts.solving.api import solver_for
from noughts.terminal.support import options as opt
from noughts.terminal.support import streams
from noughts.terminal.support.streams import Ink, on_terminal
from noughts.value import OPEN

Command = TypeVar("Command", bound=Callable[..., Any])

# The sheets of `noughts.pictures.trees.strategy_map.PAPERS`.
SHEETS = ("a4", "a3")

theme_option = click.option(
    "--theme",
    type=click.Choice(list(THEMES)),
    default="light",
    show_default=True,
    help="The colours; currentColor takes the colours of the surrounding page.",
)
size_option = click.option(
    "--size", type=click.FloatRange(min=1, max=20_000), metavar="PIXELS", help="Picture width."
)


def output_option(also: str = "") -> Callable[[Command], Command]:
    """The option of the output file; `also` lists more endings."""
    return opt.file_option(
        "-o --output",
        f"Write FILE as .svg, or as .png or .pdf if a converter is installed{also}. "
        f"[default: text on a terminal, otherwise SVG on standard output]",
    )


@click.command()
@opt.game_argument
@opt.moves_option
@opt.position_option
@opt.first_option
@opt.flag_option("--values", "Show the value of every move.")
@opt.flag_option("--pv", "Show the best play as numbered marks.")
@opt.flag_option("--history", "Draw the value of every position of the game.")
@theme_option
@size_option
@opt.flag_option("--bare", "Leave out the names of rows and columns.")
@output_option()
@opt.nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def draw(
    game: Game[Any],
    moves: str | None,
    position: str | None,
    first: str | None,
    history: bool,
    output: Path | None,
    **given: Any,
) -> None:
    """Draw a position as SVG, optionally with values, or the value history of a game.

    GAME is tictactoe, or another name from `noughts games`. Without --moves and
    --position, draw the start. The last of --moves is highlighted.

    \b
      noughts draw --moves "b2 a1" --values -o board.svg
      noughts draw connectfour --moves 4455 --theme dark -o board.png
      noughts draw --moves "b2 b1 a1 c3" --history -o game.svg
    """  # noqa: D301  # click wants the backspace itself
    begin = ask(game, None, position, opt.first_of(first))
    record = record_of(begin, game.split_moves(moves or ""))
    (_draw_history if history else _draw_board)(record, output, **given)


def _draw_history(
    record: Record, output: Path | None, nodes: int, theme: str, size: float | None, **board: bool
) -> None:
    from noughts.analysis.review import review
    from noughts.analysis.review_text import review_text
    from noughts.pictures.charts.history import history

    if any(board.values()):
        raise click.UsageError("--history draws a game: leave out --values, --pv and --bare.")
    if not record.moves:
        raise click.UsageError('Which game? Give its moves: --moves "b2 b1 a1 c3".')
    found = review(record, solver_for(record.game, nodes))
    deliver(lambda: history(found, theme=theme, size=size), lambda _: review_text(found), output)


def _draw_board(
    record: Record, output: Path | None, nodes: int, values: bool, pv: bool, bare: bool, **look: Any
) -> None:
    now = Question(record.game, record.positions[-1], record.turn)
    solver = solver_for(record.game, nodes)
    analysis = analyse(*now, solver, whole_line=pv) if values or pv else None
    if analysis is not None:
        unknown = sum(move.value is None for move in analysis.moves)
        say_what_is_unknown(unknown, f"{len(analysis.moves)} moves", f"{nodes:,} nodes", "picture")
    shown, line = analysis if values else None, analysis if pv else None
    deliver(
        lambda: picture_of(
            *now,
            values=shown,
            last=record.moves[-1] if record.moves else None,
            before=record.positions[-2] if record.moves else None,
            ghosts=line.principal_variation if line else (),
            coordinates=not bare,
            **look,
        ),
        lambda ink: _text(now, shown, line, ink),
        output,
    )


def _text(now: Question, values: Analysis | None, line: Analysis | None, ink: Ink) -> str:
    from noughts.terminal.game.messages import move_signs
    from noughts.terminal.game.names import Labels
    from noughts.terminal.line_mode.repl import board_text
    from noughts.terminal.output.analysis import line_text, moves_text

    board = now.game.board(now.position, now.turn)
    signs = move_signs(values) if values else None
    parts = [board_text(board, Labels(now.game, digits=False), ink, signs)]
    parts += [moves_text(values, ink)] if values and values.moves else []
    return "\n\n".join([*parts, *(line_text(line) if line else [])])


@click.command()
@opt.game_argument
@opt.moves_option
@opt.position_option
@opt.number_option(
    "--depth", "Depth of the tree; positions below are counted.", 2, 0, metavar="PLIES"
)
@opt.flag_option("--all whole", "Go to the end of the game, however deep.")
@opt.number_option("--best", "Follow the N best moves of each position; count the others.")
@opt.flag_option("--merge", "Merge moves to symmetric positions into one node.")
@click.option("--boards/--signs", default=None,
              help="Draw nodes as boards or as signs. [default: boards up to 600]")  # fmt: skip
@theme_option
@size_option
@output_option("; .dot for Graphviz")
@opt.nodes_option("Search at most N nodes per position; beyond that, its value is unknown.")
def tree(
    game: Game[Any], moves: str | None, position: str | None, output: Path | None, **given: Any
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
    from noughts.pictures.trees.graphviz import to_dot

    if given["whole"]:
        opt.refuse_given(("depth",), "limits the tree; --all does not")
    found = game_tree(
        *ask(game, moves, position),
        depth=None if given["whole"] else given["depth"],
        best=given["best"],
        merge=given["merge"],
        solver=solver_for(game, given["nodes"]),
    )
    unknown = sum(node.value is None for node in found.nodes)
    of_all, limit = f"{len(found.nodes):,} positions", f"{given['nodes']:,} nodes each"
    say_what_is_unknown(unknown, of_all, limit, "tree")
    if output is not None and output.suffix.lower() == ".dot":
        streams.write_answer(output, to_dot(found))
    else:
        look = {name: given[name] for name in ("boards", "theme", "size")}
        deliver(lambda: draw_tree(found, **look), lambda ink: tree_text(found, ink), output)


@click.command()
@opt.game_argument
@opt.moves_option
@opt.position_option
@opt.choice_option("--side", ["x", "o"], "The side whose strategy to draw.", "x", any_case=True)
@opt.number_option("--nested", "Nest at most N boards; count the others.")
@opt.choice_option("--paper", SHEETS, "Fit the map on a sheet of paper.")
@theme_option
@size_option
@output_option()
@opt.nodes_option("Search at most N nodes per position; a map needs every value.")
def map(  # noqa: A001  # the command's name
    game: Game[Any], moves: str | None, position: str | None, output: Path | None, **given: Any
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
    levels, look = given["nested"], {name: given[name] for name in ("paper", "theme", "size")}
    if look["paper"] and look["size"]:
        raise click.UsageError("A sheet of paper has its own size: leave out --size or --paper.")
    now = ask(game, moves, position)
    player = FIRST if given["side"] == "x" else SECOND
    refuse_without_grid(game, game.board(now.position, now.turn))
    found = strategy(game, player, now.position, now.turn, solver_for(game, given["nodes"]))
    deliver(
        lambda: strategy_map(found, levels=levels, **look),
        lambda _: map_text(found, levels),
        output,
    )


def deliver(
    picture: Callable[[], Picture], text: Callable[[Ink], str], output: Path | None
) -> None:
    """Write a picture to a file or to standard output; a terminal gets text instead."""
    if output is not None:
        with streams.writing(output):
            picture().save(output)
    elif on_terminal():
        click.echo(text(Ink(streams.wants_colour(os.environ))))
        click.echo("For a picture, add -o FILE.svg (or .png, .pdf).", err=True)
    else:
        streams.write_document(f"{picture().svg}\n")


def say_what_is_unknown(unknown: int, of_how_many: str, nodes: str, picture: str) -> None:
    if unknown:
        message = (
            f"{unknown:,} of {of_how_many} are not solved within {nodes}, so they have no value in "
            f"the {picture}; --nodes allows more."
        )
        click.echo(streams.complaint(message), err=True)


INDENT = "  "
PLAIN = Ink(False)


def tree_text(tree: GameTree, ink: Ink = PLAIN) -> str:
    """A game tree, one line for each node: the moves that lead to it, and its value.

    >>> from noughts.analysis.game_tree import game_tree
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(tree_text(game_tree(game, *game.parse("xxo/oo1/xxo x"))))
    Tic-tac-toe, a tree of 2 positions; X to move
    draw
      c2  draw
    """
    return "\n".join([streams.wrapped(title_of_tree(tree)), *_nodes(tree, tree.root, "", ink)])


def _nodes(tree: GameTree, node: TreeNode, indent: str, ink: Ink) -> Iterator[str]:
    """The lines of a subtree; a move's value counts the move itself."""
    value = "unknown"
    if node.value:
        worth = node.value._replace(plies=node.value.plies + bool(node.moves))
        value = ink.of_outcome(worth.outcome, str(worth))
    moves = f"{node.named(tree.game)}  " if node.moves else ""
    yield f"{indent}{moves}{value}{', gives value away' if node.keeps is False else ''}"
    for child in node.children:
        yield from _nodes(tree, tree.nodes[child], indent + INDENT, ink)
    if node.folded:
        yield ink.faint(f"{indent}{INDENT}{node.folded}")


def map_text(strategy: Strategy, levels: int | None = None) -> str:
    """A strategy, one line for each reply of the other player: the reply, then the answer.

    >>> from noughts.analysis.strategy_tree import strategy
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(map_text(strategy(game, 0, *game.parse("xx1/oo1/3 x"))))
    Tic-tac-toe: the complete strategy for X
    X wins in at most 1 ply.
    <BLANKLINE>
    X begins with c3: X has won
    """
    game, root = strategy.game, strategy.root
    begins = (
        f"{strategy.mark} begins with {game.name(root.answer)}" if root.answer is not None else ""
    )
    head = f"{begins}{_end(game, root)}" or f"{strategy.other} begins"
    key = f"{head}.\nBelow, {strategy.other}'s move -> {strategy.mark}'s answer:"
    rows = [*_steps(game, root, INDENT, levels)]
    return "\n".join(
        [map_title(strategy), streams.wrapped(promised(strategy)), "", key if rows else head, *rows]
    )


def _steps(game: Any, step: StrategyStep, indent: str, levels: int | None) -> Iterator[str]:
    if levels == 1 and step.steps:
        yield f"{indent}+{step.boards - 1:,} boards"
        return
    # Together are replies with one answer, after which the game is over.
    alike: dict[Any, list[StrategyStep]] = {}
    for below in step.steps:
        end = _end(game, below)
        alike.setdefault((below.answer, end) if end else below.reply, []).append(below)
    for first, *others in alike.values():
        replies = ", ".join(game.name(one.reply) for one in (first, *others))
        answer = "" if first.answer is None else f" -> {game.name(first.answer)}"
        yield f"{indent}{replies}{answer}{_end(game, first)}"
        yield from _steps(game, first, indent + INDENT, levels and levels - 1)


def _end(game: Any, step: StrategyStep) -> str:
    """The end of the game, after a colon; empty while it goes on."""
    over = game.outcome(step.position) != OPEN
    return f": {standing(game, step.position, step.turn)}" if over else ""
