"""Transposition tables of the exact search.

An entry is one whole number that contains a lower and an upper bound of a position's score; 0 is no
entry.
"""

from array import array
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from noughts.bits import WORD_BITS
from noughts.search.memory import holds_position, pages, words_of, write_position, zeros
from noughts.value import INFINITY

Position = TypeVar("Position", contravariant=True)

# Added to a bound, so that it is positive and fits into 31 bits.
OFFSET = INFINITY
BITS = 31
MASK = (1 << BITS) - 1

# Any large odd number spreads the bits; this is 2^64 divided by the golden ratio, cut to
# 62 bits (Knuth, The Art of Computer Programming 3, section 6.4).
SPREAD = 0x1E37_79B9_7F4A_7C15
WORD = (1 << WORD_BITS) - 1


def pack(lower: int, upper: int) -> int:
    """Both bounds as one entry.

    >>> lower_bound(pack(-5, 7)), upper_bound(pack(-5, 7))
    (-5, 7)
    """
    return lower + OFFSET | upper + OFFSET << BITS


def lower_bound(entry: int) -> int:
    """The lower bound of the score."""
    return (entry & MASK) - OFFSET


def upper_bound(entry: int) -> int:
    """The upper bound of the score."""
    return (entry >> BITS) - OFFSET


def hashed(position: tuple[int, ...], words: int) -> int:
    """A whole number of 62 bits, different for nearly all different positions.

    Use its highest bits: they depend on all bits of the position, the lowest only on the lowest.

    Args:
        position: its numbers.
        words: the machine words of all of them.

    >>> hashed((3, 4), 2) == hashed((4, 3), 2)
    False
    """
    bits, each = 0, words // len(position)
    for number in position:
        bits = ((bits ^ folded_word(number, each)) * SPREAD) & WORD
        bits ^= bits >> 29
    return bits


def folded_word(number: int, words: int) -> int:
    """A number of several machine words as one; a number of one word is unchanged.

    >>> folded_word(5, 1), folded_word(5 << 124, 2) == folded_word(5 << 62, 2)
    (5, False)
    """
    if words == 1:
        return number
    folded = 0
    for i in range(words + 1):
        folded = folded * SPREAD ^ number >> i * WORD_BITS & WORD
    return folded


def word_within(number: int, mask: int) -> int:
    """The bits of a number within a mask: a machine word, even of a wide number.

    >>> word_within(5 << 70 | 6, 3)
    2
    """
    return number & mask


class Table(Protocol[Position]):
    """Protocol of a transposition table."""

    def find(self, position: Position) -> int:
        """The entry of a position; 0 if there is none."""

    def store(self, position: Position, entry: int) -> None:
        """Store the entry of a position."""


class DictTable:
    """An unbounded table, for positions of any kind; interpreted only."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, int] = {}

    def find(self, position: Hashable) -> int:
        """The entry of a position; 0 if there is none."""
        return self.entries.get(position, 0)

    def store(self, position: Hashable, entry: int) -> None:
        """Store the entry of a position."""
        self.entries[position] = entry


class ArrayTable:
    """A table of fixed size for positions of whole numbers; a newer entry replaces an older.

    A slot contains the whole position and its entry, so that entries of different positions are
    never confused.

    Args:
        words: the machine words of a position.
        size_bits: the table has 2 to the power of this many slots, of 8 × (words + 1) bytes.

    Raises:
        OutOfMemory: not enough memory.

    >>> table = ArrayTable(words=2, size_bits=4)
    >>> table.store((3, 4), pack(0, 9))
    >>> table.find((3, 4)) == pack(0, 9), table.find((4, 3))
    (True, 0)
    """

    __slots__ = ("memory", "shift", "words")

    words: int
    shift: int
    memory: "array[int]"

    def __init__(self, words: int, size_bits: int) -> None:
        self.words = words
        self.shift = WORD_BITS - size_bits
        self.memory = pages((words + 1) << size_bits)

    def slot(self, position: tuple[int, ...]) -> int:
        """The position's place in memory."""
        return (hashed(position, self.words) >> self.shift) * (self.words + 1)

    def find(self, position: tuple[int, ...]) -> int:
        """The entry of a position; 0 if there is none."""
        slot = self.slot(position)
        return (
            self.memory[slot] if holds_position(self.memory, slot + 1, position, self.words) else 0
        )

    def store(self, position: tuple[int, ...], entry: int) -> None:
        """Store the entry of a position, replacing the previous one in its slot."""
        slot = self.slot(position)
        self.memory[slot] = entry
        write_position(self.memory, slot + 1, position, self.words)


class LosslessTable(ArrayTable):
    """A table that replaces nothing; for fewer positions than it has slots.

    >>> table = LosslessTable(words=1, size_bits=1)
    >>> table.store((3,), 5), table.store((4,), 6)
    (None, None)
    >>> table.find((3,)), table.find((4,)), table.find((5,))
    (5, 6, 0)
    """

    def __init__(self, words: int, size_bits: int) -> None:
        super().__init__(words, size_bits)
        # A position's slot may be the last one, with all others after it.
        self.memory = zeros((words + 1) << size_bits + 1)

    def slot(self, position: tuple[int, ...]) -> int:
        """The position's place in memory, or the free one for it."""
        slot = (hashed(position, self.words) >> self.shift) * (self.words + 1)
        while self.memory[slot] and not holds_position(self.memory, slot + 1, position, self.words):
            slot += self.words + 1
        return slot


def table_for(game: Any, position: object, size_bits: int = 16) -> Table[Any]:
    """A table for positions of the example's kind: of fixed size if they are whole numbers."""
    words = words_of(game, position)
    return ArrayTable(words, size_bits) if words else DictTable()
