"""What people call a game, `Connect Four 6×5` for `connectfour:6,5`, and how it is played."""

import re
from collections.abc import Callable
from typing import Any

from noughts.game import Game, rules_in_words
from noughts.games.common.foreign import Foreign
from noughts.games.lines import Lines
from noughts.games.registry import ENTRIES, spec_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
# What docstrings say of misère play alone: the rest of a sentence, or a whole one.
MISERE = re.compile(r"[;,] in misère play,[^.]*| In misère play[^.]*\.")
NAMES: dict[str, Callable[[Any], str]] = {
    "tictactoe": lambda _: "Tic-tac-toe",
    "mnk": lambda game: f"{_size(game.m, game.n)}, {_row(game.k)}{_board(game)}",
    "pentago": lambda game: f"Pentago {_size(game.size, game.size)}",
    "gomoku": lambda game: f"Gomoku{_gomoku(game)}",
    "connectfour": lambda game: _connect_four(game),
    "cube": lambda game: f"Cube {game.n}×{_size(game.n, game.n)}",
    "qubic": lambda _: "Qubic",
    "wild": lambda game: f"Wild tic-tac-toe{_sized(game, _size(game.m, game.n), '3×3')}",
    "notakto": lambda game: f"Notakto{_boards(game.boards)}",
    "orderchaos": lambda game: f"Order and Chaos {_size(game.columns, game.rows)}, {_row(game.k)}",
    "morris": lambda game: f"Three men's morris{', no diagonals' * game.nodiagonals}",
    "picaria": lambda game: f"Picaria{', placed on the centre, too' * game.centre}",
    "threemarks": lambda game: f"Three marks each{', the oldest still blocks' * game.blocking}",
    "numerical": lambda _: "Numerical tic-tac-toe",
    "ultimate": lambda _: "Ultimate tic-tac-toe",
    "domineering": lambda game: f"Domineering {_size(game.columns, game.rows)}",
    "hex": lambda game: f"Hex {_size(game.size, game.size)}",
    "nim": lambda game: f"Nim {', '.join(str(heap) for heap in game.sizes if heap)}",
    "chomp": lambda game: f"Chomp {_size(game.m, game.n)}",
    "dots": lambda game: f"Dots and Boxes {_size(game.m, game.n)}",
    "kalah": lambda game: f"Kalah, {game.pits} pits of {game.seeds}",
    "othello": lambda game: f"Othello {_size(game.n, game.n)}",
}


def game_name(game: Game[Any]) -> str:
    """The name of a game, with its size where the name alone does not tell it.

    >>> from noughts.games.registry import find_game
    >>> for spec in "connectfour", "connectfour:6,5", "mnk:4,3,3", "mnk:3,3,3,misere", "nim":
    ...     print(game_name(find_game(spec)))
    Connect Four
    Connect Four 6×5
    4×3, three in a row
    3×3, three in a row, misère
    Nim 3, 4, 5
    """
    name = spec_of(game).partition(":")[0]
    if isinstance(game, Foreign):
        return spec_of(game)
    if isinstance(game, Lines):
        return game.title or f"Line game {_size(game.columns, game.rows)}"
    if name not in ENTRIES:  # a game of one's own, perhaps of a file
        return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", type(game).__name__)
    return NAMES[name](game) + ", misère" * bool(getattr(game, "misere", False))


def rules_of(game: Game[Any]) -> str:
    """The rules in a few sentences, for these parameters.

    They are those of the class's docstring, with numbers for the parameters k and n.

    >>> from noughts.games.registry import find_game
    >>> print(rules_of(find_game("mnk:4,3,3")).partition(".")[0])
    The players mark cells in turn; the first with three in a row, column or diagonal wins
    """
    words = " ".join(rules_in_words(game).split())
    if not getattr(game, "misere", False):
        words = MISERE.sub("", words)
    for name in "kn":
        length = getattr(game, name, 0)
        if 0 < length < len(NUMBERS):
            words = re.sub(rf"\b{name}\b", NUMBERS[length], words)
    return words


def _size(columns: int, rows: int) -> str:
    return f"{columns}×{rows}"


def _row(length: int) -> str:
    return f"{NUMBERS[length] if length < len(NUMBERS) else length} in a row"


def _board(game: Any) -> str:
    if game.torus:
        return ", on a torus"
    return ", on a cylinder" if game.cylinder else ""


def _gomoku(game: Any) -> str:
    size = _size(game.columns, game.rows)
    row = "" if game.k == NUMBERS.index("five") else f", just {_row(game.k)}"
    return f" {size}{row}{', overlines as in Renju' * game.renju}"


def _connect_four(game: Any) -> str:
    size = _size(game.columns, game.rows)
    row = "" if game.k == NUMBERS.index("four") else f", {_row(game.k)}"
    return "Connect Four" + (f" {size}" if size != "7×6" else "") + row


def _sized(game: Any, size: str, usual: str) -> str:
    row = "" if game.k == NUMBERS.index("three") else f", {_row(game.k)}"
    return (f" {size}" if size != usual else "") + row


def _boards(count: int) -> str:
    return "" if count == 1 else f" on {NUMBERS[count]} boards"
