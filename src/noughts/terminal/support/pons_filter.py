"""`noughts analyse connectfour --scores pons`: a filter like Pascal Pons's solver.

It reads lines of column digits and writes each with its score (`solving.pons_scores`), or with
the scores of all its moves. It answers all available lines together, so a program may write a
line and wait for its answer, and a long file takes little time.
"""

from collections.abc import Callable, Iterator
from typing import Any, BinaryIO

from noughts.answers.question import ask
from noughts.errors import NoughtsError, UnsuitedGame
from noughts.game import Game, legal_moves
from noughts.games.connectfour import ConnectFour
from noughts.games.registry import spec_of
from noughts.knowledge import plays_by
from noughts.search.queue import Plays
from noughts.solving.pons_scores import follow_all, play_scores, positions_of, stones_of
from noughts.solving.solver import ExactSolver, Solver
from noughts.value import BASE, to_parent

# The score of a full column.
UNPLAYABLE = -1000
# The bytes read at a time, and the longest line; a longer one is cut.
CHUNK = 1 << 16
LONGEST_LINE = 1_000
# Moves by their digits, "1" for the first; other characters are not moves.
NO_MOVE = 255
MOVES = bytes(byte - ord("1") if byte in b"123456789" else NO_MOVE for byte in range(256))

# Called with the number of a line, and its error.
Complain = Callable[[int, str], None]


class Filter:
    def __init__(self, solver: ExactSolver[Any], every_move: bool, complain: Complain) -> None:
        self.game = _suited(solver.game)
        assert isinstance(solver, Solver)  # positions of Connect Four never repeat
        self.solver = solver
        self.every_move = every_move
        self.complain = complain
        self.number = 0  # the number of the last line

    def answers(self, source: BinaryIO) -> Iterator[bytes]:
        """The lines with their scores, in parts as large as the available input."""
        for lines in chunks(source):
            yield b"".join(self._answered(lines))

    def _answered(self, lines: list[bytes]) -> Iterator[bytes]:
        plays = follow_all(self.game, [line.translate(MOVES) for line in lines])
        rows = self._moves_scores(plays) if self.every_move else self._scores(plays)
        for line, kept, row in zip(lines, plays.kept, rows, strict=True):
            self.number += 1
            if kept < len(line) or row is None:
                self.complain(self.number, self._wrong(line))
            else:
                yield b"%b %b\n" % (line, row)

    def _scores(self, plays: Plays) -> Iterator[bytes | None]:
        cells = self.game.cells
        for kept, score in zip(plays.kept, play_scores(self.solver, plays), strict=True):
            if score is None or abs(score) == BASE:
                yield None
            else:
                yield b"%d" % stones_of(score, cells - kept)

    def _moves_scores(self, plays: Plays) -> Iterator[bytes | None]:
        game = self.game
        positions = positions_of(game, plays)
        moves = [legal_moves(game, position) for position in positions]
        after = [
            game.play(position, move)
            for position, legal in zip(positions, moves, strict=True)
            for move in legal
        ]
        scores = iter(self.solver.scores(after))
        for kept, legal in zip(plays.kept, moves, strict=True):
            found = {move: next(scores) for move in legal}
            if None in found.values() or (not legal and kept < game.cells):
                yield None
            else:
                yield self._row(found, game.cells - kept)

    def _row(self, found: dict[int, Any], left: int) -> bytes:
        columns = range(self.game.columns)
        stones = (
            stones_of(to_parent(-found[move]), left) if move in found else UNPLAYABLE
            for move in columns
        )
        return b" ".join(b"%d" % stone for stone in stones)

    def _wrong(self, line: bytes) -> str:
        text = line.decode("utf-8", "replace")
        try:
            question = ask(self.game, moves=text)
        except NoughtsError as error:
            return str(error)
        if not legal_moves(self.game, question.position):
            return f"After {text!r} the game is over; there is no score."
        if text and not text.isdecimal():
            return f"{text!r} is not a play; write column digits and nothing else."
        return f"The score after {text!r} was not found within the limits."


def chunks(source: BinaryIO) -> Iterator[list[bytes]]:
    r"""The lines, without their ends, in parts as large as the available input.

    A line that is too long is cut.
    """
    rest = b""
    while chunk := source.read1(CHUNK):  # type: ignore[attr-defined]  # buffered files have it
        *lines, rest = (rest + chunk).split(b"\n")
        rest = rest[: LONGEST_LINE + 1]
        if lines:
            yield [_trimmed(line) for line in lines]
    if rest:
        yield [_trimmed(rest)]


def _trimmed(line: bytes) -> bytes:
    """The line without its end, cut if it is too long to be a play."""
    return line.removesuffix(b"\r")[:LONGEST_LINE]


def _suited(game: Game[Any]) -> ConnectFour:
    """The game, if it is Connect Four with a digit for each column, in which a row wins."""
    if (
        isinstance(game, ConnectFour)
        and plays_by(game, ConnectFour)
        and game.columns <= 9
        and not game.misere
    ):
        return game
    raise UnsuitedGame(
        f"{spec_of(game)}: --scores pons needs Connect Four, not misère, with at most nine "
        f"columns, for example connectfour or connectfour:6,5."
    )
