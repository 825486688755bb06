"""The layout of a set's colour patterns in planes of bits: by pieces.

A pattern is a word with one bit for each mark (`ranking.py`). It is cut into a lower part, of at
most `LOW_BITS` bits, and an upper part. Patterns with the same upper part form a piece. The lower
parts of a piece have equally many ones and are in ascending order, 62 per machine word; each piece
begins with a new word. The pieces of a block follow one another, by their upper parts. All pieces
share the tables of the lower parts: these have 2 to the power of `LOW_BITS` patterns, whatever the
number of marks.
"""

from array import array
from collections.abc import Iterator
from math import comb
from typing import NamedTuple

from noughts.bits import WORD_BITS, count
from noughts.native import kernel
from noughts.tablebase.combinatorial.arrays import Buffer
from noughts.tablebase.combinatorial.ranking import next_word, ones_of
from noughts.tablebase.resources import BYTES_IN_WORD

WORD = (1 << WORD_BITS) - 1
# Bits of the lower part. The planes of C(16, 8) patterns, 26 kB, fit the nearest cache; shorter
# ones would make pieces of a few words.
LOW_BITS = 16


class Pieces(NamedTuple):
    """The division into pieces of the patterns of that many marks."""

    # The word of a block where each upper part's piece begins, and the end of the last piece.
    starts: Buffer
    firsts: Buffer  # for lower parts with 0, 1, 2, … ones, the start of their planes
    spans: Buffer  # the number of words in a plane of theirs
    halves: Buffer  # the number of lower parts with a 0 at the highest place
    ends: Buffer  # the used bits of the last word
    # A plane for every place in the lower part: whether the mark there belongs to the player who
    # moved last, a bit for each lower part.
    planes: Buffer
    marks: int  # the number of marks
    ones: int  # the number of the first player's marks
    low: int  # the number of bits in the lower part
    high: int  # the number of bits in the upper part
    block: int  # the number of words of a block


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
    return Pieces(
        starts, firsts, spans, halves, ends, planes, marks, ones, low, marks - low, starts[-1]
    )


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
    return -(-size // WORD_BITS)


def fill_starts(starts: Buffer, spans: Buffer, ones: int, low: int) -> None:
    for upper in range(len(starts) - 1):
        left = ones - count(upper)
        size = spans[left] if 0 <= left <= low else 0
        starts[upper + 1] = starts[upper] + size


def fill_planes(
    planes: Buffer, first: int, bits: int, ones: int, span: int, last_is_first_player: int
) -> None:
    """Write the planes of words with equally many ones, for all places."""
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
    """The sets of these pieces, with the first upper part of each and the end.

    >>> list(sets_between(3, 9, high=2))
    [(0, 3, 4), (1, 0, 4), (2, 0, 1)]
    """
    while begin < end:
        upper = begin & (1 << high) - 1
        stop = min(1 << high, upper + end - begin)
        yield begin >> high, upper, stop
        begin += stop - upper


def ones_left(pieces: Pieces, upper: int) -> int:
    """The number of ones in the lower parts of a piece; -1 if it has no patterns."""
    left = pieces.ones - count(upper)
    return left if left <= pieces.low else -1
