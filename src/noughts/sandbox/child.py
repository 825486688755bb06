"""A player in its own process, which starts with the first question and ends after a failure."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from math import inf
from typing import Any, Self, TypeVar

from noughts.errors import ProgramError
from noughts.game import Game
from noughts.sandbox.process import LineProcess

# Seconds to think over one move, and to start.
SECONDS = 5.0
SECONDS_TO_START = 20.0

Answer = TypeVar("Answer")


class ChildPlayer(ABC):
    """A player whose moves come from a process.

    Use it in a `with`, or call `close`, to end the process.

    Args:
        name: the player's name.
        seconds: the time limit for one move.
        seconds_to_start: the time limit from its start to its first answer.

    Attributes:
        processor: whether limits count processor time (`LineProcess.read`), as in an audit, so that
            other programs do not matter; a match counts time on the clock.
        total: the time limit for all its moves together, if there is one (`Patient`).
        patience: the multiple of the limit to wait for a late move.
        took: the seconds of its last answer.
    """

    def __init__(self, name: str, seconds: float, seconds_to_start: float) -> None:
        self.name = name
        self.seconds = seconds
        self.seconds_to_start = seconds_to_start
        self.processor = False
        self.total = inf
        self.patience = 1.0
        self.took = 0.0
        self._process: LineProcess | None = None
        self._used = 0.0

    @abstractmethod
    def choose(self, game: Game[Any], position: Any) -> int:
        """The process's move."""

    @abstractmethod
    def launch(self) -> LineProcess:
        """Start a new process, or raise ProgramError."""

    @abstractmethod
    def greet(self, process: LineProcess) -> None:
        """Exchange the first lines with a new process, or raise ProgramError."""

    def start(self) -> None:
        """Start now, so that errors show before the first move.

        Raises:
            ProgramError: it cannot be started.
        """
        self.exchange(lambda process: None)

    def hear(self, process: LineProcess, starting: bool = False) -> str:
        """The process's next line."""
        if starting:
            return process.read(self.seconds_to_start, self.processor)
        try:
            return process.read(self.seconds, self.processor, self.patience)
        finally:
            self.took = process.took

    @property
    def used(self) -> float:
        """The processor seconds that its processes have used."""
        return self._used + (self._process.used() if self._process else 0)

    def exchange(self, talk: Callable[[LineProcess], Answer]) -> Answer:
        """Return the result of `talk` with the process; a failure ends the process.

        Raises:
            ProgramError: what failed, with the player's name.
        """
        try:
            return talk(self._started())
        except ProgramError as error:
            self.close()
            raise self.named(error) from None

    def _started(self) -> LineProcess:
        """The running process, started and greeted if necessary."""
        if self._process is None:
            self._process = self.launch()
            self.greet(self._process)
        return self._process

    def named(self, error: ProgramError) -> ProgramError:
        """The error with the player's name before it."""
        return type(error)(f"{self.name} {str(error).rstrip('.')}.")

    def close(self) -> None:
        """End the process and its children; the next question starts a new one."""
        if self._process:
            self._used = self.used
            self._process.close()
            self._process = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()
