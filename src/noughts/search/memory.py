"""Arrays of whole numbers that grow, and positions read from them."""

import mmap
from array import array
from contextlib import suppress
from typing import Any, TypeGuard, TypeVar

from noughts.errors import OutOfMemory
from noughts.game import fits_words
from noughts.knowledge import rules_behind

Position = TypeVar("Position")

WORD_BYTES = 8

# Flags for private memory, which alone gets large pages. Windows has no flags.
OWN_MEMORY: Any = (
    {"flags": mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS} if hasattr(mmap, "MAP_PRIVATE") else {}
)

PIECE = array("q", [0]) * (1 << 14)


def zeros(size: int) -> "array[int]":
    """An array of zeroed words.

    >>> zeros(2)
    array('q', [0, 0])
    """
    return array("q", [0]) * size


def pages(size: int) -> "array[int]":
    """That many zeroed words, on large pages where the system has them.

    A large table is read at random places; large pages save TLB misses.

    Raises:
        OutOfMemory: not enough memory.

    >>> room = pages(2)
    >>> room[1] = 5
    >>> list(room)
    [0, 5]
    """
    try:
        room = mmap.mmap(-1, size * WORD_BYTES, **OWN_MEMORY)
    except (OSError, OverflowError, ValueError):
        raise OutOfMemory(
            f"Not enough memory for a table of {size * WORD_BYTES:,} bytes; choose a smaller one."
        ) from None
    if hasattr(mmap, "MADV_HUGEPAGE"):
        with suppress(OSError):
            room.madvise(mmap.MADV_HUGEPAGE)
    words: array[int] = memoryview(room).cast("q")  # type: ignore[assignment]  # as good as one
    return words


def fetch_soon(words: "array[int]", place: int) -> None:
    """Prefetch a word. Only the compiled form does so."""


def grow(field: "array[int]", size: int) -> None:
    """Append zero words up to a size, without a second array of that size.

    >>> field = zeros(1)
    >>> grow(field, 3)
    >>> field
    array('q', [0, 0, 0])
    """
    while len(field) < size:
        field.extend(PIECE[: size - len(field)])


def unpack_position(example: Position, memory: "array[int]", place: int) -> Position:
    """The position whose words begin at that place in memory, of the example's kind.

    The compiled form reads the words straight into a tuple of the example's type.
    """
    row: Any = example
    words = memory[place : place + len(row)]
    position: Any = row._make(words) if hasattr(row, "_make") else tuple(words)
    return position  # type: ignore[no-any-return]  # of the example's kind


def write_position(memory: "array[int]", place: int, position: tuple[int, ...]) -> None:
    """Write a position's words from that place in memory on.

    >>> memory = zeros(3)
    >>> write_position(memory, 1, (5, 7))
    >>> memory, holds_position(memory, 1, (5, 7)), holds_position(memory, 0, (5, 7))
    (array('q', [0, 5, 7]), True, False)
    """
    for word in position:
        memory[place] = word
        place += 1


def holds_position(memory: "array[int]", place: int, position: tuple[int, ...]) -> bool:
    """Whether a position's words stand from that place in memory on."""
    for word in position:
        if memory[place] != word:
            return False
        place += 1
    return True


def if_words(game: Any, thing: Position) -> Position | None:
    """The position or state, if tables of words can keep such; None, which goes into none, if not.

    Args:
        game: the rules, or the knowledge of them.
        thing: a position or a state of that game. Its own numbers may be small: the game's count.

    >>> from noughts.games.mnk import MNK
    >>> if_words(MNK(3, 3, 3), (0, 0)), if_words(MNK(9, 9, 5), (0, 0))
    ((0, 0), None)
    """
    return thing if fits_words(rules_behind(game)) else None


def is_row_of_words(thing: object) -> TypeGuard[tuple[int, ...]]:
    """Whether it is a tuple of whole numbers, named or not, as compiled code can keep.

    >>> is_row_of_words((1, 2)), is_row_of_words(((1,), 2)), is_row_of_words("12")
    (True, False, False)
    """
    return isinstance(thing, tuple) and all(isinstance(word, int) for word in thing)
