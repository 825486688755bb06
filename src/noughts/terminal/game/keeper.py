"""Keeps the games of a session: every move is written in a thread, in the order played."""

from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.store.history import History, KeptGame

# How long to wait at most for what is not written yet, in seconds.
PATIENCE = 10


class Keeper:
    """Writes the games of a session to the history, beginning with the first move.

    Args:
        number: the number of the game that goes on; 0 for a new one.

    Attributes:
        failure: why games are not kept, as a sentence; empty while they are.
    """

    def __init__(self, number: int = 0) -> None:
        """Write nothing, and load nothing, before there is a move."""
        self.failure = ""
        self._number = number
        self._last: KeptGame | None = None
        self._jobs: SimpleQueue[KeptGame | Event | None] = SimpleQueue()
        self._thread: Thread | None = None

    def keep(self, game: "KeptGame") -> None:
        """Let the thread write how the game stands."""
        if game != self._last:
            self._last = game
            self._begin()
            self._jobs.put(game)

    def next_game(self) -> None:
        """What is kept from now on is another game."""
        self._last = None
        if self._thread:
            self._jobs.put(None)
        else:
            self._number = 0

    @property
    def has_begun(self) -> bool:
        """Whether this game was given to be kept."""
        return self._last is not None

    @property
    def has_kept(self) -> bool:
        """Whether this game is on disk. What is not yet there is written first."""
        self.flush()
        return self.has_begun and not self.failure

    def flush(self) -> None:
        """Wait until everything is written."""
        if self._thread:
            written = Event()
            self._jobs.put(written)
            written.wait(PATIENCE)

    def _begin(self) -> None:
        """Start the thread. The program need not wait for it where a disk hangs."""
        if not self._thread:
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()

    def _work(self) -> None:
        """Write one thing after the other."""
        from noughts.store.history import open_history

        history: History | None = None
        try:
            history = open_history()
        except NoughtsError as error:
            self._fail(error)
        while True:
            job = self._jobs.get()
            if isinstance(job, Event):
                job.set()
            elif job is None:
                self._number = 0
            elif history and not self.failure:
                self._write(history, job)

    def _write(self, history: "History", game: "KeptGame") -> None:
        try:
            self._number = history.keep([game._replace(number=self._number)])[0]
        except NoughtsError as error:
            self._fail(error)

    def _fail(self, error: NoughtsError) -> None:
        """Keep nothing more: half a game is worse than none."""
        self.failure = f"Your games are not kept. {error}"
