"""Kernels for canonical sets of taken cells: the smallest image, and its number."""

from noughts.bits import lowest
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import ALL_CELLS, SPAN, SYMMETRIES, Board, Buffer


def fold_sets(board: Board, marks: int, sets: Buffer, room: int) -> int:
    """Write the canonical sets of that many cells; return how many."""
    found = 0
    all_cells = board.numbers[ALL_CELLS]
    cells = (1 << marks) - 1
    while cells <= all_cells:
        if is_smallest(board, cells):
            if found < room:
                sets[found] = cells
            found += 1
        if cells == 0:
            break
        cells = next_word(cells)
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
    """How many different images the set has."""
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
