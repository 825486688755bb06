"""What is known of Gomoku: symmetries, wins at once, the answers to threats, open rows."""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import count, lowest
from noughts.game import FIRST
from noughts.games.common.grid import Marks
from noughts.games.gomoku import Gomoku
from noughts.knowledge import symmetry
from noughts.knowledge.marks import MarksKnowledge


class GomokuKnowledge(MarksKnowledge):
    """Knowledge of Gomoku, in which one more mark of one's own can do harm."""

    game: Gomoku

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board."""
        return symmetry.of_rectangle(self.game.columns, self.game.rows)

    def winning(self, cells: int, empty: int, side: int) -> int:
        """The empty cells by which the player of these cells wins at once."""
        game, found = self.game, 0
        while empty:
            cell = empty & -empty
            if game.has_row(cells | cell) or (
                game.renju and side != FIRST and game.has_overline(cells | cell)
            ):
                found |= cell
            empty ^= cell
        return found

    def candidate_moves(self, position: Marks) -> Iterator[int]:
        """A win at once; else the answer to a threat, unless a mark can lose at once; else all."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        side = self.game.turn(position)
        choice = self.winning(position.mine, empty, side)
        if choice == 0 and not (self.game.renju and side == FIRST):
            choice = self.winning(position.theirs, empty, 1 - side)
        choice = choice & -choice or empty
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def estimate(self, position: Marks) -> int:
        """How much more the rows that are still open to me promise than those of the other.

        Mine count by half as much again: I am to move. Else to cut rows far off is as good as near.
        """
        cells, mine, theirs = self.game.all_cells, position.mine, position.theirs
        return 3 * self.promise(cells & ~theirs, mine) - 2 * self.promise(cells & ~mine, theirs)

    def promise(self, cells: int, marks: int) -> int:
        """One for each row of k within these cells, and the square of how many marks are in it.

        The marks of all rows are counted at a time, in binary: bit by bit of the first cells.
        """
        promise = 0
        for step, first_cells in self.game.rays:
            ones = twos = fours = 0
            for i in range(self.game.k):
                carry = marks >> i * step
                ones, carry = ones ^ carry, ones & carry
                twos, carry = twos ^ carry, twos & carry
                fours |= carry
            rows = self.game.starts(cells, step, first_cells)
            promise += count(rows) + count(rows & ones) + 16 * count(rows & fours)
            promise += 4 * (count(rows & twos) + count(rows & twos & ones))
        return promise
