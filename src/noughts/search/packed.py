"""The solver's table: a position with a key takes one word, with a lower and an upper bound.

Threads share it without locks. An entry is one aligned word, which a processor reads and writes
whole: a thread that reads while another writes finds the old entry or the new one, and both are
true.
"""

from array import array
from copy import copy
from typing import Any

from noughts.knowledge import Knowledge
from noughts.search.memory import fetch_soon, pages
from noughts.search.table import SPREAD, word_within
from noughts.value import BASE, INFINITY

ENTRY_BITS = 63  # so that the sign bit is never used
# Positions more plies below the root than this are deep; measured on Connect Four, where 12 to 18
# are equally good. A table of more than 2 to the power of ROOM entries adds a ply for each
# doubling.
DEEP, ROOM = 18, 20
EVERY_PLY = 1 << 30


def code_bits(max_plies: int) -> int:
    return (2 * (max_plies + 1)).bit_length()


def least_bits(key_bits: int, max_plies: int) -> int:
    """Log2 of the entries of the smallest table: fewer slots leave more key bits to store."""
    return max(1, key_bits + 2 * code_bits(max_plies) - ENTRY_BITS + 1)


class PackedTable:
    """A table for a game whose positions have a key.

    The key is multiplied by an odd number, which is reversible. The highest bits of the product
    choose the slot; the rest is stored in the entry with both bounds, so entries of different
    positions are never confused. A key with more bits needs a table with more slots (`least_bits`),
    so that the rest fits. A slot has two places: a new entry takes the first, and the previous one
    moves to the second.

    A large table can have a small separate part for positions far below the root. Most of a search
    is there, in trees that are soon finished. So most probes are answered from the processor's
    cache, and entries that took long to compute are not evicted. Each thread has its own such part:
    two threads that write to one would wait for each other.

    Args:
        key_bits: the bits of a key.
        max_plies: the most plies of a game.
        size_bits: the table has 2 to the power of this many entries, of 8 bytes each.
        deep_bits: the same for the part for positions far below the root (`DEEP` plies, in a large
            table more); 0 for no such part.
        threads: the number of such parts.
    """

    __slots__ = (
        "code_bits", "deep", "deep_rest_bits", "deep_size", "deep_slot_mask", "draw_code", "far",
        "memory", "rest_bits", "shallow", "size", "slot_mask",
    )  # fmt: skip

    memory: "array[int]"
    slot_mask: int
    rest_bits: int
    deep_slot_mask: int
    deep_rest_bits: int
    shallow: int  # the last ply below the root that is not in the deep part
    code_bits: int
    draw_code: int
    far: int
    size: int  # entries outside the deep parts
    deep: int  # start and size of the deep part
    deep_size: int

    def __init__(
        self, key_bits: int, max_plies: int, size_bits: int, deep_bits: int = 0, threads: int = 1
    ) -> None:
        # A win in p plies has the code draw_code + max_plies + 1 - p, and so on down to a loss.
        self.draw_code = max_plies + 1
        self.far = BASE - self.draw_code
        self.code_bits = code_bits(max_plies)
        least = least_bits(key_bits, max_plies)
        slot_bits, deep_slot_bits = max(size_bits, least) - 1, max(deep_bits, least) - 1
        self.rest_bits = max(key_bits - slot_bits, 0)
        self.deep_rest_bits = max(key_bits - deep_slot_bits, 0)
        self.slot_mask = (1 << key_bits - self.rest_bits) - 1
        self.deep_slot_mask = (1 << key_bits - self.deep_rest_bits) - 1
        self.size = 2 << slot_bits
        self.shallow = DEEP + max(0, slot_bits + 1 - ROOM) if deep_bits else EVERY_PLY
        self.deep, self.deep_size = self.size, 2 << deep_slot_bits if deep_bits else 0
        self.memory = pages(self.size + self.deep_size * threads)

    def of_thread(self, number: int) -> "PackedTable":
        own = copy(self)
        own.deep = self.size + self.deep_size * number
        return own

    def spread(self, game: Knowledge[Any], position: tuple[int, ...]) -> int:
        """The key, hashed reversibly: its highest bits depend on all bits of the key."""
        return game.key(position) * SPREAD

    def slot(self, spread: int, ply: int) -> int:
        """The first place of the slot of a position at this ply."""
        if ply <= self.shallow:
            return word_within(spread >> self.rest_bits, self.slot_mask) << 1
        return self.deep + (word_within(spread >> self.deep_rest_bits, self.deep_slot_mask) << 1)

    def rest(self, spread: int, ply: int) -> int:
        """The part of the key that the slot does not imply."""
        bits = self.rest_bits if ply <= self.shallow else self.deep_rest_bits
        return word_within(spread, (1 << bits) - 1)

    def prefetch(self, game: Knowledge[Any], position: tuple[int, ...], ply: int) -> None:
        fetch_soon(self.memory, self.slot(self.spread(game, position), ply))

    def probe(self, game: Knowledge[Any], position: tuple[int, ...], ply: int) -> tuple[int, int]:
        spread = self.spread(game, position)
        slot, rest = self.slot(spread, ply), self.rest(spread, ply)
        entry = self.memory[slot]
        if entry >> 2 * self.code_bits != rest or entry == 0:
            entry = self.memory[slot + 1]
            if entry >> 2 * self.code_bits != rest or entry == 0:
                return -INFINITY, INFINITY
        code_mask = (1 << self.code_bits) - 1
        return self.score(entry & code_mask), self.score(entry >> self.code_bits & code_mask)

    def merge(
        self, game: Knowledge[Any], position: tuple[int, ...], ply: int, lower: int, upper: int
    ) -> None:
        known_lower, known_upper = self.probe(game, position, ply)
        lower, upper = max(lower, known_lower), min(upper, known_upper)
        codes = self.code(upper) << self.code_bits | self.code(lower)
        spread = self.spread(game, position)
        self.put(self.slot(spread, ply), self.rest(spread, ply), codes)

    def put(self, slot: int, rest: int, codes: int) -> None:
        first = self.memory[slot]
        if first >> 2 * self.code_bits != rest:
            self.memory[slot + 1] = first
        self.memory[slot] = rest << 2 * self.code_bits | codes

    def code(self, score: int) -> int:
        """A bound's code, in as few bits as the longest game needs; never 0."""
        code = score - self.far * ((score > 0) - (score < 0))
        return max(1, min(code + self.draw_code, 2 * self.draw_code - 1))

    def score(self, code: int) -> int:
        code -= self.draw_code
        return code + self.far * ((code > 0) - (code < 0))

    def move_to(self, larger: "PackedTable") -> None:
        """Copy the entries outside the deep part to another table of the game."""
        bits = larger.rest_bits
        for place in range(self.size - 1, -1, -1):  # backwards, to keep the order within a slot
            entry = self.memory[place]
            if entry:
                rest = entry >> 2 * self.code_bits
                codes = entry & (1 << 2 * self.code_bits) - 1
                slot = place >> 1 << self.rest_bits - bits | rest >> bits
                larger.put(slot << 1, rest & (1 << bits) - 1, codes)
