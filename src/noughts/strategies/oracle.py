"""Outcomes from a solver, proof numbers, or a tablebase, whichever can answer."""

from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from typing import Generic

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.knowledge.base import Attackable
from noughts.recent import Recent
from noughts.solving.api import solver_for
from noughts.solving.driver import MEMORY
from noughts.solving.prover import Prover
from noughts.solving.solver import ExactSolver, Solver
from noughts.strategies.fold import Fold
from noughts.strategies.leaf_rules import refuse_threats
from noughts.value import DRAW, LOSS, WIN, Value

# The solver's most nodes for one position.
NODES = 2_000_000_000
# Solver and proof numbers take turns, with MORE times the nodes in each round. The solver begins
# with FIRST, and gets SHARE times as many as proof numbers, since it is faster.
FIRST, MORE, SHARE = 20_000, 2, 16
# For attacks: mebibytes of the tables, and nodes for a move that may be the best.
ATTACK_MEMORY, ATTACK_NODES = 4_096, 20_000
TOO_LONG = "It takes too long to find out who wins: give more --seconds."
# The number of answers remembered, since many positions or their images recur.
REMEMBERED = 2_000_000


class Oracle(Generic[P]):
    """Answers whether the player to move reaches a goal, DRAW or WIN.

    Args:
        game: the rules.
        solver: an exact solver, for example a tablebase; by default a new one.
        seconds: the time limit of a question; None for no limit.
        attack: find wins by attack (`search/attack.py`), if the game is suited.
        outcomes: the solver quickly finds who wins, but not how soon; it is used for outcomes only.
        memory: the size of the tables of the solver and of the proof numbers, in MiB each.

    Attributes:
        by_proofs: whether proof numbers, not the solver, answered the first question.

    Raises:
        ExtraTurns: `attack` is set, but a player may move twice in a row.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> oracle = Oracle(TicTacToe())
    >>> oracle.scores([oracle.game.start()], DRAW), oracle.outcome(oracle.game.start())
    ([0], 0)
    """

    def __init__(
        self,
        game: Game[P],
        solver: ExactSolver[P] | None = None,
        seconds: float | None = None,
        attack: bool = False,
        outcomes: bool = False,
        memory: int = MEMORY,
    ) -> None:
        self.game = game
        self._images, self._known = Fold(game).images, knowledge_of(game)
        if attack:
            refuse_threats(game)
        self.attacker: Prover[P] | None = None
        attackable = isinstance(self._known, Attackable)
        if attack and attackable:
            self.attacker = Prover(game, ATTACK_MEMORY, attack=True)
        budget = None if game.repeats else NODES
        self.solver = solver or solver_for(game, budget, seconds=seconds, memory=memory)
        self.seconds, self.memory = seconds, memory
        self._reached: Recent[tuple[P, int], bool] = Recent(REMEMBERED)
        self._by_numbers = False  # whether the last answer came from proof numbers
        self._hard: bool | None = outcomes or None  # whether the first one did, or scores take long
        self.by_proofs = False  # whether the first one did
        # If lines win, play after a threat is short; but a table of outcomes has no plies.
        self.prefers_soonest = attackable and not self.attacker and not outcomes

    def outcome(self, position: P) -> int:
        """The outcome for the player to move: LOSS, DRAW or WIN."""
        if self.attacker and self.attacker.proves(position, WIN, seconds=self.seconds):
            return WIN
        if self.reaches(position, WIN):
            return WIN
        return DRAW if self.reaches(position, DRAW) else LOSS

    def scores(self, positions: Sequence[P], goal: int) -> list[int]:
        """Scores; at least `goal` if and only if the player to move reaches it.

        They are the solver's scores if it can compute them: the sooner a loss, the less. In a hard
        game its scores are not used, even if it could compute them by now, so that the answers are
        always the same.
        """
        found: list[int | None] = [None] * len(positions)
        if isinstance(self.solver, Solver) and not self._hard:
            found = self.solver.scores(positions)
        return [
            goal - 1 + self.reaches(position, goal) if score is None else score
            for position, score in zip(positions, found, strict=True)
        ]

    def proved_moves(self, position: P, goal: int) -> list[int]:
        """Moves by which proof numbers show that a goal is reached; it must be reachable."""
        if self._proved(position, goal) is None:
            raise SearchStopped(TOO_LONG)
        return self._prover.reaching_moves(position, goal)

    def forget_proofs(self) -> None:
        """Forget all proofs, so that the next moves shown do not depend on earlier questions."""
        self._prover.forget()

    def winning_moves(self, position: P, most: int) -> list[int]:
        """Moves that win by attack, the ones with the fewest replies first."""
        assert self.attacker is not None
        return self.attacker.winning_moves(position, most, ATTACK_NODES, self._images)

    def value(self, position: P) -> Value:
        """The exact value."""
        return self.solver.value(position)

    def reaches(self, position: P, goal: int) -> bool:
        """Whether the player to move reaches the goal, DRAW or WIN."""
        asked = self._known.canonical(position), goal
        if asked not in self._reached:
            self._reached[asked] = self._found_out(*asked)
        return self._reached[asked]

    def _found_out(self, position: P, goal: int) -> bool:
        """Whether the player to move reaches the goal, for a question without a stored answer.

        It is not known in advance whether solver or proof numbers are faster: the last to answer
        begins.
        """
        solver = self.solver
        if not isinstance(solver, Solver):
            return solver.value(position).outcome >= goal
        if not self.game.alternates:  # then there are no proof numbers
            return solver.exceeds(position, goal - 1)
        nodes, favoured = FIRST, self._by_numbers
        while nodes <= NODES:
            for by_numbers in (favoured, not favoured):
                if by_numbers:
                    found = self._proved(position, goal, nodes // SHARE)
                else:
                    found = _searched(solver, position, goal, nodes)
                if found is not None:
                    return self._learned(by_numbers, found)
            nodes *= MORE
        found = self._proved(position, goal)
        if found is None:
            raise SearchStopped(TOO_LONG)
        return self._learned(True, found)

    def _learned(self, by_numbers: bool, found: bool) -> bool:
        self._by_numbers = by_numbers
        if self._hard is None:
            self._hard = self.by_proofs = by_numbers
        return found

    def _proved(self, position: P, goal: int, nodes: int | None = None) -> bool | None:
        return self._prover.proves(position, goal, nodes=nodes, seconds=self.seconds)

    @cached_property
    def _prover(self) -> Prover[P]:
        return Prover(self.game, self.memory)


def _searched(solver: Solver[P], position: P, goal: int, nodes: int) -> bool | None:
    with suppress(SearchStopped), solver.within(nodes):
        return solver.exceeds(position, goal - 1)
    return None
