"""A player's answers so far, in a file, so that an interrupted audit can be resumed.

An audit has a fixed order, so only the answers are stored, in that order: a resumed audit starts
over and calls the player only for missing answers.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from noughts.classroom.query import Answer, Fall, Forfeit
from noughts.errors import BadProgressFile
from noughts.files import write_file

FORMAT = "noughts audit 1"

Key = dict[str, Any]


class Record:
    """The answers of one audit.

    Args:
        key: the audit's settings; only a record with an equal key can be resumed.

    Attributes:
        answers: for each seat, the text of each position with the answer.
    """

    def __init__(self, key: Key | None = None) -> None:
        self.key = key or {}
        self.answers: tuple[list[tuple[str, Answer]], ...] = ([], [])
        self._given = [0, 0]

    @property
    def number(self) -> int:
        """Number of answers."""
        return sum(map(len, self.answers))

    def answer(self, seat: int, text: str, ask: Callable[[], Answer]) -> Answer:
        """The next answer of the seat: the one on record, or a new one.

        Args:
            seat: the player's seat.
            text: the position, as text.
            ask: returns a new answer.

        Raises:
            BadProgressFile: the next answer on record is for another position.
        """
        answers, number = self.answers[seat], self._given[seat]
        if number == len(answers):
            answers.append((text, ask()))
        self._given[seat] += 1
        position, answer = answers[number]
        if position != text:
            raise BadProgressFile(
                f"The progress file belongs to another audit: it has {position!r} where {text!r} "
                f"is next. Delete it to start over."
            )
        return answer

    def write(self, path: Path) -> None:
        """Write the record atomically.

        Raises:
            BadProgressFile: it cannot be written.
        """
        rows = [[[text, _plain(answer)] for text, answer in seat] for seat in self.answers]
        content = json.dumps({"format": FORMAT, "key": self.key, "answers": rows})
        try:
            write_file(path, content)
        except OSError as error:
            raise BadProgressFile(f"{path} cannot be written: {error.strerror}.") from None


def read(path: Path, key: Key) -> Record:
    """The record in a file; an empty one if there is no such file yet.

    Raises:
        BadProgressFile: the file is not a progress file of this audit.
    """
    record = Record(key)
    try:
        found = json.loads(path.read_text("ascii"))
        if found["format"] != FORMAT or not isinstance(found["key"], dict):
            raise ValueError
        for seat, rows in zip(record.answers, found["answers"], strict=True):
            seat += [(str(text), _answer(*answer)) for text, answer in rows]
    except FileNotFoundError:
        return record
    except OSError as error:
        raise BadProgressFile(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise BadProgressFile(
            f"{path} is not a progress file of an audit; name another file, or a new one."
        ) from None
    other = [name for name in key if found["key"].get(name) != key[name]]
    if other:
        raise BadProgressFile(_of_another(path, found["key"], key, other[0]))
    return record


def _of_another(path: Path, found: Key, key: Key, name: str) -> str:
    """A message that shows how the file's audit differs from this one."""
    if name == "files":
        changed = [file for file in key[name] if found.get(name, {}).get(file) != key[name][file]]
        what = f"{', '.join(changed)} has changed since"
    else:
        what = f"its {name} is {found.get(name)!r}, not {key[name]!r}"
    return (
        f"{path} belongs to another audit: {what}. Delete it to start over, or name another file."
    )


def _plain(answer: Answer) -> list[Any]:
    """An answer as lists."""
    falls = [[fall.forfeit.value, fall.reason] for fall in answer.falls]
    return [list(answer.moves), falls, answer.late]


def _answer(moves: list[int], falls: list[list[str]], late: str = "") -> Answer:
    """An answer from its lists."""
    return Answer(
        tuple(int(move) for move in moves),
        tuple(Fall(Forfeit(forfeit), str(reason)) for forfeit, reason in falls),
        str(late),
    )
