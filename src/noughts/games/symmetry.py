"""The symmetries of a board, and the one position that stands for all its images.

A symmetry is a permutation of the cells: `symmetry[cell]` is where the cell goes. To
apply one to a set of cells quickly, the set is cut into bytes and each byte's image is
looked up; the images of all symmetries stand in one long table of numbers.
"""

from collections.abc import Iterable

Symmetry = tuple[int, ...]

BYTE = 256


def of_rectangle(columns: int, rows: int) -> tuple[Symmetry, ...]:
    """The turns and reflections of a board: eight of a square, four of a rectangle.

    The first is the one that leaves everything where it is.

    >>> len(of_rectangle(3, 3)), len(of_rectangle(4, 3)), len(of_rectangle(1, 1))
    (8, 4, 1)
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


def moved(cells: int, symmetry: Symmetry) -> int:
    """A set of cells after the symmetry.

    >>> bin(moved(0b001, (2, 1, 0)))
    '0b100'
    """
    return sum(1 << image for cell, image in enumerate(symmetry) if cells >> cell & 1)


def image_table(symmetries: Iterable[Symmetry]) -> tuple[int, ...]:
    """The images of every byte of a set of cells, under every symmetry, in one row.

    The image of `byte` as the b-th byte of the set, under the s-th symmetry, stands at
    `(s * bytes + b) * 256 + byte`, where `bytes` is `byte_count(cells)`.
    """
    table: list[int] = []
    for symmetry in symmetries:
        for first in range(0, len(symmetry), 8):
            table.extend(_byte_images(symmetry[first : first + 8]))
    return tuple(table)


def byte_count(cells: int) -> int:
    """How many bytes a set of so many cells is cut into.

    >>> byte_count(9)
    2
    """
    return (cells + 7) // 8


def _byte_images(goals: Symmetry) -> list[int]:
    """The images of all 256 values of a byte whose bits go to these cells."""
    images = [0]
    for goal in goals:
        images += [image | 1 << goal for image in images]
    return images + [0] * (BYTE - len(images))


def image(table: tuple[int, ...], start: int, cells: int) -> int:
    """A set of cells under the symmetry whose images begin at `start` in the table."""
    result = 0
    while cells:
        result |= table[start + (cells & 255)]
        cells >>= 8
        start += 256
    return result
