"""Game trees and strategies as text, for a terminal."""

from collections.abc import Iterator
from typing import Any

from noughts.analysis.game_tree import GameTree, TreeNode
from noughts.analysis.strategy_tree import Strategy, StrategyStep
from noughts.pictures.board.draw import standing
from noughts.pictures.trees.strategy_map import map_title, promised
from noughts.pictures.trees.tree import tree_title as title_of_tree
from noughts.terminal.support.streams import Ink, wrapped
from noughts.value import OPEN

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
    return "\n".join([wrapped(title_of_tree(tree)), *_nodes(tree, tree.root, "", ink)])


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
    X wins in at most 1 plies.
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
        [map_title(strategy), wrapped(promised(strategy)), "", key if rows else head, *rows]
    )


def _steps(game: Any, step: StrategyStep, indent: str, levels: int | None) -> Iterator[str]:
    if levels == 1 and step.steps:
        yield f"{indent}+{step.boards - 1:,} boards"
        return
    alike: dict[
        Any, list[StrategyStep]
    ] = {}  # replies with one answer, after which the game is over
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
