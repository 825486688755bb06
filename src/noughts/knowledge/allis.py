"""Why a side cannot lose a position of Connect Four: it has an answer to every move.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988, chapters 5 and 6:
    claimeven, baseinverse, highinverse and aftereven.

In a column with an even number of empty cells the side answers each move with the cell above it,
and so gets every second cell. Two columns with an odd number are answered with each other once,
then likewise: at the lowest cell (baseinverse), or at the third, with answers above until then
(highinverse). So it always has an answer, and what the other side can get is known.
"""

from collections.abc import Iterator
from itertools import compress, product
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
        high: those of them that are so only from the third empty cell on.
        above: whether other moves are answered with the cell above.
        after: whether the other side could complete a line, but after one was completed against it.
    """

    inverses: tuple[tuple[int, int], ...]
    high: tuple[tuple[int, int], ...]
    above: bool
    after: bool


def answers_in(known: "ConnectFourKnowledge", position: Marks) -> Answers | None:
    """The answers that hold a position for the side that has just moved, if there are any.

    >>> from noughts.games.connectfour import ConnectFour
    >>> from noughts.knowledge.connectfour import ConnectFourKnowledge
    >>> game = ConnectFour(4, 4)
    >>> known, (position, _) = ConnectFourKnowledge(game), game.parse("4/1o2/1x2/ox2 x")
    >>> answers_in(known, position)
    Answers(inverses=((0, 1),), high=(), above=True, after=False)
    >>> in_words(known, answers_in(known, position)).partition(", so")[0]
    'can answer each move with the cell above (claimeven), column 1 with 2 (baseinverse)'
    """
    odd, lower, upper = cells_in(known, position)
    mine, theirs = position
    if len(odd) % 2 or len(odd) > MOST_ODD:
        return None
    empty = sum(odd) | lower | upper
    if not known.game.has_line(mine | empty):
        return None  # nothing need be answered
    for pairs in pairings(odd):
        for high in product((False, True), repeat=len(pairs)):
            ways = [gains(lower, *each) for each in zip(pairs, high, strict=True)]
            got = [lower ^ sum(each) for each in product(*ways)]
            lines = [each for each in got if known.game.has_line(mine | each)]
            # Where a pair has no such answers there are no ways, and so nothing is got.
            if got and not any(
                known.may_be_first(mine | each, theirs | empty & ~each) for each in lines
            ):
                columns = [columns_of(known, pair) for pair in pairs]
                late = tuple(compress(columns, high))
                return Answers(tuple(columns), late, bool(upper), bool(lines))
    return None


def gains(lower: int, pair: tuple[int, int], high: bool) -> tuple[int, ...]:
    """What the other side can get of two columns: the cells that differ from every second one.

    At the lowest cell it gets one of the two. At the third, which both columns must have, it gets
    the first and third of one and not the second; of the other it gets the same cells as before,
    or the first and not the second.
    """
    left, right = pair
    if not high:
        return left, right
    if not (lower & left << 1 and lower & right << 1):
        return ()
    return 7 * left, 7 * left | 3 * right, 7 * right, 7 * right | 3 * left


def columns_of(known: "ConnectFourKnowledge", pair: tuple[int, int]) -> tuple[int, int]:
    """The columns of two cells, from the left."""
    left, right = sorted(lowest(cell) // known.game.height for cell in pair)
    return left, right


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
    for pairs, how in (
        ([pair for pair in answers.inverses if pair not in answers.high], "(baseinverse)"),
        (answers.high, "at the third cell (highinverse)"),
    ):
        if pairs:
            columns = (f"{game.name(left)} with {game.name(right)}" for left, right in pairs)
            ways.append(f"column {' and '.join(columns)} {how}")
    late = " in time (aftereven)" if answers.after else ""
    return f"can answer {', '.join(ways)}, so that the other side completes no line{late}"
