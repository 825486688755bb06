"""Notes drawn over a board: values, the last move, arrows, marks of future moves."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from noughts.board import Board, Cell
from noughts.errors import PictureError
from noughts.game import Game, legal_moves, play_legal, turn_after
from noughts.value import Value


class Ghost(NamedTuple):
    """A mark of a future move.

    Args:
        cell: the cell with its future mark.
        number: the ply, counted from this position; 1 for the next.
    """

    cell: Cell
    number: int


class Arrow(NamedTuple):
    """A move from one cell to another.

    Args:
        begin, end: the names of the cells.
        value: the value of the move; None to show none.
        best: whether no other move is better.
        number: the ply in a line of play; otherwise 0.
    """

    begin: str
    end: str
    value: Value | None = None
    best: bool = False
    number: int = 0


class Sign(NamedTuple):
    """The value of a move, written in its cell.

    Args:
        value: its value for the player to move.
        best: whether no other move is better.
        word: a short name, if the cell has several moves; otherwise empty.
    """

    value: Value
    best: bool
    word: str = ""


class Notes(NamedTuple):
    """Everything drawn over a board and its marks.

    Args:
        signs: the values of the moves of each cell, by its name, in the game's order.
        last: the names of the cells of the last move.
        lines: the lines that decided the game, as names of cells.
        arrows: moves from cell to cell.
        ghosts: marks of future moves.
    """

    signs: Mapping[str, tuple[Sign, ...]] = {}
    last: tuple[str, ...] = ()
    lines: tuple[tuple[str, ...], ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ghosts: tuple[Ghost, ...] = ()


NO_NOTES = Notes()

# The most arrows shown for a line of play.
MOST_STEPS = 3

Values = Mapping[int, Value]


def best_of(values: Values) -> frozenset[int]:
    """The moves with the highest value.

    >>> sorted(best_of({0: Value(1, 3), 1: Value(1, 5), 2: Value(1, 3)}))
    [0, 2]
    """
    highest = max(values.values(), default=None)
    return frozenset(move for move, value in values.items() if value == highest)


def value_signs(game: Game[Any], board: Board, values: Values) -> dict[str, tuple[Sign, ...]]:
    """The values of moves by the name of their cell; `value_arrows` has moves from cell to cell."""
    best = best_of(values)
    found = {}
    for cell in board.cells:
        moves = [m for m in cell.moves if m in values and not step(game, board, m)]
        alone = len(cell.moves) == 1
        word = {move: "" if alone else short_name(game, cell, move) for move in moves}
        if moves:
            found[cell.name] = tuple(Sign(values[m], m in best, word[m]) for m in moves)
    return found


def short_name(game: Game[Any], cell: Cell, move: int) -> str:
    """A move's name without its cell: `X` for `xb2`, `5` for `b2=5`."""
    return game.name(move).replace(cell.name, "").strip("=-").upper()


def step(game: Game[Any], board: Board, move: int) -> tuple[str, str] | None:
    """The two cells of a move named like `b2-b3`; None for other moves."""
    begin, dash, end = game.name(move).partition("-")
    names = {cell.name for cell in board.cells}
    return (begin, end) if dash and begin in names and end in names else None


def value_arrows(game: Game[Any], board: Board, values: Values) -> tuple[Arrow, ...]:
    """An arrow for each valued move from cell to cell; the best come last, to be drawn on top."""
    best = best_of(values)
    found = [
        Arrow(*ends, value, move in best)
        for move, value in values.items()
        if (ends := step(game, board, move))
    ]
    return tuple(sorted(found, key=lambda arrow: arrow.best))


def asked_for(board: Board, arrows: Iterable[tuple[str, str]]) -> Iterator[Arrow]:
    names = {cell.name for cell in board.cells}
    for ends in arrows:
        for name in ends:
            if name not in names:
                raise PictureError(f"This board has no cell {name!r} for an arrow.")
        yield Arrow(*ends)


def played_on(game: Game[Any], board: Board, after: Board, move: int) -> tuple[str, ...]:
    """The cells of a move: its begin and end, or the cells that it changed."""
    ends = step(game, board, move)
    if ends:
        return ends
    changed = [
        (old, new)
        for old, new in zip(board.cells, after.cells, strict=True)
        if old.mark != new.mark
    ]
    filled = [new.name for old, new in changed if new.mark and move in old.moves]
    return tuple(filled or [new.name for _, new in changed])


def line_of_play(
    game: Game[Any], position: Any, turn: int, moves: Iterable[int]
) -> tuple[tuple[Ghost, ...], tuple[Arrow, ...]]:
    """The numbered marks and arrows of a line of play from a position.

    Each cell shows its first mark only, and each pair of cells its first arrow. There are at most
    MOST_STEPS arrows: more would be unreadable on the present board.

    Raises:
        PictureError: a move of the line cannot be played.
    """
    board = game.board(position, turn)
    ghosts: dict[int, Ghost] = {}
    ways: dict[frozenset[str], Arrow] = {}
    now = board
    for number, move in enumerate(moves, start=1):
        if move not in legal_moves(game, position):
            raise PictureError(f"Move {number} of the line, {game.name(move)}, is not legal.")
        if ends := step(game, now, move):
            ways.setdefault(frozenset(ends), Arrow(*ends, number=number))
        place = next((i for i, cell in enumerate(now.cells) if move in cell.moves), None)
        position = play_legal(game, position, move)
        turn = turn_after(game, turn, position)
        now = game.board(position, turn)
        if place is not None and not ends:
            old, new = board.cells[place], now.cells[place]
            if old.mark.isdigit():  # the cell shows its present number
                continue
            ghosts.setdefault(place, Ghost(old._replace(mark=new.mark, side=new.side), number))
    return tuple(ghosts.values()), tuple(ways.values())[:MOST_STEPS]
