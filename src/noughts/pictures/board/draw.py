"""Draw the board of any game, as a piece of a picture or as a whole picture, with a description."""

import math
from collections.abc import Iterable, Mapping
from typing import Any, Literal

from noughts.analysis.analyse import Analysis
from noughts.board import Board, Look
from noughts.game import FIRST, Game, by_points, play_legal, winner_of
from noughts.games.given import takes_names
from noughts.games.registry import game_name
from noughts.pictures import svg
from noughts.pictures.board import highlights
from noughts.pictures.board.geometry import (
    CELL,
    Geometry,
    Point,
    coordinates,
    margin,
    shortened_segment,
)
from noughts.pictures.board.grounds import ground
from noughts.pictures.board.highlights import Arrow, Ghost, Notes, Sign, Values
from noughts.pictures.board.looks import DISC, angles, mark, on_board
from noughts.pictures.svg import LIGHT, Picture, Piece, Svg, Theme
from noughts.players.match import Match
from noughts.value import OPEN, AnyValue

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


def values_in_words(game: Game[Any], values: Values) -> str:
    if not values:
        return ""
    best = highlights.best_of(values)
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
    rack = geometry.board.look == Look.RACK
    return svg.group(*(
        svg.tag("rect", x=x - CELL / 2, y=0 if rack else y - CELL / 2, width=CELL,
                height=geometry.height if rack else CELL, fill="#FFFFFF", fill_opacity=0,
                data_cell=cell.name, data_moves=" ".join(map(str, cell.moves)))
        for cell, (x, y) in zip(geometry.board.cells, geometry.centres, strict=True)
        if cell.moves
    ), class_="targets")  # fmt: skip


MARGIN = 0.25 * CELL
HEADER = 0.48 * CELL  # height of the room above a rack for the values of its columns


def board_piece(
    board: Board,
    notes: Notes = highlights.NO_NOTES,
    theme: Theme = LIGHT,
    *,
    playable: bool = False,
    header: bool = False,
) -> Piece:
    """A board with its notes, without labels and margins, for use in other pictures.

    The lines of the notes are shown instead of the board's own; `playable` and `header` are as in
    `draw`.
    """
    geometry, colours = Geometry(board), on_board(theme, board.look)
    base, lines, plate = ground(geometry, theme)
    drawn = svg.joined(
        base,
        highlights.where_to_play(geometry, theme),
        highlights.last_move(geometry, notes, colours, below=True),
        highlights.bands(geometry, notes, colours),
        lines,
        draw_marks(geometry, notes, colours),
        plate,
        *(highlights.closed(geometry, part, theme) for part in board.closed),
        highlights.last_move(geometry, notes, colours, below=False),
        highlights.deciding_lines(geometry, notes, colours),
        highlights.playable_cells(geometry, notes, theme),
        ghosts(geometry, notes, colours),
        arrows(geometry, notes, colours),
        draw_values(geometry, notes, theme),
        targets(geometry) if playable else "",
    )
    if board.look == Look.RACK and (notes.signs or header):
        below = svg.group(drawn, transform=f"translate(0 {HEADER:.5g})")
        return Piece(below, geometry.width, geometry.height + HEADER)
    return Piece(drawn, geometry.width, geometry.height)


def draw_marks(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    look, turned = geometry.board.look, angles(geometry.board)
    return svg.group(*(
        svg.tag("g", mark(cell, look, theme, covered=cell.name in notes.signs,
                          angle=turned.get(cell.name, 0)), transform=highlights.moved_to(*place))
        for cell, place in zip(geometry.board.cells, geometry.centres, strict=True)
        if cell.mark
    ), class_="marks")  # fmt: skip


def with_coordinates(piece: Piece, board: Board, theme: Theme, *, small: bool = False) -> Piece:
    """The board with labels of rows and columns in a margin."""
    geometry, room = Geometry(board), margin(board, small=small)
    above = piece.height - geometry.height
    top = MARGIN if above else room  # a header is a margin, too
    names = coordinates(geometry, theme, small=small)
    side = _side(board, room, small)
    drawn = svg.joined(
        svg.group(piece.svg, transform=highlights.moved_to(side, top)),
        svg.group(names, transform=highlights.moved_to(side, top + above)),
    )
    return Piece(drawn, piece.width + 2 * side, piece.height + top + room)


def _side(board: Board, room: float, small: bool) -> float:
    """The margin on the left and right: boards without labels there are larger in a page."""
    return MARGIN / 2 if small and board.look in (Look.RACK, Look.PITS) else room


def corner(board: Board) -> Point:
    """The board's upper left corner in a picture of `draw` with a header and small labels."""
    room = margin(board, small=True)
    return Point(_side(board, room, True), MARGIN + HEADER if board.look == Look.RACK else room)


@takes_names
def draw(  # noqa: PLR0913  # settings, each given by its name
    game: Game[Any],
    position: Any = None,
    turn: int | None = None,
    *,
    values: Mapping[int, AnyValue] | Analysis | None = None,
    last: int | None = None,
    before: Any = None,
    line: bool = True,
    arrows: Iterable[tuple[str, str]] = (),
    ghosts: Iterable[int] = (),
    coordinates: bool | Literal["small"] = True,
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
        coordinates: whether to label rows and columns; "small" writes labels that suit a picture
            as wide as a window, and none on nine cells.
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
    own = game.turn(position) if turn is None else turn
    turn = FIRST if own is None else own
    board = game.board(position, turn)
    colours = svg.theme_called(theme)
    worth = worths(values)
    stones, numbered = highlights.line_of_play(game, position, turn, ghosts)
    valued = highlights.value_arrows(game, board, worth)
    notes = Notes(
        highlights.value_signs(game, board, worth),
        () if last is None or before is None else _last(game, before, turn, last),
        board.lines if line else (),
        (*valued, *numbered, *highlights.asked_for(board, arrows)),
        stones,
    )
    piece = board_piece(board, notes, colours, playable=playable, header=header)
    whole = Piece(piece.at(MARGIN, MARGIN), piece.width + 2 * MARGIN, piece.height + 2 * MARGIN)
    if coordinates:
        whole = with_coordinates(piece, board, colours, small=coordinates == "small")
    about = " ".join(filter(None, (board_description(board), values_in_words(game, worth))))
    # Several values in one cell have small letters.
    usual = 1.6 if any(len(signs) > 1 for signs in notes.signs.values()) else 1.0
    scale = svg.scale_to(size, whole, usual)
    return Picture(whole, board_title(game, position, turn), about, colours, scale)


def draw_match(match: Match[Any], **options: Any) -> Picture:
    """Draw a match's position with its last move highlighted; takes the options of `draw`."""
    if match.ply:
        options |= {"last": match.moves[-1], "before": match.positions[-2]}
    return draw(match.game, match.position, match.turn, **options)


def cells_played(match: Match[Any]) -> tuple[str, ...]:
    """The names of the cells of a match's last move; none at its start."""
    if not match.ply:
        return ()
    return _last(match.game, match.positions[-2], match.turn, match.moves[-1])


def worths(values: Mapping[int, AnyValue] | Analysis | None) -> dict[int, AnyValue]:
    if isinstance(values, Analysis):
        return {move.move: move.value for move in values.moves if move.value is not None}
    return dict(values or {})


def _last(game: Game[Any], before: Any, turn: int, move: int) -> tuple[str, ...]:
    after = play_legal(game, before, move)
    moved = 1 - turn if game.alternates else game.mover(before)
    return highlights.played_on(game, game.board(before, moved), game.board(after, turn), move)


BADGE = 0.36 * CELL  # font size of a value
SMALL = 0.25 * CELL  # font size of several values in one cell
BADGE_MARGIN = 0.9  # extra width of a badge, in units of the font size; a bold W is wider than most


def draw_values(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The value of every move: on its cell, or above its column on a rack."""
    badges = (_on_cell(geometry, notes, name, theme) for name in notes.signs)
    return svg.group(*badges, class_="values")


def _on_cell(geometry: Geometry, notes: Notes, name: str, theme: Theme) -> Svg:
    """The values of a cell's moves; lower and smaller if a ghost shares the cell."""
    (x, y), signs, look = geometry.centre(name), notes.signs[name], geometry.board.look
    if look == Look.RACK:
        return badge(signs[0], theme).around(x, -0.34 * CELL)
    shared = any(ghost.cell.name == name for ghost in notes.ghosts)
    if len(signs) > 1:
        room = 0.54 * CELL if shared else 0.94 * CELL
        return several(signs, theme, room).around(x, y + 0.22 * CELL * shared)
    size = 0.8 * BADGE if shared else BADGE
    low = {Look.HEAPS: 0.15, Look.HEXAGONS: 0.2}.get(look, 0.24)  # the first two have no corners
    return badge(signs[0], theme, size).around(x, y + low * CELL * shared)


def badge(sign: Sign, theme: Theme, size: float = BADGE) -> Piece:
    """A value in its colour, on a pale ground; the best values are on a ground of that colour."""
    text = f"{sign.word} {sign.value.sign()}".strip()
    size = min(size, 0.96 * CELL / (svg.width_of(text, 1) + BADGE_MARGIN))
    width, height = svg.width_of(text, size) + BADGE_MARGIN * size, 1.38 * size
    colour = theme.of_value(sign.value)
    pale = theme.ground_of_value(sign.value), colour, "value"
    fill, ink, kind = (colour, theme.on_value, "value best") if sign.best else pale
    plate = svg.tag("rect", width=width, height=height, rx=0.35 * size, fill=fill)
    letters = svg.words(text, width / 2, height / 2, size, ink, font_weight="bold")
    return Piece(svg.tag("g", plate, letters, class_=kind), width, height)


def several(signs: tuple[Sign, ...], theme: Theme, room: float) -> Piece:
    """The values of several moves on one cell: a row for each value, the best on top.

    The height of all rows together is at most `room`.
    """
    by_value: dict[int, list[Sign]] = {}
    for sign in sorted(signs, key=lambda sign: -sign.value.score):
        by_value.setdefault(sign.value.score, []).append(sign)
    rows = [
        group_of[0]._replace(word=" ".join(sign.word for sign in group_of))
        for group_of in by_value.values()
    ]
    longest = max(svg.width_of(f"{row.word} {row.value.sign()}", 1) for row in rows) + BADGE_MARGIN
    size = min(SMALL, 0.96 * CELL / longest, room / (1.38 * len(rows)))
    pieces = [badge(row, theme, size) for row in rows]
    width, height = max(piece.width for piece in pieces), pieces[0].height
    placed = (p.at((width - p.width) / 2, i * height) for i, p in enumerate(pieces))
    return Piece(svg.joined(*placed), width, len(pieces) * height)


# The looks whose cells can be played on although they are not empty.
OPEN_MARKS = (Look.HEAPS, Look.PLAIN)
NUMBER = 0.3 * CELL  # the size of a ply's number


def arrows(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """The arrows of moves from cell to cell, with their values or plies."""
    return svg.group(*(_arrow(geometry, arrow, theme) for arrow in notes.arrows), class_="arrows")


def _arrow(geometry: Geometry, arrow: Arrow, theme: Theme) -> Svg:
    begin, end = geometry.centre(arrow.begin), geometry.centre(arrow.end)
    colour = theme.of_value(arrow.value) if arrow.value else theme.ink
    width = 5 if arrow.best else 3
    start, tip = shortened_segment(begin, end, DISC + 2, 0.16 * CELL)
    _, neck = shortened_segment(begin, end, 0, 0.16 * CELL + 3 * width)
    across = Point(0.53 * (neck.y - tip.y), 0.53 * (tip.x - neck.x))
    left, right = (Point(neck.x + s * across.x, neck.y + s * across.y) for s in (1, -1))
    way = f"M{start.x:.5g} {start.y:.5g}L{neck.x:.5g} {neck.y:.5g}"
    shaft = svg.tag("path", d=way, stroke=colour, stroke_width=width)
    return svg.tag(
        "g",
        shaft,
        svg.tag("polygon", points=svg.points(tip, left, right), fill=colour),
        _arrow_label(arrow, start, neck, theme),
        class_="arrow",
    )


def _arrow_label(arrow: Arrow, start: Point, neck: Point, theme: Theme) -> Svg:
    """The value or ply of an arrow, on its shaft; beside it on a transparent ground."""
    place = Point((start.x + neck.x) / 2, (start.y + neck.y) / 2)
    if arrow.value:
        label = badge(Sign(arrow.value, arrow.best), theme, 0.72 * BADGE)
        if theme.ground == "none" and not arrow.best:
            place = _beside(place, start, neck, label.width, label.height)
        return label.around(*place)
    if not arrow.number:
        return Svg("")
    if theme.ground == "none":
        place = _beside(place, start, neck, NUMBER, NUMBER)
    return numbered_plate(arrow.number, place, theme, theme.ground)


def _beside(place: Point, start: Point, neck: Point, width: float, height: float) -> Point:
    """The centre of a label that is clear of an arrow: above it, or to its right."""
    length = math.dist(start, neck) or 1
    x, y = (neck.y - start.y) / length, (start.x - neck.x) / length
    side = -1 if y > 0.01 or (y > -0.01 and x < 0) else 1
    far = side * (abs(x) * width / 2 + abs(y) * height / 2)
    return Point(place.x + far * x, place.y + far * y)


def ghosts(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    return svg.group(
        *(_ghost(geometry, notes, ghost, theme) for ghost in notes.ghosts), class_="ghosts"
    )


def _ghost(geometry: Geometry, notes: Notes, ghost: Ghost, theme: Theme) -> Svg:
    """A pale mark with its ply on it, or beside it where it would be unreadable."""
    x, y = geometry.centre(ghost.cell.name)
    look = geometry.board.look
    pale = _coming(geometry, ghost, theme)
    place, size, number = Point(x, y), 0.9, Point(x, y)
    if ghost.cell.name in notes.signs and look != Look.RACK:
        up = {Look.HEAPS: 0.2, Look.PLAIN: 0.2}.get(look, 0.26)
        place, size = Point(x - 0.2 * CELL, y - up * CELL), 0.4
        number = Point(x + (0.2 * CELL if pale else 0), place.y)
    elif pale and theme.ground == "none":
        place, size, number = Point(x - 0.16 * CELL, y), 0.6, Point(x + 0.28 * CELL, y)
    elif pale and ghost.cell.mark[:1] not in ("X", "O"):
        number = Point(x - 0.3 * CELL, y - 0.3 * CELL)
    elif not pale and look not in OPEN_MARKS and geometry.board.cell(ghost.cell.name).mark:
        return _ringed(ghost.number, Point(x + 0.345 * CELL, y - 0.08 * CELL), theme)
    moved = svg.group(Piece(pale, CELL, CELL).at(*place, size) if pale else "", opacity=0.45)
    hides = (pale and number == place) or look == Look.PLAIN
    plate = theme.ground if hides else "none"
    return svg.tag("g", moved, numbered_plate(ghost.number, number, theme, plate), class_="ghost")


def _coming(geometry: Geometry, ghost: Ghost, theme: Theme) -> Svg:
    """The mark of a future move, without its age; empty if another mark is still there."""
    look, sign = geometry.board.look, ghost.cell.mark
    if not sign or (geometry.board.cell(ghost.cell.name).mark and look not in OPEN_MARKS):
        return Svg("")
    return mark(ghost.cell._replace(mark=sign[: 1 if sign[0] in "XO" else None]), look, theme)


def _ringed(number: int, place: Point, theme: Theme) -> Svg:
    """A ply's number in a ring, beside a mark that already shows its age."""
    ring = svg.tag("circle", cx=place.x, cy=place.y, r=0.135 * CELL, fill="none", stroke=theme.ink,
                   stroke_width=1)  # fmt: skip
    letters = svg.words(str(number), *place, 0.19 * CELL, theme.ink, font_weight="bold")
    return svg.tag("g", ring, letters, class_="ghost")


def numbered_plate(number: int, place: Point, theme: Theme, plate: str) -> Svg:
    size = NUMBER if number < 10 else 0.85 * NUMBER
    disc = svg.tag("circle", cx=place.x, cy=place.y, r=0.78 * size, fill=plate)
    letters = svg.words(str(number), *place, size, theme.ink, font_weight="bold")
    return svg.joined(*([] if plate == "none" else [disc]), letters)
