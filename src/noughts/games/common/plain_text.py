"""Texts with boards as one wrote them by hand: without colours, tags, frames, and source code.

>>> in_plain_signs("board = {{'X', 'O'}, {Cell::X, Some(O)}};")
"[['X', 'O'], [X, O]]"
>>> in_plain_signs("┃ X ┃ ⭕ ┃")
'| X | ⭕ |'
"""

import re
from html import unescape
from itertools import chain
from typing import Any
from unicodedata import normalize

from noughts.games.common.codes import TEXTS

BARS = dict.fromkeys("│┃║┆┊╎╏¦╽╿", "|")
RULES = dict.fromkeys(chain("╌┄┈╍┅┉―—", map(chr, range(0x2500, 0x2580))), "─")
# Letters of other alphabets, and the marks that change the look of a sign.
LOOKALIKES = {
    **dict.fromkeys("\u0425\u0445\u03a7🇽", "X"),
    **dict.fromkeys("\u041e\u043e\u039f\u03bf🇴", "O"),
    **dict.fromkeys("\ufe0e\ufe0f\ufeff\u20e3\u200b"),
}
SIGNS = str.maketrans({**RULES, **BARS, **LOOKALIKES, "\u2573": "X"})
# Many blanks in a row, of which some are kept.
BLANKS = r"(\s{200})\s+"
# The most signs of a text: LONGEST, and EACH for every cell. A word may have LONGEST_WORD more than
# the longest useful one.
LONGEST, EACH, LONGEST_WORD = 2_000, 40, 100
# Emoji as chats name them.
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
NAMED = {
    **dict.fromkeys(("x", "heavy_multiplication_x", "negative_squared_cross_mark"), "X"),
    **dict.fromkeys(("o", "o2"), "O"),
    "heavy_minus_sign": ".",
    **{
        f"{size}{colour}_circle": sign
        for size in ("", "large_")
        for colour, sign in zip(
            ("red", "blue", "yellow", "white", "black"), "🔴🔵🟡⚪⚫", strict=True
        )
    },
    **{word: str(number) for number, word in enumerate(DIGITS)},
}

# Repetitions have bounds: without them, some texts of thousands of signs would take minutes.
CLEANED: tuple[tuple[str, str], ...] = (
    (r"\x1b\[[0-9;]*[A-Za-z]", ""),  # colours of a terminal
    (r"\\n(?![a-z])|\r\n?", "\n"),
    (BLANKS, r"\1"),
    (r"^\$(?=\S)|```\w*|\"\"\"|'''", ""),
    (r"/\*.*?\*/|(?<=[\[\]{},;'\"])[ \t]{,40}(?:#|//)[ \t]{,9}\w\w.*$", ""),  # comments
    (r"^[ \t]{,40}(?:- )?([\"'])([^\"'\n]{2,})\1[ \t\\+,]{,40}$", r"\2"),  # a line that is a text
    # the game description language
    (r"\(?\bcell[( ](\d)[ ,](\d)[ ,](\w)\)\.?", r"\1,\2=\3 "),
    (r"\(?\bcontrol[( ]([xo])(?:player)?\)\.?", r"turn: \1"),
    (r"^[ \t]{,40}\[\d+,\]|\[,\d+\]", ""),  # the names of rows and columns in R
    (r"^.{,99}?\w{3}[^\[\n\"']{,99}:[ \t]*$", ""),  # a line that announces the board
    (r"(\b(?i:bottom|lower) row: [^\n.]{3,99}[a-zA-Z])\.\s*$", r"\1"),
    (r"[.,;]?\s{,40}\b(?i:top|upper|middle|bottom|lower|row ?\d)(?i: row)?\s{,9}[:=]", "\n"),
    (r"\|[ \t]\*\*(\w{1,3})\*\*[ \t](?=\|)", r"| \1 "),  # bold, in a table of Markdown
    (r"^\w{1,40}[ \t]=[ \t]*$", ""),  # as MATLAB announces a matrix
    # objects of TensorFlow and pgx
    (r"^<tf\.Tensor: [^\[]{,99}numpy=\s?(array\([^)]*\))>$", r"\1"),
    (r"^State\([\s\S]*?\b_?board=\w*rray\((\[[^\[\]]*\])[\s\S]*$", r"\1"),
    (r"^\w+\[(\{.*\})(?:, ?\w+ ?-> ?\w+)*\]$", r"\1"),  # Grid[{…}] of Mathematica
    (r"\bxIsNext['\"]?\s*[:=]\s*true", "turn: X"),
    (r"\bxIsNext['\"]?\s*[:=]\s*false", "turn: O"),
    (r",\s{,9}(?:positive|negative)\s{,9}$", ""),  # the class in a well-known data set
    (r"\.split\([\"']*\)", ""),
    # a mark that is assigned to an element of a list
    (r"\b[A-Za-z_]\w{,40}\[(\d)\]\[(\d)\]\s{,9}=\s{,9}['\"]?([XOxo])['\"]?;?", r"\1,\2=\3 "),
    (r"\b[A-Za-z_]\w{,40}\[(\d)\]\s{,9}=\s{,9}['\"]?([XOxo])['\"]?;?", r"\1=\2 "),
    (r"\s[-wb]\s{1,9}-\s{1,9}\d{1,3}\s{1,9}\d{1,3}$", ""),  # the rest of a FEN of chess
    (r"^(?:>>>|\.\.\.(?= )|In ?\[\d*\]:|Out\[\d*\]:).*\n(?=.)", ""),
)
EMPTY_ITEMS = re.compile(r"<([1-9]) empty items?>")  # as Node prints them
TAGS: tuple[tuple[str, str], ...] = (
    (r"<\s*br\s*/?>|</(?:tr|row|p|ul|h[1-6]|thead|tbody)>", "\n"),
    (r"</(?:t[dh]|div|span|button|li)>", "|"),
    (r"\n\s{,99}(?=<(?:t[dh]|div|span|button|li)\b)", ""),
    (r"</?[a-z]\w*(?:\s[^<>]*)?>", ""),
    (r"\|[ \t]{,40}$", ""),
)
LATEX = (
    (r"\\c?dots?\b", "."),
    (r"\\times\b", "X"),
    (r"\\(?:big)?circ\b", "O"),
    (r"\\(?:begin|end)\{.*?\}(?:\{.*?\})?|\\hline|\$", ""),
    (r"\s{,40}\\\\\s{,40}", "\n"),
    ("&", "|"),
)
TYPE = r"(?:\[[\d,]{,9}\]){,4}(?:\w{1,40}(?:<[^=;]{,60}>)?(?:\[[\d,]{,9}\]){,4})?"
SOURCE: tuple[tuple[str, str], ...] = (
    (r"<(?:\w+\.)?(\w+): [^<>]*>", r"\1"),  # a member of an enumeration
    (
        rf"^(?!\W*[xoXO](?:\b|_))[^=]{{,200}}?[^=!<>]=\s*(?:new\s+)?{TYPE}\s*(?=[\[({{])",
        "",
    ),  # board =
    (r",?\s{,9}\b\w+=(?:'[^']*'|[\w.:]+)", ""),  # dtype=int8
    (r"\b(?:[A-Za-z_]\w*(?:\.|::))+(?=[A-Za-z_])", ""),  # Cell.X
    (r"\b(?:Some|Just|[a-z]+\d*_?)\s*\(\s*('[^']*'|[-\w.]+)\s*\)", r"\1"),  # np.int64(1)
    (r"\bJust\s+|:(?=[a-zA-Z]+\b)|(?<=[\[( ]):(?=_)|#(?=\()|^\s*'(?=\()", ""),
    (r"^\s*new\s+\w+(?:\[\d?,?\])+\s*(?=\{)|\bArray\(\d+\)\s*(?=\[)", ""),
    (r"(?<=,)\s*(?=,)|(?<=\[)\s*(?=,)", "null"),  # holes of JavaScript
    (r"(?<=[\[, ])\.(?=[a-z]+[\],])", ""),  # .x
    (r"\b[A-Za-z_]\w*\(", "("),
)


def is_too_long(game: Any, text: str, word: int) -> bool:
    """Whether a text, or one of its words, is too long for a board or moves of a game on cells."""
    longest = rf"\w{{{word + LONGEST_WORD}}}"
    return len(text) > LONGEST + EACH * game.cells or bool(re.search(longest, text))


def with_few_blanks(text: str) -> str:
    return re.sub(BLANKS, r"\1", text)


def in_plain_signs(text: str) -> str:
    """The text with plain signs; lists in it are in brackets."""
    text = normalize("NFKC", text).translate(SIGNS)
    text = re.sub(r":([a-zA-Z]\w*):", lambda found: _named(found[1]), text)
    text = _replaced(text, CLEANED)
    text = EMPTY_ITEMS.sub(lambda found: ", ".join(["null"] * int(found[1])), text)
    if re.search(r"</\w+>", text):
        text = unescape(_replaced(text, TAGS)).replace("\xa0", " ")
    if "\\hline" in text or "\\begin" in text or " & " in text:
        text = _replaced(text, LATEX)
    if re.search(r"[\[({]", text):
        text = _in_brackets(text)
    return text


def _named(word: str) -> str:
    """The sign of an emoji as chats name it; a sign that no board has, if it is another."""
    if re.fullmatch(r"(?:white|black|large|medium|small|_)+square(?:_button)?", word):
        return "."
    other = len(word) > 3 and word.lower() not in TEXTS
    return NAMED.get(word, "¿" if other else f":{word}:")


SIDE = re.compile(
    r"['\"]?\b(?:(?:current_?)?player|turn|to_move)['\"]?\s*[:=]\s*['\"]?([xo01])\b['\"]?"
    r"|(?<!\w)([xo])(?: (?:to|is to) (?:move|play))?[.\s]*$",
    re.IGNORECASE,
)
LABEL = r"['\"]?\b(?:(?:heap|pile|row|pit|store|state|board)s?\s*#?\d*|[a-e])['\"]?\s*[:=]"


def heaps_in(text: str) -> tuple[list[list[int]], str]:
    r"""The numbers in the lines of a text of heaps or pits, and the side to move, if it says that.

    >>> heaps_in("Heap 1: 3, Heap 2: 4"), heaps_in("***\n** o")
    (([[3, 4]], ''), ([[3], [2]], 'o'))
    """
    side = SIDE.search(text)
    word = (side[1] or side[2]).lower().translate({ord("0"): "x", ord("1"): "o"}) if side else ""
    text = f"{text[: side.start()]} {text[side.end() :]}" if side else text
    text = re.sub(LABEL, " ", re.sub(r"\w*array\(", "(", text), flags=re.IGNORECASE)
    lines = [line.strip(" \t,;[](){}") for line in re.split(r"[\n/]|(?<=\]),", text)]
    found = []
    for line in filter(None, lines):
        heaps = re.findall(r"([*|I●○])(\1*)", line)
        if heaps and not re.search(r"\d", line):
            counts = [len(rest) + 1 for _, rest in heaps]
        else:
            framed = line[0] == line[-1] == "-"
            signed = re.search(r"(?<![\d-])-(?=\d)", line) and not framed
            counts = [] if signed else [*map(int, re.findall(r"\d+", line))]
        bare = re.sub(r"[\d\s,;|*I●○-]", "", line)
        found.append(counts if not bare else [])
    return found, word


def _in_brackets(text: str) -> str:
    text = _replaced(text, SOURCE)
    if not re.search(r"\{[^{}]*(?:['\"\w)]\s*:|=>)", text):
        text = text.replace("{", "[").replace("}", "]").rstrip("; \n")
    if re.fullmatch(r"\s*\[[^\[\]]*;[^\[\]]*\]\s*", text):
        text = f"[{text.replace(';', '],[')}]"
    return re.sub(r"[^/\n]+", lambda row: "|".join(_singles(row[0])) or row[0], text)


def _singles(line: str) -> list[str]:
    """The signs of cells that have brackets of their own, as in [X][ ][O]."""
    cell = r"\s*[\[(]([^\[\](),'\"]{,3})[\])]"
    return re.findall(cell, line) if re.fullmatch(rf"(?:{cell}){{2,}}\s*", line) else []


def _replaced(text: str, changes: tuple[tuple[str, str], ...]) -> str:
    for pattern, by in changes:
        text = re.sub(pattern, by, text, flags=re.MULTILINE)
    return text


MIDDLE = "mid|middle|center|centre"
PLACES = re.compile(
    rf"\b(?:(?P<row>top|upper|low|lower|bottom|[tmb](?=[lcmr]\b)|{MIDDLE})[ _-]*"
    rf"(?P<column>left|right|[lmcr]|{MIDDLE})|{MIDDLE})\b",
    re.IGNORECASE,
)


def with_names(text: str) -> str:
    """The text with names of cells instead of words for the cells of 3×3.

    >>> with_names("top left, Centre, low-R")
    'a3, b2, c1'
    """
    return PLACES.sub(
        lambda found: (
            "abc"["lmr".find((found["column"] or "m")[0].lower().replace("c", "m"))]
            + {"t": "3", "u": "3", "l": "1", "b": "1"}.get((found["row"] or "m")[0].lower(), "2")
        ),
        text,
    )
