"""Unfinished work on a strategy: a file that gets a line for each answered position."""

import json
from pathlib import Path
from typing import Any, TextIO

from noughts.errors import BadStrategy
from noughts.files import write_file
from noughts.strategies.fold import Fold
from noughts.strategies.options import Option

# The first word of the file.
HEAD = "noughts strategy under way 2"


class Part:
    """The file in which options of positions are kept, and the results of an earlier run.

    A truncated last line is ignored. The file is created with the first new answer.

    Args:
        path: the file.
        work: identifies the strategy, in one line; a file with another line is refused.
        fold: converts positions to numbers.

    Raises:
        BadStrategy: the file contains other work, or is damaged.

    >>> from tempfile import mkdtemp
    >>> from noughts.games.nim import Nim
    >>> path, fold = Path(mkdtemp()) / "nim.strategy.part", Fold(Nim(1, 2))
    >>> start = fold.game.start()
    >>> part = Part(path, "nim:1,2", fold)
    >>> part.keep(start, [Option(2, (start,))])
    >>> part.close()
    >>> Part(path, "nim:1,2", fold).kept() == {start: [Option(2, (start,))]}
    True
    """

    def __init__(self, path: Path, work: str, fold: Fold[Any]) -> None:
        self.path, self.head, self.fold = path, f"{HEAD} {work}", fold
        self._lines = self._read()
        self._file: TextIO | None = None

    def _read(self) -> list[list[Any]]:
        if not self.path.exists() or not self.path.stat().st_size:
            return []
        first, *lines = self.path.read_text("utf-8", "replace").split("\n")
        if first != self.head:
            raise BadStrategy(
                f"{self.path} is work of another command: delete it, or choose another file."
            )
        try:
            return [json.loads(line) for line in lines[:-1]]
        except ValueError:
            raise BadStrategy(f"{self.path} is damaged: delete it to start over.") from None

    def kept(self) -> dict[Any, list[Option]]:
        """The options found by an earlier run."""
        at = self._position
        return {
            at(fields): [Option(move, tuple(map(at, rest))) for move, *rest in options]
            for fields, *options in self._lines
        }

    def _position(self, fields: list[int]) -> Any:
        return self.fold.position(tuple(fields))

    def keep(self, position: Any, options: list[Option]) -> None:
        """Write the options of a position to the file.

        Raises:
            OSError: the file cannot be written.
        """
        fields = self.fold.fields
        told = ((each.move, *map(fields, each.rest)) for each in options)
        self._opened().write(f"{json.dumps([fields(position), *told])}\n")

    def _opened(self) -> TextIO:
        if self._file is None:
            lines = (self.head, *map(json.dumps, self._lines))
            write_file(self.path, "".join(f"{line}\n" for line in lines))
            self._file = self.path.open("a", encoding="utf-8", buffering=1)
        return self._file

    def close(self) -> None:
        """Close the file, if it was created."""
        if self._file is not None:
            self._file.close()
