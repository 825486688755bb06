"""A tree as Graphviz source, for another layout or other colours."""

from collections.abc import Iterator

from noughts.analysis.game_tree import GameTree, TreeNode
from noughts.pictures.svg import LIGHT
from noughts.pictures.trees.tree import tree_title


def to_dot(tree: GameTree) -> str:
    r"""The tree as the text of a `.dot` file.

    A node's label is its board and its value for the player to move at the root. An edge's label is
    its moves; it is solid if they keep the value and dashed if they throw some of it away.
    """
    return "\n".join(["digraph tree {", *_lines(tree), "}", ""])


def _lines(tree: GameTree) -> Iterator[str]:
    yield f"  label={_quoted(tree_title(tree))};"
    yield '  node [shape=box, style=rounded, fontname="monospace"];'
    for i, node in enumerate(tree.nodes):
        colour = LIGHT.faint if node.value is None else LIGHT.of_value(node.value)
        yield f"  n{i} [label={_quoted(_label(tree, node))}, color={_quoted(colour)}];"
    for i, node in enumerate(tree.nodes):
        for child in node.children:
            yield _edge(tree, i, child)
        if node.folded:
            yield f"  f{i} [label={_quoted(str(node.folded))}, shape=plaintext];"
            yield f"  n{i} -> f{i} [style=dotted, arrowhead=none];"


def _edge(tree: GameTree, begin: int, end: int) -> str:
    node = tree.nodes[end]
    style = "dotted" if node.keeps is None else "solid" if node.keeps else "dashed"
    return f"  n{begin} -> n{end} [label={_quoted(node.named(tree.game))}, style={style}];"


def _label(tree: GameTree, node: TreeNode) -> str:
    """The board as text, with dots for empty cells, and the value."""
    board = tree.game.board(node.position, node.turn)
    marks = {(cell.row, cell.column): cell.mark or "." for cell in board.cells}
    rows = [[marks.get((y, x), " ") for x in range(board.columns)] for y in range(board.rows)]
    value = node.value.sign() if node.value else "?"
    return "\n".join([*(" ".join(row).rstrip() for row in rows), value])


def _quoted(text: str) -> str:
    text = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
