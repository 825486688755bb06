"""Run a search at the root: value, move, principal variation and the score of every move."""

from array import array
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Generic, NamedTuple

from noughts.errors import GameOver, UnsafeScoring
from noughts.game import Game, P, keeps_turn
from noughts.knowledge import Knowledge, knowledge_of
from noughts.search.alphabeta import alphabeta, alphabeta_with_turns
from noughts.search.context import NO_LIMIT, SearchContext
from noughts.search.depth import no_extra_turns, refuse_repeating, with_enough_stack
from noughts.search.exact import exact
from noughts.search.minimax import min_value, signed_minimax
from noughts.search.negamax import negamax, negamax_with_turns
from noughts.search.table import EntryTable, table_for
from noughts.value import (
    BY_DISTANCE,
    ESTIMATE_LIMIT,
    INFINITY,
    OPEN,
    Certainty,
    Scoring,
    Value,
    flip_bounds,
    to_parent,
)

Kernel = Callable[..., int]


class RootMove(NamedTuple):
    """A move of the position that is searched."""

    after: Any  # the position after it
    again: bool  # whether the player who makes it moves again
    floor: int  # a score up to this need not be exact
    ply: int  # of the position after it


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

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        """The score of a root move, for the player who makes it; `kernel` is that for the game."""
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
    kernel = staticmethod(min_value)

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        return kernel(game, move.after, move.ply, run)


class SignedMinimax(Algorithm[P]):
    name = "signed minimax"
    kernel = staticmethod(signed_minimax)

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        return kernel(game, move.after, move.ply, -1, run)


class Negamax(Algorithm[P]):
    name = "negamax"
    kernel = staticmethod(negamax)
    extra_turns = staticmethod(negamax_with_turns)

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        score = kernel(game, move.after, move.ply, run)
        return score if move.again else -score


class AlphaBeta(Algorithm[P]):
    name = "alpha-beta"
    kernel = staticmethod(alphabeta)
    extra_turns = staticmethod(alphabeta_with_turns)
    prunes = True

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        low, high = flip_bounds(move.floor, INFINITY, turns=not move.again)
        score = kernel(game, move.after, low, high, move.ply, run)
        return score if move.again else -score


class Exact(Algorithm[P]):
    """Alpha-beta with a table and symmetry; scores by distance only, without a horizon."""

    name = "exact"
    kernel = staticmethod(exact)
    by_distance = True

    def __init__(self, table: EntryTable[P] | None = None) -> None:
        self.table = table

    def score(self, kernel: Kernel, game: Knowledge[P], move: RootMove, run: SearchContext) -> int:
        """The exact score; the table makes up for the open window."""
        if self.table is None:
            self.table = table_for(game, move.after)
        return to_parent(-kernel(game, move.after, -INFINITY, INFINITY, run, self.table))


ALGORITHMS: Mapping[str, type[Algorithm[Any]]] = {
    algorithm.name: algorithm for algorithm in (Minimax, SignedMinimax, Negamax, AlphaBeta, Exact)
}


# Prepares a search's function to run: returns it unchanged, or compiled.
Prepare = Callable[[Kernel, Knowledge[Any]], Kernel]


class MoveScore(NamedTuple):
    """A search's result for one move."""

    move: int  # the move
    score: int  # its score for the player who makes it, in the search's convention
    # BOUND if the true score is at most this, UNKNOWN if it depends on estimates at the horizon.
    certainty: Certainty


class SearchResult(NamedTuple):
    """The result of a search."""

    score: int  # the position's score for the player to move
    value: Value | None  # the score as a value; None if it is an estimate, or has no distance
    certainty: Certainty  # PROVED, or UNKNOWN if the score depends on estimates at the horizon
    move: int  # the first of the best moves
    principal_variation: tuple[int, ...]  # the moves of best play up to the horizon
    moves: tuple[MoveScore, ...]  # every move with its score, in the game's order
    nodes: int  # the number of positions visited, the root included

    @property
    def by_score(self) -> dict[int, tuple[int, ...]]:
        """The moves of each score, best first; only if no score is a mere bound."""
        scores = sorted({each.score for each in self.moves}, reverse=True)
        return {
            score: tuple(each.move for each in self.moves if each.score == score)
            for score in scores
        }


def interpreted(kernel: Kernel, game: Knowledge[Any]) -> Kernel:
    return kernel


def search(
    game: Game[P],  # the rules
    position: P,  # the position to search
    algorithm: Algorithm[P] | None = None,  # one of `ALGORITHMS`; by default alpha-beta
    *,
    scoring: Scoring = BY_DISTANCE,  # the convention of the scores
    # The number of plies to look ahead, 1 or more; None for the whole game. The exact search always
    # searches the whole game.
    limit: int | None = None,
    budget: int | None = None,  # the most nodes to visit; None for any number
    prepare: Prepare = interpreted,  # `interpreted`, or `native.compiled`
    # Find every move that is as good as the best one; pruning alone finds one, and of others only
    # that they are no better.
    equals: bool = False,
    callback: Callable[[int], object] | None = None,  # is called with the chosen move at the end
    # Two words by which another thread can end the search, as `SearchContext` has them.
    live: "array[int] | None" = None,
) -> SearchResult:
    """Search an open position.

    Raises:
        GameOver: there is nothing to search.
        ExtraTurns: a player may move twice in a row, which this algorithm cannot follow.
        RepeatingGame: no `limit` was given, and play can come back to a position.
        SearchStopped: the budget is used up, or it was ended.
        TooDeep: the stack does not suffice.
        UnsafeScoring: the scoring cannot tell a late win from a draw, or from a guess, in
            this game; or it is not the one of the exact search.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.search.root import Negamax
    >>> game = TicTacToe()
    >>> result = search(game, game.parse("xxo/ox1/o2 x")[0], Negamax())
    >>> str(result.value), game.name(result.move), result.nodes
    ('win in 1', 'b1', 8)
    >>> scoring = Scoring(100, 1)  # 100 - depth
    >>> result = search(game, game.start(), Negamax(), scoring=scoring, callback=print)
    0
    >>> result.by_score
    {0: (0, 1, 2, 3, 4, 5, 6, 7, 8)}
    """
    if game.outcome(position) != OPEN:
        raise GameOver("The game is over: there is nothing to search.")
    if limit is not None and limit < 1:
        raise ValueError(f"A search must look at least 1 ply ahead, not {limit}.")
    chosen = AlphaBeta[P]() if algorithm is None else algorithm
    if chosen.by_distance:
        limit = None
    if limit is None:
        refuse_repeating(game)
    known = knowledge_of(game)
    _check_scoring(known, chosen, scoring, limit)
    plies, nodes = (NO_LIMIT if number is None else number for number in (limit, budget))
    kernel = prepare(chosen.kernel_for(known), known)

    def searched() -> SearchResult:
        run = SearchContext(scoring, plies, nodes, live)
        return _Root(known, chosen, kernel, run).searched(position, equals)

    result = with_enough_stack(game, position, searched)
    if callback:
        callback(result.move)
    return result


class _Root(Generic[P]):
    def __init__(
        self, game: Knowledge[P], algorithm: Algorithm[P], kernel: Kernel, run: SearchContext
    ) -> None:
        self.game = game
        self.algorithm = algorithm
        self.kernel = kernel
        self.run = run

    def searched(self, position: P, equals: bool) -> SearchResult:
        self.run.visit()
        moves = self._move_scores(position, 0, equals)
        nodes = self.run.nodes
        best = max(moves, key=lambda move: move.score)
        line = self._principal_variation(position, best.move)
        certainty = _certainty_of_all(best, moves)
        scoring = Scoring(self.run.base, self.run.per_ply)
        value = _value(best.score, certainty, scoring, len(line))
        return SearchResult(best.score, value, certainty, best.move, line, moves, nodes)

    def _move_scores(self, position: P, ply: int, equals: bool = False) -> tuple[MoveScore, ...]:
        best, game, run = -INFINITY, self.game, self.run
        found = []
        for move in game.moves(position):
            run.cut_off = 0
            floor = best - equals if self.algorithm.prunes else -INFINITY
            after = game.play(position, move)
            root_move = RootMove(after, keeps_turn(game, position, after), floor, ply + 1)
            score = self.algorithm.score(self.kernel, game, root_move, run)
            found.append(MoveScore(move, score, _certainty(game, score, floor, run)))
            best = max(best, score)
        return tuple(found)

    def _principal_variation(self, position: P, move: int) -> tuple[int, ...]:
        """The first best move, the first best answer to it, and so on; not counted as nodes."""
        self.run.budget = NO_LIMIT
        line = [move]
        position = self.game.play(position, move)
        while self.game.outcome(position) == OPEN and len(line) != self.run.limit:
            moves = self._move_scores(position, len(line))
            line.append(max(moves, key=lambda move: move.score).move)
            position = self.game.play(position, line[-1])
        return tuple(line)


def _check_scoring(
    game: Knowledge[P], algorithm: Algorithm[P], scoring: Scoring, limit: int | None
) -> None:
    if algorithm.by_distance and scoring != BY_DISTANCE:
        raise UnsafeScoring("The exact search scores only by distance; use BY_DISTANCE.")
    if scoring.per_ply and scoring.base <= game.max_plies * scoring.per_ply:
        raise UnsafeScoring(
            f"A win in {game.max_plies} plies would score "
            f"{scoring.base - scoring.per_ply * game.max_plies}, no better than a draw; use a "
            f"base above {game.max_plies * scoring.per_ply}, or BY_DISTANCE."
        )
    if limit is None or not _guesses(game):
        return
    latest = scoring.base - scoring.per_ply * min(limit, game.max_plies or limit)
    if latest <= ESTIMATE_LIMIT:
        raise UnsafeScoring(
            f"This game's estimates go up to {ESTIMATE_LIMIT}, but a win may score only {latest}; "
            f"use a larger base, or BY_DISTANCE."
        )


def _guesses(game: Knowledge[Any]) -> bool:
    return type(game).estimate is not Knowledge.estimate


def _certainty(game: Knowledge[Any], score: int, floor: int, run: SearchContext) -> Certainty:
    """The certainty of a score that was searched only as far as it exceeds `floor`."""
    if run.cut_off and (abs(score) <= ESTIMATE_LIMIT if _guesses(game) else score == 0):
        return Certainty.UNKNOWN
    return Certainty.PROVED if score > floor else Certainty.BOUND


def _certainty_of_all(best: MoveScore, moves: tuple[MoveScore, ...]) -> Certainty:
    """The certainty of the best score: a draw is uncertain if another move may turn out to win."""
    if best.score == 0 and any(move.certainty == Certainty.UNKNOWN for move in moves):
        return Certainty.UNKNOWN
    return best.certainty


def _value(score: int, certainty: Certainty, scoring: Scoring, line: int) -> Value | None:
    if certainty != Certainty.PROVED:
        return None
    value = scoring.value(score)
    return value._replace(plies=line) if value and value.outcome == 0 else value
