"""Pieces of a board's picture, from which a page in one file composes its pictures.

The usual drawing code draws them, so that page looks like the server's.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from noughts.answers.encoder import Json
from noughts.board import Board, Cell, Closed
from noughts.game import FIRST, SECOND, Game, legal_moves
from noughts.pictures.board import highlights
from noughts.pictures.board.background import Geometry, ground, mark, on_board
from noughts.pictures.board.draw import arrows, corner, draw, draw_marks, draw_values, ghosts
from noughts.pictures.board.highlights import (
    MOST_STEPS,
    NO_NOTES,
    Arrow,
    Ghost,
    Notes,
    Sign,
    threats,
    value_signs,
)
from noughts.pictures.svg import Svg, group
from noughts.solving.api import solver_for
from noughts.value import BASE, DRAW, LOSS, WIN, Value
from noughts.web.engine import spots_of
from noughts.web.view import PAGE, places_of

# The marks of the principal variation that have pieces.
GHOSTS = 9


def stencils_of(game: Game[Any], data: Json) -> Json:
    """The empty picture, the places of its cells, and every piece by its key."""
    single = {(Sign(value, best),) for value in sample_values() for best in (False, True)}
    shown = single | _several(game, data["moves"])
    empty = draw(game, theme=PAGE, header=True, coordinates="inside")
    board = game.board(game.start(), FIRST)
    at, geometry = corner(board, header=True, inside=True), Geometry(board)
    colours = on_board(PAGE, board.look)
    lines = {f"line {i}": line for i, line in enumerate(data["lines"])}
    drawn = {
        key: highlights.deciding_lines(geometry, Notes(lines=(line,)), colours)
        for key, line in lines.items()
    }
    lacking = {
        f"threat {i}": threats(board, [threat], PAGE) for i, threat in enumerate(data["lacking"])
    }
    at_start = draw_marks(geometry, NO_NOTES, colours) if any(c.mark for c in board.cells) else ""
    # Dots lie under counters; the start does not show them.
    cleared = Geometry(board._replace(cells=tuple(c._replace(mark="") for c in board.cells)))
    at_first = ground(geometry, colours) + at_start
    bare = empty.svg.replace(at_first, ground(cleared, colours), 1).removesuffix("</svg>")
    return {
        "empty": bare,
        # The start of its background; the frame around the part to play on lies below.
        "ground": bare.index(ground(cleared, colours)),
        "at": list(at),
        "width": round(empty.width),
        "height": round(empty.height),
        "cells": [
            {**place, "centre": list(centre)}
            for place, centre in zip(
                places_of(board, empty, header=True), geometry.centres, strict=True
            )
        ],
        "pieces": {
            **drawn,
            **lacking,
            **dict(_pieces(board, data)),
            **dict(_parts(game, geometry, data)),
            **dict(_values(board, shown)),
            **dict(_steps(board, data, shown)),
        },
    }


def piece_key(shown: tuple[Sign, ...]) -> str:
    """The key of the piece that shows the values of a cell's moves.

    >>> piece_key((Sign(Value(1, 3), True),)), piece_key((Sign(Value(0, 3), False, "X"),))
    ('value W3*', 'value X D')
    """
    told = (f"{s.word} {s.value.sign()}{'*' if s.best else ''}".strip() for s in shown)
    return f"value {'|'.join(told)}"


def _pieces(board: Board, data: Json) -> Iterator[tuple[str, Svg]]:
    """The pieces that lie in one cell, its middle at the origin."""
    alone, colours = _alone(board), on_board(PAGE, board.look)
    last = Notes(last=(alone.board.cells[0].name,))
    yield "tint", _around(alone, highlights.tints(alone, last, PAGE))
    yield "last", _around(alone, highlights.last_move(_marked(alone), last, colours))
    yield "left", _around(alone, highlights.last_move(alone, last, colours))
    for sign, side in data["contents"]:
        cell = alone.board.cells[0]._replace(mark=sign, side=side)
        if sign:
            yield f"mark {sign} {side}", mark(cell, board.look, colours)
        if sign and _covers(board):
            yield f"covered {sign} {side}", mark(cell, board.look, colours, covered=True)
        for number in range(1, GHOSTS + 1):
            notes = Notes(ghosts=(Ghost(cell, number),))
            ghost = ghosts(alone, notes, colours)
            yield f"ghost {sign} {side} {number}", _around(alone, ghost)


def sample_values() -> Iterator[Value]:
    """A draw, and a win and a loss of each number of digits: the page writes its own plies."""
    yield Value(DRAW, 0)
    for digits in range(1, len(str(BASE))):
        for outcome in (WIN, LOSS):
            yield Value(outcome, int("8" * digits))


def _several(game: Game[Any], moves: dict[str, list[str]]) -> set[tuple[Sign, ...]]:
    """The values shown on cells with several moves, in a game with few positions."""
    cells = [cell for _, cell, *_ in moves.values() if cell]
    shown: set[tuple[Sign, ...]] = set()
    if len(set(cells)) < len(cells):
        solver = solver_for(game)
        for spot in spots_of(game):
            after = {m: game.play(spot.position, m) for m in legal_moves(game, spot.position)}
            values = {move: solver.value(position).before() for move, position in after.items()}
            shown.update(value_signs(game, game.board(*spot), values).values())
    return {told for told in shown if len(told) > 1}


def _values(board: Board, shown: Iterable[tuple[Sign, ...]]) -> Iterator[tuple[str, Svg]]:
    """A piece for each value; and one over a mark, if moves lie on marks."""
    alone = _alone(board)
    over = _marked(alone)
    name = alone.board.cells[0].name
    for one in shown:
        # A draw's length is not shown: pieces with the same key are equal.
        notes = Notes(signs={name: one})
        yield piece_key(one), _around(alone, draw_values(alone, notes, PAGE))
        if _covers(board):
            yield f"over {piece_key(one)}", _around(over, draw_values(over, notes, PAGE))


def _parts(game: Game[Any], geometry: Geometry, data: Json) -> Iterator[tuple[str, Svg]]:
    """Overlay, winner and frame of each part that can be closed."""
    board = geometry.board
    for number, names in enumerate(data.get("parts", [])):
        for kind, side in enumerate((None, FIRST, SECOND), start=1):
            mark_of_side = "" if side is None else game.marks[side]
            part = Closed(tuple(names), mark_of_side, side)
            yield f"closed {number} {kind}", highlights.closed(geometry, part, PAGE)
        here = (c._replace(moves=(0,) if c.name in names else ()) for c in board.cells)
        only = Geometry(board._replace(cells=tuple(here)))
        yield f"where {number}", highlights.where_to_play(only, PAGE)


def _steps(
    board: Board, data: Json, shown: Iterable[tuple[Sign, ...]]
) -> Iterator[tuple[str, Svg]]:
    """An arrow for each step, with each value, and with each number of a line of play."""
    geometry, names = Geometry(board), [cell.name for cell in board.cells]
    ways = [(left[0], cell) for _, cell, _, *left in data["moves"].values() if left]
    for ends in ways:
        # Letters, because digits in a key belong to a value.
        way = "".join(chr(ord("a") + names.index(name)) for name in ends)
        for (sign,) in (one for one in shown if len(one) == 1):
            arrow = Arrow(*ends, sign.value, sign.best)
            drawn = arrows(geometry, Notes(arrows=(arrow,)), PAGE)
            yield f"{piece_key((sign,)).replace('value', 'arrow')} {way}", drawn
        for number in range(1, MOST_STEPS + 1):
            arrow = Arrow(*ends, number=number)
            yield f"step {number} {way}", arrows(geometry, Notes(arrows=(arrow,)), PAGE)


def _covers(board: Board) -> bool:
    """Whether moves lie on marks, and so their values do, too."""
    return any(cell.mark and cell.moves for cell in board.cells)


def _alone(board: Board) -> Geometry:
    cell = Cell("a1", 0, 0)
    return Geometry(Board((cell,), look=board.look, slant=board.slant))


def _marked(alone: Geometry) -> Geometry:
    return Geometry(alone.board._replace(cells=(alone.board.cells[0]._replace(mark="#"),)))


def _around(alone: Geometry, svg: Svg) -> Svg:
    x, y = alone.centres[0]
    return group(svg, transform=f"translate({-x:.5g} {-y:.5g})")
