"""Boards as programs store them: two sets of bits, or planes of 0 and 1."""

import re
from collections.abc import Iterator
from typing import Any

from noughts.games.common.codes import O, X, as_code

CellGame = Any  # its module imports this one, by `boards.py`
NUMBER = "(0b[01]+|0x[0-9a-f]+|0|[1-9][0-9]*)\\b"
WORD = "(?:[ _]?(?:bits|mask|board|bitboard))?"
BITS = re.compile(
    rf"\W*(?:x|mine){WORD}\s*[=:]\s*{NUMBER}\W+(?:o|theirs){WORD}\s*[=:]\s*{NUMBER}"
    r"(?:\W+turn\s*[=:]\s*(\w+))?\W*",
    re.IGNORECASE,
)
TWO, THREE = 2, 3


def layouts_of_bits(
    game: CellGame, crosses: int, noughts: int
) -> Iterator[tuple[tuple[str | None, ...], str]]:
    """The cells of two sets, in the orders of bits that programs use; with each the order in words.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> [way for _, way in layouts_of_bits(TicTacToe(), 17, 258)]
    ['with a3 as bit 0', 'with c1 as bit 0', 'with a1 as bit 0']
    """
    rows, columns = game.rows, game.columns
    places = [divmod(cell, columns) for cell in range(game.cells)]
    orders = [[*range(game.cells)], [*range(game.cells)][::-1]]
    if rows * columns == game.cells:
        orders.append([(rows - 1 - row) * columns + column for row, column in places])
        orders += [
            [column * height + rows - 1 - row for row, column in places]
            for height in (rows, rows + 1)  # with a free bit above each column
            if game.falls
        ]
    for bits in orders:
        board = sum(1 << bit for bit in bits)
        if not crosses & noughts and (crosses | noughts) & ~board == 0:
            cells = (X if crosses >> bit & 1 else O if noughts >> bit & 1 else None for bit in bits)
            yield tuple(cells), f"with {game.cell_name(bits.index(0))} as bit 0"


def planes_in(game: CellGame, given: Any) -> Iterator[list[int]]:
    """The cells of planes on the first axis or the last: 1 in the first plane, 2 in the second.

    A third plane may have the empty cells, at any place.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> [*planes_in(TicTacToe(), [[0, 0, 0, 0, 1, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0, 0]])]
    [[2, 0, 0, 0, 1, 0, 0, 0, 0]]
    """
    axes = as_list(given)
    leaves = [as_code(leaf) for leaf in _leaves(axes)] if isinstance(axes, list) else []
    count, rest = divmod(len(leaves), game.cells)
    if rest or count not in (TWO, THREE) or any(leaf not in (0, 1) for leaf in leaves):
        return
    first_axis = [leaves[at : at + game.cells] for at in range(0, len(leaves), game.cells)]
    last_axis = [leaves[at::count] for at in range(count)]
    ways = [first_axis] if len(axes) == count else [last_axis]
    for planes in [*ways, *([last_axis] if ways == [first_axis] and count == THREE else ())]:
        whole = [sum(cell) for cell in zip(*planes, strict=True)]
        if max(whole) > 1 or (count == THREE and min(whole) < 1):
            continue
        for empty in [None] if count == TWO else range(count):
            first, second = (plane for at, plane in enumerate(planes) if at != empty)
            yield [one + TWO * two for one, two in zip(first, second, strict=True)]


def as_list(given: Any) -> Any:
    """A list of what an array or a tuple contains."""
    for name in ("to_numpy", "tolist"):
        given = getattr(given, name, lambda now=given: now)()
    return list(given) if isinstance(given, tuple) else given


def _leaves(given: Any) -> Iterator[Any]:
    if not isinstance(given, list | tuple) and not hasattr(given, "tolist"):
        yield given
        return
    for each in as_list(given):
        yield from _leaves(each)
