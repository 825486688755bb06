"""Layers of words: *expansion* makes the children of a layer, *backup* carries values back to it.

A position is packed into one word: its numbers in order, the first one highest, each in equally
many bits. So words sort like positions, and a layer is a sorted array of words.
"""

from array import array
from collections.abc import Iterator
from typing import Any, NamedTuple

from noughts.bits import WORD_BITS
from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.memory import unpack_position, zeros
from noughts.search.table import SPREAD, WORD
from noughts.tablebase.combinatorial.arrays import DRAWN, FINISHED, LOST, WON, Buffer
from noughts.tablebase.indexer import MOST_PLIES, OUTCOMES
from noughts.value import DRAW, LOSS, OPEN, WIN

# Initial room for a block's children, in words; fits a near cache.
ROOM = 1 << 17


class Block:
    """Positions of a layer, and room for their children."""

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
        self.keys, self.next, self.end = keys, begin, end
        if len(self.ends) < end - begin:
            self.outcomes, self.ends = zeros(end - begin), zeros(end - begin)

    def packed(self, position: tuple[int, ...]) -> int:
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


def pack_word(position: tuple[int, ...]) -> int:
    """The position as one word; -1 if its numbers are too large, or less than 0.

    >>> pack_word((1, 2)) == (1 << 31 | 2), pack_word((-1,)), pack_word((1 << 31, 0))
    (True, -1, -1)
    """
    bits = bits_each(len(position))
    key = 0
    for word in position:
        if word >> bits:
            return -1
        key = key << bits | word
    return key


def unpacked_word(key: int, fields: int) -> tuple[int, ...]:
    """The numbers of a position.

    >>> unpacked_word(pack_word((3, 4)), fields=2)
    (3, 4)
    """
    bits = bits_each(fields)
    return tuple(key >> bits * place & (1 << bits) - 1 for place in reversed(range(fields)))


def expand_block(game: Knowledge[P], example: P, block: Block) -> int:
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
    """Expand a block's positions, as many at a time as fit; yields the number each time."""
    while block.next < block.end:
        size = expanded(block)
        if size:
            yield size
        else:
            block.room *= 2
            block.children = array("q", bytes(8 * block.room))


OUTCOME_BITS = 2
LOST_AT_ONCE, DRAWN_AT_ONCE, WON_AT_ONCE = (outcome - LOSS for outcome in (LOSS, DRAW, WIN))
# Two to this power exceeds the plies of any value, so that wins, draws and losses stay apart.
FARTHEST_BITS = 16


class After(NamedTuple):
    keys: Buffer  # its positions as words, ascending
    values: Buffer  # their values
    slots: Buffer  # the number of a position plus 1, or 0; a lookup starts at the slot of its hash
    size: int  # the number of positions
    shift: int  # the shift of hashes


def slot_bits(size: int) -> int:
    """Log2 of the number of slots for that many positions.

    >>> slot_bits(4), slot_bits(5)
    (3, 4)
    """
    return max(1, (2 * size - 1).bit_length())


def unify(words: Buffer, size: int) -> int:
    """Remove adjacent duplicates; return how many words are left."""
    left = 0
    for i in range(size):
        if left == 0 or words[i] != words[left - 1]:
            words[left] = words[i]
            left += 1
    return left


def slot_of(key: int, shift: int) -> int:
    """The first slot to probe (Knuth, The Art of Computer Programming 3, section 6.4)."""
    return ((key * SPREAD) & WORD) >> shift


def fill_layer_slots(after: After) -> None:
    """Fill the hash table with the positions' numbers."""
    shift = after.shift
    mask = WORD >> shift
    for i in range(after.size):
        slot = slot_of(after.keys[i], shift)
        while after.slots[slot]:
            slot = slot + 1 & mask
        after.slots[slot] = i + 1


def number_in_layer(after: After, key: int) -> int:
    """The number of a position of the layer; -1 if it is not there."""
    shift = after.shift
    slot = slot_of(key, shift)
    while after.slots[slot] and after.keys[after.slots[slot] - 1] != key:
        slot = slot + 1 & WORD >> shift
    number: int = after.slots[slot] - 1
    return number


def score_before(value: int) -> int:
    """The move score of a value one ply later, for the player who moves there: higher is better."""
    plies, outcome = value >> OUTCOME_BITS, value & OUTCOMES - 1
    if outcome == WON_AT_ONCE:
        return plies
    return (WON_AT_ONCE - outcome << FARTHEST_BITS) - plies


def value_with_score(score: int) -> int:
    """The value of a position with this best move score."""
    outcome = score + (1 << FARTHEST_BITS - 1) >> FARTHEST_BITS
    plies = score if outcome == LOST_AT_ONCE else (outcome << FARTHEST_BITS) - score
    return min(plies + 1, MOST_PLIES) * OUTCOMES + outcome


def back_up(
    children: Buffer,
    ends: Buffer,
    outcomes: Buffer,
    size: int,
    after: After,
    values: Buffer,
    begin: int,
    counts: Buffer,
) -> None:
    """Back up values to expanded positions, and count them."""
    won, drawn, lost, finished = 0, 0, 0, 0
    start = 0
    for i in range(size):
        end = ends[i]
        if outcomes[i] != OPEN:
            finished += 1
            values[begin + i] = outcomes[i] - LOSS
        else:
            best = -1
            for j in range(start, end):
                # 0 + converts two unsigned bytes to a word in compiled code.
                best = max(
                    best, score_before(0 + after.values[number_in_layer(after, children[j])])
                )
            value = value_with_score(best)
            values[begin + i] = value
            outcome = value & OUTCOMES - 1
            won += 1 if outcome == WON_AT_ONCE else 0
            drawn += 1 if outcome == DRAWN_AT_ONCE else 0
            lost += 1 if outcome == LOST_AT_ONCE else 0
        start = end
    counts[WON] += won
    counts[DRAWN] += drawn
    counts[LOST] += lost
    counts[FINISHED] += finished
