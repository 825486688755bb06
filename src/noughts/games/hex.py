"""Hex: the first player joins top and bottom, the second left and right.

A board of hexagons with as many columns as rows, each row half a cell to the right of the row
above it. A cell touches the two beside it, two above (straight and to the right) and two
below (straight and to the left). The players mark empty cells in turn. Exactly one of them
can join their two edges by a chain of touching cells, and wins by it.

By the swap rule, the second player may answer the first move by a move to the same cell: the stone
becomes the second player's, reflected in the long diagonal, and the first player moves again. The
rule takes away the advantage of the first move.

Cells are named as Hex players do, row 1 at the top: `a1` is the upper left corner, one of
the two acute ones. The short diagonal joins the obtuse corners, `d1` and `a4` on 4×4.

      a b c d
     1 . . . .
      2 . . . .
       3 . . . .
        4 . . . .

Invented by Piet Hein (1942) and John Nash (1948). There is no draw, and the first player wins on
every board (Nash's strategy stealing); with the swap rule the second does.
"""

from collections.abc import Iterator
from functools import cached_property

from noughts.bits import bits_for, cells_of, count, lowest
from noughts.board import Board, Look
from noughts.errors import BadParameters, TwoLines, UnreadableMove
from noughts.game import FIRST, SECOND
from noughts.games.common.cell_game import LETTERS, Grid, Marks, by_player, cell_named, parameter
from noughts.value import LOSS, OPEN

LARGEST = 14  # cells across
# The edges that each side joins.
EDGES = ("top and bottom", "left and right")


class Hex(Grid):
    """The first player, X, joins top and bottom; the second, O, joins left and right.

    The players mark empty cells in turn. Whoever joins the two edges by a chain of touching cells
    wins. A cell touches the two beside it, two above and two below.

    With `swap`, the second player may answer the first stone by a move to its cell: the stone
    becomes the second player's, reflected in the long diagonal.

    Args:
        size: the number of columns and of rows, from 2 to 14.
        swap: the second player may take over the first stone, by a move to its cell.

    >>> game = Hex(2)
    >>> position, _ = game.parse("1x/o1 x")
    >>> game.text(game.play(position, game.read("a1")), turn=1)
    'xx/o1 o'
    """

    about = "join your two edges by a chain of touching cells"
    size_in_words = "2 to 14 cells across"
    known_results = "the first player wins on every board; with swap, the second"
    examples = ("hex:3", "hex:4", "hex:5", "hex:11,swap")
    status = "solved"
    look = Look.HEXAGONS

    either_begins = False  # X joins top and bottom
    size: int = 4
    swap: bool = False

    @property
    def title(self) -> str:
        return f"Hex {self.size}×{self.size}{', with swap' * self.swap}"

    def __post_init__(self) -> None:
        if not 2 <= self.size <= LARGEST:
            raise BadParameters(f"size={self.size}: boards go from 2 to {LARGEST} cells across.")

    @property
    def field_bits(self) -> int:
        return bits_for(self.places)

    @property
    def places(self) -> int:
        """The places of marks, cells and perhaps one away from them for a swap."""
        return self.cells + (self.size + 1) * self.swap

    @cached_property
    def gone(self) -> int:
        """The mark that the first player has, away from the board, in place of a stone swapped."""
        return 1 << self.places - 1

    columns = parameter("size", "The board's width.")
    rows = parameter("size", "The board's height.")

    def can_swap(self, position: Marks) -> bool:
        """Whether the player to move may take over the only stone."""
        stone = position.theirs
        return self.swap and position.mine == 0 and stone != 0 and stone & stone - 1 == 0

    def moves(self, position: Marks) -> Iterator[int]:
        """The cell of a stone that may be swapped, and the empty cells."""
        if self.can_swap(position):
            yield lowest(position.theirs)
        choice = self.all_cells & ~(position.mine | position.theirs)
        while choice:
            yield lowest(choice)
            choice &= choice - 1

    def play(self, position: Marks, move: int) -> Marks:
        if position.theirs >> move & 1:
            reflected = move % self.size * self.size + move // self.size
            return Marks(self.gone, 1 << reflected)
        return Marks(position.theirs, position.mine | 1 << move)

    def shown(self, position: Marks, turn: int) -> tuple[int, int]:
        crosses, noughts = by_player(position.mine, position.theirs, turn)
        return crosses & self.all_cells, noughts

    def showing(self, crosses: int, noughts: int, turn: int) -> Marks:
        """The position: the first stone was swapped if X lacks one."""
        lacking = count(noughts) - count(crosses) + turn == 1
        if self.swap and lacking and noughts:
            crosses |= self.gone
        return Marks(*by_player(crosses, noughts, turn))

    def validate_owners(self, position: Marks, turn: int) -> None:
        if not self.swap or not (position.mine | position.theirs) & self.gone:
            super().validate_owners(position, turn)

    def outcome(self, position: Marks) -> int:
        return LOSS if self.joined(position.theirs, 1 - self.turn(position)) else OPEN

    def joined(self, stones: int, side: int) -> bool:
        """Whether these stones join the edges of that side."""
        reached = self.spread(stones & self.one_edge(side), stones)
        return reached & self.other_edge(side) != 0

    def spread(self, reached: int, stones: int) -> int:
        """The stones connected to some of them."""
        before = -1
        while reached != before:
            before = reached
            reached |= self.touching(reached) & stones
        return reached

    def touching(self, cells: int) -> int:
        """The neighbours of these cells; bits beyond the board may be set, too."""
        not_left, not_right = cells & ~self.left, cells & ~self.right
        return (
            not_left >> 1 | not_right << 1
            | cells >> self.size | not_right >> self.size - 1
            | cells << self.size | not_left << self.size - 1
        )  # fmt: skip

    def one_edge(self, side: int) -> int:
        """The edge where the player's chains begin."""
        return self.top if side == FIRST else self.left

    def other_edge(self, side: int) -> int:
        """The edge where they end."""
        return self.bottom if side == FIRST else self.right

    @cached_property
    def top(self) -> int:
        """The upper row."""
        return (1 << self.size) - 1

    @cached_property
    def bottom(self) -> int:
        """The lower row."""
        return self.top << self.size * (self.size - 1)

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << row * self.size for row in range(self.size))

    @cached_property
    def right(self) -> int:
        """The last column."""
        return self.left << self.size - 1

    def lines(self, position: Marks) -> tuple[tuple[int, ...], ...]:
        side, stones = 1 - self.turn(position), position.theirs
        chains: list[tuple[int, ...]] = [(cell,) for cell in cells_of(stones & self.one_edge(side))]
        for chain in chains:  # the list grows during the loop
            if self.other_edge(side) >> chain[-1] & 1:
                return (chain,)
            stones &= ~(1 << chain[-1])
            following = cells_of(self.touching(1 << chain[-1]) & stones)
            chains += [(*chain, cell) for cell in following]
        return ()

    def cell_name(self, cell: int) -> str:
        """The cell's letter, and its number from the top: `a1` is the upper left corner."""
        return f"{LETTERS[cell % self.size]}{cell // self.size + 1}"

    def read(self, text: str) -> int:
        upside_down = cell_named(text, self.size, self.size)
        if upside_down < 0:
            last = self.cell_name(self.cells - 1)
            raise UnreadableMove(f"{text!r} is not a cell: use a1 to {last}.")
        row, column = divmod(upside_down, self.size)
        return (self.size - 1 - row) * self.size + column

    def board(self, position: Marks, turn: int) -> Board:
        borders = (FIRST, SECOND, FIRST, SECOND)
        return super().board(position, turn)._replace(slant=1, borders=borders)

    def validate(self, position: Marks, turn: int) -> None:
        super().validate(position, turn)
        last = cells_of(position.theirs)
        if self.joined(position.mine, turn) or (
            last and all(self.joined(position.theirs & ~(1 << cell), 1 - turn) for cell in last)
        ):
            raise TwoLines("A chain already joins two edges, which would have ended the game.")
