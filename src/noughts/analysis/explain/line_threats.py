"""Threats: lines one mark short of being completed, with their side and the missing cell.

They follow from the rules alone: nothing is searched.
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
    """A line with one empty cell, and a side's marks on all others.

    Args:
        turn: whose line it is.
        cell: the empty cell; in this order cells are numbered as people read.
        line: all of its cells.
        now: whether the cell can be marked now; where marks fall it may have to wait.
    """

    turn: int
    cell: int
    line: tuple[int, ...]
    now: bool = True


def line_threats(game: Game[Any], position: Any, turn: int) -> tuple[LineThreat, ...] | None:
    """The lines one mark short, by side and cell; None if the game has no such lines.

    Only lines of a side's own marks count; completing one wins, or loses in misère play.

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
    """The player's lines, in the order of the cells that are missing."""
    empty = reading.empty(own, other)
    for cell in cells_of(reading.due(own, other)):
        for line in reading.completed(cell, own):
            yield LineThreat(turn, cell, cells_of(line), bool(empty >> cell & 1))


def lines_of(game: Game[Any]) -> tuple[tuple[int, ...], ...]:
    """The lines of one's own marks that decide, as cells in reading order; none in other games."""
    reading = reading_of(game)
    return tuple(map(cells_of, reading.lines)) if reading else ()


def threat_words(game: Game[Any], turn: int, threats: Iterable[LineThreat]) -> str:
    """The threats in sentences, from the view of the side to move.

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
                said = _said(line_loses(game), who == turn, now)
                sentences.append(f"{voice.mark(who)} {said.format(cells=voice.any_cell(cells))}")
    if line_loses(game):
        return " ".join(sentences) or "Nobody is one mark short of a line."
    return " ".join(sentences) or "Nobody threatens to win yet."


def _said(loses: bool, to_move: bool, now: bool) -> str:
    """The clause about a side that is one mark short of a line."""
    if not now:
        what = "would complete a line and lose" if loses else "can complete a line"
        return f"{what} at {{cells}} once the cells below are filled."
    if loses:
        return "would complete a line and lose at {cells}."
    return f"{'can' if to_move else 'threatens to'} complete a line at {{cells}}."
