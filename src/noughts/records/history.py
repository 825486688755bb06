"""The folder of a person's games and settings; games and puzzles played, in an SQLite file.

It does without SQLAlchemy, which takes a second to import.
"""

import json
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from noughts.errors import NewerStore, StoreError

# The environment variable that names another folder.
VARIABLE = "NOUGHTS_DATA"


def data_folder(place: str = "") -> Path:
    """The folder, made if necessary; by default NOUGHTS_DATA, or the user's data folder."""
    given = place or os.environ.get(VARIABLE, "")
    if given:
        folder = Path(given).expanduser()
    else:
        import platformdirs  # seldom needed

        folder = platformdirs.user_data_path("noughts")
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
    except OSError as error:
        how = "with --data" if place else f"in {VARIABLE}"
        raise StoreError(
            f"Cannot store games in {folder}: {error.strerror}. Choose another folder {how}."
        ) from None
    return folder


def private_file(file: Path) -> Path:
    """The file, made if necessary; others can neither read nor change it."""
    with suppress(OSError):  # opening it reports the reason
        file.touch(0o600)
        file.chmod(0o600)  # SQLite gives its other files the same permissions
    return file


FILE = "history.sqlite"
# The version of the tables, which SQLite stores as `user_version`.
VERSION = 3
# The result of a game, by the side that won it: 0 for X, 1 for O.
RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}
# Seconds that a writer waits for another before it gives up.
WAIT_SECONDS = 5

TABLE = """
CREATE TABLE IF NOT EXISTS games (
    number INTEGER PRIMARY KEY AUTOINCREMENT,  -- never given twice
    played INTEGER NOT NULL,
    game TEXT NOT NULL,
    side TEXT NOT NULL,
    level TEXT NOT NULL,
    moves TEXT NOT NULL,  -- a list in JSON
    result TEXT NOT NULL,
    position TEXT NOT NULL,
    turn INTEGER NOT NULL
)
"""
# Puzzles that were tried, in order, with the person's rating after each.
PUZZLES = """
CREATE TABLE IF NOT EXISTS puzzles (
    game TEXT NOT NULL,
    position TEXT NOT NULL,
    solved INTEGER NOT NULL,
    points REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    tried INTEGER NOT NULL
)
"""

# The days whose puzzle was solved.
DAYS = "CREATE TABLE IF NOT EXISTS days (day TEXT PRIMARY KEY)"


class TriedPuzzle(NamedTuple):
    game: str
    position: str
    solved: bool
    rating: tuple[float, float, float]


class KeptGame(NamedTuple):
    """A game as it is kept: texts and numbers, no rules."""

    game: str  # the text that names the rules, `mnk:4,4,3`
    side: str  # the sides that people play: `x`, `o`, `both` or `none`
    level: str  # the computer's level; empty if it does not play
    moves: tuple[str, ...]  # the names of the moves
    # `1-0` if X has won, `0-1` if O has, `1/2-1/2` for a draw; empty while unfinished
    result: str = ""
    position: str = ""  # the text of the position where it begins; empty for the game's start
    turn: int = 0  # the side to move there: 0 for X, 1 for O
    played: int = 0  # when its last move was played, in seconds since 1970; 0 for now
    number: int = 0  # its number in the history; 0 if it has none yet


COLUMNS = KeptGame._fields[:-1]  # all but the number
NAMED = ", ".join(COLUMNS)
PUZZLE_COLUMNS = "game, position, solved, points, deviation, volatility"
INSERT = f"INSERT INTO games ({NAMED}) VALUES ({', '.join('?' * len(COLUMNS))})"
UPDATE = f"UPDATE games SET {', '.join(f'{name} = ?' for name in COLUMNS)} WHERE number = ?"


class History:
    """All kept games and puzzles. Only the thread that opened it may use it.

    Every method raises StoreError if the file cannot be read or written, and `NewerStore` on
    opening if a newer noughts has used it.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        with self._asking():
            self._database = sqlite3.connect(file, timeout=WAIT_SECONDS, isolation_level=None)
            try:
                self._prepare()
            except BaseException:
                self._database.close()
                raise

    def keep(self, games: Iterable[KeptGame]) -> list[int]:
        """Write all of the games or none; returns their numbers.

        A game with a number replaces that one. On return they are on disk.
        """
        with self._asking(), self._writing():
            return [self._keep(game) for game in games]

    def games(self) -> list[KeptGame]:
        """Every game, the last one played first."""
        asked = f"SELECT {NAMED}, number FROM games ORDER BY played DESC, number DESC"
        with self._asking():
            return [_game(row) for row in self._database.execute(asked)]

    def game(self, number: int) -> KeptGame:
        found = next((game for game in self.games() if game.number == number), None)
        if found is None:
            raise StoreError(f"No game {number} is kept; noughts history lists the games.")
        return found

    def delete(self, numbers: Iterable[int]) -> None:
        with self._asking(), self._writing():
            rows = [(number,) for number in numbers]
            self._database.executemany("DELETE FROM games WHERE number = ?", rows)

    def keep_puzzle(self, tried: TriedPuzzle) -> None:
        asked = f"INSERT INTO puzzles ({PUZZLE_COLUMNS}, tried) VALUES (?, ?, ?, ?, ?, ?, ?)"
        with self._asking(), self._writing():
            row = (tried.game, tried.position, tried.solved, *tried.rating, int(time.time()))
            self._database.execute(asked, row)

    def puzzles(self) -> list[TriedPuzzle]:
        """Every puzzle that was tried, the last one last."""
        with self._asking():
            rows = self._database.execute(f"SELECT {PUZZLE_COLUMNS} FROM puzzles ORDER BY rowid")
            return [
                TriedPuzzle(game, position, bool(solved), tuple(rating))
                for game, position, solved, *rating in rows
            ]

    def keep_day(self, day: str) -> set[str]:
        """Note that the puzzle of this day was solved; returns all days so far."""
        with self._asking(), self._writing():
            self._database.execute("INSERT OR IGNORE INTO days VALUES (?)", (day,))
            return {kept for (kept,) in self._database.execute("SELECT day FROM days")}

    def close(self) -> None:
        self._database.close()

    def _keep(self, game: KeptGame) -> int:
        played = game.played or int(time.time())
        row = list(game._replace(moves=json.dumps(game.moves), played=played))  # type: ignore[arg-type]  # as it is in the table
        if game.number and self._database.execute(UPDATE, row).rowcount:
            return game.number
        added = self._database.execute(INSERT, row[:-1]).lastrowid
        assert added is not None
        return added

    def _prepare(self) -> None:
        version: int = self._database.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise NewerStore(
                f"The games in {self.file} were stored by a newer noughts (version {version}, this "
                f"one has {VERSION}). Update noughts, or choose another folder in {VARIABLE}."
            )
        if version < VERSION:
            with self._writing():
                for table in (TABLE, PUZZLES, DAYS):
                    self._database.execute(table)
                self._database.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Context: a transaction, which is on disk afterwards or has no effect."""
        self._database.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            if self._database.in_transaction:
                self._database.execute("ROLLBACK")
            raise
        self._database.execute("COMMIT")

    @contextmanager
    def _asking(self) -> Iterator[None]:
        """Context: an error of SQLite becomes a StoreError with a sentence."""
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(
                f"Cannot keep games in {self.file}: {error}. Choose another folder in {VARIABLE}."
            ) from error


def open_history() -> History:
    """The history of this person; StoreError if it cannot be opened, or is of a newer noughts."""
    return History(private_file(data_folder() / FILE))


def _game(row: tuple[str | int, ...]) -> KeptGame:
    game = KeptGame(*row)  # type: ignore[arg-type]
    return game._replace(moves=tuple(json.loads(game.moves)))  # type: ignore[arg-type]
