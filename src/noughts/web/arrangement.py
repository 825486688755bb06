"""Marks set up cell by cell in the editor, and the reason if they are not a position.

On the way to a position the marks are often not one yet: two X are on the board, and no O. So the
    marks are a text with a sign for each cell, and the game reads it.
"""

from typing import Any, NamedTuple

from noughts.answers.question import Question
from noughts.board import Board
from noughts.errors import NoughtsError
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import CellGame
from noughts.web.url_state import BadRequest

X, O, EMPTY = "x", "o", "."  # noqa: E741  # the marks' own names

# The brushes: what can be put in a cell, by its name in the form.
BRUSHES = {"x": X, "o": O, "erase": EMPTY}


class Arrangement(NamedTuple):
    """Marks on the cells of a board, and the side to move.

    Args:
        game: the rules; `can_be_arranged` is true of them.
        signs: `x`, `o` or `.` for every cell, in the game's order.
        turn: the side to move, if there is a choice; otherwise None.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> made = empty(TicTacToe()).changed("b2", "x")
    >>> made.text, made.question.text
    ('3/1x1/3', '3/1x1/3 o')
    """

    game: CellGame[Any]
    signs: str
    turn: int | None = None

    @property
    def text(self) -> str:
        """The marks as the game writes them, without the side to move."""
        return self.game.rows_text(self.signs)

    @property
    def turns(self) -> list[int]:
        """The sides that can be to move; none if the position cannot arise."""
        return [turn for turn in (FIRST, SECOND) if self._reason(turn) is None]

    @property
    def question(self) -> Question:
        """The position, with the chosen or only possible side to move.

        Raises:
            PositionError: it cannot arise; the message says why.
        """
        turns = self.turns
        chosen = self.turn if self.turn in turns else next(iter(turns), self._likely)
        return Question(self.game, *self.game.parse(self._with(chosen)))

    @property
    def why_not(self) -> str:
        """Why the position cannot arise; empty if it can."""
        return "" if self.turns else self._reason(self._likely) or ""

    @property
    def board(self) -> Board:
        """The board with the marks, whether they are a position or not."""
        start = self.game.board(self.game.start(), FIRST)
        signs = {X: (self.game.signs[0], FIRST), O: (self.game.signs[1], SECOND), EMPTY: ("", None)}
        cells = (
            cell._replace(mark=signs[sign][0], side=signs[sign][1], moves=())
            for cell, sign in zip(start.cells, self.signs, strict=True)
        )
        return start._replace(cells=tuple(cells))

    def changed(self, name: str, brush: str) -> "Arrangement":
        """The arrangement with a mark put in a cell; the same mark again clears it.

        Where marks fall, a column has no gaps afterwards.

        Raises:
            BadRequest: the cell or the brush does not exist.
        """
        names = [cell.name for cell in self.board.cells]
        if name not in names or brush not in brushes_of(self.game):
            raise BadRequest("This board has no such cell, or this game no such mark.")
        change = _fallen if self.game.falls else _put
        return self._replace(signs=change(self, names.index(name), BRUSHES[brush]))

    @property
    def _likely(self) -> int:
        """The likely side to move, by the number of marks."""
        return (len(self.signs) - self.signs.count(EMPTY)) % 2

    def _reason(self, turn: int) -> str | None:
        """The reason why that player cannot be to move; None if possible."""
        try:
            self.game.parse(self._with(turn))
        except NoughtsError as error:
            return str(error)
        return None

    def _with(self, turn: int) -> str:
        return f"{self.text} {'xo'[turn]}"


def _put(made: Arrangement, at: int, sign: str) -> str:
    after = EMPTY if made.signs[at] == sign else sign
    return made.signs[:at] + after + made.signs[at + 1 :]


def _fallen(made: Arrangement, at: int, sign: str) -> str:
    """The signs after a change in a column, all marks at its bottom."""
    signs, columns = list(made.signs), made.game.columns
    column = signs[at % columns :: columns]
    row = at // columns
    column[row] = EMPTY if column[row] == sign else sign
    marks = [there for there in column if there != EMPTY]
    signs[at % columns :: columns] = [EMPTY] * (len(column) - len(marks)) + marks
    return "".join(signs)


def can_be_arranged(game: Game[Any]) -> bool:
    """Whether a position of the game consists of marks and the side to move only.

    >>> from noughts.games.registry import find_game
    >>> [can_be_arranged(find_game(name)) for name in ("morris", "threemarks", "nim")]
    [True, False, False]
    """
    return isinstance(game, CellGame) and type(game).text is CellGame.text


def brushes_of(game: CellGame[Any]) -> dict[str, str]:
    """The brushes of a game, each with its label.

    >>> from noughts.games.registry import find_game
    >>> brushes_of(find_game("notakto"))
    {'x': 'X', 'erase': 'Erase'}
    """
    named = {"x": game.signs[0], "o": game.signs[1], "erase": "Erase"}
    return {brush: name for brush, name in named.items() if name}


def empty(game: CellGame[Any]) -> Arrangement:
    """A board with nothing on it."""
    return Arrangement(game, EMPTY * game.cells)


def arranged(question: Question) -> Arrangement:
    """The marks of a position.

    >>> from noughts.answers.question import ask
    >>> from noughts.games.tictactoe import TicTacToe
    >>> arranged(ask(TicTacToe(), "b2 a1")).text
    '3/1x1/o2'
    """
    game = question.game
    if not isinstance(game, CellGame):
        raise BadRequest("A position of this game is more than marks; it has no board editor.")
    signs = game.contents(question.position, question.turn, (X, O, EMPTY))
    return Arrangement(game, "".join(signs), question.turn)


def read_signs(game: CellGame[Any], signs: str, turn: str) -> Arrangement:
    """The marks in an address.

    Raises:
        BadRequest: the address has no marks of this board.
    """
    known = {BRUSHES[brush] for brush in brushes_of(game)}
    if len(signs) != game.cells or set(signs) - known or turn not in ("x", "o", ""):
        told = " or ".join(sorted(known)[::-1])
        raise BadRequest(f"cells must be {told} for each of {game.cells} cells, turn x or o.")
    return Arrangement(game, signs, "xo".index(turn) if turn else None)
