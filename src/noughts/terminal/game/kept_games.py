"""Kept games: replayed, in words, to resume, and from files."""

import re
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Self

from noughts.analysis.game_record import Record
from noughts.errors import MatchError, RecordError, many
from noughts.game import FIRST
from noughts.games.common.cell_game import LETTERS, Grid
from noughts.games.registry import find_game, runs_code
from noughts.games.user_files import blame
from noughts.lab.played import checked
from noughts.players.levels import ENTRIES
from noughts.records.anything import read_any
from noughts.records.history import RESULTS, KeptGame, open_history
from noughts.records.record_text import ReadGame

# Levels that neither start a program nor open a file.
LEVEL = re.compile(r"(?!policy|program|tablebase)[a-z]+(:(?!policy|program|tablebase)[a-z0-9]+)*")
# Numbers of games have fewer digits.
LONGEST_NUMBER = 18
SGF_GAMES = ("tictactoe", "mnk", "gomoku", "standardgomoku")


def result_in_words(kept: KeptGame) -> str:
    if not kept.result:
        return f"{many(len(kept.moves), 'move')} so far"
    if kept.result == RESULTS[None]:
        return "draw"
    winner = "x" if kept.result == RESULTS[FIRST] else "o"
    if kept.side in ("x", "o"):
        return "you won" if kept.side == winner else "you lost"
    return f"{winner.upper()} won"


def players(kept: KeptGame) -> str:
    return {
        "x": f"you (X) against {kept.level}",
        "o": f"{kept.level} against you (O)",
        "both": "two people",
        "none": f"{kept.level} against itself",
    }[kept.side]


def unfinished_game(number: str | None) -> KeptGame:
    """The unfinished game of this number, to resume."""
    with closing(open_history()) as history:
        if number is not None:
            return _going_on(history.game(number_in(number)))
        found = next((game for game in history.games() if not game.result), None)
    if found is None:
        raise MatchError("No unfinished game is kept; noughts history lists the games.")
    return _going_on(found)


def level_of(kept: KeptGame) -> str:
    if kept.level and not (LEVEL.fullmatch(kept.level) and kept.level.split(":")[0] in ENTRIES):
        raise MatchError(
            f"Game {kept.number} was played against {kept.level}. To resume it, name the opponent: "
            f"noughts play --resume {kept.number} --level LEVEL"
        )
    return kept.level or "perfect"


def number_in(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < LONGEST_NUMBER):
        raise MatchError(f"{text!r} is not the number of a game; noughts history lists them.")
    return int(text)


def _going_on(kept: KeptGame) -> KeptGame:
    if kept.result:
        raise MatchError(f"Game {kept.number} is over. To review it: noughts review {kept.number}")
    return kept


class GamesFile:
    """The games of a file that can be played, and the reasons why others cannot."""

    def __init__(self, trusts: Callable[[str], bool] | None = None) -> None:
        self.trusts = trusts or has_played
        self.games: list[tuple[KeptGame, Record]] = []
        self.skipped: list[str] = []

    def file(self, path: str) -> Self:
        """Read a file; `-` is standard input."""
        data = sys.stdin.buffer.read() if path == "-" else Path(path).read_bytes()
        try:
            return self.text(data.decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise RecordError(f"{path} is not text in UTF-8.") from None
        except RecordError as error:
            raise RecordError(f"{path}: {error}") from None

    def text(self, text: str) -> Self:
        for game in read_any(text):
            self._add(game)
        if not self.games:
            raise RecordError(self.skipped[0])
        return self

    def _add(self, game: ReadGame) -> None:
        """Replay the game; skip it if it needs code that may not run or that fails."""
        code = runs_code(game.kept.game)
        if code and not self.trusts(code):
            self.skipped.append(
                f"Line {game.line}: {game.kept.game} would run {code}, in which you have played no "
                f"game yet. If you trust it: noughts history --import FILE --trust"
            )
            return
        try:
            self.games.append(checked(game, files=bool(code)))
        except Exception as error:
            why = blame(error)
            if not (code and why):
                raise
            self.skipped.append(why if why.startswith("Line ") else f"Line {game.line}: {why}")


def has_played(code: str) -> bool:
    with closing(open_history()) as history:
        return any(runs_code(kept.game) == code for kept in history.games())


def sgf_size(spec: str) -> tuple[int, int]:
    """The columns and rows of the board of a game that SGF can represent."""
    game = find_game(spec, files=False) if spec.partition(":")[0] in SGF_GAMES else None
    if not isinstance(game, Grid):
        raise RecordError(
            f"{spec}: SGF has only games with several in a row, {', '.join(SGF_GAMES)}; "
            "write a file that ends in .pgn."
        )
    if game.rows > len(LETTERS):
        raise RecordError(
            f"{spec}: SGF has letters for {len(LETTERS)} rows, not for {game.rows}; "
            "write a file that ends in .pgn."
        )
    return game.columns, game.rows
