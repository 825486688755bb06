"""Arrays of whole numbers that grow, and positions read from them."""

from array import array
from typing import Any, TypeVar

Position = TypeVar("Position")

PIECE = array("q", [0]) * (1 << 14)


def zeros(size: int) -> "array[int]":
    """An array of so many words, all 0.

    >>> zeros(2)
    array('q', [0, 0])
    """
    return array("q", [0]) * size


def lengthen(field: "array[int]", size: int) -> None:
    """Add words that are 0 until there are so many, without a second array of that size.

    >>> field = zeros(1)
    >>> lengthen(field, 3)
    >>> field
    array('q', [0, 0, 0])
    """
    while len(field) < size:
        field.extend(PIECE[: size - len(field)])


def recalled(example: Position, memory: "array[int]", place: int) -> Position:
    """The position whose words begin at that place in memory, of the example's kind.

    The compiled form reads the words straight into a tuple of the example's type.
    """
    kind: Any = type(example)
    position: Position = kind(*memory[place : place + len(kind._fields)])
    return position
