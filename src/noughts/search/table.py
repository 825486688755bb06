"""Tables of positions: a slot holds the whole position, so that no two are ever confused.

For positions of whole numbers a table is memory that compiled code can access; for positions of
any other kind it is a dict, and the search is interpreted. The solver's table for positions with a
key is in `packed.py`.
"""

from array import array
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from noughts.bits import WORD_BITS
from noughts.knowledge import Knowledge
from noughts.search.memory import (
    fetch_soon,
    grow,
    holds_position,
    pages,
    unpack_position,
    words_of,
    write_position,
    zeros,
)
from noughts.value import INFINITY

Position = TypeVar("Position")
Asked = TypeVar("Asked", contravariant=True)

# Added to a bound, so that it is positive and fits into 31 bits.
OFFSET = INFINITY
BITS = 31
MASK = (1 << BITS) - 1

# Any large odd number spreads the bits; this is 2^64 divided by the golden ratio, cut to
# 62 bits (Knuth, The Art of Computer Programming 3, section 6.4).
SPREAD = 0x1E37_79B9_7F4A_7C15
WORD = (1 << WORD_BITS) - 1

# The number of neighbouring slots in which a proof table may store a position.
NEIGHBOURS = 4


def pack_bounds(lower: int, upper: int) -> int:
    """A lower and an upper bound of a score as one whole number: an entry, never 0."""
    return lower + OFFSET | upper + OFFSET << BITS


def lower_bound(entry: int) -> int:
    return (entry & MASK) - OFFSET


def upper_bound(entry: int) -> int:
    return (entry >> BITS) - OFFSET


def position_hash(position: tuple[int, ...], words: int) -> int:
    """A whole number of 62 bits, different for nearly all different positions.

    Use its highest bits: they depend on all bits of the position, the lowest only on the lowest.

    Args:
        position: its numbers.
        words: the machine words of all of them.
    """
    bits, each = 0, words // len(position)
    for number in position:
        bits = ((bits ^ folded_word(number, each)) * SPREAD) & WORD
        bits ^= bits >> 29
    return bits


def folded_word(number: int, words: int) -> int:
    """A number of several machine words as one; a number of one word is unchanged."""
    if words == 1:
        return number
    folded = 0
    for i in range(words + 1):
        folded = folded * SPREAD ^ number >> i * WORD_BITS & WORD
    return folded


def word_within(number: int, mask: int) -> int:
    """The bits of a number within a mask: a machine word, even of a wide number."""
    return number & mask


class EntryTable(Protocol[Asked]):
    """A transposition table: an entry, a whole number, by position; 0 is no entry."""

    def find(self, position: Asked) -> int: ...

    def store(self, position: Asked, entry: int) -> None: ...


class BoundTable(Protocol[Asked]):
    """The solver's table; calls give a position's ply below the root."""

    def prefetch(self, game: Knowledge[Any], position: Asked, ply: int) -> None: ...

    def probe(self, game: Knowledge[Any], position: Asked, ply: int) -> tuple[int, int]:
        """Bounds of the position's score; ±INFINITY if unknown."""

    def merge(
        self, game: Knowledge[Any], position: Asked, ply: int, lower: int, upper: int
    ) -> None: ...


class ProofTable(Protocol[Asked]):
    """Proof and disproof numbers, packed, of the question whether a goal is reached."""

    def prefetch(self, position: Asked) -> None: ...

    def find(self, position: Asked, goal: int) -> int: ...

    def store(self, position: Asked, goal: int, entry: int, effort: int) -> None: ...


class Merging:
    """Makes a table of entries one of bounds."""

    __slots__ = ()

    def probe(
        self: EntryTable[Asked], game: Knowledge[Any], position: Asked, ply: int
    ) -> tuple[int, int]:
        entry = self.find(position)
        return (lower_bound(entry), upper_bound(entry)) if entry else (-INFINITY, INFINITY)

    def merge(
        self: EntryTable[Asked],
        game: Knowledge[Any],
        position: Asked,
        ply: int,
        lower: int,
        upper: int,
    ) -> None:
        entry = self.find(position)
        if entry:
            lower, upper = max(lower, lower_bound(entry)), min(upper, upper_bound(entry))
        self.store(position, pack_bounds(lower, upper))


class DictTable(Merging):
    """An unbounded table, for positions of any kind; interpreted only."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, int] = {}

    def find(self, position: Hashable) -> int:
        return self.entries.get(position, 0)

    def store(self, position: Hashable, entry: int) -> None:
        self.entries[position] = entry

    def prefetch(self, game: Knowledge[Any], position: Any, ply: int) -> None:
        """Do nothing."""


class DictProofTable:
    """An unbounded table of proof numbers, for positions of any kind; interpreted only."""

    def __init__(self) -> None:
        self.entries: dict[Hashable, int] = {}

    def find(self, position: Hashable, goal: int) -> int:
        return self.entries.get((position, goal), 0)

    def store(self, position: Hashable, goal: int, entry: int, effort: int) -> None:
        self.entries[position, goal] = entry

    def prefetch(self, position: Any) -> None: ...


class Slots:
    """Memory in slots: some words of data, and the position they belong to."""

    __slots__ = ("memory", "shift", "slot_words", "words")

    words: int
    slot_words: int
    shift: int
    memory: "array[int]"

    def __init__(
        self, words: int, data: int, size_bits: int, more: int = 0, large_pages: bool = True
    ) -> None:
        self.words = words
        self.slot_words = data + words
        self.shift = WORD_BITS - size_bits
        self.memory = pages(((1 << size_bits) + more) * self.slot_words, large_pages)

    def first_slot(self, position: tuple[int, ...]) -> int:
        return (position_hash(position, self.words) >> self.shift) * self.slot_words


class ArrayTable(Slots, Merging):
    """A table of fixed size for positions of whole numbers; a newer entry replaces an older.

    Threads must not share it: while one writes an entry of several words, another could read half
    of it. They may share a `SharedTable`.

    It has 2 to the power of `size_bits` slots, of 8 × (words + 1) bytes, and for a subclass `more`
    after these.
    """

    __slots__ = ()

    def __init__(self, words: int, size_bits: int, more: int = 0, large_pages: bool = True) -> None:
        super().__init__(words, 1, size_bits, more, large_pages)

    def slot(self, position: tuple[int, ...]) -> int:
        return self.first_slot(position)

    def prefetch(self, game: Knowledge[Any], position: tuple[int, ...], ply: int) -> None:
        fetch_soon(self.memory, self.slot(position))

    def find(self, position: tuple[int, ...]) -> int:
        slot = self.slot(position)
        return (
            self.memory[slot] if holds_position(self.memory, slot + 1, position, self.words) else 0
        )

    def store(self, position: tuple[int, ...], entry: int) -> None:
        slot = self.slot(position)
        self.memory[slot] = entry
        write_position(self.memory, slot + 1, position, self.words)


class SharedTable(Slots):
    """A table that threads may share: each entry has a check word, which half an entry fails.

    Robert Hyatt and Timothy Mann, "A lock-less transposition table implementation for parallel
    search chess engines", ICGA Journal 25, 2002.

    A slot has 8 × (words + 2) bytes.
    """

    __slots__ = ()

    def __init__(self, words: int, size_bits: int) -> None:
        super().__init__(words, 2, size_bits)

    def find(self, position: tuple[int, ...]) -> int:
        name = position_hash(position, self.words)
        slot = (name >> self.shift) * self.slot_words
        entry = self.memory[slot]
        if self.memory[slot + 1] ^ spread_bits(entry) != name:
            return 0
        return entry if holds_position(self.memory, slot + 2, position, self.words) else 0

    def store(self, position: tuple[int, ...], entry: int) -> None:
        name = position_hash(position, self.words)
        slot = (name >> self.shift) * self.slot_words
        self.memory[slot] = entry
        self.memory[slot + 1] = name ^ spread_bits(entry)
        write_position(self.memory, slot + 2, position, self.words)


def spread_bits(entry: int) -> int:
    """An entry's part of its check word, its bits spread as a hash spreads a position's."""
    return entry * SPREAD & WORD


class LosslessTable(ArrayTable):
    """A table that replaces nothing; for fewer positions than it has slots."""

    __slots__ = ()

    def __init__(self, words: int, size_bits: int) -> None:
        # A position's slot may be the last one, with all others after it.
        super().__init__(words, size_bits, more=1 << size_bits)

    def clear(self) -> None:
        for place in range(self.slot_words << WORD_BITS + 1 - self.shift):
            self.memory[place] = 0

    def slot(self, position: tuple[int, ...]) -> int:
        """The position's place in memory, or the free one for it."""
        slot = self.first_slot(position)
        while self.memory[slot] and not holds_position(self.memory, slot + 1, position, self.words):
            slot += self.slot_words
        return slot


class ArrayProofTable(Slots):
    """A table of proof numbers, of fixed size, for positions of whole numbers.

    If all neighbouring slots are taken, the entry that took the fewest nodes is replaced. The data
    of a slot are its entry, and its nodes and its goal, 0 or 1, in one word.
    """

    __slots__ = ()

    def __init__(self, words: int, size_bits: int) -> None:
        super().__init__(words, 2, size_bits, more=NEIGHBOURS - 1)

    def prefetch(self, position: tuple[int, ...]) -> None:
        slot = self.first_slot(position)
        for _ in range(NEIGHBOURS):
            fetch_soon(self.memory, slot)
            slot += self.slot_words

    def find(self, position: tuple[int, ...], goal: int) -> int:
        slot = self.first_slot(position)
        for _ in range(NEIGHBOURS):
            if self.holds(slot, position, goal):
                return self.memory[slot]
            slot += self.slot_words
        return 0

    def store(self, position: tuple[int, ...], goal: int, entry: int, effort: int) -> None:
        slot = self.slot_for(position, goal)
        self.memory[slot] = entry
        self.memory[slot + 1] = effort << 1 | goal
        write_position(self.memory, slot + 2, position, self.words)

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
        if self.memory[slot] == 0 or self.memory[slot + 1] & 1 != goal:
            return False
        return holds_position(self.memory, slot + 2, position, self.words)


def move_proofs(
    game: object, example: Position, old: ArrayProofTable, larger: ArrayProofTable
) -> None:
    for number in range((1 << WORD_BITS - old.shift) + NEIGHBOURS - 1):
        slot = number * old.slot_words
        if old.memory[slot]:
            position: Any = unpack_position(example, old.memory, slot + 2, old.words)
            data = old.memory[slot + 1]
            larger.store(position, data & 1, old.memory[slot], data >> 1)


def table_for(game: Any, position: object, size_bits: int = 16) -> EntryTable[Any]:
    """A table for positions of the example's kind: of fixed size if they are whole numbers."""
    words = words_of(game, position)
    return ArrayTable(words, size_bits) if words else DictTable()


def proof_table_for(game: Any, position: object, size_bits: int = 16) -> ProofTable[Any]:
    words = words_of(game, position)
    return ArrayProofTable(words, size_bits) if words else DictProofTable()


class PositionIndex(Protocol[Position]):
    """A number for every position, from 0 in order of discovery.

    So a search can store data about positions in plain arrays.
    """

    @property
    def count(self) -> int: ...

    def find(self, position: Position) -> int:
        """The number of a position; -1 if it has none."""

    def number(self, position: Position) -> int:
        """The number of a position, assigned now if it has none; -1 if there is no room."""

    def at(self, number: int, example: Position) -> Position: ...


class DictPositionIndex:
    """A position index for positions of any kind; interpreted only."""

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.positions: list[Any] = []

    @property
    def count(self) -> int:
        return len(self.positions)

    def find(self, position: Hashable) -> int:
        return self.numbers.get(position, -1)

    def number(self, position: Hashable) -> int:
        number = self.numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def at(self, number: int, example: Position) -> Position:
        position: Position = self.positions[number]
        return position


class ArrayPositionIndex:
    """A position index for positions of whole numbers, in memory that compiled code can access.

    The words of the positions are in the order of their numbers. A slot contains the number of a
    position plus 1, or 0. The search for a position begins at the slot of its hash (open
    addressing; Knuth, The Art of Computer Programming 3, section 6.4).
    """

    __slots__ = ("count", "memory", "room", "shift", "slots", "words")

    words: int  # of a position
    count: int
    room: int  # for positions; `enlarge` makes more
    shift: int
    memory: "array[int]"
    slots: "array[int]"

    def __init__(self, words: int, room: int) -> None:
        self.words = words
        self.count = 0
        self.memory, self.slots = array("q"), array("q")
        self.enlarge(room)

    def enlarge(self, room: int) -> bool:
        """Enlarge the room; return whether the slots must be refilled."""
        self.room = room
        grow(self.memory, room * self.words)
        size_bits = (2 * room - 1).bit_length()
        if len(self.slots) == 1 << size_bits:
            return False
        self.slots = zeros(1 << size_bits)
        self.shift = WORD_BITS - size_bits
        return True

    def find(self, position: tuple[int, ...]) -> int:
        return self.slots[self.slot(position)] - 1

    def number(self, position: tuple[int, ...]) -> int:
        slot = self.slot(position)
        if self.slots[slot] == 0 and self.count < self.room:
            write_position(self.memory, self.count * self.words, position, self.words)
            self.count += 1
            self.slots[slot] = self.count
        return self.slots[slot] - 1

    def slot(self, position: tuple[int, ...]) -> int:
        """The slot of the position's number, or the free one for it."""
        slot = position_hash(position, self.words) >> self.shift
        while self.slots[slot] != 0 and not self.holds(self.slots[slot] - 1, position):
            slot = slot + 1 & WORD >> self.shift
        return slot

    def holds(self, number: int, position: tuple[int, ...]) -> bool:
        return holds_position(self.memory, number * self.words, position, self.words)

    def at(self, number: int, example: Position) -> Position:
        return unpack_position(example, self.memory, number * self.words, self.words)


def refill_slots(game: object, example: Position, register: ArrayPositionIndex) -> None:
    for number in range(register.count):
        position: Any = register.at(number, example)
        register.slots[register.slot(position)] = number + 1


def position_index_for(game: Any, position: object, room: int) -> Any:
    """A position index for this type: of arrays if it is a NamedTuple of whole numbers."""
    named = isinstance(position, tuple) and hasattr(position, "_fields")
    if named and all(type(word) is int for word in position):  # type: ignore[attr-defined]
        return ArrayPositionIndex(words_of(game, position), room)
    return DictPositionIndex()
