"""Kernels for games of one mark: sets of marked cells, with a single byte for each.

In a canonical set each board is the smallest of its own images, and the board with the greatest
number comes first, in the lowest bits. So only the board with a new mark is folded, and then sorted
among the others. Bytes are as in `combinatorial/kernels.py`.
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

# The index of the number of boards in a layer's numbers.
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
    """The least byte among a set's children; FAR if no board takes a mark."""
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
    """The boards sorted again, after one of them got new cells.

    Args:
        taken: the cells of all boards, greater numbers first.
        number: the number of the changed board.
        cells: its new cells.
        width: the number of bits in a board.

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
    """The number of different images of the set, turning each board and exchanging boards."""
    all_cells = board.numbers[ALL_CELLS]
    width = count(all_cells)
    images, alike = 1, 0
    for number in range(layer.numbers[BOARDS]):
        cells = taken >> number * width & all_cells
        same = number and cells == taken >> (number - 1) * width & all_cells
        alike = alike + 1 if same else 1
        # A further board can be at any place, but places among equal boards give the same set.
        images = images * images_of(board, cells) * (number + 1) // alike
    return images
