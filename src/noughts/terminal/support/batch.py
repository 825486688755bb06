"""A batch: one position per line of standard input, one JSON object per line of output."""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from noughts.answers.analyses import Json, error_answer
from noughts.answers.question import Question, ask_line
from noughts.errors import NoughtsError
from noughts.game import Game

# Longer lines are cut: no position has this many bytes.
LONGEST_LINE = 1_000


def answers(
    game: Game[Any], source: BinaryIO, answer: Callable[[Question], Json]
) -> Iterator[Json]:
    """The answer to every line, in order; for a bad line, an error object."""
    for number, line in enumerate(lines(source), start=1):
        try:
            yield answer(ask_line(game, line))
        except NoughtsError as error:
            yield error_answer(number, line, error)


def lines(source: BinaryIO) -> Iterator[str]:
    r"""The lines without their ends; bytes that are not UTF-8 become U+FFFD.

    A line that is too long is cut and gets an ellipsis, so that it cannot be read as a position.

    >>> from io import BytesIO
    >>> list(lines(BytesIO(b"b2 a1\r\n\nc3")))
    ['b2 a1', '', 'c3']
    """
    encoding = "utf-8-sig"  # only the first line may begin with a byte order mark
    while line := source.readline(LONGEST_LINE):
        text = line.decode(encoding, errors="replace").rstrip("\r\n")
        yield f"{text}…" if _skip_rest(source, line) else text
        encoding = "utf-8"


def _skip_rest(source: BinaryIO, line: bytes) -> bool:
    """Skip the rest of a line that was read in part; return whether there was one."""
    cut = False
    while len(line) == LONGEST_LINE and not line.endswith(b"\n"):
        line = source.readline(LONGEST_LINE)
        cut = True
    return cut
