"""The protocol of the Gomocup: five in a row, for managers such as Piskvork.

Source: Petr Laštovička, "Gomoku AI protocol", https://plastovicka.github.io/protocl2en.htm.

    the manager writes          noughts writes
    START 7                     OK
    INFO timeout_turn 1000
    BEGIN                       3,3
    TURN 2,2                    4,2
    BOARD, 3,3,1 …, DONE        x,y
    END
"""

from collections.abc import Callable
from typing import Any

from noughts.errors import GameOver, MoveError, NoughtsError, ProtocolError
from noughts.game import FIRST, SECOND, Game
from noughts.games.common.cell_game import Marks
from noughts.games.gomoku import Gomoku, StandardGomoku
from noughts.knowledge import knowledge_of
from noughts.players.engines.thinker import Chosen, MoveLimits, Say, Thinker, whole_number
from noughts.sandbox.process import SECONDS
from noughts.value import OPEN

FIVE = 5
# The owner of a stone, as the lines of BOARD number it; 3 is a stone of a line in continuous games.
OWN, THEIRS, IN_LINE = 1, 2, 3
# The bits of `INFO rule`: exactly five in a row win, the game goes on after it, Renju's overlines.
EXACT, CONTINUOUS, RENJU = 1, 2, 4
# The first three stones of swap2, from the centre, and the stones after which one may swap.
OPENING = ((0, 0), (1, 0), (2, 2))
THREE, FIVE_STONES = 3, 5
# A move may take the remaining match time divided by this.
MOVES_LEFT = 10
# Seconds for a move if the manager wants it as fast as possible.
FASTEST = 0.1


class Gomocup:
    """An engine that speaks Gomocup's protocol; it writes lines to the manager by `say`."""

    def __init__(self, thinker: Thinker, say: Say, version: str = "") -> None:
        self.thinker = thinker
        self.say = say
        self.version = version
        self._size: tuple[int, int] | None = None
        self._info: dict[str, int] = {}
        self._stones: dict[int, int] = {}  # by cell, in the order in which they were put
        self._board: list[str] | None = None  # the lines of a BOARD that is not DONE yet
        self._when_done: Callable[[str], str] = self._lay_out
        self._commands: dict[str, Callable[[str], str]] = {
            "START": lambda size: self._start(f"{size},{size}" if size.isdecimal() else size),
            "RECTSTART": self._start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "TAKEBACK": self._take_back,
            "BOARD": lambda _: self._open_board(self._lay_out),
            "YXBOARD": lambda _: self._open_board(self._set_up),
            "SWAP2BOARD": lambda _: self._open_board(self._swap2),
            "INFO": self._take_info,
            "ABOUT": self._about,
        }

    def hear(self, line: str) -> bool:
        word, _, rest = line.strip().partition(" ")
        word = word.upper()
        if word == "END":
            return False
        if self._board is not None and word != "DONE":
            self._board.append(line.strip())
        elif word:
            self._obey(word, rest.strip())
        return True

    def close(self) -> None:
        self.thinker.close()

    def _obey(self, word: str, rest: str) -> None:
        command = self._commands.get(word)
        if word == "DONE" and self._board is not None:
            lines, self._board = self._board, None
            command, rest = self._when_done, "\n".join(lines)
        if command is None:
            self.say(f"UNKNOWN command {word}")
            return
        try:
            answer = command(rest)
        except NoughtsError as error:
            answer = f"ERROR {error}"
        if answer:
            self.say(answer)

    # The game.

    def _start(self, size: str) -> str:
        columns, rows = self._pair(size)
        game = self._made(columns, rows)
        self._size, self._stones = (columns, rows), {}
        self.thinker.prepare(game)
        return "OK"

    def _made(self, columns: int, rows: int) -> Game[Marks]:
        rule = self._info.get("rule", 0)
        if rule & ~(EXACT | CONTINUOUS | RENJU):
            raise ProtocolError(f"Rule {rule} is not known: give 0, 1 or 4.")
        if rule & (EXACT | RENJU):
            return StandardGomoku(columns, rows, FIVE, renju=bool(rule & RENJU))
        return Gomoku(columns, rows, FIVE)

    def _restart(self, _: str) -> str:
        self._board_size()
        self._stones = {}
        return "OK"

    def _board_size(self) -> tuple[int, int]:
        """The columns and rows; ProtocolError if there is no board yet."""
        if self._size is None:
            raise ProtocolError("There is no board: begin with START.")
        return self._size

    def _take_info(self, text: str) -> str:
        """Store what concerns us; there is never an answer. A time below 0 is used up."""
        key, _, number = text.strip().partition(" ")
        value = whole_number(number.strip().removeprefix("-"))
        if key in ("timeout_turn", "timeout_match", "time_left", "rule") and value is not None:
            self._info[key] = 0 if number.strip().startswith("-") else value
        return ""

    def _about(self, _: str) -> str:
        return (
            f'name="noughts", version="{self.version}", author="the noughts contributors", '
            'country="", www="https://pypi.org/project/noughts"'
        )

    # The moves.

    def _begin(self, _: str) -> str:
        self._board_size()
        if self._stones:
            raise ProtocolError("BEGIN needs an empty board: send RESTART first.")
        return self._move()

    def _turn(self, text: str) -> str:
        cell = self._free_cell(text)
        self._stones[cell] = THEIRS
        try:
            return self._move()
        except ProtocolError:  # it was not their turn
            del self._stones[cell]
            raise

    def _take_back(self, text: str) -> str:
        cell = self._cell(text)
        if cell not in self._stones:
            raise MoveError(f"There is no stone on {text}.")
        del self._stones[cell]
        return "OK"

    def _open_board(self, when_done: Callable[[str], str]) -> str:
        self._board_size()
        self._board, self._when_done = [], when_done
        return ""

    def _lay_out(self, text: str) -> str:
        """The lines of BOARD, up to DONE; a wrong one leaves the board empty."""
        try:
            self._set_up(text)
            return self._move()
        except NoughtsError:
            self._stones = {}
            raise

    def _set_up(self, text: str) -> str:
        """The lines of a board; there is no answer, so that the manager may send TURN next."""
        stones, self._stones = self._stones, {}
        try:
            for line in text.splitlines():
                place, _, whose = line.rpartition(",")
                if "," not in place or whose.strip() not in (str(OWN), str(THEIRS), str(IN_LINE)):
                    raise ProtocolError(f"{line!r} is not x,y,1 or x,y,2.")
                if int(whose) != IN_LINE:
                    self._stones[self._free_cell(place)] = int(whose)
        except NoughtsError:
            self._stones = stones
            raise
        return ""

    def _swap2(self, text: str) -> str:
        """The opening: three stones, a fourth one or SWAP, and again after five stones."""
        columns, rows = self._board_size()
        lines = text.splitlines()
        if not lines:
            centre = columns // 2, rows // 2
            return " ".join(f"{centre[0] + i},{centre[1] + j}" for i, j in OPENING)
        if len(lines) not in (THREE, FIVE_STONES):
            raise ProtocolError(f"SWAP2BOARD has 0, 3 or 5 stones, not {len(lines)}.")
        cells = [self._free_cell(line) for line in lines]
        mine, theirs = (sum(1 << cell for cell in cells[first::2]) for first in (1, 0))
        game, position = self._made(columns, rows), Marks(mine, theirs)
        chosen = self.thinker.choose(game, position, MoveLimits(self._seconds()))
        if _lead(game, position, chosen) < 0:
            return "SWAP"
        row, column = divmod(chosen.move, columns)
        return f"{column},{row}"

    def _move(self) -> str:
        columns, rows = self._board_size()
        game, position = self._made(columns, rows), self._position()
        before = Marks(position.theirs, position.mine)  # a row of ours has ended the game, too
        if any(game.outcome(each) != OPEN for each in (position, before)):
            raise GameOver("The game is over.")
        cell = rows // 2 * columns + columns // 2  # the first stone needs no search
        if self._stones:
            cell = self.thinker.choose(game, position, MoveLimits(self._seconds())).move
        self._stones[cell] = OWN
        row, column = divmod(cell, columns)
        return f"{column},{row}"

    def _position(self) -> Marks:
        marks = {OWN: 0, THEIRS: 0}
        for cell, side in self._stones.items():
            marks[side] |= 1 << cell
        ahead = marks[THEIRS].bit_count() - marks[OWN].bit_count()
        if ahead not in (FIRST, SECOND):
            raise ProtocolError(
                f"It is not my turn with {marks[OWN].bit_count()} stones of mine and "
                f"{marks[THEIRS].bit_count()} of the other side."
            )
        return Marks(marks[OWN], marks[THEIRS])

    def _seconds(self) -> float:
        seconds = self._info.get("timeout_turn", 1000 * SECONDS) / 1000
        if self._info.get("timeout_match") and "time_left" in self._info:
            seconds = min(seconds, self._info["time_left"] / 1000 / MOVES_LEFT)
        return max(seconds, FASTEST)

    # Places.

    def _free_cell(self, text: str) -> int:
        cell = self._cell(text)
        if cell in self._stones:
            raise MoveError(f"There is a stone on {text} already.")
        return cell

    def _cell(self, text: str) -> int:
        columns, rows = self._board_size()
        column, row = self._pair(text)
        if column >= columns or row >= rows:
            raise MoveError(f"{text} is not on the board of {columns} columns and {rows} rows.")
        return row * columns + column

    @staticmethod
    def _pair(text: str) -> tuple[int, int]:
        column, _, row = text.partition(",")
        numbers = whole_number(column.strip()), whole_number(row.strip())
        if numbers[0] is None or numbers[1] is None:
            raise ProtocolError(f"{text!r} is not two whole numbers with a comma between.")
        return numbers[0], numbers[1]


def _lead(game: Game[Any], position: Marks, chosen: Chosen) -> int:
    """Whether the player to move is ahead: the outcome, or evaluations with either to move."""
    if chosen.value is not None:
        return chosen.value.outcome
    known = knowledge_of(game)
    return known.evaluation(position) - known.evaluation(game.play(position, chosen.move))
