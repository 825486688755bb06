"""Games as SGF, the Smart Game Format: games of lines are its game number 4, Othello 2, Hex 11.

Games of lines are written, all are read.

Source: A. Hollosi, "SGF File Format FF[4]", https://www.red-bean.com/sgf/, 1997 to 2021.

>>> print(sgf_text([KeptGame("mnk:4,3,3", "both", "", ("b2", "a1", "c2"))], lambda spec: (4, 3)))
(;FF[4]GM[4]CA[UTF-8]AP[noughts]SZ[4:3]RU[mnk:4,3,3]PB[person]PW[person]
;B[bb];W[ac];B[cb])
>>> [game] = read_sgf("(;GM[4]SZ[4:3]RU[mnk:4,3,3];B[bb](;W[ac])(;W[aa]))")
>>> game.kept.moves
('b2', 'a1')
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain, repeat, zip_longest
from typing import NamedTuple

from noughts.errors import RecordError
from noughts.games.common.cell_game import LETTERS, shortened_row
from noughts.records.history import KeptGame
from noughts.records.record_text import COMPUTER, PERSON, SIDES, Note, ReadGame, Word

# The numbers of SGF's games: Othello, Gomoku and Renju, Hex; and the sizes of their usual boards.
OTHELLO, GOMOKU, HEX = "2", "4", "11"
SIZES = {OTHELLO: "8", GOMOKU: "15", HEX: "11"}
# Moves in words; the marks of the colours.
PASSES, SWAPS, RESIGNS = (
    ("", "pass", "pa"),
    ("swap", "swap-pieces", "swap-sides"),
    ("resign", "forfeit"),
)
SIGNS = {"B": "x", "W": "o", "AB": "x", "AW": "o", "AE": "."}
# Results in RE, and in a kept game.
RESULTS = {"B": "1-0", "W": "0-1", "0": "1/2-1/2", "D": "1/2-1/2"}
# The boards of games whose names contain no size.
USUAL = {"tictactoe": (3, 3), "mnk": (3, 3), "gomoku": (15, 15), "standardgomoku": (15, 15)}
# The board at the beginning in GGF, the format of a server for Othello, whose GM is a name.
GGF_START = re.compile(r"8[-\s]*O\*[-\s]*\*O[-\s]*\*\s*")
HEXWORLD = re.compile(
    r"(?:\S*hexworld\.org/board/?)?#([0-9]+)[a-z0-9]*,([a-z0-9,:]*)", re.IGNORECASE
)
# A cell, or a swap, a pass, or a player who resigns or forfeits.
HEXWORLD_MOVE = re.compile(r"([a-z][0-9]+)|:(s|p|[rf][bw])", re.IGNORECASE)
FIVE = 5
MOVES_IN_A_LINE = 10
TOKEN = re.compile(
    r"(?P<sign>[();])|(?P<name>[A-Za-z]+)|\[(?P<value>(?:[^\]\\]|\\.)*)\]|(?P<space>\s+)", re.DOTALL
)

# A property of a node: its name, and a value.
Property = tuple[str, Word]
# The columns and rows of the game of that name.
SizeOf = Callable[[str], tuple[int, int]]


class SgfBoard(NamedTuple):
    columns: int
    rows: int


def sgf_text(
    games: Iterable[KeptGame], size_of: SizeOf, notes: Sequence[Sequence[Note]] = ()
) -> str:
    """The games of lines as text, perhaps with notes on the moves, and an empty line between them.

    `size_of` returns the columns and rows of a game, or raises RecordError where SGF has no form.
    """
    return "\n\n".join(
        _written(game, SgfBoard(*size_of(game.game)), each)
        for game, each in zip(games, chain(notes, repeat(())), strict=False)
    )


def _written(game: KeptGame, board: SgfBoard, notes: Sequence[Note]) -> str:
    if game.position:
        raise RecordError(f"{game.game}: SGF is written for games from the start, not a position.")
    colours = "BW" if game.turn == 0 else "WB"
    moves = [
        f";{colours[i % 2]}[{_letters(name, board)}]{_note(note)}"
        for i, (name, note) in enumerate(zip_longest(game.moves, notes))
    ]
    lines = ["".join(moves[i : i + MOVES_IN_A_LINE]) for i in range(0, len(moves), MOVES_IN_A_LINE)]
    return "\n".join([f"(;{''.join(_headers(game, board))}", *lines]) + ")"


def _note(note: Note | None) -> str:
    if note is None:
        return ""
    value = "" if note.value is None else f"V[{note.value}]"
    return f"{value}C[{_escaped(note.text)}]\n"


def _headers(game: KeptGame, board: SgfBoard) -> Iterator[str]:
    x, o = next(players for players, side in SIDES.items() if side == game.side)
    columns, rows = board
    size = f"{columns}" if columns == rows else f"{columns}:{rows}"
    yield f"FF[4]GM[{GOMOKU}]CA[UTF-8]AP[noughts]SZ[{size}]RU[{_escaped(game.game)}]"
    for tag, who in (("PB", x), ("PW", o)):
        yield f"{tag}[{_escaped(f'{who} {game.level}' if who == COMPUTER else who)}]"
    if game.played:
        yield f"DT[{datetime.fromtimestamp(game.played, UTC):%Y-%m-%d}]"
    if game.result:
        sign = next(sign for sign, result in RESULTS.items() if result == game.result)
        yield f"RE[{sign if sign == '0' else f'{sign}+'}]"


def _letters(name: str, board: SgfBoard) -> str:
    """A cell as SGF writes it: the letters of its column, and of its row from the top."""
    return name[0] + LETTERS[board.rows - int(name[1:])]


def _escaped(value: str) -> str:
    return re.sub(r"([\]\\])", r"\\\1", value)


def read_sgf(text: str) -> list[ReadGame]:
    """The games of a text, each with its main line; RecordError names the line that is none."""
    text = re.sub(r"^\s*[0-9]+\s+(?=\(;)", "", text)  # GGF counts the games
    return [_game(line, properties) for line, properties in _main_lines(text)]


def read_hexworld(link: str) -> list[ReadGame]:
    """The game in a link to hexworld.org: #11,a1b2:sc3 has a swap after the second move."""
    found = HEXWORLD.fullmatch(link.strip())
    if not found or HEXWORLD_MOVE.sub("", found[2].replace(",", "")):
        raise RecordError(f"{link.strip()[:60]!r} is no link as #11,a1b2c3 with the moves of Hex.")
    told = {"s": "swap-pieces", "p": ""}
    moves = [(cell, word.lower()) for cell, word in HEXWORLD_MOVE.findall(found[2])]
    body = "".join(
        f";{'BW'[ply % 2]}[{cell or told.get(word, 'resign')}]"
        for ply, (cell, word) in enumerate(moves)
    )
    return read_sgf(f"(;GM[{HEX}]SZ[{found[1]}]{body})")


def _main_lines(text: str) -> Iterator[tuple[int, list[Property]]]:
    """The first line of each game, and the properties along its main line.

    A tree is a sequence of nodes and then trees, of which the first goes on with the main line.
    """
    branched: list[bool] = []  # for each open tree, whether a tree in it has ended
    aside = 0  # their number; after the first, a tree is a variation
    begun, name = 0, ""
    found: list[Property] = []
    for kind, word in _tokens(text):
        if word.text == "(" and kind == "sign":
            if not branched:
                begun, found = word.line, []
            branched.append(False)
        elif not branched:
            raise RecordError(f"Line {word.line}: a game begins with (;GM[{GOMOKU}]SZ[7].")
        elif word.text == ")" and kind == "sign":
            aside -= branched.pop()
            if branched:
                aside += not branched[-1]
                branched[-1] = True
            else:
                yield begun, found
        elif kind == "name":  # old files add small letters
            name = re.sub("[a-z]", "", word.text) or word.text
        elif kind == "value":
            if not name:
                raise RecordError(f"Line {word.line}: [{word.text}] has no name before it.")
            if not aside:
                found.append((name, word))
        else:
            name = ""
    if branched:
        raise RecordError(f"Line {begun}: the game that begins there has no ) at its end.")


def _tokens(text: str) -> Iterator[tuple[str, Word]]:
    at, line = 0, 1
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None:
            what = "a [ without its ]" if text[at] == "[" else f"{text[at]!r} is out of place"
            raise RecordError(f"Line {line}: {what}.")
        kind = found.lastgroup or ""
        if kind != "space":
            yield kind, Word(found[kind], line)
        line += found[0].count("\n")
        at = found.end()


def _game(line: int, properties: list[Property]) -> ReadGame:
    root = {name: _plain(word) for name, word in reversed(properties)}
    number = root.get("GM", Word("1", line))
    kind = number.text.strip()
    if kind.lower() == "othello":
        kind, properties = OTHELLO, [*_from_ggf(properties)]
    if kind not in SIZES:
        if "GM" not in root:
            raise RecordError(
                f"Line {line}: GM is missing: write GM[{GOMOKU}] for five in a row, GM[{OTHELLO}] "
                f"for Othello, or GM[{HEX}] for Hex."
            )
        raise RecordError(
            f"Line {number.line}: GM[{number.text}] is not a game of five in a row, GM[{GOMOKU}], "
            f"nor Othello, GM[{OTHELLO}], or Hex, GM[{HEX}]."
        )
    board = _board(root.get("SZ", Word(SIZES[kind], line)))
    side, level = _players(root)
    course = _Course(kind, board)
    for name, word in properties:
        if name in SIGNS:
            course.take(name, word)
    named = {OTHELLO: f"othello:{board.rows}", HEX: f"hex:{board.rows}{course.rule}"}.get(kind)
    kept = KeptGame(
        game=named or _rules(root.get("RU", Word("", line)), board),
        side=side,
        level=level,
        moves=tuple(word.text for word in course.moves),
        result=RESULTS.get(root.get("RE", Word("?", line)).text[:1].upper(), ""),
        position=course.position(root.get("PL", Word("", line)).text),
        turn=course.turn,
        played=_played(root.get("DT", Word("", line)).text),
    )
    return ReadGame(kept, line, tuple(word.line for word in course.moves))


def _from_ggf(properties: list[Property]) -> Iterator[Property]:
    """The properties of GGF without the times and estimates of the moves."""
    for name, word in properties:
        if name == "BO" and not GGF_START.fullmatch(word.text):
            raise RecordError(
                f"Line {word.line}: this game begins from another board than Othello's on 8×8."
            )
        yield name, word._replace(text=word.text.split("/")[0]) if name in SIGNS else word


class _Course:
    """The moves of a game, after marks that were set up and moves before the last pass."""

    def __init__(self, kind: str, board: SgfBoard) -> None:
        self.kind, self.board = kind, board
        self.rule = ""
        self.marks: dict[str, str] = {}
        self.moves: list[Word] = []
        self.turn = 0
        self.last = ""

    def take(self, name: str, word: Word) -> None:
        text = word.text.strip().lower()
        if name in ("AB", "AW", "AE"):
            self._set_up()
            self.marks |= dict.fromkeys(self._cells(word), SIGNS[name])
            return
        if name == self.last and self.kind != OTHELLO:
            raise RecordError(f"Line {word.line}: {name} moves twice in a row.")
        beyond = text == "tt" and max(self.board) < LETTERS.index("t") + 1
        if text in PASSES or beyond or text in SWAPS:
            second = len(self.moves) == 1 and not self.marks and self.turn == 0
            if self.kind == HEX and "swap" in text and text != "swap-sides" and second:
                self.rule = ",swap"  # by this rule of ours it is a move to the same cell
                self.moves.append(word._replace(text=self.moves[0].text))
            elif self.kind != OTHELLO:
                self._pass(name, text)
        elif text not in RESIGNS:
            if not self.moves:
                self.turn = "BW".index(name)
            self.moves.append(word._replace(text=_cell(word, self.board, self.kind)))
        self.last = name

    def _pass(self, name: str, text: str) -> None:
        self._set_up()
        self.turn = 1 - "BW".index(name)
        if text in ("swap", "swap-pieces"):  # the first mark changes its colour and is reflected
            self.marks = {
                f"{LETTERS[int(cell[1:]) - 1]}{LETTERS.index(cell[0]) + 1}": SIGNS[name]
                for cell in self.marks
            }

    def _set_up(self) -> None:
        """Take the moves so far as marks on the board."""
        for ply, word in enumerate(self.moves):
            self.marks[word.text] = "xo"[(self.turn + ply) % 2]
        self.turn = (self.turn + len(self.moves)) % 2
        self.moves = []

    def _cells(self, word: Word) -> Iterator[str]:
        """The cells of a value: one, or the corners of a rectangle."""
        corners = [
            _cell(word._replace(text=one), self.board, self.kind) for one in word.text.split(":")
        ]
        places = [(LETTERS.index(one[0]), int(one[1:])) for one in corners]
        columns, rows = zip(*places, strict=True)
        for column in range(min(columns), max(columns) + 1):
            for row in range(min(rows), max(rows) + 1):
                yield f"{LETTERS[column]}{row}"

    def position(self, player: str) -> str:
        """The text of the first position; empty if it is the start."""
        if not self.marks:
            return ""
        if player.strip().upper()[:1] in ("B", "W") and not self.moves:
            self.turn = "BW".index(player.strip().upper()[0])
        down = range(self.board.rows) if self.kind == HEX else range(self.board.rows)[::-1]
        across = LETTERS[: self.board.columns]
        rows = ("".join(self.marks.get(f"{one}{row + 1}", ".") for one in across) for row in down)
        return f"{'/'.join(map(shortened_row, rows))} {'xo'[self.turn]}"


def _plain(word: Word) -> Word:
    text = re.sub(r"\\(\r\n|\n|\r)", "", word.text)
    return word._replace(text=re.sub(r"\\(.)", r"\1", text, flags=re.DOTALL))


def _board(size: Word) -> SgfBoard:
    found = re.fullmatch(r"\s*([0-9]{1,2})\s*(?::\s*([0-9]{1,2})\s*)?", size.text)
    if found is None:
        raise RecordError(f"Line {size.line}: the board's size is written SZ[7] or SZ[7:6].")
    return SgfBoard(int(found[1]), int(found[2] or found[1]))


def _rules(rules: Word, board: SgfBoard) -> str:
    """The name of the game: the value of RU, in our notation, or five in a row."""
    name = rules.text.strip()
    found = re.fullmatch(r"(tictactoe|mnk|gomoku|standardgomoku)(?::([0-9]+),([0-9]+)\b.*)?", name)
    if found:
        size = SgfBoard(int(found[2]), int(found[3])) if found[2] else USUAL[found[1]]
        if size != board:
            raise RecordError(f"Line {rules.line}: RU[{name}] has another size than SZ says.")
        return name
    if max(board) < FIVE:
        raise RecordError(
            f"Line {rules.line}: five in a row do not fit on this board; "
            "say by RU[mnk:3,3,3] how many win."
        )
    return f"mnk:{board.columns},{board.rows},{FIVE}"


def _players(root: dict[str, Word]) -> tuple[str, str]:
    names = [root.get(tag, Word(PERSON, 0)).text for tag in ("PB", "PW")]
    computers = [name for name in names if name.split(" ")[0] == COMPUTER]
    x, o = (COMPUTER if name in computers else PERSON for name in names)
    return SIDES[x, o], computers[0].partition(" ")[2] if computers else ""


def _cell(move: Word, board: SgfBoard, kind: str = GOMOKU) -> str:
    """Our name of the cell of a move: `bb` from the upper left corner, or `b2`.

    Names of cells count rows as ours do, but for Othello's, which count from the top.
    """
    text = move.text.strip().lower()
    if re.fullmatch(r"[a-z][1-9][0-9]?", text):
        return f"{text[0]}{board.rows + 1 - int(text[1:])}" if kind == OTHELLO else text
    if not re.fullmatch(r"[a-z]{2}", text):
        raise RecordError(
            f"Line {move.line}: a move is written B[bb], column and row from the upper left, "
            f"not [{move.text[:20]}]."
        )
    column, row = map(LETTERS.index, text)
    if column >= board.columns or row >= board.rows:
        raise RecordError(
            f"Line {move.line}: [{move.text}] lies outside of the board of "
            f"{board.columns}×{board.rows}."
        )
    return f"{text[0]}{row + 1 if kind == HEX else board.rows - row}"


def _played(date: str) -> int:
    """The time when it was played; 0 unless the date is one day."""
    found = re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", date)
    try:
        return int(datetime.fromisoformat(f"{found[0]}T00:00:00+00:00").timestamp()) if found else 0
    except ValueError:
        return 0
