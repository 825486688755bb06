"""The first moves of a strategy file on one sheet, with a board for each answer."""

from itertools import islice
from typing import Any

from noughts.game import Game, turn_after
from noughts.games.registry import game_name
from noughts.pictures.board.draw import draw
from noughts.pictures.picture import Picture, scale_to
from noughts.pictures.svg import Piece, joined, words
from noughts.pictures.theme import LIGHT, Theme, theme_called
from noughts.strategies.file import StrategyFile, first_position
from noughts.strategies.shape import AnsweredPosition, strategy_layers

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
    colours, claim = theme_called(theme), file.claim
    layers = list(islice(strategy_layers(game, file), moves))
    begins = first_position(game, claim)
    origin = f" from {begins}" if begins else ""
    title = f"{game_name(game)}: the first moves of {game.marks[claim.player]}{origin}"
    parts = [words(title, MARGIN, 2 * MARGIN, TITLE, colours.ink, anchor="start")]
    top = 2.0 * MARGIN + TITLE
    for layer in (layer for layer in layers if layer.answered):
        label = f"Ply {layer.ply + 1}"
        parts.append(words(label, MARGIN, top + TEXT, TEXT, colours.ink, anchor="start"))
        boards = _boards(game, layer.answered, claim.player, colours)
        parts.append(boards.at(MARGIN, top + 2 * TEXT))
        top += boards.height + 3 * TEXT
    whole = Piece(joined(*parts), WIDTH, top + MARGIN)
    counts = ", ".join(str(len(layer.answered)) for layer in layers)
    about = (
        f"{counts} boards: the answers of {game.marks[claim.player]} at its first moves"
        f"{origin}, mirror images together."
    )
    return Picture(whole, title, about, colours, 1.0 if size is None else scale_to(size, whole))


def _boards(game: Game[Any], level: list[AnsweredPosition], player: int, theme: Theme) -> Piece:
    """Rows of boards after an answer, which is highlighted."""
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
    return Piece(joined(*placed), room, high * (1 + (len(pieces) - 1) // SIDE_BY_SIDE))
