"""Positions for a user's code: plain lists and strings, or arrays for programs that learn.

A function gets one of three forms, by the game; `docs/auditor.md` shows them:

    CELLS     the marks in reading order; a move is the number of a cell, from 0
    COLUMNS   Connect Four: rows from the top; a move is the number of a column, from 0
    NAMES     all other games: a dictionary with the names of the moves; a move is one of them

An observation is an array of one shape, with a mask of the legal moves:

    marks       two planes of rows × columns, 0 in holes: own marks, and the opponent's
    planes      those that the game defines (`Game.planes`)
    bits        all other games: the numbers of the position, 64 bits each, the lowest first

Observations and masks are bytes, one per number, in C order, so that no library is needed.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from operator import index, itemgetter
from typing import Any, Generic

from noughts import errors
from noughts.game import FIRST, Game, P, play_legal, read_move
from noughts.games.common.cell_game import CellGame, PointGrid, by_player
from noughts.games.connectfour import ConnectFour
from noughts.knowledge import plays_by
from noughts.players.measure import reachable
from noughts.value import OPEN

EMPTY = " "
NOT_UNDERSTOOD = "which is not understood"

# A game without `actions` is searched for its moves if it has at most this many positions.
MOST_POSITIONS = 100_000
# The numbers of a plane, in words.
LEAVES = "whole numbers from -128 to 127"
DIGITS = bytes.maketrans(b"01", b"\0\1")


class Form(StrEnum):
    CELLS = "cells"
    COLUMNS = "columns"
    NAMES = "names"

    @property
    def move(self) -> str:
        """The expected result of a function, in words."""
        if self == Form.NAMES:
            return "the name of a move, a string"
        return f"the number of a {self.removesuffix('s')}, a whole number from 0"


def form_of(game: Game[Any]) -> Form:
    """The form of positions: CELLS if they consist of marks and each move marks a cell."""
    if plays_by(game, ConnectFour):
        return Form.COLUMNS
    if not isinstance(game, CellGame):
        return Form.NAMES
    cls: type[CellGame[Any]] = type(game)
    as_usual = cls.text is CellGame.text and cls.moves_by_cell is CellGame.moves_by_cell
    return Form.CELLS if as_usual and cls.steps is not True else Form.NAMES


def plain_turn(game: Game[Any], position: Any) -> int:
    turn = game.turn(position)
    return FIRST if turn is None else turn


def plain(game: Game[Any], position: Any) -> Any:
    """The position as lists and strings.

    >>> from noughts.games.registry import find_game
    >>> game = find_game("tictactoe")
    >>> plain(game, game.parse("xo1/1x1/3 o")[0])
    ['X', 'O', ' ', ' ', 'X', ' ', ' ', ' ', ' ']
    >>> game = find_game("nim:1,2")
    >>> plain(game, game.start())["moves"]
    ['a1', 'b1', 'b2']
    """
    turn, form = plain_turn(game, position), form_of(game)
    cells = game.board(position, turn).cells
    marks = [cell.mark or EMPTY for cell in cells]
    if form == Form.CELLS:
        return marks
    if form == Form.COLUMNS and isinstance(game, ConnectFour):
        return [marks[i : i + game.columns] for i in range(0, len(marks), game.columns)]
    return {
        "position": game.text(position, turn),
        "cells": {cell.name: mark for cell, mark in zip(cells, marks, strict=True)},
        "moves": [game.name(move) for move in game.moves(position)],
    }


def legal_move(game: Game[Any], position: Any, answer: int | str, words: str) -> int:
    """The legal move that a program names, as these words say."""
    try:
        move = read_move(game, answer) if isinstance(answer, str) else answer
        play_legal(game, position, move)
    except errors.MoveError as error:
        kind = (
            errors.AnswerNotUnderstood
            if isinstance(error, errors.UnreadableMove)
            else errors.BadAnswer
        )
        raise kind(f"{words}: {error}") from None
    return move


class Observer(Generic[P]):
    """Observes the positions of a game.

    Attributes:
        actions: one more than the largest number that a move can have.
        shape: the shape of every observation.
        low, high: the least and the greatest number of an observation.

    Raises:
        UnsuitedGame: the game has no `actions`, and too many positions to find them.
        BrokenLaw: the game's actions or planes have the wrong form.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> observer = Observer(game)
    >>> position, turn = game.parse("x2/1o1/3 x")
    >>> list(observer.observe(position))
    [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]
    >>> list(observer.mask(position))
    [0, 1, 1, 1, 0, 1, 1, 1, 1]
    """

    def __init__(self, game: Game[P]) -> None:
        self.game = game
        self.actions = number_of_actions(game)
        self.low, self.high = 0, 1
        self._see: Callable[[P, bool], bytes]
        start = game.start()
        if own := self._own(start):
            self.low, self.high = -128, 127
            self.shape = shape_of(own)
            self._see = self._planes
            self.observe(start)
        elif isinstance(game, CellGame) and form_of(game) != Form.NAMES:
            self._marks = _Marks(game)
            self.shape = (self._marks.rows, game.columns, 2)
            self._see = self._marks.see
        else:
            self.shape = (game.field_bits * len(_numbers(start)),)
            self._see = self._bits

    def observe(self, position: P, waiting: bool = False) -> bytes:
        """The position from the view of the player to move, or of the opponent.

        Without marks, both views are equal.
        """
        return self._see(position, waiting)

    def mask(self, position: P, when_over: bool = False) -> bytes:
        """A 1 for every legal move; `when_over`: by the rules, even if the game is over.

        Raises BrokenLaw if a move's number is not below `actions`.
        """
        mask = bytearray(self.actions)
        if when_over or self.game.outcome(position) == OPEN:
            for move in self.game.moves(position):
                if not 0 <= move < self.actions:
                    raise errors.BrokenLaw(
                        f"{type(self.game).__name__} has {self.actions} actions, but "
                        f"there is a move {move}: make `actions` larger."
                    )
                mask[move] = 1
        return bytes(mask)

    def _bits(self, position: P, waiting: bool) -> bytes:
        bits = self.game.field_bits
        words = (f"{number & (1 << bits) - 1:0{bits}b}"[::-1] for number in _numbers(position))
        return "".join(words).encode().translate(DIGITS)

    def _planes(self, position: P, waiting: bool) -> bytes:
        return bytes(self._flat(self._own(position), self.shape))

    def _own(self, position: P) -> Sequence[Any]:
        planes: Any = self.game.planes(position)
        if not isinstance(planes, Sequence) or isinstance(planes, str):
            raise self._wrong_planes(
                f"is a {type(planes).__name__}: return nested lists of {LEAVES}"
            )
        return planes

    def _flat(self, planes: Any, shape: tuple[int, ...]) -> Iterator[int]:
        if not shape:
            yield self._number(planes)
        elif isinstance(planes, Sequence) and len(planes) == shape[0]:
            for inner in planes:
                yield from self._flat(inner, shape[1:])
        else:
            raise self._wrong_planes(
                f"has {planes!r} where the start has {shape[0]} in a list: give one shape always, "
                f"here {self.shape}"
            )

    def _number(self, number: Any) -> int:
        whole = as_whole(number)
        if whole is None or not self.low <= whole <= self.high:
            raise self._wrong_planes(f"has {number!r}: give {LEAVES}")
        return whole & 0xFF

    def _wrong_planes(self, what: str) -> errors.BrokenLaw:
        return errors.BrokenLaw(f"planes() of {type(self.game).__name__} {what}.")


class _Marks:
    def __init__(self, game: CellGame[Any]) -> None:
        self.game = game
        places = game.places if isinstance(game, PointGrid) else range(game.cells)
        self.rows = max(places) // game.columns + 1
        bits = [game.bit(cell) for cell in range(game.cells)]
        self._digits = max(bits) + 2  # the first digit is always 0, for holes
        shown = [0] * (self.rows * game.columns)
        for place, bit in zip(places, bits, strict=True):
            shown[place] = self._digits - 1 - bit
        self._size = 2 * len(shown)
        self._places = itemgetter(*shown, 0)  # the additional 0 makes a tuple of one place, too

    def see(self, position: Any, waiting: bool) -> bytes:
        turn = self.game.turn(position)
        planes = self.game.shown(position, FIRST if turn is None else turn)
        if turn is not None:  # otherwise marks belong to neither player
            planes = by_player(*planes, 1 - turn if waiting else turn)
        seen = bytearray(self._size)
        seen[::2], seen[1::2] = self._row(planes[0]), self._row(planes[1])
        return bytes(seen)

    def _row(self, cells: int) -> bytes:
        row = f"{cells:0{self._digits}b}".encode().translate(DIGITS)
        return bytes(self._places(row)[:-1])


def _numbers(position: Any) -> tuple[int, ...]:
    return position if isinstance(position, tuple) else (position,)


def shape_of(planes: Sequence[Any]) -> tuple[int, ...]:
    shape = []
    inner: Any = planes
    while isinstance(inner, Sequence) and not isinstance(inner, str):
        shape.append(len(inner))
        inner = inner[0] if inner else None
    return tuple(shape)


def nested(flat: Sequence[int], shape: Sequence[int]) -> list[Any]:
    rows: list[Any] = list(flat)
    for width in reversed(shape[1:]):
        rows = [rows[i : i + width] for i in range(0, len(rows), width)]
    return rows


def as_whole(number: Any) -> int | None:
    """A whole number of any type as an `int`; None if it is not one."""
    try:
        return index(number)
    except TypeError:
        return None


def number_of_actions(game: Game[Any]) -> int:
    """One more than the largest number of a move, or an upper bound of it.

    Raises UnsuitedGame if it cannot be found, and BrokenLaw if `actions` is wrong.
    """
    said = as_whole(game.actions)
    if said is None or said < 0:
        raise errors.BrokenLaw(
            f"`actions` of {type(game).__name__} is {game.actions!r}: give a whole number above 0, "
            "one more than the largest number of a move, or leave it out."
        )
    return said or _found_actions(game)


def _found_actions(game: Game[Any]) -> int:
    largest = 0
    for number, (position, _) in enumerate(reachable(game), start=1):
        if number > MOST_POSITIONS:
            raise errors.UnsuitedGame(
                f"{type(game).__name__} has more than {MOST_POSITIONS:,} positions and no property "
                "`actions`: add one, with one more than the largest number of a move."
            )
        if game.outcome(position) == OPEN:
            largest = max(largest, *game.moves(position))
    return largest + 1
