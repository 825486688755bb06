"""A game's sheet: all of its pictures that is the same in every position.

A page gets it once, and draws positions of it by itself (drawing.js): the ground, the places of the
cells, and the shapes of marks, as pictures have them.
"""

from typing import Any

from noughts.answers.encoder import Json
from noughts.board import Cell, Look
from noughts.game import FIRST, SECOND, Game
from noughts.pictures.board.draw import corner, draw
from noughts.pictures.board.geometry import Geometry, coordinates
from noughts.pictures.board.grounds import ground
from noughts.pictures.board.highlights import GROUNDED, LAST, tinted
from noughts.pictures.board.looks import mark, on_board
from noughts.pictures.svg import Svg
from noughts.web.view import PAGE, places_of

# The signs that have shapes of their own, by look; other marks are text.
SIGNS = {Look.HEAPS: "*", Look.PLAIN: "#!", Look.EDGES: "XO-|+", Look.PITS: "", Look.TEXT: ""}


def sheet_of(game: Game[Any]) -> Json:
    board = game.board(game.start(), FIRST)
    geometry, at = Geometry(board), corner(board)
    picture = draw(game, theme=PAGE, header=True, coordinates="small")
    base, lines, plate = ground(geometry, PAGE)
    return {
        "look": board.look,
        "width": round(picture.width, 1),
        "height": round(picture.height, 1),
        "at": [round(at.x, 2), round(at.y, 2)],
        "ground": [base, lines, plate, coordinates(geometry, PAGE, small=True)],
        "cells": [
            {**place, "centre": [round(x, 2), round(y, 2)]}
            for place, (x, y) in zip(places_of(board, picture), geometry.centres, strict=True)
        ],
        "parts": _parts(geometry),
        "shapes": _shapes(board.look),
        "last": _last(board.look),
        "low": board.look in GROUNDED,
    }


def _parts(geometry: Geometry) -> list[Json]:
    """The frame and the numbers of the cells of each part, if there are several."""
    if len(geometry.parts) == 1 or geometry.hexagons:
        return []
    return [
        {
            "box": [*corner, opposite.x - corner.x, opposite.y - corner.y],
            "cells": [i for i, cell in enumerate(geometry.board.cells) if part.holds(cell)],
        }
        for part in geometry.parts
        for corner, opposite in [geometry.box(part)]
    ]


def _last(look: Look) -> dict[str, Svg]:
    """The signs of a cell of the last move: an empty one, one with a mark, and an upright edge."""
    shape, colours = LAST.get(look, tinted), on_board(PAGE, look)
    signs = {"": 0, "X": 0, "|": 1} if look == Look.EDGES else {"": 0, "X": 0}
    if look == Look.HEAPS:
        return dict.fromkeys(signs, Svg("<g/>"))
    return {sign: shape(Cell("a1", 0, row, sign), colours) for sign, row in signs.items()}


def _shapes(look: Look) -> dict[str, Svg]:
    """The shape of every sign for each side, and for none."""
    colours = on_board(PAGE, look)
    return {
        f"{sign}{'' if side is None else side}": mark(
            Cell("a1", 0, 0, sign, (), side), look, colours
        )
        for sign in SIGNS.get(look, "XO")
        for side in (None, FIRST, SECOND)
        if side is None or sign in "XO"
    }
