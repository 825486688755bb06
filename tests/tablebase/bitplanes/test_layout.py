"""Pieces hold every colour pattern once, in order, and their planes say whose marks are whose."""

from itertools import combinations

from noughts.bits import WORD_BITS
from noughts.tablebase.bitplanes.plane_kernels import (
    ones_left,
    pieces_of,
    words_in_block,
)
from tests.each import each


def patterns_in_order(marks):
    """All words with the first player's marks, by their value: from the definition."""
    ones = (marks + 1) // 2
    return sorted(sum(1 << bit for bit in chosen) for chosen in combinations(range(marks), ones))


def patterns_by_pieces(marks, low_bits):
    """The words that planes spell, piece by piece."""
    pieces = pieces_of(marks, low_bits)
    low, last = pieces.low, marks & 1
    for upper in range(len(pieces.starts) - 1):
        left = ones_left(pieces, upper)
        if left < 0:
            assert pieces.starts[upper] == pieces.starts[upper + 1]
            continue
        span = pieces.spans[left]
        assert pieces.starts[upper + 1] - pieces.starts[upper] == span
        size = WORD_BITS * (span - 1) + pieces.ends[left].bit_length()
        for i in range(size):
            word = upper << low
            for place in range(low):
                plane = pieces.firsts[left] + place * span
                of_last = pieces.planes[plane + i // WORD_BITS] >> i % WORD_BITS & 1
                word |= (of_last == last) << place
            yield word


@each("marks", range(12))
@each("low_bits", [1, 3, 8, 16])
def test_every_pattern_is_there_once_and_in_order(marks, low_bits):
    assert list(patterns_by_pieces(marks, low_bits)) == patterns_in_order(marks)


@each("marks", range(0, 40, 3))
def test_a_block_takes_so_many_words(marks):
    low_bits = 16 if marks > 20 else 7
    assert pieces_of(marks, low_bits).block == words_in_block(marks, low_bits)
