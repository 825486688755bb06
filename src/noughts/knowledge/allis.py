"""Proofs that a side cannot lose a position of Connect Four: it has an answer to every move.

    Victor Allis, A Knowledge-Based Approach of Connect-Four, 1988, chapters 5 and 6.

In a column with an even number of empty cells, the side answers each move with the cell above it,
and so gets every second cell (claimeven). Columns with an odd number are paired, and one answers
the other once: at the lowest cell (baseinverse), or at the third or fifth, after answers with the
cell above (vertical; lowinverse, highinverse); a third column may help (baseclaim). So the side
always has an answer. This module lists all sets of cells that the opponent can get. In each, either
no line is complete, or the side completes a lower line first (aftereven, before, specialbefore).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from typing import NamedTuple, Protocol

from noughts.bits import lowest
from noughts.games.common.cell_game import Marks
from noughts.games.connectfour import ConnectFour

# More columns with an odd number of empty cells have too many pairings.
MOST_ODD = 6
# The most ways tried for one position: some hundredths of a second.
MOST_TRIED = 200

BASEINVERSE, BASECLAIM = "baseinverse", "baseclaim"
LOWINVERSE, HIGHINVERSE = "lowinverse", "highinverse"
# If the upper one of two cells is in an odd row, counted from below.
VERTICAL = "vertical"
CELLS = ("lowest", "second", "third", "fourth", "fifth", "sixth", "seventh")


class Columns(Protocol):
    """What is read from `ConnectFourKnowledge`."""

    game: ConnectFour

    def landings(self, taken: int) -> int: ...

    def may_be_first(self, cells: int, others: int) -> bool: ...


class Way(NamedTuple):
    """A rule that answers moves in some columns."""

    rule: str  # Allis's name of the rule
    # The empty cells of each column; of baseclaim's three, the second has an even number.
    columns: tuple[int, ...]
    # The numbers of empty cells in the first and the second column when they answer each other.
    left: tuple[int, ...] = ()


class Answers(NamedTuple):
    """Answers by which the opponent never completes a line first."""

    ways: tuple[Way, ...]  # the rules for columns with an odd number of empty cells
    above: bool  # whether other moves are answered with the cell above
    before: str  # Allis's name of the rule by which one line is completed before another; or empty


def answers_in(known: Columns, position: Marks) -> Answers | None:
    """The answers that hold a position for the side that has just moved; None if not found."""
    rooms = rooms_in(known, position)
    odd = tuple(room for room in rooms if room.bit_count() % 2)
    if len(odd) % 2 or len(odd) > MOST_ODD:
        return None
    if not known.game.has_line(position.mine | sum(rooms)):
        return None  # no answers are needed
    even = tuple(room for room in rooms if room not in odd)
    for ways in sets_of_ways(known, position, odd, even, iter(range(MOST_TRIED))):
        plain = [room for room in even if not any(room in way.columns for way in ways)]
        got = gained(ways, plain)
        if not beaten(known, position, got, sum(rooms)):
            above = any(room & room - 1 for room in rooms)
            return Answers(ways, above, rule_before(known, position, got, plain))
    return None


def empty_cells(known: Columns, position: Marks) -> int:
    return known.game.all_cells & ~(position.mine | position.theirs)


def rooms_in(known: Columns, position: Marks) -> tuple[int, ...]:
    game, empty = known.game, empty_cells(known, position)
    columns = (empty & game.column_cells << game.height * at for at in range(game.columns))
    return tuple(column for column in columns if column)


def sets_of_ways(
    known: Columns,
    position: Marks,
    odd: tuple[int, ...],
    even: tuple[int, ...],
    tries: Iterator[int],
    begun: tuple[Way, ...] = (),
) -> Iterator[tuple[Way, ...]]:
    """Sets of ways that use each odd column once, without sets already refuted."""
    if not odd:
        yield begun
        return
    empty = empty_cells(known, position)
    for other in odd[1:]:
        rest = tuple(column for column in odd[1:] if column != other)
        for way in ways_of(odd[0], other, even):
            if next(tries, None) is None:
                return
            ways = (*begun, way)
            if not beaten(known, position, gained(ways, ()), empty):
                left = tuple(column for column in even if column not in way.columns)
                yield from sets_of_ways(known, position, rest, left, tries, ways)


def ways_of(first: int, second: int, even: tuple[int, ...]) -> Iterator[Way]:
    """All ways for two columns to answer each other, simplest first."""
    rooms = first.bit_count(), second.bit_count()
    yield Way(BASEINVERSE, (first, second), rooms)
    for rule in (LOWINVERSE, HIGHINVERSE):
        for left in product(*(range(room - 2, 0, -2) for room in rooms)):
            yield Way(rule, (first, second), left)
    for column in even:
        yield Way(BASECLAIM, (first, column, second))
        yield Way(BASECLAIM, (second, column, first))


def gained(ways: tuple[Way, ...], plain: Sequence[int]) -> list[int]:
    """Sets of cells that the opponent can get; in plain columns, each is answered above."""
    always = sum(every_second(room) for room in plain)
    return [always | sum(each) for each in product(*(gains(way) for way in ways))]


def every_second(room: int) -> int:
    """The lower cell of each pair in a column.

    >>> bin(every_second(0b1111000))
    '0b101000'
    """
    cell = room & -room
    return cell and cell | every_second(room & ~(3 * cell))


@lru_cache(maxsize=4096)
def gains(way: Way) -> frozenset[int]:
    """Sets of cells that the opponent can get in a way's columns.

    Allis's lowinverse leaves open who gets the cells at which the columns answer each other: the
    opponent may get both.
    """
    got = played_out(way, sum(way.columns))
    if way.rule != LOWINVERSE:
        return got
    cells = sum(last_cells(*each) for each in zip(way.columns, way.left, strict=True))
    return frozenset(each | cells for each in got)


@lru_cache(maxsize=4096)
def played_out(way: Way, room: int) -> frozenset[int]:
    """Sets of the remaining cells that the opponent can get, in every order of moves."""
    if not room:
        return frozenset((0,))
    got = set()
    for column in way.columns:
        cell = room & column & -(room & column)
        if cell:
            got |= {
                cell | rest for rest in played_out(way, room ^ cell ^ answer_in(way, room, cell))
            }
    return frozenset(got)


def answer_in(way: Way, room: int, cell: int) -> int:
    rooms = [room & column for column in way.columns]
    here = next(at for at, column in enumerate(rooms) if column & cell)
    other = partner(way, [column.bit_count() for column in rooms], here)
    return cell << 1 if other is None else rooms[other] & -rooms[other]


def partner(way: Way, left: list[int], here: int) -> int | None:
    """The column that answers a move in another one; None for the cell above in the same column.

    In baseclaim, the third column answers the first. The opponent never gets both the first cell
    and the one above the second column's, nor both the second and the third.
    """
    if way.rule != BASECLAIM:
        return 1 - here if left[here] == way.left[here] else None
    odd = [at for at in range(3) if left[at] % 2]
    if odd == [0, 2]:
        return (2, 2, 1)[here]
    return sum(odd) - here if here in odd else None


def last_cells(column: int, left: int) -> int:
    """The lowest of the `left` topmost cells of a column."""
    while column.bit_count() > left:
        column &= column - 1
    return column & -column


def beaten(known: Columns, position: Marks, got: list[int], empty: int) -> bool:
    """Whether the opponent may complete a line before one of these cells prevents it."""
    mine, theirs = position
    return any(
        known.game.has_line(mine | each) and known.may_be_first(mine | each, theirs | empty & ~each)
        for each in got
    )


def rule_before(known: Columns, position: Marks, got: list[int], plain: list[int]) -> str:
    """The rule by which a line is completed before the opponent's; empty if there is none.

    Aftereven uses only cells of the plain columns, none of which can be taken in one move.
    """
    if not any(known.game.has_line(position.mine | each) for each in got):
        return ""
    empty, taken = empty_cells(known, position), position.mine | position.theirs
    above = sum(room & ~every_second(room) for room in plain)
    for rule, cells in (("aftereven", above), ("before", empty & ~known.landings(taken))):
        if not beaten(known, position, got, cells):
            return rule
    return "specialbefore"


def answers_in_words(known: Columns, answers: Answers) -> str:
    rule = "following up" if known.game.rows % 2 else "claimeven"
    clauses = [f"each move with the cell above ({rule})"] if answers.above else []
    clauses += [way_in_words(known, way) for way in answers.ways]
    late = f" in time ({answers.before})" if answers.before else ""
    return f"can answer {', '.join(clauses)}, so that the other side completes no line{late}"


def way_in_words(known: Columns, way: Way) -> str:
    game = known.game
    columns = [game.name(lowest(column) // game.height) for column in way.columns]
    if way.rule == BASECLAIM:
        first, second, third = columns
        return f"column {first} with {third}, and {third} with {second} ({BASECLAIM})"
    at = [
        CELLS[column.bit_count() - left] for column, left in zip(way.columns, way.left, strict=True)
    ]
    first, second = columns
    above = "" if way.rule == BASEINVERSE else ", until then with the cell above"
    name = f" ({VERTICAL})" if above and game.rows % 2 == 0 else ""
    if at[0] != at[1]:
        where = f"column {first} at the {at[0]} cell with {second} at the {at[1]}"
    else:
        where = f"column {first} with {second}" + (f" at the {at[0]} cell" if above else "")
    return f"{where} ({way.rule}){above}{name}"
