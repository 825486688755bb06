"""Explain a position: collect the facts about each move."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, Generic

from noughts.analysis.explain.facts import Fact, Facts, Kind
from noughts.analysis.explain.line_counts import line_counts
from noughts.analysis.explain.line_reading import line_loses, reading_of
from noughts.analysis.explain.location import open_lines, place
from noughts.analysis.explain.misere_tactics import misere_tactics
from noughts.analysis.explain.model import Explanation, MoveExplanation, Reply
from noughts.analysis.explain.rule_tactics import RuleTactics
from noughts.analysis.explain.tactics import line_tactics
from noughts.analysis.explain.value_facts import few_replies, one_reply, value_facts
from noughts.bits import count
from noughts.errors import SearchStopped
from noughts.game import Game, P, keeps_turn, legal_moves, value_before
from noughts.games.common.grid import Marks
from noughts.knowledge import knowledge_of
from noughts.solving.answer import bounds_of_scores
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver, MoveValue
from noughts.value import DRAW, LOSS, OPEN, WIN, Certainty, Value

# Node budget of an explanation, if the caller passes no solver.
BUDGET = 5_000_000

# With gravity, zugzwang is checked with at most this many empty cells.
LATE = 20

# A move with one of these facts lets the opponent win with the next move.
LOSES_NEXT = (Kind.GIVES_WIN, Kind.LEAVES_WIN, Kind.HANDS_WIN)

# These facts choose among equally good replies; the first ones are the most interesting.
MOST_INTERESTING = (
    Kind.NAMED,
    Kind.COMPLETES_LINE,
    Kind.LEAVES_NO_SAFE_CELL,
    Kind.LEAVES_NO_SAFE_MOVE,
    Kind.MAKES_FORK,
    Kind.STACKS_THREATS,
    Kind.LEAVES_NO_DEFENCE,
    Kind.LEAVES_ONE_SAFE_CELL,
    Kind.LEAVES_FEW_SAFE_MOVES,
    Kind.FORCES_REPLY,
    Kind.BLOCKS,
    Kind.STOPS_FORK,
    Kind.KEEPS_BUSY,
    Kind.PREPARES_FORK,
    Kind.TAKES_CENTRE,
)


def explain(
    game: Game[P], position: P, turn: int = 0, solver: ExactSolver[P] | None = None
) -> Explanation:
    """Explain every move of a position: its purpose, and why it is good or bad.

    If the solver's budget runs out, the explanation has only facts from the rules, no values.

    Args:
        game: the rules.
        position: any position; a finished one has no moves to explain.
        turn: the player to move.
        solver: a solver to reuse between calls.

    >>> from noughts.analysis.explain.text import one_line
    >>> from noughts.games.tictactoe import TicTacToe
    >>> game = TicTacToe()
    >>> for move in explain(game, *game.parse("xxo/ox1/o2 x")).moves:
    ...     print(one_line(move))
    b1: completes the middle column (b3 b2 b1) and wins.
    c1: completes the diagonal (a3 b2 c1) and wins.
    c2: misses the win at b1 or c1; it still wins, but only in 3.
    """
    return Explainer(game, solver).explain(position, turn)


class Explainer(Generic[P]):
    """Explains positions of one game.

    Args:
        game: the rules.
        solver: the solver, which keeps solved positions; by default one with a budget.
    """

    def __init__(self, game: Game[P], solver: ExactSolver[P] | None = None) -> None:
        self.game = game
        self.solver = solver or solver_for(game, BUDGET)
        self.known = knowledge_of(game)
        self.reading = reading_of(game)
        self.by_rules = RuleTactics(game)
        self._begin = 0

    def explain(self, position: P, turn: int) -> Explanation:
        """Explain a position; all its moves share one node budget, roughly."""
        self._begin = self.solver.nodes
        self.by_rules.forget()
        values = self._values(position)
        moves = [
            self._explain_move(position, turn, move, values)
            for move in legal_moves(self.game, position)
        ]
        value = self._value(position, values)
        bounds = bounds_of_scores(*self.solver.bounds(position)) if value is None else None
        ranked = tuple(sorted(moves, key=_rank))
        return Explanation(self.game, position, turn, value, _certainty(value), ranked, bounds)

    def _values(self, position: P) -> list[MoveValue]:
        """The proved values of all moves; empty if the budget runs out."""
        try:
            return list(self._each_value(position))
        except SearchStopped:
            return []

    def _each_value(self, position: P) -> Iterator[MoveValue]:
        for move in legal_moves(self.game, position):
            budget, used = self.solver.budget, self.solver.nodes - self._begin
            if budget is not None and used > budget:
                raise SearchStopped
            yield MoveValue(move, self.solver.move_value(position, move), Certainty.PROVED)

    def _value(self, position: P, values: Sequence[MoveValue]) -> Value | None:
        outcome = self.game.outcome(position)
        if outcome != OPEN:
            return Value(outcome, 0)
        return max((value for _, value, _ in values), default=None)

    def _explain_move(
        self, position: P, turn: int, move: int, values: Sequence[MoveValue]
    ) -> MoveExplanation:
        """Explain one move, given the values of all moves; empty if nothing is proved."""
        after = self.game.play(position, move)
        facts = [*self.rule_facts(position, turn, move), *self._ending(position, after, turn)]
        if not values:
            return self._unproved(position, after, turn, move, facts)
        value = next(value for other, value, _ in values if other == move)
        best = value == max(value for _, value, _ in values)
        facts += value_facts(values, turn, move)
        if keeps_turn(self.game, position, after):  # there is no reply
            return MoveExplanation(
                self.game, turn, move, value, Certainty.PROVED, best, Facts(facts), None, ()
            )
        replies = self._values(after)
        facts += one_reply(replies, turn)
        facts += () if self.reading else few_replies(replies, turn)
        facts += self._zugzwang(after, turn, value)
        reply = self._reply(after, 1 - turn, replies)
        line = self._line(after, value, reply)
        return MoveExplanation(
            self.game, turn, move, value, Certainty.PROVED, best, Facts(facts), reply, line
        )

    def _unproved(
        self, position: P, after: P, turn: int, move: int, facts: Sequence[Fact]
    ) -> MoveExplanation:
        """A move explained by the rules alone, with a value if the game ends now or next."""
        value = self._end(position, after)
        if Facts(facts).first(*LOSES_NEXT):
            value = Value(LOSS, 2)
        return MoveExplanation(self.game, turn, move, value, _certainty(value), False, Facts(facts))

    # Facts from the rules.

    def rule_facts(self, position: P, turn: int, move: int) -> Iterator[Fact]:
        """Facts from the rules: the game's own, then facts about lines and the location."""
        for text in self.known.tactics(position, move):
            yield Fact(Kind.NAMED, turn, text=text)
        for text in self.known.drawbacks(position, move):
            yield Fact(Kind.NAMED_DRAWBACK, turn, text=text)
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
        """Whether completing a line loses."""
        return line_loses(self.game)

    def _ending(self, position: P, after: P, turn: int) -> Iterator[Fact]:
        end = self._end(position, after)
        if end:
            yield Fact(Kind.ENDS_GAME, turn, value=end)
        if len(legal_moves(self.game, position)) == 1:
            yield Fact(Kind.ONLY_LEGAL_MOVE, turn)

    def _end(self, position: P, after: P) -> Value | None:
        """The value of a move that ends the game; None if it goes on."""
        outcome = self.game.outcome(after)
        if outcome == OPEN:
            return None
        return value_before(self.game, position, after, Value(outcome, 0))

    # Play after the move.

    def _reply(self, after: P, turn: int, values: Sequence[MoveValue]) -> Reply | None:
        """The best reply; among equals the most interesting."""
        best = max((value for _, value, _ in values), default=None)
        replies = [
            Reply(move, value, Facts(self.rule_facts(after, turn, move)))
            for move, value, _ in values
            if value == best
        ]
        return min(replies, key=_interest, default=None)

    def _zugzwang(self, after: P, turn: int, value: Value) -> Iterator[Fact]:
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
            yield Fact(Kind.ZUGZWANG, 1 - turn, value=instead)

    def _can_be_zugzwang(self, after: Marks) -> bool:
        """Whether zugzwang is possible, and cheap enough to check."""
        if self.reading is None:
            return False
        empty = count(self.reading.all_cells) - count(after.mine | after.theirs)
        return self._line_loses or (self.reading.falls and empty <= LATE)

    def _line(self, after: P, value: Value, reply: Reply | None) -> tuple[int, ...]:
        """Best play to the end, if a side wins."""
        # The sentence made of it assumes alternating turns.
        if reply is None or value.outcome == DRAW or not self.game.alternates:
            return ()
        follow = self.game.play(after, reply.move)
        try:
            return (reply.move, *self.solver.principal_variation(follow))
        except SearchStopped:
            return ()


def _interest(reply: Reply) -> int:
    """A sort key: the most interesting reply is first."""
    kinds, order = reply.facts.kinds, MOST_INTERESTING
    return next((i for i, kind in enumerate(order) if kind in kinds), len(order))


def _rank(move: MoveExplanation) -> int:
    """A sort key: the best move is first."""
    return -move.value.score if move.value else 0


def _certainty(value: Value | None) -> Certainty:
    return Certainty.UNKNOWN if value is None else Certainty.PROVED
