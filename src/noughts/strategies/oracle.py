"""Who reaches what: asked of a solver, of proof numbers, or of a tablebase, whichever can tell."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Generic

from noughts.errors import SearchStopped
from noughts.game import Game, P
from noughts.knowledge import knowledge_of
from noughts.knowledge.base import Attackable
from noughts.solving.api import solver_for
from noughts.solving.exact_solver import ExactSolver
from noughts.solving.prover import Prover
from noughts.solving.solver import Solver
from noughts.strategies.fold import Fold
from noughts.value import DRAW, LOSS, WIN, Value

# The most nodes of the solver's for one position, before proof numbers are asked.
NODES = 200_000_000
# Of attacks: the mebibytes of their tables, and the nodes for a move that may be the best.
ATTACK_MEMORY, ATTACK_NODES = 4_096, 20_000


class Oracle(Generic[P]):
    """Whether the player to move reaches a goal, DRAW or WIN.

    Args:
        game: the rules.
        solver: an exact solver, such as a tablebase; made if there is none.
        seconds: the most seconds for a question of proof numbers; None for no limit.
        attack: find wins by attack (`search/attack.py`), as far as the game is one for that.

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
    ) -> None:
        """Know nothing yet."""
        self.game = game
        self._images = Fold(game).images
        self.attacker: Prover[P] | None = None
        if attack and isinstance(knowledge_of(game), Attackable):
            self.attacker = Prover(game, ATTACK_MEMORY, attack=True)
        self.solver = solver or solver_for(game, None if game.repeats else NODES)
        self.seconds = seconds
        self._prover: Prover[P] | None = None
        self._hard = False  # whether the solver has failed

    def outcome(self, position: P) -> int:
        """What the position is worth to the player to move: LOSS, DRAW or WIN."""
        if self.attacker and self.attacker.proves(position, WIN, seconds=self.seconds):
            return WIN
        if self._reaches(position, WIN):
            return WIN
        return DRAW if self._reaches(position, DRAW) else LOSS

    def scores(self, positions: Sequence[P], goal: int, exact: bool = True) -> list[int]:
        """For each position a number, at least the goal if the player to move reaches it.

        It is the score, if that is known and wanted: the sooner a loss, the less.
        """
        found: list[int | None] = [None] * len(positions)
        if exact and isinstance(self.solver, Solver) and not self._hard:
            found = self.solver.scores(positions)
        return [
            goal - 1 + self._reaches(position, goal) if score is None else score
            for position, score in zip(positions, found, strict=True)
        ]

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

    def _reaches(self, position: P, goal: int) -> bool:
        if not self._hard:
            with suppress(SearchStopped):
                if isinstance(self.solver, Solver):
                    return self.solver.exceeds(position, goal - 1)
                return self.solver.value(position).outcome >= goal
            self._hard = True
        self._prover = self._prover or Prover(self.game)
        found = self._prover.proves(position, goal, seconds=self.seconds)
        if found is None:
            raise SearchStopped("It takes too long to find out who wins: give more --seconds.")
        return found
