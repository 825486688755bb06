"""Arrays that grow, positions in them, and a dict of the latest entries."""

import mmap
import struct
from array import array
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, TypeGuard, TypeVar

from noughts.errors import OutOfMemory
from noughts.knowledge import rules_behind

Position = TypeVar("Position")
K = TypeVar("K")
V = TypeVar("V")

WORD_BYTES, WORD_SIZE = 8, 64

# Flags for private memory, which alone gets large pages. Windows has no flags.
OWN_MEMORY: Any = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)

PIECE = array("q", [0]) * (1 << 14)


def size_bits_within(slot_words: int, memory: float) -> int:
    """The log2 size, 1 at least, of the largest table within that many mebibytes."""
    return max(2, int(memory * (1 << 20)) // (WORD_BYTES * slot_words)).bit_length() - 1


def zeros(size: int) -> "array[int]":
    """An array of zeroed words."""
    return array("q", [0]) * size


def pages(size: int, large: bool = True) -> "array[int]":
    """An array of zeroed words, on large pages if wanted and if the system has them.

    A large table is read at random places. Large pages save TLB misses; but a short search, which
    reads few words, spends most of its time on zeroing them.
    """
    try:
        room = mmap.mmap(-1, size * WORD_BYTES, **OWN_MEMORY)
    except (OSError, OverflowError, ValueError):
        raise OutOfMemory(
            f"Not enough memory for a table of {size * WORD_BYTES:,} bytes; choose a smaller one."
        ) from None
    if large and hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            room.madvise(mmap.MADV_HUGEPAGE)
    words: array[int] = memoryview(room).cast("q")  # type: ignore[assignment]  # as good as one
    return words


def on_large_pages(words: "array[int]") -> "array[int]":
    moved = pages(len(words))
    moved[:] = words
    return moved


def fetch_soon(words: "array[int]", place: int) -> None:
    """Prefetch a word, in the compiled form."""


def grow(field: "array[int]", size: int) -> None:
    """Append zero words up to a size, without a second array of that size."""
    while len(field) < size:
        field.extend(PIECE[: size - len(field)])


# All numbers of a position take the same number of words, lowest first; on most boards, one. Python
# code passes the total; compiled code derives it from the types of the numbers.


def unpack_position(example: Position, memory: "array[int]", place: int, words: int) -> Position:
    """The position of the example's type whose words begin at a place in memory.

    The compiled form reads the words straight into a tuple of the example's type.
    """
    row: Any = example
    numbers: Any = memory[place : place + words]
    if words != len(row):
        each = words // len(row)
        numbers = [joined_number(numbers[at : at + each]) for at in range(0, words, each)]
    position: Any = row._make(numbers) if hasattr(row, "_make") else tuple(numbers)
    return position  # type: ignore[no-any-return]  # of the example's kind


def write_position(memory: "array[int]", place: int, position: tuple[int, ...], words: int) -> None:
    """Write a position's words to memory, from a place on."""
    try:
        for word in position_words(position, words):
            memory[place] = word
            place += 1
    except ValueError as error:  # from memory of `pages`
        raise OverflowError(str(error)) from None


def holds_position(memory: "array[int]", place: int, position: tuple[int, ...], words: int) -> bool:
    """Whether a position's words are in memory, from a place on."""
    for word in position_words(position, words):
        if memory[place] != word:
            return False
        place += 1
    return True


def position_words(position: tuple[int, ...], words: int) -> Sequence[int]:
    if words == len(position):
        return position
    return [word for number in position for word in split_words(number, words // len(position))]


def split_words(number: int, words: int) -> list[int]:
    """A number as signed machine words, the lowest first.

    Raises:
        OverflowError: it needs more words.
    """
    content = number.to_bytes(words * WORD_BYTES, "little", signed=True)
    return list(struct.unpack(f"<{words}q", content))


def joined_number(words: Sequence[int]) -> int:
    return int.from_bytes(struct.pack(f"<{len(words)}q", *words), "little", signed=True)


def words_of(game: Any, thing: object) -> int:
    """Machine words of a position or state; 0 if it is not a tuple of whole numbers.

    The width of the game, or of the game of a knowledge, counts, not that of the numbers.
    """
    if not is_row_of_words(thing):
        return 0
    bits: int = rules_behind(game).field_bits
    return len(thing) * bits // WORD_SIZE


def is_row_of_words(thing: object) -> TypeGuard[tuple[int, ...]]:
    """Whether it is a tuple of whole numbers, named or not, as compiled code can store."""
    return isinstance(thing, tuple) and all(isinstance(word, int) for word in thing)


class Recent(dict[K, V]):
    """A dict that keeps only the `most` latest entries.

    >>> squares = Recent(most=2)
    >>> for number in (1, 2, 3):
    ...     squares[number] = number**2
    >>> squares
    {2: 4, 3: 9}
    """

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most

    def __setitem__(self, key: K, value: V) -> None:
        """Put an entry last, and drop the oldest if there are too many."""
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self.most:
            del self[next(iter(self))]
