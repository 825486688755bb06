"""Pairing strategies: a draw that can be held without looking ahead.

Assign to every line that the attacker can still fill two empty cells of its own. Whenever the
attacker marks one cell of such a pair, the defender marks the other; so the defender gets a mark
on every line, and the attacker never completes one. Neither the first player nor the defender's
other moves matter.

The pairs are a matching of lines with cells, two for each line. A line that has fewer takes one
from another line, which takes a cell in its place, and so on along an augmenting path, as long as
there is one.

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
    pairs = [need & 0 for need in needs]  # no cells, as a set of the same width
    if not enough_cells(needs):
        return pairs[:0]
    for number in range(len(needs)):
        for _ in range(2):
            if not gains_cells(number, needs, pairs, [needs[number] & 0]):
                return pairs[:0]
    return pairs


def enough_cells(needs: list[int]) -> bool:
    """Whether there are two cells for each set: a quick test before the thorough one."""
    cells = 0
    for need in needs:
        cells |= need
    return count(cells) >= 2 * len(needs)


def gains_cells(number: int, needs: list[int], pairs: list[int], tried: list[int]) -> bool:
    """Give the set one cell more, by moving cells of other pairs if necessary; whether it worked.

    Args:
        number: the index of the set.
        needs: the sets.
        pairs: the cells assigned to each; changed only on success.
        tried: in its one word, the cells already visited.
    """
    choice = needs[number] & ~pairs[number]
    while choice & ~tried[0]:
        cell = choice & ~tried[0]
        cell &= -cell
        tried[0] |= cell
        owner = owner_of(cell, pairs)
        if owner < 0 or gains_cells(owner, needs, pairs, tried):
            if owner >= 0:
                pairs[owner] &= ~cell
            pairs[number] |= cell
            return True
    return False


def owner_of(cell: int, pairs: list[int]) -> int:
    """The pair that contains the cell; -1 if there is none."""
    for number in range(len(pairs)):
        if pairs[number] & cell:
            return number
    return -1
