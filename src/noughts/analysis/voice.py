"""Names of players, cells, moves and lines in sentences."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from noughts.errors import many
from noughts.game import FIRST, Game, P, winner_of
from noughts.games.common.cell_game import NUMBERS, CellGame, Grid
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import knowledge_of, plays_by

# The most moves that a sentence lists; of more it gives the number and some examples.
MOST_NAMES = 4

THIRDS = (("top row", "middle row", "bottom row"), ("left column", "middle column", "right column"))


class Voice:
    """Names players, cells, moves and lines in sentences; `name` may name moves otherwise."""

    def __init__(self, game: Game[Any], name: Callable[[int], str] | None = None) -> None:
        self.game = game
        self.name = name or game.name

    def mark(self, turn: int) -> str:
        return self.game.marks[turn]

    def result(self, outcome: int, turn: int) -> str:
        """The result of a finished game; `outcome` is for the player `turn`."""
        winner = winner_of(outcome, turn)
        return "a draw" if winner is None else f"{self.mark(winner)} has won"

    def cell(self, cell: int) -> str:
        """The name of a cell: the move that marks it, unless that move is a column."""
        game = self.game
        if isinstance(game, CellGame) and (game.falls or game.name(cell) != game.cell_name(cell)):
            return game.cell_name(cell)
        return self.name(cell)

    def names(self, moves: Iterable[int], word: str) -> str:
        return join_with([self.name(move) for move in moves], word)

    def any_of(self, moves: Sequence[int]) -> str:
        """Moves, joined with "or"; if there are many, their number and some examples."""
        return _any_of([self.name(move) for move in moves])

    def cells(self, cells: Iterable[int]) -> str:
        return join_with([self.cell(cell) for cell in cells], "and")

    def any_cell(self, cells: Iterable[int]) -> str:
        return _any_of([self.cell(cell) for cell in cells])

    def lines(self, lines: Iterable[Sequence[int]], word: str = "and") -> str:
        return join_with([self.line(line) for line in lines], word)

    def line(self, cells: Sequence[int]) -> str:
        return f"the {self.direction(cells)} ({' '.join(map(self.cell, cells))})"

    def direction(self, cells: Sequence[int]) -> str:
        if not isinstance(self.game, Grid) or not (has_edges(self.game) or self.game.falls):
            return "line"
        rows, columns = zip(*(divmod(cell, self.game.columns) for cell in cells), strict=True)
        if len(set(rows)) == 1:
            return THIRDS[0][rows[0]] if self.game.rows == 3 else "row"
        if len(set(columns)) == 1:
            return THIRDS[1][columns[0]] if self.game.columns == 3 else "column"
        return "diagonal"


def _any_of(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return join_with(names, "or")
    return f"any of {len(names)} moves ({', '.join(names[: MOST_NAMES - 1])}, …)"


def join_with(words: Sequence[str], last: str) -> str:
    """Join words with commas, and `last` before the last one: a1, b1 or c1."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def chained(clauses: Sequence[str]) -> str:
    """Join clauses with "and", after a comma if a clause has an "and" itself."""
    *before, last = clauses
    if not before:
        return last
    simple = not any(" and " in clause or "," in clause for clause in before)
    return f"{', '.join(before)}{' and ' if simple else ', and '}{last}"


def quantity(number: int, thing: str) -> str:
    """A number of things, in words up to ten: one line, three lines, 12 moves."""
    digits = many(number, thing)
    return NUMBERS[number] + digits.removeprefix(str(number)) if number < len(NUMBERS) else digits


def has_edges(game: Grid) -> bool:
    """Whether the board is a plain rectangle whose lines do not wrap around."""
    return plays_by(game, TicTacToe) or (
        isinstance(game, MNK) and plays_by(game, MNK) and game.flat
    )


def worth_text(game: Game[P], position: P, turn: int) -> list[str]:
    """The values of the position's parts for the first player, if they are known."""
    known = knowledge_of(game)
    if not known.sums:
        return []
    words = known.sums.words(position if turn == FIRST else known.passed(position))
    return [f"Worth to {Voice(game).mark(FIRST)}: {words}."] if words else []
