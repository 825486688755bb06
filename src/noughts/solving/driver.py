"""Limits of a search, and its driver: interpreted at first, compiled as soon as that form is ready.

A search runs in steps, until one has the answer or a limit is reached. Interpreted searches poll
the clock themselves; compiled ones run in threads of their own, and end by a word that another
thread sets.
"""

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import copy
from functools import lru_cache, partial
from math import inf
from queue import Empty, SimpleQueue
from threading import Event, Thread
from time import sleep
from typing import Any, NamedTuple, TypeVar

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import Knowledge
from noughts.native import LOAD_SECONDS, Coming, comes, compiled
from noughts.native.clock import CLOCK
from noughts.search.context import ScoreBounds, SearchControl
from noughts.search.depth import begin
from noughts.search.proof import ProofContext
from noughts.value import BASE, INFINITY, WIN

NO_LIMIT = 1 << 62
# The default size of a table, in mebibytes.
MEMORY = 256


class Report(NamedTuple):
    """The progress of a search.

    Args:
        nodes: the number of positions visited so far.
        seconds: the time taken so far.
        lower: a lower bound of the score.
        upper: an upper bound of the score.
        goal: in a proof, the goal of the player to move: WIN, or DRAW for at least a draw.
        proof: in a proof, the proof number: 0 when the answer is yes.
        disproof: in a proof, the disproof number: 0 when the answer is no.
    """

    nodes: int
    seconds: float = 0.0
    lower: int = -INFINITY
    upper: int = INFINITY
    goal: int = WIN
    proof: int = 1
    disproof: int = 1

    @property
    def depth(self) -> int:
        """Plies within which it is proved that neither side can force an end.

        >>> Report(1_000, 0.1, lower=-9_999_988, upper=9_999_970).depth
        11
        """
        loss = BASE + self.lower if self.lower < 0 else BASE
        win = BASE - self.upper if self.upper > 0 else BASE
        return max(0, min(loss, win) - 1)


Progress = Callable[[Report], None]


class Limits:
    """The limits of one question; its time starts now.

    Args:
        nodes: the most positions to visit; None for no limit.
        seconds: the time limit; None for no limit.
        progress: called every now and then, in the thread of the search.
    """

    def __init__(
        self,
        nodes: int | None = None,
        seconds: float | None = None,
        progress: Progress | None = None,
    ) -> None:
        self.nodes = NO_LIMIT if nodes is None else nodes
        self.begun = CLOCK.time()
        self.seconds = seconds
        self.progress = progress
        self._stopped = Event()

    def stop(self) -> None:
        """End the question at its next check; callable from any thread."""
        self._stopped.set()

    def with_nodes(self, nodes: int) -> "Limits":
        """The same limits, but with at most this many nodes."""
        limits = copy(self)
        limits.nodes = min(self.nodes, nodes)
        return limits

    def left(self) -> float:
        return inf if self.seconds is None else self.seconds - self.passed()

    def passed(self) -> float:
        return CLOCK.time() - self.begun

    def check(self, nodes: int, bounds: ScoreBounds | None = None) -> None:
        """Report progress, and check the limits.

        Args:
            nodes: the positions visited so far.
            bounds: of the score, for the report.

        Raises:
            SearchStopped: a limit is reached, or `stop` was called.
        """
        passed = self.passed()
        if self.progress and bounds:
            self.progress(Report(nodes, passed, bounds.lower(), bounds.upper()))
        if self._stopped.is_set():
            raise SearchStopped("The search was stopped before it had solved this position.")
        if nodes >= self.nodes:
            raise SearchStopped(f"{self.nodes:,} nodes were not enough to solve this position.")
        if self.seconds is not None and passed >= self.seconds:
            time = f"{self.seconds:g} seconds were" if self.seconds >= 0.1 else "The time left was"
            raise SearchStopped(f"{time} not enough to solve this position.")


# The most functions of games whose drivers are kept.
GAMES = 32
# The number of calls after which compiling a function pays.
OFTEN = 100
# The most seconds for which a search waits for the screen, and its pauses.
HOLD, PAUSE = 0.1, 0.002
# Seconds between two polls.
POLL_SECONDS = 0.05

Answer = TypeVar("Answer")
Form = Callable[..., Any]
# Called with the nodes so far; raises SearchStopped to end the search.
Poll = Callable[[int], None]
# Searches for a while with a form, and polls; returns None if it has no answer yet.
Step = Callable[[Form, Poll], Answer | None]
# A search from its beginning, by a form; it ends when the first of these words is not 0.
Anew = Callable[[Form, "array[int]"], Answer]


def never() -> bool:
    return False


def compiled_if_often(function: Form, game: Game[Any] | Knowledge[Any]) -> Form:
    """The plain function at first; after many calls, its compiled form.

    Compiling runs in the background (`beside.py`). If it fails, the function stays plain.
    """
    form, calls = function, 0

    def call(*arguments: Any, **names: Any) -> Any:
        nonlocal form, calls
        calls += 1
        if form is function and calls % OFTEN == 0 and comes(function, game, *arguments):
            form = compiled(function, game)
        return form(*arguments, **names)

    return call


class _Switch(SearchStopped):
    """The compiled form is ready, or worth waiting for."""


class Driver(Coming[..., Any]):
    """A search's function, and the driver of its questions."""

    def __init__(
        self,
        function: Form,  # a plain function whose first parameter is the game or its knowledge
        game: Game[Any] | Knowledge[Any] | None,  # the game, or its knowledge
        # Makes the arguments of a call of the compiled form, or none if there can be none; by
        # default they resemble the arguments of the last interpreted call.
        example: Callable[[], tuple[Any, ...]] | None = None,
    ) -> None:
        super().__init__(function, game)
        self._make_example = example
        self._call: tuple[Any, ...] = ()

    def plain(self, *arguments: Any, **names: Any) -> Any:
        if not self._make_example:
            self._call = tuple(map(_unpolled, arguments))
        return super().plain(*arguments, **names)

    def form(self, *example: Any) -> Form | None:
        """The compiled form, if it is ready, and enough time was spent that loading it pays."""
        if self._never:
            return None
        if self._make_example and not self._call and self.spent >= LOAD_SECONDS:
            self._call = self._make_example()
            if not self._call:
                self.stay_interpreted()
        return super().form(*(example or self._call))

    def until_look(self) -> float:
        """Seconds of interpreted search until it pays to look for the compiled form."""
        return inf if self._never else max(LOAD_SECONDS - self.spent, 0.0)

    def stay_interpreted(self) -> None:
        self._never, self.begun = True, False

    def run(
        self, step: Step[Answer], check: Poll, ready: Callable[[], Form | None] | None = None
    ) -> Answer:
        """The answer of the first step, a part of the search, that has one.

        `check` is called between steps and when a step polls; it raises SearchStopped at a limit.
        `ready` returns the compiled form to go on with, if it is there; by default `form`.
        """
        ready, begun = ready or self.form, self.spent

        def waits() -> bool:
            return self.is_awaited(self.spent - begun)

        def poll(nodes: int) -> None:
            check(nodes)
            if self.form() or waits():
                raise _Switch

        while True:
            answer: Answer | None = None
            if form := ready():
                answer = step(form, check)
            elif waits():
                sleep(POLL_SECONDS)
            else:
                with suppress(_Switch), self.interpreting():
                    answer = step(self.plain, poll)
            if answer is not None:
                return answer
            check(0)

    def soonest(
        self,
        search: Anew[Answer],
        late: Callable[[], bool] = never,
        beside: Sequence[Anew[Answer]] = (),
    ) -> Answer:
        """The answer of a search that begins anew when the compiled form is ready.

        Args:
            search: runs the search from its beginning.
            late: whether the time is up.
            beside: searches in other threads beside the compiled one; the first answer counts.
        """

        def check(_: int) -> None:
            if late():
                raise SearchStopped

        def step(form: Form, poll: Poll) -> tuple[Answer]:
            control = SearchControl()
            several = [search, *(() if form == self.plain else beside)]
            searches = [partial(one, form, control.live) for one in several]
            return (first_answer(searches, control.stop, lambda: poll(0)),)  # None is an answer

        check(0)
        return self.run(step, check)[0]


@lru_cache(GAMES)
def driver_for(function: Form, known: Knowledge[Any]) -> Driver:
    """The driver that all searches of a game share, so that their nodes count together."""
    return Driver(function, known)


def first_answer(
    searches: Sequence[Callable[[], Answer]], stop: Callable[[], None], poll: Callable[[], None]
) -> Answer:
    """The first answer of searches in threads of their own; the others are stopped."""
    answers = SimpleQueue[Any]()

    def work(search: Callable[[], Answer]) -> None:
        try:
            answers.put((search(), None))
        except BaseException as error:  # noqa: BLE001  # raised again in the caller's thread
            answers.put((None, error))

    threads = [Thread(target=work, args=(search,), daemon=True) for search in searches]
    left = len(threads)
    begun: list[Thread] = []
    try:
        for thread in threads:
            if begin(thread):
                begun.append(thread)
            elif not answers.empty():
                break
        while left:
            try:
                answer, error = answers.get(timeout=POLL_SECONDS)
            except Empty:
                poll()
                continue
            if error is None:
                return answer  # type: ignore[no-any-return]
            if not isinstance(error, SearchStopped):
                raise error
            left -= 1
        raise SearchStopped
    finally:
        stop()
        for thread in begun:
            thread.join()


class _Screen:
    """Interpreted searches give way to it while a person waits for it."""

    held = 0.0  # until this time

    def hold(self) -> None:
        self.held = CLOCK.time() + HOLD

    def release(self) -> None:
        self.held = 0.0

    def give_way(self) -> None:
        while self.held and CLOCK.time() < self.held:
            sleep(PAUSE)


SCREEN = _Screen()


class _Polling:
    """Makes a search's record poll now and then, which compiled code cannot do."""

    nodes: Any

    def begin(self, poll: Poll, first: float) -> None:
        self._poll = poll
        self._due = CLOCK.time() + min(POLL_SECONDS, first)

    def look(self) -> None:
        SCREEN.give_way()
        if CLOCK.time() >= self._due:
            self._poll(self.nodes)
            self._due = CLOCK.time() + POLL_SECONDS

    def visit(self) -> None:
        self.look()
        super().visit()  # type: ignore[misc]  # of the record


class PollingControl(_Polling, SearchControl):
    def __init__(self, budget: int, poll: Poll, first: float) -> None:
        super().__init__(budget)
        self.begin(poll, first)


class PollingProof(_Polling, ProofContext):
    def __init__(self, run: ProofContext, poll: Poll, first: float) -> None:
        super().__init__(run.budget, run.folded, run.threats_only, run.threat_nodes)
        self.nodes = run.nodes
        self.begin(poll, first)


def _unpolled(argument: Any) -> Any:
    """An argument of the compiled form in place of one of the plain function."""
    if isinstance(argument, PollingControl):
        return SearchControl()
    return ProofContext() if isinstance(argument, PollingProof) else argument


def polling(known: Knowledge[P], watch: PollingControl) -> Knowledge[P]:
    """The knowledge for an interpreted search that also polls at each child.

    On large boards a node has hundreds of children. Each takes a millisecond, mostly to find which
    of the symmetric positions is stored.
    """
    looking, children, canonical = copy(known), known.children, known.canonical

    def each(state: Any) -> Iterator[tuple[Any, int]]:
        for child in children(state):
            watch.look()
            yield child

    def folded(position: Any) -> Any:
        watch.look()
        return canonical(position)

    vars(looking).update(children=each, canonical=folded)
    return looking
