"""Knowledge of numerical tic-tac-toe: sixteen symmetries, and lines that sum to 15."""

from collections.abc import Iterator

from noughts.games.numerical import Numbers, Numerical
from noughts.knowledge.base import Knowledge
from noughts.knowledge.symmetry import of_rectangle

SYMMETRIES = of_rectangle(3, 3)


class NumericalKnowledge(Knowledge[Numbers]):
    game: Numerical

    @property
    def max_plies(self) -> int:
        return 9

    def draw_plies(self, position: Numbers) -> int:
        return 9 - self.game.filled(position)

    def canonical(self, position: Numbers) -> Numbers:
        """The smallest of sixteen images: the board turned and reflected, and 10 - n for each n.

        The latter keeps odd numbers odd, and lines that sum to 15: 30 - 15.
        """
        best = position.cells
        for images in SYMMETRIES:
            same, other = 0, 0
            for cell in range(9):
                number = self.game.at(position, cell)
                if number > 0:
                    same |= number << 4 * images[cell]
                    other |= (10 - number) << 4 * images[cell]
            best = min(best, same, other)
        return Numbers(best)

    def tactics(self, position: Numbers, move: int) -> tuple[str, ...]:
        """The numbers of a line that sums to 15; otherwise, threats."""
        after = self.play(position, move)
        sums = (
            " + ".join(str(self.game.at(after, cell)) for cell in line)
            for line in self.game.lines(after)
        )
        return tuple(f"makes 15, {numbers}" for numbers in sums) or tuple(self._threats(after))

    def _threats(self, after: Numbers) -> Iterator[str]:
        """The mover's numbers that would make 15 next, if the cells stay empty."""
        for cell in range(9):
            if self.game.at(after, cell) == 0:
                for number in self._completing(after, cell):
                    yield f"threatens to make 15 with {self.game.name(9 * (number - 1) + cell)}"

    def _completing(self, after: Numbers, cell: int) -> list[int]:
        mine = 2 - self.game.filled(after) % 2
        left = [n for n in range(mine, 10, 2) if not self.game.used(after) >> n & 1]
        return [n for n in left if self.game.lines(Numbers(after.cells | n << 4 * cell))]
