"""Results of an audit: faults, lost games, a verdict on each seat and on the player."""

from enum import StrEnum
from importlib import import_module
from typing import Any, NamedTuple

from noughts.analysis.review import Grade
from noughts.classroom.bugs import NamedBug
from noughts.classroom.query import Forfeit, PlayerAnswer
from noughts.game import FIRST, SECOND, Game
from noughts.notebook_repr import in_notebooks
from noughts.value import Value

# Faults of an answer, worst first.
Fault = Forfeit | Grade
FAULTS: tuple[Fault, ...] = (
    *Forfeit,
    Grade.WIN_TO_LOSS,
    Grade.DRAW_TO_LOSS,
    Grade.WIN_TO_DRAW,
    Grade.SLOW_WIN,
    Grade.EARLY_LOSS,
)
# The faults that cost a game; a late answer only if it never arrives.
COSTLY = frozenset((*Forfeit, Grade.WIN_TO_LOSS, Grade.DRAW_TO_LOSS)) - {Forfeit.NOT_UNDERSTOOD}

BOTH = (FIRST, SECOND)


class AuditVerdict(StrEnum):
    """The verdict of an audit, best first."""

    NEVER_LOSES = "never_loses"
    LOSES_WHAT_IS_LOST = "loses_what_is_lost"
    UNDECIDED = "undecided"
    CAN_BE_BEATEN = "can_be_beaten"


class Finding(NamedTuple):
    """A fault: a position, and a wrong answer to it."""

    fault: Fault  # the kind of fault
    seat: int  # the player's seat; it is to move in the position
    position: Any  # the position
    played: tuple[int, ...]  # a shortest play that leads to it
    move: int | None = None  # the player's move; None if it gave none
    reason: str = ""  # why it gave none, in words, or how late the move was; otherwise empty
    value: Value | None = None  # the position's value for the player; None if unknown
    left: Value | None = None  # the value after the move; None if unknown, or if it forfeits
    right: tuple[int, ...] = ()  # the best moves; empty if unknown
    # after a move that costs the game, a shortest continuation to the loss
    then: tuple[int, ...] = ()

    @property
    def costly(self) -> bool:
        """Whether it costs the game."""
        return self.fault in COSTLY and not (self.fault in [*Forfeit] and self.move is not None)

    @property
    def game_lost(self) -> tuple[int, ...]:
        """The moves of a whole game in which the fault loses, if it costs the game."""
        move = () if self.move is None else (self.move,)
        return (*self.played, *move, *self.then)


class Loss(NamedTuple):
    """A game that the player loses through a fault."""

    seat: int  # the player's seat
    moves: tuple[int, ...]  # the moves of the game
    reason: str = ""  # why the player forfeits it; empty if it ends by the rules


class StateEvidence(NamedTuple):
    """Evidence that answers do not depend on the position alone."""

    seat: int  # the player's seat
    position: Any  # a position
    played: tuple[int, ...]  # a play that leads to it
    before: PlayerAnswer  # the first answer there
    after: PlayerAnswer  # the answer in another order of calls, or in a game, in a new process
    # the names that the answers change in the player's file, if found
    changes: tuple[str, ...] = ()


class Side(NamedTuple):
    """The results of an audit in one seat."""

    seat: int  # FIRST or SECOND
    asked: int  # the number of positions in which the player was called
    complete: bool  # whether these are all that it can meet
    worth: Value | None  # the value of the start for the player; None if unknown
    loses: bool  # whether it loses any game
    loss: Loss | None  # the shortest game that it lost unnecessarily; None if there is none
    varied: int  # the number of positions in which its answers varied, if its policy is unknown
    unjudged: int  # the number of positions in which the values of its moves are unknown
    answered: int  # the number of positions in which it gave a legal move
    won: int  # the number of positions in which it could win
    won_at_once: int  # the number of these in which its next move could win
    steady: bool = True  # whether all its answers depended on the position alone

    @property
    def verdict(self) -> AuditVerdict:
        if self.loss:
            return AuditVerdict.CAN_BE_BEATEN
        if not (self.complete and self.steady) or (self.loses and self.unjudged):
            return AuditVerdict.UNDECIDED
        return AuditVerdict.LOSES_WHAT_IS_LOST if self.loses else AuditVerdict.NEVER_LOSES


class Terms(NamedTuple):
    """Settings for the calls to the player.

    Args:
        seats: the seats that it takes.
        times: the number of calls in each position, if its policy is unknown.
        deterministic: whether the player is declared deterministic.
        positions: the most positions in each seat; None for any number.
    """

    seats: tuple[int, ...] = BOTH
    times: int = 1
    deterministic: bool = False
    positions: int | None = None


@in_notebooks
class Audit(NamedTuple):
    """The result of an audit."""

    game: Game[Any]  # the rules
    player: str  # the player's name
    terms: Terms  # the settings of its calls
    known: bool  # whether its policy is known, so that all its choices were followed
    sides: tuple[Side, ...]  # the results in each seat
    findings: tuple[Finding, ...]  # every fault, worst first, and the shortest play first
    # evidence that its answers do not depend on the position alone; None if there is none.
    # Otherwise, it was then called in games from the start, each in a new process.
    state: StateEvidence | None = None
    stopped: str = ""  # why it was called in no more positions, if its time was used up
    # the bug of a program that plays as it does; None if there is none, or no such program is known
    bug: NamedBug | None = None
    script: str = ""  # a program that plays the shortest lost game; empty if there is none
    steps: int | None = None  # of its program, to be loaded and to answer; None if not counted

    def __str__(self) -> str:
        words = import_module("noughts.classroom.words")  # it imports this module

        lost = [words.loss_text(self, loss) for loss in self.losses]
        bug = words.bug_text(self)
        return "\n".join([words.verdict_text(self), *lost, *([bug] if bug else [])])

    @property
    def verdict(self) -> AuditVerdict:
        return max((side.verdict for side in self.sides), key=list(AuditVerdict).index)

    @property
    def asked(self) -> int:
        return sum(side.asked for side in self.sides)

    @property
    def complete(self) -> bool:
        return all(side.complete for side in self.sides)

    @property
    def varied(self) -> int:
        return sum(side.varied for side in self.sides)

    @property
    def unjudged(self) -> int:
        return sum(side.unjudged for side in self.sides)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """The shortest lost game of each seat in which it can be beaten, shortest first."""
        losses = (side.loss for side in self.sides if side.loss)
        return tuple(sorted(losses, key=lambda loss: len(loss.moves)))

    def number_of(self, fault: Fault, seat: int) -> int:
        return sum(finding[:2] == (fault, seat) for finding in self.findings)
