"""What an audit finds: faults, lost games, a verdict on each seat and on the player."""

from enum import StrEnum
from typing import Any, NamedTuple

from noughts.analysis.review.review import Grade
from noughts.auditing.query import Answer, Forfeit
from noughts.game import FIRST, SECOND, Game
from noughts.value import Value

# What can be wrong with an answer, worst first.
Fault = Forfeit | Grade
FAULTS: tuple[Fault, ...] = (
    *Forfeit,
    Grade.WIN_TO_LOSS,
    Grade.DRAW_TO_LOSS,
    Grade.WIN_TO_DRAW,
    Grade.SLOW_WIN,
    Grade.EARLY_LOSS,
)
# The faults that cost a game; a late answer only if it never comes.
COSTLY = frozenset((*Forfeit, Grade.WIN_TO_LOSS, Grade.DRAW_TO_LOSS)) - {Forfeit.NOT_UNDERSTOOD}

BOTH = (FIRST, SECOND)


class Verdict(StrEnum):
    """What the audit has found, the best first."""

    NEVER_LOSES = "never_loses"
    LOSES_WHAT_IS_LOST = "loses_what_is_lost"
    UNDECIDED = "undecided"
    CAN_BE_BEATEN = "can_be_beaten"


class Finding(NamedTuple):
    """A fault: a position, and a wrong answer to it.

    Args:
        fault: what is wrong.
        seat: where the player sits; it is to move in the position.
        position: the position.
        played: a shortest play that leads to it.
        move: what the player plays; None if it plays none.
        reason: why it plays none, in words, or how late the move came; else empty.
        value: the position's value for it; None if unknown.
        left: the value after the move; None if unknown, and if it forfeits.
        right: the best moves; empty if unknown.
        then: after a move that costs the game, a shortest way on to where it is lost.
    """

    fault: Fault
    seat: int
    position: Any
    played: tuple[int, ...]
    move: int | None = None
    reason: str = ""
    value: Value | None = None
    left: Value | None = None
    right: tuple[int, ...] = ()
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
    """A game that the player loses through a fault.

    Args:
        seat: where the player sits.
        moves: what is played.
        reason: why the player forfeits it; empty if it ends by the rules.
    """

    seat: int
    moves: tuple[int, ...]
    reason: str = ""


class State(NamedTuple):
    """What shows that answers do not follow from the position alone.

    Args:
        seat: where the player sat.
        position: a position.
        played: a play that leads to it.
        before: what it answered there first.
        after: what it answered when asked in another order, or in a game, in a new process.
        changes: the names of what the answers change in the player's file, if they were found.
    """

    seat: int
    position: Any
    played: tuple[int, ...]
    before: Answer
    after: Answer
    changes: tuple[str, ...] = ()


class Side(NamedTuple):
    """What the audit has found in one seat.

    Args:
        seat: FIRST or SECOND.
        asked: in how many positions the player was asked.
        complete: whether these are all that it can meet.
        worth: the game's value for it from the start; None if unknown.
        loses: whether it loses any game.
        loss: the shortest game that it loses and need not have; None if there is none.
        varied: in how many positions its answers varied, if its policy is unknown.
        unjudged: in how many positions the values of its moves are unknown.
        answered: in how many positions it gave a legal move.
        won: in how many positions it could win.
        won_at_once: in how many of these by its next move.
        steady: whether its answers follow from the position alone, as far as was seen.
    """

    seat: int
    asked: int
    complete: bool
    worth: Value | None
    loses: bool
    loss: Loss | None
    varied: int
    unjudged: int
    answered: int
    won: int
    won_at_once: int
    steady: bool = True

    @property
    def verdict(self) -> Verdict:
        """What is proved of it in this seat."""
        if self.loss:
            return Verdict.CAN_BE_BEATEN
        if not (self.complete and self.steady) or (self.loses and self.unjudged):
            return Verdict.UNDECIDED
        return Verdict.LOSES_WHAT_IS_LOST if self.loses else Verdict.NEVER_LOSES


class Terms(NamedTuple):
    """How a player is asked.

    Args:
        seats: the seats that it takes.
        times: how often it is asked in each position, if its policy is unknown.
        deterministic: whether the player is declared deterministic.
        positions: in how many positions it may be asked in each seat; None for any number.
    """

    seats: tuple[int, ...] = BOTH
    times: int = 1
    deterministic: bool = False
    positions: int | None = None


class Audit(NamedTuple):
    """All that an audit has found.

    Args:
        game: the rules.
        player: the player's name.
        terms: how it was asked.
        known: whether its policy is known, so that all its choices were followed.
        sides: what was found in each seat.
        findings: every fault, worst first, and the shortest play first.
        state: what shows that its answers do not follow from the position alone; None if they do,
            as far as was seen. It was then asked in games from the start, each in a new process.
        stopped: why it was not asked in more positions, if its time was used up.
    """

    game: Game[Any]
    player: str
    terms: Terms
    known: bool
    sides: tuple[Side, ...]
    findings: tuple[Finding, ...]
    state: State | None = None
    stopped: str = ""

    @property
    def verdict(self) -> Verdict:
        """The worst of the verdicts on its sides."""
        return max((side.verdict for side in self.sides), key=list(Verdict).index)

    @property
    def asked(self) -> int:
        """In how many positions the player was asked."""
        return sum(side.asked for side in self.sides)

    @property
    def complete(self) -> bool:
        """Whether it was asked in all positions that it can meet."""
        return all(side.complete for side in self.sides)

    @property
    def varied(self) -> int:
        """In how many positions it was seen to answer differently."""
        return sum(side.varied for side in self.sides)

    @property
    def unjudged(self) -> int:
        """In how many positions the values of its moves are unknown."""
        return sum(side.unjudged for side in self.sides)

    @property
    def losses(self) -> tuple[Loss, ...]:
        """For each seat in which it can be beaten the shortest such game, the shortest first."""
        losses = (side.loss for side in self.sides if side.loss)
        return tuple(sorted(losses, key=lambda loss: len(loss.moves)))

    def number_of(self, fault: Fault, seat: int) -> int:
        """How many findings there are of a kind."""
        return sum(finding[:2] == (fault, seat) for finding in self.findings)
