"""Expansion: from the positions of a layer to their children, as words.

A position is packed into one word: its numbers in order, the first one highest, each in equally
many bits. So words sort like positions, and a layer is a sorted array of words.
"""

from array import array
from collections.abc import Iterator
from typing import Any

from noughts.bits import WORD_BITS
from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.memory import unpack_position, zeros
from noughts.value import OPEN

# Initial room for a block's children, in words; fits a near cache.
ROOM = 1 << 17


class Block:
    """Positions of a layer, and room for their children.

    Args:
        fields: the length of a position.
    """

    __slots__ = (
        "bits", "children", "end", "ends", "fields", "first", "found", "keys", "next", "outcomes",
        "room", "seen", "words",
    )  # fmt: skip

    #: The words of the layer. The block takes those from `first` up to `end`; those before `next`
    #: are expanded.
    keys: "array[int]"
    first: int
    next: int
    end: int
    #: The outcome of each position in the block, and the end of its children in `children`.
    outcomes: "array[int]"
    ends: "array[int]"
    children: "array[int]"
    found: int
    room: int
    #: The length of a position, and the bits of each number; room for one position's numbers; and
    #: the union of all packed bits.
    fields: int
    bits: int
    words: "array[int]"
    seen: int

    def __init__(self, fields: int) -> None:
        self.fields, self.bits = fields, bits_each(fields)
        self.words = zeros(fields)
        self.room, self.children = ROOM, zeros(ROOM)
        self.keys, self.outcomes, self.ends = zeros(1), zeros(1), zeros(1)
        self.first = self.next = self.end = self.found = self.seen = 0

    def take(self, keys: Any, begin: int, end: int) -> None:
        """Take these positions to expand."""
        self.keys, self.next, self.end = keys, begin, end
        if len(self.ends) < end - begin:
            self.outcomes, self.ends = zeros(end - begin), zeros(end - begin)

    def packed(self, position: tuple[int, ...]) -> int:
        """The position as one word."""
        key = 0
        for word in position:
            self.seen |= word
            key = key << self.bits | word
        return key

    def unpack(self, key: int) -> None:
        """Write the numbers of a position, for `unpack_position` to read."""
        place = self.fields
        while place > 0:
            place -= 1
            self.words[place] = key & (1 << self.bits) - 1
            key >>= self.bits


def bits_each(fields: int) -> int:
    """The bits for each of a position's numbers.

    >>> bits_each(1), bits_each(2), bits_each(5)
    (62, 31, 12)
    """
    return WORD_BITS // fields


def pack(position: tuple[int, ...]) -> int:
    """The position as one word; -1 if its numbers are too large, or less than 0.

    >>> pack((1, 2)) == (1 << 31 | 2), pack((-1,)), pack((1 << 31, 0))
    (True, -1, -1)
    """
    bits = bits_each(len(position))
    key = 0
    for word in position:
        if word >> bits:
            return -1
        key = key << bits | word
    return key


def unpacked(key: int, fields: int) -> tuple[int, ...]:
    """The numbers of a position.

    >>> unpacked(pack((3, 4)), fields=2)
    (3, 4)
    """
    bits = bits_each(fields)
    return tuple(key >> bits * place & (1 << bits) - 1 for place in reversed(range(fields)))


def expand(game: Knowledge[P], example: P, block: Block) -> int:
    """Write the children of a block's positions, while there is room.

    Returns:
        The number of expanded positions.
    """
    block.first, block.found = block.next, 0
    while block.next < block.end:
        block.unpack(block.keys[block.next])
        position = unpack_position(example, block.words, 0, block.fields)
        outcome = game.outcome(position)
        if outcome == OPEN:
            found = block.found
            for move in game.moves(position):
                if block.found == block.room:
                    block.found = found
                    return block.next - block.first
                after: Any = game.canonical(game.play(position, move))
                block.children[block.found] = block.packed(after)
                block.found += 1
        block.outcomes[block.next - block.first] = outcome
        block.ends[block.next - block.first] = block.found
        block.next += 1
    return block.next - block.first


def stretches(block: Block, expanded: Any) -> Iterator[int]:
    """Expand a block's positions, as many at a time as fit; yields the number each time.

    Args:
        block: the block.
        expanded: a function that calls `expand` for it.
    """
    while block.next < block.end:
        size = expanded(block)
        if size:
            yield size
        else:
            block.room *= 2
            block.children = array("q", bytes(8 * block.room))
