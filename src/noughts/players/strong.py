"""A strong player for games too large to be solved: its search is as deep as its time allows."""

from array import array
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, Generic, NamedTuple

from noughts.errors import SearchStopped, TooDeep
from noughts.game import Game, P, legal_moves
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import comes
from noughts.native.clock import CLOCK
from noughts.players.mcts import PlayoutSearch, best_child
from noughts.players.player import UniformPlayer
from noughts.recent import Recent
from noughts.search.context import NO_LIMIT
from noughts.search.deepening import (
    DEEPEST,
    LONGEST,
    MOVES,
    Lookahead,
    entry_move,
    look_ahead,
)
from noughts.search.depth import with_enough_stack
from noughts.search.learning import Network
from noughts.search.table import EntryTable, table_for
from noughts.solving.driver import Driver, Form
from noughts.solving.prover import Threats
from noughts.value import ESTIMATE_LIMIT

# Games whose searches are remembered; log2 of the table's entries; the seconds of a move without a
# limit.
GAMES, TABLE_BITS, SECONDS = 4, 18, 2.0
# A round takes longer than all before it, so none begins after this part of the time.
LAST_ROUND = 0.6
# The part of the time that may go into threats; and the part for looking ahead in games that have
# no evaluation, in which playouts judge the moves if nothing was proved.
THREATS_PART, PROOF_PART = 0.4, 0.2
# The most playouts of a move, and the nodes that one playout counts for.
PLAYOUTS, PLAYOUT_NODES = 1_000_000, 50


class DeepResult(NamedTuple):
    """The result of a search with a horizon.

    Args:
        move: the best move.
        score: its score for the player who makes it; from ±`ESTIMATE_LIMIT` on, the game
            ends in all lines that were looked at.
        depth: how many plies it looked ahead.
    """

    move: int
    score: int
    depth: int


class DeepSearch(Generic[P]):
    """Looks ahead in one game, deeper and deeper, and remembers what it has found.

    In games without an evaluation, playouts judge the moves where looking ahead proves nothing.

    Args:
        game: the rules.
        network: a learned evaluation, in place of the game's.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> seen = DeepSearch(game).look(game.parse("xx1/oo1/3 x")[0], depth=3)
    >>> game.name(seen.move), seen.depth
    ('c3', 1)
    """

    def __init__(self, game: Game[P], network: Network | None = None) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.nodes = 0
        self._network = network or Network()
        self._table: EntryTable[Any] = table_for(self.known, game.start(), TABLE_BITS)
        self._driver = Driver(look_ahead, self.known)
        self.threats = Threats(game)
        self._history: array[int] | None = None
        judged = network is not None or is_evaluated(self.known)
        self._playouts = None if judged else PlayoutSearch(game)

    def look(
        self,
        position: P,
        end: float = inf,
        only: Collection[int] = (),
        depth: int = DEEPEST,
        nodes: int | None = None,
    ) -> DeepResult:
        """A move that wins by threats, or the best of the deepest round that ended in time.

        If the opponent threatens to win by threats, only replies to them are looked at. The first
        round, one ply deep, ends however late it is.

        Args:
            position: an open position.
            end: the time at which the search ends, by `CLOCK`.
            only: the moves to choose from; all, if there are none.
            depth: the most plies to look ahead.
            nodes: the most nodes to visit; None for any number.
        """
        begun = CLOCK.time()
        self._compile(position, end)
        winning: int | None = None
        replies: list[int] = []
        if begun < end:
            winning, replies = self._by_threats(position, begun + (end - begun) * THREATS_PART)
        if winning is not None and (not only or winning in only):
            return DeepResult(winning, ESTIMATE_LIMIT, 0)
        moves = list(only) or legal_moves(self.game, position)
        moves = [move for move in moves if move in replies] or list(moves)
        if len(moves) == 1:
            return DeepResult(moves[0], 0, 0)
        if not self._playouts:
            return self._deepest(position, moves, begun, end, depth, nodes)
        ahead = begun + (end - begun) * PROOF_PART
        found = self._deepest(position, moves, begun, ahead, depth, nodes)
        if abs(found.score) >= ESTIMATE_LIMIT or (end == inf and nodes is None):
            return found
        playouts = PLAYOUTS if nodes is None else max(1, nodes // PLAYOUT_NODES)
        tree = self._playouts.tree(position, playouts, self.nodes, end=end, only=moves)
        return found._replace(move=best_child(tree))

    def _compile(self, position: P, end: float) -> None:
        """Begin with the search that matters most, where attacks would come before it."""
        if end < inf and self.threats.knows_attacks:
            example = self.known, position, 1, Lookahead(room_for(1)), self._table, self._network
            comes(look_ahead, self.known, *example)

    def _by_threats(self, position: P, end: float) -> tuple[int | None, list[int]]:
        """A move that wins by threats; otherwise the replies to the opponent's, if they matter."""
        winning = self.threats.winning_move(position, end)
        if winning is None:
            winning = self.threats.attack(position, CLOCK.time() + (end - CLOCK.time()) / 3)
        return winning, [] if winning is not None else self.threats.replies(position, end)

    def _deepest(
        self,
        position: P,
        moves: list[int],
        begun: float,
        end: float,
        depth: int,
        nodes: int | None,
    ) -> DeepResult:
        found = DeepResult(moves[0], 0, 0)
        last_round = begun + (end - begun) * LAST_ROUND
        last_node = inf if nodes is None else self.nodes + nodes
        with suppress(SearchStopped, TooDeep):
            for plies in range(1, depth + 1):
                if plies > 1 and (CLOCK.time() >= last_round or self.nodes >= last_node):
                    break
                budget = NO_LIMIT if nodes is None or plies == 1 else int(last_node) - self.nodes
                score = self._round(position, plies, moves, budget, end if plies > 1 else inf)
                found = DeepResult(entry_move(self._table.find(position)), score, plies)
                if abs(score) >= ESTIMATE_LIMIT:
                    break
        return found

    def _round(self, position: P, depth: int, moves: list[int], budget: int, end: float) -> int:
        def ahead(form: Form, live: "array[int]") -> int:
            run = self._run(position, moves, budget, live)
            try:
                ask = partial(form, self.known, position, depth, run, self._table, self._network)
                score: int = with_enough_stack(self.game, position, ask)
                return score
            finally:
                self.nodes += run.nodes
                self._history = run.history

        return self._driver.soonest(ahead, lambda: end < inf and CLOCK.time() >= end)

    def _run(self, position: P, moves: list[int], budget: int, live: "array[int]") -> Lookahead:
        legal = legal_moves(self.game, position)
        run = Lookahead(room_for(len(legal)), budget, live)
        for move in set(legal) - set(moves):
            run.barred[move % MOVES] = 1
        if self._history:
            run.history = array("q", (number >> 1 for number in self._history))
        return run


def is_evaluated(known: Knowledge[Any]) -> bool:
    """Whether a game's knowledge judges positions at the horizon."""
    kind = type(known)
    return kind.evaluation is not Knowledge.evaluation or kind.estimate is not Knowledge.estimate


def room_for(moves: int) -> int:
    return (LONGEST + 1) * min(max(2 * moves, 64), 512)


class StrongPlayer(UniformPlayer):
    """Looks ahead as deep as its time allows, with the game's evaluation at the horizon.

    Args:
        seed: makes its choices repeatable; None makes new ones each time.
        depth: the most plies to look ahead.

    Attributes:
        move_seconds: the time for a move; None for two seconds.
        nodes: how many positions were visited for its last move.
        seen: what it found for its last move.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> game.name(StrongPlayer(depth=2).choose(game, game.parse("xx1/oo1/3 x")[0]))
    'c3'
    """

    def __init__(self, seed: int | None = None, depth: int = DEEPEST) -> None:
        super().__init__(seed)
        self.name = "strong"
        self.depth = depth
        self.nodes = 0
        self.seen: DeepResult | None = None
        self.move_seconds: float | None = None
        self._searches: Recent[Any, DeepSearch[Any]] = Recent(GAMES)

    def search_of(self, game: Game[P]) -> DeepSearch[P]:
        if game not in self._searches:
            self._searches[game] = DeepSearch(game)
        return self._searches[game]

    def candidates(self, game: Game[P], position: P) -> list[int]:
        """The best move found, alone."""
        seconds = SECONDS if self.move_seconds is None else self.move_seconds
        return [self.look(game, position, CLOCK.time() + seconds).move]

    def look(
        self,
        game: Game[P],
        position: P,
        end: float = inf,
        only: Collection[int] = (),
        nodes: int | None = None,
    ) -> DeepResult:
        """The best of some moves, found until a time by `CLOCK`, or within a number of nodes."""
        search = self.search_of(game)
        before = search.nodes
        self.seen = search.look(position, end, only, self.depth, nodes)
        self.nodes = search.nodes - before
        return self.seen


def strong_player(_: str, seed: int | None) -> StrongPlayer:
    return StrongPlayer(seed)
