"""Model of a game of marks, read from the game itself.

In a game of marks a move adds the player's own mark. The cells that can be marked depend on the
taken cells, not on the owners of their marks. A player who fills a line wins, or in misère play
loses; a full board without a line is a draw. So a position is a set of taken cells and their
colours, and its number can be computed (see `ranking`).
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.bits import cells_of
from noughts.game import SECOND, Game
from noughts.games.common.line_game import LineGame
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of, plays_by
from noughts.knowledge.symmetry import Symmetry, moved
from noughts.value import WIN

# Conversions between positions and sets of cells: not rules, but inherited ones would not fit.
SHOWN = ("shown", "showing", "turn")
KINDS: tuple[type[Game[Any]], ...] = (MNK, LineGame, TicTacToe, Cube)


class Marking(NamedTuple):
    """A game of marks as sets of cells; cell i is bit i."""

    all_cells: int  # the set of all cells
    lines: tuple[int, ...]  # all lines
    loses: bool  # whether the player who fills a line loses
    # For each bit the cell that must be taken first, as a set; 0 if there is none.
    below: tuple[int, ...]
    symmetries: tuple[Symmetry, ...]  # the image of each bit; the first symmetry is the identity

    @property
    def cells(self) -> int:
        return self.all_cells.bit_count()

    @property
    def width(self) -> int:
        """The number of bits in a set of cells."""
        return self.all_cells.bit_length()

    @property
    def falls(self) -> bool:
        """Whether some cell must wait for another."""
        return any(self.below)

    @property
    def columns(self) -> dict[int, tuple[int, ...]]:
        """The cells that wait for no other, each with its column: itself and those above it."""
        above = {below: cell for cell, below in enumerate(self.below) if below}
        columns = {}
        for ground in cells_of(self.all_cells):
            if not self.below[ground]:
                cells = [ground]
                while 1 << cells[-1] in above:
                    cells.append(above[1 << cells[-1]])
                columns[ground] = tuple(cells)
        return columns

    @property
    def heights(self) -> dict[int, int]:
        """The cells that wait for no other, with the heights of their columns."""
        return {ground: len(cells) for ground, cells in self.columns.items()}

    def open_cells(self, taken: int) -> Iterator[int]:
        for cell in cells_of(self.all_cells & ~taken):
            if not self.below[cell] & ~taken:
                yield cell


def marking_of(game: Game[Any]) -> Marking | None:
    """The game's model as a game of marks; None if it is not one, or changes the rules of one."""
    if plays_by(game, ConnectFour, *SHOWN, "bit"):
        return _falling(game)
    if not any(plays_by(game, kind, *SHOWN, "board_lines") for kind in KINDS):
        return None
    rules: Any = game
    all_cells, lines = (1 << rules.cells) - 1, rules.board_lines
    if not lines or any(line == 0 or line & ~all_cells for line in lines):
        return None
    known: Any = knowledge_of(game)
    loses = game.outcome(rules.showing(lines[0], 0, SECOND)) == WIN
    return Marking(
        all_cells, lines, loses, (0,) * rules.cells, line_symmetries(known.symmetries, lines)
    )


def _falling(game: Any) -> Marking:
    knowledge: Any = knowledge_of(game)
    lines = tuple(
        sum(1 << first + i * step for i in range(game.k))
        for step in game.line_steps
        for first in cells_of(game.rows_along(step, game.all_cells))
    )
    width = game.all_cells.bit_length()
    below = tuple(
        1 << bit - 1 if game.all_cells & ~game.bottom_cells & 1 << bit else 0
        for bit in range(width)
    )
    symmetries = tuple(_in_bits(game, each, width) for each in knowledge.symmetries)
    return Marking(game.all_cells, lines, game.misere, below, line_symmetries(symmetries, lines))


def _in_bits(game: ConnectFour, symmetry: Symmetry, width: int) -> Symmetry:
    images = list(range(width))
    for cell, image in enumerate(symmetry):
        images[game.bit(cell)] = game.bit(image)
    return tuple(images)


def line_symmetries(
    symmetries: tuple[Symmetry, ...], lines: tuple[int, ...]
) -> tuple[Symmetry, ...]:
    """The symmetries, identity first; only the identity if they break a line."""
    identity = tuple(range(max(lines).bit_length() if not symmetries else len(symmetries[0])))
    every_line = frozenset(lines)
    if not all(moved(line, each) in every_line for each in symmetries for line in lines):
        return (identity,)
    return (identity, *(each for each in symmetries if each != identity))
