r"""Moves in tables, in fields of JSON and XML, and in logs, as plain lists for `moves.py`.

>>> plain_list("move,player,row,col\n1,X,1,1\n2,O,0,0")
'(1,1) (0,0)'
>>> plain_list('[{"player": "X", "index": 4}, {"player": "O", "index": 8}]')
'0:4 8'
>>> plain_list("[12:03:11] X plays b2\n[12:03:15] O plays a1")
'X plays b2\nO plays a1'
"""

import re
from itertools import pairwise

from noughts.errors import UnreadableMove

# A longer word is no list of moves.
LONG_WORD = re.compile(r"\w{2000}")
# The names of fields: a cell or its number, a number from 0, who moves, a row, a column.
CELLS = ("cell", "square", "position", "pos", "notation", "coordinate", "coord", "move")
FROM_ZERO = ("index", "action")
MOVERS = ("player", "mark", "side", "symbol", "piece")
ROWS, COLUMNS = ("row", "r", "y"), ("column", "col", "c", "x")
# A column with other values than one shows that there are several games.
GAMES = ("game", "game_id", "match", "episode")
FIELD = re.compile(r"['\"]?(\w+)['\"]?\s*[:=]\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s,;\"'{}\[\]()]+))")
OBJECT = re.compile(r"\{([^{}]*)\}|<\w+\s([^<>]*)>")
TAG = re.compile(r"</?\w[^<>]*>")
HEAD = re.compile(r"\s*[\"']?[a-z][\w #]*[\"']?\s*", re.IGNORECASE)
NAME = re.compile(r"[a-z][1-9][0-9]?", re.IGNORECASE)
# The fields of PettingZoo's `last()` beside the action.
LAST = "observation|reward|termination|truncation|return|info"
BESIDE = re.compile(rf"\s*(?:{LAST})\s*:", re.IGNORECASE)
# A list with the nine cells of a board.
BOARD = re.compile(r"\[((?:\s*(?:null|None|[\"'][XO ]?[\"'])\s*,?){9})\]")
# A side and its move, as Python and JSON write pairs: ("X", 4), {"O": "b2"}, [[1, 1], "X"].
X_OR_O, MOVE = r"[\"']([XOxo])[\"']", r"([\"']?\w+[\"']?|[\[(]\s*\d+\s*,\s*\d+\s*[\])])"
SIDE_AND_MOVE = re.compile(
    rf"[\[({{]\s*(?:{X_OR_O}\s*[,:]\s*{MOVE}|{MOVE}\s*[,:]\s*{X_OR_O})\s*[\])}}]"
)
# The prefix of a list, for the number of its first cell; words of programs that count from 0.
COUNT = re.compile("^(?:0|1|01):")
FROM_0 = re.compile(r"\b(?:player[ _]?0|action|index)\b", re.IGNORECASE)
CLOCK = r"[0-9]{1,2}:[0-9]{2}(?::[0-9]{2}(?:[.,][0-9]+)?)?\s*(?:Z|[AP]M|[+-][0-9]{2}:?[0-9]{2})?"
STAMP = re.compile(
    rf"^[ \t]*(?:[\[(](?:[0-9]{{4}}[-/.][0-9]{{2}}[-/.][0-9]{{2}}[T ,]+)?{CLOCK}[\])]"
    rf"|[0-9]{{4}}[-/.][0-9]{{2}}[-/.][0-9]{{2}}[T ,]+{CLOCK}"
    rf"|[0-9]{{1,2}}:[0-9]{{2}}:[0-9]{{2}}(?:[.,][0-9]+)?)(?!\S)[ \t]*(?:[-|:][ \t]+)?",
    re.MULTILINE,
)
LEVEL = re.compile(r"^[ \t]*\[?(?:INFO|DEBUG)\]?[ \t]*[:|-]?(?:[ \t]*[\w.]+:)?[ \t]*", re.MULTILINE)


def plain_list(text: str) -> str:
    """The moves of a table, of fields or of a log; the text itself if it is none of these.

    It begins with `0:` if they count from 0, with `01:` if from 0 or from 1.
    """
    if text[:2] in ("0:", "1:"):
        return text[:2] + COUNT.sub("", plain_list(text[2:]))
    if LONG_WORD.search(text):
        return text
    text = SIDE_AND_MOVE.sub(r"\1\4 \2\3", LEVEL.sub("", STAMP.sub("", text)))
    found = _between_boards(text) or _from_fields(_objects(text)) or moves_of_table(text)
    if found:
        return found
    return "0:" * bool(FROM_0.search(text)) + (TAG.sub(" ", text) if "</" in text else text)


def moves_of_table(text: str) -> str:
    """The moves of a table with a line of heads; empty if it is none."""
    return _from_fields(_table(text))


def _between_boards(text: str) -> str:
    """The cells that were marked one after the other, in the boards of a game's history."""
    boards = [re.findall(r"\w+|[\"'] ?[\"']", board) for board in BOARD.findall(text)]
    marked = [
        [at for at, (was, now) in enumerate(zip(before, after, strict=True)) if was != now]
        for before, after in pairwise(boards)
    ]
    if not marked or len({*boards[0]}) > 1 or any(len(cells) != 1 for cells in marked):
        return ""
    return "0:" + " ".join(str(cell) for [cell] in marked)


def _objects(text: str) -> list[dict[str, str]]:
    """The fields of each object or element, or of each line."""
    found = [one or other for one, other in OBJECT.findall(text)]
    lines = [line for line in text.splitlines() if line.strip() and not BESIDE.match(line)]
    if not found and all(map(FIELD.search, lines)):
        found = lines
    if any(re.search(r"[\[(]", one) for one in found):  # a move in brackets is no field
        return []
    return [
        {key.lower(): one or two or three for key, one, two, three in FIELD.findall(each)}
        for each in found
    ]


def _table(text: str) -> list[dict[str, str]]:
    """The fields of a table with a line of heads, as CSV."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    mark = next((mark for mark in ",;\t" if lines and mark in lines[0]), "\n")
    head, *rows = [[cell.strip(" \"'") for cell in line.split(mark)] for line in lines] or [[]]
    if not all(map(HEAD.fullmatch, head)) or any(len(row) != len(head) for row in rows):
        return []
    keys = [key.lower() for key in head]
    return [dict(zip(keys, row, strict=True)) for row in rows]


def _from_fields(found: list[dict[str, str]]) -> str:
    """The move in each; empty unless one field, or a row and a column, is the move in all."""
    keys = [key for key in (found or [{}])[0] if all(key in one for one in found)]
    values = {key: [one[key] for one in found] for key in keys}
    if any(len({*values[key]}) > 1 for key in GAMES if key in values):
        return ""
    for key in MOVERS:
        if (marks := "".join(values.get(key, ())).upper()) and not marks.strip("XO"):
            refuse_two_in_a_row([mark == "O" for mark in marks])
    for key in CELLS:
        if key in values and all(map(NAME.fullmatch, values[key])):
            return " ".join(values[key])
    numbers = {key: each for key, each in values.items() if all(map(str.isdecimal, each))}
    row, column = ([numbers[key] for key in names if key in numbers] for names in (ROWS, COLUMNS))
    if row and column:
        return " ".join(f"({one},{two})" for one, two in zip(row[0], column[0], strict=True))
    known = [key for key in (*CELLS, *FROM_ZERO, *COLUMNS[:2]) if key in numbers]
    if len(known) > 1:
        known = [key for key in known if not _counts(numbers[key])]
    if len(known) != 1:
        return ""
    moves = numbers[known[0]]
    if known[0] in FROM_ZERO or "0" in moves:
        return f"0:{' '.join(moves)}"
    return f"{'01:' * (len(moves) > 1)}{' '.join(moves)}"


def _counts(values: list[str]) -> bool:
    """Whether these are the numbers of the moves."""
    first = int(values[0])
    return first < 2 and [*map(int, values)] == [*range(first, first + len(values))]


def refuse_two_in_a_row(seconds: list[bool]) -> None:
    """Raise UnreadableMove if one side would make two moves in a row."""
    for number, (one, other) in enumerate(pairwise(seconds), 1):
        if one == other:
            raise UnreadableMove(
                f"{'XO'[one]} would make moves {number} and {number + 1}: write the moves in their "
                "order, b2 a1 c3, or each side's, X: b2 c3 O: a1."
            )
