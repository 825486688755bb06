"""Kernels on layers of words: sorting, lookup, and backing up values.

They do not depend on the game. Values have two bytes, see `value_codec.py`.
"""

from typing import NamedTuple

from noughts.search.table import SPREAD, WORD
from noughts.tablebase.combinatorial.arrays import DRAWN, FINISHED, LOST, WON, Buffer
from noughts.tablebase.value_codec import MOST_PLIES, OUTCOMES
from noughts.value import DRAW, LOSS, OPEN, WIN

OUTCOME_BITS = 2
LOST_AT_ONCE, DRAWN_AT_ONCE, WON_AT_ONCE = (outcome - LOSS for outcome in (LOSS, DRAW, WIN))
# Two to this power exceeds the plies of any value, so that wins, draws and losses stay apart.
FARTHEST_BITS = 16


class After(NamedTuple):
    """A solved layer.

    Args:
        keys: its positions as words, ascending.
        values: their values.
        slots: the number of a position plus 1, or 0; a lookup starts at the slot of its hash.
        numbers: the number of positions; the shift of hashes.
    """

    keys: Buffer
    values: Buffer
    slots: Buffer
    numbers: Buffer


SIZE, SHIFT = range(2)


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


def fill_slots(after: After) -> None:
    """Fill the hash table with the positions' numbers."""
    shift = after.numbers[SHIFT]
    mask = WORD >> shift
    for i in range(after.numbers[SIZE]):
        slot = slot_of(after.keys[i], shift)
        while after.slots[slot]:
            slot = slot + 1 & mask
        after.slots[slot] = i + 1


def number_of(after: After, key: int) -> int:
    """The number of a position of the layer; -1 if it is not there."""
    shift = after.numbers[SHIFT]
    slot = slot_of(key, shift)
    while after.slots[slot] and after.keys[after.slots[slot] - 1] != key:
        slot = slot + 1 & WORD >> shift
    number: int = after.slots[slot] - 1
    return number


def before(told: int) -> int:
    """The move score of a value one ply later, for the player who moves there: higher is better."""
    plies, outcome = told >> OUTCOME_BITS, told & OUTCOMES - 1
    if outcome == WON_AT_ONCE:
        return plies
    return (WON_AT_ONCE - outcome << FARTHEST_BITS) - plies


def value_promised(promise: int) -> int:
    """The value of a position with this best move score."""
    outcome = promise + (1 << FARTHEST_BITS - 1) >> FARTHEST_BITS
    plies = promise if outcome == LOST_AT_ONCE else (outcome << FARTHEST_BITS) - promise
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
    """Back up values to expanded positions, and count them.

    Args:
        children: their children, as words.
        ends: the end of each position's children.
        outcomes: the outcome of each position, or OPEN.
        size: the number of positions.
        after: the next layer.
        values: the output.
        begin: the first place to write in `values`.
        counts: the counts, which are increased.
    """
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
                best = max(best, before(0 + after.values[number_of(after, children[j])]))
            value = value_promised(best)
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
