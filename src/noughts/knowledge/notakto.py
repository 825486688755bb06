"""Knowledge of Notakto: boards can be turned and exchanged, and closed ones are alike."""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import cells_of
from noughts.games.notakto import CELLS, Crosses, Notakto
from noughts.games.tictactoe import ALL_CELLS
from noughts.knowledge import symmetry
from noughts.knowledge.base import Knowledge
from noughts.value import OPEN

MOST_ON_A_BOARD = 7  # six marks can lie without a line; the seventh completes one


class NotaktoKnowledge(Knowledge[Crosses]):
    """Knowledge of Notakto."""

    game: Notakto

    @property
    def max_plies(self) -> int:
        return self.game.boards * MOST_ON_A_BOARD

    def canonical(self, position: Crosses) -> Crosses:
        ordered = 0
        for i in range(self.game.boards):
            cells = self.turned[self.game.cells_on(position, i)]
            place = 0
            for j in range(self.game.boards):
                others = self.turned[self.game.cells_on(position, j)]
                if others < cells or (others == cells and j < i):
                    place += 1
            ordered |= cells << place * CELLS
        return Crosses(ordered)

    @cached_property
    def turned(self) -> tuple[int, ...]:
        """For each board its smallest image; closed boards are all alike.

        Two images represent closed boards, of three and of four marks, to keep the turn.
        """
        symmetries = symmetry.of_rectangle(3, 3)
        dead = (0b000_001_111, 0b000_000_111)
        return tuple(
            dead[cells.bit_count() % 2]
            if self.game.dead(cells)
            else min(symmetry.moved(cells, each) for each in symmetries)
            for cells in range(ALL_CELLS + 1)
        )

    def tactics(self, position: Crosses, move: int) -> tuple[str, ...]:
        """Whether it closes a board, or makes cells that close it next.

        >>> game = Notakto(2)
        >>> position, _ = game.parse("xx1/3/3|3/3/3 x")
        >>> NotaktoKnowledge(game).tactics(position, game.read("1c3"))
        ('closes board 1',)
        """
        after = self.play(position, move)
        number = move // CELLS
        if self.outcome(after) != OPEN:
            return ()
        if self.game.dead(self.game.cells_on(after, number)):
            return (f"closes board {number + 1}",)
        return tuple(self._deadly(position, after, number))

    def _deadly(self, position: Crosses, after: Crosses, number: int) -> Iterator[str]:
        before, now = (self.killing(self.game.cells_on(p, number)) for p in (position, after))
        new = [self.game.cell_name(number * CELLS + cell) for cell in cells_of(now & ~before)]
        if new:
            yield f"makes {' and '.join(new)} deadly for board {number + 1}"

    def killing(self, cells: int) -> int:
        """Empty cells that complete a line with these."""
        empty = cells_of(ALL_CELLS & ~cells)
        return sum(1 << cell for cell in empty if self.game.dead(cells | 1 << cell))

    def drawbacks(self, position: Crosses, move: int) -> tuple[str, ...]:
        """Whether it closes the last board, which loses."""
        after = self.play(position, move)
        return ("completes a line on the last board",) if self.outcome(after) != OPEN else ()
