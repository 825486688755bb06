"""Nested boards: each cell contains the board after a move there.

The idea is from Randall Munroe's "Tic-Tac-Toe", xkcd 832, 2010. Every board has the attributes
`data-reply`, the move that leads to it, and `data-answer`, the answer to that move, so that a
program can follow the map too.
"""

import math
from collections.abc import Iterator
from typing import Any

from noughts.analysis.strategy_tree import Strategy, StrategyStep
from noughts.board import Board, Cell, Look
from noughts.errors import PictureError
from noughts.game import Game
from noughts.games.registry import game_name
from noughts.pictures.board.geometry import CELL, Geometry, Point
from noughts.pictures.board.highlights import Notes, bands, deciding_lines
from noughts.pictures.board.looks import REACH, STROKE
from noughts.pictures.svg import CHARACTER, Piece, Svg, Theme, group, joined, svg_number, tag, words

RULE = 0.8  # width of the lines between cells
INNER = 0.93  # part of a cell's side used by the boards inside
# A file with this many boards is about 20 MB large; browsers open larger ones slowly.
MOST_BOARDS = 50_000
# Deeper boards would be too small to see.
MOST_LEVELS = 100


def nested_boards(strategy: Strategy, theme: Theme, levels: int | None = None) -> Piece:
    """The boards of a strategy, each in the cell of the reply that leads to it.

    Raises PictureError if the board is not one grid, or a move does not belong to one cell.
    """
    before = strategy.game.board(strategy.start, strategy.turn)
    refuse_without_grid(strategy.game, before)
    levels = levels or strategy.depth
    _refuse_too_many(strategy, levels)
    geometry = Geometry(before)
    svg = _Nest(strategy.game, theme).board(strategy.root, before, levels)
    return Piece(svg, geometry.width, geometry.height)


def boards_within(root: StrategyStep, levels: int) -> int:
    known: dict[tuple[Any, int], int] = {}

    def count(step: StrategyStep, left: int) -> int:
        key = step.position, left
        if key not in known:
            known[key] = 1 + (sum(count(s, left - 1) for s in step.steps) if left > 1 else 0)
        return known[key]

    return count(root, levels)


def refuse_without_grid(game: Game[Any], board: Board) -> None:
    """Raise PictureError unless the board is one grid; call it before computing a strategy."""
    if board.look not in (Look.GRID, Look.CROSSINGS) or board.column_gaps or board.row_gaps:
        raise PictureError(
            f"No strategy map for {game_name(game)}: it needs one grid on which marks stay. "
            f"Try tictactoe, mnk:3,3,3,misere, wild or mnk:4,3,3."
        )


def _refuse_too_many(strategy: Strategy, levels: int) -> None:
    if levels > MOST_LEVELS:
        raise PictureError(
            f"The map would nest {levels:,} boards; the limit is {MOST_LEVELS}. Draw fewer "
            f"levels, or begin later in the game."
        )
    boards = boards_within(strategy.root, levels)
    if boards > MOST_BOARDS:
        raise PictureError(
            f"The map would have {boards:,} boards; the limit is {MOST_BOARDS:,}. Draw fewer "
            f"levels, or begin later in the game."
        )


class _Nest:
    """Draws boards of one game within each other."""

    def __init__(self, game: Game[Any], theme: Theme) -> None:
        self.game = game
        self.theme = theme

    def board(self, step: StrategyStep, before: Board, levels: int) -> Svg:
        board = self.game.board(step.position, step.turn)
        geometry = Geometry(board)
        answered = None if step.answer is None else cell_of(self.game, before, step.answer)
        drawn = (
            self._tint(geometry, answered),
            self._grid(geometry),
            bands(geometry, Notes(lines=board.lines), self.theme),
            deciding_lines(geometry, Notes(lines=board.lines), self.theme),
            *self._marks(geometry, answered),
            *(self._within(geometry, cell, step, levels) for cell in board.cells if cell.moves),
        )
        return tag("g", *drawn, class_="board", data_reply=self._name(step.reply),
                   data_answer=self._name(step.answer))  # fmt: skip

    def _name(self, move: int | None) -> str | None:
        return None if move is None else self.game.name(move)

    def _tint(self, geometry: Geometry, cell: Cell | None) -> Svg:
        if cell is None:
            return Svg("")
        x, y = geometry.centre(cell.name)
        return tag("rect", x=x - CELL / 2, y=y - CELL / 2, width=CELL, height=CELL,
                   fill=self.theme.win_soft)  # fmt: skip

    def _grid(self, geometry: Geometry) -> Svg:
        """The lines between the cells, finer than on a single board."""
        width, height = geometry.width, geometry.height
        down = (
            f"M{svg_number(i * CELL)} 0V{svg_number(height)}"
            for i in range(1, geometry.board.columns)
        )
        across = (
            f"M0 {svg_number(i * CELL)}H{svg_number(width)}" for i in range(1, geometry.board.rows)
        )
        return tag("path", d="".join((*down, *across)), stroke=self.theme.rule, stroke_width=RULE)

    def _marks(self, geometry: Geometry, answered: Cell | None) -> Iterator[Svg]:
        """The marks, grouped by player; the answer comes last and is larger."""
        name = answered.name if answered else None
        shown: dict[int | None, list[Svg]] = {}
        for cell, centre in zip(geometry.board.cells, geometry.centres, strict=True):
            if cell.mark and cell.name != name:
                colour = self.theme.of_player(cell.side)
                shown.setdefault(cell.side, []).append(shape(cell.mark, centre, 1, colour))
        for side, marks in shown.items():
            colour = self.theme.of_player(side)
            yield group(*marks, stroke=colour, stroke_width=0.6 * STROKE, fill="none")
        if name is not None:
            mark = geometry.board.cell(name).mark
            answer = shape(mark, geometry.centre(name), 1.3, self.theme.win)
            yield tag("g", answer, stroke=self.theme.win, stroke_width=1.5 * STROKE, fill="none",
                      class_="answer")  # fmt: skip

    def _within(self, geometry: Geometry, cell: Cell, step: StrategyStep, levels: int) -> Svg:
        """The content of an open cell: the boards after the replies there, or their number."""
        steps = [s for s in step.steps if s.reply in cell.moves]
        centre = geometry.centre(cell.name)
        if levels == 1:
            boards = sum(s.boards for s in steps)
            text = f"+{boards:,}" if boards else "…"  # a beginning does not count them
            size = min(0.3 * CELL, 0.9 * CELL / (CHARACTER * len(text)))
            return words(text, *centre, size, self.theme.faint, class_="fold")
        board = self.game.board(step.position, step.turn)
        drawn = []
        for place, within in zip(_places(centre, len(steps)), steps, strict=True):
            x, y, side = place
            before = self._after_reply(step, within, board)
            scale = INNER * side / max(geometry.width, geometry.height)
            left, top = x - scale * geometry.width / 2, y - scale * geometry.height / 2
            svg = self.board(within, before, levels - 1)
            drawn.append(Piece(svg, geometry.width, geometry.height).at(left, top, scale))
        return joined(*drawn)

    def _after_reply(self, step: StrategyStep, within: StrategyStep, board: Board) -> Board:
        if within.reply is None or within.answer is None:
            return board
        return self.game.board(self.game.play(step.position, within.reply), 1 - step.turn)


def cell_of(game: Game[Any], board: Board, move: int) -> Cell:
    for cell in board.cells:
        if move in cell.moves:
            return cell
    raise PictureError(
        f"No strategy map for {game_name(game)}: its move {game.name(move)} does not belong to "
        f"one cell."
    )


def shape(mark: str, centre: Point, size: float, colour: str) -> Svg:
    """A mark around a point; X and O take the stroke of their group."""
    x, y = centre
    reach = REACH * size
    if mark == "X":
        left, right, up, down = map(svg_number, (x - reach, x + reach, y - reach, y + reach))
        return tag("path", d=f"M{left} {up} {right} {down}M{left} {down} {right} {up}")
    if mark == "O":
        return tag("circle", cx=x, cy=y, r=reach)
    letters = min(0.5 * CELL, CELL / (CHARACTER * max(1, len(mark)))) * size
    return words(mark, x, y, letters, colour, font_weight="bold", stroke="none")


def _places(centre: Point, count: int) -> Iterator[tuple[float, float, float]]:
    """The centre and side of each of `count` squares in a cell."""
    across = math.ceil(math.sqrt(count)) if count else 1
    side = CELL / across
    down = math.ceil(count / across)
    for i in range(count):
        row, column = divmod(i, across)
        in_row = min(across, count - row * across)
        yield (
            centre.x + (column - (in_row - 1) / 2) * side,
            centre.y + (row - (down - 1) / 2) * side,
            side,
        )
