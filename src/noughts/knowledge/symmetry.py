"""The symmetries of a board, and the one position that stands for all its images.

A symmetry is a permutation of the cells: `symmetry[cell]` is where the cell goes. To
apply one to a set of cells quickly, the set is cut into pieces of a few cells and each
piece's image is looked up; the images of all symmetries stand in one long table.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache, reduce
from itertools import count, islice
from operator import or_

from noughts.bits import cells_of

Symmetry = tuple[int, ...]

# Larger pieces need fewer look-ups; with these, the 192 symmetries of a 4×4×4 cube take
# 80,000 numbers, the 800 of a torus of 5×5 with lines of four 128,000.
PIECE_CELLS = 5
PIECE = 1 << PIECE_CELLS
# The most symmetries that are used: more would cost more than they save.
MOST = 1_000
# The most images that the search for symmetries tries. Where it finds any, it seldom needs half.
TRIES = 100_000
# On larger boards only turns, reflections and shifts are tried: a search would take long.
SEARCHED_CELLS = 128


def of_rectangle(columns: int, rows: int) -> tuple[Symmetry, ...]:
    """The turns and reflections of a board: eight of a square, four of a rectangle.

    The first is the one that leaves everything where it is.
    """

    def mapping(turn: bool, across: bool, down: bool) -> Symmetry:
        images = []
        for row in range(rows):
            for column in range(columns):
                x, y = (row, column) if turn else (column, row)
                images.append(
                    (rows - 1 - y if down else y) * columns + (columns - 1 - x if across else x)
                )
        return tuple(images)

    turns = (False, True) if columns == rows else (False,)
    either = (False, True)
    return tuple(
        dict.fromkeys(
            mapping(turn, across, down) for turn in turns for across in either for down in either
        )
    )


def image_table(symmetries: Iterable[Symmetry]) -> tuple[int, ...]:
    """The images of every piece of a set of cells, under every symmetry, in one row.

    Those of one symmetry take up `span(cells)` numbers.
    """
    table: list[int] = []
    for symmetry in symmetries:
        for first in range(0, len(symmetry), PIECE_CELLS):
            table.extend(_piece_images(symmetry[first : first + PIECE_CELLS]))
    return tuple(table)


def span(cells: int) -> int:
    """The length of one symmetry's part of an image table for that many cells."""
    return (cells + PIECE_CELLS - 1) // PIECE_CELLS * PIECE


def _piece_images(goals: Symmetry) -> list[int]:
    images = [0]
    for goal in goals:
        images += [image | 1 << goal for image in images]
    return images + [0] * (PIECE - len(images))


def moved(cells: int, symmetry: Sequence[int]) -> int:
    """A set of cells after the symmetry.

    >>> bin(moved(0b001, (2, 1, 0)))
    '0b100'
    """
    return sum(1 << symmetry[cell] for cell in cells_of(cells))


def image(table: tuple[int, ...], start: int, cells: int) -> int:
    """A set of cells under the symmetry whose images begin at `start` in the table.

    `start` is a multiple of PIECE, so a piece can be joined with it: that cannot overflow.
    """
    result = 0
    while cells:
        result |= table[start | cells & PIECE - 1]
        cells >>= PIECE_CELLS
        start += PIECE
    return result


def of_lines(lines: Iterable[int], cells: int) -> tuple[Symmetry, ...]:
    """The symmetries of a set of lines: the permutations that take every line to a line.

    Cell by cell an image is chosen, one in line with the images of just those cells which
    the cell itself is in line with; each line must become a line once its cells have images.

    Returns:
        No symmetry if there are more than `MOST`, or if `TRIES` did not suffice to find all.
    """
    return _of_lines(frozenset(line for line in lines if line >> cells == 0), cells)


@lru_cache(maxsize=8)  # for several copies of a game
def _of_lines(lines: frozenset[int], cells: int) -> tuple[Symmetry, ...]:
    incidence = _Incidence(lines, cells)
    found = tuple(islice(_extended([], 0, lines, incidence), MOST + 1))
    return found if len(found) <= MOST and next(incidence.tried) <= TRIES else ()


def of_board(lines: Sequence[int], columns: int, rows: int, cells: int) -> tuple[Symmetry, ...]:
    """The symmetries of lines on a board, or on several; few if all are too many or hard to find.

    These few are the turns, reflections and shifts of the one board that keep the lines.

    >>> len(of_board((0b000111, 0b111000), 3, 2, 6)), len(of_board((0b11,), 4, 4, 16))
    (72, 1)
    """
    if cells <= SEARCHED_CELLS and (found := of_lines(lines, cells)):
        return found
    every_line = frozenset(lines)
    one_board = cells == columns * rows
    turns = of_rectangle(columns, rows) if one_board else (tuple(range(cells)),)
    kept = shifted = [each for each in turns if _keeps(each, every_line)]
    for shift in _shifts(columns, rows) if one_board else ():
        if _keeps(shift, every_line):
            steps = _repeated(shift)
            shifted = [tuple(step[cell] for cell in each) for step in steps for each in shifted]
    return tuple(dict.fromkeys(shifted if len(shifted) <= MOST else kept))


def _keeps(symmetry: Symmetry, lines: frozenset[int]) -> bool:
    return all(moved(line, symmetry) in lines for line in lines)


def _shifts(columns: int, rows: int) -> tuple[Symmetry, Symmetry]:
    """A board moved on by a column, and by a row; what leaves it comes in at the other side."""
    across = [(x + 1) % columns + y * columns for y in range(rows) for x in range(columns)]
    down = [x + (y + 1) % rows * columns for y in range(rows) for x in range(columns)]
    return tuple(across), tuple(down)


def _repeated(symmetry: Symmetry) -> list[Symmetry]:
    """A symmetry no times, once, twice and so on, until nothing is moved again."""
    nothing = tuple(range(len(symmetry)))
    found, last = [nothing], symmetry
    while last != nothing:
        found.append(last)
        last = tuple(symmetry[cell] for cell in last)
    return found


class _Incidence:
    """Which cells are in line with which, as far as it tells cells apart."""

    def __init__(self, lines: frozenset[int], cells: int) -> None:
        #: Counts the images that are tried.
        self.tried = count()
        on = [[line for line in lines if line >> cell & 1] for cell in range(cells)]
        kinds = [sorted(line.bit_count() for line in lines) for lines in on]
        #: The cells in line with a cell, itself included.
        self.in_line = [reduce(or_, lines, 0) for lines in on]
        #: The cells on as many lines of the same lengths.
        self.alike = [sum(1 << j for j, kind in enumerate(kinds) if kind == own) for own in kinds]
        #: The lines of which a cell is the last one.
        self.ending = [
            [line for line in lines if line.bit_length() == cell + 1]
            for cell, lines in enumerate(on)
        ]


def _extended(
    images: list[int], used: int, lines: frozenset[int], incidence: _Incidence
) -> Iterator[Symmetry]:
    """The symmetries that begin with these images of the first cells, which are the set `used`."""
    cell = len(images)
    if cell == len(incidence.alike):
        yield tuple(images)
        return
    choices = incidence.alike[cell] & ~used
    for other, image in enumerate(images):
        if not choices:
            return
        near = incidence.in_line[image]
        choices &= near if incidence.in_line[cell] >> other & 1 else ~near
    while choices and next(incidence.tried) < TRIES:
        image = (choices & -choices).bit_length() - 1
        choices &= choices - 1
        longer = [*images, image]
        if all(moved(line, longer) in lines for line in incidence.ending[cell]):
            yield from _extended(longer, used | 1 << image, lines, incidence)
