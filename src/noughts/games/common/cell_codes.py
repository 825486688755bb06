"""Boards that other programs keep as a list of cells: which of their codes is X, O or nothing.

Letters say what they are. Numbers do not: 0 is an empty cell in one program, and a mark in the
next. So all readings are tried, and a board that is a position in two ways is refused.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Any, TypeVar

from noughts.errors import PositionError, UnreadablePosition

Found = TypeVar("Found")
# The sign of each code, by which `CellGame.rows_text` writes a position.
Reading = dict[Any, str]

X, O, EMPTY = "x", "o", "."  # noqa: E741  # the marks' own names
NAMES = {X: "x", O: "o", EMPTY: "empty"}
# What texts mean, in small letters and without blanks around them; None is an empty cell, too.
TEXTS = {"x": X, "o": O, **dict.fromkeys(("", "-", ".", "_", None), EMPTY)}
# Numbers that programs use, with what most mean by them: that reading's error is shown.
NUMBERS = {1: X, -1: O, 2: O, 0: EMPTY}


def read_cells(
    cells: Sequence[Any], said: Reading, position_of: Callable[[Iterable[str]], Found]
) -> Found:
    """The one position that the cells can be.

    Args:
        cells: a code for each cell.
        said: codes whose sign is known.
        position_of: the position with these signs.

    Raises:
        UnreadablePosition: there are codes that mean nothing, or two positions that it can be.
        PositionError: it can be none.

    >>> read_cells([0, 0, 1, None], {0: "o"}, "".join)
    'oox.'
    """
    found: dict[Found, Reading] = {}
    errors: list[PositionError] = []
    for reading in _readings(cells, said):
        try:
            found.setdefault(position_of(reading[code] for code in cells), reading)
        except PositionError as error:
            errors.append(error)
    if len(found) > 1:
        raise UnreadablePosition(_ambiguous([*found.values()]))
    if not found:
        raise errors[0]
    return next(iter(found))


def _readings(cells: Sequence[Any], said: Reading) -> list[Reading]:
    known = {code: sign for code in _codes(cells) if (sign := _sign(code, said))}
    numbers = [code for code in _codes(cells) if code not in known]
    lettered = {X, O} & {sign for code, sign in known.items() if code not in said}
    taken = {*known.values(), *said.values(), *((X, O) if lettered else ())}
    left = [sign for sign in (X, O, EMPTY) if sign not in taken]
    tried = [dict(zip(numbers, signs, strict=True)) for signs in permutations(left, len(numbers))]
    likely = [one for one in tried if one.get(1) != EMPTY]  # no program writes 1 for that
    if not likely or not NUMBERS.keys() >= set(numbers):
        raise UnreadablePosition(
            f"{_listed(numbers)} cannot be read: the codes of cells are 'X', 'O' and None, or "
            f"three of the numbers {_listed(NUMBERS)}; give others as x=, o= and empty=."
        )
    likely.sort(key=lambda one: -sum(NUMBERS[code] == one[code] for code in one))
    return [known | reading for reading in likely]


def _codes(cells: Sequence[Any]) -> list[Any]:
    try:
        return list(dict.fromkeys(cells))
    except TypeError:
        raise UnreadablePosition(
            "Give the cells in reading order, one after the other: 'X', 'O' or None for each."
        ) from None


def _sign(code: Any, said: Reading) -> str | None:
    return said.get(code) or TEXTS.get(code.strip().lower() if isinstance(code, str) else code)


def _ambiguous(readings: list[Reading]) -> str:
    ways = [
        ", ".join(
            f"{NAMES[sign]}={code!r}"
            for code, sign in sorted(reading.items(), key=lambda one: [*NAMES].index(one[1]))
            if code in NUMBERS
        )
        for reading in readings
    ]
    return (
        f"The codes of these cells can mean {' or '.join(ways)}. Say which, as in "
        f"from_cells(cells, {ways[0]})."
    )


def _listed(codes: Iterable[Any]) -> str:
    return ", ".join(map(repr, codes))
