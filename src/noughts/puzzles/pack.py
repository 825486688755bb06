"""Packs of puzzles: a text file for each game, a puzzle on each line; see docs/puzzles.md."""

import random
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import NoughtsError, PuzzleError
from noughts.game import Game, legal_moves, read_move, read_position
from noughts.games.registry import find_game, spec_of
from noughts.games.spec import is_file

SHIPPED = Path(__file__).parent / "packs"
SUFFIX = ".puzzles"
HEAD = "noughts puzzles 2"
# Without the last two columns.
EARLIER = "noughts puzzles 1"
# A puzzle in which one has to look further ahead, in plies, has the theme LONG. Five of these plies
# are the player's own.
FAR = 9
LONG = "long"
# The most bytes of a file.
LARGEST = 10_000_000
# The number of answers to the puzzle of a day.
TRIES = 3
# The next puzzle is chosen among this many with the nearest ratings.
NEAR = 25


class PuzzleKind(StrEnum):
    WIN = "win"  # the only win
    SAVE = "save"  # the only draw; no move wins
    SOONEST = "soonest"  # the fastest of several wins
    TRAP = "trap"  # among several draws, or if all moves lose: the only move after which a single
    # reply keeps the opponent's outcome


class Puzzle(NamedTuple):
    """A puzzle as stored, in the game's notation."""

    position: str  # the text of the position, with the side to move
    kind: PuzzleKind  # its kind
    move: str  # the name of the right move
    rating: int  # its difficulty, on the scale of players' ratings
    plies: int = 0  # the plies to look ahead; 0 in packs without them
    themes: tuple[str, ...] = ()  # for example "win in 2", "fork", "save" or "trap"; LONG

    @property
    def line(self) -> str:
        return "\t".join((*map(str, self[:5]), ",".join(self.themes)))


class Pack(NamedTuple):
    """The puzzles of a game, numbered from 1."""

    game: Game[Any]
    puzzles: tuple[Puzzle, ...]

    def puzzle(self, number: int) -> Puzzle:
        """The puzzle with this number, or PuzzleError."""
        if not 1 <= number <= len(self.puzzles):
            raise PuzzleError(
                f"{spec_of(self.game)} has no puzzle {number}: choose 1 to {len(self.puzzles)}."
            )
        return self.puzzles[number - 1]

    def numbers(self, theme: str = "") -> list[int]:
        """The numbers of the puzzles with a theme; by default, of all but the long ones.

        Raises:
            PuzzleError: no puzzle has this theme; the message names the themes.
        """
        found = [
            number
            for number, puzzle in enumerate(self.puzzles, 1)
            if (theme in puzzle.themes if theme else LONG not in puzzle.themes)
        ]
        if theme and not found:
            themes = sorted({each for puzzle in self.puzzles for each in puzzle.themes})
            known = f"choose from {', '.join(themes)}" if themes else "this pack names no themes"
            raise PuzzleError(
                f"{spec_of(self.game)} has no puzzle with the theme {theme!r}: {known}."
            )
        return found or list(range(1, len(self.puzzles) + 1))

    def next_number(
        self, rating: float, done: Iterable[int], chance: random.Random, theme: str = ""
    ) -> int:
        """The number of a puzzle of about this rating, preferably one not done yet."""
        numbers = self.numbers(theme)
        left: list[int] = sorted({*numbers} - {*done}) or numbers
        left.sort(key=lambda number: abs(self.puzzles[number - 1].rating - rating))
        return chance.choice(left[:NEAR])

    def text(self) -> str:
        return "\n".join((HEAD, spec_of(self.game), *(each.line for each in self.puzzles), ""))


def read_pack(text: str, game: Game[Any] | None = None) -> Pack:
    """Read a pack from text; every position and move in it is checked.

    Args:
        text: the text of a file.
        game: the rules, if the text names a user's game, whose file is not run.

    Raises:
        PuzzleError: the text is not a pack; the message names the line.
    """
    head, *lines = text.splitlines() or [""]
    if head not in (HEAD, EARLIER) or not lines:
        raise PuzzleError(f"This is not a file of puzzles: its first line is not {HEAD!r}.")
    try:
        game = game or find_game(lines[0], files=False)
    except NoughtsError as error:
        raise PuzzleError(f"Line 2: {_why_unknown(lines[0], error)}") from None
    puzzles = [_puzzle(game, line, number) for number, line in enumerate(lines[1:], start=3)]
    if not puzzles:
        raise PuzzleError("There is no puzzle in this file.")
    return Pack(game, tuple(puzzles))


def _why_unknown(spec: str, error: NoughtsError) -> str:
    if not is_file(spec):
        return str(error)
    return f"A pack does not run files. Name the game, too: noughts puzzle {spec} --pack FILE"


def _puzzle(game: Game[Any], line: str, number: int) -> Puzzle:
    try:
        position, kind, move, rating, *rest = line.split("\t")
        plies, themes = rest or ("0", "")
        found, _ = read_position(game, position)
        if read_move(game, move) not in legal_moves(game, found):
            raise PuzzleError(f"{move} cannot be played there.")
        named = tuple(filter(None, themes.split(",")))
        return Puzzle(position, PuzzleKind(kind), move, int(rating), int(plies), named)
    except (NoughtsError, ValueError) as error:
        why = str(error) if isinstance(error, NoughtsError) else "it is not a puzzle."
        raise PuzzleError(f"Line {number}: {why}") from None


def read_file(path: Path, game: Game[Any] | None = None) -> Pack:
    """Read a pack from a file; OSError if that fails, PuzzleError if it is no pack."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    try:
        return read_pack(data[:LARGEST].decode(), game)
    except (UnicodeDecodeError, PuzzleError) as error:
        why = error if isinstance(error, PuzzleError) else "This is not a text in UTF-8."
        raise PuzzleError(f"{path.name}: {why}") from None


def shipped_games() -> list[str]:
    """The specs of the games that ship with a pack."""
    return sorted(
        path.name.removesuffix(SUFFIX).replace("-", ":", 1) for path in SHIPPED.glob(f"*{SUFFIX}")
    )


def shipped(game: Game[Any]) -> Pack:
    """The shipped pack of a game; PuzzleError if there is none."""
    spec = spec_of(game)
    if spec not in shipped_games():
        raise PuzzleError(
            f"No puzzles of {spec} ship. To make some: noughts puzzle {spec} --make 20 -o FILE; "
            f"to solve them: noughts puzzle --pack FILE. Those with puzzles: "
            f"{', '.join(shipped_games())}."
        )
    return _read_shipped(spec)


@lru_cache(maxsize=4)
def _read_shipped(spec: str) -> Pack:
    return read_file(SHIPPED / pack_name(spec))


def today() -> date:
    """The date by UTC, so that all people get the same puzzle of the day."""
    return datetime.now(UTC).date()


def game_of_the_day(day: date) -> str:
    games = shipped_games()
    return games[day.toordinal() % len(games)]


def of_the_day(day: date) -> tuple[Pack, int]:
    """The puzzle of a day: its pack and number. It is not a long one."""
    pack = _read_shipped(game_of_the_day(day))
    numbers = pack.numbers()
    return pack, numbers[day.toordinal() // len(shipped_games()) % len(numbers)]


def pack_name(spec: str) -> str:
    """The file name of a game's pack.

    >>> pack_name("mnk:4,4,4")
    'mnk-4,4,4.puzzles'
    """
    return spec.replace(":", "-") + SUFFIX


def every_shipped() -> Iterator[Pack]:
    return map(_read_shipped, shipped_games())
