"""Ranks of colour patterns in colex order, and tables to compute them quickly.

In a set of n taken cells, k have the first player's marks. The pattern is a word of n bits, the
lowest for the lowest taken cell, with 1 for a mark of the first player. Patterns with equally many
ones are ordered as numbers. The rank of a pattern with ones at places c₁ < c₂ < … is the sum of
C(cᵢ, i), so it can be computed from the bits.

    Donald E. Knuth, The Art of Computer Programming 4A, section 7.2.1.3 (2011), "combinadics"
"""

from array import array
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import comb

from noughts.bits import count, lowest
from noughts.knowledge.symmetry import Symmetry, image
from noughts.tablebase.combinatorial.arrays import Buffer, Field

# The length of a row of binomials: C(n, k) is at n * ROW + k.
ROW = 64
# Words are cut in two. The tables of a lower part of at most this length fit the nearest cache.
MOST_LOW_BITS = 8
# Bit sets have one bit for each word with equally many ones, at most C(8, 4) = 70: this many
# chunks, with this many bits each.
CHUNKS, HELD_BITS = 2, 62


@cache
def binomials() -> "array[int]":
    """C(n, k) for all n and k below 63, in rows."""
    return array("q", [comb(n, k) if n < ROW - 1 else 0 for n in range(ROW) for k in range(ROW)])


def ones_of(marks: int) -> int:
    """The number of the first player's marks."""
    return (marks + 1) // 2


def patterns(marks: int) -> int:
    """The number of colour patterns of that many marks."""
    return comb(marks, ones_of(marks))


def compressed(cells: int, taken: int) -> int:
    """The taken cells of a set, as a word of one bit for each taken cell.

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


def spread_pattern(word: int, taken: int) -> int:
    """The taken cells for which the word has a 1: the inverse of `compressed`.

    >>> bin(spread_pattern(0b1010, taken=0b1010_0011))
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


def unranked(place: int, ones: int, bits: int) -> int:
    """The word of that many bits with this rank among those with as many ones."""
    word = 0
    for bit in reversed(range(bits)):
        below = comb(bit, ones)
        if ones and place >= below:
            place -= below
            ones -= 1
            word |= 1 << bit
    return word


def rank_high_words(choose: Buffer, low_bits: int, ones: int, ranks: Buffer) -> None:
    """Write the upper part's contribution to the rank of a word, for every upper part."""
    for word in range(len(ranks)):
        ranks[word] = rank_above(choose, low_bits, max(0, ones - count(word)), word)


def rank_above(choose: Buffer, low_bits: int, left: int, upper: int) -> int:
    """The upper part's contribution to the rank of a word."""
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
def words_holding(bits: int) -> "array[int]":
    """For all words of that many bits, the words that contain them, as bit sets.

    The order is: zeros of the words, then their ones; each part to contain; words with 0, 1, 2, …
    ones, in order, a bit for each, in chunks of `HELD_BITS`.
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
    """The word with a bit inserted at a place; the bits from there on move up.

    >>> bin(inserted(0b101, place=1, bit=1))
    '0b1011'
    """
    low = word & (1 << place) - 1
    return (word >> place << 1 | bit) << place | low


def low_bits_of(marks: int) -> int:
    """The number of bits in the lower part of a word."""
    return min(MOST_LOW_BITS, (marks + 1) // 2)


def orbits(symmetries: tuple[Symmetry, ...], heights: Mapping[int, int]) -> list[int]:
    """The numbers of sets of 0, 1, 2, … cells up to symmetry, by Burnside's lemma."""
    totals = [0] * (sum(heights.values()) + 1)
    for symmetry in symmetries:
        fixed = [1]
        for cycle in _cycles(symmetry, heights):
            # All cells of a cycle have the same height; otherwise the set would change.
            longer = fixed + [0] * (len(cycle) * heights[cycle[0]])
            for height in range(1, heights[cycle[0]] + 1):
                for size, number in enumerate(fixed):
                    longer[size + height * len(cycle)] += number
            fixed = longer
        totals = [total + number for total, number in zip(totals, fixed, strict=True)]
    return [total // len(symmetries) for total in totals]


def _cycles(symmetry: Symmetry, cells: Iterable[int]) -> Iterator[list[int]]:
    left = set(cells)
    while left:
        cycle = [left.pop()]
        while symmetry[cycle[-1]] != cycle[0]:
            cycle.append(symmetry[cycle[-1]])
            left.discard(cycle[-1])
        yield cycle


def fold_sets(  # kernels take single numbers
    board: Field, outer: int, cells: int, marks: int, top: int, sets: Buffer, found: int
) -> int:
    """Write the canonical sets made of `top` and some outer cells; return their number."""
    dense = outer == (1 << cells) - 1
    word = (1 << marks) - 1
    while word < 1 << cells:
        taken = top | (word if dense else spread_pattern(word, outer))
        if is_smallest(board, taken):
            if found < len(sets):
                sets[found] = taken
            found += 1
        if word == 0:
            break
        word = next_word(word)
    return found


def next_word(word: int) -> int:
    """The next greater word with as many ones (Gosper's hack, HAKMEM item 175).

    >>> bin(next_word(0b0110))
    '0b1001'
    """
    step = word & -word
    carried = word + step
    return carried | ((carried ^ word) >> 2) >> lowest(step)


def is_smallest(board: Field, cells: int) -> bool:
    """Whether the set is canonical: no symmetry makes it smaller."""
    span = board.span
    for which in range(1, board.symmetry_count):
        if image(board.images, which * span, cells) < cells:
            return False
    return True


def folding(board: Field, cells: int) -> int:
    """The symmetry that makes the set smallest; 0 if it is already."""
    span = board.span
    smallest, best = cells, 0
    for which in range(1, board.symmetry_count):
        other = image(board.images, which * span, cells)
        if other < smallest:
            smallest, best = other, which
    return best


def images_of(board: Field, cells: int) -> int:
    span = board.span
    same = 0
    for which in range(board.symmetry_count):
        if image(board.images, which * span, cells) == cells:
            same += 1
    images: int = board.symmetry_count // same
    return images


def find(sets: Buffer, size: int, cells: int) -> int:
    """Binary search for a set; an arbitrary place if it is absent."""
    low, high = 0, size - 1
    while low < high:
        middle = (low + high) // 2
        if sets[middle] < cells:
            low = middle + 1
        else:
            high = middle
    return low
