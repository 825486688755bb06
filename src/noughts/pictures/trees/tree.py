"""The picture of a game tree: positions joined by lines, coloured by value.

All values are for the player to move at the root, so that a colour has one meaning on all levels. A
solid line is a move that keeps the value of its position; a dashed line throws some of it away.
"""

from collections.abc import Iterable

from noughts.analysis.game_tree import GameTree
from noughts.errors import PictureError
from noughts.games.given import checks_numbers
from noughts.games.registry import game_name
from noughts.pictures import svg
from noughts.pictures.board.draw import standing
from noughts.pictures.svg import LIGHT, Picture, Piece, Svg, Theme
from noughts.pictures.trees.layout import KEEPS, THROWS, Style, TreeForm
from noughts.pictures.trees.nodes import BoardsForm, SignsForm
from noughts.value import DRAW, LOSS, WIN

MARGIN = 16.0
LEGEND, LEGEND_TEXT, KEYS_APART = 52.0, 13.0, 22.0
MOST_BOARDS = 600  # a larger tree is drawn with signs
MOST_PIXELS = 8_000  # the largest default width


@checks_numbers
def draw_tree(
    tree: GameTree,
    *,
    boards: bool | None = None,
    scores: bool = False,
    theme: str | Theme = LIGHT,
    size: float | None = None,
) -> Picture:
    """Draw a tree.

    Args:
        tree: the tree, from `noughts.game_tree`.
        boards: draw nodes as boards, or as signs: a disc for a win, a bar for a draw, a cross for
            a loss. By default as boards, up to 600 of them.
        scores: below boards, write 1, 0 and -1 for win, draw and loss, without plies.
        theme: the colours: "light", "dark", "currentColor", "wood", "contrast", or a theme.
        size: the width in pixels.

    Raises:
        PictureError: the theme or size is invalid.

    >>> from noughts.analysis.game_tree import game_tree
    >>> from noughts.games.tictactoe import TicTacToe
    >>> picture = draw_tree(game_tree(TicTacToe(), depth=1, merge=True))
    >>> picture.title
    'Tic-tac-toe, a tree of 4 positions; X to move'
    """
    if not isinstance(tree, GameTree):
        raise PictureError(f"{tree!r} is not a tree: give one from noughts.game_tree.")
    colours = svg.theme_called(theme)
    with_boards = len(tree.nodes) <= MOST_BOARDS if boards is None else boards
    form = BoardsForm(tree, colours, scores) if with_boards else SignsForm(tree, colours)
    piece = _with_legend(tree, form)
    scale = svg.scale_to(size, piece, min(1.0, MOST_PIXELS / piece.width))
    return Picture(piece, tree_title(tree), tree_description(tree), colours, scale)


def tree_title(tree: GameTree) -> str:
    root, count = tree.root, len(tree.nodes)
    many = f"{count:,} position{'s' * (count != 1)}"
    now = standing(tree.game, root.position, root.turn)
    return f"{game_name(tree.game)}, a tree of {many}; {now}"


def tree_description(tree: GameTree) -> str:
    sentences = [f"Value: {tree.root.value or 'unknown'}."]
    sentences += [
        f"{child.named(tree.game)}: {child.value or 'unknown'}."
        for child in map(tree.nodes.__getitem__, tree.root.children)
    ]
    if tree.root.folded:
        sentences.append(f"{tree.root.folded}.")
    return " ".join(sentences)


def _with_legend(tree: GameTree, form: TreeForm) -> Piece:
    """The tree with its legend above it, centred over the root if there is room."""
    piece, legend = form.piece(), _legend(tree, form)
    width = max(piece.width, legend.width) + 2 * MARGIN
    left = (width - piece.width) / 2
    x = min(max(MARGIN, left + form.xs[0] - legend.width / 2), width - MARGIN - legend.width)
    drawn = svg.joined(legend.at(x, MARGIN), piece.at(left, MARGIN + LEGEND))
    return Piece(drawn, width, piece.height + LEGEND + 2 * MARGIN)


def _legend(tree: GameTree, form: TreeForm) -> Piece:
    mark, theme = tree.game.marks[tree.root.turn], form.theme
    outcomes = {node.value.outcome for node in tree.nodes if node.value}
    meant = ((WIN, f"{mark} wins"), (DRAW, "draw"), (LOSS, f"{mark} loses"))
    values = [(form.symbol(outcome), text) for outcome, text in meant if outcome in outcomes]
    lines = [(_stroke(KEEPS, theme), "keeps the value"),
             (_stroke(THROWS, theme), "gives value away")]  # fmt: skip
    upper, lower = _keys(values, theme), _keys(lines, theme)
    width = max(upper.width, lower.width)
    rows = upper.at((width - upper.width) / 2, 10), lower.at((width - lower.width) / 2, 32)
    return Piece(svg.tag("g", *rows, class_="legend"), width, LEGEND)


def _keys(keys: Iterable[tuple[Svg, str]], theme: Theme) -> Piece:
    """A row of symbols with their meanings, vertically centred at 0."""
    row, x = [], 0.0
    for symbol, text in keys:
        moved = f"translate({svg.svg_number(x + 9)} 0)"
        row.append(svg.group(symbol, transform=moved, fill="none"))
        row.append(svg.words(text, x + 22, 0, LEGEND_TEXT, theme.ink, anchor="start"))
        x += 22 + svg.width_of(text, LEGEND_TEXT) + KEYS_APART
    return Piece(svg.joined(*row), max(0.0, x - KEYS_APART), 0)


def _stroke(style: Style, theme: Theme) -> Svg:
    return svg.tag("path", d="M-9 0H9", stroke_width=style.width, stroke_dasharray=style.dashes,
                   stroke=theme.ink if style == KEEPS else theme.faint)  # fmt: skip
