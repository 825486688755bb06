"""The audit of a player: every fault in every position that it can meet, and the verdict.

"Never loses" is proved by the walk alone: none of the player's possible games is lost. Exact values
show what a move gives away.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from noughts.analysis.review import Grade, grade_of
from noughts.classroom.bugs import Answered, NamedBug, line_with, named_bug
from noughts.classroom.findings import (
    FAULTS,
    Audit,
    Finding,
    Loss,
    Side,
    StateEvidence,
    Terms,
)
from noughts.classroom.lost_game import lost_script
from noughts.classroom.query import AuditRecord, Forfeit, PlayerAnswer, answer_of
from noughts.classroom.walk import PATIENCE, Ask, GameTrial, Walk, WalkNode
from noughts.errors import OutOfTime, SearchStopped
from noughts.game import FIRST, Game
from noughts.games.tictactoe import TicTacToe
from noughts.players.function import Called, FunctionPlayer
from noughts.players.player import KnownPolicy, Player, takes_players
from noughts.sandbox.process import ChildPlayer
from noughts.solving.api import solver_for
from noughts.solving.solver import ExactSolver, MoveValue
from noughts.value import LOSS, WIN, Value

# Why a function that has found no move forfeits.
NO_MOVE = re.compile(r"returned (None|-1|\(-1, -1\))(?!\w)")
# Words in the text of a program whose answers may be by chance.
CHANCE = re.compile("rand|secrets|choice|shuffle|uuid|time|hash")
# Called after each answer with the number of positions done, and known so far.
Progress = Callable[[int, int], None]
# After this many late answers, the auditor no longer waits beyond the time allowed. After this many
# positions without an answer it stops; after the first one, if that has none.
MOST_LATE, MOST_UNANSWERED = 3, 2
# The patience with the first answer: a function that never answers is found out sooner.
AT_FIRST = 3


@takes_players
def audit(  # noqa: PLR0913  # all but two have defaults
    game: Game[Any],
    player: Player,
    terms: Terms | None = None,
    *,
    solver: ExactSolver[Any] | None = None,
    record: AuditRecord | None = None,
    progress: Progress = lambda done, total: None,
    before_bug: Callable[[Audit], object] = lambda found: None,
) -> Audit:
    """Call a player in every position that it can meet, and judge its answers.

    Args:
        game: the rules.
        player: the player to audit.
        terms: how to call it; by default once in every position of both seats.
        solver: the solver; by default one without a budget.
        record: earlier answers of the player, and where new ones are stored.
        progress: called after every answer.
        before_bug: called with the result before the bug's name is searched for, for seconds.

    Raises:
        UnsuitedGame: the player does not play this game.
        BadProgressFile: the record is of another audit.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> from noughts.players.weights import WeightsPlayer
    >>> found = audit(TicTacToe(), WeightsPlayer())
    >>> print(found.verdict, [side.verdict.value for side in found.sides])
    can_be_beaten ['never_loses', 'can_be_beaten']
    >>> print(*map(found.game.name, found.losses[0].moves))
    a3 b2 c2 a1 c3 b3 c1
    """
    solver, record = solver or solver_for(game), record or AuditRecord()
    auditor = _Auditor(game, player, terms or Terms(), solver, record, progress)
    sides = auditor.sides()
    if isinstance(player, ChildPlayer):
        player.processor, player.patience = False, 1
    findings = sorted(auditor.findings, key=_order)
    known = has_known_policy(player)
    results = tuple(findings), auditor.state, auditor.stopped
    found = Audit(game, player.name, auditor.terms, known, sides, *results, steps=auditor.steps)
    before_bug(found)
    scripts = (lost_script(game, player, loss.seat, loss.moves) for loss in found.losses)
    bug = None if known else auditor.bug()
    if bug and isinstance(player, FunctionPlayer | Called):
        bug = bug._replace(line=line_with(bug.bugs[0], player.source))
    return found._replace(script=next(scripts, ""), bug=bug)


def has_known_policy(player: Player) -> bool:
    """Whether the policy is known for certain; a process may answer differently next time."""
    return isinstance(player, KnownPolicy) and not isinstance(player, ChildPlayer)


def _order(finding: Finding) -> tuple[int, int]:
    return FAULTS.index(finding.fault), len(finding.played)


class _Seat(NamedTuple):
    """The results of the walk from one seat; `best` has the value of each position."""

    walk: Walk
    findings: list[Finding]
    best: list[Value | None]
    worth: Value | None
    loss: Loss | None
    steady: bool = True


@dataclass
class _Auditor:
    game: Game[Any]
    player: Player
    terms: Terms
    solver: ExactSolver[Any]
    record: AuditRecord
    progress: Progress
    findings: tuple[Finding, ...] = ()
    state: StateEvidence | None = None
    chance: bool | None = None  # whether answers are by chance; None: unknown
    stopped: str = ""
    steps: int | None = None
    _walks: list[Walk] = field(default_factory=list)
    _asked: int = 0
    _late: int = 0
    _unanswered: int = 0

    def sides(self) -> tuple[Side, ...]:
        if isinstance(self.player, ChildPlayer):
            self.player.processor, self.player.patience = True, AT_FIRST
        walks = [Walk(self.game, seat, self.terms.positions) for seat in self.terms.seats]
        seats = list(map(self._seat, walks))
        self.steps = getattr(self.player, "steps", None)
        if isinstance(self.player, ChildPlayer) and not self.stopped:
            try:
                seats = self._tried(self.player, seats)
            except OutOfTime as error:
                self.stopped = str(error)
                seats = [one._replace(loss=None, steady=one.loss is None) for one in seats]
        self._walks = [seat.walk for seat in seats]
        self.findings = tuple(finding for seat in seats for finding in seat.findings)
        return tuple(self._side(seat) for seat in seats)

    def bug(self) -> NamedBug | None:
        """The bug of a program of one's own for tic-tac-toe, if it plays as a known one."""
        if type(self.game) is not TicTacToe or self.game != TicTacToe() or self.state:
            return None
        answers = [item for walk in self._walks for item in walk.answers.items()]
        start = self.game.start()  # many programs have a move for it without a search
        later = [each for at, each in answers if at.position != start]
        if all(each.kinds == {Forfeit.CRASH} for each in later):
            return None  # the report has its error
        falls = [fall for each in later for fall in each.falls]
        if len(falls) == len(later) and not all(NO_MOVE.search(fall.reason) for fall in falls):
            return None  # the report has the reason
        wrong = {(one.position, one.seat) for one in self.findings}
        late = Grade.SLOW_WIN, Grade.EARLY_LOSS
        costly = {(one.position, one.seat) for one in self.findings if one.fault not in late}
        replies = [
            Answered(board, "XO"[node.turn], frozenset(answer.moves), node in wrong, node in costly)
            for node, answer in answers
            if answer.understood
            for board in [self._board(node)]
        ]
        text = self.player.source if isinstance(self.player, Called) else ""
        steady = text and not CHANCE.search(text)
        return named_bug(replies, False if steady else self.chance)

    def _board(self, node: WalkNode) -> tuple[str, ...]:
        cells = self.game.board(node.position, node.turn).cells
        return tuple(cell.mark or " " for cell in cells)

    def _tried(self, player: ChildPlayer, seats: "list[_Seat]") -> "list[_Seat]":
        """The seats, if their results hold in games; otherwise, the results in games."""
        trial = GameTrial(self.game, player, self._best)
        walks = [seat.walk for seat in seats]
        tried = [self._in_games(trial, seat) for seat in seats]
        state = trial.state(walks) or trial.deviation
        self.chance = state is not None and trial.by_chance(state)
        if state is None or self.chance:
            return tried
        self.state = state._replace(changes=trial.changes(walks))
        return [
            again._replace(loss=again.loss or seat.loss)
            for seat in tried
            for walk in [trial.walk(seat.walk)]
            for again in [self._in_games(trial, self._seat(walk, partial(trial.answer, walk)))]
        ]

    def _in_games(self, trial: GameTrial, seat: "_Seat") -> "_Seat":
        """The seat with its loss as played in a game; without one if no game was lost."""
        if seat.loss is None:
            return seat
        only = seat.worth is not None and seat.worth.outcome == LOSS
        loss = trial.loss(seat.walk, seat.loss, only)
        return seat._replace(loss=loss, steady=loss is not None)

    def _seat(self, walk: Walk, answer: Ask | None = None) -> "_Seat":
        findings: list[Finding] = []
        best: list[Value | None] = []
        try:
            for node in walk.run(answer or self._answer):
                self._asked += 1
                self.progress(self._asked, self._asked + walk.waiting)
                values = self._values(node)
                best.append(max((value for _, value, _ in values), default=None))
                findings += self._judged(walk, node, values)
        except OutOfTime as error:
            self.stopped = str(error)
        findings = [_with_its_end(walk, finding) for finding in findings]
        worth = self._worth(walk.seat)
        return _Seat(walk, findings, best, worth, _shortest_loss(walk, worth, findings))

    def _side(self, seat: "_Seat") -> Side:
        walk, best = seat.walk, seat.best
        varied = sum(not answer.settled for answer in walk.answers.values())
        return Side(
            seat=walk.seat,
            asked=len(walk.answers),
            complete=walk.complete,
            worth=seat.worth,
            loses=walk.loses,
            loss=seat.loss,
            varied=0 if has_known_policy(self.player) else varied,
            unjudged=best.count(None),
            answered=sum(bool(answer.moves) for answer in walk.answers.values()),
            won=sum(value is not None and value.outcome == WIN for value in best),
            won_at_once=best.count(Value(WIN, 1)),
            steady=seat.steady and self.state is None,
        )

    def _answer(self, node: WalkNode) -> PlayerAnswer:
        if self._unanswered >= MOST_UNANSWERED:
            raise OutOfTime(f"{self.player.name} does not answer: the audit stopped.")
        text = self.game.text(node.position, node.turn)
        ask = partial(answer_of, self.player, self.game, node.position, self.terms.times)
        answer = self.record.answer(node.turn, text, ask)
        if isinstance(self.player, ChildPlayer):
            self._late += answer.slow
            hangs = answer.slow and not answer.moves
            self._unanswered += hangs * (MOST_UNANSWERED if self._asked == 0 else 1)
            waits = self._late < MOST_LATE and not self._unanswered
            self.player.patience = PATIENCE if waits else 1
        return answer

    def _best(self, position: Any) -> int:
        if values := self._values(WalkNode(position, FIRST)):
            return max(values, key=lambda one: one.value).move
        return next(iter(self.game.moves(position)))

    def _values(self, node: WalkNode) -> list[MoveValue]:
        """The value of every move; empty if that takes too long."""
        try:
            return list(self.solver.values(node.position))
        except SearchStopped:
            return []

    def _worth(self, seat: int) -> Value | None:
        try:
            value = self.solver.value(self.game.start())
        except SearchStopped:
            return None
        return value if seat == FIRST else -value

    def _judged(self, walk: Walk, node: WalkNode, values: Sequence[MoveValue]) -> Iterator[Finding]:
        worth = {move: value for move, value, _ in values}
        best = max(worth.values(), default=None)
        right = tuple(move for move in worth if worth[move] == best)
        answer, where = walk.answers[node], (walk.seat, node.position, walk.play_to(node))
        if answer.late:
            move, reason = answer.moves[0], answer.late
            yield Finding(Forfeit.TOO_SLOW, *where, move, reason, value=best)
        for fall in answer.falls:
            yield Finding(fall.forfeit, *where, reason=fall.reason, value=best, right=right)
        for move in answer.moves:
            fault = grade_of(best, worth.get(move))
            if fault in FAULTS:
                yield Finding(fault, *where, move, value=best, left=worth[move], right=right)


def _with_its_end(walk: Walk, finding: Finding) -> Finding:
    if not finding.costly or finding.move is None:
        return finding
    after = walk.after(WalkNode(finding.position, finding.seat), finding.move)
    return finding._replace(then=walk.way_to_loss(after) or ())


def _shortest_loss(walk: Walk, worth: Value | None, findings: Sequence[Finding]) -> Loss | None:
    """The shortest game lost through a fault.

    If the game is lost from the start, only one lost through a fault counts.
    """
    if worth is not None and worth.outcome == LOSS:
        games = [finding.game_lost for finding in findings if finding.costly]
        moves = min(games, key=len, default=None)
    else:
        moves = walk.way_to_loss(walk.start)
    return None if moves is None else Loss(walk.seat, moves, walk.fall_at_end(moves))
