"""The boards in texts: drawn, printed by programs, or written in their source.

Lines around a board are left out, and its lines taken apart, in all ways that leave the rows of the
game; `boards.py` compares the positions that these boards can be.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from textwrap import dedent
from typing import Any, NamedTuple

from noughts import errors
from noughts.games.common.codes import EMPTY, TEXTS, O, Reading, X, as_code
from noughts.games.common.plain_text import in_plain_signs

CellGame = Any  # its module imports this one
Rows = Sequence[Sequence[Any]]
Sides = tuple[str, ...]

# The side to move: which player a word can mean. Colours and numbers are counted in two ways.
EITHER = ("x", "o")
SIDES: dict[str, Sides] = {
    "x": ("x",), "o": ("o",), "first": ("x",), "second": ("o",), "player 1": ("x",),
    "player 2": ("o",), "-1": ("o",), "2": ("o",),
    **dict.fromkeys(("0", "1", "w", "b", "white", "black"), EITHER),
}  # fmt: skip
SIDE = r"(player [12]|white|black|first|second|[xo]|[wb]|[012]|-1)"
AT_THE_END = re.compile(rf"(?<![\s,;])[\s,;]+{SIDE}\s*[;.]?\s*$", re.IGNORECASE)
BLANKS = r"[ \t]"
PHRASES = tuple(
    re.compile(
        phrase.replace("~", "[ \t]").replace("SIDE", SIDE) + r"\b['\"]?[.:?!]*", re.IGNORECASE
    )
    for phrase in (
        r"(?<![xo]~)['\"]?\b\w*(?:to~*_?move|to~*_?play|turn|side|player|next)['\"]?~*[:=]~*['\"]?SIDE",
        r"\bSIDE(?:'s)?~+(?:is~+)?(?:to~+(?:move|play)|turn|moves?)",
        r"\b(?:best|next|your|optimal|whose)~+(?:moves?|turn)~*(?:,|for|by|as|is|:)?~*(?:player~+)?SIDE",
    )
)
# Words after a board: x=1 o=2 empty=0 turn=x.
SAID = re.compile(
    r"(?<![\s,;])[\s,;]+(x|o|empty|turn)=('[^']*'|\"[^\"]*\"|[^\s,;)\]}]+)\s*$", re.IGNORECASE
)
TOKEN = re.compile(r"[\[(]|[\])]|'([^']*)'|\"([^\"]*)\"|[^\s,\[\]()'\"]+")
VALUE = r"'[^']*'|\"[^\"]*\"|[^\s,{}\[\]()]+"
PAIR = re.compile(rf"(\([^()]*\)|'[^']*'|\"[^\"]*\"|[\w.-]+)\s*:\s*({VALUE})")
WITHIN = re.compile(r"('[^']*'|\"[^\"]*\"|\w+)\s*:\s*\{([^{}]*)\}")
# A board in a text of its own: "board": "XO..X...O", ?board=XO..X...O; or in a list: "board": [.
KEY = r"(?:\b|_)(?:board|state|cells|grid|squares|position|fen)['\"]?\s*[:=]\s*"
NAMED = re.compile(rf"{KEY}(?:\"([^\"]+)\"|'([^']+)'|([^\s&\"'\[({{]{{3,}}))", re.IGNORECASE)
OPENED = re.compile(rf"{KEY}(?=\(?\[)", re.IGNORECASE)
# The cells of each side: X: a3 b2, O: b3 c1.
OWN = r"(?:'s)?(?:[ _](?:moves|cells|marks|squares|has|is|are|at|in|on|played))*\s*[:=]?(?![a-z])"
OF_SIDES = re.compile(
    rf"\W*(?:x|player ?1)['\"]?{OWN}(?P<x>.*?)\b(?:o|player ?2)['\"]?{OWN}(?P<o>.*)",
    re.IGNORECASE | re.DOTALL,
)
PLANES = re.compile(
    r"\W*x['\"]?\s*[=:]\s*(?P<x>\[.*\])\W*?o['\"]?\s*[=:]\s*(?P<o>\[.*\])\s*",
    re.IGNORECASE | re.DOTALL,
)
# The mark of each cell: a3=X b3=O, or with one in a line.
OF_CELLS = re.compile(
    r"\s*([a-z]?[0-9]{1,3}(?:,[0-9]{1,2})?)(?:\s*[:=]\s*|[ \t]+)([^\s,;]+)[\s,;]*", re.IGNORECASE
)
CELL = re.compile(r"[\[(]\s*[0-9]+\s*,\s*[0-9]+\s*[\])]|\b(?:[a-z]?[0-9]{1,3})\b", re.IGNORECASE)
OUTER = re.compile(r"^\[((?:[^\[\]]|\[[^\[\]]*\])*)\]$")
FIRST_CELL = re.compile(r"([a-z]?\d+|\d+,\d+),([xo])", re.IGNORECASE)
FIRST_MARK = re.compile(r"([xo]),([a-z]?\d+|\d+,\d+)", re.IGNORECASE)
# The names of a row, a column, a mark and a number in lists of cells: {"row": 0, "col": 1, …
FIELDS = (("row", "r", "y"), ("col", "column", "c", "x"), ("mark", "player", "value", "symbol"),
          ("id", "index", "cell", "square", "position"))  # fmt: skip
FRAME = r"[-+=_|:─\s]*"
RULER = re.compile(rf"{FRAME}([+]|[-=_─]{{2}}|\|:?-+:?\|){FRAME}")
LABELLED = re.compile(
    r"[\s|]*(?:row[ _]?)?([0-9]{1,2}|[a-z])(?:[:.)]|\s*\||\s)(.*?)(?:[\s|]+\1[\s|]*)?",
    re.IGNORECASE,
)
RUN = re.compile(r"([xo._-]|[1-9][0-9]?(?![0-9]))*", re.IGNORECASE)
# A mark before each line: of a comment, or of a list.
PREFIX = re.compile(r"\s*(//|[#>%;]|[-*](?= )) ?(.*)")
WORD = re.compile(r"[^\W\d_]{2,}")
LETTERS_OF_CELLS = re.compile("[xorybwe]+", re.IGNORECASE)


class DrawnRows(NamedTuple):
    """The rows of a board that is drawn."""

    rows: Rows


class Words(NamedTuple):
    """A text without the words after it: the codes of the signs, and the sides that may move."""

    text: str
    codes: Reading
    sides: Sides | None

    @classmethod
    def of(cls, text: str) -> "Words":
        """Take the words from a text, and the quotes around it."""
        known: Reading = {}
        sides: Sides | None = None
        text = _unquoted(text)
        while word := SAID.search(text):
            text, name = text[: word.start()], word[1].lower()
            value = word[2].strip("'\"")
            if name == "turn":
                sides = sides_of(value)
            else:
                known[as_code(value)] = {"x": X, "o": O, "empty": EMPTY}[name]
        return cls(_unquoted(text), known, sides)


def sides_of(turn: Any) -> Sides:
    """The sides that a word for the side to move can mean; `("",)` if there is none."""
    if turn is None or turn == "":
        return ("",)
    if isinstance(turn, int):
        turn = "xo"[turn] if turn in (0, 1) else turn
    found = SIDES.get(str(turn).strip().lower())
    if not found:
        raise errors.UnreadablePosition(f"turn={turn!r} is no side: write turn=x or turn=o.")
    return found


def _unquoted(text: str) -> str:
    bare = text.replace("\ufe0f", "").replace("\ufeff", "").replace("```", "")
    for quote in ('"""', '"', "'", "`"):
        inner = bare.strip()[len(quote) : -len(quote)]
        if bare.strip() == f"{quote}{inner}{quote}" and quote not in inner:
            return inner
    return bare


def bodies(text: str, sides: Sides, colours: Mapping[str, str]) -> Iterator[tuple[str, Sides]]:
    """The board in a text, and who may be to move, if words say it."""
    meant = SIDES | {colour: (side,) for colour, side in colours.items()}
    given, text = text, in_plain_signs(text)
    if not text.strip() and given.strip():  # tags alone
        return
    said = False
    for pattern in PHRASES:
        if found := pattern.search(text):
            before, after = text[: found.start()], text[found.end() :]
            text = f"{before}\n{after}" if after.strip() else before.rstrip("\n")
            sides, said = meant[found[1].lower()], True
    if len(opened := [*OPENED.finditer(text)]) == 1:
        yield _bracketed(text[opened[0].end() :]), sides
    yield text, sides
    if not said and (found := AT_THE_END.search(text)):
        yield text[: found.start()], meant[found[1].lower()]
    if found := NAMED.search(text):
        yield found[1] or found[2] or found[3], sides


def _pairs(text: str) -> dict[str, Any]:
    """The keys and values in a text; none if a key is there twice."""
    found = [[part.strip("'\"") for part in pair] for pair in PAIR.findall(text)]
    return dict(map(tuple, found)) if len({key for key, _ in found}) == len(found) else {}


def _bracketed(text: str) -> str:
    """The text up to the bracket that closes its first one."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "[(") - (sign in "])")
        if depth == 0:
            return text[: at + 1]
    return text


def boards_in(game: CellGame, text: str) -> Iterator[Any]:
    """The possible boards in a text: dicts by cell, nested lists, and drawn rows."""
    planes = PLANES.fullmatch(text)
    if planes and all(len(re.findall(r"\w+", planes[side])) == game.cells for side in (X, O)):
        yield {side: _nested(planes[side]) for side in (X, O)}
        return
    if cells := _cells_of_sides(text) or _marks_of_cells(game, text) or _records(text):
        yield cells
        return
    inner = {key.strip("'\""): _pairs(pairs) for key, pairs in WITHIN.findall(text)}
    pairs = (inner if len(inner) > 1 else _pairs(text)) if "{" in text else {}
    if len(pairs) > 1 or (pairs and "[" not in text):
        yield pairs
    elif "[" in text or re.match(r"\s*\((?=\s*['\"(]|.*,|[^()]*\)(?:\s*\([^()]*\))*\s*$)", text):
        yield _by_first(nested := _nested(text)) or nested
    else:
        found = [rows for lines in _without_the_rest(game, text)
                 if any(map(str.strip, lines)) or not text.strip()
                 for rows in _rows_of_lines(game, lines)]  # fmt: skip
        yield from map(DrawnRows, {tuple(map(tuple, rows)): rows for rows in found}.values())


def _cells_of_sides(text: str) -> dict[Any, str]:
    """The marks in lists of the cells of X and of O."""
    found = OF_SIDES.fullmatch(text.strip())
    lists = (
        {side: OUTER.sub(r"\1", found[side].strip(" ,;{}\n'\"")) for side in "xo"} if found else {}
    )
    if any(re.search(r"\w", CELL.sub("", cells).replace("and", "")) for cells in lists.values()):
        return {}
    cells = [(cell, side) for side, cells in lists.items() for cell in CELL.findall(cells)]
    return dict(cells) if len(dict(cells)) == len(cells) else {}


def _marks_of_cells(game: CellGame, text: str) -> dict[Any, str]:
    """The marks in a list of names or numbers of cells."""
    found = OF_CELLS.findall(text)
    named = len(found) > 1 and all(cell[0].isalpha() for cell, _ in found)
    several = named or len(found) > game.rows or re.search("[:=]", text)
    several = several and len(dict(found)) == len(found)
    return {} if not several or OF_CELLS.sub("", text).strip() else dict(found)


def _records(text: str) -> dict[Any, str]:
    """The marks in a list of cells with their row and column."""
    cells = {}
    for record in re.findall(r"\{([^{}]*)\}", text):
        pairs = _pairs(record)
        row, column, mark, number = (
            next((pairs[name] for name in names if name in pairs), None) for names in FIELDS
        )
        if mark is None or (number is None and None in (row, column)):
            return {}
        cells[f"{row},{column}" if number is None else number] = mark
    return cells


def _nested(text: str) -> list[Any]:
    """The lists in a text, as Python, JSON and NumPy print them."""
    begin = min(at for at in (text.find("["), text.find("(")) if at >= 0)
    stack: list[list[Any]] = [[]]
    for token in TOKEN.finditer(text, begin):
        if token[0] in "[(":
            stack.append([])
        elif token[0] in "])":
            if len(stack) > 1:
                done = stack.pop()
                stack[-1].append(done)
        elif "=" not in token[0] and token[0] != "board":
            quoted = next((part for part in token.groups() if part is not None), None)
            stack[-1].append(token[0] if quoted is None else quoted)
    lists = [item for item in stack[0] if isinstance(item, list)]
    return lists[0] if len(lists) == 1 else lists


def _by_first(items: list[Any]) -> dict[str, str]:
    """The marks in lists of a cell and its mark: ("a3", "X"), (0, 0, "X") or ("X", 0, 0)."""
    texts = [",".join(map(str, item)) if isinstance(item, list) else "" for item in items]
    for pattern, cell, mark in (FIRST_CELL, 1, 2), (FIRST_MARK, 2, 1):
        if all(found := [pattern.fullmatch(text) for text in texts]):
            return {one[cell]: one[mark] for one in found if one}
    return {}


def _without_the_rest(game: CellGame, text: str) -> list[list[str]]:
    """The lines of a board, without what a text has beside it: frames, names of rows, sentences."""
    lines = text.splitlines()
    if "\t" in text and any(line.count("\t") != game.columns - 1 for line in lines):
        lines = dedent(text).splitlines()
    found = [[line.replace("\t", "|") for line in lines]]
    for change in (
        _trimmed,
        _without_sentences,
        _without_prefix,
        _under_names,
        _without_blank,
        _below_ruler,
        _without_rulers,
        _without_numbers,
        _merged,
        _below_header,
        _without_labels,
    ):
        found += [changed for one in found if (changed := change(game, one)) not in found]
    return found


def _trimmed(_: Any, lines: list[str]) -> list[str]:
    marked = [at for at, line in enumerate(lines) if line.strip()]
    return lines[marked[0] : marked[-1] + 1] if marked else lines


def _without_sentences(_: Any, lines: list[str]) -> list[str]:
    return [
        line
        for line in lines
        if not any(map(_is_said, WORD.findall(line)))
        and not re.fullmatch(r"\s*[][>:$!(){};]+\s*", line)
    ]


def _is_said(word: str) -> bool:
    """Whether a word is no cell."""
    return word.lower() not in TEXTS and not LETTERS_OF_CELLS.fullmatch(word)


def _without_prefix(game: CellGame, lines: list[str]) -> list[str]:
    marked = [line for line in lines if line.strip()]
    found = [PREFIX.fullmatch(line) for line in marked]
    if len(found) < 2 or len({prefix and prefix[1] for prefix in found}) > 1 or not found[0]:
        return lines
    rest = [prefix[2] for prefix in found if prefix]
    whole = all("|" in line or len("".join(line.split())) >= game.columns for line in rest)
    return rest if whole else lines


def _under_names(game: CellGame, lines: list[str]) -> list[str]:
    """The cells under the names of columns, where blanks may be empty cells."""
    rest = [line for line in lines if line.strip() and not RULER.fullmatch(line)]
    for line in rest:
        names = [*re.finditer(r"[^\s|]+", line)]
        if len(names) == game.columns and _in_sequence([name[0] for name in names]):
            places = [name.end() - 1 for name in names]
            cells = [[row[at : at + 1] or " " for at in places] for row in rest if row != line]
            others = ["".join(sign for at, sign in enumerate(row) if at not in places)
                      for row in rest if row != line]  # fmt: skip
            labels = [re.findall(r"\w+", other) for other in others]
            if all(len(each) <= 2 for each in labels) and all(map(_in_sequence, zip(*labels))):
                return ["|".join(row) for row in cells]
    return lines


def _without_blank(_: Any, lines: list[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def _below_ruler(game: CellGame, lines: list[str]) -> list[str]:
    """The rows below the first ruler, if there are as many as the game has."""
    at = next((at for at, line in enumerate(lines) if RULER.fullmatch(line)), 0)
    below = _without_rulers(game, lines[at:])
    return below if at and len(below) == game.rows else lines


def _without_rulers(_: Any, lines: list[str]) -> list[str]:
    return [line for line in lines if not RULER.fullmatch(line)]


def _without_numbers(game: CellGame, lines: list[str]) -> list[str]:
    """The rows of a board that has the numbers of its cells beside it."""
    if len(lines) != game.rows:
        return lines
    starts = [row * game.columns for row in range(game.rows)]
    for order, first in product((starts, starts[::-1]), (0, 1)):
        numbers = [
            r"\W+".join(str(first + start + column) for column in range(game.columns))
            for start in order
        ]
        for gap in (r"[^\w|]*", r"\W*"):  # a bar before it can be one of the board
            if rows := _groups(lines, [rf"(.*?\S)\s{{2,}}{gap}{row}\W*" for row in numbers]):
                return rows
        rows = _groups(lines, [rf"\W*{row}\W*?\s{{2,}}(\S.*)" for row in numbers])
        # Where blanks are cells, nothing shows where the gap ends.
        if rows and all(
            row.count("|") > game.columns or len(re.findall(r"[^\s|]+", row)) == game.columns
            for row in rows
        ):
            return rows
    return lines


def _groups(lines: list[str], patterns: list[str]) -> list[str]:
    """The first group in each line by its pattern; empty if a line does not match."""
    both = zip(patterns, lines, strict=True)
    found = [re.fullmatch(pattern, line.rstrip()) for pattern, line in both]
    return [row[1] for row in found if row] if all(found) else []


def _merged(game: CellGame, lines: list[str]) -> list[str]:
    """The lines with the marks, where rows are several lines high."""
    height = len(lines) // game.rows
    if height < 2 or len(lines) % game.rows or not any("|" in line for line in lines):
        return lines
    groups = [lines[at : at + height] for at in range(0, len(lines), height)]
    marked = {
        at for group in groups for at, line in enumerate(group) if any(map(str.isalnum, line))
    }
    at = marked.pop() if marked else height // 2
    return lines if marked else [group[at] for group in groups]


def _below_header(game: CellGame, lines: list[str]) -> list[str]:
    """The rows below the names of the columns, if there are any."""
    for at, line in enumerate(lines):
        names = [re.sub(r"^[0-9](?=[a-z])", "", name) for name in re.findall(r"[^\s|,;]+", line)]
        names = [*names[0]] if len(names) == 1 else names
        if len(names) == game.columns * game.boards and _in_sequence(names[: game.columns]):
            below = lines[at + 1 :]
            below = below[len(below) > game.rows and bool(RULER.fullmatch(below[0])) :]
            if len(below) < game.rows:
                return lines[:at]
            return lines if line in below else below[: game.rows]
    return lines


def _without_labels(game: CellGame, lines: list[str]) -> list[str]:
    found = [LABELLED.fullmatch(line) for line in lines]
    if len(lines) < 2 or not all(found):
        return lines
    labels = [label[1].lower() for label in found if label]
    rows = [label[2] for label in found if label]
    of_cells = game.columns > 1 and all(len(row.strip()) < 2 for row in rows)
    return rows if _in_sequence(labels) and not of_cells else lines


def _in_sequence(names: Sequence[str]) -> bool:
    """Whether names are consecutive letters or numbers, upwards or downwards."""
    if all(name.isdecimal() for name in names):
        places = [int(name) for name in names]
    elif all(len(name) == 1 and name.isascii() and name.isalpha() for name in names):
        places = [ord(name.lower()) for name in names]
    elif all(len(name) == 1 and name in "0123456789abcdefABCDEF" for name in names):
        places = [int(name, 16) for name in names]
    else:
        return False
    steps = {after - before for before, after in pairwise(places)}
    return steps in ({1}, {-1}) or (len(names) == 1 and places[0] in (0, 1, ord("a")))


def _rows_of_lines(game: CellGame, lines: list[str]) -> Iterator[Rows]:
    """The rows of these lines, by all separators of rows and of cells."""
    groups = [lines]
    if len(lines) == 1:
        groups += [
            [part for part in parts if part.strip() or mark == r"\|"]
            for mark in ("/+", r"\|", ";", ",", r"\s+", r"[/|]", r"\\")
            if len(parts := re.split(mark, lines[0].strip())) > 1
        ]
    for group in groups:
        ways = [*WAYS, *(_with_blanks(game.columns, lines) if group is lines else ())]
        for way in ways:
            rows = [way(row) for row in group]
            if all(rows):
                yield rows


def _with_blanks(columns: int, lines: list[str]) -> Iterator[Callable[[str], list[str]]]:
    """Readers of lines with blanks as empty cells; blanks at the end may be missing."""
    if not all(
        TEXTS.get(sign.lower()) in (X, O) or sign in " 0" for line in lines for sign in line
    ):
        return
    longest = max(map(len, lines), default=0)
    if longest <= columns:
        yield lambda row: list(row.ljust(columns))
    if longest > columns or not any(line.endswith(" ") for line in lines):
        yield lambda row: _spaced(row.ljust(2 * columns - 1))


def _spaced(row: str) -> list[str]:
    return list(row[::2]) if not row[1::2].strip() else []


def _runs(row: str) -> list[str]:
    """The cells of a row that counts its empty cells; none if it has other signs."""
    if not RUN.fullmatch(row.strip()):
        return []
    return list(re.sub(r"[0-9]+", lambda number: "." * int(number[0]), row.strip()))


def _quoted(row: str) -> list[str]:
    return [part.strip("'\"") for part in re.findall(r"'[^']?'|\"[^\"]?\"|\S+", row)]


def _split(mark: str) -> tuple[Callable[[str], list[str]], ...]:
    """Ways to split a row; the sign may also end it, or begin and end it."""
    first, last = rf"^\s*{re.escape(mark)}", rf"{re.escape(mark)}\s*$"

    def at_marks(row: str, outer: re.Pattern[str]) -> list[str]:
        if mark not in row:
            return []
        return [part.strip(" \t'\"") for part in outer.sub("", row).split(mark)]

    outers = map(re.compile, ("(?!)", last, f"{first}|{last}"))
    return tuple(partial(at_marks, outer=outer) for outer in outers)


WAYS: tuple[Callable[[str], list[str]], ...] = (
    *_split("|"), *_split(","), *_split(";"), *_split(":"), _quoted,
    list, lambda row: list(row.strip()), _spaced, _runs,
)  # fmt: skip
