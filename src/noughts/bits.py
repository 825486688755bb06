"""Sets of cells as whole numbers: bit i is set when cell i belongs to the set.

At most 62 bits are used, so that the sign bit of a machine word is never touched. The
compiled form replaces each of these functions by one instruction of the processor, where it has it.
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


def gathered(word: int, mask: int) -> int:
    """The bits of a word that stand where the mask has bits, moved together (PEXT).

    >>> bin(gathered(0b1010_0110, mask=0b1111_0000)), bin(gathered(0b1010_0110, mask=0b0010_0011))
    ('0b1010', '0b110')
    """
    found, place = 0, 0
    while mask:
        found |= (word >> lowest(mask) & 1) << place
        place += 1
        mask &= mask - 1
    return found


def scattered(word: int, mask: int) -> int:
    """The lowest bits of a word, moved to where the mask has bits (PDEP): `gathered`, undone.

    >>> bin(scattered(0b1010, mask=0b1111_0000)), bin(scattered(0b110, mask=0b0010_0011))
    ('0b10100000', '0b100010')
    """
    found = 0
    while mask:
        found |= (word & 1) << lowest(mask)
        word >>= 1
        mask &= mask - 1
    return found
