"""Games solved for points: the best margin of a position, and the moves that keep it."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Generic

from noughts.errors import GameOver, SearchStopped, UnsuitedGame
from noughts.game import Game, P, keeps_turn, legal_moves
from noughts.games.given import takes_names, takes_position
from noughts.knowledge import knowledge_of
from noughts.laws.required import require
from noughts.search.context import NODES, SearchControl, ordering_for
from noughts.search.depth import refuse_repeating, with_enough_stack
from noughts.search.exact import ALL_MOVES, ANY_BOUNDS, ANY_MARGIN, FIRST_MOVES, best_margin
from noughts.search.memory import size_bits_within, words_of
from noughts.search.table import EntryTable, table_for
from noughts.solving.driver import (
    MEMORY,
    NO_LIMIT,
    Driver,
    Form,
    Limits,
    Poll,
    PollingControl,
    first_answer,
)
from noughts.value import LOSS, WIN, Margin, by_lead

# The log2 of the table's entries, interpreted and compiled. After CROWDED nodes an entry, an empty
# table of all the memory replaces it.
FEW_BITS, MANY_BITS, CROWDED = 12, 20, 4
# The log2 of the entries of a table for guesses.
GUESS_BITS = 14
# Nodes enough to find an outcome that the table has.
TABLE_NODES = 1_000
# Moves to order on the path at first.
ROOM = 1 << 12


def by_margin(margins: Mapping[int, Margin]) -> list[tuple[int, Margin]]:
    return sorted(margins.items(), key=lambda item: item[1], reverse=True)


class MarginSolver(Generic[P]):
    """Finds the best margin of any position of a game that counts points.

    Args:
        game: the rules, with a `margin`.
        budget: the most nodes to visit for one position; None for any number.
        seconds: the time limit of one question; None for no limit.
        memory: the size of its transposition table in MiB.

    Raises:
        UnsuitedGame: the game counts no points.
        RepeatingGame: positions can repeat.

    >>> from noughts.games.dots import Dots
    >>> solver = MarginSolver(Dots(2, 1))
    >>> print(solver.margin(solver.game.start()))
    draw
    >>> solver.best_moves(solver.game.start())
    [5]
    """

    @takes_names
    def __init__(
        self,
        game: Game[P],
        budget: int | None = None,
        seconds: float | None = None,
        memory: int = MEMORY,
    ) -> None:
        if not game.counts_points:
            raise UnsuitedGame(
                f"{type(game).__name__} counts no points: its rules have no margin()."
            )
        require(game)
        refuse_repeating(game)
        self.game = game
        self.budget = budget
        self.seconds = seconds
        self.memory = memory
        self.nodes = 0
        self._known = knowledge_of(game)
        self._table: EntryTable[P] = table_for(game, game.start(), FEW_BITS)
        self._compiled: Form | None = None
        self._room = NO_LIMIT  # nodes until the table is too small
        self._ordering = ordering_for(self._known, game.start(), ROOM)
        self._driver = Driver(best_margin, self._known)
        self._limits = Limits()

    def stop(self) -> None:
        """End the question of another thread."""
        self._limits.stop()

    @takes_position
    def margin(self, position: P) -> Margin:
        """The best margin of the player to move.

        Raises:
            SearchStopped: a limit is reached.
        """
        return self._margin(position, Limits(self.budget, self.seconds))

    @takes_position
    def margins(self, position: P) -> dict[int, Margin]:
        """The margin of every legal move, for the player who makes it; none when the game is over.

        Raises:
            SearchStopped: a limit is reached.
        """
        return dict(self.margins_so_far(position))

    @takes_position
    def margins_so_far(self, position: P) -> Iterator[tuple[int, Margin]]:
        """Each move with its margin, as soon as it is found.

        Raises:
            SearchStopped: a limit is reached; the time limit covers all moves together.
        """
        limits = Limits(self.budget, self.seconds)
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            points = self._margin(after, limits).points
            yield move, Margin(points if keeps_turn(self.game, position, after) else -points)

    @takes_position
    def best_moves(self, position: P) -> list[int]:
        """The moves with the best margin.

        Raises:
            GameOver: there is no move.
            SearchStopped: the budget is used up.
        """
        margins = self.margins(position)
        if not margins:
            raise GameOver("The game is over: there is no best move.")
        best = max(margins.values())
        return [move for move, margin in margins.items() if margin == best]

    def kept(self, position: P, moves: list[int], limits: Limits) -> tuple[int, list[int]]:
        """The outcome of an open position, and which of the moves are known to keep it.

        It gives one winning move, and no losing ones.

        Raises:
            SearchStopped: a limit is reached before the outcome is known.
        """
        outcome = by_lead(self._margin(position, limits, within=1).points)
        kept = []
        for move in moves if outcome != LOSS else ():
            after = self.game.play(position, move)
            turn = 1 if keeps_turn(self.game, position, after) else -1
            with suppress(SearchStopped):  # the table has the answer for a best move
                lead = self._margin(after, limits.with_nodes(TABLE_NODES), within=1).points
                if by_lead(turn * lead) == outcome:
                    kept.append(move)
            if kept and outcome == WIN:
                break
        return outcome, kept

    def _margin(self, position: P, limits: Limits, within: int = ANY_MARGIN) -> Margin:
        begun, self._limits = self.nodes, limits
        bounds = [-within, within]

        def check(nodes: int) -> None:
            limits.check(self.nodes - begun + nodes)

        def step(form: Form, poll: Poll) -> Margin | None:
            with suppress(SearchStopped):
                left = min(limits.nodes - self.nodes + begun, self._room)
                return self._searched(form, position, bounds, left, poll)
            self._make_room(position)
            return None

        return self._driver.run(step, check, self._ready)

    def _ready(self) -> Form | None:
        if not self._compiled and (form := self._driver.form()):
            self._compiled, self._room = form, CROWDED << MANY_BITS
            self._table = table_for(self.game, self.game.start(), MANY_BITS)
        return self._compiled

    def _make_room(self, position: P) -> None:
        if self._ordering.full:
            self._ordering = ordering_for(self._known, position, 4 * self._ordering.size)
        if self._room <= 0:
            bits = size_bits_within(words_of(self.game, position) + 1, self.memory)
            self._table = table_for(self.game, self.game.start(), bits)
            self._room = NO_LIMIT

    def _searched(
        self, form: Form, position: P, bounds: list[int], nodes: int, poll: Poll
    ) -> Margin:
        first = self._driver.until_look()
        run = SearchControl(nodes) if self._compiled else PollingControl(nodes, poll, first)

        def answer(most: int, table: EntryTable[P], beta: int) -> int:
            window = beta - 1, beta, self._ordering.root
            found: int = form(self._known, position, *window, most, run, table, self._ordering)
            return found

        def windows() -> int:
            found = 0
            guesses = self._compiled and self._known.orders_slowly(position)
            if guesses and tuple(bounds) == ANY_BOUNDS:
                few = table_for(self.game, self.game.start(), GUESS_BITS)
                found = close_in(partial(answer, FIRST_MOVES, few), bounds[:], 0)
            return close_in(partial(answer, ALL_MOVES, self._table), bounds, found)

        search = partial(with_enough_stack, self.game, position, windows)
        try:
            if not self._compiled:
                return Margin(search())
            # In a separate thread, which the clock and Ctrl-C can stop.
            return Margin(first_answer([search], run.stop, lambda: poll(run.live[NODES])))
        finally:
            self.nodes += run.nodes
            self._room -= run.nodes


def close_in(answer: Callable[[int], int], bounds: list[int], found: int) -> int:
    """The margin, by null windows at a first guess, then each at the last answer (MTD(f))."""
    lower, upper = bounds
    while lower < upper:
        beta = min(max(found, lower + 1), upper)
        found = answer(beta)
        lower, upper = (lower, found) if found < beta else (found, upper)
        bounds[:] = lower, upper
    return found
