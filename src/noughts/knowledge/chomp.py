"""What is known of Chomp: the mirror of a square bar, and shapes that are lost or won."""

from functools import cached_property

from noughts.bits import lowest
from noughts.games.chomp import Bar, Chomp
from noughts.knowledge.base import Knowledge


class ChompKnowledge(Knowledge[Bar]):
    """Knowledge of Chomp."""

    game: Chomp

    @property
    def max_plies(self) -> int:
        """A ply eats a square at least."""
        return self.game.squares

    def canonical(self, position: Bar) -> Bar:
        """On a square bar, the smaller of the position and its mirror image."""
        return Bar(min(position.left, self.mirrored(position.left)))

    def mirrored(self, left: int) -> int:
        """A square bar with columns and rows exchanged; another bar as it is."""
        image = 0
        while left:
            image |= 1 << self.mirror[lowest(left)]
            left &= left - 1
        return image

    @cached_property
    def mirror(self) -> tuple[int, ...]:
        """Where each square goes when a square bar's columns and rows are exchanged."""
        if self.game.m != self.game.n:
            return tuple(range(self.game.squares))
        side = self.game.m - 1
        places = [divmod(square, self.game.m) for square in range(self.game.squares)]
        return tuple((side - column) * self.game.m + side - row for row, column in places)

    def tactics(self, position: Bar, move: int) -> tuple[str, ...]:
        """What is good about the shape that is left: see `left_by`."""
        clause, good = self.left_by(position, move)
        return (clause,) if good else ()

    def drawbacks(self, position: Bar, move: int) -> tuple[str, ...]:
        """What is bad about it."""
        clause, good = self.left_by(position, move)
        return () if good else (clause,)

    def left_by(self, position: Bar, move: int) -> tuple[str, bool]:
        """What there is to say of the shape that a bite leaves, and whether it is not bad for him.

        Two arms of equal length are lost for the player to move, for each of his bites can be
        mirrored; and so are two rows of which the lower is a square longer, for each can be
        answered so that they are that again.

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
    """What there is to say of rows of these widths, from the top, and whether it is good."""
    columns = [sum(width > column for width in widths) for column in range(widths[-1])][::-1]
    if len(widths) == 1 or len(columns) == 1:
        return "leaves one strip, of which all but the poison can be eaten", False
    if widths[-2] == 1:  # so that there is nothing but the lowest row and the first column
        if len(widths) == len(columns):
            return "leaves two arms of equal length, so that every bite can be mirrored", True
        return "leaves two arms of different length, which can be made equal", False
    if len(widths) == 2 and widths[1] == widths[0] + 1:
        return "leaves two rows, the lower one a square longer", True
    if len(columns) == 2 and columns[1] == columns[0] + 1:
        return "leaves two columns, the left one a square longer", True
    return None
