"""Games in which both players put the same mark, as sets of cells, read from the game itself.

Marks have no owner, so a position is the set of marked cells. There may be several equal boards: a
board with a line takes no more marks, and the game is over when all have one.
"""

from typing import Any, NamedTuple

from noughts.bits import cells_of
from noughts.game import Game
from noughts.games.common.cell_game import one_mark_completes
from noughts.games.notakto import Notakto
from noughts.knowledge import plays_by, symmetry
from noughts.tablebase.combinatorial.model import SHOWN, Marking, kept


class OneMarking(NamedTuple):
    """A game of one mark.

    Args:
        marking: the cells, lines and symmetries of one board; and whether the player who completes
            the last board's line loses.
        boards: the number of boards; each takes the bits above the previous one's.
        arising: the sets of marks reachable on one board, in ascending order.
    """

    marking: Marking
    boards: int
    arising: tuple[int, ...]


def one_marking_of(game: Game[Any]) -> OneMarking | None:
    """The game's model as one of one mark; None if it is not one, or changes the rules of one.

    >>> found = one_marking_of(Notakto(2))
    >>> len(found.marking.lines), len(found.marking.symmetries), found.marking.loses, found.boards
    (8, 8, True, 2)
    >>> from noughts.games.nim import Nim
    >>> print(one_marking_of(Nim()))
    None
    """
    if not isinstance(game, Notakto) or not plays_by(game, Notakto, *SHOWN):
        return None
    cells, all_sets = game.board_cells, range(1 << game.board_cells)
    lines = tuple(each for each in all_sets if game.dead(each) and _none_to_spare(game, each))
    symmetries = kept(symmetry.of_lines(lines, cells), lines)
    loses = game.outcome(game.showing(game.all_cells, 0, 0)) > 0
    return OneMarking(
        Marking(all_sets[-1], lines, loses, (0,) * cells, symmetries),
        game.boards,
        tuple(each for each in all_sets if _arises(game, each)),
    )


def _none_to_spare(game: Notakto, cells: int) -> bool:
    """Whether each of these cells of one board is needed for a line."""
    return not any(game.dead(cells & ~(1 << cell)) for cell in cells_of(cells))


def _arises(game: Notakto, cells: int) -> bool:
    """Whether these cells of one board are reachable, if no mark follows a line."""
    return not game.dead(cells) or one_mark_completes(cells, cells, game.dead)
