"""Three marks each: tic-tac-toe in which the oldest mark vanishes.

The players mark cells in turn, and three in a row win; but a player has at most three marks on the
board, and the fourth makes the oldest one vanish. There are two rules for the moment:

- as the turn begins: its cell is immediately free, for the new mark too;
- `blocking`, as the turn ends: while the new mark is placed, the oldest still occupies its cell. It
  does not count for a line with the new mark.

A player always has a move, and the board never fills, so positions can repeat.
"""

import re
from collections.abc import Iterator

from noughts.bits import count, lowest
from noughts.errors import UnreadablePosition, WrongCount
from noughts.games.common.cell_game import Marks, by_player
from noughts.games.common.moving_men import CELLS, EACH, ThreeEach
from noughts.games.tictactoe import ALL_CELLS, LINES
from noughts.value import LOSS, OPEN

MARKS = (1 << EACH * CELLS) - 1
NEWER = (1 << (EACH - 1) * CELLS) - 1  # all but the oldest of three
CELL_NAMES = "((?:[a-c][1-3]){1,3}|-)"  # up to three of them


class ThreeMarks(ThreeEach):
    """Three in a row win, but a player's fourth mark makes the oldest one vanish.

    The oldest mark vanishes as the turn begins: its cell is free at once. If it is `blocking`, it
    vanishes as the turn ends.

    Args:
        blocking: the oldest mark still blocks its cell while the new one is placed.

    >>> game = ThreeMarks()
    >>> position, turn = game.parse("a3b2c2/c3a1b1 x")
    >>> [game.name(move) for move in game.moves(position)]
    ['a3', 'b3', 'a2', 'c1']
    >>> game.text(game.play(position, game.read("c1")), turn=1)
    'b2c2c1/c3a1b1 o'
    """

    other_names = ("infinite-tic-tac-toe",)
    about = "three marks each; the oldest vanishes"
    size_in_words = "9 cells"
    known_results = "a draw; the first player wins in 13 if the oldest still blocks"
    examples = ("threemarks:blocking",)
    status = "solved"

    # A mark is one bit, for its cell and its age: bit `cell` of a player's newest mark, bit
    # `cell + 9` of the one before, bit `cell + 18` of the oldest. So a shift by 9 makes marks
    # older, and shifts the oldest out.

    board_lines = LINES

    blocking: bool = False

    @property
    def title(self) -> str:
        return "Three marks each" + ", the oldest still blocks" * self.blocking

    def moves(self, position: Marks) -> Iterator[int]:
        """The cells that are empty, or about to be."""
        mine = position.mine if self.blocking else position.mine & NEWER
        empty = ALL_CELLS & ~(self.taken(mine) | self.taken(position.theirs))
        while empty:
            yield lowest(empty)
            empty &= empty - 1

    def play(self, position: Marks, move: int) -> Marks:
        return Marks(position.theirs, (position.mine << CELLS | 1 << move) & MARKS)

    def outcome(self, position: Marks) -> int:
        return LOSS if self.has_line(position.theirs) else OPEN

    def taken(self, marks: int) -> int:
        """The cells of a player's marks of any age."""
        return (marks | marks >> CELLS | marks >> 2 * CELLS) & ALL_CELLS

    def has_line(self, cells: int) -> bool:
        return self.any_line(self.taken(cells))

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        return super().lines(Marks(self.taken(position.mine), self.taken(position.theirs)))

    def shown(self, position: Marks, turn: int) -> tuple[int, int]:
        crosses, noughts = super().shown(position, turn)
        return self.taken(crosses), self.taken(noughts)

    def sign(self, position: Marks, turn: int, cell: int) -> int:
        """State of a cell: 1 to 3 for the first player's mark, 1 the oldest; 4 to 6 for O's."""
        for player, marks in ((turn, position.mine), (1 - turn, position.theirs)):
            for age in range(EACH):
                if marks >> (cell + age * CELLS) & 1:
                    return EACH * player + count(marks >> age * CELLS)
        return 0

    def in_order(self, marks: int) -> list[int]:
        """The cells of a player's marks, the oldest first."""
        bits = [bit for bit in range(EACH * CELLS) if marks >> bit & 1]
        return [bit % CELLS for bit in reversed(bits)]

    def _signs(self, position: Marks, turn: int, signs: tuple[str, str, str]) -> list[str]:
        """For each cell its mark: X1 is X's oldest mark, the next to vanish."""
        shown = [signs[2]] * CELLS
        for side, marks in ((turn, position.mine), (1 - turn, position.theirs)):
            for order, cell in enumerate(self.in_order(marks), start=1):
                shown[cell] = f"{signs[side]}{order}"
        return shown

    def text(self, position: Marks, turn: int) -> str:
        sides = by_player(position.mine, position.theirs, turn)
        names = ["".join(map(self.cell_name, self.in_order(marks))) for marks in sides]
        return f"{names[0] or '-'}/{names[1] or '-'} {'xo'[turn]}"

    def parse(self, text: str) -> tuple[Marks, int]:
        found = re.fullmatch(f"{CELL_NAMES}/{CELL_NAMES}( [xo])?", text.strip().lower())
        if not found:
            raise UnreadablePosition(
                f"{text!r} is not a position of this game: write the first player's cells, the "
                f"oldest mark first, then / and the second player's, - for none, and the side to "
                f"move. 'a3b2c2/c3a1b1 x' is one, and the start is {self.text(self.start(), 0)!r}."
            )
        first, second = self._marked(found[1]), self._marked(found[2])
        turn = "xo".index(found[3].strip()) if found[3] else (count(first) + count(second)) % 2
        position = Marks(*by_player(first, second, turn))
        if self.turn(position) is None and not found[3]:
            raise UnreadablePosition(
                f"{text!r} does not say whose turn it is: with all marks on the board, add x or o "
                f"at the end."
            )
        self.validate(position, turn)
        return position, turn

    def _marked(self, names: str) -> int:
        marks = 0
        for i in range(0, len(names) - 1, 2):
            marks = marks << CELLS | 1 << self.read(names[i : i + 2])
        return marks

    def validate(self, position: Marks, turn: int) -> None:
        flat = Marks(self.taken(position.mine), self.taken(position.theirs))
        marks = count(position.mine) + count(position.theirs)
        if count(flat.mine | flat.theirs) < marks or (position.mine | position.theirs) > MARKS:
            raise WrongCount("A cell holds two marks, or a player has more than three.")
        super().validate(flat, turn)
