"""Positions that a strategy leaves to whoever checks it: settled by a small search, or by a rule.

What is settled here is settled in the same way by checkers that know nothing of noughts.
"""

from array import array
from contextlib import suppress
from typing import Any, Generic

from noughts.errors import BadStrategy, NotCompilable, SearchStopped, TooDeep
from noughts.game import Game, P, legal_moves
from noughts.games.common.cell_game import CellGame
from noughts.games.connectfour import ConnectFour
from noughts.games.cube import Cube
from noughts.knowledge import Knowledge
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.depth import deeply
from noughts.search.within import ORDERED, reaches
from noughts.strategies.file import Claim
from noughts.strategies.fold import symmetries_of
from noughts.strategies.following import leafing
from noughts.strategies.sequences import Sequences
from noughts.value import OPEN

# Compiling pays for searches of more nodes than these.
SMALL = 200


class Leaves(Generic[P]):
    """Settles positions in which the strategy's side is to move.

    Args:
        game: the rules.
        claim: what the strategy claims: its goal, and how leaves may be settled.

    Raises:
        BadStrategy: it claims an order of moves that this game cannot have.
    """

    def __init__(self, game: Game[P], claim: Claim) -> None:
        """Complete the order of moves."""
        self.game = game
        self.claim = claim
        self._known: Knowledge[Any] = leafing(game, claim.follow)
        self._order = array("q", _completed(game, claim.order))
        self._search: Any = reaches
        self._sequences = Sequences(game, claim.threats)

    def threat(self, position: P) -> int | None:
        """The first of a sequence of threats that wins in the open position, if one is found."""
        return self._sequences.winning_move(position)

    def move(self, position: P) -> int | None:
        """A move that keeps what the strategy claims; None if none is found here."""
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            outcome = self.game.outcome(after)
            if outcome != OPEN and -outcome >= self.claim.goal:
                return move
        for move in legal_moves(self.game, position):
            after = self.game.play(position, move)
            if self.game.outcome(after) == OPEN and self._refuted(after):
                return move
        return None

    def _refuted(self, after: P) -> bool:
        """Whether each reply leads to a position that is settled."""
        replies = (self.game.play(after, move) for move in legal_moves(self.game, after))
        return all(
            self.game.outcome(reply) >= self.claim.goal
            if self.game.outcome(reply) != OPEN
            else self.settled(reply)
            for reply in replies
        )

    def settled(self, position: P) -> bool:
        """Whether the side to move reaches its goal in the open position, by a small search."""
        if not self.claim.budget:
            return False
        if self._search is reaches and self.claim.budget >= SMALL:
            self._search = _compiled(self._known, position, self._order)

        def ask() -> bool:
            run = SearchContext(budget=self.claim.budget)
            try:
                found = self._search(
                    self._known, position, self.claim.goal, run, self._order, len(self._order)
                )
            except SearchStopped:
                return False
            return bool(found)

        try:
            return deeply(self.game, position, ask)
        except TooDeep:
            return False


def _compiled(known: Knowledge[Any], position: Any, order: "array[int]") -> Any:
    for _ in range(2):  # the first attempt fails where Numba has not met the class yet
        with suppress(NotCompilable):
            search = compiled(reaches, known)
            with suppress(SearchStopped):
                search(known, position, 1, SearchContext(budget=0), order, len(order))
            return search
    return reaches


def best_order(game: Game[Any]) -> tuple[int, ...]:
    """The order in which searches of leaves try moves: the cells on the most lines first.

    >>> best_order(ConnectFour(5, 4))
    (2, 1, 3, 0, 4)
    """
    if type(game) is ConnectFour:
        middle = game.columns - 1
        return tuple(sorted(range(game.columns), key=lambda column: abs(2 * column - middle)))
    if not symmetries_of(game) or isinstance(game, Cube) or not isinstance(game, CellGame):
        return ()
    lines: Any = getattr(game, "board_lines", ())
    return tuple(sorted(range(game.cells), key=lambda c: -sum(line >> c & 1 for line in lines)))


def _completed(game: Game[Any], order: tuple[int, ...]) -> tuple[int, ...]:
    """The order with all other moves behind it; none if there is none."""
    if not order:
        return ()
    every = sorted(best_order(game))
    if len(set(order)) != len(order) or not set(order) <= set(every) or len(every) > ORDERED:
        raise BadStrategy("its order of moves is none of this game")
    return (*order, *(move for move in every if move not in order))
