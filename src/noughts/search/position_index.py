"""Position indices: a number for every position, from 0 in order of discovery.

With numbers for positions, a search can store data about them in plain arrays.
"""

from array import array
from collections.abc import Hashable
from typing import Any, Protocol, TypeVar

from noughts.bits import WORD_BITS
from noughts.search.memory import (
    grow,
    holds_position,
    unpack_position,
    words_of,
    write_position,
    zeros,
)
from noughts.search.table import WORD, hashed

Position = TypeVar("Position")


class PositionIndex(Protocol[Position]):
    """Protocol of a position index."""

    @property
    def count(self) -> int:
        """Number of positions in the index."""

    def find(self, position: Position) -> int:
        """The number of a position; -1 if it has none."""

    def number(self, position: Position) -> int:
        """The number of a position, assigned now if it has none; -1 if there is no room."""

    def at(self, number: int, example: Position) -> Position:
        """The position of a number, of the example's type."""


class DictPositionIndex:
    """A position index for positions of any kind; interpreted only.

    >>> register = DictPositionIndex()
    >>> register.number("here"), register.number("there"), register.number("here")
    (0, 1, 0)
    """

    def __init__(self) -> None:
        self.numbers: dict[Hashable, int] = {}
        self.positions: list[Any] = []

    @property
    def count(self) -> int:
        """Number of positions in the index."""
        return len(self.positions)

    def find(self, position: Hashable) -> int:
        """The number of a position; -1 if it has none."""
        return self.numbers.get(position, -1)

    def number(self, position: Hashable) -> int:
        """The number of a position, assigned now if it has none."""
        number = self.numbers.setdefault(position, len(self.positions))
        if number == len(self.positions):
            self.positions.append(position)
        return number

    def at(self, number: int, example: Position) -> Position:
        """The position of a number."""
        position: Position = self.positions[number]
        return position


class ArrayPositionIndex:
    """A position index for positions of whole numbers, in memory that compiled code can access.

    The words of the positions are in the order of their numbers. A slot contains the number of a
    position plus 1, or 0. The search for a position begins at the slot of its hash (open
    addressing; Knuth, The Art of Computer Programming 3, section 6.4).

    Args:
        words: the number of words of a position.
        room: the number of positions; `enlarge` makes more room.

    >>> register = ArrayPositionIndex(words=2, room=2)
    >>> register.number((3, 4)), register.number((4, 3)), register.number((3, 4))
    (0, 1, 0)
    >>> register.find((0, 0)), register.number((0, 0))
    (-1, -1)
    """

    __slots__ = ("count", "memory", "room", "shift", "slots", "words")

    words: int
    count: int
    room: int
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
        """The number of a position; -1 if it has none."""
        return self.slots[self.slot(position)] - 1

    def number(self, position: tuple[int, ...]) -> int:
        """The number of a position, assigned now if it has none; -1 if there is no room."""
        slot = self.slot(position)
        if self.slots[slot] == 0 and self.count < self.room:
            write_position(self.memory, self.count * self.words, position, self.words)
            self.count += 1
            self.slots[slot] = self.count
        return self.slots[slot] - 1

    def slot(self, position: tuple[int, ...]) -> int:
        """The slot of the position's number, or the free one for it."""
        slot = hashed(position, self.words) >> self.shift
        while self.slots[slot] != 0 and not self.holds(self.slots[slot] - 1, position):
            slot = slot + 1 & WORD >> self.shift
        return slot

    def holds(self, number: int, position: tuple[int, ...]) -> bool:
        """Whether the position has that number."""
        return holds_position(self.memory, number * self.words, position, self.words)

    def at(self, number: int, example: Position) -> Position:
        """The position of a number, of the example's type."""
        return unpack_position(example, self.memory, number * self.words, self.words)


def fill_slots(game: object, example: Position, register: ArrayPositionIndex) -> None:
    """Refill the slots after the index was enlarged."""
    for number in range(register.count):
        position: Any = register.at(number, example)
        register.slots[register.slot(position)] = number + 1


def position_index_for(game: Any, position: object, room: int) -> Any:
    """A position index for this type: of arrays if it is a NamedTuple of whole numbers."""
    named = isinstance(position, tuple) and hasattr(position, "_fields")
    if named and all(type(word) is int for word in position):  # type: ignore[attr-defined]
        return ArrayPositionIndex(words_of(game, position), room)
    return DictPositionIndex()
