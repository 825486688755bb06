"""Games as text: headers and moves, as in PGN; `docs/records.md` describes it.

>>> kept = KeptGame("tictactoe", "x", "easy", ("b2", "a1", "c3"), played=1_700_000_000)
>>> print(games_text([kept]))
[Game "tictactoe"]
[Date "2023.11.14"]
[Time "22:13:20"]
[X "person"]
[O "computer"]
[Level "easy"]
[Result "*"]
<BLANKLINE>
1. b2 a1 2. c3 *
"""

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from textwrap import fill
from typing import NamedTuple

from noughts.errors import RecordError
from noughts.records.history import KeptGame

WIDTH = 80
UNFINISHED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
PERSON, COMPUTER = "person", "computer"
# The sides that people play, by the players of X and O.
SIDES = {
    (PERSON, COMPUTER): "x",
    (COMPUTER, PERSON): "o",
    (PERSON, PERSON): "both",
    (COMPUTER, COMPUTER): "none",
}
HEADER = re.compile(r'\[\s*(?P<tag>\w+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]')
QUOTED = r'"(?:[^"\\\n]|\\.)*"'
COMMENT = re.compile(rf"(?P<quoted>{QUOTED})|\{{[^}}]*\}}")
NUMBER = re.compile(r"^[0-9]+\.+")
WORD = re.compile(rf"{QUOTED}(?=\s|$)|\S+")
# The names of moves that are written without quotes.
PLAIN = re.compile(r"(?![0-9]+\.)[^\s\"\[{}]+")
# Replaces a blank within quotes while lines are filled.
BLANK = "\0"


class Word(NamedTuple):
    text: str
    line: int


class ReadGame(NamedTuple):
    kept: KeptGame
    line: int
    lines: tuple[int, ...]


# Writing.


def games_text(games: Iterable[KeptGame]) -> str:
    return "\n\n".join(map(_written, games))


def _written(game: KeptGame) -> str:
    tags = "\n".join(f'[{tag} "{_escaped(value)}"]' for tag, value in _headers(game) if value)
    moves = fill(_moves(game), WIDTH, break_long_words=False, break_on_hyphens=False)
    return f"{tags}\n\n{moves.replace(BLANK, ' ')}"


def _headers(game: KeptGame) -> list[tuple[str, str]]:
    when = datetime.fromtimestamp(game.played, UTC)
    x, o = next(players for players, side in SIDES.items() if side == game.side)
    return [
        ("Game", game.game),
        ("Date", f"{when:%Y.%m.%d}"),
        ("Time", f"{when:%H:%M:%S}"),
        ("X", x),
        ("O", o),
        ("Level", game.level),
        ("First", "O" if game.turn and not game.position else ""),
        ("Position", game.position),
        ("Result", game.result or UNFINISHED),
    ]


def _moves(game: KeptGame) -> str:
    words = [
        f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move
        for ply, move in enumerate(map(_word, game.moves))
    ]
    return " ".join([*words, game.result or UNFINISHED])


def _word(move: str) -> str:
    """The name of a move, in quotes where it would be read as something else."""
    if PLAIN.fullmatch(move) and move not in RESULTS:
        return move
    return f'"{_escaped(move).replace(" ", BLANK)}"'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


# Reading.


def read_games(text: str) -> list[ReadGame]:
    """The games of a text; RecordError names the line that is none."""
    games: list[_Reading] = []
    lines = COMMENT.sub(
        lambda found: found["quoted"] or "\n" * found[0].count("\n"), text
    ).splitlines()
    for number, line in enumerate(map(str.strip, lines), start=1):
        if line.startswith("["):
            if not games or games[-1].words:
                games.append(_Reading(number))
            games[-1].take_header(line, number)
        elif line and not games:
            raise RecordError(f'Line {number}: a game begins with headers, [Game "tictactoe"].')
        elif line:
            games[-1].take_moves(line, number)
    return [game.read() for game in games]


def _unescaped(value: str) -> str:
    return re.sub(r"\\(.)", r"\1", value)


class _Reading:
    """A game while it is read."""

    def __init__(self, line: int) -> None:
        self.line = line
        self.headers: dict[str, Word] = {}
        self.words: list[Word] = []
        #: Whether the last word is a result, not a move of the same name.
        self.ended = False

    def take_header(self, line: str, number: int) -> None:
        found = HEADER.fullmatch(line)
        if found is None:
            raise RecordError(f'Line {number}: a header is written [Game "tictactoe"].')
        self.headers[found["tag"]] = Word(_unescaped(found["value"]), number)

    def take_moves(self, line: str, number: int) -> None:
        for word in WORD.findall(line):
            if word[0] == word[-1] == '"' and len(word) > 1:
                self.words.append(Word(_unescaped(word[1:-1]), number))
                self.ended = False
            elif move := NUMBER.sub("", word, count=1):
                self.words.append(Word(move, number))
                self.ended = move in RESULTS

    def read(self) -> ReadGame:
        game = self._header("Game")
        if not game.text:
            raise RecordError(f'Line {self.line}: the header [Game "..."] is missing.')
        words = self.words
        result = self._header("Result", UNFINISHED)
        if self.ended:
            words, result = words[:-1], words[-1]
        kept = KeptGame(
            game=game.text,
            side=self._side(),
            level=self._header("Level").text,
            moves=tuple(word.text for word in words),
            result=self._one_of(result, RESULTS, "Result").replace(UNFINISHED, ""),
            position=self._header("Position").text,
            turn=("X", "O").index(self._one_of(self._header("First", "X"), ("X", "O"), "First")),
            played=self._played(),
        )
        return ReadGame(kept, self.line, tuple(word.line for word in words))

    def _header(self, tag: str, usual: str = "") -> Word:
        return self.headers.get(tag, Word(usual, self.line))

    def _side(self) -> str:
        who = (PERSON, COMPUTER)
        x, o = (self._one_of(self._header(tag, PERSON), who, tag) for tag in ("X", "O"))
        return SIDES[x, o]

    def _one_of(self, word: Word, known: tuple[str, ...], tag: str) -> str:
        if word.text not in known:
            raise RecordError(
                f"Line {word.line}: {tag} must be one of {', '.join(known)}, not {word.text!r}."
            )
        return word.text

    def _played(self) -> int:
        """The time when it was played; 0 without a date."""
        date, clock = self._header("Date"), self._header("Time", "00:00:00")
        if not date.text or "?" in date.text:
            return 0
        try:
            when = datetime.strptime(f"{date.text} {clock.text}", "%Y.%m.%d %H:%M:%S")
            return int(when.replace(tzinfo=UTC).timestamp())
        except ValueError:
            raise RecordError(
                f"Line {date.line}: write the date as 2026.11.23, and the time as 10:11:32."
            ) from None
