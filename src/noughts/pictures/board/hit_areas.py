"""Clickable areas: an invisible shape over each cell with moves."""

from noughts.board import Look
from noughts.pictures.board.geometry import CELL, Geometry
from noughts.pictures.svg import Svg, group, tag


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
