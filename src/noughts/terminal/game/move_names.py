"""Names of moves during a game: digits if the board shows them, otherwise cell names."""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain
from typing import Any

from noughts.board import Board, Cell
from noughts.errors import CellTaken, MoveError, UnreadableMove
from noughts.game import Game, P, legal_moves, read_move
from noughts.games.common.cell_game import CellGame

# The digits of a 3×3 board in reading order, and as they lie on a numeric keypad.
READING, KEYPAD = "123456789", "789456123"

# A cell in a move's name; and a digit outside such names and larger numbers.
CELL = re.compile(r"[a-c][1-3]")
DIGIT = re.compile(r"(?<![a-zA-Z0-9])[1-9](?![0-9])")

# Longer input is cut when a message quotes it.
LONGEST_ECHO = 30
# The most moves that a message lists.
MOST_LISTED = 12


class Labels:
    """Names of a game's moves: digits if the board shows them, otherwise the game's own.

    Args:
        game: the rules.
        numpad: arrange the digits as on a keypad, with 7 8 9 in the top row.
        digits: whether to use digits at all.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> labels = Labels(TicTacToe(), numpad=True)
    >>> labels.of(0), labels.read("7"), labels.read("a3")
    ('7', 0, 0)
    """

    def __init__(self, game: Game[Any], numpad: bool = False, digits: bool = True) -> None:
        self.game = game
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
        """The digit of a cell; its name if it has none."""
        return self._of_cells.get(cell[0], cell[0])

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
        """The move of that name.

        Args:
            text: the typed text.
            position: the current position; by default the start.

        Raises:
            UnreadableMove: no move has this name.
        """
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
        """Whether the text is the name of a move, legal now or not.

        >>> from noughts.games.kalah import Kalah
        >>> [Labels(Kalah()).calls(word) for word in ("b", "B", "board")]
        [True, True, False]
        """
        word = text.strip().casefold()
        with suppress(
            Exception
        ):  # a user's `name` may raise, and the number read may not be a move
            return word in map(str.casefold, self.names([self.read(text)]))
        return False

    def _cell_of(self, digit: "re.Match[str]") -> str:
        """The name of the cell with this digit; the digit itself if there is none."""
        return next((name for name, shown in self._of_cells.items() if shown == digit[0]), digit[0])

    def in_names(self, moves: str) -> str:
        """The moves of a play in the game's names, if they are written as on the board."""
        return " ".join(DIGIT.sub(self._cell_of, word) for word in self.game.split_moves(moves))

    def advice(self, position: Any = None) -> str:
        """The form of a move, with a legal example."""
        moves = legal_moves(self.game, self.game.start() if position is None else position)
        form = self.game.how_to_move
        if self.digits and form == CellGame.how_to_move:
            form = "the digit of an empty cell"
        example = f", for example {self.of(moves[len(moves) // 2])}" if moves else ""
        return f"type {form}{example}"

    def explain_illegal(self, position: P, move: int, error: MoveError) -> str:
        """Why the move cannot be played, with the names on the board."""
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
