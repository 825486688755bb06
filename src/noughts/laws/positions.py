"""The form of positions: a NamedTuple of whole numbers of 64 bits, or of `field_bits`.

Search tables, compiled code and tablebases store positions as machine words. A game with other
positions runs interpreted, if it defines `text` and `parse`.
"""

import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

from noughts.errors import BrokenLaw
from noughts.game import FIELD_BITS, Game, fits_field
from noughts.knowledge import Knowledge, rules_behind

# The longest quoted answer and complaint, in characters, and the longest quoted play, in moves.
LONGEST_ANSWER, LONGEST_COMPLAINT, LONGEST_PLAY = 100, 400, 40


def broken(game: Game[Any], law: str, play: tuple[int, ...], complaint: str) -> BrokenLaw:
    where = f"after {_written(game, play)}" if play else "at the start"
    wrong = cut(complaint, LONGEST_COMPLAINT).rstrip(".")
    return BrokenLaw(f"{type(game).__name__} breaks the law {law!r} {where}: {wrong}.", law, play)


def _written(game: Game[Any], play: tuple[int, ...]) -> str:
    """The moves of a play by name; a long play is cut, and its length added."""
    shown = play[:LONGEST_PLAY]
    try:
        moves = " ".join(game.name(move) for move in shown)
    except Exception:  # noqa: BLE001  # the rules are a user's code
        moves = " ".join(map(str, shown))
    return moves if len(shown) == len(play) else f"{moves} … ({len(play)} moves)"


def cut(text: str, longest: int = LONGEST_ANSWER) -> str:
    """The text on one line, without its middle if it is too long to read."""
    line = " ".join(text.split())
    half = (longest - 1) // 2
    return line if len(line) <= longest else f"{line[:half]}…{line[-half:]}"


def quoted(answer: object) -> str:
    try:
        return cut(repr(answer))
    except Exception:  # noqa: BLE001  # the rules are a user's code
        return f"a {type(answer).__name__}"


def raised(game: Game[Any], error: BaseException) -> str:
    from traceback import extract_tb  # seldom needed

    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == file]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if not frames:
        return what
    last = frames[-1]
    return f"{what} ({last.name}(), line {last.lineno} of {Path(last.filename).name})"


NUMBERS = "the fields of a position are whole numbers (int)"
# Possible sizes of a field in bits, and the advice for sets of cells.
SIZES = range(FIELD_BITS, 16 * FIELD_BITS + 1, FIELD_BITS)
SETS = "for a set of cells it is bits_for(cells), from noughts.bits"

# The advice for a field of this type.
INSTEAD: dict[type, str] = {
    str: "; write a number for it",
    float: "; write a whole number of the smallest unit",
    tuple: "; write one field for each number in it, or a set of bits",
    list: "; write one field for each number in it, or a set of bits",
    set: "; write a set of bits",
    frozenset: "; write a set of bits",
    dict: "; write one field for each number in it",
}


def wrong_kind(game: Game[Any], position: Any) -> str | None:
    """The complaint about a field of the wrong type; None if all are integers.

    >>> from typing import NamedTuple
    >>> from noughts.games.tictactoe import TicTacToe
    >>> class Heap(NamedTuple):
    ...     left: int
    >>> print(wrong_kind(TicTacToe(), Heap(True)))
    Heap.left is True, a bool; the fields of a position are whole numbers (int): write 1
    >>> wrong_kind(TicTacToe(), Heap(7))
    """
    bits: object = game.field_bits
    if bits not in SIZES:
        wrong = f"field_bits is {quoted(bits)}, not a multiple of {FIELD_BITS} up to {SIZES[-1]}"
        return f"{wrong}: {SETS}"
    names = getattr(type(position), "_fields", None)
    if names is not None and isinstance(position, tuple):
        fields = zip(names, position, strict=True)
        return next(filter(None, (_wrong_field(game, position, *field) for field in fields)), None)
    return None if reads_its_own(game) else _no_named_tuple(position)


def no_value(position: Any) -> str | None:
    """The reason why a position is not hashable; None if it is."""
    try:
        hash(position)
    except TypeError as error:
        return f"{error}; make the position a NamedTuple of whole numbers"
    return None


def reads_its_own(game: Game[Any]) -> bool:
    """Whether the game defines `text` and `parse`, so that positions may have any form."""
    cls: Any = type(game)
    return cls.text is not Game.text and cls.parse is not Game.parse


def _wrong_field(game: Game[Any], position: Any, name: str, content: Any) -> str | None:
    field = f"{type(position).__name__}.{name}"
    if isinstance(content, bool):
        return f"{field} is {content}, a bool; {NUMBERS}: write {int(content)}"
    if isinstance(content, int):
        return None if fits_field(game, content) else _too_large(game, field, content)
    kind = type(content)
    if kind.__module__.partition(".")[0] == "numpy":
        return f"{field} is {quoted(content)}, a NumPy number; {NUMBERS}: write int(...)"
    if reads_its_own(game):
        return None
    return f"{field} is {quoted(content)}, a {kind.__name__}; {NUMBERS}{INSTEAD.get(kind, '')}"


def _too_large(game: Game[Any], field: str, content: int) -> str:
    bits = game.field_bits
    return (
        f"{field} is a number of {content.bit_length()} bits; a field lies between -2**{bits - 1} "
        f"and 2**{bits - 1} - 1, so that it fits into {bits} bits: split it into several fields, "
        f"or make field_bits larger; {SETS}"
    )


def _no_named_tuple(position: Any) -> str:
    kind, made = type(position), f"make it a NamedTuple: {_named_tuple(position)}"
    if is_dataclass(position):
        return f"{kind.__name__} is a dataclass; {made}"
    if hasattr(position, "__dict__"):
        return f"{kind.__name__} is not a NamedTuple; {made}"
    what = "a plain tuple" if kind is tuple else f"of type {kind.__name__}"
    return f"the position is {quoted(position)}, {what}; {made}"


def _named_tuple(position: Any) -> str:
    own = list(getattr(position, "__dict__", ()))
    name = type(position).__name__ if own else "Position"
    many = len(position) if isinstance(position, tuple | list) else 1
    fields = own or ["number" if many == 1 else f"number{i + 1}" for i in range(many)]
    return f"class {name}(NamedTuple): " + "; ".join(f"{field}: int" for field in fields[:4])


def misfit(game: Game[Any] | Knowledge[Any], error: OverflowError) -> BrokenLaw:
    """The broken law of a game in whose search a number did not fit into a word."""
    rules = rules_behind(game)
    return BrokenLaw(
        f"A number in a position of {type(rules).__name__} does not fit into 64 bits "
        f"({error}); a field lies between -2**63 and 2**63 - 1: split it into several.",
        "positions_are_named_tuples_of_int",
    )
