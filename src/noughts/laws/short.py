"""The short form of the laws, tested before a game is first searched.

It runs the rules interpreted, without Numba. The number of calls is bounded, so games with long
plays or many moves take no longer.
"""

import math
from collections import deque
from collections.abc import Callable, Collection, Iterable
from contextlib import suppress
from functools import partial
from itertools import islice
from random import Random
from typing import Any, TypeVar

from noughts.errors import BrokenLaw
from noughts.game import Game, turn_at
from noughts.laws import rules
from noughts.laws.positions import broken, no_value, quoted, raised, wrong_kind
from noughts.laws.rules import Complaint, RulesSeen
from noughts.native.clock import CLOCK
from noughts.value import OPEN

Answer = TypeVar("Answer")

# Positions to check breadth first, and moves to play from each.
NEAR, MOVES = 40, 16
# Random games after that, and the most plies of each.
PLAYS, PLIES = 20, 300
# The most moves returned and played in both phases: a tenth of a second for most games.
QUESTIONS = 8_000
# The most seconds for rules that are slow.
SECONDS = 5.0
# Positions in which names, texts and boards are tested.
FOR_PEOPLE_IN = 12


def check_briefly(game: Game[Any]) -> bool:
    """Test the laws on the first positions of a game and on a few random games.

    Returns:
        Whether there was time for all of them.

    Raises:
        BrokenLaw: a law is broken; the message shows the play and what to write instead.
    """
    look = _Look(game)
    look.left = QUESTIONS
    look.near(NEAR)
    if look.in_time():
        look.left = QUESTIONS
        look.at_random(PLAYS, PLIES, Random(0))
    return look.in_time()


class Walker:
    """Visits the positions of a game, nearest first and by random games, within a budget."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.left = math.inf  # moves that may still be returned or played
        self.seen: set[Any] = set()
        self.complain(
            "lines_are_sets_of_cells", (), self.guarded((), lambda: rules.wrong_lines(game))
        )
        self.start = self.guarded((), game.start)
        self.first()
        if self.guarded((), game.start) != self.start:
            again = f"start() returned two positions, {quoted(self.start)} and another one"
            raise broken(game, "the_start_is_always_the_same", (), again)

    def first(self) -> None:
        """Check the start, before anything else is asked."""

    def examine(self, position: Any, play: tuple[int, ...]) -> list[Any]:
        """Test laws on a position; returns some of its moves, each with the position after it."""
        raise NotImplementedError

    def play(self, random: Random, plies: int, number: int) -> None:
        """Test laws on one random game, up to a number of plies."""
        raise NotImplementedError

    def near(self, positions: int) -> int | None:
        """Examine a number of positions, nearest first; return the last full ply, None for all."""
        todo: deque[tuple[Any, tuple[int, ...], tuple[Any, ...]]] = deque([(self.start, (), ())])
        depth = 0
        while todo and len(self.seen) < positions and self.left > 0:
            position, play, before = todo.popleft()
            depth = len(play)
            self.must_be_new(position, play, before)
            if position not in self.seen:
                steps = self.examine(position, play)
                self.seen.add(position)
                path = (*before, position)
                todo.extend((step[1], (*play, step[0]), path) for step in steps)
        return depth - 1 if todo else None

    def at_random(self, plays: int, plies: int, random: Random) -> None:
        """Examine random games; report the shortest that breaks a law."""
        shortest: BrokenLaw | None = None
        for number in range(plays):
            try:
                self.play(random, len(shortest.play) - 1 if shortest else plies, number)
            except BrokenLaw as error:
                shortest = error
        if shortest:
            raise shortest

    def must_be_new(self, position: Any, play: tuple[int, ...], before: Collection[Any]) -> None:
        """Check that no position repeats, unless the game sets `repeats`."""
        self.complain("positions_are_values", play, no_value(position))
        if not self.game.repeats and position in before:
            again = f"{quoted(position)} occurs again; if that is allowed, set repeats = True"
            raise broken(self.game, "positions_do_not_come_back", play, again)

    def complain(self, law: str, play: tuple[int, ...], complaint: Complaint) -> None:
        if complaint:
            raise broken(self.game, law, play, complaint)

    def guarded(self, play: tuple[int, ...], ask: Callable[[], Answer]) -> Answer:
        """The result of the rules; an exception in them breaks a law, too."""
        try:
            return ask()
        except BrokenLaw:
            raise
        except (Exception, SystemExit) as error:  # the rules are a user's code
            raise broken(self.game, "the_rules_answer", play, raised(self.game, error)) from error


class _Look(Walker):
    """The short form: every answer of the rules is asked for twice."""

    read = 0  # positions in which names, texts and boards were tested

    def in_time(self) -> bool:
        return CLOCK.time() < self.end

    def first(self) -> None:
        self.end = CLOCK.time() + SECONDS
        complaint = wrong_kind(self.game, self.start)
        self.complain("positions_are_named_tuples_of_int", (), complaint)

    def examine(self, position: Any, play: tuple[int, ...]) -> list[Any]:
        seen = self._seen(position, play)
        self._try(rules.ABOUT_RULES, seen, play)
        self.read += 1
        if self.read <= FOR_PEOPLE_IN:
            self._try(rules.FOR_PEOPLE, seen, play)
        return seen.steps

    def play(self, random: Random, plies: int, number: int) -> None:
        """Every second game avoids the moves that end it."""
        position, play = self.start, list[int]()
        before: dict[Any, None] = {}
        while len(play) < plies and self.left > 0:
            before[position] = None
            seen = self._seen(position, tuple(play), before)
            # Only the move that is played is tested, since `validate` may be slow.
            steps = self._open(seen.steps) if number % 2 else seen.steps
            steps = [random.choice(steps or seen.steps)] if seen.steps else []
            self._try(rules.ABOUT_RULES, seen._replace(steps=steps), tuple(play))
            if not steps:
                return
            move, position = steps[0]
            play.append(move)

    def _open(self, steps: list[tuple[int, Any]]) -> list[tuple[int, Any]]:
        """The moves after which the game goes on: only these can repeat a position."""
        with suppress(
            Exception
        ):  # the position after it is checked next, and the error reported then
            return [step for step in steps if self.game.outcome(step[1]) == OPEN]
        return steps

    def _seen(
        self, position: Any, play: tuple[int, ...], before: Collection[Any] = ()
    ) -> RulesSeen:
        """Call the rules for a position twice; their answers must be equal and fit into words."""
        written = repr(position)
        seen, again = (
            self.guarded(
                play, lambda: self._asked(position, turn_at(self.game, position, len(play)))
            )
            for _ in range(2)
        )
        self.left -= 1 + len(seen.moves) + len(seen.steps)
        if not self.in_time():
            self.left = 0
        if repr(position) != written:
            became = f"{written} became {quoted(position)}; play() must return a new position"
            raise broken(self.game, "positions_do_not_change", play, became)
        self.complain("answers_do_not_change", play, _changed(seen, again))
        for move, after in seen.steps:
            if type(after) is type(position):
                law = "positions_are_named_tuples_of_int"
                self.complain(law, (*play, move), wrong_kind(self.game, after))
            self.must_be_new(after, (*play, move), before)
        return seen

    def _try(
        self,
        laws: Iterable[Callable[[RulesSeen], Complaint]],
        seen: RulesSeen,
        play: tuple[int, ...],
    ) -> None:
        for law in laws:
            self.complain(law.__name__, play, self.guarded(play, partial(law, seen)))

    def _asked(self, position: Any, turn: int) -> RulesSeen:
        """The results of the rules for a position; moves are played evenly spread."""
        game = self.game
        outcome = game.outcome(position)
        offered: Iterable[int] = game.moves(position) if outcome == OPEN else ()
        moves = list(islice(offered, rules.MOST_MOVES + 1))
        some = moves[:: -(-len(moves) // MOVES)] if moves else []
        steps = [(move, game.play(position, move)) for move in some]
        return RulesSeen(game, position, turn, outcome, moves, steps)


def _changed(seen: RulesSeen, again: RulesSeen) -> Complaint:
    for what, first, second in (
        ("outcome()", seen.outcome, again.outcome),
        ("moves()", seen.moves, again.moves),
        ("play()", seen.steps, again.steps),
    ):
        if first != second:
            changed = f"{what} returned {quoted(first)} and then {quoted(second)}"
            return f"{changed}; {rules.BY_THE_POSITION}"
    return None
