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
        """The score of a root move, for the player who made it.

        Args:
            kernel: this search's `kernel`, plain or compiled.
            game: the rules.
            after: the position after the move.
            floor: the best score so far; a result up to it need only be a bound.
            ply: the ply of `after`, counted from the root.
            run: settings and count.
        """
        raise NotImplementedError

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The score of a root move that keeps the turn; `kernel` is `extra_turns`."""
        raise NotImplementedError

    def kernel_for(self, game: Knowledge[P]) -> Kernel:
        """The recursive function for a game.

        Raises:
            ExtraTurns: a player may move twice in a row, and the search has no form for it.
        """
        if game.alternates:
            return self.kernel
        if self.extra_turns is None:
            raise no_extra_turns(game.game, f"The search {self.name}", "negamax and alpha-beta")
        return self.extra_turns


class Minimax(Algorithm[P]):
    """Two functions that call each other."""

    name = "minimax"
    kernel = staticmethod(lowest)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """MIN's best score."""
        return kernel(game, after, ply, run)


class SignedMinimax(Algorithm[P]):
    """One function with a sign."""

    name = "signed minimax"
    kernel = staticmethod(signed_minimax)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The best score of MIN, whose sign is -1."""
        return kernel(game, after, ply, -1, run)


class Negamax(Algorithm[P]):
    """One function without a sign."""

    name = "negamax"
    kernel = staticmethod(negamax)
    extra_turns = staticmethod(negamax_with_turns)

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The negative of the opponent's best score."""
        return -kernel(game, after, ply, run)

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The player's best score after moving again."""
        return kernel(game, after, ply, run)


class AlphaBeta(Algorithm[P]):
    """Negamax with pruning."""

    name = "alpha-beta"
    kernel = staticmethod(alphabeta)
    extra_turns = staticmethod(alphabeta_with_turns)
    prunes = True

    def score(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The negative of the opponent's best score, or a bound up to `floor`."""
        return -kernel(game, after, -INFINITY, -floor, ply, run)

    def score_of_turn(
        self, kernel: Kernel, game: Knowledge[P], after: P, floor: int, ply: int, run: SearchContext
    ) -> int:
        """The player's best score after moving again, or a bound up to `floor`."""
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
