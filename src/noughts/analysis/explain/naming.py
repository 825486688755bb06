"""Names of players, cells, moves and lines in sentences."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from noughts.analysis.explain.facts import Fact
from noughts.analysis.explain.location import has_edges
from noughts.game import Game
from noughts.games.common.cell_game import CellGame
from noughts.games.common.grid import Grid

# The most moves that a sentence lists; of more it gives the number and some examples.
MOST_NAMES = 4

THIRDS = (("top row", "middle row", "bottom row"), ("left column", "middle column", "right column"))


class Voice:
    """Names players, cells, moves and lines in sentences.

    Args:
        game: the rules, which name players and moves.
        name: another function to name moves, for example by digits.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> Voice(TicTacToe()).lines([(0, 4, 8)])
    'the diagonal (a3 b2 c1)'
    """

    def __init__(self, game: Game[Any], name: Callable[[int], str] | None = None) -> None:
        self.game = game
        self.name = name or game.name

    def mark(self, turn: int) -> str:
        """The mark of a player."""
        return self.game.marks[turn]

    def cell(self, cell: int) -> str:
        """The name of a cell: the move that marks it, unless that move is a column."""
        game = self.game
        if isinstance(game, CellGame) and (game.falls or game.name(cell) != game.cell_name(cell)):
            return game.cell_name(cell)
        return self.name(cell)

    def names(self, moves: Iterable[int], word: str) -> str:
        """All moves, joined with "and" or "or"."""
        return joined([self.name(move) for move in moves], word)

    def any_of(self, moves: Sequence[int]) -> str:
        """Moves, joined with "or"; if there are many, their number and some examples."""
        return _any_of([self.name(move) for move in moves])

    def cells(self, cells: Iterable[int]) -> str:
        """All cells, joined with "and"."""
        return joined([self.cell(cell) for cell in cells], "and")

    def any_cell(self, cells: Iterable[int]) -> str:
        """Cells, joined with "or"; if there are many, their number and some examples."""
        return _any_of([self.cell(cell) for cell in cells])

    def lines(self, lines: Iterable[Sequence[int]], word: str = "and") -> str:
        """Lines, each with its cells."""
        return joined([self.line(line) for line in lines], word)

    def line(self, cells: Sequence[int]) -> str:
        """A line's direction and cells."""
        return f"the {self.direction(cells)} ({' '.join(map(self.cell, cells))})"

    def direction(self, cells: Sequence[int]) -> str:
        """Row, column or diagonal, on a board with edges; "top row" and the like if there are 3."""
        if not isinstance(self.game, Grid) or not (has_edges(self.game) or self.game.falls):
            return "line"
        rows, columns = zip(*(divmod(cell, self.game.columns) for cell in cells), strict=True)
        if len(set(rows)) == 1:
            return THIRDS[0][rows[0]] if self.game.rows == 3 else "row"
        if len(set(columns)) == 1:
            return THIRDS[1][columns[0]] if self.game.columns == 3 else "column"
        return "diagonal"


class Blanks(dict[str, str]):
    """The values for a clause's placeholders, computed when needed.

    >>> from noughts.analysis.explain.facts import Kind
    >>> from noughts.games.tictactoe import TicTacToe
    >>> blanks = Blanks(Fact(Kind.MAKES_FORK, 0, cells=(0, 8)), Voice(TicTacToe()))
    >>> "{who} threatens {cells}".format_map(blanks)
    'X threatens a3 and c1'
    """

    def __init__(self, fact: Fact, voice: Voice) -> None:
        super().__init__()
        self.fact = fact
        self.voice = voice

    def __missing__(self, blank: str) -> str:
        fact, voice = self.fact, self.voice
        fillings: dict[str, Callable[[], str]] = {
            "who": lambda: voice.mark(fact.turn),
            "other": lambda: voice.mark(1 - fact.turn),
            "cells": lambda: voice.cells(fact.cells),
            "any_cell": lambda: voice.any_cell(fact.cells),
            "lines": lambda: voice.lines(fact.lines),
            "any_line": lambda: voice.lines(fact.lines, "or"),
            "moves": lambda: voice.any_of(fact.moves),
            "number": lambda: counted(fact.number, "line"),
            "answers": lambda: counted(fact.number, "move"),
            "good": lambda: f"{counted(len(fact.moves), 'good answer')} of {fact.number}",
            "text": lambda: fact.text,
        }
        return fillings[blank]()


def _any_of(names: Sequence[str]) -> str:
    if len(names) <= MOST_NAMES:
        return joined(names, "or")
    return f"any of {len(names)} moves ({', '.join(names[: MOST_NAMES - 1])}, …)"


def joined(words: Sequence[str], last: str) -> str:
    """Join words with commas, and `last` before the last one.

    >>> joined(["a1"], "or"), joined(["a1", "b1", "c1"], "or")
    ('a1', 'a1, b1 or c1')
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def chained(clauses: Sequence[str]) -> str:
    """Join clauses with "and", after a comma if a clause has an "and" itself.

    >>> chained(["takes a corner", "wins"]), chained(["threatens a1 and b1", "wins"])
    ('takes a corner and wins', 'threatens a1 and b1, and wins')
    """
    *before, last = clauses
    if not before:
        return last
    simple = not any(" and " in clause or "," in clause for clause in before)
    return f"{', '.join(before)}{' and ' if simple else ', and '}{last}"


def counted(number: int, thing: str) -> str:
    """A number of things, in words up to ten.

    >>> counted(1, "line"), counted(3, "line"), counted(12, "move")
    ('one line', 'three lines', '12 moves')
    """
    small = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    word = small[number] if number < len(small) else str(number)
    return f"{word} {thing}{'' if number == 1 else 's'}"
