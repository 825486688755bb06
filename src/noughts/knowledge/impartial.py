"""Knowledge of games in which both players have the same moves: Nim, Chomp and Notakto."""

from abc import abstractmethod
from collections.abc import Iterator
from functools import cached_property

from noughts.bits import cells_of, lowest
from noughts.game import P
from noughts.games.chomp import Bar, Chomp
from noughts.games.nim import BITS, HEAP, HEAPS, Heaps, Nim
from noughts.games.notakto import CELLS, Crosses, Notakto
from noughts.games.tictactoe import ALL_CELLS
from noughts.knowledge import symmetry
from noughts.knowledge.base import Knowledge
from noughts.value import OPEN


class ShapeKnowledge(Knowledge[P]):
    """Knowledge of a game in which a move is good or bad by what it leaves."""

    @abstractmethod
    def left_by(self, position: P, move: int) -> tuple[str, bool]:
        """A clause about what a move leaves, and whether that is good for the mover."""

    def tactics(self, position: P, move: int) -> tuple[str, ...]:
        clause, good = self.left_by(position, move)
        return (clause,) if good else ()

    def drawbacks(self, position: P, move: int) -> tuple[str, ...]:
        clause, good = self.left_by(position, move)
        return () if good else (clause,)


class NimKnowledge(ShapeKnowledge[Heaps]):
    """Knowledge of Nim: the order of the heaps does not matter, and Bouton's sum."""

    game: Nim

    @property
    def max_plies(self) -> int:
        """Each ply takes at least a counter."""
        return sum(self.game.sizes)

    def canonical(self, position: Heaps) -> Heaps:
        counters = position.counters
        for end in range(HEAPS - 1, 0, -1):
            for heap in range(end):
                place = BITS * heap
                lack = (counters >> place + BITS & HEAP) - (counters >> place & HEAP)
                if lack > 0:  # exchange it with the next heap
                    counters += (lack << place) - (lack << place + BITS)
        return Heaps(counters)

    def parts(self, position: Heaps) -> list[Heaps]:
        """The heaps, unless it is misère play."""
        heaps = [position.counters & HEAP << BITS * heap for heap in range(HEAPS)]
        return [position] if self.game.misere else [Heaps(heap) for heap in heaps if heap]

    def left_by(self, position: Heaps, move: int) -> tuple[str, bool]:
        """A clause about the heaps that a move leaves, and whether they are good for the mover.

        Bouton's sum of the heaps, unless something simpler can be said.
        """
        after = self.play(position, move)
        left = [self.game.size(after, heap) for heap in range(HEAPS) if self.game.size(after, heap)]
        nim_sum = self.nim_sum(after)
        if not left:
            return "takes the last counter", not self.game.misere
        if max(left) == 1:
            single = (
                "a single counter" if len(left) == 1 else f"{len(left)} heaps of one counter each"
            )
            return f"leaves {single}", (len(left) % 2 == 1) == self.game.misere
        if len(left) == 1:
            return f"leaves a single heap of {left[0]}", False
        if len(left) == 2 and nim_sum == 0:
            return f"leaves two equal heaps of {left[0]}, so that every move can be copied", True
        return f"makes the nim-sum {nim_sum}", nim_sum == 0

    def nim_sum(self, position: Heaps) -> int:
        """The sum of the heaps in binary, without carrying."""
        total = 0
        for heap in range(HEAPS):
            total ^= self.game.size(position, heap)
        return total


class ChompKnowledge(ShapeKnowledge[Bar]):
    """Knowledge of Chomp: the mirror of a square bar, and shapes that are lost or won."""

    game: Chomp

    @property
    def max_plies(self) -> int:
        """Each ply eats at least a square."""
        return self.game.squares

    def canonical(self, position: Bar) -> Bar:
        return Bar(min(position.left, self.mirrored(position.left)))

    def mirrored(self, left: int) -> int:
        """A square bar with columns and rows exchanged; any other bar unchanged."""
        image = 0
        while left:
            image |= 1 << self.mirror[lowest(left)]
            left &= left - 1
        return image

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """The place of each square when columns and rows of a square bar are exchanged."""
        if self.game.m != self.game.n:
            return tuple(range(self.game.squares))
        side = self.game.m - 1
        places = [divmod(square, self.game.m) for square in range(self.game.squares)]
        return tuple((side - column) * self.game.m + side - row for row, column in places)

    def left_by(self, position: Bar, move: int) -> tuple[str, bool]:
        """A clause about the shape that a bite leaves, and whether the shape is good for the eater.

        Two arms of equal length are lost for the player to move, since each bite can be mirrored.
        So are two rows of which the lower is a square longer, since each bite has an answer that
        restores the shape.
        """
        left = [width for width in self.game.widths(self.play(position, move)) if width]
        if not left:
            return "eats the poisoned square", False
        if sum(left) == 1:
            return "leaves only the poisoned square", True
        eaten = sum(self.game.widths(position)) - sum(left)
        return _shape(left) or (f"eats {'one square' if eaten == 1 else f'{eaten} squares'}", True)


def _shape(widths: list[int]) -> tuple[str, bool] | None:
    columns = [sum(width > column for width in widths) for column in range(widths[-1])][::-1]
    if len(widths) == 1 or len(columns) == 1:
        return "leaves one strip, of which all but the poison can be eaten", False
    if widths[-2] == 1:  # only the lowest row and the first column are left
        if len(widths) == len(columns):
            return "leaves two arms of equal length, so that every bite can be mirrored", True
        return "leaves two arms of different length, which can be made equal", False
    if len(widths) == 2 and widths[1] == widths[0] + 1:
        return "leaves two rows, the lower one a square longer", True
    if len(columns) == 2 and columns[1] == columns[0] + 1:
        return "leaves two columns, the left one a square longer", True
    return None


MOST_ON_A_BOARD = 7  # six marks can lie without a line; the seventh completes one


class NotaktoKnowledge(Knowledge[Crosses]):
    """Knowledge of Notakto: boards can be turned and exchanged, and closed ones are alike."""

    game: Notakto

    @property
    def max_plies(self) -> int:
        return self.game.boards * MOST_ON_A_BOARD

    @property
    def proof_share(self) -> float:
        return 0.75

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
        """Whether it closes a board, or makes cells that close it next."""
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
        empty = cells_of(ALL_CELLS & ~cells)
        return sum(1 << cell for cell in empty if self.game.dead(cells | 1 << cell))

    def drawbacks(self, position: Crosses, move: int) -> tuple[str, ...]:
        after = self.play(position, move)
        return ("completes a line on the last board",) if self.outcome(after) != OPEN else ()
