"""A player that is a process of its own: begun when it is asked, ended when it is at fault."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Self, TypeVar

from noughts.errors import ProgramError
from noughts.game import Game
from noughts.players.process import LineProcess

# How long it may think over one move, and how long it may take to begin.
SECONDS = 5.0
SECONDS_TO_START = 20.0

Answer = TypeVar("Answer")


class ChildPlayer(ABC):
    """Asks a process for its moves.

    Use it in a `with`, or call `close`, so that the process ends when it is needed no more.

    Args:
        name: what to call the player.
        seconds: how long it may think over one move.
        seconds_to_start: how long it may take from its start to its first answer.
    """

    def __init__(self, name: str, seconds: float, seconds_to_start: float) -> None:
        self.name = name
        self.seconds = seconds
        self.seconds_to_start = seconds_to_start
        self._process: LineProcess | None = None

    @abstractmethod
    def choose(self, game: Game[Any], position: Any) -> int:
        """Its move."""

    @abstractmethod
    def launch(self) -> LineProcess:
        """A new process; a ProgramError says why there is none."""

    @abstractmethod
    def greet(self, process: LineProcess) -> None:
        """Exchange the first words with a new process; a ProgramError says what is wrong."""

    def start(self) -> None:
        """Begin now, so that what is wrong with it shows before the first question.

        Raises:
            ProgramError: it cannot be started.
        """
        self.exchange(lambda process: None)

    def exchange(self, talk: Callable[[LineProcess], Answer]) -> Answer:
        """What comes of talking to the process, which ends when it is at fault.

        Raises:
            ProgramError: what the fault is, the player's name before it.
        """
        try:
            return talk(self._started())
        except ProgramError as error:
            self.close()
            raise self.named(error) from None

    def _started(self) -> LineProcess:
        """The process under way, greeted."""
        if self._process is None:
            self._process = self.launch()
            self.greet(self._process)
        return self._process

    def named(self, error: ProgramError) -> ProgramError:
        """The same error, told of the player by name."""
        return type(error)(f"{self.name} {str(error).rstrip('.')}.")

    def close(self) -> None:
        """End the process and all that it has started; it begins anew when asked again."""
        if self._process:
            self._process.close()
            self._process = None

    def __enter__(self) -> Self:
        """Nothing is started yet."""
        return self

    def __exit__(self, *exception: object) -> None:
        """End the process."""
        self.close()
