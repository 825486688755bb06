"""Kernels for canonical sets of taken cells: the smallest image, and its number."""

from noughts.bits import lowest
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import SPAN, SYMMETRIES, Board, Buffer
from noughts.tablebase.combinatorial.ranking import spread


def fold_sets(  # noqa: PLR0913  # kernels take single numbers
    board: Board, outer: int, cells: int, marks: int, top: int, sets: Buffer, found: int
) -> int:
    """Write the canonical sets made of `top` and some outer cells; return their number.

    Args:
        board: the board.
        outer: the cells to choose from, not necessarily neighbouring bits.
        cells: the number of outer cells.
        marks: the number of outer cells in a set.
        top: the other cells of each set.
        sets: the output; sets beyond its end are only counted.
        found: the number of sets already written.
    """
    dense = outer == (1 << cells) - 1
    word = (1 << marks) - 1
    while word < 1 << cells:
        taken = top | (word if dense else spread(word, outer))
        if is_smallest(board, taken):
            if found < len(sets):
                sets[found] = taken
            found += 1
        if word == 0:
            break
        word = next_word(word)
    return found


def next_word(word: int) -> int:
    """The next greater word with as many ones (Gosper's hack, HAKMEM item 175).

    >>> bin(next_word(0b0110))
    '0b1001'
    """
    step = word & -word
    carried = word + step
    return carried | ((carried ^ word) >> 2) >> lowest(step)


def is_smallest(board: Board, cells: int) -> bool:
    """Whether the set is canonical: no symmetry makes it smaller."""
    span = board.numbers[SPAN]
    for which in range(1, board.numbers[SYMMETRIES]):
        if image(board.images, which * span, cells) < cells:
            return False
    return True


def folding(board: Board, cells: int) -> int:
    """The symmetry that makes the set smallest; 0 if it is already."""
    span = board.numbers[SPAN]
    smallest, best = cells, 0
    for which in range(1, board.numbers[SYMMETRIES]):
        other = image(board.images, which * span, cells)
        if other < smallest:
            smallest, best = other, which
    return best


def images_of(board: Board, cells: int) -> int:
    """The number of different images of the set."""
    span = board.numbers[SPAN]
    same = 0
    for which in range(board.numbers[SYMMETRIES]):
        if image(board.images, which * span, cells) == cells:
            same += 1
    images: int = board.numbers[SYMMETRIES] // same
    return images


def find(sets: Buffer, size: int, cells: int) -> int:
    """Binary search for a set; an arbitrary place if it is absent."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if sets[middle] < cells:
            low = middle + 1
        else:
            high = middle
    return low
