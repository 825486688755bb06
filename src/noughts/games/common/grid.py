"""Grids on which two sides put marks of their own: positions, and their validity.

`cell_game` says how cells are numbered, named, written and shown.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from noughts.bits import cells_of, count, lowest
from noughts.games.common.cell_game import CellGame, by_player, validate_lines


class Marks(NamedTuple):
    """A position of two sides' marks, seen by the player to move.

    Args:
        mine: the set of cells with a mark of the player to move.
        theirs: the set of cells with a mark of the other player.
    """

    mine: int
    theirs: int


class Grid(CellGame[Marks]):
    """A game of marks on the cells of a grid: everything but the rules.

    A subclass says how many `columns` and `rows` there are, and writes the rules.
    """

    # The rules of most: a cell is marked, and stays so.

    def start(self) -> Marks:
        """The empty board."""
        return Marks(mine=0, theirs=0)

    def moves(self, position: Marks) -> Iterator[int]:
        """The empty cells."""
        empty = self.all_cells & ~(position.mine | position.theirs)
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        """The cell becomes mine, and then I am the other player."""
        return Marks(position.theirs, position.mine | 1 << move)

    # For people.

    def turn(self, position: Marks) -> int:
        """The first player is to move when the board holds an even number of marks."""
        return count(position.mine | position.theirs) % 2

    def shown(self, position: Marks, turn: int) -> tuple[int, int]:
        """The first player's marks are X, the second's O."""
        return by_player(position.mine, position.theirs, turn)

    def showing(self, crosses: int, noughts: int, turn: int) -> Marks:
        """The position with these marks of the first and of the second player."""
        return Marks(*by_player(crosses, noughts, turn))

    def validate(self, position: Marks, turn: int) -> None:
        """Raise the reason why no game can reach the position."""
        super().validate(position, turn)
        self.validate_owners(position, turn)
        validate_lines(*position, self.last_marks(position), turn, self.has_line)

    def last_marks(self, position: Marks) -> int:
        """The marks, one of which was put last."""
        return position.theirs

    def has_line(self, cells: int) -> bool:
        """Whether a player with these cells has won the game."""
        return False

    @property
    def board_lines(self) -> tuple[int, ...]:
        """Every line of the board as a set of cells, in a game that is won by lines."""
        return ()

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        """The lines that decided the game."""
        return tuple(cells_of(line) for line in self.board_lines if position.theirs & line == line)

    def any_line(self, cells: int) -> bool:
        """Whether a line lies wholly in these cells, by looking at each."""
        for line in self.board_lines:
            if cells & line == line:
                return True
        return False


def by_goal(moves: Iterable[int], cells: int) -> dict[int, tuple[int, ...]]:
    """Moves by the cell that each marks, where a move is that cell plus a multiple of `cells`.

    >>> by_goal([4, 13, 5], 9)
    {4: (4, 13), 5: (5,)}
    """
    found: dict[int, tuple[int, ...]] = {}
    for move in moves:
        found[move % cells] = (*found.get(move % cells, ()), move)
    return found
