"""The codes of cells on the boards of other programs: which mean X, O, or an empty cell.

Letters say what they are. Numbers and colours do not: 0 is an empty cell in one program, and a mark
in the next. So all readings are tried, and a board that is a position in two ways is refused.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import permutations
from typing import Any, NamedTuple, TypeVar

from noughts import errors

# The sign of each code, by which `CellGame.rows_text` writes a position.
Reading = dict[Any, str]
Item = TypeVar("Item")

X, O, EMPTY = "x", "o", "."  # noqa: E741  # the marks' own names
NAMES = {X: "x", O: "o", EMPTY: "empty"}
IN_WORDS = {X: "X", O: "O", EMPTY: "empty"}
# The meaning of texts, in small letters and without blanks around them; None is an empty cell, too.
TEXTS: dict[Any, str] = {
    **dict.fromkeys(("x", "cross", *"❌✖✕×❎✗✘☓\u2a2f⨉"), X),
    **dict.fromkeys(("o", "nought", "circle", *"⭕○◯🅾⭘\u3007"), O),
    **dict.fromkeys(("", None, *"-._*·•∙⋅・?#~+─⬡⬢⬜⬛◻◼□▫▪\u2796🔲🔳🟩🟫"), EMPTY),
    **dict.fromkeys(
        ("none", "null", "nil", "nothing", "nan", "undefined", "empty", "e", "n", "blank", "free"),
        EMPTY,
    ),
}
# Signs of empty cells, unless others are.
ALONE = {*"?#~+ne"}
# Numbers that programs use, with what most mean by them: that reading's error is shown.
SIGNS_OF_NUMBERS = {1: X, -1: O, 2: O, 0: EMPTY}
# Marks in pairs of colours: either may begin.
COLOURS = tuple(
    {*pair.split()}
    for pair in ("r y", "b w", "r b", "red yellow", "black white", "red blue", "🔴 🟡", "🔴 🔵",
                 "⚫ ⚪", "● ○", "🟥 🟦", "🟥 🟨")
)  # fmt: skip
# Pairs that are certainly marks, and the signs of empty cells beside them.
SHAPES = ({*"🔴🟡"}, {*"🟥🟦"}, {*"🟥🟨"})
BACKGROUNDS = {*"⚪⚫○●🔵"}

NUMBER = re.compile("-?[0-9]{1,3}")

IN_ORDER = (
    "Give the cells in reading order, or row by row: 'X', 'O' or None for each; or a dict from "
    "cells to marks."
)


def as_code(code: Any) -> Any:
    """The code as a number or a text in small letters, if it is one.

    >>> as_code(" X "), as_code("-1"), as_code(2.0), as_code(True)
    ('x', -1, 2, 1)
    """
    if isinstance(code, str):
        word = code.replace("\ufe0f", "").strip().lower()
        if word in ("true", "false"):
            return int(word == "true")
        number = word.removesuffix(".0").removesuffix(".").removeprefix("+")
        return int(number) if NUMBER.fullmatch(number) else word
    if hasattr(code, "item"):  # a number of NumPy's
        return as_code(code.item())
    return int(code) if isinstance(code, bool | float) and code in (-1, 0, 1, 2) else code


class Signs(NamedTuple):
    """The sign of each cell, and the codes that were interpreted for it."""

    signs: tuple[str, ...]
    reading: Reading

    def said(self) -> str:
        """The reading as arguments of `from_cells`."""
        return ", ".join(f"{NAMES[sign]}={code!r}" for code, sign in _in_order(self.reading))

    def in_words(self) -> list[str]:
        """The reading in words.

        >>> Signs(tuple("xo."), {1: "x", 2: "o", 0: "."}).in_words()
        ['1 is X', '2 is O', '0 is empty']
        """
        return [f"{code} is {IN_WORDS[sign]}" for code, sign in _in_order(self.reading)]

    @property
    def usual(self) -> bool:
        """Whether numbers mean what they mean in most programs."""
        return all(SIGNS_OF_NUMBERS.get(code) == sign for code, sign in self.reading.items())


def _in_order(reading: Reading) -> list[tuple[Any, str]]:
    return sorted(reading.items(), key=lambda one: [*NAMES].index(one[1]))


def readings(cells: Sequence[Any], said: Reading) -> Iterator[Signs]:
    """All readings of these codes, the usual one first; some signs may be given.

    Raises:
        UnreadablePosition: there are codes that mean nothing.
    """
    codes = [_plain_unless(cell, said) for cell in cells]
    known = {code: sign for code in distinct(codes) if (sign := said.get(code) or TEXTS.get(code))}
    if len([code for code, sign in known.items() if sign == EMPTY]) > 1:
        known = {code: sign for code, sign in known.items() if code in said or code not in ALONE}
    for colours in COLOURS:
        if colours <= {*known, *codes} - {*said}:
            known = {code: sign for code, sign in known.items() if code not in colours}
    grounds = {*codes} & BACKGROUNDS - {*said}
    if any(pair <= {*codes} for pair in SHAPES):  # discs on a board of another colour
        known |= dict.fromkeys(grounds, EMPTY)
    elif len(grounds) == 1 and any({*codes} - grounds < pair for pair in SHAPES):
        known |= dict.fromkeys(grounds & {*"⚪⚫"}, EMPTY)  # a disc, or none
    unknown = [code for code in distinct(codes) if code not in known]
    likely = [one for one in _assigned(unknown, known, said) if _is_likely(one)]
    if not likely:
        raise errors.UnreadablePosition(
            f"{_listed(unknown)} cannot be read: the codes of cells are 'X', 'O' and None, or "
            f"three of the numbers {_listed(SIGNS_OF_NUMBERS)}; give others as x=, o= and empty=."
        )
    likely.sort(key=lambda one: -sum(SIGNS_OF_NUMBERS.get(code) == one[code] for code in one))
    for reading in likely:
        signs = known | reading
        yield Signs(tuple(signs[code] for code in codes), reading)


def _assigned(unknown: list[Any], known: Reading, said: Reading) -> list[Reading]:
    """All ways to give the remaining signs to unknown codes."""
    letters = {X, O} & {sign for code, sign in known.items() if code not in said}
    taken = {*known.values(), *said.values(), *((X, O) if letters else ())}
    if letters == {X} and unknown == [0] and O not in said.values():  # as in X0
        taken.discard(O)
    if letters and unknown == ["b"]:  # for "blank"
        taken.discard(EMPTY)
    left = [sign for sign in (X, O, EMPTY) if sign not in taken]
    return [dict(zip(unknown, signs, strict=True)) for signs in permutations(left, len(unknown))]


def _is_likely(reading: Reading) -> bool:
    """Whether programs write so: no number 1 for an empty cell, no colours that fit no pair."""
    colours = {code for code in reading if code not in SIGNS_OF_NUMBERS}
    if colours == {"b"} and reading["b"] == EMPTY:
        return len(reading) == 1
    paired = not colours or any(colours <= pair for pair in COLOURS)
    return paired and all(reading[code] != EMPTY for code in {1, *colours} & reading.keys())


def distinct(codes: Iterable[Item]) -> list[Item]:
    """Each code once.

    Raises:
        UnreadablePosition: there are lists or dicts among them.

    >>> distinct([1, 0, 1])
    [1, 0]
    """
    try:
        return list(dict.fromkeys(codes))
    except TypeError:
        raise errors.UnreadablePosition(IN_ORDER) from None


def _plain_unless(code: Any, said: Reading) -> Any:
    try:
        return code if code in said else as_code(code)
    except TypeError:
        raise errors.UnreadablePosition(IN_ORDER) from None


def _listed(codes: Iterable[Any]) -> str:
    return ", ".join(map(repr, codes))
