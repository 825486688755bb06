"""A player that is a program: any command that speaks the line protocol of `docs/protocol.md`.

    we write                        the program writes
    noughts 1                       ready NAME
    game tictactoe
    position 3/1x1/3 o
    legal a3 b3 c3 a2 c2 a1 b1 c1
    go 5000                         move a1
    quit

A program that exits, answers too late, or does not answer with a legal move raises a kind of
ProgramError, which loses the game. It is then ended with its children, and restarted for the next
game.
"""

import shlex
import sys
from pathlib import Path
from typing import Any

from noughts.errors import AnswerNotUnderstood, BadAnswer, ProgramEnded
from noughts.game import Game, P
from noughts.games.registry import spec_of
from noughts.players.observation import legal_move, plain_turn
from noughts.sandbox.process import SECONDS, SECONDS_TO_START, ChildPlayer, LineProcess

PROTOCOL = 1
# The most characters of an answer that an error message quotes.
LONGEST_ANSWER = 60


class ProgramPlayer(ChildPlayer):
    """A player whose moves come from a program.

    Args:
        command: the command, as typed in a shell, `./bot` or `python bot.py --deep`, but no shell
            runs it. A file that ends in .py is run by this Python.
        seconds: the time limit for one move.
        seconds_to_start: the time limit from its start to its first answer.

    Use it in a `with`, or call `close`, to end the program.
    """

    def __init__(
        self, command: str, seconds: float = SECONDS, seconds_to_start: float = SECONDS_TO_START
    ) -> None:
        super().__init__(f"program:{command}", seconds, seconds_to_start)
        self.command = command

    def choose(self, game: Game[P], position: P) -> int:
        """The program's move.

        Raises:
            ProgramEnded, ProgramTooSlow: it cannot be started, exited, or was late.
            AnswerNotUnderstood, BadAnswer: its answer names no move, or one that is not legal.
        """
        return self.exchange(lambda process: self._ask(process, game, position))

    def launch(self) -> LineProcess:
        """Run the command."""
        return LineProcess(arguments(self.command))

    def greet(self, process: LineProcess) -> None:
        """Send the protocol's version, and read the program's name."""
        process.write(f"noughts {PROTOCOL}")
        answer = self.hear(process, starting=True)
        if answer.split()[:1] != ["ready"]:
            raise BadAnswer(f'greeted with {_quoted(answer)}; expected "ready"')

    def _ask(self, process: LineProcess, game: Game[P], position: P) -> int:
        process.write(*question(game, position), f"go {round(1000 * self.seconds)}")
        answer = self.hear(process)
        word, _, name = answer.partition(" ")
        if word != "move":
            raise AnswerNotUnderstood(f'answered {_quoted(answer)}; expected "move" and a move')
        return legal_move(game, position, name, f"answered {_quoted(answer)}")


def question(game: Game[P], position: P) -> list[str]:
    """The lines that describe the position to the program.

    If a position does not show whose turn it is, the side to move is called x.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> print(*question(game, game.parse("xxo/ox1/o2 x")[0]), sep="; ")
    game tictactoe; position xxo/ox1/o2 x; legal c2 b1 c1
    """
    return [
        f"game {spec_of(game)}",
        f"position {game.text(position, plain_turn(game, position))}",
        f"legal {' '.join(game.name(move) for move in game.moves(position))}",
    ]


def arguments(command: str) -> list[str]:
    """The command and its arguments; this Python before a Python file."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as error:
        raise ProgramEnded(f"cannot be started: {error} in {command!r}") from None
    if not words:
        raise ProgramEnded("cannot be started: no command was given")
    return [sys.executable, *words] if Path(words[0]).suffix.lower() == ".py" else words


def _quoted(answer: str) -> str:
    text: Any = answer if len(answer) <= LONGEST_ANSWER else f"{answer[:LONGEST_ANSWER]}…"
    return ascii(text) if not text.isprintable() else f'"{text}"'
