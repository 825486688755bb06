"""The position of a question: the start or a given position, after some moves."""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from noughts import errors
from noughts.game import FIRST, Game, play_legal, read_move, read_position, turn_after
from noughts.games.common.cell_game import CellGame
from noughts.games.registry import spec_of
from noughts.value import OPEN

if TYPE_CHECKING:
    from noughts.analysis.game_record import Record
    from noughts.games.common.boards import BoardRead

# The longest name of a move and text of a position that error messages quote, and board in text.
LONGEST_MOVE, LONGEST_POSITION, LONGEST_BOARD = 20, 200, 20_000


class Question(NamedTuple):
    """A position of a game, and the player to move."""

    game: Game[Any]
    position: Any
    turn: int

    @property
    def text(self) -> str:
        return self.game.text(self.position, self.turn)


def ask(
    game: Game[Any],
    moves: str | None = None,
    position: str | None = None,
    first: int | None = None,
) -> Question:
    """The question about the start, or a given position, after these moves.

    Args:
        game: the game.
        moves: the moves, by name.
        position: where they begin.
        first: the player who moved first, by default X, or as the position shows.

    Raises:
        WrongTurn: by the rules or the number of marks, that player cannot have moved first.
        PositionError: the text is no position, or the position is unreachable.
        MoveError: a move cannot be read or played; the message names it and the reason.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> ask(TicTacToe(), "b2, 7").text
    '3/1x1/o2 x'
    """
    if first and not game.either_begins:
        raise errors.WrongTurn(f"{game.marks[FIRST]} always moves first in {spec_of(game)}.")
    if position is None:
        start = Question(game, game.start(), first or FIRST)
    elif first is not None:
        read = begun_by(game, position, first)
        start = Question(game, read.position, read.turn)
    else:
        longest = LONGEST_BOARD if isinstance(game, CellGame) else LONGEST_POSITION
        start = Question(game, *read_position(game, shortened(position, longest)))
    return [start, *(after for _, after in each_move(start, moves or ""))][-1]


def begun_by(game: Game[Any], board: str, first: int) -> "BoardRead":
    """The position on this board, if that player moved first.

    Raises:
        WrongTurn: that player cannot have moved first.
        PositionError: it is no board, or no game comes to it.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> begun_by(TicTacToe(), "o2/3/3", 1).understood
    '3×3 from the top, X to move'
    """
    from noughts.games.common.boards import read_board  # few questions need it

    if not isinstance(game, CellGame) or not game.turn_is_counted:
        raise errors.WrongTurn(f"In {spec_of(game)}, the position itself says whose turn it is.")
    wrong: errors.PositionError = errors.WrongTurn(
        f"On this board, {game.marks[first]} cannot have moved first."
    )
    for turn in "xo":
        try:
            read = read_board(game, board, turn=turn, usual=True)
        except errors.ImpossiblePosition:
            continue
        except errors.PositionError as error:
            wrong = error
        else:
            if game.o_began(read.position, read.turn) == bool(first):
                return read
    raise wrong


def with_turn(question: Question, turn: int) -> Question:
    """The same board with the player `turn` to move.

    Raises:
        WrongTurn: by the rules or the number of marks, that player cannot be to move.
        GameOver: the game is over.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> with_turn(ask(TicTacToe(), "b2 a1"), 1).text
    '3/1x1/o2 o'
    """
    game, position, mover = question
    if turn == mover:
        return question
    if game.outcome(position) != OPEN:
        raise errors.GameOver("The game is over: no player is to move.")
    if not _turn_is_free(game):
        raise errors.WrongTurn(
            f"By the rules of {spec_of(game)} it is {game.marks[mover]}'s turn there."
        )
    turned = game.showing(*game.shown(position, mover), turn)
    game.validate(turned, turn)
    if game.outcome(turned) != OPEN:
        raise errors.WrongTurn(f"With {game.marks[turn]} to move, the game would be over.")
    return Question(game, turned, turn)


def _turn_is_free(game: Game[Any]) -> TypeGuard[CellGame[Any]]:
    """Whether a board is a position for either player to move, and the marks are all of it."""
    if not isinstance(game, CellGame) or game.repeats or not game.either_begins:
        return False
    return type(game).showing is not CellGame.showing


def ask_line(game: Game[Any], line: str) -> Question:
    """The question on a line of a batch: a position's text, or moves.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> ask_line(TicTacToe(), "b2 a1").text == ask_line(TicTacToe(), "3/1x1/o2 x").text
    True
    """
    error: errors.NoughtsError
    try:
        if "/" in line or re.search(r"\s[xo]\s*$", line, re.IGNORECASE):
            return ask(game, position=line)
        return ask(game, moves=line)
    except (errors.MoveError, errors.PositionError) as caught:
        error = caught
    try:
        return ask(game, position=line)
    except errors.TwoReadings as two:
        error = two
    except errors.UnreadablePosition:
        found = set(_in_row(game, line))
        if len(found) == 1:
            return found.pop()
    raise error


def _in_row(game: Game[Any], line: str) -> Iterator[Question]:
    """The boards in a row of CSV: columns of cells beside others, or a column with a board."""
    from csv import reader  # few lines need it

    mark = next((mark for mark in ",;\t" if mark in line), ",")
    row = next(reader([line], delimiter=mark), [])
    if not isinstance(game, CellGame) or len(row) < 2:
        return
    cells = range(len(row) - game.cells + 1)
    for given in [*row, *(row[first : first + game.cells] for first in cells)]:
        with suppress(errors.PositionError):
            if len(given) >= game.cells or "/" in given:
                yield Question(game, *game.from_cells(given))


def each_move(question: Question, moves: str) -> Iterator[tuple[int, Question]]:
    return each_named(question, _from_start(question, question.game.split_moves(moves)))


def _from_start(question: Question, names: list[str]) -> list[str]:
    game = question.game
    return game.names_from_start(names) if question.position == game.start() else names


def each_named(question: Question, names: Iterable[str]) -> Iterator[tuple[int, Question]]:
    """Yield each move, given by name, with the question after it."""
    game, position, turn = question
    for number, word in enumerate(names, start=1):
        move, position = _play(game, position, word, number)
        turn = turn_after(game, turn, position)
        yield move, Question(game, position, turn)


def record_of(start: Question, names: Iterable[str]) -> "Record":
    """The game with these moves by name; MoveError names one that cannot be played, and why."""
    from noughts.analysis.game_record import Record

    played = list(each_named(start, _from_start(start, [*names])))
    positions = (start.position, *(after.position for _, after in played))
    return Record(start.game, tuple(move for move, _ in played), positions, start.turn)


def _play(game: Game[Any], position: Any, word: str, number: int) -> tuple[int, Any]:
    """The move and the position after it; an error gives the number of the move."""
    try:
        move = read_move(game, shortened(word, LONGEST_MOVE))
        return move, play_legal(game, position, move)
    except errors.MoveError as error:
        raise type(error)(f"Move {number}: {error}") from None


def shortened(text: str, longest: int) -> str:
    """The text, truncated with an ellipsis if it is too long.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return text if len(text) <= longest else f"{text[: longest - 1]}…"
