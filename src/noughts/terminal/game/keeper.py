"""Saves the games of a session: a thread writes every move, in the order played."""

from queue import SimpleQueue
from threading import Event, Thread
from typing import TYPE_CHECKING

from noughts.errors import NoughtsError

if TYPE_CHECKING:
    from noughts.records.history import History, KeptGame

# The most seconds to wait for unwritten moves.
PATIENCE = 10


class Keeper:
    """Writes the games of a session to the history, beginning with the first move.

    Args:
        number: the number of a resumed game; 0 for a new one.

    Attributes:
        failure: the reason why games are not kept, as a sentence; empty while they are.
    """

    def __init__(self, number: int = 0) -> None:
        self.failure = ""
        self._number = number
        self._last: KeptGame | None = None
        self._jobs: SimpleQueue[KeptGame | Event | None] = SimpleQueue()
        self._thread: Thread | None = None

    def keep(self, game: "KeptGame") -> None:
        """Let the thread write the current state of the game."""
        if game != self._last:
            self._last = game
            self._begin()
            self._jobs.put(game)

    def next_game(self) -> None:
        """Keep the following moves as another game."""
        self._last = None
        if self._thread:
            self._jobs.put(None)
        else:
            self._number = 0

    @property
    def has_begun(self) -> bool:
        """Whether this game was passed to `keep`."""
        return self._last is not None

    @property
    def has_kept(self) -> bool:
        """Whether this game is on disk; waits for unwritten moves."""
        self.flush()
        return self.has_begun and not self.failure

    def flush(self) -> None:
        """Wait until everything is written."""
        if self._thread:
            written = Event()
            self._jobs.put(written)
            written.wait(PATIENCE)

    def _begin(self) -> None:
        if not self._thread:
            self._thread = Thread(target=self._work, daemon=True)
            self._thread.start()

    def _work(self) -> None:
        from noughts.records.history import open_history

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
