"""Sets of cells as whole numbers: bit i is set when cell i belongs to the set.

Where at most `WORD_BITS` are used, a set is a machine word whose sign bit is never touched; larger
sets are several words (`Game.field_bits`). The compiled form replaces each of these functions by
one instruction of the processor, where it has it; and the search for rows by one that looks in all
directions at once.
"""

from typing import Final

# The bits of a machine word that sets of cells, keys and planes use.
WORD_BITS: Final = 62


def bits_for(cells: int) -> int:
    """The bits of the machine words that hold a set of cells: two more than cells, rounded up.

    >>> bits_for(9), bits_for(WORD_BITS), bits_for(63), bits_for(361)
    (64, 64, 128, 384)
    """
    return -(-(cells + 2) // 64) * 64


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


def cells_of(cells: int) -> tuple[int, ...]:
    """The cells of a set, in order.

    >>> cells_of(0b1010)
    (1, 3)
    """
    found = []
    while cells:
        found.append(lowest(cells))
        cells &= cells - 1
    return tuple(found)


def pext(word: int, mask: int) -> int:
    """The bits of a word that stand where the mask has bits, moved together (PEXT).

    >>> bin(pext(0b1010_0110, mask=0b1111_0000)), bin(pext(0b1010_0110, mask=0b0010_0011))
    ('0b1010', '0b110')
    """
    found, place = 0, 0
    while mask:
        found |= (word >> lowest(mask) & 1) << place
        place += 1
        mask &= mask - 1
    return found


def pdep(word: int, mask: int) -> int:
    """The lowest bits of a word, moved to where the mask has bits (PDEP): `pext`, undone.

    >>> bin(pdep(0b1010, mask=0b1111_0000)), bin(pdep(0b110, mask=0b0010_0011))
    ('0b10100000', '0b100010')
    """
    found = 0
    while mask:
        found |= (word & 1) << lowest(mask)
        word >>= 1
        mask &= mask - 1
    return found


def completing(cells: int, steps: tuple[int, ...], k: int) -> int:
    """The cells that complete a row of k with others of the set, in it or not.

    Args:
        cells: the set.
        steps: the step from a cell to the next, in every direction; no row is longer than a machine
            word.
        k: how many cells a row has.

    >>> bin(completing(0b1101, steps=(1,), k=3))
    '0b10010'
    """
    found = 0
    for step in steps:
        for missing in range(k):
            row = -1
            for i in range(1, k - missing):
                row &= cells >> i * step
            for i in range(1, missing + 1):
                row &= cells << i * step
            found |= row
    return found
