"""Games as text: headers and moves, as in PGN; `docs/records.md` describes it.

Records of other programs are read, too: PGN of other games, AT3, PlayOK, `.psq`, and bare lists of
moves. Where they name no game, the names of the cells show the board.

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
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from itertools import chain, repeat, zip_longest
from textwrap import fill
from typing import NamedTuple

from noughts.errors import RecordError, TwoPlays
from noughts.games.common.cell_game import LETTERS
from noughts.games.common.move_tables import COUNT, plain_list
from noughts.games.common.moves import (
    GLUED,
    MARKS,
    PAIR,
    ROW_AND_COLUMN,
    TWO_A_LINE,
    glued_names,
    plain_moves,
)
from noughts.games.common.plain_text import with_names
from noughts.games.given import are_moves
from noughts.games.registry import find_game
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
# Comments in braces or to the end of a line, and signs such as $1.
COMMENT = re.compile(rf"(?P<quoted>{QUOTED})|\{{[^}}]*\}}|(?<!\S)(?:;.*|\$[0-9]+(?!\S))")
# A variation without another inside.
INNER = re.compile(rf"(?P<quoted>{QUOTED})|(?<=\s)\(\s*[0-9]+\.[^()\"]*\)")
NUMBER = re.compile(r"^(?:[0-9]+\.+|\.+)")
PSQ = re.compile(r"\s*Piskvorky\s+([0-9]+)x([0-9]+)\s*,[^,\n]*,?\s*([0-9]*)", re.IGNORECASE)
# The games of the rules of Gomocup's managers.
PSQ_GAMES = {"1": "standardgomoku:{},{}", "4": "standardgomoku:{},{},5,renju"}
# A manager's talk with an engine: START 15, BEGIN, 7,7, TURN 8,7; perhaps with arrows before.
GOMOCUP = re.compile(r"\W*(?:RECT)?START\s+[0-9]+(?:\s*,\s*[0-9]+)?\s*$", re.MULTILINE)
SIZE = re.compile(r"(?:RECT)?START\s+([0-9]{1,4})(?:\s*,\s*([0-9]{1,4}))?\s*")
STONE = re.compile(r"([0-9]+)\s*,\s*([0-9]+)(?:\s*,\s*([12]))?\s*")
# Results of other programs, by their first words.
SAID = {"cat": "1/2-1/2", "draw": "1/2-1/2", "player1": "1-0", "x": "1-0", "player2": "0-1",
        "o": "0-1"}  # fmt: skip
# The games whose boards the names of cells fit: columns and rows, and the game.
BOARDS = ((3, "tictactoe"), (15, "mnk:15,15,5"), (19, "mnk:19,19,5"))
# The usual Othello, of which this many moves are taken for a game; its names, and the cells that
# its smallest board, 4×4, lacks.
OTHELLO, TELLING = "othello:8", 5
NAMES, BEYOND = ("othello", "reversi"), re.compile("[e-h][1-8]|[a-d][5-8]", re.IGNORECASE)
# With this many cells one above the other, a list is of Connect Four.
STACK = 4
WORD = re.compile(rf"{QUOTED}(?=\s|$)|\S+")
# The names of moves that are written without quotes.
PLAIN = re.compile(r"(?![0-9]+\.|[;$(])[^\s\"\[{}]+")
# Replaces a blank within quotes while lines are filled.
BLANK = "\0"


class Word(NamedTuple):
    text: str
    line: int


class Stone(NamedTuple):
    """A move of Gomoku: its line, its column, and its row from the top, both from 1."""

    line: int
    column: int
    row: int


class Note(NamedTuple):
    """A comment on a move: its value and the reasons in words, and 1, 0 or -1 for X."""

    text: str
    value: int | None = None


class ReadGame(NamedTuple):
    kept: KeptGame
    line: int
    lines: tuple[int, ...]


def games_text(games: Iterable[KeptGame], notes: Sequence[Sequence[Note]] = ()) -> str:
    """The games as text, perhaps with notes on the moves of each."""
    return "\n\n".join(
        _written(game, each) for game, each in zip(games, chain(notes, repeat(())), strict=False)
    )


def _written(game: KeptGame, notes: Sequence[Note]) -> str:
    tags = "\n".join(f'[{tag} "{_escaped(value)}"]' for tag, value in _headers(game) if value)
    moves = fill(_moves(game, notes), WIDTH, break_long_words=False, break_on_hyphens=False)
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


def _moves(game: KeptGame, notes: Sequence[Note]) -> str:
    words = [
        (f"{ply // 2 + 1}. {move}" if ply % 2 == 0 else move)
        + (f" {{{re.sub('[{}]', '', note.text)}}}" if note else "")
        for ply, (move, note) in enumerate(zip_longest(map(_word, game.moves), notes))
    ]
    return " ".join([*words, game.result or UNFINISHED])


def _word(move: str) -> str:
    """The name of a move, in quotes where it would be read as something else."""
    if PLAIN.fullmatch(move) and move not in RESULTS:
        return move
    return f'"{_escaped(move).replace(" ", BLANK)}"'


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def read_text(text: str) -> list[ReadGame]:
    """The games of a text in any of the forms; RecordError names the line that is none."""
    text = text.removeprefix("\ufeff")
    if PSQ.match(text):
        return [_read_psq(text)]
    if GOMOCUP.match(text):
        return [_read_gomocup(text)]
    if HEADER.match(text.lstrip()) or not (words := _bare_moves(text)):
        return read_games(text)
    line = 1 + text[: len(text) - len(text.lstrip())].count("\n")
    kept = KeptGame(_game_of(words), "both", "", tuple(words))
    return [ReadGame(kept, line, (line,) * len(words))]


def _bare_moves(text: str) -> list[str]:
    """The moves of a text without headers: pairs, or names of cells or columns.

    The first begins with `0:` or `1:` where the text shows from where it counts.
    """
    text = plain_list(with_names(text))
    first = found[0] if (found := COUNT.match(text)) else ""
    if ROW_AND_COLUMN.search(text):
        first = first or "1:" * (not re.search(r"(?i)\b[rc]?0|row\s*[:=]", text))
    body = plain_moves(ROW_AND_COLUMN.sub(r"(\1,\2)", text.removeprefix(first)))
    if pairs := PAIR.findall(body):
        names = [f"({row},{column})" for row, column in pairs]
        return [first + names[0], *names[1:]]
    words = body.translate(MARKS).replace(",", " ").split()
    if all(map(GLUED.fullmatch, words)):
        return glued_names(words)
    digits = "".join(words)
    if TWO_A_LINE.fullmatch(text) and len({*words}) < len(words):
        raise TwoPlays(
            "Each line can be a row and a column, or a move of each player: write (1, 1) (0, 2), "
            "or all moves in one line."
        )
    return [first + digits[0], *digits[1:]] if digits.isdecimal() else []


def _game_of(moves: Sequence[str]) -> str:
    """The game on the smallest board that has all these cells; or Connect Four, of columns."""
    if are_moves(find_game(OTHELLO), " ".join(moves), TELLING):  # they suit other games, too
        return OTHELLO
    bare = [COUNT.sub("", move) for move in moves]
    numbers = [[int(one) for one in re.findall(r"[0-9]+", move)] for move in bare]
    if all(len(move) == 1 and move.isdecimal() for move in bare):
        return "connectfour" if len({*bare}) < len(bare) else "tictactoe"
    letters = [LETTERS.index(move[0].lower()) + 1 for move in moves if move[0].isalpha()]
    most = max([1, *letters, *(each for one in numbers for each in one)])
    if most > BOARDS[0][0] and are_moves(find_game("connectfour"), " ".join(moves), STACK):
        return "connectfour"  # each cell lies on those before
    return next((game for size, game in BOARDS if most <= size), BOARDS[-1][1])


def _read_psq(text: str) -> ReadGame:
    """A game of Piskvork, the manager of Gomocup: a move is a column and a row from the top."""
    head, *rows = text.splitlines()
    columns, height, rule = PSQ.match(head).groups()  # type: ignore[union-attr]
    found = [re.match(r"\s*([0-9]+)\s*,\s*([0-9]+)\s*,", row) for row in rows]
    found = found[: found.index(None)] if None in found else found
    stones = [Stone(line, int(one[1]), int(one[2])) for line, one in enumerate(found, 2) if one]
    return _of_stones(int(columns), int(height), rule, stones)


def _read_gomocup(text: str) -> ReadGame:
    """The last game in what an engine and its manager write: columns and rows from 0."""
    columns = height = 0
    rule, stones, owner = "0", list[Stone](), ""
    for line, words in enumerate(text.splitlines(), 1):
        said = re.sub(r"^[^A-Za-z0-9]+", "", words).strip()
        command, _, rest = said.partition(" ")
        stone = STONE.fullmatch(rest if command in ("TURN", "TAKEBACK") else said)
        if size := SIZE.fullmatch(said):
            columns, height, stones = int(size[1]), int(size[2] or size[1]), []
        elif command == "RESTART":
            stones = []
        elif said.startswith("INFO rule"):
            rule = rest.split()[-1]
        elif command == "TAKEBACK":
            stones = stones[:-1]
        elif stone and (stone[3] or "new") != owner:
            stones.append(Stone(line, int(stone[1]) + 1, int(stone[2]) + 1))
            owner = stone[3]
        elif stone or command in ("YXBOARD", "SWAP2BOARD"):
            raise RecordError(f"Line {line}: {said} does not leave a game of moves in turn.")
    return _of_stones(columns, height, rule, stones)


def _of_stones(columns: int, height: int, rule: str, stones: list[Stone]) -> ReadGame:
    for line, column, row in stones:
        if not (1 <= column <= min(columns, len(LETTERS)) and 1 <= row <= height):
            raise RecordError(
                f"Line {line}: {column},{row} lies outside of the board of {columns}×{height}."
            )
    names = tuple(f"{LETTERS[column - 1]}{height + 1 - row}" for _, column, row in stones)
    game = PSQ_GAMES.get(rule, "mnk:{},{},5").format(columns, height)
    return ReadGame(KeptGame(game, "both", "", names), 1, tuple(stone.line for stone in stones))


def read_games(text: str) -> list[ReadGame]:
    """The games of a text with headers; RecordError names the line that is none."""
    games: list[_Reading] = []
    text, before = _without(COMMENT, text), ""
    while text != before:
        text, before = _without(INNER, text), text
    for number, line in enumerate(map(str.strip, text.splitlines()), start=1):
        if line.startswith("["):
            if not games or games[-1].words:
                games.append(_Reading(number))
            games[-1].take_header(line, number)
        elif line and not games:
            raise RecordError(
                f'Line {number}: a game begins with headers, [Game "tictactoe"]; or write its '
                "moves alone, such as b2 a1 c3."
            )
        elif line:
            games[-1].take_moves(line, number)
    return [game.read() for game in games]


def _without(comment: re.Pattern[str], text: str) -> str:
    return comment.sub(lambda found: found["quoted"] or "\n" * found[0].count("\n"), text)


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
        words = self.words
        foreign = "Game" not in self.headers or "Grid" in self.headers
        if foreign:
            self._translate()
        game = self._header("Game")
        if game.text.lower() in NAMES and any(BEYOND.match(word.text) for word in words):
            game = game._replace(text=OTHELLO)
        if not game.text:
            raise RecordError(f'Line {self.line}: the header [Game "..."] is missing.')
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

    def _translate(self) -> None:
        result = self.headers.pop("Result", Word("", self.line))
        text = result.text.lower().split(" ")[0]
        text = result.text if result.text in RESULTS else SAID.get(text, UNFINISHED)
        size = re.findall(r"[0-9]+", f"{self._header('Grid').text} {self._header('WinCount').text}")
        moves = [word.text for word in self.words if word.text not in RESULTS]
        stacked = self._header("PlacementRule").text == "ColumnStack"
        sized = f"{'connectfour' if stacked else 'mnk'}:{','.join(size)}"
        game = sized if len(size) == len("mnk") else ""
        if not game and moves and all(re.fullmatch(r"[a-z]?[0-9]+", move) for move in moves):
            game = _game_of(moves)
        self.headers = {"Game": Word(game, self.line), "Result": result._replace(text=text)}

    def _header(self, tag: str, usual: str = "") -> Word:
        return self.headers.get(tag, Word(usual, self.line))

    def _side(self) -> str:
        """A name other than the computer's is a person's."""
        computers = [self._header(tag).text.lower() == COMPUTER for tag in ("X", "O")]
        x, o = (COMPUTER if computer else PERSON for computer in computers)
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
