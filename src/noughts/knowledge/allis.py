"""Why a side cannot lose a position of Connect Four: it has an answer to every move.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988, chapter 3: claimeven,
    baseinverse and aftereven.

In a column with an even number of empty cells the side answers each move with the cell above it,
and so gets every second cell. Two columns with an odd number are answered with each other once,
then likewise. So it always has an answer, and of each pair of cells it gets the upper one, or one
of the two lowest.
"""

from collections.abc import Iterator
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from noughts.bits import lowest
from noughts.games.common.grid import Marks

if TYPE_CHECKING:
    from noughts.knowledge.connectfour import ConnectFourKnowledge

# Of more columns with an odd number of empty cells there are too many ways to pair them.
MOST_ODD = 6


class Cells(NamedTuple):
    """The empty cells, as who answers takes them.

    Args:
        odd: the lowest cell of each column with an odd number of them.
        lower: of all others, those that the other side gets.
        upper: those above them.
    """

    odd: tuple[int, ...]
    lower: int
    upper: int


class Answers(NamedTuple):
    """Answers after which the other side never completes a line.

    Args:
        inverses: the pairs of columns that are answered with each other.
        above: whether other moves are answered with the cell above.
        after: whether the other side could complete a line, but after one was completed against it.
    """

    inverses: tuple[tuple[int, int], ...]
    above: bool
    after: bool


def answers_in(known: "ConnectFourKnowledge", position: Marks) -> Answers | None:
    """The answers that hold a position for the side that has just moved, if there are any.

    >>> from noughts.games.connectfour import ConnectFour
    >>> from noughts.knowledge.connectfour import ConnectFourKnowledge
    >>> game = ConnectFour(4, 4)
    >>> known, (position, _) = ConnectFourKnowledge(game), game.parse("4/1o2/1x2/ox2 x")
    >>> answers_in(known, position)
    Answers(inverses=((0, 1),), above=True, after=False)
    >>> in_words(known, answers_in(known, position)).partition(", so")[0]
    'can answer each move with the cell above (claimeven), column 1 with 2 (baseinverse)'
    """
    odd, lower, upper = cells_in(known, position)
    mine, theirs = position
    if len(odd) % 2 or len(odd) > MOST_ODD or known.may_be_first(mine | lower, theirs | upper):
        return None
    if not known.game.has_line(mine | sum(odd) | lower | upper):
        return None  # nothing need be answered
    for pairs in pairings(odd):
        got = [mine | lower | sum(each) for each in product(*pairs)]
        lines = [each for each in got if known.game.has_line(each)]
        if not any(known.may_be_first(each, theirs | upper) for each in lines):
            columns = (sorted(lowest(cell) // known.game.height for cell in pair) for pair in pairs)
            inverses = tuple((left, right) for left, right in columns)
            return Answers(inverses, bool(upper), bool(lines))
    return None


def cells_in(known: "ConnectFourKnowledge", position: Marks) -> Cells:
    """The empty cells of a position, in pairs from the top of each column."""
    game, taken = known.game, position.mine | position.theirs
    odd, lower, upper = [], 0, 0
    for column in range(game.columns):
        room = (game.column_cells << game.height * column) & ~taken
        if room.bit_count() % 2:
            odd.append(room & -room)
            room &= room - 1
        while room:
            lower |= room & -room
            room &= room - 1
            upper |= room & -room
            room &= room - 1
    return Cells(tuple(odd), lower, upper)


def pairings(cells: tuple[int, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """All ways to take an even number of cells in pairs.

    >>> list(pairings((1, 2, 3, 4)))[:2]
    [((1, 2), (3, 4)), ((1, 3), (2, 4))]
    """
    if not cells:
        yield ()
        return
    first, *others = cells
    for other in others:
        rest = tuple(cell for cell in others if cell != other)
        for pairs in pairings(rest):
            yield ((first, other), *pairs)


def in_words(known: "ConnectFourKnowledge", answers: Answers) -> str:
    """The answers as a clause about the side that has them."""
    game = known.game
    rule = "following up" if game.rows % 2 else "claimeven"
    ways = [f"each move with the cell above ({rule})"] if answers.above else []
    pairs = [f"{game.name(left)} with {game.name(right)}" for left, right in answers.inverses]
    if pairs:
        ways.append(f"column {' and '.join(pairs)} (baseinverse)")
    late = " in time (aftereven)" if answers.after else ""
    return f"can answer {', '.join(ways)}, so that the other side completes no line{late}"
