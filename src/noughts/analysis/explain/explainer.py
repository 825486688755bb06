"""Explain a position: collect the facts about each move."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Generic

from noughts.analysis.explain.facts import Fact, FactKind, Facts
from noughts.analysis.explain.lines import LineReading, line_loses, reading_of
from noughts.analysis.explain.tactics import (
    RuleTactics,
    line_counts,
    line_tactics,
    misere_tactics,
)
from noughts.analysis.explain.text import Explanation, MoveExplanation, Reply
from noughts.analysis.voice import has_edges
from noughts.bits import count
from noughts.errors import SearchStopped
from noughts.game import Game, P, keeps_turn, legal_moves, value_before
from noughts.games.common.cell_game import Grid, Marks
from noughts.games.given import takes_names
from noughts.knowledge import knowledge_of
from noughts.solving.api import bounds_of_scores, solver_for
from noughts.solving.margins import MarginSolver
from noughts.solving.solver import ExactSolver
from noughts.value import DRAW, LOSS, OPEN, WIN, AnyValue, Margin, Value

# Each move, and its value for the player who makes it.
Valued = Sequence[tuple[int, AnyValue]]

OUTCOMES = {WIN: FactKind.WINS, DRAW: FactKind.DRAWS, LOSS: FactKind.LOSES}
# Node budget of an explanation, if the caller passes no solver.
BUDGET = 5_000_000
# With gravity, zugzwang is checked with at most this many empty cells.
LATE = 20
# A move with one of these facts lets the opponent win with the next move.
LOSES_NEXT = (FactKind.GIVES_WIN, FactKind.LEAVES_WIN, FactKind.HANDS_WIN)
# These facts do not depend on who wins; only they explain a move by points.
OF_ANY_VALUE = {
    FactKind.NAMED, FactKind.NAMED_DRAWBACK, FactKind.TAKES_CENTRE, FactKind.TAKES_CORNER,
    FactKind.TAKES_EDGE, FactKind.LEAVES_ONE_MOVE, FactKind.LEAVES_MOVES,
}  # fmt: skip
# These facts choose among equally good replies; the first ones are the most interesting.
MOST_INTERESTING = (
    FactKind.NAMED, FactKind.COMPLETES_LINE, FactKind.LEAVES_NO_SAFE_CELL,
    FactKind.LEAVES_NO_SAFE_MOVE, FactKind.MAKES_FORK, FactKind.STACKS_THREATS,
    FactKind.LEAVES_NO_DEFENCE, FactKind.LEAVES_ONE_SAFE_CELL, FactKind.LEAVES_FEW_SAFE_MOVES,
    FactKind.FORCES_REPLY, FactKind.BLOCKS, FactKind.STOPS_FORK, FactKind.KEEPS_BUSY,
    FactKind.PREPARES_FORK, FactKind.TAKES_CENTRE,
)  # fmt: skip


def place(game: Game[Any], turn: int, move: int) -> Iterator[Fact]:
    if not (isinstance(game, Grid) and has_edges(game) and min(game.columns, game.rows) > 2):
        return
    row, column = divmod(move, game.columns)
    on_edges = (row in (0, game.rows - 1)) + (column in (0, game.columns - 1))
    if 2 * row == game.rows - 1 and 2 * column == game.columns - 1:
        yield Fact(FactKind.TAKES_CENTRE, turn, (move,))
    elif on_edges:
        kind = FactKind.TAKES_EDGE if on_edges == 1 else FactKind.TAKES_CORNER
        yield Fact(kind, turn, (move,))


def open_lines(reading: LineReading, position: Marks, turn: int, move: int) -> Iterator[Fact]:
    mine, theirs = position
    own = sum(not line & theirs for line in reading.through[move])
    closed = sum(bool(line & theirs) and not line & mine for line in reading.through[move])
    if own:
        yield Fact(FactKind.ON_OPEN_LINES, turn, (move,), number=own)
    if closed:
        yield Fact(FactKind.CLOSES_LINES, 1 - turn, (move,), number=closed)
    if not own and not closed:
        yield Fact(FactKind.ON_NO_OPEN_LINE, turn, (move,))


def value_facts(values: Valued, turn: int, move: int) -> Iterator[Fact]:
    best = _highest(values)
    value = next(value for other, value in values if other == move)
    better = tuple(move for move, value in values if value == best)
    if best is not None and value != best:
        yield Fact(_fault(best, value), turn, moves=better, value=best)
    elif len(values) > 1:
        yield from _unique_best(values, value, turn)
    yield Fact(OUTCOMES[value.outcome], turn, value=value)


def _highest(values: Valued) -> AnyValue | None:
    """The highest value; all of them are by outcome, or all by points."""
    return max((value for _, value in values), default=None)


def _fault(best: AnyValue, value: AnyValue) -> FactKind:
    if best.outcome == value.outcome:
        return FactKind.WINS_LATE if value.outcome == WIN else FactKind.LOSES_EARLY
    return FactKind.THROWS_WIN if best.outcome == WIN else FactKind.THROWS_DRAW


def _unique_best(values: Valued, best: AnyValue, turn: int) -> Iterator[Fact]:
    alike = sum(value.outcome == best.outcome for _, value in values)
    equal = sum(value == best for _, value in values)
    if alike == 1 and best.outcome != LOSS:
        kind = FactKind.ONLY_WIN if best.outcome == WIN else FactKind.ONLY_DRAW
        yield Fact(kind, turn, value=best)
    elif equal == 1:
        kind = FactKind.FASTEST_WIN if best.outcome == WIN else FactKind.LONGEST_DEFENCE
        yield Fact(kind, turn, value=best)


def _reply_facts(replies: Valued, turn: int, few: bool) -> Iterator[Fact]:
    """The replies that keep the draw or the win, if others do not; `few`: also several."""
    best = _highest(replies)
    if best is None or best.outcome == LOSS or len(replies) == 1:
        return
    holding = tuple(move for move, value in replies if _keeps(value, best))
    if len(holding) == 1:
        yield Fact(FactKind.ONE_REPLY, 1 - turn, moves=holding, value=best)
    if few and len(holding) < len(replies):
        yield Fact(FactKind.FEW_REPLIES, 1 - turn, moves=holding, value=best, number=len(replies))


def _keeps(value: AnyValue, best: AnyValue) -> bool:
    """Whether a move keeps the outcome; by points, the margin."""
    return value == best if isinstance(best, Margin) else value.outcome == best.outcome


@takes_names
def explain(
    game: Game[P],
    position: P,
    turn: int = 0,
    solver: ExactSolver[P] | MarginSolver[P] | None = None,
) -> Explanation:
    """Explain every move of a position: its purpose, and why it is good or bad.

    If the solver's budget runs out, the explanation has only facts from the rules, no values.

    Args:
        game: the rules.
        position: any position; a finished one has no moves to explain.
        turn: the player to move.
        solver: a solver to reuse between calls; a MarginSolver explains by points.

    >>> from noughts.analysis.explain.text import one_line
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for move in explain(game, *game.parse("xxo/ox1/o2 x")).moves:
    ...     print(one_line(move))
    b1: completes the middle column (b3 b2 b1) and wins.
    c1: completes the diagonal (a3 b2 c1) and wins.
    c2: misses the win at b1 or c1; it still wins, but only in 3.
    """
    return explainer_for(game, solver).explain(position, turn)


class Explainer(Generic[P]):
    """Explains positions of one game, with a solver that keeps solved positions."""

    def __init__(self, game: Game[P], solver: ExactSolver[P] | None = None) -> None:
        self.game = game
        self.solver = solver or solver_for(game, BUDGET)
        self.known = knowledge_of(game)
        self.reading = reading_of(game)
        self.by_rules = RuleTactics(game)
        self._begin = 0

    def explain(self, position: P, turn: int, *, lines: bool = True) -> Explanation:
        """Explain a position; all its moves share one node budget, roughly.

        Without `lines`, no play to the end of the game is sought, which only full texts have.
        """
        self._begin = self.solver.nodes
        self.by_rules.forget()
        values = self._values(position)
        moves = [
            self._explain_move(position, turn, move, values, lines)
            for move in legal_moves(self.game, position)
        ]
        outcome = self.game.outcome(position)
        value = _highest(values) if outcome == OPEN else self._final(position, outcome)
        bounds = bounds_of_scores(*self.solver.bounds(position)) if value is None else None
        ranked = sorted(moves, key=lambda move: -move.value.score if move.value else 0)
        return Explanation(self.game, position, turn, value, tuple(ranked), bounds)

    def _values(self, position: P) -> Valued:
        """The proved values of all moves; empty if the budget runs out."""
        values: list[tuple[int, AnyValue]] = []
        for move in legal_moves(self.game, position):
            budget, used = self.solver.budget, self.solver.nodes - self._begin
            if budget is not None and used > budget:
                return []
            try:
                value = self.solver.move_value(position, move)
            except SearchStopped:
                return []
            values.append((move, value))
        return values

    def _explain_move(
        self, position: P, turn: int, move: int, values: Valued, lines: bool
    ) -> MoveExplanation:
        after = self.game.play(position, move)
        facts = [*self.rule_facts(position, turn, move), *self._ending(position, after, turn)]
        if not values:  # by the rules alone, the value is known if the game ends now or next
            end = self._end(position, after)
            value = Value(LOSS, 2) if Facts(facts).first(*LOSES_NEXT) else end
            return MoveExplanation(self.game, turn, move, value, False, Facts(facts))
        value = next(value for other, value in values if other == move)
        best = value == _highest(values)
        facts += value_facts(values, turn, move)
        reply: Reply | None = None
        line: tuple[int, ...] = ()
        if not keeps_turn(self.game, position, after):
            replies = self._values(after)
            facts += _reply_facts(replies, turn, few=self.reading is None)
            facts += self._zugzwang(after, turn, value)
            reply = self._reply(after, 1 - turn, replies)
            line = self._line(after, value, reply) if lines else ()
        return MoveExplanation(self.game, turn, move, value, best, Facts(facts), reply, line)

    # Facts from the rules.

    def rule_facts(self, position: P, turn: int, move: int) -> Iterator[Fact]:
        """Facts from the rules: the game's own, then facts about lines and the location."""
        for text in self.known.tactics(position, move):
            yield Fact(FactKind.NAMED, turn, text=text)
        for text in self.known.drawbacks(position, move):
            yield Fact(FactKind.NAMED_DRAWBACK, turn, text=text)
        if self.reading:
            tactics = misere_tactics if self._line_loses else line_tactics
            marks = self.reading.marks(position)
            cell = self.reading.cell_of(move, marks)
            yield from tactics(self.reading, marks, turn, cell)
            yield from place(self.game, turn, cell)
            yield from open_lines(self.reading, marks, turn, cell)
        else:
            yield from self.by_rules.facts(position, turn, move)
            yield from line_counts(self.game, position, turn, move)

    @cached_property
    def _line_loses(self) -> bool:
        return line_loses(self.game)

    def _ending(self, position: P, after: P, turn: int) -> Iterator[Fact]:
        end = self._end(position, after)
        if end:
            yield Fact(FactKind.ENDS_GAME, turn, value=end)
        if len(legal_moves(self.game, position)) == 1:
            yield Fact(FactKind.ONLY_LEGAL_MOVE, turn)

    def _end(self, position: P, after: P) -> AnyValue | None:
        outcome = self.game.outcome(after)
        if outcome == OPEN:
            return None
        return value_before(self.game, position, after, Value(outcome, 0))

    def _final(self, position: P, outcome: int) -> AnyValue:
        return Value(outcome, 0)

    # Play after the move.

    def _reply(self, after: P, turn: int, values: Valued) -> Reply | None:
        best = _highest(values)
        replies = [
            Reply(move, value, Facts(self.rule_facts(after, turn, move)))
            for move, value in values
            if value == best
        ]
        return min(replies, key=_interest, default=None)

    def _zugzwang(self, after: P, turn: int, value: AnyValue) -> Iterator[Fact]:
        """Zugzwang: the opponent loses, but would not if passing were allowed."""
        lost = value.outcome == WIN and self.game.outcome(after) == OPEN
        if not (lost and isinstance(after, Marks) and self._can_be_zugzwang(after)):
            return
        passed: Any = Marks(after.theirs, after.mine)
        try:
            instead = -self.solver.value(passed)
        except SearchStopped:
            return
        if instead.outcome >= DRAW:
            yield Fact(FactKind.ZUGZWANG, 1 - turn, value=instead)

    def _can_be_zugzwang(self, after: Marks) -> bool:
        """Whether zugzwang is possible, and cheap enough to check."""
        if self.reading is None:
            return False
        empty = count(self.reading.all_cells) - count(after.mine | after.theirs)
        return self._line_loses or (self.reading.falls and empty <= LATE)

    def _line(self, after: P, value: AnyValue, reply: Reply | None) -> tuple[int, ...]:
        # The sentence made of it assumes alternating turns.
        if reply is None or value.outcome == DRAW or not self.game.alternates:
            return ()
        follow = self.game.play(after, reply.move)
        try:
            return (reply.move, *self.solver.principal_variation(follow))
        except SearchStopped:
            return ()


class PointsExplainer(Explainer[P]):
    """Explains positions by points; a position whose margins take too long by its outcome.

    >>> from noughts.games.dots import Dots
    >>> game = Dots(2, 1)
    >>> by_points = PointsExplainer(game, MarginSolver(game))
    >>> print(by_points.explain(game.start(), 0).value)
    draw
    """

    def __init__(
        self, game: Game[P], margins: MarginSolver[P], solver: ExactSolver[P] | None = None
    ) -> None:
        super().__init__(game, solver)
        self.margins = margins
        self._by_outcome = Explainer(game, self.solver)

    def explain(self, position: P, turn: int, *, lines: bool = True) -> Explanation:
        try:
            return super().explain(position, turn, lines=lines)
        except SearchStopped:
            return self._by_outcome.explain(position, turn, lines=lines)

    def rule_facts(self, position: P, turn: int, move: int) -> Iterator[Fact]:
        """The facts that matter for points, too."""
        facts = super().rule_facts(position, turn, move)
        return (fact for fact in facts if fact.kind in OF_ANY_VALUE)

    def _values(self, position: P) -> Valued:
        return list(self.margins.margins(position).items())

    def _end(self, position: P, after: P) -> AnyValue | None:
        if self.game.outcome(after) == OPEN:
            return None
        final = Margin(self.game.margin(after))
        return final if keeps_turn(self.game, position, after) else -final

    def _final(self, position: P, outcome: int) -> AnyValue:
        return Margin(self.game.margin(position))

    def _zugzwang(self, after: P, turn: int, value: AnyValue) -> Iterator[Fact]:
        return iter(())

    def _line(self, after: P, value: AnyValue, reply: Reply | None) -> tuple[int, ...]:
        return ()


def explainer_for(
    game: Game[P], solver: ExactSolver[P] | MarginSolver[P] | None = None
) -> Explainer[P]:
    """An explainer by the outcome, or by points with a MarginSolver."""
    if isinstance(solver, MarginSolver):
        return PointsExplainer(game, solver)
    return Explainer(game, solver)


def _interest(reply: Reply) -> int:
    kinds, order = reply.facts.kinds, MOST_INTERESTING
    return next((i for i, kind in enumerate(order) if kind in kinds), len(order))
