"""Sets of cells as whole numbers: bit i is set when cell i belongs to the set.

A set of at most `WORD_BITS` cells is one machine word whose sign bit is never used. Larger sets
take several words (`Game.field_bits`). Compiled code replaces each of these functions by one
processor instruction, where there is one, and `completing` by a search in all directions together.
"""

from typing import Final

# Usable bits of a machine word: for sets of cells, keys and planes.
WORD_BITS: Final = 62


def bits_for(cells: int) -> int:
    """Bits of the machine words that hold a set of cells: cells + 2, rounded up to whole words.

    >>> bits_for(9), bits_for(WORD_BITS), bits_for(63), bits_for(361)
    (64, 64, 128, 384)
    """
    return -(-(cells + 2) // 64) * 64


def count(cells: int) -> int:
    """Number of cells in the set.

    >>> count(0b1011)
    3
    """
    return cells.bit_count()


def lowest(cells: int) -> int:
    """Lowest cell of a non-empty set.

    >>> lowest(0b1000)
    3
    """
    return (cells & -cells).bit_length() - 1


def cells_of(cells: int) -> tuple[int, ...]:
    """Cells of the set, in order.

    >>> cells_of(0b1010)
    (1, 3)
    """
    found = []
    while cells:
        found.append(lowest(cells))
        cells &= cells - 1
    return tuple(found)


def pext(word: int, mask: int) -> int:
    """Extract the bits selected by the mask and pack them at the low end (PEXT).

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
    """Deposit the low bits of a word at the places selected by the mask (PDEP): inverse of `pext`.

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
    """Cells that complete a row of k together with cells of the set; they may belong to it.

    Args:
        cells: the set.
        steps: the step from a cell to the next, in every direction; no row is longer than a machine
            word.
        k: the number of cells in a row.

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
