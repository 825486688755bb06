"""The value of a position and of every move, best first, with the line of best play."""

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from noughts import notebook_repr
from noughts.errors import SearchStopped
from noughts.game import Game, P, legal_moves, value_before
from noughts.games.given import takes_names
from noughts.knowledge import knowledge_of
from noughts.native.clock import CLOCK
from noughts.solving.api import Bounds, PositionInquiry, bounds_of_scores, solver_for
from noughts.solving.margins import MarginSolver, by_margin
from noughts.solving.solver import ExactSolver
from noughts.value import LOSS, OPEN, AnyValue, Certainty, Margin, Value

if TYPE_CHECKING:
    from noughts.search.root import SearchResult

# The line of best play may take a sixteenth of the nodes that the values took, or LINE_NODES: it
# must not delay the answer.
LINE_PART, LINE_NODES = 16, 100
# The nodes of a search for the expected line, where nothing is proved, and its part of the time.
EXPECTED_NODES, EXPECTED_PART = 300, 0.05


class MoveAnalysis(NamedTuple):
    """One move: its value for its player, the certainty, and whether it is best.

    `value` is None unless `certainty` is PROVED; if it is BOUND, `bounds` has the two bounds.
    """

    move: int
    value: AnyValue | None
    certainty: Certainty
    best: bool
    bounds: Bounds | None = None


@notebook_repr.in_notebooks
class Analysis(NamedTuple):
    """The analysis of a position.

    Args:
        game: the rules.
        position: the position.
        turn: the player to move.
        value: its value for the player to move; None if not proved.
        certainty: PROVED; BOUND or UNKNOWN if the position could not be solved.
        moves: every legal move, best first; equals stay in the game's order. If the value is not
            proved, no move is marked as best, and a depth-limited search orders them.
        principal_variation: the line of best play, cut where it would need more work than the
            values did. If the value is not proved, the line of the depth-limited search, which is
            empty if it rates all moves equally.
        bounds: the bounds of the value, if it is not proved.
    """

    game: Game[Any]
    position: Any
    turn: int
    value: AnyValue | None
    certainty: Certainty
    moves: tuple[MoveAnalysis, ...]
    principal_variation: tuple[int, ...]
    bounds: Bounds | None = None

    @property
    def best(self) -> list[MoveAnalysis]:
        """The best moves; none if the value is not proved."""
        return [move for move in self.moves if move.best]


@takes_names
def analyse(
    game: Game[P],
    position: P,
    turn: int = 0,
    solver: ExactSolver[P] | None = None,
    *,
    whole_line: bool = False,
    unchecked: bool = False,
) -> Analysis:
    """Solve a position and each of its moves.

    Args:
        game: the rules.
        position: any position; a finished one has a value and no moves.
        turn: the player to move.
        solver: a solver to reuse between calls. If its budget runs out, a depth-limited search
            ranks the moves. `solver_for` returns the right solver for any game.
        whole_line: follow the best play to its end, however much work that is.
        unchecked: search a user's game without checking the laws first.

    Raises:
        BrokenLaw: a user's game breaks a law; the message says which, and the remedy.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> position, turn = game.parse("xxo/ox1/o2 x")
    >>> analysis = analyse(game, position, turn)
    >>> print(analysis.value, [game.name(move.move) for move in analysis.moves])
    win in 1 ['b1', 'c1', 'c2']
    """
    solver = solver or solver_for(game, unchecked=unchecked)
    inquiry = Inquiry(game, position, turn, solver, whole_line)
    with suppress(SearchStopped):
        inquiry.ask()
    return inquiry.analysis()


def analyse_values(game: Game[P], position: P, turn: int, solver: ExactSolver[P]) -> Analysis:
    """The analysis without the line of best play, as soon as the values are known."""
    inquiry = Inquiry(game, position, turn, solver)
    with suppress(SearchStopped):
        for _ in inquiry.finding_values():
            pass
    return inquiry.analysis()


def analyse_points(
    game: Game[Any], position: Any, turn: int, solver: MarginSolver[Any]
) -> Analysis:
    """The analysis of a position for points: its margin for the player to move, and its moves'.

    Raises:
        SearchStopped: a limit of the solver is reached.

    >>> from noughts.games.dots import Dots
    >>> game = Dots(1, 1)
    >>> print(analyse_points(game, game.start(), 0, MarginSolver(game)).value)
    loss by 1
    """
    margins, sure = solver.margins(position), Certainty.PROVED
    best = max(margins.values(), default=Margin(game.margin(position)))
    moves = [MoveAnalysis(move, each, sure, each == best) for move, each in by_margin(margins)]
    line = tuple(each.move for each in moves[:1])
    return Analysis(game, position, turn, best, sure, tuple(moves), line)


class Inquiry(PositionInquiry[P]):
    """An analysis in progress; after an interruption it keeps its results.

    `whole_line`: follow the best play to its end, however much work that is.
    """

    def __init__(
        self,
        game: Game[P],
        position: P,
        turn: int,
        solver: ExactSolver[P],
        whole_line: bool = False,
    ) -> None:
        super().__init__(game, position, solver)
        self.turn = turn
        self.whole_line = whole_line
        self.values: dict[int, Value] = {}
        self.line: list[int] = []
        self._bounds: dict[P, tuple[int, int]] = {}  # after each move

    def ask(self) -> None:
        for _ in self.asking():
            pass

    def asking(self) -> Iterator[None]:
        """Find the value, the values of the moves, and then the best play; yield after each."""
        begin = self.solver.nodes
        with self.solver.shared_limit():
            yield from self.finding_values()
            self._follow(max(LINE_NODES, (self.solver.nodes - begin) // LINE_PART))

    def finding_values(self) -> Iterator[None]:
        """Find the value, and the values of the moves, and yield after each."""
        solver = self.solver
        with solver.shared_limit():
            for _ in self.finding_best():
                for move in self.best[-1:]:
                    self.values[move] = solver.move_value(self.position, move)
                yield
            searched = solver.nodes
            for move in legal_moves(self.game, self.position):
                # The other moves share one budget; the last of them may exceed it.
                if solver.budget is not None and solver.nodes - searched > solver.budget:
                    raise SearchStopped
                self.values[move] = solver.move_value(self.position, move)
                yield

    def _follow(self, nodes: int) -> None:
        """Find the line of best play, within a node limit unless the whole line is wanted."""
        limit = nullcontext() if self.whole_line else self.solver.within(nodes)
        with limit, suppress(SearchStopped):
            for move in self.solver.best_play(self.position):
                self.line.append(move)

    def analysis(self, look: bool = True) -> Analysis:
        """The analysis so far; `look` at what is missing by a depth-limited search."""
        looked = None
        self._bounds.clear()
        self._take_known()
        moves_left = len(legal_moves(self.game, self.position)) - len(self.values)
        over = self.game.outcome(self.position) != OPEN
        if look and not over and (moves_left or self.value is None):
            # The depth-limited search does not check the clock.
            budget = None if self.solver.seconds is not None else self.solver.budget
            looked = _look_ahead(self.game, self.position, budget or 0)
            self._take(looked)
        bounds = None if self.value is not None else self._bounds_of(self.position)
        moves = self._moves(looked)
        line = tuple(self.line or [move.move for move in moves if move.best][:1])
        if looked and self.value is None:
            line = self._expected(looked, moves)
            moves.sort(key=lambda one: one.move not in line[:1])
        return Analysis(
            self.game,
            self.position,
            self.turn,
            self.value,
            _certainty(self.value, bounds),
            tuple(moves),
            line,
            bounds,
        )

    def _take_known(self) -> None:
        for move in legal_moves(self.game, self.position):
            after = self.game.play(self.position, move)
            lower, upper = self._bounds[after] = self.solver.bounds(after)
            if lower == upper and move not in self.values:
                length = max(knowledge_of(self.game).draw_plies(after), 0)
                value = Value.from_score(lower, length)
                self.values[move] = value_before(self.game, self.position, after, value)

    def _take(self, looked: "SearchResult") -> None:
        """Add the values that a depth-limited search has proved."""
        if looked.certainty == Certainty.PROVED and self.value is None:
            self.value = looked.value
            self.line = list(looked.principal_variation)
        for move, score, certainty in looked.moves:
            if certainty == Certainty.PROVED and move not in self.values:
                length = len(looked.principal_variation)
                self.values[move] = Value.from_score(score, length)

    def _moves(self, looked: "SearchResult | None") -> list[MoveAnalysis]:
        moves = [self._move(move) for move in legal_moves(self.game, self.position)]
        estimates = {move: score for move, score, _ in looked.moves} if looked else {}
        if self.value is None and looked:
            known = knowledge_of(self.game)
            likely = list(known.likely_moves(known.state(self.position)))[::-1]
            places = {move: place for place, move in enumerate(likely)}
            return sorted(
                moves,
                key=lambda one: (not _is_lost(one), estimates[one.move], places.get(one.move, -1)),
                reverse=True,
            )
        return sorted(moves, key=_rank, reverse=True)

    def _expected(self, looked: "SearchResult", moves: list[MoveAnalysis]) -> tuple[int, ...]:
        """The line that the strong player expects among moves that may be best.

        In games without an evaluation, the line of the depth-limited search; empty if it rates all
        moves equally.
        """
        hopes = [one.bounds.lower.outcome if one.bounds else LOSS for one in moves]
        only = [
            one.move
            for one, hope in zip(moves, hopes, strict=True)
            if hope == max(hopes) and not _is_lost(one)
        ]
        from noughts.solving.deep import is_evaluated, search_for  # not needed where all is solved

        if is_evaluated(knowledge_of(self.game)):
            search = search_for(self.game)
            seconds = inf if self.solver.seconds is None else self.solver.seconds * EXPECTED_PART
            end = CLOCK.time() + seconds
            found = search.look(self.position, end, only, nodes=EXPECTED_NODES)
            return tuple(search.line(self.position, found))
        scores = {score for move, score, _ in looked.moves if move in only}
        if len(scores) == 1 < len(only):
            return ()
        line = looked.principal_variation
        return line if line[:1] == (moves[0].move,) else (moves[0].move,)

    def _move(self, move: int) -> MoveAnalysis:
        value = self.values.get(move)
        bounds = None
        if value is None:
            after = self.game.play(self.position, move)
            both = (
                value_before(self.game, self.position, after, bound)
                for bound in self._bounds_of(after)
            )
            bounds = Bounds(*sorted(both))
        best = value is not None and value == self.value
        return MoveAnalysis(move, value, _certainty(value, bounds), best, bounds)

    def _bounds_of(self, position: P) -> Bounds:
        known = self._bounds.get(position) or self.solver.bounds(position)
        return bounds_of_scores(*known)


def _certainty(value: Value | None, bounds: Bounds | None) -> Certainty:
    return bounds.certainty if value is None and bounds else Certainty.PROVED


def _is_lost(move: MoveAnalysis) -> bool:
    return move.value is not None and move.value.outcome == LOSS


def _rank(move: MoveAnalysis) -> tuple[int, int]:
    lower, upper = move.bounds or (move.value, move.value)
    assert lower is not None  # a move without a value has bounds
    assert upper is not None
    return lower.score, upper.score


def _look_ahead(game: Game[P], position: P, budget: int) -> "SearchResult":
    from noughts.search.root import Negamax, search  # seldom needed
    from noughts.solving.textbook import textbook_search

    result = search(game, position, Negamax(), limit=1)
    for limit in count(2):
        budget = max(0, budget - result.nodes)
        if not budget or result.certainty == Certainty.PROVED:
            break
        try:
            result = textbook_search(game, position, Negamax(), limit=limit, budget=budget)
        except SearchStopped:
            break
    return result
