"""The strategy map: a complete strategy on one sheet, as nested boards.

`nested` draws the boards; this module adds the title, the text and the sheet of paper.
"""

import textwrap
from itertools import islice
from typing import Any, NamedTuple

from noughts.analysis.strategy_tree import RULE, RULE_OF_BEGINNING, Strategy
from noughts.errors import PictureError, many
from noughts.game import Game, turn_after
from noughts.games.given import checks_numbers
from noughts.games.registry import game_name
from noughts.pictures import svg
from noughts.pictures.board.draw import draw
from noughts.pictures.svg import LIGHT, Picture, Piece, Theme
from noughts.pictures.trees.nested import boards_within, nested_boards
from noughts.strategies.check import AnsweredPosition, strategy_layers
from noughts.strategies.file import StrategyFile, first_position
from noughts.value import DRAW, WIN

MILLIMETRE = 96 / 25.4  # in pixels, at 96 to the inch

# Sheets of paper in portrait format, in millimetres (ISO 216).
PAPERS = {"a4": (210, 297), "a3": (297, 420)}

# Average character width of a sentence, per font size.
LETTER = 0.56


class Sheet(NamedTuple):
    """A sheet for a map."""

    width: float  # the width in pixels
    height: float | None  # the height in pixels; None to fit the content
    margin: float  # the margin on all sides
    title: float  # the font sizes
    text: float


SCREEN = Sheet(960, None, 24, 26, 16)


def sheets(paper: str | None) -> list[Sheet]:
    """The possible sheets for a map: one for the screen; for paper, portrait and landscape."""
    if paper is None:
        return [SCREEN]
    if paper.lower() not in PAPERS:
        raise PictureError(f"There is no paper {paper!r}; choose from {', '.join(PAPERS)}.")
    short, long = (side * MILLIMETRE for side in PAPERS[paper.lower()])
    margin = 10 * MILLIMETRE
    return [Sheet(*sides, margin, 20, 11) for sides in ((short, long), (long, short))]


@checks_numbers
def strategy_map(
    strategy: Strategy,
    *,
    levels: int | None = None,
    paper: str | None = None,
    theme: str | Theme = LIGHT,
    size: float | None = None,
) -> Picture:
    """Draw the map of a strategy.

    Args:
        strategy: the strategy, from `noughts.strategy`.
        levels: the most levels of nesting, 1 or more; a cell shows the number of boards left out.
            None for all levels.
        paper: "a4" or "a3", in portrait or landscape, whichever gives the larger map.
        theme: "light", "dark", "currentColor", or a theme.
        size: the width in pixels.

    Raises:
        PictureError: the game has no grid, the map would be too large, or the paper, theme, size
            or level is invalid.

    >>> from noughts.analysis.strategy_tree import strategy
    >>> from noughts.games.tictactoe import TicTacToe
    >>> strategy_map(strategy(TicTacToe())).title
    'Tic-tac-toe: the complete strategy for X'
    """
    if not isinstance(strategy, Strategy):
        raise PictureError(f"{strategy!r} is not a strategy: give one from noughts.strategy.")
    if levels is not None and levels < 1:
        raise PictureError(f"levels must be at least 1, not {levels}.")
    if paper is not None and size is not None:
        raise PictureError("A sheet of paper has its own size: leave out the size or the paper.")
    colours = svg.theme_called(theme)
    piece = nested_boards(strategy, colours, levels)
    title, text = map_title(strategy), sentences(strategy, levels)
    found = [_placed(piece, sheet, title, text, colours) for sheet in sheets(paper)]
    whole = max(found, key=lambda placed: placed.scale).piece
    return Picture(whole, title, " ".join(text), colours, svg.scale_to(size, whole))


class _Placed(NamedTuple):
    piece: Piece
    scale: float  # of the boards


def _placed(piece: Piece, sheet: Sheet, title: str, text: list[str], theme: Theme) -> _Placed:
    """The map on a sheet: the title, the boards as large as possible, and the text."""
    room = sheet.width - 2 * sheet.margin
    lines = [line for sentence in text for line in wrapped_text(sentence, room, sheet.text)]
    above = sheet.margin + 1.8 * sheet.title
    below = sheet.text * (1 + 1.4 * len(lines)) + sheet.margin
    scale = room / piece.width
    if sheet.height is not None:
        scale = min(scale, (sheet.height - above - below) / piece.height)
    left = (sheet.width - scale * piece.width) / 2
    bottom = above + scale * piece.height
    drawn = svg.joined(
        svg.words(title, sheet.margin, sheet.margin + sheet.title / 2, sheet.title, theme.ink,
                  anchor="start", font_weight="bold"),
        piece.at(left, above, scale),
        *(svg.words(line, sheet.margin, bottom + sheet.text * (1.6 + 1.4 * i), sheet.text,
                    theme.ink, anchor="start") for i, line in enumerate(lines)),
    )  # fmt: skip
    return _Placed(Piece(drawn, sheet.width, sheet.height or bottom + below), scale)


def wrapped_text(text: str, width: float, size: float) -> list[str]:
    """The text wrapped to a width.

    >>> wrapped_text("one two three", 60, 10)
    ['one two', 'three']
    """
    return textwrap.wrap(text, int(width / (LETTER * size)))


def map_title(strategy: Strategy) -> str:
    what = "the complete strategy" if strategy.whole else "the beginning of a strategy"
    return f"{game_name(strategy.game)}: {what} for {strategy.mark}"


def sentences(strategy: Strategy, levels: int | None = None) -> list[str]:
    """The text of the map: how to read it, its result, its rule and its extent."""
    return [
        how_to_read(strategy),
        promised(strategy),
        (RULE if strategy.whole else RULE_OF_BEGINNING).format(mark=strategy.mark),
        extent(strategy, levels),
    ]  # fmt: skip


def how_to_read(strategy: Strategy) -> str:
    mark, other = strategy.mark, strategy.other
    begins = f"{mark} begins with the large mark. " if strategy.root.answer is not None else ""
    return (
        f"{begins}Wherever {other} plays, go to the board inside that cell: the large mark on it "
        f"is {mark}'s answer. Wherever {other} plays then, go on inside that cell."
    )


def promised(strategy: Strategy) -> str:
    mark, outcome = strategy.mark, strategy.value.outcome
    plies = many(strategy.value.plies, "ply", "plies")
    if not strategy.whole:
        known = {DRAW: "The game is a draw", WIN: f"{mark} can win in {plies}"}
        lost = f"{strategy.other} can win in {plies}, no sooner"
        return f"{known.get(outcome, lost)}; every answer of the map keeps that."
    if outcome == DRAW:
        return f"The game is a draw: by the map, {mark} never loses."
    if outcome == WIN:
        return f"{mark} wins in at most {plies}."
    return (
        f"{strategy.other} can win in {plies}; the map holds out as long as possible, and "
        f"punishes every mistake."
    )


def extent(strategy: Strategy, levels: int | None) -> str:
    all_of_them, depth = strategy.root.boards, strategy.depth
    if not strategy.whole:
        levels = levels or depth
        drawn = boards_within(strategy.root, levels)
        shown = "Here is the first board" if drawn == 1 else f"Here are the first {drawn:,} boards"
        return f"{shown}; the game goes on at “…”."
    size = f"{all_of_them:,} boards, {strategy.different:,} of them different."
    if levels is None or levels >= depth:
        return size
    drawn = boards_within(strategy.root, levels)
    return (
        f"{size} The map shows {drawn:,}, {levels} of {depth} levels; +12 in a cell counts 12 "
        f"boards that follow there."
    )


WIDTH, MARGIN, TITLE, TEXT = 1400, 24, 26, 16
# The most boards side by side, the largest width of a board, and the gap as a part of that width:
# it is larger than the gap between the parts of one board.
SIDE_BY_SIDE, WIDEST, FREE = 12, 240, 1 / 6


def strategy_sheet(
    game: Game[Any],
    file: StrategyFile,
    *,
    moves: int = 3,
    theme: str | Theme = LIGHT,
    size: float | None = None,
) -> Picture:
    """Draw the first moves of a strategy: a row for each ply, one board for symmetric ones.

    Args:
        game: the rules.
        file: a strategy of this game.
        moves: the number of moves of its side.
        theme: the colours.
        size: the width in pixels.

    Raises:
        PictureError: the theme or size is invalid.
        BadStrategy: the strategy is of another game.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.strategies.make import make_strategy
    >>> game = TicTacToe()
    >>> strategy_sheet(game, make_strategy(game).file).description
    '1, 2, 10 boards: the answers of X at its first moves, mirror images together.'
    """
    colours, claim = svg.theme_called(theme), file.claim
    layers = list(islice(strategy_layers(game, file), moves))
    begins = first_position(game, claim)
    origin = f" from {begins}" if begins else ""
    title = f"{game_name(game)}: the first moves of {game.marks[claim.player]}{origin}"
    parts = [svg.words(title, MARGIN, 2 * MARGIN, TITLE, colours.ink, anchor="start")]
    top = 2.0 * MARGIN + TITLE
    for layer in (layer for layer in layers if layer.answered):
        label = f"Ply {layer.ply + 1}"
        parts.append(svg.words(label, MARGIN, top + TEXT, TEXT, colours.ink, anchor="start"))
        boards = _boards(game, layer.answered, claim.player, colours)
        parts.append(boards.at(MARGIN, top + 2 * TEXT))
        top += boards.height + 3 * TEXT
    whole = Piece(svg.joined(*parts), WIDTH, top + MARGIN)
    counts = ", ".join(str(len(layer.answered)) for layer in layers)
    about = (
        f"{counts} boards: the answers of {game.marks[claim.player]} at its first moves"
        f"{origin}, mirror images together."
    )
    return Picture(whole, title, about, colours, svg.scale_to(size, whole))


def _boards(game: Game[Any], level: list[AnsweredPosition], player: int, theme: Theme) -> Piece:
    pieces = [
        draw(game, after, turn_after(game, player, after), last=move, before=at,
             coordinates=False, theme=theme).piece
        for at, move in level
        for after in [game.play(at, move)]
    ]  # fmt: skip
    room = WIDTH - 2 * MARGIN
    wide = min(WIDEST, room / min(len(pieces), SIDE_BY_SIDE))
    scale = (1 - FREE) * wide / pieces[0].width
    high = scale * pieces[0].height + FREE * wide
    placed = [
        piece.at(i % SIDE_BY_SIDE * wide, i // SIDE_BY_SIDE * high, scale)
        for i, piece in enumerate(pieces)
    ]
    return Piece(svg.joined(*placed), room, high * (1 + (len(pieces) - 1) // SIDE_BY_SIDE))
