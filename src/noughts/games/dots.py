"""Dots and Boxes: draw edges between dots; who closes a box owns it and draws again.

Dots, edges and boxes are the cells of one grid, named by column and row: of a single box, `b1` is
the lower edge, `a2` the left one, `b2` the box. A position is written row by row from the top:
drawn edges as `-` and `|`, boxes by their owner, all others as dots; then the side to move.
On one box, after `b1`:

         + . +
         . . .
         + - +        ./.../- o

Édouard Lucas, "L'arithmétique amusante", 1895. Known (Joseph Barker and Richard Korf, "Solving
Dots-And-Boxes", AAAI 2012, has the largest, 4×5, a draw): the first player wins 2×2 and 4×2 by 2
boxes; the second wins 3×3 by 3, 3×2 by 2, and 1×1 and 3×1 by 1; 2×1, 4×1, 4×3 and 4×4 are draws.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from noughts import errors
from noughts.bits import WORD_BITS, count, lowest
from noughts.board import Board, Cell, Look
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import by_player, cell_name, cell_named
from noughts.value import OPEN, by_lead

# Signs of a horizontal edge, an upright edge, and a dot.
ACROSS, UPRIGHT, DOT = "-", "|", "+"


class Drawn(NamedTuple):
    """A position: drawn edges and each player's boxes, as sets of bits."""

    edges: int
    mine: int  # the boxes of the player to move
    theirs: int
    mover: int


class Dots(Game[Drawn]):
    """Draw an edge between two dots; the fourth edge of a box makes the box yours.

    Whoever closes a box draws again. When all edges are drawn, more boxes win.

    Args:
        m: the number of columns of boxes.
        n: the number of rows.

    >>> game = Dots(2, 1)
    >>> print(game.board(game.start(), turn=0))
      a b c d e
    3 + . + . +
    2 .   .   .
    1 + . + . +
    """

    other_names = ("dots-and-boxes", "boxes")
    about = "draw edges between dots; who closes a box owns it and draws again"
    size_in_words = "boxes in columns and rows, up to 62 edges"
    known_results = "the first player wins 2×2 by 2 boxes; the second wins 3×3 by 3 and 3×2 by 2"
    examples = ("dots:2,2", "dots:3,2", "dots:3,3")
    status = "solved"

    m: int = 2
    n: int = 2

    how_to_move = "an edge by its column and row"

    @property
    def title(self) -> str:
        return f"Dots and Boxes {self.m}×{self.n}"

    def __post_init__(self) -> None:
        if self.m < 1 or self.n < 1 or self.m > 12 or self.actions > WORD_BITS:
            raise errors.BadParameters(
                f"m={self.m}, n={self.n}: a board has 1 to 12 columns of boxes, at least one row, "
                f"and at most {WORD_BITS} edges."
            )

    @property
    def across(self) -> int:
        """Number of horizontal edges; they are numbered first, in reading order."""
        return self.m * (self.n + 1)

    @property
    def actions(self) -> int:
        return self.across + self.n * (self.m + 1)

    def start(self) -> Drawn:
        return Drawn(0, 0, 0, FIRST)

    def moves(self, position: Drawn) -> Iterator[int]:
        left = self.all_edges & ~position.edges
        while left:
            yield lowest(left)
            left &= left - 1

    def play(self, position: Drawn, move: int) -> Drawn:
        edges, closed = position.edges | 1 << move, 0
        for place in range(2 * move, 2 * move + 2):
            box = self.beside[place]
            if box >= 0 and edges & self.sides[box] == self.sides[box]:
                closed |= 1 << box
        if closed:
            return Drawn(edges, position.mine | closed, position.theirs, position.mover)
        return Drawn(edges, position.theirs, position.mine, SECOND - position.mover)

    def outcome(self, position: Drawn) -> int:
        if position.edges != self.all_edges:
            return OPEN
        return by_lead(self.margin(position))

    def margin(self, position: Drawn) -> int:
        return count(position.mine) - count(position.theirs)

    def mover(self, position: Drawn) -> int:
        return position.mover

    @property
    def all_edges(self) -> int:
        """The set of all edges."""
        return (1 << self.actions) - 1

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each box, in reading order, the set of its edges."""
        return tuple(
            1 << row * self.m + column  # the upper one, the lower one, the two upright ones
            | 1 << (row + 1) * self.m + column
            | 3 << self.across + row * (self.m + 1) + column
            for row in range(self.n)
            for column in range(self.m)
        )

    @cached_property
    def beside(self) -> tuple[int, ...]:
        """Two entries for each edge: the boxes beside it, or -1."""
        boxes = [
            [box for box, sides in enumerate(self.sides) if sides >> edge & 1]
            for edge in range(self.actions)
        ]
        return tuple(box for both in boxes for box in (*both, -1)[:2])

    @property
    def columns(self) -> int:
        """Number of columns of the grid of dots, edges and boxes."""
        return 2 * self.m + 1

    @property
    def rows(self) -> int:
        """Number of rows of the grid."""
        return 2 * self.n + 1

    def cell_of(self, edge: int) -> int:
        """The cell of an edge in the grid."""
        if edge < self.across:
            return edge // self.m * 2 * self.columns + edge % self.m * 2 + 1
        row, column = divmod(edge - self.across, self.m + 1)
        return (2 * row + 1) * self.columns + 2 * column

    @cached_property
    def edge_at(self) -> dict[int, int]:
        """The edges by their cells."""
        return {self.cell_of(edge): edge for edge in range(self.actions)}

    def board(self, position: Drawn, turn: int) -> Board:
        cells = tuple(self._cell(position, turn, cell) for cell in range(self.columns * self.rows))
        return Board(cells, look=Look.EDGES)

    def _cell(self, position: Drawn, turn: int, cell: int) -> Cell:
        row, column = divmod(cell, self.columns)
        name, edge = cell_name(cell, self.columns, self.rows), self.edge_at.get(cell)
        if edge is not None:
            drawn = position.edges >> edge & 1
            mark = (ACROSS if edge < self.across else UPRIGHT) if drawn else ""
            return Cell(name, column, row, mark, () if drawn else (edge,))
        if row % 2 == 0:
            return Cell(name, column, row, DOT)
        box = row // 2 * self.m + column // 2
        owner = (
            turn if position.mine >> box & 1 else 1 - turn if position.theirs >> box & 1 else None
        )
        return Cell(name, column, row, "" if owner is None else self.marks[owner], (), owner)

    def name(self, move: int) -> str:
        return cell_name(self.cell_of(move), self.columns, self.rows)

    def read(self, text: str) -> int:
        cell = cell_named(text, self.columns, self.rows)
        if cell not in self.edge_at:
            raise errors.UnreadableMove(
                f"{text!r} is not an edge: edges lie between two dots, as {self.name(0)} does."
            )
        return self.edge_at[cell]

    def explain_illegal(self, position: Drawn, move: int) -> errors.MoveError:
        if 0 <= move < self.actions:
            return errors.CellTaken(f"{self.name(move)} is already drawn.")
        return errors.no_such("edge", move, self.actions)

    def text(self, position: Drawn, turn: int) -> str:
        cells = self.board(position, turn).cells
        signs = "".join(cell.mark.lower() or "." for cell in cells)
        rows = [signs[at : at + self.columns] for at in range(0, len(signs), self.columns)]
        rows[::2] = [row.replace(DOT, "") for row in rows[::2]]
        return f"{'/'.join(rows)} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Drawn, int]:
        body, _, side = text.strip().lower().partition(" ")
        rows, side = body.split("/"), side.strip()
        upright = rf"[.|]([.xo][.|]){{{self.m}}}"
        wanted = [upright if row % 2 else rf"[.-]{{{self.m}}}" for row in range(self.rows)]
        read = len(rows) == self.rows and all(map(re.fullmatch, wanted, rows))
        if not read or side not in ("x", "o"):
            raise errors.UnreadablePosition(
                f"{text!r} is not a position of this board: write edges and boxes row by row from "
                f"the top, then the side to move. The start is {self.text(self.start(), FIRST)!r}."
            )
        signs = [*"".join(rows[::2]), *"".join(row[::2] for row in rows[1::2])]
        owners = "".join(row[1::2] for row in rows[1::2])
        first, second = (_set_of(sign == owner for sign in owners) for owner in "xo")
        turn = "xo".index(side)
        drawn = _set_of(sign != "." for sign in signs)
        position = Drawn(drawn, *by_player(first, second, turn), turn)
        self.validate(position, turn)
        return position, turn

    def validate(self, position: Drawn, turn: int) -> None:
        closed = _set_of(position.edges & sides == sides for sides in self.sides)
        if closed != position.mine | position.theirs or position.mine & position.theirs:
            raise errors.ImpossiblePosition(
                "Each box with four edges must have one owner, and no other."
            )


def _set_of(held: Iterable[bool]) -> int:
    return sum(1 << place for place, yes in enumerate(held) if yes)
