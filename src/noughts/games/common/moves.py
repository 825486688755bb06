"""Lists of moves as people and other programs write them, for games whose moves are cells.

Numbered lists, `1. b2 a1`, with players, `X b2, O a1`, glued, `h8i8h9`, joined, `b2-a1`, quoted or
in brackets, `["b2", "a1"]`; pairs of row and column from the upper left, `(1, 1), (2, 0)`; numbers
of cells in reading order, `4 6`; tables, JSON, and words, `centre, top left`. Pairs and numbers
count from 0, as in programs, unless that is impossible or they begin with `1:`; digits on 3×3, and
`R2C1`, count from 1, with a 0 or `0:` from 0.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import zip_longest
from typing import Any
from unicodedata import normalize

from noughts.errors import MoveError, TwoPlays
from noughts.games.common.move_tables import LONG_WORD, plain_list, refuse_two_in_a_row
from noughts.games.common.plain_text import SIGNS, is_too_long, with_few_blanks, with_names

CellGame = Any  # its module imports this one
# The most signs of a cell's name among others in a word.
PER_NAME = 4

COMMENT = re.compile(r"\{[^}\"':]*\}|(?:^|(?<=\s));[^\n]*")
RESULT = re.compile(
    r"(?<!\S)(?:1-0|0-1|1/2-1/2|\*|\.\.\.|(?:it'?s )?(?:a )?(?:draw|tie|drawn)"
    r"|(?:player )?[xo12] (?:wins|won|has won))[.!]*\s*$",
    re.IGNORECASE,
)
PAIR = re.compile(r"[\[(]\s*([0-9]+)\s*[,; ]\s*([0-9]+)\s*[\])]")
BARE_PAIR = re.compile(r"\s*([0-9]+)[,-]([0-9]+)(?:[\s;]+|$)")
# Two numbers in each line: pairs, or a move of each player.
TWO_A_LINE = re.compile(r"\s*(?:[0-9]+(?:[ \t]+|,)[0-9]+[ \t]*(?:\n\s*|$)){2,}")
ROW_AND_COLUMN = re.compile(
    r"['\"]?\br(?:ow)?['\"]?\s*[:=]?\s*([0-9]+)\W*c(?:ol(?:umn)?)?['\"]?\s*[:=]?\s*([0-9]+)",
    re.IGNORECASE,
)
IN_SGF = re.compile(r"[BW]\[([a-z])([a-z])\];?")
# Parts of SGF other than moves in turn: setup stones, passes, swaps, variations.
MORE_SGF = re.compile(r"\bA[BWE]\[|\b[BW]\[(?:\]|swap|tt\])|\).*\(\s*;|;[^;]*\(\s*;", re.DOTALL)
SIZE_SGF = re.compile(r"\bSZ\[([0-9]+)\]")
# A variation in PGN, after the move in whose place it is.
VARIATION = re.compile(r"(?<=[^\s(])\s+\(\s*[0-9]+\.[^()]*\)")
GLUED = re.compile(r"(?:[a-z][1-9][0-9]?)+", re.IGNORECASE)
SWAPPED = re.compile(r"\b([1-9][0-9]?)([a-z])\b", re.IGNORECASE)
MARKS = str.maketrans(dict.fromkeys("[](){}'\"`;|>→/", " "))
FROM_WHERE = "These numbers can count from 0 or from 1: write 0: or 1: before the list."
# The agents of PettingZoo, or what it returns with each move.
PETTINGZOO = re.compile(r"\bplayer_[012]\b|^Termination:", re.MULTILINE)
# The rest of a list, in the order in which it is removed.
WORDS = (
    "moves? history position index cell square action player(?!.?[012]) mark symbol turn to at on "
    "plays? played places? placed takes? took puts? chose chooses moved drops? dropped sampled in "
    "into disc piece and then column col row"
).replace(" ", "|")
SIDES = r"[xory]|p(?:layer[ _]?)?[012]|[bw](?=\s)|black|white|red|yellow"
BESIDE = tuple(
    re.compile(pattern, re.IGNORECASE | re.MULTILINE)
    for pattern in (
        r"['\"](?:player|mark|turn|ply|step|number)['\"]\s*:\s*['\"]?(?:-?[0-9]+|\w)['\"]?\s*(?=[,}])",
        r"['\"](?:winner|result|status|outcome|date|id)['\"]\s*:\s*(?:['\"][^'\"]*['\"]|[\w.-]+)(?=\s*[,}])",
        r"^\s*(?:(?:end of )?game|result|winner|date|event)\s*:.*$",
        # the name of a player before the one move of a line: Ann (X): b2, Ann puts a disc in b2
        (
            rf"^[ \t]*@?(?!(?:{SIDES})\b)\w+[ \t]*(?:\([xo]\)[ \t]*:|[ \t](?:{WORDS})[ \t]+"
            r"(?:an?[ \t]+\w+[ \t]+)?)(?=[ \t]*(?:[a-z]+[ \t]+)*[a-z]?[0-9]+\W*$)"
        ),
        r"\b(?:move|turn|ply|round)\s*#?[0-9]+(?:\s*[:.)-]|(?=\s+\w)(?!\s+(?:move|turn)))",
        r"^[\s|:+-]*--[\s|:+-]*$|^\s*[-*•]\s+",
        rf"['\"]?\b(?:{WORDS})\b['\"]?[ \t]*[:=]?",
        r"^[\W_]*(?:(?:#|no|x|o|black|white)\b[\W_]*)+$",
        r"(?<=\w)[!?+#=]+(?![\w(])",
    )
)
COUNTED = re.compile(
    r"^\W*(?:move|turn|ply|round)\s*#?[0-9]+\s*[:.)-]", re.IGNORECASE | re.MULTILINE
)
ALONE = r"(?<![\w.:])(?<!layer )[0-9]+"
NUMBERS = (rf"{ALONE}\.+(?![0-9])", rf"{ALONE}:(?=\s)", rf"{ALONE}\)(?=\s)")
PLAYER = re.compile(
    rf"\b(?:{SIDES})(?:['\"]?\s*(?:[:=@,|→]|->))?['\"]?\s*"
    r"(?=[\"']?[a-z]?[0-9]|[xo]?\(|\[)",
    re.IGNORECASE,
)
# Labels of X and O, and of the second player; one move of a list, and a list in brackets.
X_OR_O = re.compile(r"[xo]\b", re.IGNORECASE)
SECOND = re.compile(r"o|white|yellow|y|w|p(?:layer ?)?2", re.IGNORECASE)
ITEM = re.compile(r"[\[(][^\[\]()]*[\])]|[^\s,;\[\]()]+")
OUTER = re.compile(r"^\[(.*)\]$", re.DOTALL)
LINE = re.compile(r"[\s|,]*([0-9]+)\b[\s|,.):]*(.*)")


def plain_moves(text: str) -> str:
    r"""A list of moves without numbers of moves, comments, players, and a result at its end.

    >>> plain_moves("1. b2 {centre} a1 2. c3 1-0").split()
    ['b2', 'a1', 'c3']
    >>> plain_moves("Move 1: X plays b2!\nMove 2: O -> a1").split()
    ['b2', 'a1']
    """
    if LONG_WORD.search(text):
        return text
    text = with_few_blanks(normalize("NFKC", re.sub("[①-⑳]", " ", text)).translate(SIGNS))
    text = COUNTED.sub(" ", COMMENT.sub(" ", text).replace("**", ""))
    while VARIATION.search(text):
        text = VARIATION.sub(" ", text)
    for number in NUMBERS[: 2 if "(" in text else 3]:
        text = re.sub(number, " ", text)
    for beside in BESIDE:
        text = beside.sub(" ", text)
    return _in_turn(_without_numbers(RESULT.sub("", text)))


def _in_turn(text: str) -> str:
    """The moves without their players; in turn, if each player's are in a list of their own."""
    labels = [*PLAYER.finditer(text)]
    ends = [*(label.start() for label in labels), len(text)][1:]
    lists = [
        ITEM.findall(OUTER.sub(r"\1", text[label.end() : end].strip(" \t\n,;./|")))
        for label, end in zip(labels, ends, strict=True)
    ]
    seconds = [bool(SECOND.match(label[0])) for label in labels]
    if len(lists) < 2 or all(len(one) < 2 for one in lists):
        if all(map(X_OR_O.match, (label[0] for label in labels))) and all(lists):
            refuse_two_in_a_row(seconds)
        return PLAYER.sub(" ", text)
    if sorted(seconds) != [False, True] or text[: labels[0].start()].strip():
        return text  # no game shows whose the moves are
    second, first = (lists[seconds.index(one)] for one in (True, False))
    if not 0 <= len(first) - len(second) <= 1:
        return text
    return " ".join(move for pair in zip_longest(first, second, fillvalue="") for move in pair)


def _without_numbers(text: str) -> str:
    """The lines without their numbers, if they have such."""
    lines = [LINE.fullmatch(line) for line in text.splitlines() if re.search(r"\w", line)]
    numbers = [int(line[1]) for line in lines if line]
    counted = (
        len(lines) > 1 and all(lines) and numbers == [*range(numbers[0], numbers[0] + len(lines))]
    )
    named = all(re.search(r"[a-z][1-9]", line[2], re.IGNORECASE) for line in lines if line)
    return "\n".join(line[2] for line in lines if line) if counted and named else text


def moves_in(game: CellGame, text: str) -> list[str]:
    """The names of the moves in a text; its words if they are no moves.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> moves_in(TicTacToe(), "b2a1c3"), moves_in(TicTacToe(), "[(1, 1), (2, 0)]")
    (['b2', 'a1', 'c3'], ['b2', 'a1'])
    >>> moves_in(TicTacToe(), "Centre, top left"), moves_in(TicTacToe(), "R2C2 R1C1")
    (['b2', 'a3'], ['b2', 'a3'])
    """
    given, words = text, text.replace(",", " ").split()
    if is_too_long(game, text, PER_NAME * game.cells):
        return words
    text = plain_list(with_few_blanks(text))
    _refuse_either_order(game, given, text)
    numbers = re.findall("[0-9]+", text)
    if TWO_A_LINE.fullmatch(text) and (len({*numbers}) < len(numbers) or not game.digits):
        text = re.sub(r"([0-9])[ \t]+(?=[0-9])", r"\1,", text)
    pairs = [(int(row), int(column)) for row, column in BARE_PAIR.findall(text)]
    if pairs and not BARE_PAIR.sub("", text):
        return next((found for one in (0, 1) if (found := _cells(game, pairs, one))), words)
    if _readable(game, plain := text.replace(",", " ").split()):
        words = plain
        numbers = [word for word in words if word.isdecimal()]
        ascend = numbers == [str(i + 1) for i in range(len(numbers))] and words[0] == "1"
        moves = [word for word in words if not word.isdecimal()]
        return moves if ascend and len(moves) >= len(numbers) > 1 else words
    return next((found for found in _readings(game, text) if _readable(game, found)), words)


def _refuse_either_order(game: CellGame, given: str, text: str) -> None:
    """Refuse numbers on 3×3 in a log as of PettingZoo, which counts down the columns."""
    if game.digits and PETTINGZOO.search(given) and not re.search(r"[a-z][1-9]\b|\(", text):
        raise TwoPlays(
            "These numbers can count along the rows, or down the columns, as PettingZoo's do: "
            "write them alone, 4 0 8, to count along the rows, or "
            '{"env": "tictactoe_v3", "actions": [4, 0, 8]}.'
        )


def _readable(game: CellGame, words: list[str]) -> bool:
    try:
        for word in words:
            game.read(word)
    except MoveError:
        return False
    return bool(words)


def _readings(game: CellGame, text: str) -> Iterator[list[str]]:
    if text.startswith("01:"):
        either = [*filter(None, (_numbered(game, text[3:].split(), one) for one in (0, 1)))]
        if len(either) > 1:
            raise TwoPlays(FROM_WHERE)
        yield from either
        return
    first, text = (int(text[0]), text[2:]) if text[:2] in ("0:", "1:") else (None, text)
    if sgf := IN_SGF.findall(text):
        size = SIZE_SGF.search(text)
        if MORE_SGF.search(text) or (size and int(size[1]) != game.rows):
            return
        yield _cells(game, [(ord(row), ord(column)) for column, row in sgf], ord("a"))
    if (
        first is None
        and ROW_AND_COLUMN.search(text)
        and not re.search(r"(?i)\b[rc]?0|['\"{]|row\s*[:=]", text)
    ):
        first = 1
    if ROW_AND_COLUMN.search(text) and re.search("['\"]", text):  # JSON: no comments
        text = text.translate(str.maketrans("{}", "  "))
    body = plain_moves(ROW_AND_COLUMN.sub(r"(\1,\2)", with_names(text) if game.digits else text))
    if pairs := [(int(row), int(column)) for row, column in PAIR.findall(body)]:
        if not PAIR.sub("", body).strip(" \n\t,;[](){}->'\""):
            yield from _counted(first, lambda one: _cells(game, pairs, one))
        if len(pairs) > 1 or "(" in body:  # one in brackets may be a list
            return
    words = body.translate(MARKS).replace(",", " ").split()
    words = [word for word in words if word.strip("-")]
    if first is None or not all(map(str.isdecimal, words)):
        yield words
    if all(word.isascii() and word.isdecimal() for word in words):
        yield from _counted(first, lambda one: _numbered(game, words, one))
        if len(words) == 1 and game.digits:
            for one in 1, 0:  # as digits apart
                yield _numbered(game, words[0], one)
        if len(words) > 1 and all(len(word) == len("11") for word in words):
            pairs = [(int(word[0]), int(word[1])) for word in words]
            yield from _counted(first, lambda one: _cells(game, pairs, one))
    yield [part for word in words for part in re.split(r"-+", word)]
    if all(map(GLUED.fullmatch, words)):
        yield glued_names(words)
    yield [SWAPPED.sub(r"\2\1", word) for word in words]


def glued_names(words: list[str]) -> list[str]:
    """The names of cells in words of several."""
    return re.findall(r"[a-z][1-9][0-9]?", " ".join(words).lower())


def _counted(first: int | None, cells: Callable[[int], list[str]]) -> Iterator[list[str]]:
    """The cells counted from 0, otherwise from 1; or from the given number."""
    for one in (0, 1) if first is None else (first,):
        yield cells(one)


def _cells(game: CellGame, pairs: list[tuple[int, int]], first: int) -> list[str]:
    rows = [(row - first, column - first) for row, column in pairs]
    if not all(0 <= row < game.rows and 0 <= column < game.columns for row, column in rows):
        return []
    return _numbered(game, [row * game.columns + column for row, column in rows], 0)


def _numbered(game: CellGame, numbers: Iterable[int | str], first: int) -> list[str]:
    cells = [int(number) - first for number in numbers]
    if game.falls or not all(0 <= cell < game.cells for cell in cells):
        return []
    return [game.cell_name(cell) for cell in cells]
