"""Grids on which each side puts its own marks: positions, and their validity.

`cell_game` defines how cells are numbered, named, written and shown.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.bits import cells_of, count, lowest
from noughts.games.common.cell_game import CellGame, by_player, validate_lines


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

    # Names, text and picture.

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
    """Moves by the cell each marks, where a move is its cell plus a multiple of `cells`.

    >>> by_goal([4, 13, 5], 9)
    {4: (4, 13), 5: (5,)}
    """
    found: dict[int, tuple[int, ...]] = {}
    for move in moves:
        found[move % cells] = (*found.get(move % cells, ()), move)
    return found
