"""The board on the full screen: it draws itself, and reports the chosen cell."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from noughts.board import Board, Cell, Look, named
from noughts.game import FIRST, Game, legal_moves, turn_after
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.names import Labels, edge_names, pit_names, quarters_apart
from noughts.terminal.screen.canvas import Canvas


class CellSize(NamedTuple):
    """The width and height of a cell, and the lines between two rows, in characters."""

    width: int
    height: int
    between: int = 1


# The largest first; the board uses the first that fits.
CELL_SIZES = (
    CellSize(23, 11), CellSize(15, 7), CellSize(11, 5), CellSize(7, 3), CellSize(5, 1),
    CellSize(3, 1), CellSize(5, 1, 0), CellSize(3, 1, 0), CellSize(1, 1, 0),
)  # fmt: skip

NARROWEST = CellSize(3, 1), CellSize(3, 1, 0), CellSize(1, 1, 0)

# Large marks, by the fewest lines that a cell needs for them.
LARGE_MARKS: dict[int, dict[str, tuple[str, ...]]] = {
    7: {
        "X": ("▀▄     ▄▀", "  ▀▄ ▄▀  ", "    █    ", "  ▄▀ ▀▄  ", "▄▀     ▀▄"),
        "O": ("  ▄▀▀▀▄  ", "▄▀     ▀▄", "█       █", "▀▄     ▄▀", "  ▀▄▄▄▀  "),
    },
    3: {
        "X": ("▀▄ ▄▀", "  █  ", "▄▀ ▀▄"),
        "O": ("▄▀▀▀▄", "█   █", "▀▄▄▄▀"),
    },
    1: {},
}

# The corners of the chosen cell, and of cells in a winning line.
PICKED, WON = "┌┐└┘", "╔╗╚╝"

STYLE_OF_SIGN = {
    **dict.fromkeys("W+", "bold $win"), **dict.fromkeys("D=", "bold $draw"),
    **dict.fromkeys("L-", "bold $loss"),
}  # fmt: skip
# By the side of the mark.
STYLE_OF_SIDE = {0: "bold $first", 1: "bold $second", None: "bold $foreground"}

# The lines between cells, and at gaps of the board.
UPRIGHT, ACROSS = ("│", "┃"), ("─", "━")
# A corner between four cells, the sides of a drawn edge, and the point of a board of lines.
DOT, DRAWN, POINT = "+", {"-": "─", "|": "│"}, "•"
CROSSINGS = {(False, False): "┼", (True, False): "╂", (False, True): "┿", (True, True): "╋"}


class BoardView(Widget, can_focus=True):
    """A board with a cursor. Arrows move it, Enter or Space chooses its cell, as does a click."""

    BINDINGS: ClassVar = [
        Binding("up", "move(0, -1)", show=False),
        Binding("down", "move(0, 1)", show=False),
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("home", "move(-99, 0)", show=False),
        Binding("end", "move(99, 0)", show=False),
        Binding("enter,space", "choose", show=False),
    ]

    class Chosen(Message):
        """A cell was chosen."""

        def __init__(self, cell: Cell) -> None:
            super().__init__()
            self.cell = cell

    def __init__(self, board: Board, labels: Labels) -> None:
        super().__init__(id="board")
        self.labels = labels
        self.cell_size = NARROWEST[-1]
        self.cursor = (board.columns // 2, board.rows // 2)
        self.show(board, {})

    # Display.

    def show(self, board: Board, signs: Mapping[int, str]) -> None:
        self.board = board = laid_out(board)
        self.edges = edge_names(board)
        #: Whether edges are drawn between dots.
        self.dots = board.look == Look.EDGES and any(cell.mark == DOT for cell in board.cells)
        self.signs = signs
        self.lifted: Cell | None = None
        self.refresh()

    def lift(self, cell: Cell | None) -> None:
        """Mark the cell that a move leaves, until its destination is chosen."""
        self.lifted = cell
        self.refresh()

    def fit(self, room: Size) -> None:
        """Use the largest cells with which the board fits, or scrolls in one direction only."""
        fitting = (size for size in CELL_SIZES if self.fits(size, room))
        low = (size for size in NARROWEST if self.size_with(size).height <= room.height)
        self.cell_size = next(chain(fitting, low), NARROWEST[-1])
        self.refresh(layout=True)

    def fits(self, cell: CellSize, room: Size) -> bool:
        size = self.size_with(cell)
        if cell.width == 1 and any(len(one.mark) > 1 for one in self.board.cells):
            return False
        return size.width <= room.width and size.height <= room.height

    def size_with(self, cell: CellSize) -> Size:
        board, frame = self.board, self.frame
        across = self._across(board.columns, cell) - (not self.dots)
        down = self._down(board.rows, cell) - (0 if self.dots else cell.between)
        return Size(
            self.margin + self._shift(board.rows - 1, cell) + across + 4 * frame,
            down + self.foot + 2 * frame + bool(self.pits),  # their names are above, too
        )

    def _across(self, column: int, cell: CellSize) -> int:
        """The characters to the left of a column, without the margin."""
        wide = cell.width + 1
        return column // 2 * wide + column % 2 if self.dots else column * wide

    def _down(self, row: int, cell: CellSize) -> int:
        if self.dots:
            return row // 2 * (cell.height + 1) + row % 2
        gaps = 0 if cell.between else sum(gap <= row for gap in self.board.row_gaps)
        return row * (cell.height + cell.between) + gaps

    def _extent(self, column: int, row: int) -> tuple[int, int]:
        """The width and height of a cell; dots and the edges between them are narrow."""
        width, height, _ = self.cell_size
        narrow = self.dots and column % 2 == 0, self.dots and row % 2 == 0
        return (1 if narrow[0] else width), (1 if narrow[1] else height)

    def _shift(self, row: int, cell: CellSize) -> int:
        return row * self.board.slant * (cell.width + 1) // 2

    @property
    def frame(self) -> int:
        """1 if the edges of the board have owners, otherwise 0."""
        return int(bool(self.board.borders))

    @property
    def pits(self) -> bool:
        return any(pit_names(self.labels.game, self.board))

    @property
    def margin(self) -> int:
        if self.labels.digits or self.pits:
            return 0
        return 1 + max(map(len, self.edges.rows), default=-1)

    @property
    def foot(self) -> bool:
        """Whether the columns' names are shown below the board."""
        return bool(self.edges.columns or self.pits) and not self.labels.digits

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.size_with(self.cell_size).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.size_with(self.cell_size).height

    def render(self) -> Content:
        size = self.size_with(self.cell_size)
        canvas = Canvas(size.width, size.height)
        if self.board.look == Look.POINTS:
            self._links(canvas)
        elif not self.dots:
            self._rules(canvas)
        if self.board.borders:
            self._borders(canvas)
        self._names(canvas)
        won = {name for line in self.board.lines for name in line}
        for cell in sorted(self.board.cells, key=self._is_picked):  # its brackets come last
            self._cell(canvas, cell, cell.name in won)
        return canvas.content()

    def _links(self, canvas: Canvas) -> None:
        """The lines between points that are neighbours."""
        at = {cell.name: self._middle(cell) for cell in self.board.cells}
        for one, other in self.board.links:
            (x, y), (right, low) = sorted((at[one], at[other]), key=lambda place: place[::-1])
            steps = max(low - y, 1)
            if low == y:
                left, right = sorted((x, right))
                canvas.put(left + 1, y, "─" * (right - left - 1), "$rule")
                continue
            sign = "│" if x == right else "╲" if right > x else "╱"  # noqa: RUF001
            for step in range(1, steps):
                canvas.put(x + round((right - x) * step / steps), y + step, sign, "$rule")

    def _middle(self, cell: Cell) -> tuple[int, int]:
        x, y = self._corner(cell.column, cell.row)
        width, height = self._extent(cell.column, cell.row)
        return x + width // 2, y + height // 2

    def _borders(self, canvas: Canvas) -> None:
        """The marks of the players who own the four edges, along each edge."""
        board, (width, height, _) = self.board, self.cell_size
        upper, right, lower, left = board.borders
        marks = self.labels.game.marks

        def put(x: int, y: int, owner: int) -> None:
            canvas.put(x, y, marks[owner], f"{STYLE_OF_SIDE[owner]} dim")

        for column in range(board.columns):
            x, y = self._corner(column, 0)
            put(x + width // 2, y - 1, upper)
            x, y = self._corner(column, board.rows - 1)
            put(x + width // 2, y + height, lower)
        for row in range(board.rows):
            x, y = self._corner(0, row)
            put(x - 2, y + height // 2, left)
            put(x + board.columns * (width + 1), y + height // 2, right)

    def _rules(self, canvas: Canvas) -> None:
        for row in range(self.board.rows):
            for column in self._ruled:
                sign = UPRIGHT[column in self.board.column_gaps]
                x, y = self._corner(column, row)
                for line in range(self.cell_size.height):
                    canvas.put(x - 1, y + line, sign, "$rule")
            if row and (self.cell_size.between or row in self.board.row_gaps):
                self._rule_above(canvas, row)

    @property
    def _ruled(self) -> Sequence[int]:
        """The columns with a line before them: narrow cells have lines only at gaps."""
        gaps, narrow = self.board.column_gaps, self.cell_size.width == 1
        return gaps if narrow else range(1, self.board.columns)

    def _rule_above(self, canvas: Canvas, row: int) -> None:
        """The line between a row and the one above it; on a slanted board it is longer."""
        columns, sign = self.board.columns, ACROSS[row in self.board.row_gaps]
        (left, y), (right, _) = self._corner(0, row - 1), self._corner(columns, row)
        y += self.cell_size.height
        canvas.put(left, y, sign * (right - 1 - left), "$rule")
        for column in self._ruled:
            above, below = self._corner(column, row - 1)[0], self._corner(column, row)[0]
            crossing = CROSSINGS[column in self.board.column_gaps, row in self.board.row_gaps]
            for x in {above, below}:
                joint = crossing if above == below else "┴" if x == above else "┬"
                canvas.put(x - 1, y, joint, "$rule")

    def _names(self, canvas: Canvas) -> None:
        if self.labels.digits:
            return
        last = self.board.rows - 1
        names = [("", name) for name in self.edges.columns]
        if self.pits:
            names = list(zip(*pit_names(self.labels.game, self.board), strict=True))
        for column, (upper, lower) in enumerate(names):
            x, _ = self._corner(column, last)
            if self.board.column_gaps and self.cell_size.width == 1:
                lower = lower[-1:]  # the parts of the board are apart
            middle = x + (self._extent(column, last)[0] - len(lower)) // 2
            canvas.put(max(middle, 0), len(canvas.inks) - 1, lower, "$faint")
            canvas.put(max(middle, 0), 0, upper, "$faint")
        for row, name in enumerate(() if self.pits else self.edges.rows):
            x, y = self._corner(0, row)
            left = x - self.margin - 2 * self.frame
            middle = y + self._extent(0, row)[1] // 2
            canvas.put(left, middle, name.rjust(self.margin - 1), "$faint")

        for cell in self.board.cells:  # boards above others have their names between them
            part = named(cell)
            if part and part.board and cell.row + 1 in self.board.row_gaps:
                x, y = self._corner(cell.column, cell.row)
                if self.cell_size.width > 1:
                    canvas.put(x, y + self.cell_size.height, part.board + part.column, "$faint")

    def _corner(self, column: int, row: int) -> tuple[int, int]:
        left = self.margin + self._shift(row, self.cell_size) + 2 * self.frame
        top = self.frame + bool(self.pits)
        return left + self._across(column, self.cell_size), top + self._down(row, self.cell_size)

    def _cell(self, canvas: Canvas, cell: Cell, won: bool) -> None:
        x, y = self._corner(cell.column, cell.row)
        picked = self._is_picked(cell)
        if won or picked:
            width, height = self._extent(cell.column, cell.row)
            canvas.fill(x, y, width, height, "$won" if won else "$pick")
            self._frame(canvas, x, y, (width, height), won, picked)
        if cell.mark:
            self._mark(canvas, x, y, cell)
        else:
            self._empty(canvas, x, y, cell)

    def _is_picked(self, cell: Cell) -> bool:
        return (cell.column, cell.row) == self.cursor or cell == self.lifted

    def _frame(
        self, canvas: Canvas, x: int, y: int, size: tuple[int, int], won: bool, picked: bool
    ) -> None:
        """The corners of a cell, also visible without colours."""
        width, height = size
        if height == 1 or width == 1:
            left, right = ("*", "*") if won and not picked else ("[", "]")
            beside = width == 1  # there is no room in the cell
            y += height // 2
            if x >= beside:
                canvas.put(x - beside, y, left, "bold $first")
            if x + width - 1 + beside < len(canvas.inks[0]):
                canvas.put(x + width - 1 + beside, y, right, "bold $first")
            return
        corners = iter(WON if won else PICKED)
        for row in (y, y + height - 1):
            for column in (x, x + width - 1):
                canvas.put(column, row, next(corners), "bold $first")

    def _mark(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        style = STYLE_OF_SIDE[cell.side]
        width, height = self._extent(cell.column, cell.row)
        if self.dots and cell.mark in DRAWN:
            for place in range(height):
                canvas.put(x, y + place, DRAWN[cell.mark] * width, style)
            return
        mark = POINT if self.dots and cell.mark == DOT else cell.mark
        marks = next(marks for least, marks in LARGE_MARKS.items() if height >= least)
        lines = marks.get(mark, (mark,))
        for i, line in enumerate(lines):
            top, left = y + (height - len(lines)) // 2, x + (width - len(line)) // 2
            for j, character in enumerate(line):
                if character != " ":
                    canvas.put(left + j, top + i, character, style)
                elif self.board.look == Look.POINTS:  # no line shows through
                    canvas.put(left + j, top + i, " ")

    def _empty(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        width, height = self._extent(cell.column, cell.row)
        label = self.labels.of_cell(cell) if self.labels.digits else ""
        sign = sign_of(cell, self.signs)[: max(width, 1 + self.dots)]
        middle = y + height // 2
        if sign:
            style = STYLE_OF_SIGN.get(sign[0], "$faint")
            canvas.put(x + (width - len(sign)) // 2, middle, sign, style)
            if height > 1:
                canvas.put(x + 1 + (height > 3), y, label, "$faint")
        elif self.board.look == Look.POINTS:
            canvas.put(x + width // 2, middle, label or POINT, "$faint")
        elif label or cell.moves:
            canvas.put(x + width // 2, middle, label or "·", "$faint")

    # Input.

    def action_move(self, right: int, down: int) -> None:
        column, row = self.cursor
        self.pick(
            min(max(column + right, 0), self.board.columns - 1),
            min(max(row + down, 0), self.board.rows - 1),
        )

    def pick(self, column: int, row: int) -> None:
        self.cursor = (column, row)
        self.refresh()
        region = Region(*self._corner(column, row), *self._extent(column, row))
        if isinstance(self.parent, Widget):  # it scrolls, if the board is larger
            self.parent.scroll_to_region(region, animate=False)

    def action_choose(self) -> None:
        if self.picked:
            self.post_message(self.Chosen(self.picked))

    @property
    def picked(self) -> Cell | None:
        return next((one for one in self.board.cells if (one.column, one.row) == self.cursor), None)

    def showing(self, digit: str | None) -> Cell | None:
        """The cell with this digit, whether it is empty or not."""
        if not self.labels.digits:
            return None
        return next((one for one in self.board.cells if self.labels.of_cell(one) == digit), None)

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked; its lower and right lines belong to it."""
        for cell in self.board.cells:
            x, y = self._corner(cell.column, cell.row)
            width, height = self._extent(cell.column, cell.row)
            lines = (0, 0) if self.dots else (1, self.cell_size.between)
            if 0 <= event.x - x < width + lines[0] and 0 <= event.y - y < height + lines[1]:
                self.pick(cell.column, cell.row)
                self.action_choose()


# Boards side by side are laid out in two rows from this number on.
MANY_BOARDS = 4


def laid_out(board: Board) -> Board:
    """The board with quarters apart, or four boards and more two by two."""
    board = quarters_apart(board)
    boards = len(board.column_gaps) + 1
    if board.row_gaps or boards < MANY_BOARDS or boards % 2:
        return board
    rows, half = board.rows, board.columns // 2
    cells = [
        cell
        if cell.column < half
        else cell._replace(column=cell.column - half, row=cell.row + rows)
        for cell in board.cells
    ]
    gaps = tuple(gap for gap in board.column_gaps if gap < half)
    return board._replace(cells=tuple(cells), column_gaps=gaps, row_gaps=(rows,))


class BoardFrame(ScrollableContainer, can_focus=False):
    """The container of the board; it scrolls if the board is larger."""

    def on_resize(self) -> None:
        view = self.query_one(BoardView)
        view.fit(self.outer_size)
        self.call_after_refresh(view.pick, *view.cursor)  # in sight


# The number of plies to check.
PLIES = 12


def by_cells(game: Game[Any]) -> bool:
    """Whether each move in one play from the start belongs to a cell.

    >>> from noughts.games.registry import find_game
    >>> by_cells(find_game("connectfour")), by_cells(find_game("wild"))
    (True, True)
    """
    position, turn = game.start(), FIRST
    for _ in range(PLIES):
        moves = legal_moves(game, position)
        cells = game.board(position, turn).cells
        if {move for cell in cells for move in cell.moves} != set(moves):
            return False
        if not moves:
            return True
        position = game.play(position, moves[0])
        turn = turn_after(game, turn, position)
    return True
