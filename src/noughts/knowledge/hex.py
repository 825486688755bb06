"""Knowledge of Hex: missing stones of a chain, and threats and bridges in words."""

from collections.abc import Iterator, Sequence

from noughts.bits import cells_of, count
from noughts.games.common.cell_game import Marks
from noughts.games.hex import EDGES, Hex
from noughts.knowledge.marks import MarksKnowledge
from noughts.knowledge.symmetry import Symmetry


class HexKnowledge(MarksKnowledge):
    """Knowledge of Hex."""

    game: Hex

    @property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The half turn: no other symmetry maps each player's edges to their own."""
        return (tuple(range(self.game.cells)), tuple(reversed(range(self.game.cells))))

    def estimate(self, position: Marks) -> int:
        """The difference between the numbers of stones that the players still need."""
        me = self.game.turn(position)
        mine = self.stones_needed(position.mine, position.theirs, me)
        return self.stones_needed(position.theirs, position.mine, 1 - me) - mine

    def stones_needed(self, mine: int, theirs: int, side: int) -> int:
        """Stones needed to join the edges without replies; the number of cells if impossible."""
        first, last = self.game.one_edge(side), self.game.other_edge(side)
        reached = 0
        for stones in range(self.game.cells):
            reached = self.game.spread(reached | first & mine, mine)
            if reached & last != 0:
                return stones
            reached |= (self.game.touching(reached) | first) & self.game.all_cells & ~theirs
        return self.game.cells

    def tactics(self, position: Marks, move: int) -> tuple[str, ...]:
        """Edges that it joins, threatens to join, or keeps the opponent from joining; and bridges.

        >>> game = Hex(3)
        >>> position, _ = game.parse("1x1/3/2o x")
        >>> HexKnowledge(game).tactics(position, game.read("a3"))
        ('threatens to join top and bottom at a2 or b2', 'makes a bridge to b1')
        """
        side = self.game.turn(position)
        mine, theirs = position.mine | 1 << move, position.theirs
        if self.game.joined(mine, side):
            return (f"joins {EDGES[side]}",)
        clauses = (
            *self._keeping(position, side, move),
            *self._threats(mine, theirs, side),
            *self._bridges(mine, theirs, side, move),
        )
        return clauses or tuple(self._stones(position, mine, side))

    def joining(self, stones: int, others: int, side: int) -> list[int]:
        """Empty cells by which these stones would join the side's edges."""
        empty = cells_of(self.game.all_cells & ~(stones | others))
        return [cell for cell in empty if self.game.joined(stones | 1 << cell, side)]

    def _keeping(self, position: Marks, side: int, move: int) -> Iterator[str]:
        """Whether the opponent would have joined their edges at this cell."""
        if self.game.joined(position.theirs | 1 << move, 1 - side):
            yield f"keeps {self.game.marks[1 - side]} from joining {EDGES[1 - side]} there"

    def _threats(self, mine: int, theirs: int, side: int) -> Iterator[str]:
        """The cells that will join the edges, unless the opponent takes them."""
        cells = self.joining(mine, theirs, side)
        if cells:
            yield f"threatens to join {EDGES[side]} at {self._either(cells)}"

    def _stones(self, position: Marks, mine: int, side: int) -> Iterator[str]:
        """Stones still needed to join the edges, by the mover; or by the opponent, if changed."""
        theirs, other = position.theirs, 1 - side
        needed = self.stones_needed(mine, theirs, side)
        if needed < self.stones_needed(position.mine, theirs, side):
            yield f"lacks {needed} stones to join {EDGES[side]}"
        lacking = self.stones_needed(theirs, mine, other)
        if lacking > self.stones_needed(theirs, position.mine, other):
            who = self.game.marks[other]
            yield f"makes {who} lack {lacking} stones to join {EDGES[other]}"

    def _bridges(self, mine: int, theirs: int, side: int, move: int) -> Iterator[str]:
        """Stones and edges that the move reaches by either of two empty cells."""
        empty = self.game.all_cells & ~(mine | theirs)
        near = self.game.touching(1 << move) & self.game.all_cells
        for stone in cells_of(mine & ~(near | 1 << move)):
            if count(near & self.game.touching(1 << stone) & empty) == 2:
                yield f"makes a bridge to {self.game.cell_name(stone)}"
        names = EDGES[side].split(" and ")
        for edge, name in zip(
            (self.game.one_edge(side), self.game.other_edge(side)), names, strict=True
        ):
            if not edge >> move & 1 and count(near & edge & empty) == 2:
                yield f"makes a bridge to the {name} edge"

    def _either(self, cells: Sequence[int]) -> str:
        *rest, last = map(self.game.cell_name, cells)
        return f"{', '.join(rest)} or {last}" if rest else last
