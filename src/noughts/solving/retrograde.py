"""Exact values for games with repeated positions, by retrograde analysis in memory."""

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Generic

from noughts.errors import NotCompilable, SearchStopped
from noughts.game import Game, P
from noughts.knowledge import Knowledge, knowledge_of
from noughts.laws.positions import fitting
from noughts.laws.required import require
from noughts.native import compiled
from noughts.search.graph import Graph
from noughts.search.memory import zeros
from noughts.search.position_index import (
    ArrayPositionIndex,
    PositionIndex,
    fill_slots,
    position_index_for,
)
from noughts.search.retrograde import DONE, explore, retrograde
from noughts.solving.exact_solver import ExactSolver, MoveValue
from noughts.value import DRAW, ENDLESS, OPEN, Value

# Positions to explore interpreted before compiling: about a second.
INTERPRETED_POSITIONS = 16_000
# More positions than any memory holds.
ANY_NUMBER = 1 << 62
# How many positions, and moves, there is room for at first.
ROOM = 1 << 10


class RetrogradeSolver(ExactSolver[P]):
    """Solves all positions reachable from those it was asked about.

    The first question about a position solves all that can be reached from it, by
    retrograde analysis (see `search.retrograde`); what follows is looked up. That takes
    some 150 bytes a position for a time, and then about 60.

    A draw lasts as long as its shortest line of best play; where no line of best play
    ends, its plies are `ENDLESS`.

    Args:
        game: the rules; positions may repeat or not.
        budget: the most positions to visit for one question; None for no limit.
        unchecked: search a game of one's own without looking first whether it keeps the laws.

    Raises:
        BrokenLaw: a game of one's own breaks a law; the message says which and what to write.

    >>> from noughts.games.registry import find_game
    >>> solver = RetrogradeSolver(find_game("morris"))
    >>> start = solver.game.start()
    >>> print(solver.value(start), [solver.game.name(move) for move in solver.best_moves(start)])
    win in 9 ['b2']
    >>> solver = RetrogradeSolver(find_game("morris:nodiagonals"))
    >>> print(solver.value(solver.game.start()))
    draw by endless play
    """

    def __init__(
        self, game: Game[P], budget: int | None = None, *, unchecked: bool = False
    ) -> None:
        """Know nothing yet."""
        require(game, unchecked)
        self.game = game
        self._knowledge = knowledge_of(game)
        self.budget = budget
        self.nodes = 0
        self._collects = True
        self._forget()

    def value(self, position: P) -> Value:
        """What the position is worth to the player to move.

        Raises:
            SearchStopped: the budget is used up.
        """
        number = self._number(position)
        if self._outcomes[number] == OPEN:
            return Value(DRAW, ENDLESS)
        return Value(self._outcomes[number], self._plies[number])

    def known(self) -> "tuple[PositionIndex[P], array[int], array[int]]":
        """All that is known: the positions by number, their outcomes, and their plies.

        The outcome of a draw without an end is OPEN.
        """
        return self._register, self._outcomes, self._plies

    def values(self, position: P) -> list[MoveValue]:
        """Every legal move with its value, in the game's order; none when the game is over.

        Raises:
            SearchStopped: the budget is used up.
        """
        self._number(position)  # and with it those of all that follows
        return super().values(position)

    def _number(self, position: P) -> int:
        """The position's number; a position that has none is solved first."""
        folded = self._knowledge.canonical(position)
        if self._register.find(folded) < 0:
            self._solve(folded)
        return self._register.find(folded)

    def _forget(self) -> None:
        """Know nothing."""
        self._roots: list[P] = []
        self._register: PositionIndex[P] = position_index_for(self.game, self.game.start(), ROOM)
        self._outcomes = self._plies = array("q")

    def _solve(self, position: P) -> None:
        """Solve all that can be reached from this position, and again what was known before.

        Who asks for the second time about a position not known yet may ask about many:
        from then on all that can be reached from the start is solved, too, unless that is
        too much for the budget.
        """
        if not (self._roots and self._collects):
            self._analyse([position])
            return
        try:
            self._analyse([*self._roots, self._knowledge.canonical(self.game.start()), position])
        except SearchStopped:
            self._collects = False
            self._analyse([position])

    def _analyse(self, roots: list[P]) -> None:
        """Know all that can be reached from these positions, and nothing else."""
        self._forget()
        analysis = _Analysis(self._knowledge, roots)
        try:
            analysis.run(self.budget)
        finally:
            self.nodes += analysis.register.count
        self._roots, self._register = list(dict.fromkeys(roots)), analysis.register
        self._outcomes, self._plies = analysis.graph.outcomes, analysis.graph.counts


class _Analysis(Generic[P]):
    """An analysis under way: interpreted at first, and compiled when it turns out large."""

    def __init__(self, game: Knowledge[P], roots: Sequence[P]) -> None:
        self.game = game
        self.example = roots[0]
        room = max(ROOM, len(roots))
        self.register: PositionIndex[P] = position_index_for(self.game, self.example, room)
        self.graph = Graph(room, room)
        self.interpreted = False
        for root in roots:
            with fitting(game):
                self.register.number(root)

    def run(self, budget: int | None) -> None:
        """Number and settle every position that can be reached from the roots."""
        most = ANY_NUMBER if budget is None else budget
        while (moves := self._run(explore, self.example, self.register, self.graph)) != DONE:
            if self.register.count > most:
                break
            self._make_room(moves, most)
        if self.register.count > most:
            raise SearchStopped(_too_many(most))
        self.graph.queue = zeros(self.graph.explored)
        self._run(retrograde, self.graph)

    def _make_room(self, moves: int, most: int) -> None:
        """Enlarge by half, and for that many moves, but hardly beyond the budget."""
        graph, needed = self.graph, self.register.count + moves
        room, link_room = graph.room, graph.link_room
        if needed > room:
            room = max(needed, min(room + room // 2, most + ROOM))
            if isinstance(self.register, ArrayPositionIndex) and self.register.enlarge(room):
                self._run(fill_slots, self.example, self.register)
        if not graph.has_room(0, moves):
            link_room += link_room // 2 + moves
        graph.enlarge(room, link_room)

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """Call one of the analysis's functions, compiled if that is worth while and can be."""
        if self.register.count >= INTERPRETED_POSITIONS and not self.interpreted:
            try:
                return compiled(kernel, self.game)(self.game, *arguments)
            except NotCompilable:
                self.interpreted = True
        with fitting(self.game):
            return kernel(self.game, *arguments)


def _too_many(budget: int) -> str:
    return (
        f"More than {budget:,} positions are reachable: not solved. Allow a larger budget, or "
        f"start nearer to the end."
    )
