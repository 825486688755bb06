"""Kernels for games of one mark: sets of marked cells, and for each a single byte.

In a set that stands for its images each board is the smallest of its own, and of the boards the
one whose marks are the greatest number comes first, in the lowest bits. So only the board that
gets a mark is folded, and then finds its place among the others. Bytes are those of `kernels.py`.
"""

from noughts.bits import count
from noughts.knowledge.symmetry import image
from noughts.tablebase.combinatorial.arrays import (
    ALL_CELLS,
    FAR,
    LOSES,
    MARKS,
    SPAN,
    Board,
    Buffer,
    Layer,
    Scratch,
)
from noughts.tablebase.combinatorial.canonical import find, folding, images_of
from noughts.tablebase.combinatorial.terminals import lines_in, tally

# What a layer's numbers end with: how many boards there are.
BOARDS = 7


def solve_one_sets(
    board: Board,
    layer: Layer,
    after: Layer,
    scratch: Scratch,
    begin: int,
    end: int,
    counts: Buffer,
) -> None:
    """Solve these sets from the layer after them, and count."""
    decided = FAR - layer.numbers[MARKS]
    for which in range(begin, end):
        taken = layer.sets[which]
        least = least_after(board, layer, scratch, taken, after)
        if least < FAR:
            layer.values[which] = -least
        else:
            layer.values[which] = decided if board.numbers[LOSES] else -decided
        tally(layer, scratch.ones, which, 0, images_of_boards(board, layer, taken), counts)


def least_after(board: Board, layer: Layer, scratch: Scratch, taken: int, after: Layer) -> int:
    """The least byte after a set, of those with a mark more; FAR if no board takes one."""
    all_cells, least = board.numbers[ALL_CELLS], FAR
    width = count(all_cells)
    for number in range(layer.numbers[BOARDS]):
        cells = taken >> number * width & all_cells
        free = 0 if lines_in(board, scratch.masks, cells) else all_cells & ~cells
        while free:
            grown = cells | free & -free
            free &= free - 1
            folded = image(board.images, folding(board, grown) * board.numbers[SPAN], grown)
            goal = exchanged(taken, number, folded, width)
            least = min(least, after.values[find(after.sets, len(after.sets), goal)])
    return least


def exchanged(taken: int, number: int, cells: int, width: int) -> int:
    """The boards in order once more, after one of them has been given other cells.

    Args:
        taken: the cells of all boards, those with greater numbers first.
        number: which board it is.
        cells: its cells from now on.
        width: how many bits a board has.

    >>> oct(exchanged(0o357, number=1, cells=0o1, width=3))
    '0o137'
    """
    before = taken & (1 << number * width) - 1
    others = before | taken >> (number + 1) * width << number * width
    place = 0
    while others >> place * width & (1 << width) - 1 > cells:
        place += 1
    before = others & (1 << place * width) - 1
    return before | cells << place * width | (others ^ before) << width


def images_of_boards(board: Board, layer: Layer, taken: int) -> int:
    """How many different images the set has, turning each board and exchanging boards."""
    all_cells = board.numbers[ALL_CELLS]
    width = count(all_cells)
    images, alike = 1, 0
    for number in range(layer.numbers[BOARDS]):
        cells = taken >> number * width & all_cells
        same = number and cells == taken >> (number - 1) * width & all_cells
        alike = alike + 1 if same else 1
        # One board more can come to any place, but among those that are alike all are the same.
        images = images * images_of(board, cells) * (number + 1) // alike
    return images
