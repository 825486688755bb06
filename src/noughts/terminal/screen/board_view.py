"""The board on the full screen: it draws itself, and reports the chosen cell."""

from collections.abc import Mapping
from itertools import chain, groupby
from typing import Any, ClassVar, NamedTuple

from textual import events
from textual.binding import Binding
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.geometry import Region, Size
from textual.message import Message
from textual.widget import Widget

from noughts.board import Board, Cell
from noughts.game import FIRST, Game, legal_moves, turn_after
from noughts.terminal.game.messages import sign_of
from noughts.terminal.game.names import Labels, edge_names


class Canvas:
    r"""A grid of characters, blank at first.

    >>> canvas = Canvas(4, 2)
    >>> canvas.put(1, 1, "ab")
    >>> canvas.content().plain
    '    \n ab '
    """

    def __init__(self, width: int, height: int) -> None:
        self.characters = [[" "] * width for _ in range(height)]
        self.inks = [[""] * width for _ in range(height)]
        self.grounds = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Write over the present text; the ground stays."""
        for i, character in enumerate(text, x):
            self.characters[y][i] = character
            self.inks[y][i] = ink

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        for row in range(y, y + height):
            self.grounds[row][x : x + width] = [f"on {ground}"] * width

    def content(self) -> Content:
        lines = (
            Content.assemble(*_runs(*line))
            for line in zip(self.characters, self.inks, self.grounds, strict=True)
        )
        return Content("\n").join(lines)


def _runs(characters: list[str], inks: list[str], grounds: list[str]) -> list[Content]:
    cells = zip(characters, inks, grounds, strict=True)
    return [
        Content.styled("".join(character for character, _, _ in run), f"{ink} {ground}".strip())
        for (ink, ground), run in groupby(cells, key=lambda cell: cell[1:])
    ]


class CellSize(NamedTuple):
    """The width and height of a cell, and the lines between two rows, in characters."""

    width: int
    height: int
    between: int = 1


# The largest first; the board uses the first that fits.
CELL_SIZES = (
    CellSize(23, 11), CellSize(15, 7), CellSize(11, 5), CellSize(7, 3), CellSize(5, 1),
    CellSize(3, 1), CellSize(5, 1, 0), CellSize(3, 1, 0),
)  # fmt: skip

NARROWEST = CellSize(3, 1), CellSize(3, 1, 0)

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

STYLE_OF_SIGN = {"W": "bold $win", "D": "bold $draw", "L": "bold $loss"}
# By the side of the mark.
STYLE_OF_SIDE = {0: "bold $first", 1: "bold $second", None: "bold $foreground"}

# The lines between cells, and at gaps of the board.
UPRIGHT, ACROSS = ("│", "┃"), ("─", "━")
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
        self.board = board
        self.edges = edge_names(board)
        self.signs: Mapping[int, str] = {}
        self.lifted: Cell | None = None

    # Display.

    def show(self, board: Board, signs: Mapping[int, str]) -> None:
        self.board, self.edges, self.signs, self.lifted = board, edge_names(board), signs, None
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
        return size.width <= room.width and size.height <= room.height

    def size_with(self, cell: CellSize) -> Size:
        return Size(
            self.margin
            + self._shift(self.board.rows - 1, cell)
            + self.board.columns * (cell.width + 1)
            - 1,
            self.board.rows * (cell.height + cell.between) - cell.between + self.foot,
        )

    def _shift(self, row: int, cell: CellSize) -> int:
        return row * self.board.slant * (cell.width + 1) // 2

    @property
    def margin(self) -> int:
        if self.labels.digits:
            return 0
        return 1 + max(map(len, self.edges.rows), default=-1)

    @property
    def foot(self) -> bool:
        """Whether the columns' names are shown below the board."""
        return bool(self.edges.columns) and not self.labels.digits

    def get_content_width(self, container: Size, viewport: Size) -> int:
        return self.size_with(self.cell_size).width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        return self.size_with(self.cell_size).height

    def render(self) -> Content:
        size = self.size_with(self.cell_size)
        canvas = Canvas(size.width, size.height)
        self._rules(canvas)
        self._names(canvas)
        won = {name for line in self.board.lines for name in line}
        for cell in self.board.cells:
            self._cell(canvas, cell, cell.name in won)
        return canvas.content()

    def _rules(self, canvas: Canvas) -> None:
        for row in range(self.board.rows):
            for column in range(1, self.board.columns):
                sign = UPRIGHT[column in self.board.column_gaps]
                x, y = self._corner(column, row)
                for line in range(self.cell_size.height):
                    canvas.put(x - 1, y + line, sign, "$rule")
            if row and self.cell_size.between:
                self._rule_above(canvas, row)

    def _rule_above(self, canvas: Canvas, row: int) -> None:
        """The line between a row and the one above it; on a slanted board it is longer."""
        columns, sign = self.board.columns, ACROSS[row in self.board.row_gaps]
        (left, y), (right, _) = self._corner(0, row - 1), self._corner(columns, row)
        y += self.cell_size.height
        canvas.put(left, y, sign * (right - 1 - left), "$rule")
        for column in range(1, columns):
            above, below = self._corner(column, row - 1)[0], self._corner(column, row)[0]
            crossing = CROSSINGS[column in self.board.column_gaps, row in self.board.row_gaps]
            for x in {above, below}:
                joint = crossing if above == below else "┴" if x == above else "┬"
                canvas.put(x - 1, y, joint, "$rule")

    def _names(self, canvas: Canvas) -> None:
        if self.labels.digits:
            return
        for column, name in enumerate(self.edges.columns):
            x, _ = self._corner(column, self.board.rows - 1)
            middle = x + (self.cell_size.width - len(name)) // 2
            canvas.put(middle, len(canvas.inks) - 1, name, "$faint")
        for row, name in enumerate(self.edges.rows):
            x, y = self._corner(0, row)
            left = x - self.margin
            canvas.put(left, y + self.cell_size.height // 2, name.rjust(self.margin - 1), "$faint")

    def _corner(self, column: int, row: int) -> tuple[int, int]:
        width, height, between = self.cell_size
        left = self.margin + self._shift(row, self.cell_size)
        return left + column * (width + 1), row * (height + between)

    def _cell(self, canvas: Canvas, cell: Cell, won: bool) -> None:
        x, y = self._corner(cell.column, cell.row)
        picked = (cell.column, cell.row) == self.cursor or cell == self.lifted
        if won or picked:
            canvas.fill(x, y, *self.cell_size[:2], "$won" if won else "$pick")
            self._frame(canvas, x, y, won, picked)
        if cell.mark:
            self._mark(canvas, x, y, cell)
        else:
            self._empty(canvas, x, y, cell)

    def _frame(self, canvas: Canvas, x: int, y: int, won: bool, picked: bool) -> None:
        """The corners of a cell, also visible without colours."""
        width, height, _ = self.cell_size
        if height == 1:
            left, right = ("*", "*") if won and not picked else ("[", "]")
            canvas.put(x, y, left, "bold $first")
            canvas.put(x + width - 1, y, right, "bold $first")
            return
        corners = iter(WON if won else PICKED)
        for row in (y, y + height - 1):
            for column in (x, x + width - 1):
                canvas.put(column, row, next(corners), "bold $first")

    def _mark(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        style = STYLE_OF_SIDE[cell.side]
        width, height, _ = self.cell_size
        marks = next(marks for least, marks in LARGE_MARKS.items() if height >= least)
        lines = marks.get(cell.mark, (cell.mark,))
        for i, line in enumerate(lines):
            top = y + (height - len(lines)) // 2
            for j, character in enumerate(line):
                if character != " ":
                    canvas.put(x + (width - len(line)) // 2 + j, top + i, character, style)

    def _empty(self, canvas: Canvas, x: int, y: int, cell: Cell) -> None:
        width, height, _ = self.cell_size
        label = self.labels.of_cell(cell) if self.labels.digits else ""
        sign = sign_of(cell, self.signs)
        middle = y + height // 2
        if sign:
            style = STYLE_OF_SIGN.get(sign[0], "$faint")
            canvas.put(x + (width - len(sign)) // 2, middle, sign, style)
            if height > 1:
                canvas.put(x + 1 + (height > 3), y, label, "$faint")
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
        x, y = self._corner(column, row)
        if self.parent is not None:
            self.scroll_cell_into_view(Region(x, y, *self.cell_size[:2]))

    def scroll_cell_into_view(self, region: Region) -> None:
        """Scroll the container, if the board is larger than it."""
        holder = self.parent
        if isinstance(holder, Widget):
            holder.scroll_to_region(region, animate=False)

    def action_choose(self) -> None:
        self.choose_at(*self.cursor)

    def choose_at(self, column: int, row: int) -> None:
        cell = self.cell_at(column, row)
        if cell:
            self.post_message(self.Chosen(cell))

    @property
    def picked(self) -> Cell | None:
        return self.cell_at(*self.cursor)

    def showing(self, digit: str | None) -> Cell | None:
        """The cell with this digit, whether it is empty or not."""
        if not self.labels.digits:
            return None
        return next((one for one in self.board.cells if self.labels.of_cell(one) == digit), None)

    def cell_at(self, column: int, row: int) -> Cell | None:
        cells = (cell for cell in self.board.cells if (cell.column, cell.row) == (column, row))
        return next(cells, None)

    def on_click(self, event: events.Click) -> None:
        """Choose the cell that was clicked; its lower and right lines belong to it."""
        width, height, between = self.cell_size
        row = event.y // (height + between)
        column = (event.x - self._corner(0, row)[0]) // (width + 1)
        if 0 <= column < self.board.columns and 0 <= row < self.board.rows:
            self.pick(column, row)
            self.choose_at(column, row)


class BoardFrame(ScrollableContainer, can_focus=False):
    """The container of the board; it scrolls if the board is larger."""

    def on_resize(self) -> None:
        self.query_one(BoardView).fit(self.outer_size)


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
