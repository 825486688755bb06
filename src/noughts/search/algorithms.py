"""The searches by name, and how to call each for the score of a root move."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic

from noughts.game import P
from noughts.knowledge import Knowledge
from noughts.search.alphabeta import alphabeta, alphabeta_with_turns
from noughts.search.context import SearchContext
from noughts.search.depth import no_extra_turns
from noughts.search.exact import exact
from noughts.search.minimax import lowest, signed_minimax
from noughts.search.negamax import negamax, negamax_with_turns
from noughts.search.table import EntryTable, table_for
from noughts.value import INFINITY, to_parent

Kernel = Callable[..., int]


class Algorithm(Generic[P]):
    """A search, called once for each root move.

    `kernel` is its recursive function, which may be compiled.
    """

    name: ClassVar[str]
    kernel: ClassVar[Kernel]
    #: The form for games in which a player may move twice in a row; None if there is none.
    extra_turns: ClassVar[Kernel | None] = None
    #: Whether the score of a move other than the best may be only a bound.
    prunes: ClassVar[bool] = False
    #: Whether it always scores by distance and sees the whole game.
    by_distance: ClassVar[bool] = False

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The score of a root move, for the player who made it."""
        raise NotImplementedError

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The score of a root move that keeps the turn; `kernel` is `extra_turns`."""
        raise NotImplementedError

    def kernel_for(self, game: Knowledge[P]) -> Kernel:
        """The recursive function for a game."""
        if game.alternates:
            return self.kernel
        if self.extra_turns is None:
            raise no_extra_turns(game.game, f"The search {self.name}", "negamax and alpha-beta")
        return self.extra_turns


class Minimax(Algorithm[P]):
    name = "minimax"
    kernel = staticmethod(lowest)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return kernel(game, after, ply, run)


class SignedMinimax(Algorithm[P]):
    name = "signed minimax"
    kernel = staticmethod(signed_minimax)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return kernel(game, after, ply, -1, run)


class Negamax(Algorithm[P]):
    name = "negamax"
    kernel = staticmethod(negamax)
    extra_turns = staticmethod(negamax_with_turns)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return -kernel(game, after, ply, run)

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return kernel(game, after, ply, run)


class AlphaBeta(Algorithm[P]):
    name = "alpha-beta"
    kernel = staticmethod(alphabeta)
    extra_turns = staticmethod(alphabeta_with_turns)
    prunes = True

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return -kernel(game, after, -INFINITY, -floor, ply, run)

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        return kernel(game, after, floor, INFINITY, ply, run)


class Exact(Algorithm[P]):
    """Alpha-beta with a table and symmetry; scores by distance only, without a horizon."""

    name = "exact"
    kernel = staticmethod(exact)
    by_distance = True

    def __init__(self, table: EntryTable[P] | None = None) -> None:
        self.table = table

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The exact score; the table makes up for the open window."""
        if self.table is None:
            self.table = table_for(game, after)
        return to_parent(-kernel(game, after, -INFINITY, INFINITY, run, self.table))


ALGORITHMS: Mapping[str, type[Algorithm[Any]]] = {
    algorithm.name: algorithm for algorithm in (Minimax, SignedMinimax, Negamax, AlphaBeta, Exact)
}
