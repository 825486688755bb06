"""The names of moves and commands, as a person types them."""

import re
from collections.abc import Iterable, Mapping
from contextlib import suppress
from itertools import chain
from typing import Any, NamedTuple

from noughts import board as boards
from noughts.board import Board, Cell, Edges, Look, named
from noughts.errors import CellTaken, MoveError, UnreadableMove, closest
from noughts.game import Game, P, legal_moves, read_move
from noughts.games.common.cell_game import CellGame

# The digits of a 3×3 board in reading order, and as they lie on a numeric keypad.
READING, KEYPAD = "123456789", "789456123"

# A cell in a move's name; and a digit outside such names and larger numbers.
CELL = re.compile(r"[a-c][1-3]")
DIGIT = re.compile(r"(?<![a-zA-Z0-9])[1-9](?![0-9])")

# The turn of a quarter in a move's name.
TURN, ARROWS = re.compile(r"-([1-4])([lr])$"), {"l": "↺", "r": "↻"}
QUARTERS = ("upper left", "upper right", "lower left", "lower right")

# Longer input is cut when a message quotes it.
LONGEST_ECHO = 30
# The most moves that a message lists.
MOST_LISTED = 12


class Labels:
    """Names of a game's moves: digits if the board shows them, otherwise the game's own."""

    def __init__(self, game: Game[Any], numpad: bool = False, digits: bool = True) -> None:
        self.game = game
        self.keypad = numpad
        self.digits: dict[int, str] = {}
        with suppress(UnreadableMove):  # cells have digits, but moves need more than a cell
            if digits and getattr(game, "digits", False):
                shown = KEYPAD if numpad else READING
                self.digits = {game.read(READING[i]): shown[i] for i in range(9)}
        self._of_cells = {game.name(move): digit for move, digit in self.digits.items()}

    def of(self, move: int) -> str:
        """The name of the move, with the digits of its cells if the board shows them."""
        name = self.game.name(move)
        return CELL.sub(self._shown, name)

    def _shown(self, cell: "re.Match[str]") -> str:
        return self._of_cells.get(cell[0], cell[0])

    def with_arrow(self, move: int, words: bool = False) -> str:
        """The name of the move; if it turns a quarter of the board, with an arrow.

        >>> from noughts.games.pentago import Pentago
        >>> Labels(Pentago()).with_arrow(Pentago().read("a4-1r"), words=True)
        'a4-1r ↻ upper left'
        """
        name = self.of(move)
        turn = TURN.search(name) if getattr(self.game, "quarters", ()) else None
        if not turn:
            return name
        place = f" {QUARTERS[int(turn[1]) - 1]}" if words else ""
        return f"{name} {ARROWS[turn[2]]}{place}"

    def of_cell(self, cell: Cell) -> str:
        """The name of the cell, whether it is empty or not."""
        return self._of_cells.get(cell.name, cell.name)

    def list(self, moves: "list[int] | tuple[int, ...]") -> str:
        """The names of several moves, in the order of a board of digits."""
        names = [self.of(move) for move in moves]
        return ", ".join(sorted(names) if self.digits else names)

    def names(self, moves: Iterable[int]) -> tuple[str, ...]:
        """The names of moves on the board, and the game's other names for them."""
        named = ((self.of(move), self.game.name(move)) for move in moves)
        return tuple(dict.fromkeys(chain.from_iterable(named)))

    def cell_called(self, text: str, board: Board) -> Cell | None:
        """The cell of that name, whether it is empty or not."""
        word = text.strip().casefold()
        names = ((cell, (self.of_cell(cell), cell.name)) for cell in board.cells)
        return next((cell for cell, both in names if word in map(str.casefold, both)), None)

    def beginnings(self, board: Board) -> set[str]:
        """The first characters of the names of cells and of their moves."""
        moves = chain.from_iterable(cell.moves for cell in board.cells)
        names = (*self.names(moves), *(cell.name for cell in board.cells))
        return {name[0].casefold() for name in names if name}

    def read(self, text: str, position: Any = None) -> int:
        word = text.strip()
        try:
            return read_move(self.game, DIGIT.sub(self._cell_of, word))
        except MoveError as error:
            if self.digits or len(word) > LONGEST_ECHO:
                raise UnreadableMove(
                    f"{echo(word)} is not a move: {self.advice(position)}."
                ) from None
            raise error

    def calls(self, text: str) -> bool:
        """Whether the text is the name of a move, legal now or not."""
        word = text.strip().casefold()
        # A user's `name` may raise, and the number read may not be a move.
        with suppress(Exception):
            return word in map(str.casefold, self.names([self.read(text)]))
        return False

    def _cell_of(self, digit: "re.Match[str]") -> str:
        return next((name for name, shown in self._of_cells.items() if shown == digit[0]), digit[0])

    def in_names(self, moves: str) -> str:
        """The moves of a play in the game's names, if they are written as on the board."""
        return " ".join(DIGIT.sub(self._cell_of, word) for word in self.game.split_moves(moves))

    def advice(self, position: Any = None) -> str:
        moves = legal_moves(self.game, self.game.start() if position is None else position)
        form = self.game.how_to_move
        if self.digits and form == CellGame.how_to_move:
            form = "the digit of an empty cell"
        example = f", for example {self.of(moves[len(moves) // 2])}" if moves else ""
        return f"type {form}{example}"

    def explain_illegal(self, position: P, move: int, error: MoveError) -> str:
        text = CELL.sub(self._shown, str(error))
        if not isinstance(error, CellTaken):
            return text
        legal = list(self.game.moves(position))
        rest = f"from {self.list(legal)}" if len(legal) <= MOST_LISTED else "another"
        return f"{text.partition(';')[0].rstrip('.')}; choose {rest}."


def echo(text: str) -> str:
    """The typed text for an error message: quoted, on one line, not too long.

    >>> echo("b2"), echo("x" * 99)
    ("'b2'", "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx...'")
    """
    short = text if len(text) <= LONGEST_ECHO else f"{text[:LONGEST_ECHO]}..."
    return repr(short)


class Command(NamedTuple):
    name: str
    also: tuple[str, ...]
    about: str


COMMANDS = (
    Command("hint", ("h",), "show the best moves"),
    Command("values", ("v",), "show the value of every move"),
    Command("why", ("w",), "explain the last move; why all: every move; why b2: that move"),
    Command("verdict", ("vd",), "show who wins with best play"),
    Command("undo", ("u", "back"), "take back your last move"),
    Command("redo", ("r",), "play again the moves you took back"),
    Command("board", ("b",), "show the board again"),
    Command("new", ("n",), "start a new game"),
    Command("swap", ("s",), "swap sides and start a new game"),
    Command("review", ("g",), "review the game move by move"),
    Command("learn", ("m", "mistakes"), "retry your mistakes in this game"),
    Command("level", ("l",), "set the computer's level: level easy, level draws:60"),
    Command("nodes", ("c",), "show or hide the node count of the computer's moves"),
    Command("help", ("?",), "show the rules and this list"),
    Command("quit", ("q", "exit"), "stop playing"),
)

# The commands that take an argument.
TAKING = ("why", "level")

# A word after it is always a command, even if a move has the same name.
COLON = ":"

NAMES = {word: command.name for command in COMMANDS for word in (command.name, *command.also)}


def command_called(word: str, names: Mapping[str, str] = NAMES) -> str:
    """The command for the word, or for the beginning of one; empty if there is none.

    >>> command_called("?"), command_called("Undo"), command_called("val"), command_called("b2")
    ('help', 'undo', 'values', '')
    """
    word = word.lower()
    if word in names:
        return names[word]
    meant = {name for full, name in names.items() if len(word) > 1 and full.startswith(word)}
    return meant.pop() if len(meant) == 1 else ""


def command_words(command: Command, labels: Labels) -> list[str]:
    """The words for a command, with a colon if a move has the same name.

    >>> from noughts.games.kalah import Kalah
    >>> class Lettered(Kalah):
    ...     def name(self, move):
    ...         return "abc"[move]
    >>> command_words(COMMANDS[6], Labels(Lettered()))
    ['board', ':b']
    """
    return [as_command(word, labels) for word in (command.name, *command.also)]


def as_command(word: str, labels: Labels) -> str:
    """The word to type for a command, with a colon if it is also the name of a move."""
    return f"{COLON}{word}" if labels.calls(word) else word


def command_like(word: str) -> str:
    """The probable command for a mistyped word; empty if no guess is good.

    >>> command_like("vlaues"), command_like("xyzzy")
    ('values', '')
    """
    close = closest(word.lower(), [name for name in NAMES if len(name) > 2])
    return NAMES[close] if close and len(word) > 2 else ""


def quarters_apart(board: Board) -> Board:
    """The board with gaps between its quarters, if it has such."""
    half = board.columns // 2
    if board.look != Look.QUARTERS:
        return board
    return board._replace(column_gaps=(half,), row_gaps=(half,))


def pit_names(game: Game[Any], board: Board) -> tuple[list[str], list[str]]:
    """The names above and below the columns of a board of pits; a store has its owner's mark.

    Two empty lists for other boards.

    >>> from noughts.games.kalah import Kalah
    >>> pit_names(Kalah(), Kalah().board(Kalah().start(), 0))
    (['O', '3', '2', '1', ''], ['', '1', '2', '3', 'X'])
    """
    pits = getattr(game, "pits", 0)
    if board.look != Look.PITS or board.columns != pits + 2:
        return [], []
    lower = list(map(game.name, range(pits)))
    return [game.marks[1], *reversed(lower), ""], ["", *lower, game.marks[0]]


def edge_names(board: Board) -> Edges:
    """The names of columns and rows, if any; with several boards, after the board's number.

    >>> from noughts.games.notakto import Notakto
    >>> edge_names(Notakto(2).board(Notakto(2).start(), 0))
    Edges(columns=('1a', '1b', '1c', '2a', '2b', '2c'), rows=('3', '2', '1'))
    """
    found = boards.edges(board)
    numbers = {cell.column: name.board for cell in board.cells if (name := named(cell))}
    columns = (numbers[place] + name for place, name in enumerate(found.columns))
    return Edges(tuple(columns), found.rows)
