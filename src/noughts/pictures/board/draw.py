"""Any board of any game, as a piece of a picture or as a picture of its own."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from noughts.analysis.analyse import Analysis
from noughts.board import Board, Look
from noughts.game import FIRST, Game, play_legal
from noughts.pictures.board import arrows, badges, highlights
from noughts.pictures.board.alt_text import described, title_of, valued
from noughts.pictures.board.annotations import (
    NO_NOTES,
    Notes,
    asked_for,
    line_of_play,
    played_on,
    signs,
    steps,
)
from noughts.pictures.board.background import ground
from noughts.pictures.board.coordinates import LIP, ROOM, coordinates, coordinates_inside
from noughts.pictures.board.geometry import CELL, Geometry, Point
from noughts.pictures.board.hit_areas import targets
from noughts.pictures.board.marks import mark, on_board
from noughts.pictures.picture import Picture, scale_to
from noughts.pictures.svg import Piece, Svg, group, joined, tag
from noughts.pictures.theme import LIGHT, Theme, theme_called
from noughts.players.match import Match
from noughts.value import Value

MARGIN = 0.25 * CELL
# The looks that have room for names in their cells.
INSIDE = (Look.GRID, Look.RACK)
HEADER = 0.7 * CELL  # the room above a rack in which the values of its columns stand


def board_piece(
    board: Board,
    notes: Notes = NO_NOTES,
    theme: Theme = LIGHT,
    *,
    playable: bool = False,
    header: bool = False,
) -> Piece:
    """A board with its notes, without names and margins, for use in other pictures.

    Args:
        board: what lies where.
        notes: what is told about it. Its lines are those to be shown; the board's own are not
            looked at.
        theme: the colours.
        playable: put an unseen shape over each cell with moves, for programs to react to.
        header: keep the room above a rack in which values stand, even if there are none.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> piece = board_piece(game.board(game.start(), 0))
    >>> piece.width, piece.height
    (144.0, 144.0)
    """
    geometry, colours = Geometry(board), on_board(theme, board.look)
    svg = joined(
        highlights.where_to_play(geometry, theme),
        highlights.tints(geometry, notes, theme),
        ground(geometry, theme),
        highlights.deciding_lines(geometry, notes, colours),
        marks_of(geometry, notes, colours),
        *(highlights.closed(geometry, part, theme) for part in board.closed),
        highlights.last_move(geometry, notes, colours),
        arrows.ghosts(geometry, notes, colours),
        arrows.arrows(geometry, notes, colours),
        badges.values(geometry, notes, theme),
        targets(geometry) if playable else "",
    )
    if board.look == Look.RACK and (notes.signs or header):
        below = group(svg, transform=f"translate(0 {HEADER:.5g})")
        return Piece(below, geometry.width, geometry.height + HEADER)
    return Piece(svg, geometry.width, geometry.height)


def marks_of(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The marks of a board, each in its cell."""
    look = geometry.board.look
    return group(
        *(
            tag("g", mark(cell, look, theme, cell.name in notes.signs), transform=_moved(*place))
            for cell, place in zip(geometry.board.cells, geometry.centres, strict=True)
            if cell.mark
        ),
        class_="marks",
    )


def _moved(x: float, y: float) -> str:
    return f"translate({x:.5g} {y:.5g})"


def with_coordinates(piece: Piece, board: Board, theme: Theme, *, inside: bool = False) -> Piece:
    """The board with the names of its rows and columns around it, or small ones in it."""
    geometry, inside = Geometry(board), inside and board.look in INSIDE
    names = (coordinates_inside if inside else coordinates)(geometry, theme)
    above = piece.height - geometry.height
    left, over = _names_before(board, inside)
    below = LIP * (board.look == Look.RACK) if inside else 0 if geometry.hexagons else ROOM
    svg = joined(
        group(piece.svg, transform=f"translate({left:.5g} {over:.5g})"),
        group(names, transform=f"translate({left:.5g} {over + above:.5g})"),
    )
    return Piece(svg, piece.width + left, piece.height + over + below)


def _names_before(board: Board, inside: bool = False) -> Point:
    """The room that names take to the left of a board, and above it."""
    no_room = board.look in (Look.RACK, Look.HEXAGONS) or (inside and board.look in INSIDE)
    left = 0 if no_room else ROOM
    over = ROOM * 0.85 if board.look == Look.HEXAGONS or _numbered(board) else 0
    return Point(left, over)


def corner(board: Board, *, header: bool = False, inside: bool = False) -> Point:
    """Where the board's upper left corner lies in the picture that `draw` makes of it.

    Args:
        board: what is drawn, with the names of rows and columns.
        header: whether room is kept above a rack for the values of its columns.
        inside: whether the names stand in the board.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> corner(TicTacToe().board(TicTacToe().start(), 0))
    Point(x=38.88, y=12.0)
    """
    left, over = _names_before(board, inside)
    above = HEADER if header and board.look == Look.RACK else 0
    return Point(MARGIN + left, MARGIN + over + above)


def _numbered(board: Board) -> bool:
    return any(cell.name[:1].isdigit() for cell in board.cells)


def draw(  # noqa: PLR0913  # settings, each given by its name
    game: Game[Any],
    position: Any = None,
    turn: int | None = None,
    *,
    values: Mapping[int, Value] | Analysis | None = None,
    last: int | None = None,
    before: Any = None,
    line: bool = True,
    arrows: Iterable[tuple[str, str]] = (),
    ghosts: Iterable[int] = (),
    coordinates: bool | Literal["inside"] = True,
    playable: bool = False,
    header: bool = False,
    theme: str | Theme = LIGHT,
    size: float | None = None,
) -> Picture:
    """The picture of a position.

    Args:
        game: the rules.
        position: the position; the start unless told otherwise.
        turn: whose turn it is; asked of the game unless told.
        values: what the moves are worth, by move, or an analysis of the position.
        last: the move that led to the position, to be pointed out; needs `before`.
        before: the position before that.
        line: whether to point out the line that decided the game.
        arrows: arrows from cell to cell, by name.
        ghosts: a line of play from the position, the principal variation perhaps, whose moves
            are shown as numbered marks.
        coordinates: whether to name rows and columns; "inside" writes the names small, in the
            board, where its cells have room for them.
        playable: whether to put an unseen shape over each cell with moves, whose `data-moves`
            says which, for programs to react to.
        header: keep the room above a rack in which values stand, even if there are none, so that
            pictures with and without them are alike.
        theme: the colours: "light", "dark", "currentColor", "wood", "contrast", or a theme.
        size: how many pixels wide the picture is shown; by default 48 for each cell,
            and more where a cell has many values to show.

    Raises:
        PictureError: there is no such theme, cell or size, or the line of play cannot be played.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> print(draw(TicTacToe()).description)
    The board is empty.
    """
    position = game.start() if position is None else position
    turn = _turn(game, position, turn)
    board = game.board(position, turn)
    colours = theme_called(theme)
    worth = worths(values)
    stones, numbered = line_of_play(game, position, turn, ghosts)
    notes = Notes(
        signs(game, board, worth),
        () if last is None or before is None else _last(game, before, turn, last),
        board.lines if line else (),
        (*steps(game, board, worth), *numbered, *asked_for(board, arrows)),
        stones,
    )
    piece = board_piece(board, notes, colours, playable=playable, header=header)
    if coordinates:
        piece = with_coordinates(piece, board, colours, inside=coordinates == "inside")
    whole = with_margin(piece)
    about = " ".join(filter(None, (described(board), valued(game, worth))))
    scale = _usual_scale(notes) if size is None else scale_to(size, whole)
    return Picture(whole, title_of(game, position, turn), about, colours, scale)


def draw_match(match: Match[Any], **options: Any) -> Picture:
    """The picture of a match's position, the last move pointed out; with the options of `draw`."""
    if match.ply:
        options |= {"last": match.moves[-1], "before": match.positions[-2]}
    return draw(match.game, match.position, match.turn, **options)


def worths(values: Mapping[int, Value] | Analysis | None) -> dict[int, Value]:
    """The values by move, as far as they are known."""
    if isinstance(values, Analysis):
        return {move.move: move.value for move in values.moves if move.value is not None}
    return dict(values or {})


def _turn(game: Game[Any], position: Any, turn: int | None) -> int:
    """Whose turn it is: as told, as the game says, or the first player's."""
    if turn is not None:
        return turn
    known = game.turn(position)
    return FIRST if known is None else known


def _last(game: Game[Any], before: Any, turn: int, move: int) -> tuple[str, ...]:
    after = play_legal(game, before, move)
    moved = 1 - turn if game.alternates else game.mover(before)
    return played_on(game, game.board(before, moved), game.board(after, turn), move)


def _usual_scale(notes: Notes) -> float:
    """Larger where the values of several moves stand in one cell: their letters are small."""
    return 1.6 if any(len(signs) > 1 for signs in notes.signs.values()) else 1.0


def with_margin(piece: Piece) -> Piece:
    """The piece with a little room around it."""
    return Piece(piece.at(MARGIN, MARGIN), piece.width + 2 * MARGIN, piece.height + 2 * MARGIN)
