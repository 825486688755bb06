"""Knowledge of three marks each: the symmetries of the square keep each mark's age."""

from functools import cached_property

from noughts.games.common.three_men import CELLS, EACH
from noughts.games.threemarks import ThreeMarks
from noughts.knowledge import symmetry
from noughts.knowledge.marks import SymmetricKnowledge


class ThreeMarksKnowledge(SymmetricKnowledge):
    """Knowledge of three marks each."""

    game: ThreeMarks

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """Permutations of the cells that map lines to lines."""
        return symmetry.of_lines(self.game.board_lines, CELLS)

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Images of each piece of a set of marks, by symmetry; ages stay the same."""
        ages = range(0, EACH * CELLS, CELLS)
        return symmetry.image_table(
            tuple(age + image for age in ages for image in images) for images in self.symmetries
        )

    @cached_property
    def image_span(self) -> int:
        """Number of images of one symmetry."""
        return symmetry.span(EACH * CELLS)
