"""Ranks of colour patterns in colex order, and tables to compute them quickly.

Of a set of n taken cells, k carry the first player's marks. The pattern is a word of n bits, the
lowest for the lowest taken cell, 1 for a mark of the first player's. Patterns with equally many
ones are ordered as numbers; the rank of one with ones at places c₁ < c₂ < … is the sum of
C(cᵢ, i), so it can be read off its bits.

    Donald E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3 (2011), "combinadics"
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import comb

from noughts.bits import count, lowest
from noughts.knowledge.symmetry import Symmetry
from noughts.tablebase.combinatorial.arrays import Buffer

# Binomials stand in rows of this length, so that C(n, k) is at n * ROW + k.
ROW = 64
# Words are cut in two, the lower part no longer than this: its tables fit the nearest cache.
MOST_LOW_BITS = 8
# Chunks, and bits in each, that hold a bit for every word with equally many ones, at most C(8, 4) =
# 70.
CHUNKS, HELD_BITS = 2, 62


@cache
def binomials() -> "array[int]":
    """C(n, k) for all n and k below 63, in rows.

    >>> binomials()[4 * ROW + 2]
    6
    """
    return array("q", [comb(n, k) if n < ROW - 1 else 0 for n in range(ROW) for k in range(ROW)])


def ones_of(marks: int) -> int:
    """How many of the marks are the first player's.

    >>> [ones_of(marks) for marks in range(5)]
    [0, 1, 1, 2, 2]
    """
    return (marks + 1) // 2


def patterns(marks: int) -> int:
    """The number of colour patterns of that many marks.

    >>> [patterns(marks) for marks in range(5)]
    [1, 1, 2, 3, 6]
    """
    return comb(marks, ones_of(marks))


def compressed(cells: int, taken: int) -> int:
    """The cells of a set that are taken, as a word of one bit for each taken cell.

    >>> bin(compressed(0b1000_0010, taken=0b1010_0011))
    '0b1010'
    """
    word = 0
    cells &= taken
    while cells:
        cell = cells & -cells
        word |= 1 << count(taken & cell - 1)
        cells ^= cell
    return word


def spread(word: int, taken: int) -> int:
    """The cells among the taken ones for which the word has a 1: `compressed`, undone.

    >>> bin(spread(0b1010, taken=0b1010_0011))
    '0b10000010'
    """
    cells = 0
    while word:
        if word & 1:
            cells |= taken & -taken
        taken &= taken - 1
        word >>= 1
    return cells


def rank(word: int) -> int:
    """The rank of a word among those with as many ones.

    >>> [rank(word) for word in (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)]
    [0, 1, 2, 3, 4, 5]
    """
    place, ones = 0, 0
    for bit in range(word.bit_length()):
        if word >> bit & 1:
            ones += 1
            place += comb(bit, ones)
    return place


def rank_high_words(choose: Buffer, low_bits: int, ones: int, ranks: Buffer) -> None:
    """Write what the upper part of a word adds to its rank, for every such part.

    Args:
        choose: `binomials`.
        low_bits: how many bits are below it.
        ones: how many ones the whole word has.
        ranks: where it is written.

    >>> ranks = array("i", [0] * 4)
    >>> rank_high_words(binomials(), 2, 2, ranks)
    >>> list(ranks), rank(0b0110) == rank(0b10) + ranks[0b01], rank(0b1100) == ranks[0b11]
    ([0, 1, 3, 5], True, True)
    """
    for word in range(len(ranks)):
        ranks[word] = rank_above(choose, low_bits, max(0, ones - count(word)), word)


def rank_above(choose: Buffer, low_bits: int, left: int, upper: int) -> int:
    """What the upper part of a word adds to its rank.

    Args:
        choose: `binomials`.
        low_bits: how many bits are below it.
        left: how many of those are ones.
        upper: the upper part.
    """
    place = 0
    while upper:
        left += 1
        place += choose[(low_bits + lowest(upper)) * ROW + left]
        upper &= upper - 1
    return place


def words_in_order(bits: int) -> list[int]:
    """All words of that many bits, sorted by their number of ones, then by value.

    >>> words_in_order(2), words_in_order(3)
    ([0, 1, 2, 3], [0, 1, 2, 4, 3, 5, 6, 7])
    """
    return sorted(range(1 << bits), key=lambda word: (word.bit_count(), word))


@cache
def holding(bits: int) -> "array[int]":
    """Which words of that many bits contain which others, as bit sets.

    First for the zeros of the words, then for their ones; for each part that may be held; for the
    words with 0, 1, 2, … ones, in order: a bit for each of them, in chunks of `HELD_BITS`.

    >>> table = holding(2)
    >>> ones, part, of_one_bit = 1, 0b10, 1
    >>> bin(table[((ones << 2 | part) * 3 + of_one_bit) * CHUNKS])    # of 01 and 10 the second
    '0b10'
    """
    words = words_in_order(bits)
    kinds = [[word for word in words if word.bit_count() == ones] for ones in range(bits + 1)]
    return array(
        "q",
        [
            sum((not part & ~(word ^ turned)) << i for i, word in enumerate(chunk))
            for turned in ((1 << bits) - 1, 0)
            for part in range(1 << bits)
            for kind in kinds
            for chunk in (kind[n * HELD_BITS : (n + 1) * HELD_BITS] for n in range(CHUNKS))
        ],
    )


def inserted(word: int, place: int, bit: int) -> int:
    """The word with one bit more at a place; what was there and above moves up.

    >>> bin(inserted(0b101, place=1, bit=1))
    '0b1011'
    """
    low = word & (1 << place) - 1
    return (word >> place << 1 | bit) << place | low


def low_bits_of(marks: int) -> int:
    """How many low bits a word is cut into."""
    return min(MOST_LOW_BITS, (marks + 1) // 2)


def orbits(symmetries: tuple[Symmetry, ...], heights: Mapping[int, int]) -> list[int]:
    """How many sets of 0, 1, 2, … cells there are, of symmetric ones one: by Burnside's lemma.

    Args:
        symmetries: permutations of the cells.
        heights: the cells that wait for no other, each with the number of cells that are taken
            one after the other from there on: 1, itself, where no cell waits.

    >>> orbits(TURNS_OF_A_SQUARE, dict.fromkeys(range(4), 1))
    [1, 1, 2, 1, 1]
    """
    totals = [0] * (sum(heights.values()) + 1)
    for symmetry in symmetries:
        fixed = [1]
        for cycle in _cycles(symmetry, heights):
            # The cells of a cycle are taken to the same height, or the set would be moved.
            longer = fixed + [0] * (len(cycle) * heights[cycle[0]])
            for height in range(1, heights[cycle[0]] + 1):
                for size, number in enumerate(fixed):
                    longer[size + height * len(cycle)] += number
            fixed = longer
        totals = [total + number for total, number in zip(totals, fixed, strict=True)]
    return [total // len(symmetries) for total in totals]


TURNS_OF_A_SQUARE = ((0, 1, 2, 3), (1, 3, 0, 2), (3, 2, 1, 0), (2, 0, 3, 1))


def _cycles(symmetry: Symmetry, cells: Iterable[int]) -> Iterator[list[int]]:
    """The cycles of a permutation of these cells."""
    left = set(cells)
    while left:
        cycle = [left.pop()]
        while symmetry[cycle[-1]] != cycle[0]:
            cycle.append(symmetry[cycle[-1]])
            left.discard(cycle[-1])
        yield cycle
