"""Games in which both players may put either mark, as sets of cells, read from the game itself.

Marks have no owner, so a position is a set of taken cells and any pattern of crosses on it. It is
over when there is a line or no free cell; its value then depends only on the number of marks.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.game import Game
from noughts.games.common.shared_marks import EitherMark, FreeMarks
from noughts.games.orderchaos import OrderChaos
from noughts.games.wild import Wild
from noughts.knowledge import knowledge_of, plays_by
from noughts.tablebase.combinatorial.model import SHOWN, Marking, kept
from noughts.value import DRAW

KINDS: tuple[type[EitherMark], ...] = (Wild, OrderChaos)
# Step budget of the search for a full board without a line.
STEPS = 10_000


class EitherMarking(NamedTuple):
    """A game of either mark.

    Args:
        marking: its cells, lines and symmetries.
        lined: for every number of marks, the value of a line for the player to move.
        full: the value of a full board without a line.
    """

    marking: Marking
    lined: tuple[int, ...]
    full: int


def either_marking_of(game: Game[Any]) -> EitherMarking | None:
    """The game's model as one of either mark; None if it is not one, or changes the rules of one.

    >>> found = either_marking_of(Wild())
    >>> found.lined[5:], found.full
    ((-1, -1, -1, -1, -1), 0)
    >>> from noughts.games.nim import Nim
    >>> print(either_marking_of(Nim()))
    None
    """
    if not any(plays_by(game, kind, *SHOWN) for kind in KINDS):
        return None
    assert isinstance(game, EitherMark)  # for the type checker
    lines, all_cells = game.board_lines, (1 << game.cells) - 1
    board = _without_line(game)
    full = DRAW if board is None else game.outcome(board)
    below = (0,) * game.cells
    known: Any = knowledge_of(game)
    marking = Marking(all_cells, lines, False, below, kept(known.symmetries, lines))
    return EitherMarking(marking, tuple(_lined(game)), full)


def _lined(game: EitherMark) -> Iterator[int]:
    """The value of a line with 0, 1, 2, … marks on the board; DRAW if none fits."""
    shortest = min(game.board_lines, key=int.bit_count)
    others = [cell for cell in range(game.cells) if not shortest >> cell & 1]
    for marks in range(game.cells + 1):
        left = marks - shortest.bit_count()
        noughts = sum(1 << cell for cell in others[: max(left, 0)])
        yield game.outcome(FreeMarks(shortest, noughts)) if left >= 0 else DRAW


def _without_line(game: EitherMark) -> FreeMarks | None:
    """A full board without a line; None if there is none, or it is hard to find."""
    ending = [
        [line for line in game.board_lines if line.bit_length() == cell + 1]
        for cell in range(game.cells)
    ]
    tried, steps = [FreeMarks(0, 0)], 0
    while tried and steps < STEPS:
        board, steps = tried.pop(), steps + 1
        cell = (board.crosses | board.noughts).bit_length()
        if cell == game.cells:
            return board
        for longer in (
            FreeMarks(board.crosses | 1 << cell, board.noughts),
            FreeMarks(board.crosses, board.noughts | 1 << cell),
        ):
            if not any(line & ~marks == 0 for line in ending[cell] for marks in longer):
                tried.append(longer)
    return None
