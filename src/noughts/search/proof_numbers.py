"""Proof and disproof numbers, and their table.

A question is whether the player to move can reach a goal. Its proof number is the least number of
positions that must still be proved for a yes, its disproof number the least number for a no, as far
as is known. When one of them is 0, the answer is known; the other one is then `MOST`, for infinity.

An entry is one whole number that contains both; 0 is no entry.
"""

from array import array
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from noughts.bits import WORD_BITS
from noughts.search.memory import holds_position, words_of, write_position, zeros
from noughts.search.table import hashed

Position = TypeVar("Position", contravariant=True)

BITS = 31
MOST = (1 << BITS) - 1

# The number of neighbouring slots in which a position may be stored.
NEIGHBOURS = 4


def pack(proof: int, disproof: int) -> int:
    """Both numbers as one entry.

    >>> proof_number(pack(2, 7)), disproof_number(pack(2, 7))
    (2, 7)
    """
    return proof | disproof << BITS


def proof_number(entry: int) -> int:
    """The entry's proof number."""
    return entry & MOST


def disproof_number(entry: int) -> int:
    """The entry's disproof number."""
    return entry >> BITS


PROVED = pack(0, MOST)
DISPROVED = pack(MOST, 0)
UNKNOWN = pack(1, 1)


class ProofTable(Protocol[Position]):
    """Protocol of a proof-number table."""

    def find(self, position: Position, goal: int) -> int:
        """The entry of the question; 0 if there is none."""

    def store(self, position: Position, goal: int, entry: int, effort: int) -> None:
        """Store the entry of the question, with the number of nodes it took."""


class DictProofTable:
    """An unbounded table, for positions of any kind; interpreted only."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, int] = {}

    def find(self, position: Hashable, goal: int) -> int:
        """The entry of the question; 0 if there is none."""
        return self.entries.get((position, goal), 0)

    def store(self, position: Hashable, goal: int, entry: int, effort: int) -> None:
        """Store the entry of the question."""
        self.entries[position, goal] = entry


class ArrayProofTable:
    """A table of fixed size for positions of whole numbers.

    If all neighbouring slots are taken, the entry that took the fewest nodes is replaced. A
    slot contains its entry; its nodes and its goal, 0 or 1, in one word; and the whole position.

    Args:
        words: the machine words of a position.
        size_bits: the table has 2 to the power of this many slots.

    >>> table = ArrayProofTable(words=2, size_bits=4)
    >>> table.store((3, 4), 1, pack(2, 7), effort=10)
    >>> table.find((3, 4), 1) == pack(2, 7), table.find((3, 4), 0), table.find((4, 3), 1)
    (True, 0, 0)
    """

    __slots__ = ("memory", "shift", "slot_words", "words")

    words: int
    slot_words: int
    shift: int
    memory: "array[int]"

    def __init__(self, words: int, size_bits: int) -> None:
        self.words = words
        self.slot_words = words + 2
        self.shift = WORD_BITS - size_bits
        self.memory = zeros(((1 << size_bits) + NEIGHBOURS - 1) * self.slot_words)

    def find(self, position: tuple[int, ...], goal: int) -> int:
        """The entry of the question; 0 if there is none."""
        slot = self.first_slot(position)
        for _ in range(NEIGHBOURS):
            if self.holds(slot, position, goal):
                return self.memory[slot]
            slot += self.slot_words
        return 0

    def store(self, position: tuple[int, ...], goal: int, entry: int, effort: int) -> None:
        """Store the entry of the question, with the number of nodes it took."""
        slot = self.slot_for(position, goal)
        self.memory[slot] = entry
        self.memory[slot + 1] = effort << 1 | goal
        write_position(self.memory, slot + 2, position, self.words)

    def first_slot(self, position: tuple[int, ...]) -> int:
        """The place in memory of a position's first slot."""
        return (hashed(position, self.words) >> self.shift) * self.slot_words

    def slot_for(self, position: tuple[int, ...], goal: int) -> int:
        """The slot of the question, or the one to replace."""
        slot = least = self.first_slot(position)
        for _ in range(NEIGHBOURS):
            if self.holds(slot, position, goal):
                return slot
            if self.memory[slot + 1] < self.memory[least + 1]:
                least = slot
            slot += self.slot_words
        return least

    def holds(self, slot: int, position: tuple[int, ...], goal: int) -> bool:
        """Whether the slot contains this question."""
        if self.memory[slot] == 0 or self.memory[slot + 1] & 1 != goal:
            return False
        return holds_position(self.memory, slot + 2, position, self.words)


def proof_table_for(game: Any, position: object, size_bits: int = 16) -> ProofTable[Any]:
    """A table for positions of the example's kind: of fixed size if they are whole numbers."""
    words = words_of(game, position)
    return ArrayProofTable(words, size_bits) if words else DictProofTable()
