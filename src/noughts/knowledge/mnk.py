"""Knowledge of m,n,k games: lines on a flat board are found by shifting.

Shifted copies of the set overlap where k cells are in a row. Tests compare each method with
the one in `LineGameKnowledge`, which checks each line.
"""

from noughts.bits import count, lowest
from noughts.games.mnk import MNK
from noughts.knowledge.line_game import LineGameKnowledge


class MNKKnowledge(LineGameKnowledge):
    """Knowledge of m,n,k games and their variants."""

    game: MNK

    def count_lines(self, cells: int) -> int:
        """Number of lines within the set."""
        if not self.game.flat:
            return self.each_line(cells)
        lines = 0
        for step, first_cells in self.game.rays:
            lines += count(self.game.lines_along(step, cells & first_cells, cells))
        return lines

    def completing(self, cells: int, empty: int) -> int:
        """Empty cells that complete a line of these cells.

        In each direction, it finds the lines with one empty cell and otherwise only these cells;
        the empty cells in them complete them.
        """
        if not self.game.flat:
            return self.completing_any(cells, empty)
        found = 0
        for step, first_cells in self.game.rays:
            whole, lacking = first_cells, 0
            for i in range(self.game.k):
                has, gap = cells >> i * step, empty >> i * step
                lacking = lacking & has | whole & gap
                whole &= has
            found |= self.spread(lacking, step)
        return found & empty

    def preparing(self, cells: int, empty: int) -> int:
        """Empty cells of lines that lack exactly two cells of the set, both empty."""
        if not self.game.flat:
            return self.preparing_any(cells, empty)
        found = 0
        for step, first_cells in self.game.rays:
            whole, lacking, lacking_two = first_cells, 0, 0
            for i in range(self.game.k):
                has, gap = cells >> i * step, empty >> i * step
                lacking_two = lacking_two & has | lacking & gap
                lacking = lacking & has | whole & gap
                whole &= has
            found |= self.spread(lacking_two, step)
        return found & empty

    def spread(self, starts: int, step: int) -> int:
        """The cells of the lines in one direction that begin at the given cells."""
        found = starts
        for i in range(1, self.game.k):
            found |= starts << i * step
        return found

    def covered(self, cells: int) -> int:
        """The cells of all lines within the set."""
        if not self.game.flat:
            return self.covered_any(cells)
        found = 0
        for step, first_cells in self.game.rays:
            found |= self.spread(self.game.lines_along(step, cells & first_cells, cells), step)
        return found

    def needs(self, free: int, empty: int) -> list[int]:
        """Sets of empty cells, one within each line that lies in the free cells.

        Overlapping lines of one row share a set if they have at least two empty cells in common:
        one pair is enough for all of them.
        """
        if not self.game.flat:
            return self.needs_any(free, empty)
        needs = []
        for step, first_cells in self.game.rays:
            starts = self.game.lines_along(step, free & first_cells, free)
            shape = self.spread(1, step)
            while starts:
                first = lowest(starts)
                need = shape << first & empty
                starts &= starts - 1
                shared = need
                while shared & shared - 1:
                    need = shared
                    first += step
                    if not starts >> first & 1:
                        break
                    shared = need & shape << first
                    if shared & shared - 1:
                        starts ^= 1 << first
                needs.append(need)
        return needs
