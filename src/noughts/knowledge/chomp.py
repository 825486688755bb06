"""Knowledge of Chomp: the mirror of a square bar, and shapes that are lost or won."""

from functools import cached_property

from noughts.bits import lowest
from noughts.games.chomp import Bar, Chomp
from noughts.knowledge.base import Knowledge


class ChompKnowledge(Knowledge[Bar]):
    """Knowledge of Chomp."""

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

    def tactics(self, position: Bar, move: int) -> tuple[str, ...]:
        """The clause of `left_by`, if the remaining shape is good."""
        clause, good = self.left_by(position, move)
        return (clause,) if good else ()

    def drawbacks(self, position: Bar, move: int) -> tuple[str, ...]:
        """The clause of `left_by`, if the remaining shape is bad."""
        clause, good = self.left_by(position, move)
        return () if good else (clause,)

    def left_by(self, position: Bar, move: int) -> tuple[str, bool]:
        """A clause about the shape that a bite leaves, and whether the shape is good for the eater.

        Two arms of equal length are lost for the player to move, since each bite can be mirrored.
        So are two rows of which the lower is a square longer, since each bite has an answer that
        restores the shape.

        >>> game = Chomp(4, 4)
        >>> ChompKnowledge(game).left_by(game.start(), game.read("b2"))
        ('leaves two arms of equal length, so that every bite can be mirrored', True)
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
