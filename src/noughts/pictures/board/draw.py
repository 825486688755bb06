"""Draw the board of any game, as a piece of a picture or as a whole picture, with a description."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from noughts.analysis.analyse import Analysis
from noughts.board import Board, Look
from noughts.game import FIRST, Game, by_points, play_legal, winner_of
from noughts.games.registry import game_name
from noughts.pictures.board import highlights, overlays
from noughts.pictures.board.annotations import (
    NO_NOTES,
    Notes,
    Values,
    asked_for,
    best_of,
    line_of_play,
    played_on,
    value_arrows,
    value_signs,
)
from noughts.pictures.board.background import LIP, ROOM, coordinates, coordinates_inside, ground
from noughts.pictures.board.geometry import CELL, Geometry, Point
from noughts.pictures.board.marks import mark, on_board
from noughts.pictures.picture import Picture, scale_to
from noughts.pictures.svg import Piece, Svg, group, joined, tag
from noughts.pictures.theme import LIGHT, Theme, theme_called
from noughts.players.match import Match
from noughts.value import OPEN, Value

# Marks whose name differs from their character.
MARK_NAMES = {"*": "counters", "#": "squares", "!": "poison"}


def board_title(game: Game[Any], position: Any, turn: int) -> str:
    """The title of a picture: the game, and the player to move or the result."""
    return f"{game_name(game)}, {standing(game, position, turn)}"


def standing(game: Game[Any], position: Any, turn: int) -> str:
    outcome = game.outcome(position)
    if outcome == OPEN:
        return f"{game.marks[turn]} to move"
    winner = winner_of(outcome, turn)
    if winner is None:
        return "drawn"
    return f"{game.marks[winner]} has won{by_points(game, position)}"


def board_description(board: Board) -> str:
    """The marks of a board in words, one sentence per kind of mark.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(board_description(game.board(*game.parse("xo1/1x1/2o x"))))
    X on a3, b2. O on b3, c1. Empty: c3, a2, c2, a1, b1.
    """
    marks = list(dict.fromkeys(sorted(cell.mark for cell in board.cells if cell.mark)[::-1]))
    sentences = [f"{MARK_NAMES.get(mark, mark)} on {_names(board, mark)}." for mark in marks]
    empty = _names(board, "")
    if empty:
        sentences.append(f"Empty: {empty}." if marks else "The board is empty.")
    parts = [f"{part.mark} has won the part from {part.cells[0]} to {part.cells[-1]}."
             for part in board.closed if part.mark]  # fmt: skip
    lines = [f"The line {'-'.join(line)} decided the game." for line in board.lines]
    return " ".join([*sentences, *parts, *lines])


def valued(game: Game[Any], values: Values) -> str:
    if not values:
        return ""
    best = best_of(values)
    ordered = sorted(values, key=lambda move: values[move].score, reverse=True)
    names = ", ".join(game.name(move) for move in ordered if move in best)
    all_of_them = ", ".join(f"{game.name(move)} {values[move]}" for move in ordered)
    return f"Best: {names}. Every move: {all_of_them}."


def _names(board: Board, mark: str) -> str:
    return ", ".join(cell.name for cell in board.cells if cell.mark == mark)


def targets(geometry: Geometry) -> Svg:
    """A shape over each cell with moves; on a rack, over its whole column.

    Its `data-moves` lists the moves, separated by spaces.
    """
    return group(
        *(
            _target(geometry, x, y, cell.name, cell.moves)
            for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
            if cell.moves
        ),
        class_="targets",
    )


def _target(geometry: Geometry, x: float, y: float, name: str, moves: tuple[int, ...]) -> Svg:
    rack = geometry.board.look == Look.RACK
    return tag(
        "rect",
        x=x - CELL / 2,
        y=0 if rack else y - CELL / 2,
        width=CELL,
        height=geometry.height if rack else CELL,
        fill="#FFFFFF",
        fill_opacity=0,
        data_cell=name,
        data_moves=" ".join(map(str, moves)),
    )


MARGIN = 0.25 * CELL
# The looks with room for labels in their cells.
INSIDE = (Look.GRID, Look.RACK)
HEADER = 0.7 * CELL  # height of the room above a rack for the values of its columns


def board_piece(
    board: Board,
    notes: Notes = NO_NOTES,
    theme: Theme = LIGHT,
    *,
    playable: bool = False,
    header: bool = False,
) -> Piece:
    """A board with its notes, without labels and margins, for use in other pictures.

    Args:
        board: the board.
        notes: the notes; their lines are shown instead of the board's own.
        theme: the colours.
        playable: add an invisible shape over each cell with moves, for a program to react to.
        header: keep the room for values above a rack, even if there are none.

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
        draw_marks(geometry, notes, colours),
        *(highlights.closed(geometry, part, theme) for part in board.closed),
        highlights.last_move(geometry, notes, colours),
        overlays.ghosts(geometry, notes, colours),
        overlays.arrows(geometry, notes, colours),
        overlays.draw_values(geometry, notes, theme),
        targets(geometry) if playable else "",
    )
    if board.look == Look.RACK and (notes.signs or header):
        below = group(svg, transform=f"translate(0 {HEADER:.5g})")
        return Piece(below, geometry.width, geometry.height + HEADER)
    return Piece(svg, geometry.width, geometry.height)


def draw_marks(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
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
    """The board with labels of rows and columns around it, or small ones inside."""
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
    """The room for labels to the left of a board and above it."""
    no_room = board.look in (Look.RACK, Look.HEXAGONS) or (inside and board.look in INSIDE)
    left = 0 if no_room else ROOM
    over = ROOM * 0.85 if board.look == Look.HEXAGONS or _numbered(board) else 0
    return Point(left, over)


def corner(board: Board, *, header: bool = False, inside: bool = False) -> Point:
    """The board's upper left corner in the picture made by `draw`.

    Args:
        board: the board, drawn with labels.
        header: whether room is kept above a rack for the values of its columns.
        inside: whether the labels are inside the board.

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
    """Draw a position.

    Args:
        game: the rules.
        position: the position; by default the start.
        turn: the player to move; by default from the game.
        values: the values of the moves, by move, or an analysis of the position.
        last: the move that led to the position, to be highlighted; needs `before`.
        before: the position before `last`.
        line: whether to highlight the line that decided the game.
        arrows: arrows from cell to cell, by name.
        ghosts: a line of play from the position, for example the principal variation, shown as
            numbered marks.
        coordinates: whether to label rows and columns; "inside" writes small labels in the board,
            if its cells have room for them.
        playable: whether to add an invisible shape over each cell with moves, for a program to
            react to; its `data-moves` lists the moves.
        header: keep the room for values above a rack, even if there are none, so that pictures
            with and without values have one size.
        theme: the colours: "light", "dark", "currentColor", "wood", "contrast", or a theme.
        size: the width in pixels; by default 48 for each cell, and more if a cell shows several
            values.

    Raises:
        PictureError: a theme, cell or size does not exist, or the line of play is illegal.

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
        value_signs(game, board, worth),
        () if last is None or before is None else _last(game, before, turn, last),
        board.lines if line else (),
        (*value_arrows(game, board, worth), *numbered, *asked_for(board, arrows)),
        stones,
    )
    piece = board_piece(board, notes, colours, playable=playable, header=header)
    if coordinates:
        piece = with_coordinates(piece, board, colours, inside=coordinates == "inside")
    whole = with_margin(piece)
    about = " ".join(filter(None, (board_description(board), valued(game, worth))))
    scale = _usual_scale(notes) if size is None else scale_to(size, whole)
    return Picture(whole, board_title(game, position, turn), about, colours, scale)


def draw_match(match: Match[Any], **options: Any) -> Picture:
    """Draw a match's position with its last move highlighted; takes the options of `draw`."""
    if match.ply:
        options |= {"last": match.moves[-1], "before": match.positions[-2]}
    return draw(match.game, match.position, match.turn, **options)


def worths(values: Mapping[int, Value] | Analysis | None) -> dict[int, Value]:
    if isinstance(values, Analysis):
        return {move.move: move.value for move in values.moves if move.value is not None}
    return dict(values or {})


def _turn(game: Game[Any], position: Any, turn: int | None) -> int:
    if turn is not None:
        return turn
    known = game.turn(position)
    return FIRST if known is None else known


def _last(game: Game[Any], before: Any, turn: int, move: int) -> tuple[str, ...]:
    after = play_legal(game, before, move)
    moved = 1 - turn if game.alternates else game.mover(before)
    return played_on(game, game.board(before, moved), game.board(after, turn), move)


def _usual_scale(notes: Notes) -> float:
    """The default scale, larger if a cell shows several values, whose letters are small."""
    return 1.6 if any(len(signs) > 1 for signs in notes.signs.values()) else 1.0


def with_margin(piece: Piece) -> Piece:
    return Piece(piece.at(MARGIN, MARGIN), piece.width + 2 * MARGIN, piece.height + 2 * MARGIN)
