"""Grids on which each side puts its own marks: positions, and their validity.

`cell_game` defines how cells are numbered, named, written and shown.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.bits import cells_of, count, lowest
from noughts.errors import UnreadableMove
from noughts.games.common.cell_game import CellGame, by_player, validate_lines
from noughts.games.common.notation import cell_name, cell_named


class Marks(NamedTuple):
    """A position of two sides' marks, seen by the player to move."""

    mine: int  # the set of cells with a mark of the player to move
    theirs: int  # the set of cells with a mark of the other player


class Grid(CellGame[Marks]):
    """A game of marks on the cells of a grid: everything but the rules.

    A subclass defines `columns` and `rows`, and the rules.
    """

    # The rules of most games: a cell is marked, and stays marked.

    def start(self) -> Marks:
        return Marks(mine=0, theirs=0)

    def moves(self, position: Marks) -> Iterator[int]:
        empty = self.all_cells & ~(position.mine | position.theirs)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        return Marks(position.theirs, position.mine | 1 << move)

    def turn(self, position: Marks) -> int:
        return count(position.mine | position.theirs) % 2

    def shown(self, position: Marks, turn: int) -> tuple[int, int]:
        return by_player(position.mine, position.theirs, turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> Marks:
        return Marks(*by_player(crosses, noughts, turn))

    def validate(self, position: Marks, turn: int) -> None:
        super().validate(position, turn)
        self.validate_owners(position, turn)
        validate_lines(*position, self.last_marks(position), turn, self.has_line)

    def last_marks(self, position: Marks) -> int:
        """The marks that may have been put last."""
        return position.theirs

    def has_line(self, cells: int) -> bool:
        """Whether a player with these cells has won the game."""
        return False

    @property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the board as a set of cells, in a game won by lines."""
        return ()

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        return tuple(cells_of(line) for line in self.board_lines if position.theirs & line == line)

    def any_line(self, cells: int) -> bool:
        """Whether all cells of a line are in the set, by checking each line."""
        for line in self.board_lines:
            if cells & line == line:
                return True
        return False


def by_goal(moves: Iterable[int], cells: int) -> dict[int, tuple[int, ...]]:
    """Moves by the cell each marks, where a move is its cell plus a multiple of `cells`."""
    found: dict[int, tuple[int, ...]] = {}
    for move in moves:
        found[move % cells] = (*found.get(move % cells, ()), move)
    return found


class PointGrid(Grid):
    """A grid with cells at some of its places: points of lines, or a board with holes.

    A subclass defines `places`. Every row has at least one cell. The cells are numbered in reading
    order, and named by their places in the grid.
    """

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each cell in the grid, in reading order."""
        raise NotImplementedError(f"{type(self).__name__} must define places.")

    @property
    def board_cells(self) -> int:
        return len(self.places)

    @property
    def row_lengths(self) -> tuple[int, ...]:
        rows = [place // self.columns for place in self.places]
        return tuple(rows.count(row) for row in range(self.rows))

    def place(self, cell: int) -> tuple[int, int]:
        row, column = divmod(self.places[cell], self.columns)
        return column, row

    def cell_name(self, cell: int) -> str:
        return cell_name(self.places[cell], self.columns, self.rows)

    def read_cell(self, text: str) -> int:
        place = cell_named(text, self.columns, self.rows)
        if place in self.places:
            return self.places.index(place)
        names = ", ".join(map(self.cell_name, range(self.cells)))
        raise UnreadableMove(f"{text!r} is not a cell of this board; its cells are {names}.")

    @property
    def digits(self) -> bool:
        return False
