"""Who reaches what: asked of a solver, of proof numbers, or of a tablebase, whichever can tell."""

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
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.limits import MEMORY
from noughts.solving.prover import Prover
from noughts.solving.solver import Solver
from noughts.strategies.fold import Fold
from noughts.strategies.sequences import refuse_threats
from noughts.value import DRAW, LOSS, WIN, Value

# The most nodes of the solver's for one position.
NODES = 2_000_000_000
# Solver and proof numbers take turns, each with MORE times the nodes that it had before. The
# solver begins with FIRST and has SHARE times as many as they, since it is faster.
FIRST, MORE, SHARE = 20_000, 2, 16
# Of attacks: the mebibytes of their tables, and the nodes for a move that may be the best.
ATTACK_MEMORY, ATTACK_NODES = 4_096, 20_000
TOO_LONG = "It takes too long to find out who wins: give more --seconds."
# Many a position arises again, or its image does; that many answers are remembered.
REMEMBERED = 2_000_000


class Oracle(Generic[P]):
    """Whether the player to move reaches a goal, DRAW or WIN.

    Args:
        game: the rules.
        solver: an exact solver, such as a tablebase; made if there is none.
        seconds: the most seconds for a question; None for no limit.
        attack: find wins by attack (`search/attack.py`), as far as the game is one for that.
        outcomes: the solver knows at once who wins, but not how soon, which it is not asked.
        memory: the size of the tables of the solver and of the proof numbers, in MiB each.

    Attributes:
        by_proofs: whether proof numbers, not the solver, have answered the first question.

    Raises:
        ExtraTurns: wins by attack are wanted where a player may move twice in a row.

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
        """Know nothing yet."""
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
        # Where lines win what follows a threat is short; but a table of outcomes tells no plies.
        self.prefers_soonest = attackable and not self.attacker and not outcomes

    def outcome(self, position: P) -> int:
        """What the position is worth to the player to move: LOSS, DRAW or WIN."""
        if self.attacker and self.attacker.proves(position, WIN, seconds=self.seconds):
            return WIN
        if self.reaches(position, WIN):
            return WIN
        return DRAW if self.reaches(position, DRAW) else LOSS

    def scores(self, positions: Sequence[P], goal: int) -> list[int]:
        """For each position a number, at least the goal if the player to move reaches it.

        It is the score, where the solver tells: the sooner a loss, the less. In a hard game it is
        not asked, whatever it may know by now: so the answers are always the same.
        """
        found: list[int | None] = [None] * len(positions)
        if isinstance(self.solver, Solver) and not self._hard:
            found = self.solver.scores(positions)
        return [
            goal - 1 + self.reaches(position, goal) if score is None else score
            for position, score in zip(positions, found, strict=True)
        ]

    def proved_moves(self, position: P, goal: int) -> list[int]:
        """Moves by which proof numbers have shown that a goal is reached, which it is.

        Raises:
            SearchStopped: it takes too long.
        """
        if self._proved(position, goal) is None:
            raise SearchStopped(TOO_LONG)
        return self._prover.reaching_moves(position, goal)

    def forget_proofs(self) -> None:
        """Prove anew from now on: so the moves shown do not depend on what was asked before."""
        self._prover.forget()

    def winning_moves(self, position: P, most: int) -> list[int]:
        """Moves that win by attack, those first that leave the fewest replies."""
        assert self.attacker is not None
        return self.attacker.winning_moves(position, most, ATTACK_NODES, self._images)

    def value(self, position: P) -> Value:
        """The exact value.

        Raises:
            SearchStopped: it takes too long.
        """
        return self.solver.value(position)

    def reaches(self, position: P, goal: int) -> bool:
        """Whether the player to move reaches the goal, DRAW or WIN.

        Raises:
            SearchStopped: it takes too long.
        """
        asked = self._known.canonical(position), goal
        if asked not in self._reached:
            self._reached[asked] = self._found_out(*asked)
        return self._reached[asked]

    def _found_out(self, position: P, goal: int) -> bool:
        """The same, asked for the first time.

        Which of solver and proof numbers is sooner is not known before: the one that answered
        last begins.

        Raises:
            SearchStopped: it takes too long.
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
        """The answer; and who has given it."""
        self._by_numbers = by_numbers
        if self._hard is None:
            self._hard = self.by_proofs = by_numbers
        return found

    def _proved(self, position: P, goal: int, nodes: int | None = None) -> bool | None:
        """What proof numbers find."""
        return self._prover.proves(position, goal, nodes=nodes, seconds=self.seconds)

    @cached_property
    def _prover(self) -> Prover[P]:
        """Proof numbers, and what they know by now."""
        return Prover(self.game, self.memory)


def _searched(solver: Solver[P], position: P, goal: int, nodes: int) -> bool | None:
    """What the solver finds."""
    with suppress(SearchStopped), solver.within(nodes):
        return solver.exceeds(position, goal - 1)
    return None
