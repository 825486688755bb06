"""The shapes of users' functions: how they take a board, and how they give a move.

A function's parameters are recognized by their names, its board, its marks and its answers by
trying (`shape_trials.py`).
"""

import re
from collections.abc import Callable, Sequence
from itertools import chain, zip_longest
from typing import Any, NamedTuple

from noughts.errors import BadShape
from noughts.game import FIRST, Game
from noughts.games.common.cell_game import CellGame
from noughts.players import observation
from noughts.players.observation import Form
from noughts.sandbox.worker import ATTRIBUTE, MEMBERS, TURNS

Argument = tuple[str, Any]  # a kind of `worker.BUILT`, and a value
Question = dict[str, Any]

# The words in the names of parameters.
NAMES = {
    meaning: words.split()
    for meaning, words in {
        "configuration": "configuration config conf",
        "depth": "depth ply level",
        "alpha": "alpha",
        "beta": "beta",
        "maximizing": "max maximizing maximising maximize ismax maximizer ismaximizing",
        "history": "history played past previous record sequence transcript far made",
        "moves": "moves legal actions available options valid",
        "board": "board state grid cells b s position pos brd field squares spots table matrix "
        "game",
        "observation": "observation obs",
        "other": "opponent other enemy human opp user their theirs",
        "mark": "mark player turn symbol letter sign piece token marker me m p ai bot computer "
        "side who color colour my mine cpu",
        "first": "is_x isx is_x_turn x_turn xisnext x_is_next x_to_move is_first first_player "
        "is_first_player is_player_x player_is_x",
    }.items()
}
# An observation may be the board itself.
BARE = {"observation": "board"}
# Left to the function's own default, if it has one.
OPTIONAL = ("", "depth", "alpha", "beta", "maximizing", "moves")

# The kind of argument of each layout of a board; `FLAT` ones have no rows.
# An object has its board as an attribute.
FLAT = {"list": "plain", "flat-array": "array", "text": "plain", "tuple": "tuple",
        "list-from-1": "plain", "dict": "by_number", "dict-by-text": "by_text",
        "dict-by-name": "plain", "dict-by-words": "plain"}  # fmt: skip
LAYOUTS = {"list": "plain", "rows": "plain", "array": "array", "text": "plain",
           "object": "object", "object-list": "object", **FLAT, "tuples": "tuple",
           "dict-by-row-column": "by_cell", "rows-from-bottom": "plain",
           "array-from-bottom": "array", "text-rows": "plain", "history": "plain"}  # fmt: skip
# X, O and a free cell; that may have its number, counted from 0 or 1, as a number or a text.
MARKS: tuple[tuple[Any, Any, Any], ...] = (
    ("X", "O", " "), ("X", "O", None), ("X", "O", ""), (1, 2, 0), (1, -1, 0), ("X", "O", "_"),
    ("X", "O", "."), ("X", "O", "-"), ("x", "o", " "), ("x", "o", None), ("x", "o", ""),
    (1, 2, None), ("x", "o", "."), ("x", "o", "_"), ("x", "o", "-"), ("X", "O", 0), ("X", "O", "#"),
    ("X", "O", "n"), ("X", "O", "n+1"), ("X", "O", "'n'"), ("X", "O", "'n+1'"), MEMBERS,
    ("my", "its", 0), ("X", "O", "*"), ("1", "2", "0"), (True, False, None), ("❌", "⭕", "⬜"),
    ("❌", "⭕", None), ("❌", "⭕", " "), ("❌", "⭕", ""), (0, 1, -1), (1, 0, -1),
    (-1, 1, 0), (2, 1, 0), (1, -1, None), (1, 0, None), ("X", "O", "E"), ("X", "O", "b"),
    ("X", "O", "empty"), ("my=1", "its=2", 0), ("my=2", "its=1", 0),
)  # fmt: skip
NUMBERED: dict[Any, Callable[[int], Any]] = {
    "n": lambda i: i, "n+1": lambda i: i + 1, "'n'": str, "'n+1'": lambda i: str(i + 1),
}  # fmt: skip
# The cells of 3×3 in words, as in a well-known book.
WORDS = [f"{row}-{column}" for row in ("top", "mid", "low") for column in "LMR"]
ANSWERS = ("cell", "row,column", "cell-from-1", "row,column-from-1", "column,row",
           "column,row-from-1", "move,score", "score,move", "board")  # fmt: skip
# The keys of an answer that is a dictionary.
PAIRS = (("row", "col"), ("row", "column"), ("y", "x"), ("r", "c"), ("i", "j"))
KEYS = ("move", "position", "index", "cell", "action", "square", "column", "col")

# The kinds of arguments that are given by name.
BY_NAME = "KEYWORD_ONLY", ATTRIBUTE
# The meaning, name and kind of an argument.
Meaning = tuple[str, str, str]


class Shape(NamedTuple):
    """The form of a function's board and of its moves.

    >>> Shape.read("rows X/O/None row,column")
    Shape(layout='rows', marks=('X', 'O', None), answer='row,column', order=(), doubt='')
    >>> str(Shape.read("row,column"))
    'list "X/O/ " row,column'
    """

    layout: str = "list"
    marks: tuple[Any, Any, Any] = MARKS[0]
    answer: str = "cell"
    order: tuple[str, ...] = ()  # the meanings of parameters whose names say nothing
    doubt: str = ""  # words of the program that may be its marks, which were not found

    @classmethod
    def read(cls, text: str) -> "Shape":
        """The shape that `--shape` describes; what it leaves out is as usual.

        Raises:
            BadShape: a word of it is unknown.
        """
        shape = cls()
        for word in re.findall(r'"[^"]*"|\S+', text):
            word = word.strip('"')
            if word in LAYOUTS:
                shape = shape._replace(layout=word)
            elif word in ANSWERS:
                shape = shape._replace(answer=word)
            elif len(marks := word.split("/")) == len(shape.marks):
                x, o, free = map(_literal, marks)
                shape = shape._replace(marks=(x, o, free))
            else:
                raise BadShape(
                    f"{word!r} is no part of a shape: give a board ({', '.join(LAYOUTS)}), marks "
                    f"such as X/O/None or 1/-1/0, and an answer ({', '.join(ANSWERS)})."
                )
        return shape

    def __str__(self) -> str:
        marks = "/".join(map(str, self.marks))
        quoted = f'"{marks}"' if " " in marks else marks
        return f"{self.layout} {quoted} {self.answer}"


def _literal(word: str) -> Any:
    if re.fullmatch(r"-?\d+", word):
        return int(word)
    return {"None": None, "True": True, "False": False}.get(word, word)


# The name of each parameter, its kind, and whether it has a default; None if unknown.
Parameters = list[tuple[str, str, bool]] | None


class Signature(NamedTuple):
    """The parameters of a function, and of its class if it is a method."""

    parameters: Parameters
    new: Parameters = None
    awaited: bool = False

    def meanings(self, order: tuple[str, ...] = ()) -> list[Meaning]:
        """The meaning, the name and the kind of each argument; in an order, no observation."""
        found = _meanings(self.parameters, order or ("board", "mark"))
        bare = BARE if order else {}
        return [(bare.get(meaning, meaning), name, kind) for meaning, name, kind in found]

    def why_not(self, name: str) -> str:
        """Why it cannot be called; empty if it can."""
        said = {one for one, _, _ in self.meanings()}
        if "?" not in said and said & {"board", "observation", "moves", "history"}:
            return ""
        given = ", ".join(one for one, _, _ in self.parameters or ())
        return f"{name}({given}) must take a board, and perhaps a mark, as {name}(board, mark) does"


def _meanings(parameters: Parameters, order: tuple[str, ...]) -> list[Meaning]:
    if parameters is None:
        parameters = [("board", "POSITIONAL", False), ("mark", "POSITIONAL", False)]
    named = [(_meaning(name), name, kind, default) for name, kind, default in parameters]
    known = {meaning for meaning, *_ in named}
    free = [] if "observation" in known else [one for one in order if one not in known]
    found: list[Meaning] = []
    for meaning, name, kind, default in named:
        if kind == "VAR_POSITIONAL":
            found += [(one, one, kind) for one in free]
        elif kind == "VAR_KEYWORD":
            if "board" in free and not found:
                found += [(one, one, "KEYWORD_ONLY") for one in free]
        elif not (default and meaning in OPTIONAL):
            found.append((meaning or (free.pop(0) if free else "?"), name, kind))
    return found


def _meaning(name: str) -> str:
    whole = re.sub(r"([a-z])([A-Z])", r"\1_\2", name).lower()
    for names in ({whole, name.lower()}, {*whole.split("_")}):
        for meaning, known in NAMES.items():
            if names & {*known}:
                return meaning
    return ""


class Caller:
    """Makes the questions for a function, and reads its answers."""

    def __init__(self, game: Game[Any], signature: Signature, shape: Shape | None = None) -> None:
        self.game, self.signature, self.shape = game, signature, shape or Shape()
        self.fits = shape is not None and not shape.doubt
        self.form = observation.form_of(game)
        self.columns = game.columns if isinstance(game, CellGame) else 0
        if self.form == Form.COLUMNS and shape is None:
            self.shape = Shape("rows")

    @property
    def is_guess(self) -> bool:
        """Whether no shape fits, and the names of the parameters do not say what they are."""
        names = [name for name, _, _ in self.signature.parameters or ()]
        return not self.fits and not all(map(_meaning, names))

    def question(self, position: Any) -> Question:
        """The arguments of the function's call, and of its class."""
        turn = observation.plain_turn(self.game, position)
        values = self._values(position, turn)
        question = _arguments(values, self.signature.meanings(self.shape.order))
        if self.signature.new is not None:
            question["new"] = _arguments(values, _meanings(self.signature.new, ("mark",)))
        return question

    def _values(self, position: Any, turn: int) -> dict[str, Callable[[], Argument]]:
        free = sum(1 for _ in self.game.moves(position))
        return {
            "board": lambda: self._board(position, turn),
            "mark": lambda: ("plain", self._mark(turn, turn)),
            "first": lambda: ("plain", turn == FIRST),
            "other": lambda: ("plain", self._mark(1 - turn, turn)),
            "observation": lambda: ("record", self._observed(position, turn)),
            "configuration": lambda: ("record", self._configuration()),
            "depth": lambda: ("plain", free),
            "alpha": lambda: ("number", "-inf"),
            "beta": lambda: ("number", "inf"),
            "maximizing": lambda: ("plain", True),
            "moves": lambda: ("plain", self._listed(position, turn)),
            "history": lambda: ("plain", self._history(position, turn)),
        }

    def _mark(self, seat: int, turn: int) -> Any:
        if self.form == Form.NAMES or {*self.game.marks} != {"X", "O"}:
            return self.game.marks[seat]
        return self._sides(turn)[seat]

    def _sides(self, turn: int) -> tuple[Any, Any]:
        """The codes of X and O; where they depend on the side to move, "my" is its own."""
        x, o, _ = self.shape.marks
        if not str(x).startswith("my"):
            return x, o
        own = [{"my": 1, "its": -1}.get(mark, _literal(mark.partition("=")[2])) for mark in (x, o)]
        return own[turn], own[1 - turn]

    def _listed(self, position: Any, turn: int) -> list[Any]:
        """The legal moves; the moves so far if they are the board."""
        if self.shape.layout == "history":
            return self._history(position, turn)
        return [self._named(move) for move in self.game.moves(position)]

    def _history(self, position: Any, turn: int) -> list[Any]:
        """Moves that lead to the position, X first."""
        cells = self.game.board(position, turn).cells
        taken = [[i for i, cell in enumerate(cells) if cell.mark == mark] for mark in "XO"]
        return [self._named(i) for pair in zip_longest(*taken) for i in pair if i is not None]

    def _cells(self, position: Any, turn: int) -> list[Any]:
        free, (x, o) = self.shape.marks[2], self._sides(turn)
        means, number = {"X": x, "O": o}, NUMBERED.get(free)
        return [
            means.get(cell.mark, cell.mark) if cell.mark else number(i) if number else free
            for i, cell in enumerate(self.game.board(position, turn).cells)
        ]

    def _board(self, position: Any, turn: int) -> Argument:
        if self.form == Form.NAMES:
            return "plain", observation.plain(self.game, position)
        layout = self.shape.layout
        if layout == "history":
            return "plain", self._history(position, turn)
        cells: Any = self._cells(position, turn)
        if layout == "text":
            cells = "".join(" " if mark is None else str(mark) for mark in cells)
        elif layout == "list-from-1":
            cells = [self.shape.marks[2], *cells]
        elif layout.startswith("dict-by-") and LAYOUTS[layout] == "plain":
            names = [cell.name for cell in self.game.board(position, turn).cells]
            three = layout == "dict-by-words" and len(cells) == len(WORDS)
            cells = dict(zip(WORDS if three else names, cells, strict=True))
        elif layout not in FLAT and layout != "object-list":
            cells = [cells[i : i + self.columns] for i in range(0, len(cells), self.columns)]
            cells = cells[::-1] if layout.endswith("bottom") else cells
            if layout == "text-rows":
                cells = "\n".join("".join(map(str, row)) for row in cells)
        if layout.startswith("object"):
            mark = self._mark(turn, turn)
            cells = {"board": cells, **dict.fromkeys(TURNS, mark)}
        return LAYOUTS[layout], cells

    def _observed(self, position: Any, turn: int) -> dict[str, Any]:
        """The observation of an agent of Kaggle's environments."""
        seen = Caller(self.game, self.signature, Shape(marks=(1, 2, 0)))
        cells = seen._cells(position, turn)
        step = sum(cell != 0 for cell in cells)
        return {"board": cells, "mark": turn + 1, "step": step, "remainingOverageTime": 60}

    def _configuration(self) -> dict[str, Any]:
        rows = self.game.board(self.game.start(), 0).rows
        k = getattr(self.game, "k", 3)
        limits = {"actTimeout": 2, "timeout": 2, "episodeSteps": 1000}
        return {"columns": self.columns, "rows": rows, "inarow": k, **limits}

    def _named(self, move: int) -> Any:
        if self.form == Form.NAMES:
            return self.game.name(move)
        first = int(self.shape.answer.endswith("1"))
        if "," not in self.shape.answer or self.form == Form.COLUMNS:
            return move + first
        row, column = divmod(move, self.columns)
        pair = [row + first, column + first]
        return pair[::-1] if self.shape.answer.startswith("column") else pair

    def move_in(self, answer: dict[str, Any], position: Any = None) -> int | str | None:
        """The move that an answer of the worker means; None if it has another form."""
        said = answer.get("parts", answer.get("move"))
        return (
            self._mark_in(said, position) if self.shape.answer == "board" else self._move_of(said)
        )

    def _mark_in(self, said: Any, position: Any) -> int | None:
        """The one cell in which a returned board has another mark."""
        said = [*said.replace("\n", "")] if isinstance(said, str) else said
        rows = said if isinstance(said, list) else []
        after = [*chain(*rows)] if all(isinstance(row, list) for row in rows) else rows
        before = self._cells(position, observation.plain_turn(self.game, position))
        changed = [
            i for i, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]
        ]
        return changed[0] if len(after) == len(before) and len(changed) == 1 else None

    def _move_of(self, said: Any) -> int | str | None:
        if isinstance(said, dict):
            if pair := next(([said[row], said[column]] for row, column in PAIRS
                             if row in said and column in said), None):  # fmt: skip
                return self._of_cell(pair)
            said = next((said[key] for key in KEYS if key in said), [*said.values()])
        if isinstance(said, str):
            number = said.strip()
            if found := re.fullmatch(r"\(?(\d+)[, ]+(\d+)\)?", number):
                return self._of_cell([*map(int, found.groups())])
            if self.form == Form.NAMES or not number.lstrip("-").isdecimal():
                return self._named_cell(said)
            said = int(number)
        first = int(self.shape.answer.endswith("1"))
        if isinstance(said, int):
            return None if self.form == Form.NAMES else said - first
        return self._of_pair(said) if isinstance(said, list) else None

    def _named_cell(self, said: str) -> str:
        if not getattr(self.game, "digits", False):
            return said
        from noughts.games.common.plain_text import with_names  # for answers in words alone

        return with_names(said)

    def _of_pair(self, said: list[Any]) -> int | str | None:
        """The move of (row, column), perhaps with a score; or of a move and a score."""
        if inner := next((part for part in said if isinstance(part, list | dict)), None):
            return self._move_of(inner)
        answer = self.shape.answer
        if len(said) == 1 or answer.endswith("score"):
            return self._move_of(said[0])
        if answer == "score,move":
            return self._move_of(said[1])
        if answer.startswith("cell"):
            return None
        return self._of_cell(said[1::-1] if answer.startswith("column") else said)

    def _of_cell(self, pair: list[Any]) -> int | None:
        """The cell in that row and column; None unless these are numbers."""
        if self.form != Form.CELLS or not all(isinstance(part, int) for part in pair[:2]):
            return None
        row, column = (part - int(self.shape.answer.endswith("1")) for part in pair[:2])
        return row * self.columns + column if 0 <= column < self.columns else -1


def _arguments(
    values: dict[str, Callable[[], Argument]], meanings: Sequence[tuple[str, str, str]]
) -> Question:
    made = [(name, kind, values[meaning]()) for meaning, name, kind in meanings]
    return {
        "args": [value for _, kind, value in made if kind not in BY_NAME],
        "named": {name: value for name, kind, value in made if kind == BY_NAME[0]},
        "held": {name: value for name, kind, value in made if kind == BY_NAME[1]},
    }


def shape_in_words(name: str, caller: Caller) -> str:
    """The shape in words: "taken as minimax(board) → (row, column)"; empty for the documented one.

    That is `choose(board, mark)` with a flat board.
    """
    start = "taken as" if caller.fits else "taken, since no usual shape fits, as"
    signature, shape = caller.signature, caller.shape
    kinds = [(meaning, kind[:10]) for meaning, _, kind in signature.meanings(shape.order)]
    if (
        caller.fits
        and caller.form == Form.CELLS
        and signature == Signature(signature.parameters)
        and (shape, kinds) == (Shape(), [("board", "POSITIONAL"), ("mark", "POSITIONAL")])
    ):
        return ""
    given = ", ".join(f"{meaning}=" if kind in BY_NAME[0] else meaning for meaning, kind in kinds)
    answer, _, one = shape.answer.partition("-from-")
    move = f"({answer.replace(',', ', ')})" if "," in answer else answer
    if caller.form != Form.CELLS and answer == "cell":
        move = "column" if caller.form == Form.COLUMNS else "name of a move"
    awaited = "await " * signature.awaited
    text = f"{start} {awaited}{name}({given}) → {move}{' from 1' if one else ''}"
    usual = Caller(caller.game, signature).shape
    if not caller.fits:
        return f"{text}; --shape says another"
    return text if shape == usual else f"{text}; --shape '{shape}'"
