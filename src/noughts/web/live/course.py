"""The course of a game: everything that follows from its steps without its rules."""

from typing import NamedTuple

from noughts.web.live.clock import FREE_PLIES, Clock, read_clock
from noughts.web.store.store import BACK, DRAW, MOVE, Kept, Step

SIDES = ("x", "o")


class Ending(NamedTuple):
    """An end that does not come from the rules.

    Args:
        kind: `RESIGN`, `DRAW` (agreed) or `TIME`.
        winner: the player who won; None for a draw.
    """

    kind: str
    winner: int | None


class Course(NamedTuple):
    """A game after some steps.

    Args:
        clock: the clock; None if the game has none.
        ply: the number of moves on the board.
        steps: the number of steps.
        takebacks: the number of takebacks; while it stays the same, moves are only added.
        ending: the end by the players, if there was one.
    """

    clock: Clock | None = None
    ply: int = 0
    steps: int = 0
    takebacks: int = 0
    ending: Ending | None = None

    @property
    def turn(self) -> int:
        """The side to move."""
        return self.ply % 2

    def after(self, step: Step) -> "Course":
        """The course after one more step.

        >>> course = Course().after(Step(MOVE, "b2")).after(Step(MOVE, "a1")).after(Step(BACK, "2"))
        >>> course.ply, course.steps, course.takebacks
        (0, 3, 1)
        """
        moved, back = step.kind == MOVE, step.kind == BACK
        ply = self.ply + moved - (int(step.text) if back else 0)
        ending = None if moved or back else _ending(step)
        runs = ending is None and ply >= FREE_PLIES
        clock = self.clock and self.clock.after(self.turn, step.at, moved=moved, runs=runs)
        return Course(clock, ply, self.steps + 1, self.takebacks + back, ending)


def course_of(kept: Kept) -> Course:
    """The course of a stored game."""
    course = Course(read_clock(kept.clock))
    for step in kept.steps:
        course = course.after(step)
    return course


def _ending(step: Step) -> Ending:
    winner = None if step.kind == DRAW else 1 - SIDES.index(step.text)
    return Ending(step.kind, winner)
