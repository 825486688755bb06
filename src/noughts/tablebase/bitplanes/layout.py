"""How the colour patterns of a set of taken cells are laid down in planes of bits: by pieces.

A pattern is a word of one bit for each mark (`ranking.py`). It is cut into a lower part, of
`LOW_BITS` bits at the most, and an upper part. Patterns with the same upper part make up a piece.
In a piece the lower parts have equally many ones and stand in ascending order, 62 in a machine
word; each piece begins with a word of its own. So the pieces of a block lie one behind the other,
by their upper parts, and what is to be known of the lower parts is the same for all: it takes
tables of 2 to the power of `LOW_BITS` patterns, however many marks there are.
"""

from array import array
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from noughts.bits import WORD_BITS, count
from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD, Buffer
from noughts.tablebase.combinatorial.canonical import next_word
from noughts.tablebase.combinatorial.ranking import ones_of

WORD = (1 << WORD_BITS) - 1
# Bits of the lower part. The planes of C(16, 8) patterns, 26 kB, fit the nearest cache; shorter
# ones would make pieces of a few words.
LOW_BITS = 16


class Pieces(NamedTuple):
    """How the patterns of that many marks are cut into pieces.

    Args:
        starts: for every upper part, at which word of a block its piece begins; and where the
            last one ends.
        firsts: for lower parts with 0, 1, 2, … ones, where their planes begin.
        spans: how many words a plane of theirs has.
        halves: how many of them have a 0 at the highest place.
        ends: which bits of its last word stand for patterns.
        planes: for every place in the lower part, one behind the other, whether the mark there is
            of the player who made the last one; a bit for each lower part.
        numbers: marks; how many of them are the first player's; bits in the lower part; bits in
            the upper part; words of a block.
    """

    starts: Buffer
    firsts: Buffer
    spans: Buffer
    halves: Buffer
    ends: Buffer
    planes: Buffer
    numbers: Buffer

    @property
    def marks(self) -> int:
        """How many marks there are."""
        marks: int = self.numbers[MARKS]
        return marks


MARKS, ONES, LOW, HIGH, BLOCK = range(5)


def pieces_of(marks: int, low_bits: int = LOW_BITS) -> Pieces:
    """The pieces of the patterns of that many marks.

    >>> pieces = pieces_of(4, low_bits=3)    # two of the four are the first player's
    >>> list(pieces.starts)                  # 0011, 0101, 0110 and 1001, 1010, 1100
    [0, 1, 2]
    >>> bin(pieces.ends[2]), bin(pieces.planes[pieces.firsts[2]])   # 110 has no first player's
    ('0b111', '0b100')
    """
    low, ones = min(marks, low_bits), ones_of(marks)
    sizes = [comb(low, left) for left in range(low + 1)]
    spans = array("q", (words_for(size) for size in sizes))
    firsts = array("q", [0])
    for span in spans:
        firsts.append(firsts[-1] + low * span)
    planes = array("q", bytes(BYTES_IN_WORD * max(1, firsts[-1])))
    for left in range(low + 1):
        kernel(fill_planes)(planes, firsts[left], low, left, spans[left], marks & 1)
    starts = array("q", bytes(BYTES_IN_WORD * ((1 << marks - low) + 1)))
    kernel(fill_starts)(starts, spans, ones, low)
    ends = array("q", ((1 << size - WORD_BITS * (words_for(size) - 1)) - 1 for size in sizes))
    halves = array("q", (comb(max(0, low - 1), left) for left in range(low + 1)))
    numbers = array("q", (marks, ones, low, marks - low, starts[-1]))
    return Pieces(starts, firsts, spans, halves, ends, planes, numbers)


def words_in_block(marks: int, low_bits: int = LOW_BITS) -> int:
    """The words that the patterns of that many marks need.

    >>> [words_in_block(marks) for marks in (0, 7, 8, 12)]
    [1, 1, 2, 15]
    """
    low, ones = min(marks, low_bits), ones_of(marks)
    high = marks - low
    return sum(
        comb(high, upper) * words_for(comb(low, ones - upper))
        for upper in range(high + 1)
        if 0 <= ones - upper <= low
    )


def words_for(size: int) -> int:
    """The words for that many bits."""
    return -(-size // WORD_BITS)


def fill_starts(starts: Buffer, spans: Buffer, ones: int, low: int) -> None:
    """Write where pieces begin."""
    for upper in range(len(starts) - 1):
        left = ones - count(upper)
        size = spans[left] if 0 <= left <= low else 0
        starts[upper + 1] = starts[upper] + size


def fill_planes(
    planes: Buffer, first: int, bits: int, ones: int, span: int, last_is_first_player: int
) -> None:
    """Write the planes of words with equally many ones, for all places.

    Args:
        planes: where they are written, all 0.
        first: where they begin there.
        bits: how many places there are.
        ones: how many of them are the first player's.
        span: how many words a plane has.
        last_is_first_player: whether the last mark was the first player's.
    """
    pattern, number = (1 << ones) - 1, 0
    while pattern < 1 << bits:
        for place in range(bits):
            if pattern >> place & 1 == last_is_first_player:
                planes[first + place * span + number // WORD_BITS] |= 1 << number % WORD_BITS
        if not pattern:
            return
        pattern = next_word(pattern)
        number += 1


def sets_between(begin: int, end: int, high: int) -> Iterator[tuple[int, int, int]]:
    """The sets that pieces belong to, and the upper parts of those pieces: the first, and the end.

    Args:
        begin: the number of the first piece, counted through all sets; what has no patterns has a
            number, too.
        end: the first that is not among them.
        high: how many bits the upper part has.

    >>> list(sets_between(3, 9, high=2))
    [(0, 3, 4), (1, 0, 4), (2, 0, 1)]
    """
    while begin < end:
        upper = begin & (1 << high) - 1
        stop = min(1 << high, upper + end - begin)
        yield begin >> high, upper, stop
        begin += stop - upper


def left_of(pieces: Pieces, upper: int) -> int:
    """How many ones the lower parts of a piece have; -1 if there are no such patterns."""
    left = pieces.numbers[ONES] - count(upper)
    return left if left <= pieces.numbers[LOW] else -1
