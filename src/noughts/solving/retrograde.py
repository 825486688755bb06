"""Exact values for games with repeated positions, by retrograde analysis in memory."""

from array import array
from collections.abc import Callable, Sequence
from typing import Any, Generic

from noughts.errors import NotCompilable, SearchStopped
from noughts.game import Game, P
from noughts.games.given import takes_names, takes_position
from noughts.knowledge import Knowledge, knowledge_of
from noughts.laws.positions import misfit
from noughts.laws.required import require
from noughts.native import compiled
from noughts.search.memory import zeros
from noughts.search.retrograde import DONE, Graph, explore, retrograde
from noughts.search.table import ArrayPositionIndex, PositionIndex, position_index_for, refill_slots
from noughts.solving.solver import ExactSolver, MoveValue
from noughts.value import DRAW, ENDLESS, OPEN, Value

# Positions to explore interpreted before compiling: about a second.
INTERPRETED_POSITIONS = 16_000
# More positions than fit into any memory.
ANY_NUMBER = 1 << 62
# The initial room for positions, and for moves.
ROOM = 1 << 10


class RetrogradeSolver(ExactSolver[P]):
    """Solves all positions reachable from the ones in question.

    The first question solves all positions reachable from its position, by retrograde analysis (see
    `search.retrograde`); later ones are looked up. The analysis takes some 150 bytes a position,
    the result about 60.

    A draw lasts as long as its shortest line of best play; if no line of best play ends, its plies
    are `ENDLESS`.

    Args:
        game: the rules; positions may repeat.
        budget: the most positions to visit for one question; None for no limit.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.

    >>> from noughts.games.registry import find_game
    >>> solver = RetrogradeSolver(find_game("morris"))
    >>> start = solver.game.start()
    >>> print(solver.value(start), [solver.game.name(move) for move in solver.best_moves(start)])
    win in 9 ['b2']
    >>> solver = RetrogradeSolver(find_game("morris:nodiagonals"))
    >>> print(solver.value(solver.game.start()))
    draw by endless play
    """

    @takes_names
    def __init__(
        self, game: Game[P], budget: int | None = None, *, unchecked: bool = False
    ) -> None:
        require(game, unchecked)
        self.game = game
        self._knowledge = knowledge_of(game)
        self.budget = budget
        self.nodes = 0
        self._collects = True
        self._forget()

    @takes_position
    def value(self, position: P) -> Value:
        number = self._number(position)
        if self._outcomes[number] == OPEN:
            return Value(DRAW, ENDLESS)
        return Value(self._outcomes[number], self._plies[number])

    def known(self) -> "tuple[PositionIndex[P], array[int], array[int]]":
        """All solved positions by number, their outcomes, and their plies.

        The outcome of a draw without an end is OPEN.
        """
        return self._register, self._outcomes, self._plies

    @takes_position
    def values(self, position: P) -> list[MoveValue]:
        self._number(position)  # and so the numbers of its children
        return super().values(position)

    def _number(self, position: P) -> int:
        folded = self._knowledge.canonical(position)
        if self._register.find(folded) < 0:
            self._solve(folded)
        return self._register.find(folded)

    def _forget(self) -> None:
        self._roots: list[P] = []
        self._register: PositionIndex[P] = position_index_for(self.game, self.game.start(), ROOM)
        self._outcomes = self._plies = array("q")

    def _solve(self, position: P) -> None:
        """Solve all positions reachable from this one, and the earlier ones again.

        A second unknown position suggests that many will follow. From then on all positions
        reachable from the start are solved, too, if the budget allows.
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
        self._forget()
        analysis = _Analysis(self._knowledge, roots)
        try:
            analysis.run(self.budget)
        finally:
            self.nodes += analysis.register.count
        self._roots, self._register = list(dict.fromkeys(roots)), analysis.register
        self._outcomes, self._plies = analysis.graph.outcomes, analysis.graph.counts


class _Analysis(Generic[P]):
    """An analysis in progress: interpreted at first, compiled when it turns out large."""

    def __init__(self, game: Knowledge[P], roots: Sequence[P]) -> None:
        self.game = game
        self.example = roots[0]
        room = max(ROOM, len(roots))
        self.register: PositionIndex[P] = position_index_for(self.game, self.example, room)
        self.graph = Graph(room, room)
        self.interpreted = False
        for root in roots:
            try:
                self.register.number(root)
            except OverflowError as error:
                raise misfit(game, error) from error

    def run(self, budget: int | None) -> None:
        most = ANY_NUMBER if budget is None else budget
        while (moves := self._run(explore, self.example, self.register, self.graph)) != DONE:
            if self.register.count > most:
                break
            self._make_room(moves, most)
        if self.register.count > most:
            raise SearchStopped(
                f"More than {most:,} positions are reachable: not solved. Allow a larger budget, "
                f"or start nearer to the end."
            )
        self.graph.queue = zeros(self.graph.explored)
        self._run(retrograde, self.graph)

    def _make_room(self, moves: int, most: int) -> None:
        """Enlarge by half, and for that many moves, but hardly beyond the budget."""
        graph, needed = self.graph, self.register.count + moves
        room, link_room = graph.room, graph.link_room
        if needed > room:
            room = max(needed, min(room + room // 2, most + ROOM))
            if isinstance(self.register, ArrayPositionIndex) and self.register.enlarge(room):
                self._run(refill_slots, self.example, self.register)
        if not graph.has_room(0, moves):
            link_room += link_room // 2 + moves
        graph.enlarge(room, link_room)

    def _run(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        if self.register.count >= INTERPRETED_POSITIONS and not self.interpreted:
            try:
                return compiled(kernel, self.game)(self.game, *arguments)
            except NotCompilable:
                self.interpreted = True
        try:
            return kernel(self.game, *arguments)
        except OverflowError as error:
            raise misfit(self.game, error) from error
