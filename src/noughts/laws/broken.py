"""A broken law in one sentence: the law, the play, the fault and the remedy."""

import sys
from pathlib import Path
from typing import Any

from noughts.errors import BrokenLaw
from noughts.game import Game

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
    """The text on one line, without its middle if it is too long to read.

    >>> cut("a  b"), cut("abcdefghij", 7)
    ('a b', 'abc…hij')
    """
    line = " ".join(text.split())
    half = (longest - 1) // 2
    return line if len(line) <= longest else f"{line[:half]}…{line[-half:]}"


def quoted(answer: object) -> str:
    try:
        return cut(repr(answer))
    except Exception:  # noqa: BLE001  # the rules are a user's code
        return f"a {type(answer).__name__}"


def raised(game: Game[Any], error: Exception) -> str:
    from traceback import extract_tb  # seldom needed

    file = getattr(sys.modules.get(type(game).__module__), "__file__", None)
    frames = [frame for frame in extract_tb(error.__traceback__) if frame.filename == file]
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    if not frames:
        return what
    last = frames[-1]
    return f"{what} ({last.name}(), line {last.lineno} of {Path(last.filename).name})"
