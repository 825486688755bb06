"""Runs the solver's search: its driver, the policy of its table, and its team of threads."""

from array import array
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from itertools import chain
from typing import Any, Generic, NamedTuple

from noughts.errors import MistakenlyCompiled, NotCompilable, SearchStopped
from noughts.game import Game, P
from noughts.knowledge import Knowledge, knowledge_of
from noughts.laws.positions import misfit
from noughts.laws.required import of_the_house
from noughts.native import at_hand, comes, compiled, why_not
from noughts.search.context import (
    CLAIM_BITS,
    FEW,
    MORE_CLAIM_PLIES,
    NODES,
    ScoreBounds,
    SearchControl,
    ordering_for,
)
from noughts.search.depth import LOOP_POSITIONS, refuse_loops, with_enough_stack
from noughts.search.memory import (
    on_large_pages,
    position_words,
    size_bits_within,
    unpack_position,
    words_of,
    zeros,
)
from noughts.search.packed import PackedTable, least_bits
from noughts.search.queue import Queue
from noughts.search.solver import known_bounds, move_entries, mtd_search, search_batch
from noughts.search.table import ArrayTable, BoundTable, DictTable
from noughts.solving.driver import (
    MEMORY,
    NO_LIMIT,
    Driver,
    Form,
    Limits,
    Poll,
    PollingControl,
    first_answer,
    polling,
)
from noughts.value import BASE, INFINITY, OPEN

# A budget for unlimited questions.
EVERY = -1
# For a batch of SEVERAL positions, compile in the background; for MANY, wait until it is done.
SEVERAL, MANY = 16, 1_000
# Compiled nodes to search before starting threads, and before a table gets large pages.
SHORT = 200_000
# Log2 of a table's initial entries, and of each growth. A small table is faster, since it fits the
# cache, but forgets sooner (`crowded`; docs/speed.md has figures).
FIRST_BITS, MORE_BITS = 16, 2
# A table grows after at most this many nodes per entry.
MOST_CROWDED = 32
# A larger table reserves a part of this size for positions deep below the root.
DEEP_BITS = 18
# An unknown score.
UNKNOWN = INFINITY


def crowded(entries: int) -> int:
    """The nodes of one question after which a table of that many entries grows."""
    return min(entries >> FIRST_BITS - 3, MOST_CROWDED) * entries


class Member(NamedTuple):
    bounds: ScoreBounds
    watch: SearchControl
    ordering: Any
    table: Any


class TablePolicy:
    """Chooses the transposition table of a game, and enlarges it, or its pages, when that pays."""

    def __init__(self, game: Knowledge[Any], memory: int, threads: int) -> None:
        self.game = game
        self.memory = memory
        self.threads = threads
        self.table: BoundTable[Any] = DictTable()
        self.crowd = 0  # nodes of this question since the table last grew
        self._growing = False  # whether the table, or its pages, may still grow

    def use(self, table: "PackedTable | ArrayTable | DictTable") -> None:
        self.table = table
        self._growing = isinstance(table, ArrayTable) or (
            isinstance(table, PackedTable) and table.size < 1 << size_bits_within(1, self.memory)
        )

    def first(self, position: Any) -> PackedTable | ArrayTable | None:
        """A table for compiled code; None unless positions and states consist of whole numbers."""
        words = words_of(self.game, position)
        if not words or not words_of(self.game, self.game.state(position)):
            return None
        most = size_bits_within(1, self.memory)
        if self._least_bits() <= most:
            bits = min(FIRST_BITS + self.game.table_doublings, most)
            return PackedTable(self.game.key_bits, self.game.max_plies, bits)
        return ArrayTable(words, size_bits_within(words + 1, self.memory), large_pages=False)

    def all_sizes(self, position: Any) -> "list[PackedTable | ArrayTable]":
        """Tables of growing size, for code that cannot make them.

        The last takes all the memory. The list is empty if compiled code cannot have a table.
        """
        first = self.first(position)
        if not isinstance(first, PackedTable):
            return [first] if first else []
        bits = FIRST_BITS + self.game.table_doublings + MORE_BITS
        sizes = bits, size_bits_within(1, self.memory)
        by_size = {table.size: table for table in (first, *map(self._packed, sizes))}
        return list(by_size.values())

    def until_larger(self) -> int:
        """Nodes until a larger table pays; enlarges the table if it pays now."""
        if not self._growing:
            return NO_LIMIT
        if isinstance(self.table, ArrayTable):
            if self.crowd < SHORT:
                return SHORT - self.crowd
            self.table.memory = on_large_pages(self.table.memory)
            self._growing = False
            return NO_LIMIT
        assert isinstance(self.table, PackedTable)
        if self.crowd >= crowded(self.table.size):
            most = size_bits_within(1, self.memory)
            bits = min(self.table.size.bit_length() - 1 + MORE_BITS, most)
            larger = self._packed(bits)
            compiled(move_entries, self.game)(self.game, self.table, larger)
            self.table = larger
            self._growing, self.crowd = bits < most, 0
        return crowded(self.table.size) - self.crowd

    def _packed(self, bits: int) -> PackedTable:
        """A table of that many entries, with a part for deep positions if it is large."""
        deep_bits = DEEP_BITS if bits > DEEP_BITS >= self._least_bits() else 0
        return PackedTable(self.game.key_bits, self.game.max_plies, bits, deep_bits, self.threads)

    def _least_bits(self) -> int:
        """The fewest bits that leave room for keys; too many if positions have no such key."""
        game = self.game
        if not 0 < game.key_bits <= game.game.field_bits - 2 or not game.max_plies:
            return NO_LIMIT
        return least_bits(game.key_bits, game.max_plies)


class Engine(Generic[P]):
    """Finds scores of one game's positions, with a transposition table kept between questions.

    The table takes `memory` MiB. One thread searches if the game's positions have no key.
    """

    def __init__(self, game: Game[P], memory: int = MEMORY, threads: int = 1) -> None:
        self.game = knowledge_of(game)
        self.threads = threads
        self.nodes = 0  # visited so far
        self.tables = TablePolicy(self.game, memory, threads)
        self._driver = Driver(mtd_search, self.game, self._first_call)
        self._tried = False  # whether compilation was tried
        self._kernel: Form | None = None  # the compiled search
        self._position: Any = None  # of the question
        self._room = 1 << 10

    def close_in(self, position: P, bounds: ScoreBounds, limits: Limits) -> None:
        """Search until the score is known.

        Raises:
            SearchStopped: a limit is reached; `bounds` keeps the bounds so far.
        """
        begun, self.tables.crowd, self._position = self.nodes, 0, position

        def check(nodes: int) -> None:
            limits.check(self.nodes - begun + nodes, bounds)

        def step(form: Form, poll: Poll) -> bool | None:
            with suppress(SearchStopped):
                try:
                    self._step(position, bounds, limits, self.nodes - begun, poll)
                except MistakenlyCompiled:
                    self._begin_anew(bounds)
            return bounds.settled() or None

        self._driver.run(step, check, partial(self._ready, position))

    def close_in_all(
        self, positions: Sequence[P], limits: Callable[[], Limits], most: int = INFINITY
    ) -> list[int]:
        """The scores of many positions; `UNKNOWN` if a limit is reached.

        Scores beyond `most` need not be exact: 1 if who wins is enough.

        One compiled call answers many positions, since a call takes longer than a search near the
        end of the game. `limits` makes the limits of one position; its time starts then.
        """
        scores: list[int] = []
        self._position = positions[0]  # of which the driver makes its example
        while left := positions[len(scores) :]:
            asks = len(scores) % SEVERAL == 0  # whether the search of many is compiled by now
            if asks and self._ready(left[0]) and self._has_batch(left):
                return scores + self._queued_scores(left, limits, most)
            scores.append(self._alone(left[0], ScoreBounds(-most, most), limits()))
        return scores

    def _has_batch(self, positions: Sequence[P]) -> bool:
        member = self._member(positions[0], ScoreBounds(), SearchControl(0))
        given = self._batch(Queue(array("q"), 1), positions[0], member, INFINITY)
        if len(positions) < SEVERAL:
            return at_hand(search_batch, self.game, *given)
        return len(positions) >= MANY or comes(search_batch, self.game, *given)

    def _batch(self, queue: Queue, example: P, member: Member, most: int) -> tuple[Any, ...]:
        bounds, watch, ordering, table = member
        return self.game, example, queue, bounds, most, EVERY, watch, table, ordering

    def _queued_scores(
        self, rows: Sequence[Any], limits: Callable[[], Limits], most: int
    ) -> list[int]:
        width = words_of(self.game, rows[0])
        words = chain.from_iterable(position_words(row, width) for row in rows)
        queue = Queue(array("q", words), width)
        self.answer_queue(queue, rows[0], limits, most)
        return list(queue.scores)

    def answer_queue(
        self, queue: Queue, example: P, limits: Callable[[], Limits], most: int = INFINITY
    ) -> None:
        """The scores of a queue of positions of the example's kind, compiled."""
        self.prepare(example)
        if not self._kernel:
            raise NotCompilable(
                f"{type(self.game.game).__name__} cannot be compiled: {why_not(self.game.game)}"
            )
        kernel, bounds = compiled(search_batch, self.game), ScoreBounds(-most, most)
        while queue.done < queue.size:
            before = queue.done
            nodes = limits().nodes
            member = self._member(example, bounds, SearchControl(min(nodes, SHORT)))
            with suppress(SearchStopped), self._counting([member]):
                call = partial(kernel, *self._batch(queue, example, member, most))
                with_enough_stack(self.game.game, example, call)
            if queue.done == before:
                position = unpack_position(example, queue.words, queue.place(), queue.width)
                more = nodes > SHORT  # may be visited than this call has done
                queue.answer(self._alone(position, bounds, limits()) if more else UNKNOWN)
                bounds.forget(most)

    def known_bounds(self, position: P) -> tuple[int, int]:
        state = self.game.state(position)
        ordering = ordering_for(self.game, state, 0)
        return known_bounds(
            self.game, state, -INFINITY, INFINITY, ordering.root, self.tables.table, ordering
        )

    def _alone(self, position: P, bounds: ScoreBounds, limits: Limits) -> int:
        if self.game.outcome(position) != OPEN:
            return self.game.outcome(position) * BASE
        with suppress(SearchStopped):
            self.close_in(position, bounds, limits)
        return bounds.lower() if bounds.settled() else UNKNOWN

    # Interpreted and compiled.

    def prepare(self, position: P) -> None:
        """Compile the search now, not when a question turns out to be large."""
        if not self._tried:
            self._compile(position)

    def first_call(self, position: P, table: PackedTable | ArrayTable) -> tuple[Any, ...]:
        member = self._member(position, ScoreBounds(), SearchControl(0), table)
        return self.game, position, member.bounds, EVERY, member.watch, table, member.ordering

    def _first_call(self) -> tuple[Any, ...]:
        table = self.tables.first(self._position)
        return self.first_call(self._position, table) if table else ()

    def _ready(self, position: P) -> Form | None:
        if not self._tried and (form := self._driver.form()):
            self._compile(position, form)
        return self._kernel

    def _compile(self, position: P, form: Form | None = None) -> None:
        """Switch to compiled code if possible; otherwise stay interpreted."""
        self._tried = True
        if not of_the_house(self.game.game):
            refuse_loops(self.game.game, position, LOOP_POSITIONS)
        if (table := self.tables.first(position)) is None:
            return
        try:
            kernel = form or compiled(mtd_search, self.game)
            kernel(*self.first_call(position, table))
        except SearchStopped:  # expected: the budget is 0, so the code was compiled
            pass
        except NotCompilable:
            self._driver.stay_interpreted()
            return
        self._kernel = kernel
        self.tables.use(table)

    def _begin_anew(self, bounds: ScoreBounds) -> None:
        """Search interpreted, with an empty table, since compiled code answered wrongly."""
        bounds.forget(INFINITY)
        self._tried, self._kernel = True, None
        self._driver.stay_interpreted()
        self.tables.use(DictTable())

    def _step(
        self, position: P, bounds: ScoreBounds, limits: Limits, spent: int, poll: Poll
    ) -> None:
        rest = limits.nodes - spent
        if not self._kernel:
            first = min(limits.left(), self._driver.until_look())
            self._directly(position, bounds, PollingControl(rest, poll, first))
            return
        rest = min(rest, self.tables.until_larger())
        # The clock is not checked during a compiled search in this thread.
        if spent < SHORT and limits.seconds is None:
            self._directly(position, bounds, SearchControl(min(rest, SHORT)))
        else:
            self._together(position, bounds, rest, poll)

    def _directly(self, position: P, bounds: ScoreBounds, watch: SearchControl) -> None:
        member = self._member(position, bounds, watch)
        with self._counting([member]):
            self._search(position, EVERY, member)

    def _together(self, position: P, bounds: ScoreBounds, budget: int, poll: Poll) -> None:
        """Search in other threads, which Ctrl-C can interrupt, one question at a time.

        They share the table, and claim the moves that they are searching (`Ordering`).
        """
        members = self._team(position, bounds, budget)
        questions = 1 if len(members) > 1 else EVERY

        def stop() -> None:
            for member in members:
                member.watch.stop()

        with self._counting(members):
            best = first_answer(
                [partial(self._search, position, questions, member) for member in members],
                stop,
                lambda: poll(sum(member.watch.live[NODES] for member in members)),
            )
            bounds.take(best)

    def _search(self, position: P, questions: int, member: Member) -> ScoreBounds:
        bounds, watch, ordering, table = member
        game = polling(self.game, watch) if isinstance(watch, PollingControl) else self.game
        search = self._kernel or mtd_search
        call = partial(search, game, position, bounds, questions, watch, table, ordering)
        try:
            with_enough_stack(self.game.game, position, call)
        except OverflowError as error:
            raise misfit(self.game, error) from error
        return bounds

    # The team.

    def _member(
        self,
        position: P,
        bounds: ScoreBounds,
        watch: SearchControl,
        table: Any = None,
        claims: "array[int] | None" = None,
    ) -> Member:
        """A thread's data; it searches alone unless it shares claims."""
        ordering = ordering_for(self.game, self.game.state(position), self._room, claims)
        return Member(bounds, watch, ordering, table or self.tables.table)

    def _team(self, position: P, bounds: ScoreBounds, budget: int) -> list[Member]:
        table = self.tables.table
        threads = min(self.threads, budget)  # every thread needs a node to visit
        if threads < 2 or not isinstance(table, PackedTable):
            return [self._member(position, bounds, SearchControl(budget))]
        claims = zeros(1 << CLAIM_BITS)
        team = []
        for number in range(threads):
            watch, own = SearchControl(budget // threads), table.of_thread(number)
            team.append(self._member(position, bounds.copy(), watch, own, claims))
            if threads > FEW:
                team[-1].ordering.claim_plies = MORE_CLAIM_PLIES
        return team

    @contextmanager
    def _counting(self, members: list[Member]) -> Iterator[None]:
        """Context: count the nodes of a search, and enlarge what was too small."""
        try:
            yield
        finally:
            nodes = sum(member.watch.nodes for member in members)
            self.nodes += nodes
            self.tables.crowd += nodes
            if any(member.ordering.full for member in members):
                self._room *= 4
