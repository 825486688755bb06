"""Looking ahead in one game, deeper and deeper, within a time or a number of nodes."""

import os
from array import array
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import partial
from math import inf
from typing import Any, Generic, NamedTuple

from noughts.errors import SearchStopped, TooDeep
from noughts.game import Game, P, legal_moves
from noughts.games.common.cell_game import Grid, Marks
from noughts.knowledge import Knowledge, knowledge_of
from noughts.knowledge.marks import FEW_CELLS, RowKnowledge, StandardGomokuKnowledge
from noughts.native import comes
from noughts.native.clock import CLOCK
from noughts.search.context import CLAIM_BITS, NO_LIMIT
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
from noughts.search.memory import size_bits_within, words_of, zeros
from noughts.search.rows import EMPTY, RowBoard, RowRules, entry_of, look_along_rows, put
from noughts.search.table import DictTable, EntryTable, SharedTable
from noughts.solving.driver import Driver, Form, Limits
from noughts.solving.margins import MarginSolver
from noughts.solving.prover import Threats
from noughts.value import ESTIMATE_LIMIT, LOSS, OPEN, WIN

# The most mebibytes of the table.
TABLE_MEMORY = 32
# The part of the time, or of the nodes, that may go into threats; and into a proof by points, or
# into looking ahead where a judge chooses if nothing was proved.
THREATS_PART, PROOF_PART, POINTS_PART = 0.4, 0.2, 0.4

# Chooses one of some moves of a position, until a time by `CLOCK`, or within that many nodes.
Judge = Callable[[Any, list[int], float, int | None], int]


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

    Args:
        game: the rules.
        network: a learned evaluation, in place of the game's.
        judge: chooses a move where looking ahead proves nothing, in games without an evaluation.

    Attributes:
        threads: how many search within a limit of time, once the search is compiled. They share
            the table, and put off the moves that another one looks at.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> seen = DeepSearch(game).look(game.parse("xx1/oo1/3 x")[0], depth=3)
    >>> game.name(seen.move), seen.depth
    ('c3', 1)
    """

    def __init__(
        self, game: Game[P], network: Network | None = None, judge: Judge | None = None
    ) -> None:
        self.game = game
        self.known = knowledge_of(game)
        self.nodes = 0
        self._network = network or Network()
        self.threads = 1
        self._table = deep_table(self.known)
        self._driver = Driver(look_ahead, self.known)
        self.threats = Threats(game)
        self._points = MarginSolver(game) if game.counts_points and not game.repeats else None
        self._history: array[int] | None = None
        self._chosen = -1  # the best move of a round that was stopped
        self._judge = judge

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
        if end < inf and nodes is None:
            self._compile(position)
        winning: int | None = None
        replies: list[int] = []
        if begun < end:
            winning, replies = self._by_threats(position, begun + (end - begun) * THREATS_PART)
        if winning is not None and (not only or winning in only):
            return DeepResult(winning, ESTIMATE_LIMIT, 0)
        moves = list(only) or legal_moves(self.game, position)
        moves = [move for move in moves if move in replies] or list(moves)
        before = self.nodes
        won, moves = self._by_points(position, moves, begun, end, nodes)
        if won:
            return DeepResult(moves[0], ESTIMATE_LIMIT, 0)
        nodes = None if nodes is None else nodes - self.nodes + before
        if len(moves) == 1:
            return DeepResult(moves[0], 0, 0)
        if not self._judge:
            return self._deepest(position, moves, begun, end, depth, nodes)
        ahead = begun + (end - begun) * PROOF_PART
        found = self._deepest(position, moves, begun, ahead, depth, nodes)
        if abs(found.score) >= ESTIMATE_LIMIT or (end == inf and nodes is None):
            return found
        return found._replace(move=self._judge(position, moves, end, nodes))

    def line(self, position: P, found: DeepResult) -> list[int]:
        """The moves that a search expects from a position, by its table."""
        line, move = [found.move], found.move
        while len(line) < found.depth:
            position = self.game.play(position, move)
            if self.game.outcome(position) != OPEN:
                break
            move = entry_move(self._table.find(position))
            if move < 0:
                break
            line.append(move)
        return line

    def _compile(self, position: P) -> None:
        """Begin with the search that matters most, where attacks would come before it."""
        if self.threats.knows_attacks:
            run = Lookahead(room_for(1))
            example = self.known, position, 1, run, self._table, self._network
            comes(look_ahead, self.known, *example)

    def _by_threats(self, position: P, end: float) -> tuple[int | None, list[int]]:
        """A move that wins by threats; otherwise the replies to the opponent's, if they matter."""
        winning = self.threats.winning_move(position, end)
        if winning is None:
            winning = self.threats.attack(position, CLOCK.time() + (end - CLOCK.time()) / 3)
        return winning, [] if winning is not None else self.threats.replies(position, end)

    def _by_points(
        self, position: P, moves: list[int], begun: float, end: float, nodes: int | None
    ) -> tuple[bool, list[int]]:
        """Whether a win is proved by points, and the moves that keep the best outcome."""
        if not self._points or len(moves) == 1 or (end == inf and nodes is None):
            return False, moves
        seconds = None if end == inf else (end - begun) * POINTS_PART
        limits = Limits(None if nodes is None else int(nodes * POINTS_PART), seconds)
        before = self._points.nodes
        try:
            outcome, kept = self._points.kept(position, moves, limits)
            return outcome == WIN and bool(kept), kept or moves
        except SearchStopped:
            return False, moves
        finally:
            self.nodes += self._points.nodes - before

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
        self._chosen = -1
        last_node = inf if nodes is None else self.nodes + nodes
        with suppress(SearchStopped, TooDeep):
            for plies in range(1, depth + 1):
                if plies > 1 and (CLOCK.time() >= end or self.nodes >= last_node):
                    break
                budget = NO_LIMIT if nodes is None or plies == 1 else int(last_node) - self.nodes
                found = self._round(position, plies, moves, budget, end if plies > 1 else inf)
                self._chosen = -1
                if abs(found.score) >= ESTIMATE_LIMIT:
                    break
        return found if self._chosen < 0 else found._replace(move=self._chosen)

    def _round(
        self, position: P, depth: int, moves: list[int], budget: int, end: float
    ) -> DeepResult:
        legal = legal_moves(self.game, position)
        runs: list[Lookahead] = []
        claims, width = zeros(1 << CLAIM_BITS), words_of(self.known, position)

        def ahead(form: Form, live: "array[int]", number: int = 0) -> DeepResult:
            run = self._run(position, len(legal), budget, live)
            runs.append(run)
            if beside and width:
                run.share(claims, width)
            for move in set(legal) - set(moves):
                run.barred[move % MOVES] = 1
            try:
                ask = partial(self._score, form, position, depth, run)
                score = with_enough_stack(self.game, position, ask)
                return DeepResult(run.chosen, score, depth)
            finally:
                if number == 0:
                    self._history, self._chosen = run.history, run.chosen

        several = 1 if end == inf else self.threads
        beside = [partial(ahead, number=number) for number in range(1, several)]
        try:
            return self._driver.soonest(ahead, lambda: CLOCK.time() >= end, beside)
        finally:
            self.nodes += sum(run.nodes for run in runs)

    def _run(self, position: P, moves: int, budget: int, live: "array[int]") -> Lookahead:
        run = Lookahead(room_for(moves), budget, live)
        if self._history:
            run.history = array("q", (number >> 1 for number in self._history))
        return run

    def _score(self, form: Form, position: P, depth: int, run: Any) -> int:
        score: int = form(self.known, position, depth, run, self._table, self._network)
        return score


class RowSearch(DeepSearch[Marks]):
    """Looks ahead in games of rows on large boards (`search/rows.py`)."""

    def __init__(self, game: Grid, rules: RowRules) -> None:
        super().__init__(game)
        self._turn = game.turn
        self._board = RowBoard(rules)
        self._driver = Driver(look_along_rows, None)

    def _by_threats(self, position: Marks, end: float) -> tuple[int | None, list[int]]:
        """Nothing: the search itself begins with threats."""
        return None, []

    def _compile(self, position: Marks) -> None:
        comes(look_along_rows, None, 1, self._board)

    def _run(self, position: Marks, moves: int, budget: int, live: "array[int]") -> RowBoard:
        return self._board.with_position(position, self._turn(position), budget, live)

    def line(self, position: Marks, found: DeepResult) -> list[int]:
        side = self._turn(position)
        board = self._board.with_position(position, side, NO_LIMIT, zeros(2))
        line, move = [found.move], found.move
        while len(line) < found.depth:
            put(board, move, side)
            position, side = self.game.play(position, move), 1 - side
            move = entry_move(entry_of(board, side))
            if self.game.outcome(position) != OPEN or move < 0 or board.stones[move] != EMPTY:
                break
            line.append(move)
        return line

    def _score(self, form: Form, position: Marks, depth: int, run: RowBoard) -> int:
        score: int = form(depth, run)
        return score


def search_for(game: Game[P], judge: Judge | None = None) -> DeepSearch[P]:
    """The search that suits a game; `judge` is for games without an evaluation."""
    known: Any = knowledge_of(game)
    rules = rules_of_rows(known)
    if rules:
        return RowSearch(known.game, rules)  # type: ignore[return-value]  # its positions are Marks
    return DeepSearch(game, judge=None if is_evaluated(known) else judge)


def deep_table(known: Knowledge[Any]) -> EntryTable[Any]:
    """A table for `look_ahead`, for threads to share if the positions are whole numbers."""
    words = words_of(known, known.start())
    return SharedTable(words, size_bits_within(words + 2, TABLE_MEMORY)) if words else DictTable()


def rules_of_rows(known: Knowledge[Any]) -> RowRules | None:
    """The rules of a large game of rows, for the search along them; None for other games."""
    if not isinstance(known, RowKnowledge) or known.game.cells <= FEW_CELLS:
        return None
    game = known.game
    rules = RowRules(game.columns, game.rows, game.k)
    if isinstance(known, StandardGomokuKnowledge):
        rules = rules._replace(longer=(LOSS, WIN) if game.renju else (OPEN, OPEN))
    elif game.misere:
        return None
    else:
        rules = rules._replace(joined=(not game.flat, game.torus))
    return rules if rules.fits else None


def is_evaluated(known: Knowledge[Any]) -> bool:
    """Whether a game's knowledge judges positions at the horizon."""
    kind = type(known)
    return kind.evaluation is not Knowledge.evaluation or kind.estimate is not Knowledge.estimate


def processors() -> int:
    """The number of processors on which this process may run."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def room_for(moves: int) -> int:
    return (LONGEST + 1) * min(max(2 * moves, 64), 512)
