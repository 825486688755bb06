"""The audit of a player: every fault in every position that it can meet, and the verdict.

"Never loses" is proved by the walk alone: none of the player's possible games is lost. Exact "
"values say what a move gives away.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from noughts.analysis.review.review import grade
from noughts.auditing.findings import COSTLY, FAULTS, Audit, Finding, Loss, Side, Terms
from noughts.auditing.query import Answer, ask
from noughts.auditing.record import Record
from noughts.auditing.walk import Node, Walk
from noughts.errors import SearchStopped
from noughts.game import FIRST, Game
from noughts.players.child import ChildPlayer
from noughts.players.player import KnownPolicy, Player
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver, MoveValue
from noughts.value import LOSS, WIN, Value

# Called after every answer with the number of positions asked, and known so far.
Progress = Callable[[int, int], None]


def audit(
    game: Game[Any],
    player: Player,
    terms: Terms | None = None,
    *,
    solver: ExactSolver[Any] | None = None,
    record: Record | None = None,
    progress: Progress = lambda done, total: None,
) -> Audit:
    """Ask a player in every position that it can meet, and judge its answers.

    Args:
        game: the rules.
        player: the player to audit.
        terms: how it is asked; by default once in every position of both seats.
        solver: the solver; by default one without a budget.
        record: earlier answers of the player, and where new ones are stored.
        progress: called after every answer.

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
    auditor = _Auditor(
        game, player, terms or Terms(), solver or solver_for(game), record or Record(), progress
    )
    sides = tuple(auditor.side(seat) for seat in auditor.terms.seats)
    findings = sorted(auditor.findings, key=_order)
    known = has_known_policy(player)
    return Audit(game, player.name, auditor.terms, known, sides, tuple(findings))


def has_known_policy(player: Player) -> bool:
    """Whether its policy is known for certain; a process may answer otherwise next time."""
    return isinstance(player, KnownPolicy) and not isinstance(player, ChildPlayer)


def _order(finding: Finding) -> tuple[int, int]:
    """The worst first, and of equally bad ones that of the shortest play."""
    return FAULTS.index(finding.fault), len(finding.played)


class _Auditor:
    """An audit under way."""

    def __init__(
        self,
        game: Game[Any],
        player: Player,
        terms: Terms,
        solver: ExactSolver[Any],
        record: Record,
        progress: Progress,
    ) -> None:
        self.game = game
        self.player = player
        self.terms = terms
        self.solver = solver
        self.record = record
        self.progress = progress
        self.findings: list[Finding] = []
        self._asked = 0

    def side(self, seat: int) -> Side:
        """Audit one seat."""
        walk = Walk(self.game, seat, self.terms.positions)
        findings: list[Finding] = []
        best: list[Value | None] = []
        for node in walk.run(self._answer):
            self._asked += 1
            self.progress(self._asked, self._asked + walk.waiting)
            values = self._values(node)
            best.append(max((value for _, value, _ in values), default=None))
            findings += self._judged(walk, node, values)
        findings = [_with_its_end(walk, finding) for finding in findings]
        self.findings += findings
        worth = self._worth(seat)
        varied = sum(not answer.settled for answer in walk.answers.values())
        return Side(
            seat=seat,
            asked=len(walk.answers),
            complete=walk.complete,
            worth=worth,
            loses=walk.loses,
            loss=_shortest_loss(walk, worth, findings),
            varied=0 if has_known_policy(self.player) else varied,
            unjudged=best.count(None),
            answered=sum(bool(answer.moves) for answer in walk.answers.values()),
            won=sum(value is not None and value.outcome == WIN for value in best),
            won_at_once=best.count(Value(WIN, 1)),
        )

    def _answer(self, node: Node) -> Answer:
        """What the player answers, or has answered before."""
        text = self.game.text(node.position, node.turn)
        return self.record.answer(
            node.turn, text, lambda: ask(self.player, self.game, node.position, self.terms.times)
        )

    def _values(self, node: Node) -> list[MoveValue]:
        """What every move is worth; none where that takes too long."""
        try:
            return list(self.solver.values(node.position))
        except SearchStopped:
            return []

    def _worth(self, seat: int) -> Value | None:
        """What the game is worth from the start to the player in this seat."""
        try:
            value = self.solver.value(self.game.start())
        except SearchStopped:
            return None
        return value if seat == FIRST else -value

    def _judged(self, walk: Walk, node: Node, values: Sequence[MoveValue]) -> Iterator[Finding]:
        """The faults of the answers to one position."""
        worth = {move: value for move, value, _ in values}
        best = max(worth.values(), default=None)
        right = tuple(move for move in worth if worth[move] == best)
        answer = walk.answers[node]
        for fall in answer.falls:
            yield Finding(
                fall.forfeit, walk.seat, node.position, walk.play_to(node),
                reason=fall.reason, value=best, right=right,
            )  # fmt: skip
        for move in answer.moves:
            fault = grade(best, worth.get(move))
            if fault in FAULTS:
                yield Finding(
                    fault, walk.seat, node.position, walk.play_to(node), move=move,
                    value=best, left=worth[move], right=right,
                )  # fmt: skip


def _with_its_end(walk: Walk, finding: Finding) -> Finding:
    """A fault that costs the game, with the shortest way on to where it is lost."""
    if finding.fault not in COSTLY or finding.move is None:
        return finding
    after = walk.after(Node(finding.position, finding.seat), finding.move)
    return finding._replace(then=walk.way_to_loss(after) or ())


def _shortest_loss(walk: Walk, worth: Value | None, findings: Sequence[Finding]) -> Loss | None:
    """The shortest game lost through a fault.

    If the game is lost from the start, only one that a fault cost.
    """
    if worth is not None and worth.outcome == LOSS:
        games = [finding.game_lost for finding in findings if finding.fault in COSTLY]
        moves = min(games, key=len, default=None)
    else:
        moves = walk.way_to_loss(walk.start)
    return None if moves is None else Loss(walk.seat, moves, walk.fall_at_end(moves))
