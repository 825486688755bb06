"""Knowledge of line games given as data: turns and reflections that keep their lines."""

from functools import cached_property

from noughts.games.lines import Lines
from noughts.knowledge import symmetry
from noughts.knowledge.line_game import LineGameKnowledge


class LinesKnowledge(LineGameKnowledge):
    """Knowledge of a line game, perhaps a stranger's."""

    game: Lines

    @cached_property
    def symmetries(self) -> tuple[symmetry.Symmetry, ...]:
        """The turns and reflections of the grid that keep cells and lines.

        Others may exist, but looking for them can take very long, and the game may be a stranger's.
        """
        cells = {place: cell for cell, place in enumerate(self.game.places)}
        lines = frozenset(self.game.board_lines)
        found = []
        for turned in symmetry.of_rectangle(self.game.columns, self.game.rows):
            images = [cells.get(turned[place], -1) for place in self.game.places]
            if -1 not in images and all(symmetry.moved(line, images) in lines for line in lines):
                found.append(tuple(images))
        return tuple(dict.fromkeys(found))
