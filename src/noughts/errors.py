"""The tree of exceptions.

A message says what was given, what was expected, and what to do. To catch all, catch
`NoughtsError`; the bases of the classes show the tree.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager


class NoughtsError(Exception):
    """Base of all errors of noughts."""


class GameError(NoughtsError):
    """Something is wrong with a game."""


class UnknownGame(GameError, LookupError):
    """No game has that name."""


class BadParameters(GameError, ValueError):
    """A game cannot have these parameters."""


class BadGameFile(GameError):
    """A game's file is not Python, or fails when it is run."""


class BadPlugin(NoughtsError):
    """A game, player or command of another package cannot be loaded."""


class NotAGame(GameError, TypeError):
    """A class is not a game, or lacks a method of one."""


class BrokenLaw(GameError):
    """The rules of a game contradict themselves.

    Attributes:
        law: the name of the law that is broken.
        play: the moves that lead to it, from the start: the shortest play found.
    """

    def __init__(self, message: str, law: str = "", play: tuple[int, ...] = ()) -> None:
        super().__init__(message)
        self.law = law
        self.play = play


class NotCompilable(GameError):
    """The rules, or a search, cannot be compiled; the message says why."""


class MistakenlyCompiled(NotCompilable):
    """Compiled rules give other results than Python does: a fault of noughts."""


class RepeatingGame(GameError):
    """Positions can repeat, so a depth-first search need not end.

    The message names the solver to use.
    """


class ExtraTurns(GameError):
    """A player may move twice in a row, and the request needs players who take turns.

    The message names an alternative.
    """


class PositionError(NoughtsError, ValueError):
    """Something is wrong with a position."""


class UnreadablePosition(PositionError):
    """The text of a position cannot be read."""


class TwoReadings(UnreadablePosition):
    """A board can be two positions."""


class ImpossiblePosition(PositionError):
    """No game can reach the position."""


class WrongCount(ImpossiblePosition):
    """One side has too many marks."""


class WrongTurn(ImpossiblePosition):
    """The marks on the board say that the other side is to move."""


class TwoLines(ImpossiblePosition):
    """A side has a line that would have ended the game earlier."""


class FloatingMark(ImpossiblePosition):
    """A mark with nothing below it, in a game in which marks fall to the bottom."""


class MoveError(NoughtsError, ValueError):
    """Something is wrong with a move."""


class UnreadableMove(MoveError):
    """The text is not the name of a move."""


class TwoPlays(UnreadableMove):
    """A list of moves can be two plays."""


class IllegalMove(MoveError):
    """The rules do not allow the move in this position."""


class CellTaken(IllegalMove):
    """The cell has a mark already."""


class GameOver(MoveError):
    """The game has ended, so nothing can be played."""


class OutOfTurn(MoveError):
    """It is the other player's turn."""


class MatchError(NoughtsError):
    """A match cannot do that now: nothing to undo, or nothing to redo."""


class PlayerError(NoughtsError):
    """A player gave no move, or an illegal one."""


class UnknownPlayer(PlayerError, LookupError, ValueError):
    """No such level or opponent, or its argument after the colon is missing."""


class BadShape(PlayerError, ValueError):
    """The shape of a user's function is not understood."""


class UnsuitedGame(PlayerError, ValueError):
    """The player does not know how to play this game."""


class ProgramError(PlayerError):
    """An external player failed; the message says how, and quotes its last output."""


class ProgramEnded(ProgramError):
    """The program could not be started, or exited instead of answering."""


class FunctionFailed(ProgramError):
    """A player function raised an error, or its file did on import."""


class ProgramTooSlow(ProgramError):
    """The program did not answer within its time."""


class OutOfTime(ProgramTooSlow):
    """The program has used up its time for all moves, so its move is unknown."""


class BadAnswer(ProgramError):
    """The program's answer is not a legal move."""


class AnswerNotUnderstood(BadAnswer):
    """The program's answer does not have the form of a move."""


class PictureError(NoughtsError, ValueError):
    """A picture cannot be drawn as requested."""


class NoConverter(PictureError):
    """No installed program converts SVG to the requested format."""


class ProtocolError(NoughtsError):
    """A line from a match manager makes no sense, or not now."""


class BridgeError(NoughtsError):
    """Another library is not installed, or cannot do what was requested."""


class BadProgressFile(NoughtsError):
    """A file is not a progress file of an audit, or belongs to another audit."""


class BadRubric(NoughtsError, ValueError):
    """A file is not a rubric, or one that makes no sense."""


class NoSubmissions(NoughtsError, LookupError):
    """There is nothing to grade."""


class BadScore(NoughtsError, ValueError):
    """No position of that kind can have that score."""


class BadBook(NoughtsError):
    """A file is not an opening book of this game."""


class BadStrategy(NoughtsError):
    """A file is not a strategy, or its claim does not follow."""


class BadTraining(NoughtsError):
    """A file is not an evaluation that `noughts train` has learned."""


class PuzzleError(NoughtsError):
    """There are no puzzles of that game, or a file is not a puzzle file."""


class TablebaseError(NoughtsError):
    """Something is wrong with a tablebase, the values of all positions on disk."""


class BadTablebase(TablebaseError):
    """A folder is not a tablebase, is damaged, or was made by other rules or another version."""


class UnfinishedTablebase(TablebaseError):
    """Some layers of a tablebase are not solved yet."""


class TooLarge(TablebaseError):
    """Solving needs more memory or disk than there is; the message has the figures."""


class NoBackend(TablebaseError, LookupError):
    """A backend is unknown, not installed, or has no machine to run on."""


class DiskFull(TablebaseError):
    """The disk is full; what is done is kept and can be resumed."""


class SearchError(NoughtsError):
    """Something is wrong with a search."""


class SearchStopped(SearchError):
    """A search used up its budget before it was done."""


class TooDeep(SearchError):
    """A search would go deeper than its stack holds."""


class OutOfMemory(SearchError, MemoryError):
    """Not enough memory for the table."""


class UnsafeScoring(SearchError, ValueError):
    """A scoring would rank a late win no higher than a draw."""


def closest(name: str, names: Iterable[str]) -> str:
    """The name that resembles a mistyped one; empty if none does.

    >>> closest("vlaues", ["board", "values"]), closest("xyzzy", ["board"])
    ('values', '')
    """
    from difflib import get_close_matches  # imported only for an error

    return next(iter(get_close_matches(name, names, n=1)), "")


def did_you_mean(name: str, names: Iterable[str]) -> str:
    """A question to end a message with; empty if no name resembles the given one.

    >>> did_you_mean("tictacto", ["chomp", "tictactoe"])
    ' Did you mean tictactoe?'
    """
    close = closest(name.lower(), names)
    return f" Did you mean {close}?" if close else ""


def many(number: int, thing: str, things: str = "") -> str:
    """A number in digits, with the thing counted.

    >>> many(1, "ply", "plies"), many(3_052, "position")
    ('1 ply', '3,052 positions')
    """
    return f"{number:,} {thing if number == 1 else things or f'{thing}s'}"


def no_such(thing: str, number: int, things: int) -> IllegalMove:
    """The error for a move with a number of no cell, pit or other thing to choose."""
    return IllegalMove(f"There is no {thing} {number}: {thing}s are numbered 0 to {things - 1}.")


class StoreError(NoughtsError):
    """Games cannot be stored or read; what was acknowledged before is not lost."""


class NewerStore(StoreError):
    """A newer version of noughts has used the store; this one cannot read its tables."""


class RecordError(StoreError):
    """A text is not a record of games."""


@contextmanager
def requiring(extra: str, what: str, kind: Callable[[str], Exception]) -> Iterator[None]:
    """If a library is missing in the block, raise an error that says how to install its extra."""
    try:
        yield
    except ImportError:
        raise kind(f"{what}: {to_install(extra)}.") from None


def to_install(extra: str) -> str:
    """The command that installs an extra into this checkout, folder or environment.

    Args:
        extra: the extra's name; several with commas between.
    """
    import json  # imported only if something is missing
    import sys
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        told = json.loads(distribution("noughts").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, ValueError):
        told = {}
    url = str(told.get("url", ""))
    if not url.startswith("file:"):
        return f'pip install "noughts[{extra}]"'
    if "dir_info" not in told:  # a wheel
        return f'pip install "noughts[{extra}] @ {url}"'
    folder = Path(url2pathname(urlsplit(url).path))
    if Path(sys.prefix) != folder / ".venv" or not (folder / "Makefile").exists():
        edited = "-e " if told["dir_info"].get("editable") else ""
        return f'pip install {edited}"{folder}[{extra}]"'
    if extra == "web":
        return f"make serve (in {folder})"
    extras = " ".join(f"--extra {name}" for name in extra.split(","))
    return f".tools/uv/bin/uv sync --frozen --inexact --no-dev {extras} (in {folder})"
