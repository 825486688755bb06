"""A player's answers in positions, kept in a file to resume an audit."""

import json
from collections.abc import Callable
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from noughts import errors
from noughts.errors import NoughtsError as Refusal
from noughts.files import write_file
from noughts.game import Game, play_legal
from noughts.players.player import KnownPolicy, Player
from noughts.sandbox.process import ChildPlayer


class Forfeit(StrEnum):
    """A way to give no move, or none in time, in any position."""

    CRASH = "crash"
    ILLEGAL_MOVE = "illegal_move"
    TOO_SLOW = "too_slow"
    NOT_UNDERSTOOD = "not_understood"


class Fall(NamedTuple):
    """A forfeit, with a description in words."""

    forfeit: Forfeit
    reason: str


class PlayerAnswer(NamedTuple):
    """A player's possible moves in a position."""

    # its legal moves, each once: all with a positive probability, or those it chose
    moves: tuple[int, ...]
    # the forfeits in place of moves; several if it was called several times
    falls: tuple[Fall, ...] = ()
    late: str = ""  # if the moves came too late, how late, in words

    @property
    def settled(self) -> bool:
        return len(self.moves) + len(self.falls) == 1

    @property
    def understood(self) -> bool:
        return Forfeit.NOT_UNDERSTOOD not in self.kinds

    @property
    def lost(self) -> str:
        """Why the game is forfeited; empty if it is not, or if the answer is not understood."""
        falls = [fall for fall in self.falls if fall.forfeit != Forfeit.NOT_UNDERSTOOD]
        return falls[0].reason if falls else ""

    @property
    def slow(self) -> bool:
        return bool(self.late) or Forfeit.TOO_SLOW in self.kinds

    @property
    def kinds(self) -> set[Forfeit]:
        return {fall.forfeit for fall in self.falls}

    def agrees(self, other: "PlayerAnswer") -> bool:
        """Whether this answer is possible for a player with the other answer."""
        same = set(self.moves) <= set(other.moves) and self.kinds <= other.kinds
        return same or (self.slow and other.slow)


def answer_of(player: Player, game: Game[Any], position: Any, times: int = 1) -> PlayerAnswer:
    """A player's answer; with a known policy, every move that it may play.

    Raises UnsuitedGame, OutOfTime, or SearchError if the game is too large to set the player up.
    """
    if isinstance(player, KnownPolicy):
        chances = partial(player.probabilities, game, position)
        return _asked(player, game, position, lambda: [m for m, c in chances().items() if c])
    moves: dict[int, None] = {}
    late = ""
    for _ in range(times):
        one = _asked(player, game, position, lambda: [player.choose(game, position)])
        moves |= dict.fromkeys(one.moves)
        late = late or one.late
        if one.falls:
            return PlayerAnswer(tuple(moves), one.falls, late)
    return PlayerAnswer(tuple(moves), late=late)


def _in_time(player: Player, answer: PlayerAnswer) -> PlayerAnswer:
    """The answer, with a note if it is late: the auditor waited longer than the time allowed."""
    if not isinstance(player, ChildPlayer) or player.patience <= 1 or player.took <= player.seconds:
        return answer
    took = f"answered only after {player.took:.2g} seconds; {player.seconds:g} are allowed"
    return answer._replace(late=f"{player.name} {took}.") if answer.moves else answer


def _asked(
    player: Player, game: Game[Any], position: Any, choose: Callable[[], list[int]]
) -> PlayerAnswer:
    """The answer of one call; a failure or an illegal move is a forfeit."""
    try:
        chosen = choose()
    except Exception as error:  # noqa: BLE001  # a user's player can raise anything
        return _in_time(player, PlayerAnswer((), (_fall(player, error),)))
    checked = [_checked(player, game, position, move) for move in chosen]
    moves = tuple(move for one in checked for move in one.moves)
    falls = tuple(fall for one in checked for fall in one.falls)
    return _in_time(player, PlayerAnswer(moves, falls))


def _checked(player: Player, game: Game[Any], position: Any, move: int) -> PlayerAnswer:
    try:
        play_legal(game, position, move)
    except errors.MoveError as error:
        odd = move is not None and not hasattr(move, "__index__")
        kind = Forfeit.NOT_UNDERSTOOD if odd else Forfeit.ILLEGAL_MOVE
        return PlayerAnswer((), (Fall(kind, f"{player.name} chose {move!r}: {error}"),))
    return PlayerAnswer((int(move),))


def _fall(player: Player, error: Exception) -> Fall:
    """The forfeit for an error; errors that are not the player's fault are raised again."""
    if isinstance(error, errors.OutOfTime):
        raise error
    if isinstance(error, errors.AnswerNotUnderstood):
        return Fall(Forfeit.NOT_UNDERSTOOD, str(error))
    if isinstance(error, errors.BadAnswer):
        return Fall(Forfeit.ILLEGAL_MOVE, str(error))
    if isinstance(error, errors.ProgramTooSlow):
        return Fall(Forfeit.TOO_SLOW, str(error))
    if isinstance(error, errors.PlayerError) and not isinstance(error, errors.UnsuitedGame):
        return Fall(Forfeit.CRASH, str(error))
    if isinstance(error, Refusal):
        raise error
    return Fall(Forfeit.CRASH, f"{player.name} failed: {type(error).__name__}: {error}")


FORMAT = "noughts audit 1"

Key = dict[str, Any]


class AuditRecord:
    """The answers of one audit. Its settings are the key: only an equal key can go on."""

    def __init__(self, key: Key | None = None) -> None:
        self.key = key or {}
        #: By seat: the text of each position, and the answer.
        self.answers: tuple[list[tuple[str, PlayerAnswer]], ...] = ([], [])
        self._given = [0, 0]

    @property
    def number(self) -> int:
        return sum(map(len, self.answers))

    def answer(self, seat: int, text: str, ask: Callable[[], PlayerAnswer]) -> PlayerAnswer:
        """The next answer of the seat: the one on record, or a new one.

        Raises BadProgressFile if that on record is for another position.
        """
        answers, number = self.answers[seat], self._given[seat]
        if number == len(answers):
            answers.append((text, ask()))
        self._given[seat] += 1
        position, answer = answers[number]
        if position != text:
            raise errors.BadProgressFile(
                f"The progress file belongs to another audit: it has {position!r} where {text!r} "
                f"is next. Delete it to start over."
            )
        return answer

    def write(self, path: Path) -> None:
        """Write the record atomically."""
        content = json.dumps({"format": FORMAT, "key": self.key, "answers": self.answers})
        try:
            write_file(path, content)
        except OSError as error:
            raise errors.BadProgressFile(f"{path} cannot be written: {error.strerror}.") from None


def read_record(path: Path, key: Key) -> AuditRecord:
    """The record in a file, empty if there is none yet, or BadProgressFile for another audit."""
    record = AuditRecord(key)
    try:
        found = json.loads(path.read_text("ascii"))
        if found["format"] != FORMAT or not isinstance(found["key"], dict):
            raise ValueError
        for seat, rows in zip(record.answers, found["answers"], strict=True):
            seat += [(str(text), _answer(*answer)) for text, answer in rows]
    except FileNotFoundError:
        return record
    except OSError as error:
        raise errors.BadProgressFile(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise errors.BadProgressFile(
            f"{path} is not a progress file of an audit; name another file, or a new one."
        ) from None
    other = [name for name in key if found["key"].get(name) != key[name]]
    if other:
        raise errors.BadProgressFile(_of_another(path, found["key"], key, other[0]))
    return record


def _of_another(path: Path, found: Key, key: Key, name: str) -> str:
    if name == "files":
        changed = [file for file in key[name] if found.get(name, {}).get(file) != key[name][file]]
        what = f"{', '.join(changed)} has changed since"
    else:
        what = f"its {name} is {found.get(name)!r}, not {key[name]!r}"
    return (
        f"{path} belongs to another audit: {what}. Delete it to start over, or name another file."
    )


def _answer(moves: list[int], falls: list[list[str]], late: str = "") -> PlayerAnswer:
    return PlayerAnswer(
        tuple(int(move) for move in moves),
        tuple(Fall(Forfeit(forfeit), str(reason)) for forfeit, reason in falls),
        str(late),
    )
