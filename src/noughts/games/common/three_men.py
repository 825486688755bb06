"""Base of games in which each player has at most three marks.

Play goes on when all six are on the board, so that positions can repeat, and the marks alone do not
determine whose turn it is.
"""

from typing import ClassVar

from noughts.bits import count
from noughts.errors import UnreadablePosition, WrongCount
from noughts.games.common.cell_game import Grid, Marks, validate_no_line

CELLS = 9
EACH = 3  # marks of each player


class ThreeEach(Grid):
    """Three marks each, three in a line win; a subclass defines how play goes on.

    It also defines `board_lines`.
    """

    repeats: ClassVar[bool] = True

    def has_line(self, cells: int) -> bool:
        """Whether a player with these marks has won the game."""
        return self.any_line(cells)

    def turn(self, position: Marks) -> int | None:  # type: ignore[override]  # None: undetermined
        marks = count(position.mine) + count(position.theirs)
        return marks % 2 if marks < 2 * EACH else None

    def parse(self, text: str) -> tuple[Marks, int]:
        """The position and turn of a text; the side may be left out if the marks determine it."""
        position, turn = super().parse(text)
        self.require_side(text, position)
        return position, turn

    def require_side(self, text: str, position: Marks) -> None:
        """Raise UnreadablePosition if the text needs a side to move, and lacks one."""
        if self.turn(position) is None and not text.strip().lower().endswith((" x", " o")):
            raise UnreadablePosition(
                f"{text!r} does not say whose turn it is: with all marks on the board, add x or o "
                f"at the end."
            )

    def validate(self, position: Marks, turn: int) -> None:
        most = max(count(position.mine), count(position.theirs))
        if most > EACH:
            raise WrongCount(f"A player has {most} marks on the board; at most {EACH} are allowed.")
        if self.turn(position) is not None:
            super().validate(position, turn)
        elif position.mine & position.theirs:
            raise WrongCount("A cell holds both marks.")
        else:
            validate_no_line(position.mine, turn, self.has_line)
