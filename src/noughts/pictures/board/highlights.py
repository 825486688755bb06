"""Notes and highlights to draw over a board, such as the last move."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any, NamedTuple

from noughts.board import Board, Cell, Closed, Look
from noughts.errors import PictureError
from noughts.game import Game, legal_moves, play_legal, turn_after
from noughts.pictures.board import looks
from noughts.pictures.board.geometry import CELL, Geometry, Point
from noughts.pictures.svg import Svg, Theme, group, joined, points, tag
from noughts.value import AnyValue


class Ghost(NamedTuple):
    """A mark of a future move."""

    cell: Cell  # the cell with its future mark
    number: int  # the ply, counted from this position; 1 for the next


class Arrow(NamedTuple):
    """A move from one cell to another, by their names."""

    begin: str
    end: str
    value: AnyValue | None = None  # of the move; None to show none
    best: bool = False  # whether no other move is better
    number: int = 0  # the ply in a line of play; otherwise 0


class Sign(NamedTuple):
    """The value of a move, written in its cell."""

    value: AnyValue  # its value for the player to move
    best: bool  # whether no other move is better
    word: str = ""  # a short name, if the cell has several moves; otherwise empty


class Notes(NamedTuple):
    """Everything drawn over a board and its marks."""

    # the values of the moves of each cell, by its name, in the game's order
    signs: Mapping[str, tuple[Sign, ...]] = {}
    last: tuple[str, ...] = ()  # the names of the cells of the last move
    lines: tuple[tuple[str, ...], ...] = ()  # the lines that decided the game, as names of cells
    arrows: tuple[Arrow, ...] = ()  # moves from cell to cell
    ghosts: tuple[Ghost, ...] = ()  # marks of future moves


NO_NOTES = Notes()

# The most arrows shown for a line of play.
MOST_STEPS = 3

Values = Mapping[int, AnyValue]


def best_of(values: Values) -> frozenset[int]:
    highest = max(values.values(), default=None)
    return frozenset(move for move, value in values.items() if value == highest)


def value_signs(game: Game[Any], board: Board, values: Values) -> dict[str, tuple[Sign, ...]]:
    """The values of moves by the name of their cell; `value_arrows` has moves from cell to cell."""
    best = best_of(values)
    found = {}
    for cell in board.cells:
        moves = [m for m in cell.moves if m in values and not step(game, board, m)]
        alone = len(cell.moves) == 1
        word = {move: "" if alone else short_name(game, cell, move) for move in moves}
        if moves:
            found[cell.name] = tuple(Sign(values[m], m in best, word[m]) for m in moves)
    return found


def short_name(game: Game[Any], cell: Cell, move: int) -> str:
    """A move's name without its cell: `X` for `xb2`, `5` for `b2=5`."""
    return game.name(move).replace(cell.name, "").strip("=-").upper()


def step(game: Game[Any], board: Board, move: int) -> tuple[str, str] | None:
    """The two cells of a move named like `b2-b3`; None for other moves."""
    begin, dash, end = game.name(move).partition("-")
    names = {cell.name for cell in board.cells}
    return (begin, end) if dash and begin in names and end in names else None


def value_arrows(game: Game[Any], board: Board, values: Values) -> tuple[Arrow, ...]:
    """An arrow for each valued move from cell to cell; the best come last, to be drawn on top."""
    best = best_of(values)
    found = [
        Arrow(*ends, value, move in best)
        for move, value in values.items()
        if (ends := step(game, board, move))
    ]
    return tuple(sorted(found, key=lambda arrow: arrow.best))


def asked_for(board: Board, arrows: Iterable[tuple[str, str]]) -> Iterator[Arrow]:
    names = {cell.name for cell in board.cells}
    for ends in arrows:
        for name in ends:
            if name not in names:
                raise PictureError(f"This board has no cell {name!r} for an arrow.")
        yield Arrow(*ends)


def played_on(game: Game[Any], board: Board, after: Board, move: int) -> tuple[str, ...]:
    """The cells of a move: its begin and end, or the cells that it changed."""
    ends = step(game, board, move)
    if ends:
        return ends
    changed = [
        (old, new)
        for old, new in zip(board.cells, after.cells, strict=True)
        if old.mark != new.mark
    ]
    filled = [new.name for old, new in changed if new.mark and move in old.moves]
    return tuple(filled or [new.name for _, new in changed])


def line_of_play(
    game: Game[Any], position: Any, turn: int, moves: Iterable[int]
) -> tuple[tuple[Ghost, ...], tuple[Arrow, ...]]:
    """The numbered marks and arrows of a line of play from a position.

    Each cell shows its first mark only, and each pair of cells its first arrow. There are at most
    MOST_STEPS arrows: more would be unreadable on the present board. PictureError names a move that
    cannot be played.
    """
    board = game.board(position, turn)
    ghosts: dict[int, Ghost] = {}
    ways: dict[frozenset[str], Arrow] = {}
    now = board
    for number, move in enumerate(moves, start=1):
        if move not in legal_moves(game, position):
            raise PictureError(f"Move {number} of the line, {game.name(move)}, is not legal.")
        if ends := step(game, now, move):
            ways.setdefault(frozenset(ends), Arrow(*ends, number=number))
        place = next((i for i, cell in enumerate(now.cells) if move in cell.moves), None)
        position = play_legal(game, position, move)
        turn = turn_after(game, turn, position)
        now = game.board(position, turn)
        if place is not None and not ends:
            old, new = board.cells[place], now.cells[place]
            if old.mark.isdigit():  # the cell shows its present number
                continue
            ghosts.setdefault(place, Ghost(old._replace(mark=new.mark, side=new.side), number))
    return tuple(ghosts.values()), tuple(ways.values())[:MOST_STEPS]


def where_to_play(geometry: Geometry, theme: Theme) -> Svg:
    """A frame around each part allowed for the next move, unless all parts are allowed."""
    board = geometry.board
    allowed, barred = [], []
    for part in geometry.parts:
        cells = [cell for cell in board.cells if part.holds(cell) and not cell.mark]
        if any(cell.moves for cell in cells):
            allowed.append(part)
        elif cells and not any(cells[0].name in closed.cells for closed in board.closed):
            barred.append(part)
    if not barred:
        return Svg("")
    return group(*(_frame(*geometry.box(part), theme) for part in allowed), class_="where")


def _frame(corner: Point, opposite: Point, theme: Theme) -> Svg:
    return tag("rect", x=corner.x + 1, y=corner.y + 1, width=opposite.x - corner.x - 2,
               height=opposite.y - corner.y - 2, rx=looks.ROUND, fill=theme.win_soft,
               stroke=theme.win, stroke_width=2)  # fmt: skip


def last_move(geometry: Geometry, notes: Notes, theme: Theme, *, below: bool) -> Svg:
    """The cells of the last move: a ground below the marks, or a sign on them."""
    board = geometry.board
    if (board.look in GROUNDED) != below or board.look == Look.HEAPS:
        return Svg("")
    shape = LAST.get(board.look, tinted)
    won = {name for line in notes.lines for name in line}
    cells = (board.cell(name) for name in notes.last if name not in won)
    return group(*(
        group(shape(cell, theme), transform=moved_to(*geometry.centre(cell.name)))
        for cell in cells
    ), class_="last")  # fmt: skip


def moved_to(x: float, y: float) -> str:
    return f"translate({x:.5g} {y:.5g})"


def tinted(cell: Cell, theme: Theme) -> Svg:
    side = CELL - 5
    return tag("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=looks.ROUND,
               fill=theme.soft)  # fmt: skip


def _around(cell: Cell, theme: Theme) -> Svg:
    """A ring around a stone, dashed around the cell that it has left."""
    return tag("circle", r=looks.DISC + 2, fill="none", stroke=theme.ink, stroke_width=2,
               stroke_dasharray=None if cell.mark else "4 4")  # fmt: skip


def _ringed(cell: Cell, theme: Theme) -> Svg:
    return tag("circle", r=0.45 * looks.DISC, fill="none", stroke="#FFFFFF", stroke_width=2.4)


def _glow(cell: Cell, theme: Theme) -> Svg:
    """A broad line below the edge that was drawn last."""
    reach = 0.75 * CELL
    path = f"M-{reach} 0H{reach}" if cell.row % 2 == 0 else f"M0 -{reach}V{reach}"
    return tag("path", d=path, fill="none", stroke=theme.win, stroke_width=13, stroke_opacity=0.3,
               stroke_linecap="round")  # fmt: skip


LAST: dict[Look, Callable[[Cell, Theme], Svg]] = {
    Look.RACK: _ringed,
    Look.HEXAGONS: _ringed,
    Look.POINTS: _around,
    Look.LINES: _around,
    Look.PITS: lambda cell, theme: tag("circle", r=looks.PIT + 1.5, fill="none",
                                       stroke=theme.wood_ink, stroke_width=2.4),
    Look.EDGES: _glow,
    **dict.fromkeys(
        looks.COLOURED, lambda cell, theme: tag("circle", r=0.1 * CELL, fill=theme.second_disc)
    ),
}  # fmt: skip
# The looks whose last move has a ground.
GROUNDED = (Look.GRID, Look.NINE, Look.DOMINOES, Look.PLAIN, Look.TEXT, Look.EDGES)


def playable_cells(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """Dots on the cells of a cloth on which a disc can be put; values show them as well."""
    if geometry.board.look != Look.CLOTH or notes.signs:
        return Svg("")
    places = zip(geometry.board.cells, geometry.centres, strict=True)
    return group(*(
        tag("circle", cx=x, cy=y, r=0.12 * CELL, fill=theme.black, fill_opacity=0.42)
        for cell, (x, y) in places if cell.moves
    ), class_="dots")  # fmt: skip


def closed(geometry: Geometry, part: Closed, theme: Theme) -> Svg:
    """The winner's mark over a closed part; only a veil if it is drawn."""
    places = [geometry.centre(name) for name in part.cells]
    x, y = (sum(place[i] for place in places) / len(places) for i in (0, 1))
    side = max(place.x for place in places) - min(place.x for place in places) + CELL
    fill = theme.plate if theme.plate != "none" else theme.soft
    veil = tag("rect", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=looks.ROUND,
               fill=fill, fill_opacity=0.85)  # fmt: skip
    shape = looks.SHAPES.get(part.mark)
    if shape is None:
        return tag("g", veil, class_="closed")
    scale = 0.28 * side / looks.REACH
    place = f"translate({x:.5g} {y:.5g}) scale({scale:.4g})"
    large = shape(theme.of_player(part.winner), theme)
    return tag("g", veil, tag("g", large, transform=place), class_="closed")


def bands(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """A broad band below the marks of each deciding line, except on boards of stones."""
    if geometry.board.look in (*looks.SIGNED, *looks.COLOURED):
        return Svg("")
    found = (
        _band([geometry.centre(cell.name) for cell in run], theme)
        for line in notes.lines
        for run in runs(geometry, line)
    )
    return group(*found, class_="bands")


def deciding_lines(geometry: Geometry, notes: Notes, theme: Theme) -> Svg:
    """A stroke along each line in the winner's colour, broken where its cells are not adjacent."""
    return group(*(_line(geometry, line, theme) for line in notes.lines), class_="lines")


def drawn_lines(geometry: Geometry, lines: Iterable[tuple[str, ...]], theme: Theme) -> Svg:
    """Lines of a game as thin strokes with a dot in each cell; each line is a group."""
    ways = ([geometry.centre(name) for name in names] for names in lines)
    return group(*(
        tag("g", tag("polyline", points=points(*way), fill="none", stroke=theme.win,
                     stroke_width=2.5, stroke_linejoin="round"),
            *(tag("circle", cx=x, cy=y, r=4, fill=theme.win) for x, y in way), class_="drawn")
        for way in ways
    ))  # fmt: skip


def _line(geometry: Geometry, names: tuple[str, ...], theme: Theme) -> Svg:
    parts = runs(geometry, names)
    across = _across(geometry, names, theme) if len(parts) > 1 else Svg("")
    return joined(*(_run(geometry, run, theme) for run in parts), across)


def _across(geometry: Geometry, names: tuple[str, ...], theme: Theme) -> Svg:
    """A dotted stroke along a line that goes from board to board."""
    if not geometry.board.column_gaps:
        return Svg("")  # the line wraps around the edges of one board
    way = [geometry.centre(name) for name in names]
    return tag("polyline", points=points(*way), fill="none", stroke=theme.win, stroke_width=3,
               stroke_dasharray="2 7", stroke_linecap="round", class_="across")  # fmt: skip


def runs(geometry: Geometry, names: tuple[str, ...]) -> list[list[Cell]]:
    """Split a line into runs of adjacent cells: one, unless it wraps around an edge."""
    cells = [geometry.board.cell(name) for name in names]
    found: list[list[Cell]] = [[cells[0]]] if cells else []
    for before, cell in pairwise(cells):
        if geometry.touching(before, cell):
            found[-1].append(cell)
        else:
            found.append([cell])
    return found


def _run(geometry: Geometry, run: list[Cell], theme: Theme) -> Svg:
    places = [geometry.centre(cell.name) for cell in run]
    if len(places) == 1:
        return Svg("")
    if geometry.board.look in (*looks.SIGNED, *looks.COLOURED):  # on stones of any colour
        return joined(_stroke(places, theme.black, 6), _stroke(places, theme.white, 3))
    return _stroke(places, theme.of_player(run[0].side), 3.2)


def _stroke(way: list[Point], colour: str, width: float) -> Svg:
    return tag("polyline", points=points(*way), fill="none", stroke=colour, stroke_width=width,
               stroke_linecap="round", stroke_linejoin="round", pathLength=1)  # fmt: skip


def _band(places: list[Point], theme: Theme) -> Svg:
    """A broad band through these points; for a single point, a disc."""
    way = places if len(places) > 1 else [places[0], Point(places[0].x + 0.01, places[0].y)]
    return tag("polyline", points=points(*way), fill="none", stroke=theme.win_soft,
               stroke_width=0.74 * CELL, stroke_linecap="round", stroke_linejoin="round",
               class_="band")  # fmt: skip
