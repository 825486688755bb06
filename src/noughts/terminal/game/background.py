"""Work in other threads during a game: values and explanations, and saving the games."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import copy_context
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, TypeVar

from noughts.errors import NoughtsError
from noughts.game import Game
from noughts.players.perfect import BUDGET
from noughts.solving.api import Solvers
from noughts.solving.limits import Progress, Report

if TYPE_CHECKING:
    from noughts.analysis.analyse import Analysis
    from noughts.analysis.explain.explainer import Explainer
    from noughts.analysis.explain.text import Explanation
    from noughts.records.history import History, KeptGame

# A position, and the player to move.
Spot = tuple[Any, int]
Found = TypeVar("Found")
# Seconds between two attempts to stop a computation.
PATIENCE = 0.02


class AnalysisCache:
    """Analyses and explanations of the positions of one game."""

    def __init__(self, game: Game[Any], seconds: float | None = None) -> None:
        self.game = game
        #: Locked during a computation.
        self.busy = Lock()
        self._analyses: dict[Spot, Analysis] = {}
        self._explanations: dict[Spot, Explanation] = {}
        #: Shared with the computer's players.
        self.solvers = Solvers(BUDGET, seconds, self._report)
        self._explainer: Explainer[Any] | None = None
        self._progress: Progress | None = None
        self._stops = 0

    @contextmanager
    def thinking(self, progress: Progress | None = None) -> Iterator[None]:
        """Let the computer find its move in the block; a computation of values is stopped."""
        while not self.busy.acquire(timeout=PATIENCE):
            self.stop()
        self._progress = progress
        try:
            yield
        finally:
            self._progress = None
            self.busy.release()

    def stop(self) -> None:
        """Stop the computation in another thread; its partial result is dropped."""
        self._stops += 1
        self.solvers.stop()

    def _report(self, report: Report) -> None:
        if self._progress:
            self._progress(report)

    def analysis(self, spot: Spot) -> "Analysis":
        from noughts.analysis.analyse import analyse_values

        solver = self.solvers.of(self.game)
        return self._kept(self._analyses, spot, lambda: analyse_values(self.game, *spot, solver))

    def explanation(self, spot: Spot) -> "Explanation":
        return self._kept(self._explanations, spot, lambda: self._explaining().explain(*spot))

    def _kept(self, kept: dict[Spot, Found], spot: Spot, work_out: Callable[[], Found]) -> Found:
        """The cached answer, computed once; a stopped computation is not cached."""
        if spot not in kept:
            with self.busy:
                if spot in kept:  # another thread was faster
                    return kept[spot]
                stops, found = self._stops, work_out()
                if stops != self._stops:
                    return found
                kept[spot] = found
        return kept[spot]

    def explain(self, spots: Iterable[Spot]) -> None:
        for spot in spots:
            self.explanation(spot)

    def _explaining(self) -> "Explainer[Any]":
        from noughts.analysis.explain.explainer import Explainer

        if self._explainer is None:
            self._explainer = Explainer(self.game, self.solvers.of(self.game))
        return self._explainer


# The most seconds to wait for unwritten moves.
WRITING_SECONDS = 10


class GameKeeper:
    """Writes the games of a session to the history, beginning with the first move.

    Attributes:
        failure: the reason why games are not kept, as a sentence; empty while they are.
    """

    def __init__(self, number: int = 0) -> None:
        self.failure = ""
        self._number = number
        self._last: KeptGame | None = None
        self._jobs: SimpleQueue[KeptGame | Event | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._closing = False

    def keep(self, game: "KeptGame") -> None:
        if game != self._last:
            self._last = game
            self._begin()
            self._jobs.put(game)

    def next_game(self) -> None:
        self._last = None
        if self._thread:
            self._jobs.put(None)
        else:
            self._number = 0

    @property
    def has_begun(self) -> bool:
        return self._last is not None

    @property
    def has_kept(self) -> bool:
        """Whether this game is on disk; waits for unwritten moves."""
        self.flush()
        return self.has_begun and not self.failure

    def flush(self) -> None:
        if self._thread:
            written = Event()
            self._jobs.put(written)
            written.wait(WRITING_SECONDS)

    def close(self) -> None:
        """Write unwritten moves and close the history. Nothing is kept afterwards."""
        self._closing = True
        self.flush()

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
                if self._closing and history:
                    history.close()
                job.set()
                if self._closing:
                    return
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
        self.failure = f"Your games are not kept. {error}"


async def in_background(ask: Callable[[], Found]) -> Found:
    """The answer of a function that runs in another thread.

    The program can exit without waiting for it; with `asyncio.to_thread` it would wait for minutes.
    """
    import asyncio  # the line mode does without it

    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        with suppress(RuntimeError):  # the screen has closed
            loop.call_soon_threadsafe(lambda: None if future.done() else settle(outcome))

    def work() -> None:
        try:
            answer = ask()
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            tell(future.set_exception, error)
        else:
            tell(future.set_result, answer)

    Thread(target=copy_context().run, args=(work,), daemon=True).start()
    return await future
