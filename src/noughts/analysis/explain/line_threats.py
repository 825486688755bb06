"""Threats: lines that lack one mark, with their side and the missing cell.

They follow from the rules, without a search.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from noughts.analysis.explain.line_reading import (
    LineReading,
    in_reading_order,
    line_loses,
    reading_of,
)
from noughts.analysis.explain.naming import Voice
from noughts.bits import cells_of
from noughts.game import Game
from noughts.games.common.cell_game import CellGame
from noughts.value import OPEN


class LineThreat(NamedTuple):
    """A line with one empty cell and one side's marks in all others.

    Args:
        turn: the side.
        cell: the empty cell; cells are numbered in reading order.
        line: all cells of the line.
        now: whether the cell can be marked now; with gravity it may have to wait.
    """

    turn: int
    cell: int
    line: tuple[int, ...]
    now: bool = True


def line_threats(game: Game[Any], position: Any, turn: int) -> tuple[LineThreat, ...] | None:
    """The threats of both sides, by side and cell; None if the game is not a line game.

    Completing one of these lines wins, or loses in misère play.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for threat in line_threats(game, *game.parse("xx1/3/1oo x")):
    ...     print(threat)
    LineThreat(turn=0, cell=2, line=(0, 1, 2), now=True)
    LineThreat(turn=1, cell=6, line=(6, 7, 8), now=True)
    """
    reading = reading_of(game)
    if reading is None or not isinstance(game, CellGame):
        return None
    if game.outcome(position) != OPEN:
        return ()
    first, second = (in_reading_order(game, marks) for marks in game.shown(position, turn))
    return (*_of_player(reading, 0, first, second), *_of_player(reading, 1, second, first))


def _of_player(reading: LineReading, turn: int, own: int, other: int) -> Iterable[LineThreat]:
    empty = reading.empty(own, other)
    for cell in cells_of(reading.due(own, other)):
        for line in reading.completed(cell, own):
            yield LineThreat(turn, cell, cells_of(line), bool(empty >> cell & 1))


def lines_of(game: Game[Any]) -> tuple[tuple[int, ...], ...]:
    """The lines of a line game, as cells in reading order; empty for other games."""
    reading = reading_of(game)
    return tuple(map(cells_of, reading.lines)) if reading else ()


def threat_words(game: Game[Any], turn: int, threats: Iterable[LineThreat]) -> str:
    """The threats in sentences; the side to move comes first.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, turn = game.parse("xx1/3/1oo x")
    >>> threat_words(game, turn, line_threats(game, position, turn))
    'X can complete a line at c3. O threatens to complete a line at a1.'
    """
    voice, found = Voice(game), list(threats)
    sentences = []
    for who in (turn, 1 - turn):
        for now in (True, False):
            cells = dict.fromkeys(t.cell for t in found if (t.turn, t.now) == (who, now))
            if cells:
                clause = _clause(line_loses(game), who == turn, now)
                sentences.append(f"{voice.mark(who)} {clause.format(cells=voice.any_cell(cells))}")
    if line_loses(game):
        return " ".join(sentences) or "No player is one mark short of a line."
    return " ".join(sentences) or "No player threatens to win yet."


def _clause(loses: bool, to_move: bool, now: bool) -> str:
    if not now:
        what = "would complete a line and lose" if loses else "can complete a line"
        return f"{what} at {{cells}} once the cells below are filled."
    if loses:
        return "would complete a line and lose at {cells}."
    return f"{'can' if to_move else 'threatens to'} complete a line at {{cells}}."
