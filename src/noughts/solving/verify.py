"""Verifies published results."""

from enum import StrEnum
from functools import cached_property
from time import perf_counter
from typing import Any, NamedTuple

from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.knowledge.line_game import LineGameKnowledge, pairing
from noughts.native.clock import CLOCK
from noughts.solving.api import solver_for
from noughts.solving.driver import MEMORY, Progress
from noughts.solving.known import KnownResult, Method
from noughts.solving.margins import MarginSolver
from noughts.solving.prover import Prover
from noughts.value import DRAW, LOSS, OUTCOME_NAMES, WIN, Margin, Value

# Table size for attacks, in mebibytes.
ATTACK_MEMORY = 512


class Reproduction(StrEnum):
    REPRODUCED = "reproduced"
    CONTRADICTED = "contradicted"
    UNDECIDED = "undecided"  # there was not enough time
    NOT_TRIED = "not tried"  # out of reach so far


class Verification(NamedTuple):
    """A published result, computed again."""

    result: KnownResult  # the published result
    verdict: Reproduction  # whether it is correct
    found: str = ""  # the different or partial result; empty if reproduced
    nodes: int = 0  # the number of visited positions
    seconds: float = 0.0  # the duration, compiling included


class _TimeIsUp(Exception):
    """The time did not suffice."""


class _Contradiction(Exception):
    """A different result; the message describes it."""


def verify_result(
    result: KnownResult,  # the published result
    seconds: float,  # the time limit
    progress: Progress | None = None,  # called now and then while proof numbers are computed
    memory: int = MEMORY,  # the size of an exact search's transposition table in MiB
    threads: int = 1,  # the number of threads of an exact search
) -> Verification:
    """Verify a result, within about that many seconds."""
    if result.method == Method.NOT_YET:
        return Verification(result, Reproduction.NOT_TRIED)
    check = _CHECKS[result.method](result, CLOCK.time() + seconds, progress, memory, threads)
    begun = perf_counter()
    verdict, found = Reproduction.REPRODUCED, ""
    try:
        check.outcome()
        check.openings()
    except _TimeIsUp as error:
        verdict, found = Reproduction.UNDECIDED, str(error)
    except _Contradiction as error:
        verdict, found = Reproduction.CONTRADICTED, str(error)
    return Verification(result, verdict, found, check.nodes, perf_counter() - begun)


class _Check:
    nodes = 0

    def __init__(
        self, result: KnownResult, end: float, progress: Progress | None, memory: int, threads: int
    ) -> None:
        self.result, self.progress = result, progress
        self.memory, self.threads = memory, threads
        self.game: Any = find_game(result.game)
        self.start: Any = self.game.start()
        self.end = end

    def outcome(self) -> None:
        raise NotImplementedError

    def openings(self) -> None:
        if not self.result.openings:
            return
        keeping = {
            self.game.name(move)
            for move in legal_moves(self.game, self.start)
            if self.keeps(self.game.play(self.start, move))
        }
        if keeping != set(self.result.openings):
            raise _Contradiction(f"the outcome is kept by {', '.join(sorted(keeping))}")

    def keeps(self, after: Any) -> bool:
        """Whether the position after a first move has the start's published outcome."""
        raise NotImplementedError


class _ByValues(_Check):
    @cached_property
    def solver(self) -> Any:
        return solver_for(self.game, memory=self.memory, threads=self.threads, with_book=False)

    def outcome(self) -> None:
        value = self._value(self.start)
        if value.outcome != self.result.outcome or self.result.plies not in (None, value.plies):
            raise _Contradiction(f"{value}, {value.plies} plies")

    def keeps(self, after: Any) -> bool:
        return bool(-self._value(after).outcome == self.result.outcome)

    def _value(self, position: Any) -> Any:
        self.solver.seconds = max(0.0, self.end - CLOCK.time())
        try:
            return self.best(position)
        except SearchStopped:
            raise _TimeIsUp("no value yet") from None
        finally:
            self.nodes = self.solver.nodes

    def best(self, position: Any) -> Value | Margin:
        """The result of best play."""
        value: Value = self.solver.value(position)
        return value


class _ByPoints(_ByValues):
    @cached_property
    def solver(self) -> Any:
        return MarginSolver(self.game, memory=self.memory)

    def outcome(self) -> None:
        margin = self._value(self.start)
        same = margin.outcome == self.result.outcome
        if not same or self.result.margin not in (None, margin.points):
            raise _Contradiction(str(margin))

    def best(self, position: Any) -> Value | Margin:
        margin: Margin = self.solver.margin(position)
        return margin


class _ByProof(_Check):
    goals: tuple[int, ...] = (WIN, DRAW)

    @cached_property
    def prover(self) -> Prover[Any]:
        return Prover(self.game, progress=self.progress)

    def outcome(self) -> None:
        for goal in self.goals:
            reached = self._reaches(self.start, goal)
            if reached != (self.result.outcome >= goal):
                what = f"a {OUTCOME_NAMES[goal]}" if goal == WIN else "at least a draw"
                raise _Contradiction(f"{what} is {'' if reached else 'not '}reachable")

    def keeps(self, after: Any) -> bool:
        if self.result.outcome == LOSS:
            return True
        return not self._reaches(after, 1 - self.result.outcome)

    def _reaches(self, position: Any, goal: int) -> bool:
        answer = self.prover.proves(position, goal, seconds=max(0.0, self.end - CLOCK.time()))
        self.nodes = self.prover.nodes
        if answer is None:
            raise _TimeIsUp(f"unknown whether {'a win' if goal == WIN else 'a draw'} is reachable")
        return answer


class _ByAttack(_ByProof):
    """By a winning attack of the first player; a draw at least follows from that."""

    goals = (WIN,)

    @cached_property
    def prover(self) -> Prover[Any]:
        return Prover(self.game, ATTACK_MEMORY, attack=True, progress=self.progress)


class _ByPairing(_Check):
    """By pairs of cells on the empty board, which guarantee a draw for either player."""

    def outcome(self) -> None:
        known, cells = knowledge_of(self.game), self.game.all_cells
        if not isinstance(known, LineGameKnowledge) or not pairing(known.needs(cells, cells)):
            raise _TimeIsUp("no pairs were found")
        if self.result.outcome != DRAW:
            raise _Contradiction("pairs hold a draw")


_CHECKS: dict[Method, type[_Check]] = {
    Method.VALUES: _ByValues,
    Method.POINTS: _ByPoints,
    Method.PROOF: _ByProof,
    Method.ATTACK: _ByAttack,
    Method.PAIRING: _ByPairing,
}
