"""Positions that a strategy leaves to its checker: settled by a small search, or by a rule.

Checkers without noughts settle them in the same way.
"""

from array import array
from contextlib import suppress
from typing import Any, Generic

from noughts.errors import BadStrategy, NotCompilable, SearchStopped, TooDeep
from noughts.game import Game, P
from noughts.games.common.cell_game import CellGame
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.games.notakto import Notakto
from noughts.knowledge import Knowledge
from noughts.native import compiled, compiled_if_often
from noughts.search.attack import NONE
from noughts.search.context import SearchContext
from noughts.search.depth import with_enough_stack
from noughts.search.memory import words_of
from noughts.search.table import DictTable, LosslessTable
from noughts.search.within import ORDERED, reaches
from noughts.strategies.file import Claim
from noughts.strategies.fold import symmetries_of
from noughts.strategies.leaf_rules import Sequences, leafing, settling_move
from noughts.value import DRAW

# Ways to settle a position without an answer: the game is over, a search, or a rule.
KINDS = ("over", "threats", "pairing", "following", "budget")
# Compiling pays for a search of more than SMALL nodes, or for many searches of more than TOGETHER.
SMALL, TOGETHER = 200, 5_000
# A search begins with FIRST nodes and a small table, which is quicker to clear than a large one;
# then its limit grows by the factor MORE.
FIRST, MORE = 250, 16


class Leaves(Generic[P]):
    """Settles positions in which the strategy's side is to move."""

    def __init__(self, game: Game[P], claim: Claim) -> None:
        self.game = game
        self.claim = claim
        self._known = leafing(game, claim.follow, claim.pairing)
        self._settling_move = compiled_if_often(settling_move, self._known)
        self._order = array("q", _completed(game, claim.order))
        self._search: Any = reaches
        self._settled = False  # whether compilation was tried
        self._visited = 0  # nodes of all searches so far
        self._sequences = Sequences(game, claim.threats)

    def threat(self, position: P) -> int | None:
        """The first move of a winning sequence of threats in the open position, if one is found."""
        return self._sequences.winning_move(position)

    def paired(self, position: P) -> int | None:
        """A move after which pairs of cells guarantee the draw, if the claim allows pairs."""
        if not self.claim.pairing or self.claim.goal != DRAW:
            return None
        return self._by_rule(position, by_pairs=True)

    def followed(self, position: P) -> int | None:
        """A move after which following up reaches the goal, if the claim allows it."""
        if not self.claim.follow:
            return None
        return self._by_rule(position, by_pairs=False)

    def move(self, position: P) -> int | None:
        """A move that keeps the claim in the open position, by a rule or by a small search."""
        found = (find(position) for find in (self.paired, self.searched, self.followed))
        return next((move for move in found if move is not None), None)

    def searched(self, position: P) -> int | None:
        """A move that reaches the goal in the open position, if a small search finds one."""
        budget = min(FIRST, self.claim.budget)
        while budget:
            found = self._search_within(position, budget)
            if found is not None:
                return found - 1 if found else None
            if budget == self.claim.budget:
                break
            budget = min(MORE * budget, self.claim.budget)
        return None

    def rule(self, position: P) -> str | None:
        """The rule that settles the open position, `pairing` or `following`; None if none does."""
        if self.paired(position) is not None:
            return "pairing"
        return None if self.followed(position) is None else "following"

    def kind(self, position: P) -> str | None:
        """The rule that settles the open position, or `budget`; None if it is not settled."""
        rule = self.rule(position)
        return "budget" if rule is None and self.searched(position) is not None else rule

    def settled(self, position: P) -> bool:
        """Whether a rule or a small search settles the open position, in this mirror image."""
        return self.move(position) is not None

    def _by_rule(self, position: P, by_pairs: bool) -> int | None:
        move = self._settling_move(self._known, position, self.claim.goal, int(by_pairs))
        return None if move == NONE else move

    def _search_within(self, position: P, budget: int) -> int | None:
        """The result of `search/within.py`; None if it takes more nodes."""
        if not self._settled and (budget >= SMALL or self._visited >= TOGETHER):
            self._settled, self._search = True, _compiled(self._known, position, self._order)
        run = SearchContext(budget=budget)
        order, goal = self._order, self.claim.goal

        def ask() -> int:
            table = _table_for(self._known, position, budget)
            return int(self._search(self._known, position, goal, run, order, len(order), table))

        try:
            return with_enough_stack(self.game, position, ask)
        except (SearchStopped, TooDeep):
            return None
        finally:
            self._visited += run.nodes


def _table_for(known: Knowledge[Any], position: Any, positions: int) -> Any:
    words = words_of(known, position)
    return LosslessTable(words, positions.bit_length()) if words else DictTable()


def _compiled(known: Knowledge[Any], position: Any, order: "array[int]") -> Any:
    for _ in range(2):  # the first attempt fails if Numba has not met the class yet
        with suppress(NotCompilable):
            search = compiled(reaches, known)
            with suppress(SearchStopped):
                run, table = SearchContext(budget=0), _table_for(known, position, 1)
                search(known, position, 1, run, order, len(order), table)
            return search
    return reaches


def best_order(game: Game[Any]) -> tuple[int, ...]:
    """The order of moves in searches of leaves: the cells on the most lines first.

    >>> best_order(ConnectFour(5, 4))
    (2, 1, 3, 0, 4)
    """
    if type(game) is ConnectFour:
        middle = game.columns - 1
        return tuple(sorted(range(game.columns), key=lambda column: abs(2 * column - middle)))
    if (
        not symmetries_of(game)
        or isinstance(game, Cube | Notakto)
        or not isinstance(game, CellGame)
        or game.cells > ORDERED
    ):
        return ()
    lines: Any = getattr(game, "board_lines", ())
    return tuple(sorted(range(game.cells), key=lambda c: -sum(line >> c & 1 for line in lines)))


def _completed(game: Game[Any], order: tuple[int, ...]) -> tuple[int, ...]:
    if not order:
        return ()
    every = sorted(best_order(game))
    if len(set(order)) != len(order) or not set(order) <= set(every) or len(every) > ORDERED:
        raise BadStrategy("its order of moves is none of this game")
    return (*order, *(move for move in every if move not in order))
