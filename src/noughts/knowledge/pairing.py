"""Pairing strategies: a draw that can be held without looking ahead.

Give every line that the attacker can still fill two empty cells of its own. Whenever the
attacker marks one cell of such a pair, the defender marks the other; so on every line the
defender gets a mark, and the attacker never completes one. Who moves first does not matter,
nor does what else the defender does.

To find the pairs is a matching of lines with cells, in which each line wants two. A line that
has fewer is helped by the others: one of them passes a cell on and takes another in its place,
along an augmenting path, as long as there is one.

    Alfred Hales and Robert Jewett, "Regularity and positional games", 1963, who count when
    such pairs must exist; Elwyn Berlekamp, John Conway and Richard Guy, "Winning Ways",
    chapter 22; Claude Berge, "Two theorems in graph theory", 1957, for the paths.
"""

from noughts.bits import count


def pairing(needs: list[int]) -> list[int]:
    """A pair of cells within each of these sets, no cell in two pairs; empty if there is none.

    >>> [bin(pair) for pair in pairing([0b0011, 0b1110, 0b1110_0000])]
    ['0b11', '0b1100', '0b1100000']
    >>> pairing([0b011, 0b110])
    []
    """
    pairs = [need & 0 for need in needs]  # no cells, in a set as wide as the set itself
    if not enough_cells(needs):
        return pairs[:0]
    for number in range(len(needs)):
        for _ in range(2):
            if not gains(number, needs, pairs, [needs[number] & 0]):
                return pairs[:0]
    return pairs


def enough_cells(needs: list[int]) -> bool:
    """Whether there are two cells for each set: a quick test, before the thorough one."""
    cells = 0
    for need in needs:
        cells |= need
    return count(cells) >= 2 * len(needs)


def gains(number: int, needs: list[int], pairs: list[int], tried: list[int]) -> bool:
    """Give the set one cell more, by moving cells of other pairs if need be; whether it worked.

    Args:
        number: which of the sets.
        needs: the sets.
        pairs: the cells that each of them has; changed only if it works.
        tried: in its one word, the cells that were looked at on the way.
    """
    choice = needs[number] & ~pairs[number]
    while choice & ~tried[0]:
        cell = choice & ~tried[0]
        cell &= -cell
        tried[0] |= cell
        owner = owner_of(cell, pairs)
        if owner < 0 or gains(owner, needs, pairs, tried):
            if owner >= 0:
                pairs[owner] &= ~cell
            pairs[number] |= cell
            return True
    return False


def owner_of(cell: int, pairs: list[int]) -> int:
    """Which pair the cell is in; -1 if in none."""
    for number in range(len(pairs)):
        if pairs[number] & cell:
            return number
    return -1
