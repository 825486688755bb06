"""Runs the solver's search: interpreted first, then compiled, with threads and a growing table."""

from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain
from time import sleep
from typing import Any, Generic

from noughts.errors import MistakenlyCompiled, NotCompilable, SearchStopped
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.laws.positions import fitting
from noughts.laws.required import of_the_house
from noughts.native import Coming, at_hand, comes, compiled, why_not
from noughts.search.control import SearchControl
from noughts.search.depth import GLANCE, deeply, refuse_loops
from noughts.search.memory import in_words, unpack_position, words_of, zeros
from noughts.search.ordering import CLAIM_BITS, FEW, MORE_CLAIM_PLIES, ordering_for
from noughts.search.packed import BoundTable, DictBounds, PackedTable, WideTable, least_bits
from noughts.search.queue import Queue
from noughts.search.score_bounds import ScoreBounds
from noughts.search.solver import known, move_entries, mtd_search, search_batch
from noughts.solving.limits import MEMORY, NO_LIMIT, Limits
from noughts.solving.team import Member, ask
from noughts.solving.timed import POLL_SECONDS, TimedControl, timed
from noughts.value import BASE, INFINITY, OPEN

# A budget for unlimited questions.
EVERY = -1
# For a batch of SEVERAL positions, compile in the background; for MANY, wait until it is done.
SEVERAL, MANY = 16, 1_000
# Compiled nodes to search before starting threads.
SHORT = 200_000
# Log2 of a table's initial entries, and of each growth. A small table is faster, since it fits the
# cache, but forgets sooner (`crowded`; docs/speed.md has figures).
FIRST_BITS, MORE_BITS = 16, 2
# A table grows after at most this many nodes per entry.
MOST_CROWDED = 32
# A larger table reserves a part of this size for positions deep below the root.
DEEP_BITS = 18
ENTRY_BYTES = 8
# An unknown score.
UNKNOWN = INFINITY


def crowded(entries: int) -> int:
    """The nodes of one question after which a table of that many entries grows.

    >>> [crowded(1 << bits) >> bits for bits in (FIRST_BITS, 18, 20)]
    [8, 32, 32]
    """
    return min(entries >> FIRST_BITS - 3, MOST_CROWDED) * entries


class Engine(Generic[P]):
    """Finds scores of one game's positions, with a transposition table kept between questions.

    Args:
        game: the rules.
        memory: the size of the transposition table in MiB.
        threads: how many threads search; one if the game's positions have no key.
        nodes: the number of positions visited so far.
    """

    def __init__(self, game: Game[P], memory: int = MEMORY, threads: int = 1) -> None:
        self.game = knowledge_of(game)
        self.memory = memory
        self.threads = threads
        self.nodes = 0
        self._tried = False  # whether compilation was tried
        self._coming = Coming(mtd_search, self.game)
        self._example: tuple[Any, ...] = ()  # arguments for compiled code
        self._used = 0.0  # seconds of interpreted searches before this question
        self._narrow: Any = mtd_search
        self._table: BoundTable[Any] = DictBounds()
        self._room = 1 << 10
        self._growing = False  # whether the table may still grow
        self._crowd = 0  # nodes of this question since the table last grew

    def close_in(self, position: P, aim: ScoreBounds, limits: Limits) -> None:
        """Search until the score is known.

        Raises:
            SearchStopped: a limit is reached; `aim` keeps the bounds so far.
        """
        begun, self._crowd = self.nodes, 0
        self._used = self._coming.spent
        while True:
            spent = self.nodes - begun
            try:
                self._step(position, aim, limits, spent)
            except SearchStopped:
                pass
            except MistakenlyCompiled:
                self._begin_anew(aim)
            self._crowd += self.nodes - begun - spent
            if aim.settled():
                return
            limits.check(self.nodes - begun, aim)

    def close_in_all(self, positions: Sequence[P], limits: Callable[[], Limits]) -> list[int]:
        """The scores of many positions; `UNKNOWN` if a limit is reached.

        One compiled call answers many positions, since a call takes longer than a search near the
        end of the game.

        Args:
            positions: all of one kind, finished ones included.
            limits: makes the limits of one position; its time starts then.
        """
        scores: list[int] = []
        while left := positions[len(scores) :]:
            if self._takes_over(left[0]) and self._has_batch(left):
                return scores + self._queued_scores(left, limits)
            scores.append(self._alone(left[0], ScoreBounds(), limits()))
        return scores

    def _has_batch(self, positions: Sequence[P]) -> bool:
        """Whether one compiled call can answer them: the code is ready, or compiling it pays."""
        example, aim = positions[0], ScoreBounds()
        _, watch, ordering, table = self._member(example, aim, 0)
        queue = Queue(array("q"), 1)
        given = (self.game, example, queue, aim, EVERY, watch, table, ordering)
        if len(positions) < SEVERAL:
            return at_hand(search_batch, *given)
        return len(positions) >= MANY or comes(search_batch, *given)

    def _queued_scores(self, rows: Sequence[Any], limits: Callable[[], Limits]) -> list[int]:
        """The scores of positions, compiled."""
        width = words_of(self.game, rows[0])
        words = chain.from_iterable(in_words(row, width) for row in rows)
        queue = Queue(array("q", words), width)
        self.answer_queue(queue, rows[0], limits)
        return list(queue.scores)

    def answer_queue(self, queue: Queue, example: P, limits: Callable[[], Limits]) -> None:
        """The scores of a queue of positions of the example's kind, compiled.

        Raises:
            NotCompilable: the game cannot be compiled.
        """
        if not self._tried:
            self._compile(example)
        if isinstance(self._table, DictBounds):
            raise NotCompilable(
                f"{type(self.game.game).__name__} cannot be compiled: {why_not(self.game.game)}"
            )
        kernel, aim = compiled(search_batch, self.game), ScoreBounds()
        while queue.done < queue.size:
            before = queue.done
            with suppress(SearchStopped):
                self._queued(kernel, queue, example, aim, limits().nodes)
            if queue.done == before:
                position = unpack_position(example, queue.words, queue.place(), queue.width)
                queue.answer(self._alone(position, aim, limits()))
                aim.forget()

    def known(self, position: P) -> tuple[int, int]:
        """Bounds of an open position's score, from the rules and the table without a search."""
        state = self.game.state(position)
        ordering = ordering_for(self.game, state, 0)
        return known(self.game, state, -INFINITY, INFINITY, ordering.root, self._table, ordering)

    def _alone(self, position: P, aim: ScoreBounds, limits: Limits) -> int:
        """The score of one position, or `UNKNOWN`."""
        if self.game.outcome(position) != OPEN:
            return self.game.outcome(position) * BASE
        with suppress(SearchStopped):
            self.close_in(position, aim, limits)
        return aim.lower() if aim.settled() else UNKNOWN

    def _queued(self, kernel: Any, queue: Queue, example: P, aim: ScoreBounds, nodes: int) -> None:
        """The scores of all positions that a short compiled search can solve."""
        member = self._member(example, aim, min(nodes, SHORT))
        _, watch, ordering, _ = member
        try:
            deeply(
                self.game.game,
                example,
                lambda: kernel(self.game, example, queue, aim, EVERY, watch, self._table, ordering),
            )
        finally:
            self._count([member])

    def prepare(self, position: P) -> None:
        """Compile the search now, not when a question turns out to be large."""
        if not self._tried:
            self._compile(position)

    def _step(self, position: P, aim: ScoreBounds, limits: Limits, spent: int) -> None:
        """Search until the next decision."""
        rest = limits.nodes - spent
        if not self._takes_over(position):
            if self._coming.is_awaited(self._coming.spent - self._used):
                sleep(POLL_SECONDS)
            else:
                self._patiently(position, aim, rest, limits, spent)
            return
        rest = min(rest, self._until_larger())
        # The clock is not checked during a search in this thread.
        hurried = limits.seconds is not None
        if spent < SHORT and not hurried and not isinstance(self._table, DictBounds):
            self._directly(position, aim, SearchControl(min(rest, SHORT)))
        else:
            self._together(position, aim, rest, limits, spent)

    def _takes_over(self, position: P) -> bool:
        """Whether to use the compiled search from now on."""
        if not self._tried and self._is_there(position):
            self._compile(position)
        return not isinstance(self._table, DictBounds)

    def _is_there(self, position: P) -> bool:
        """Whether compiled code only needs loading, and enough was searched that this pays."""
        if not self._example and self._coming.spent:
            table = self._first_table(position)
            self._example = self.first_call(position, table) if table else (None,)
        return len(self._example) > 1 and self._coming.form(*self._example) is not None

    def _patiently(
        self, position: P, aim: ScoreBounds, rest: int, limits: Limits, spent: int
    ) -> None:
        """Search interpreted, until compiled code is ready or waiting for it pays."""

        def poll(nodes: int) -> None:
            limits.check(spent + nodes, aim)
            used = self._coming.spent - self._used
            if self._is_there(position) or self._coming.is_awaited(used):
                raise SearchStopped

        with self._coming.interpreting():
            self._directly(position, aim, TimedControl(rest, poll, limits.left()))

    def _directly(self, position: P, aim: ScoreBounds, watch: SearchControl) -> None:
        """Search in this thread."""
        member = self._member(position, aim, watch.budget)._replace(watch=watch)
        try:
            self._search(position, EVERY, member)
        finally:
            self._count([member])

    def _together(
        self, position: P, aim: ScoreBounds, budget: int, limits: Limits, spent: int
    ) -> None:
        """Search in other threads, which Ctrl-C can interrupt, one question at a time."""
        threads = self.threads if isinstance(self._table, PackedTable) else 1
        threads = min(threads, budget)  # every thread needs a node to visit
        members = self._team(position, threads, aim, budget // threads)
        search = partial(self._search, position, 1 if len(members) > 1 else EVERY)
        try:
            best = ask(search, members, lambda nodes: limits.check(spent + nodes, aim))
            aim.take(best)
        finally:
            self._count(members)

    def _search(self, position: P, questions: int, member: Member) -> None:
        """One call of the search, interpreted or compiled."""
        aim, watch, ordering, table = member
        game = timed(self.game, watch) if isinstance(watch, TimedControl) else self.game
        with fitting(self.game):
            deeply(
                self.game.game,
                position,
                lambda: self._narrow(game, position, aim, questions, watch, table, ordering),
            )

    def _member(
        self,
        position: P,
        aim: ScoreBounds,
        budget: int,
        table: Any = None,
        claims: "array[int] | None" = None,
    ) -> Member:
        """A thread's data; it searches alone unless it shares claims."""
        ordering = ordering_for(self.game, self.game.state(position), self._room, claims)
        return Member(aim, SearchControl(budget), ordering, table or self._table)

    def _team(self, position: P, threads: int, aim: ScoreBounds, budget: int) -> list[Member]:
        """Each thread's data."""
        if threads < 2 or not isinstance(self._table, PackedTable):
            return [self._member(position, aim, budget)]
        claims = zeros(1 << CLAIM_BITS)
        team = [
            self._member(position, aim.copy(), budget, self._table.of_thread(number), claims)
            for number in range(threads)
        ]
        if threads > FEW:
            for member in team:
                member.ordering.claim_plies = MORE_CLAIM_PLIES
        return team

    def _count(self, members: list[Member]) -> None:
        """Count the nodes of a search, and enlarge what was too small."""
        nodes = sum(member.watch.nodes for member in members)
        self.nodes += nodes
        if any(member.ordering.full for member in members):
            self._room *= 4

    # The table.

    def _compile(self, position: P) -> None:
        """Switch to compiled code if possible; otherwise stay interpreted."""
        self._tried = True
        if not of_the_house(self.game.game):
            refuse_loops(self.game.game, position, GLANCE)
        table = self._first_table(position)
        if table is None:
            return
        try:
            kernel: Any = compiled(mtd_search, self.game)
            kernel(*self.first_call(position, table))
        except SearchStopped:  # expected: the budget is 0, so the code was compiled
            pass
        except NotCompilable:
            return
        self._narrow, self._table = kernel, table
        if isinstance(table, PackedTable):
            self._growing = table.size < 1 << self._bits_for(ENTRY_BYTES)

    def _begin_anew(self, aim: ScoreBounds) -> None:
        """Search interpreted, with an empty table, since compiled code answered wrongly."""
        aim.forget()
        self._tried, self._narrow, self._table = True, mtd_search, DictBounds()

    def first_call(self, position: P, table: PackedTable | WideTable) -> tuple[Any, ...]:
        """The arguments of a compiled search that ends immediately."""
        member = self._member(position, ScoreBounds(), 0, table)
        return self.game, position, member.aim, EVERY, member.watch, table, member.ordering

    def _first_table(self, position: P) -> PackedTable | WideTable | None:
        """A table for compiled code; None unless positions and states consist of whole numbers."""
        words = words_of(self.game, position)
        if not words or not words_of(self.game, self.game.state(position)):
            return None
        most = self._bits_for(ENTRY_BYTES)
        if self._least_bits() <= most:
            return PackedTable(self.game.key_bits, self.game.max_plies, min(FIRST_BITS, most))
        return WideTable(words, self._bits_for(ENTRY_BYTES * (words + 1)))

    def tables(self, position: P) -> "list[PackedTable | WideTable]":
        """Tables of growing size, for code that cannot make them.

        The last takes all the memory. The list is empty if compiled code cannot have a table.
        """
        first = self._first_table(position)
        if not isinstance(first, PackedTable):
            return [first] if first else []
        most = self._bits_for(ENTRY_BYTES)
        larger = {bits: self._packed(bits) for bits in (FIRST_BITS + MORE_BITS, most)}
        by_size = {table.size: table for table in (first, *larger.values())}
        return list(by_size.values())

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

    def _bits_for(self, entry_bytes: int) -> int:
        """Log2 of the number of entries that fit into the memory."""
        return max((self.memory << 20) // entry_bytes, 2).bit_length() - 1

    def _until_larger(self) -> int:
        """Nodes until a larger table pays; enlarges the table if it pays now."""
        if not self._growing:
            return NO_LIMIT
        assert isinstance(self._table, PackedTable)  # the only kind that grows
        if self._crowd >= crowded(self._table.size):
            self._grow()
        return crowded(self._table.size) - self._crowd

    def _grow(self) -> None:
        """Replace the table with a larger one, keeping its entries."""
        assert isinstance(self._table, PackedTable)  # the only kind that grows
        most = self._bits_for(ENTRY_BYTES)
        bits = min(self._table.size.bit_length() - 1 + MORE_BITS, most)
        larger = self._packed(bits)
        compiled(move_entries, self.game)(self.game, self._table, larger)
        self._table = larger
        self._growing, self._crowd = bits < most, 0
