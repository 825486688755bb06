"""Kept games: replayed, in words, to resume, and from files."""

import re
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Self

from noughts.analysis.game_record import Record
from noughts.answers.question import Question, ask, each_named, record_of
from noughts.errors import ImpossiblePosition, MatchError, NoughtsError, RecordError, many
from noughts.game import FIRST, Game, winner_of
from noughts.games.common.cell_game import LETTERS, CellGame, Grid
from noughts.games.registry import find_game, runs_code, spec_of
from noughts.games.user_files import blame
from noughts.players.levels import ENTRIES
from noughts.records import sgf
from noughts.records.history import RESULTS, KeptGame, open_history
from noughts.records.record_text import ReadGame, read_text
from noughts.value import OPEN

# Levels that neither start a program nor open a file.
LEVEL = re.compile(r"(?!policy|program|tablebase)[a-z]+(:(?!policy|program|tablebase)[a-z0-9]+)*")
# Numbers of games have fewer digits.
LONGEST_NUMBER = 18
SGF_GAMES = ("tictactoe", "mnk", "gomoku")


def replay(kept: KeptGame) -> Record:
    return record_of(beginning_of(kept, find_game(kept.game)), kept.moves)


def beginning_of(kept: KeptGame, game: Game[Any]) -> Question:
    if kept.position:
        try:
            return ask(game, position=kept.position)
        except ImpossiblePosition:
            # A handicap, or a pass: the marks of a record are as they are, if the game is open.
            rows = game.parse_rows(kept.position) if isinstance(game, CellGame) else None
            if rows is None or game.outcome(rows[0]) != OPEN:
                raise
            return Question(game, *rows)
    return Question(game, game.start(), kept.turn)


def result_in_words(kept: KeptGame) -> str:
    if not kept.result:
        return f"unfinished, {many(len(kept.moves), 'move')}"
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


# Games of the history.


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


# Games from a file of text.


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
        is_sgf = re.match(r"\s*\(\s*;", text)
        games = sgf.read_sgf(text) if is_sgf else read_text(text)
        if not games:
            raise RecordError("There is no game in it.")
        for game in games:
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
            self.games.append(_checked(game, files=bool(code)))
        except Exception as error:
            why = str(error) if isinstance(error, NoughtsError) else blame(error)
            if not (code and why):
                raise
            self.skipped.append(why if why.startswith("Line ") else f"Line {game.line}: {why}")


def has_played(code: str) -> bool:
    with closing(open_history()) as history:
        return any(runs_code(kept.game) == code for kept in history.games())


def _checked(read_game: ReadGame, files: bool) -> tuple[KeptGame, Record]:
    kept, line, lines = read_game
    try:
        game = find_game(kept.game, files=files)
        kept = kept._replace(moves=_numbered_from_one(game, kept.moves))
        start = beginning_of(kept, game)
    except NoughtsError as error:
        raise RecordError(f"Line {line}: {error}") from None
    if start.turn != FIRST and not kept.position and not game.either_begins:
        raise RecordError(f"Line {line}: {game.marks[FIRST]} always moves first in {kept.game}.")
    record = _played(start, kept.moves, lines)
    outcome = record.game.outcome(record.positions[-1])
    ended = "" if outcome == OPEN else RESULTS[winner_of(outcome, record.turn)]
    if ended and kept.result not in ("", ended):
        raise RecordError(
            f"Line {line}: the moves of this game end it {ended}, but its result is {kept.result}."
        )
    return kept._replace(game=spec_of(game), result=ended or kept.result), record


def _numbered_from_one(game: Game[Any], moves: tuple[str, ...]) -> tuple[str, ...]:
    """The moves, with columns from 1; columns from 0 are recognised over all moves."""
    together = game.split_moves(" ".join(moves))
    return tuple(together) if len(together) == len(moves) else moves


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


def _played(start: Question, moves: tuple[str, ...], lines: tuple[int, ...]) -> Record:
    """The replayed moves; an error names the line of the move."""
    question = start
    played: list[int] = []
    positions = [start.position]
    for name, line in zip(moves, lines, strict=True):
        try:
            [(move, question)] = each_named(question, [name])
        except NoughtsError as error:
            number = f"move {len(played) + 1}, {name}"
            several = len(start.game.split_moves(name)) != 1
            why = "this is not one move." if several else str(error).removeprefix("Move 1: ")
            raise RecordError(f"Line {line}, {number}: {why}") from None
        played.append(move)
        positions.append(question.position)
    return Record(start.game, tuple(played), tuple(positions), start.turn)
