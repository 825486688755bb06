"""Knowledge of Gomoku: symmetries, immediate wins, and answers to threats."""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import lowest
from noughts.game import FIRST
from noughts.games.common.grid import Marks
from noughts.games.gomoku import Gomoku
from noughts.knowledge import symmetry
from noughts.knowledge.marks import MarksKnowledge


class GomokuKnowledge(MarksKnowledge):
    """Knowledge of Gomoku, in which an additional own mark can do harm."""

    game: Gomoku

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the board."""
        return symmetry.of_rectangle(self.game.columns, self.game.rows)

    def winning(self, cells: int, empty: int, side: int) -> int:
        """Empty cells by which the player of these cells wins in one move."""
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
        """An immediate win; otherwise answers to a threat, unless marks can lose; or all."""
        empty = self.game.all_cells & ~(position.mine | position.theirs)
        side = self.game.turn(position)
        choice = self.winning(position.mine, empty, side)
        if choice == 0 and not (self.game.renju and side == FIRST):
            choice = self.winning(position.theirs, empty, 1 - side)
        choice = choice & -choice or empty
        while choice:
            yield lowest(choice)
            choice &= choice - 1
