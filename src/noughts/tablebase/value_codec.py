"""Values of two bytes, little-endian: four times the plies, plus 0, 1, 2 for loss, draw, win."""

from typing import Any

from noughts.tablebase.indexer import damaged_value
from noughts.value import DRAW, ENDLESS, LOSS, WIN, Value

VALUE_BYTES = 2
OUTCOMES = 4
# A draw by endless play.
NO_END = 0xFFFF
MOST_PLIES = NO_END // OUTCOMES - 1


def read(values: Any, offset: int) -> Value:
    """The value at an offset.

    >>> read(bytes((22, 0)), 0), read(bytes((255, 255)), 0)
    (Value(outcome=1, plies=5), Value(outcome=0, plies=-1))
    """
    number = values[offset] | values[offset + 1] << 8
    if number == NO_END:
        return Value(DRAW, ENDLESS)
    plies, outcome = divmod(number, OUTCOMES)
    if outcome > WIN - LOSS:
        raise damaged_value(number)
    return Value(outcome + LOSS, plies)
