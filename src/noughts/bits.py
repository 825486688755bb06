"""Sets of cells as whole numbers: bit i is set when cell i belongs to the set.

At most 62 bits are used, so that the sign bit of a machine word is never touched. The
compiled form replaces each of these functions by one instruction of the processor.
"""


def count(cells: int) -> int:
    """How many cells the set has.

    >>> count(0b1011)
    3
    """
    return cells.bit_count()


def lowest(cells: int) -> int:
    """The lowest cell of a set that is not empty.

    >>> lowest(0b1000)
    3
    """
    return (cells & -cells).bit_length() - 1
