"""Knowledge of games of marks on a grid: symmetry, and the length of games."""

from functools import cached_property
from typing import Any

from noughts.bits import count
from noughts.game import P
from noughts.games.common.grid import Grid, Marks
from noughts.knowledge import symmetry
from noughts.knowledge.base import KEY_BITS, Knowledge


class CellKnowledge(Knowledge[P]):
    """Knowledge of a game whose rules stay the same when its cells are permuted."""

    game: Any  # a CellGame[P]

    @property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that keep the rules; the first is the identity."""
        return (tuple(range(self.game.cells)),)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Images of each piece of a set of cells, by symmetry."""
        return symmetry.image_table(self.symmetries)

    @cached_property
    def image_span(self) -> int:
        """Number of images of one symmetry."""
        return symmetry.span(self.game.cells)

    def least_image(self, mine: int, theirs: int) -> Marks:
        """The smallest image of two sets of cells under the symmetries."""
        least = Marks(mine, theirs)
        for start in range(self.image_span, len(self.images), self.image_span):
            my_image = symmetry.image(self.images, start, mine)
            if my_image <= least.mine:
                their_image = symmetry.image(self.images, start, theirs)
                if my_image < least.mine or their_image < least.theirs:
                    least = Marks(my_image, their_image)
        return least


class SymmetricKnowledge(CellKnowledge[Marks]):
    """Knowledge of a symmetric game of marks on a grid."""

    game: Grid

    def canonical(self, position: Marks) -> Marks:
        return self.least_image(position.mine, position.theirs)

    def orbit(self, position: Marks) -> int:
        """The number of different images: symmetries divided by those that keep the position."""
        fixing = 0
        for start in range(0, len(self.images), self.image_span):
            if (
                symmetry.image(self.images, start, position.mine) == position.mine
                and symmetry.image(self.images, start, position.theirs) == position.theirs
            ):
                fixing += 1
        return len(self.images) // self.image_span // fixing


class MarksKnowledge(SymmetricKnowledge):
    """Knowledge of a game in which each ply marks a cell, and only a full board is a draw."""

    @property
    def key_bits(self) -> int:
        return 2 * self.game.cells if 2 * self.game.cells <= KEY_BITS else 0

    def key(self, position: Marks) -> int:
        return position.mine << self.game.cells | position.theirs

    @property
    def max_plies(self) -> int:
        return self.game.cells

    def draw_plies(self, position: Marks) -> int:
        return self.game.cells - count(position.mine | position.theirs)
