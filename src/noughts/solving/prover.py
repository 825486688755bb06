"""Outcomes without distances: questions that are answered by yes or no, by proof numbers.

Who wins is often within reach where how soon is not: in m,n,k games, say, whose threats have
one answer each. So this reaches farther than `Solver`, and says less.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Generic, NamedTuple

from noughts.errors import NotCompilable, SearchError
from noughts.game import Game, P
from noughts.games.grid import Grid
from noughts.native import compiled
from noughts.search.proof import dfpn
from noughts.search.proof_numbers import (
    DISPROVED,
    MOST,
    PROVED,
    ArrayProofTable,
    ProofTable,
    disproof_number,
    proof_number,
    proof_table_for,
)
from noughts.search.proof_run import ProofRun
from noughts.search.root import refuse_repeating
from noughts.value import DRAW, LOSS, WIN

# So many nodes are searched interpreted, some tenths of a second, before Numba is loaded.
PATIENCE = 2_000
# The search comes back after so many nodes, to look at the clock and to report.
SLICE = 20_000
# On grids, whose late positions are seldom images of each other, symmetric ones are taken for
# one in so many plies: measured on 6,6,4 and 7,4,4, where fewer need more nodes, and more, time.
FOLDED_ON_GRIDS = 6
MEGABYTES = 256


class Progress(NamedTuple):
    """How a question stands.

    Args:
        goal: what the player to move wants: WIN, or DRAW for at least a draw.
        nodes: how many nodes it has taken.
        proof: the proof number: 0 when the answer is yes.
        disproof: the disproof number: 0 when it is no.
    """

    goal: int
    nodes: int
    proof: int
    disproof: int


class Bounds(NamedTuple):
    """What is proved of a position: the player to move gets at least this, and at most that.

    >>> Bounds(DRAW, DRAW).outcome, Bounds(LOSS, DRAW).outcome
    (0, None)
    """

    at_least: int
    at_most: int

    @property
    def outcome(self) -> int | None:
        """The outcome, if both are the same."""
        return self.at_least if self.at_least == self.at_most else None


class Prover(Generic[P]):
    """Proves who wins, or that nobody does.

    It begins interpreted and compiles the search when a question turns out to be large. What
    it has found it remembers, for the same question asked again with more time and for others.

    Args:
        game: the rules.
        megabytes: the size of the table once the search is compiled.
        threats: how many nodes to look, at each position, for a win by threats alone; 0 for
            none. Where threats run deep that can save time.
        progress: is called now and then while a question is under way.

    Attributes:
        nodes: how many positions have been looked at so far.

    Raises:
        RepeatingGame: play can come back to a position.

    >>> from noughts.games.mnk import MNK
    >>> prover = Prover(MNK(4, 3, 3))
    >>> start = prover.game.start()
    >>> prover.proves(start, WIN), prover.bounds(start)
    (True, Bounds(at_least=1, at_most=1))
    >>> prover.game.name(prover.reaching(start, WIN))
    'a3'
    """

    def __init__(
        self,
        game: Game[P],
        megabytes: int = MEGABYTES,
        threats: int = 0,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Know nothing yet."""
        refuse_repeating(game)
        self.game = game
        self.megabytes = megabytes
        self.threats = threats
        self.progress = progress
        self.nodes = 0
        self._search: Any = dfpn
        self._table: ProofTable[Any] = proof_table_for(game.start())
        self._settled = False  # whether to compile has been decided

    def proves(
        self, position: P, goal: int, *, nodes: int | None = None, seconds: float | None = None
    ) -> bool | None:
        """Whether the player to move reaches the goal: WIN, or DRAW for at least a draw.

        Args:
            position: the position.
            goal: WIN or DRAW.
            nodes: how many nodes it may take; None for any number.
            seconds: how long it may take; None for any time.

        Returns:
            None when that was not enough. Asked again, it goes on from there.

        Raises:
            SearchError: the memory for the table cannot be had.
        """
        end = None if seconds is None else monotonic() + seconds
        folded = FOLDED_ON_GRIDS if isinstance(self.game, Grid) else MOST
        run = ProofRun(0, folded, self.threats)
        most = MOST if nodes is None else nodes
        entry = 0
        while entry not in (PROVED, DISPROVED):
            if run.nodes >= most or (end is not None and monotonic() > end):
                return None
            run.budget = min(most, run.nodes + (SLICE if self._settled else PATIENCE))
            entry = self._slice(position, goal, run)
        return entry == PROVED

    def bounds(
        self, position: P, *, nodes: int | None = None, seconds: float | None = None
    ) -> Bounds:
        """What can be proved of the outcome; whether it is a win gets half the time."""
        end = None if seconds is None else monotonic() + seconds
        half = None if seconds is None else seconds / 2
        wins = self.proves(position, WIN, nodes=None if nodes is None else nodes // 2, seconds=half)
        if wins:
            return Bounds(WIN, WIN)
        at_most = WIN if wins is None else DRAW
        rest = None if end is None else max(0.0, end - monotonic())
        draws = self.proves(
            position, DRAW, nodes=None if nodes is None else nodes - nodes // 2, seconds=rest
        )
        if draws is None:
            return Bounds(LOSS, at_most)
        return Bounds(DRAW, at_most) if draws else Bounds(LOSS, LOSS)

    def reaching(self, position: P, goal: int, **limits: Any) -> int | None:
        """The first move that reaches the goal; None if there is none, or it is not found.

        Args:
            position: the position; the game goes on there.
            goal: WIN or DRAW.
            limits: `nodes` and `seconds` for each move, as `proves` takes them.
        """
        for move in self.game.moves(position):
            if self.proves(self.game.play(position, move), 1 - goal, **limits) is False:
                return move
        return None

    def _slice(self, position: P, goal: int, run: ProofRun) -> int:
        """Search until the run's budget is used up, and report."""
        before = run.nodes
        entry = int(self._search(self.game, position, goal, MOST, run, self._table))
        self.nodes += run.nodes - before
        if not self._settled and entry not in (PROVED, DISPROVED):
            self._compile(position, goal)
        if self.progress:
            self.progress(Progress(goal, run.nodes, proof_number(entry), disproof_number(entry)))
        return entry

    def _compile(self, position: P, goal: int) -> None:
        """Go on compiled, with a larger table, if the game can be compiled."""
        self._settled = True
        if not isinstance(self._table, ArrayProofTable):
            return
        search: Any = compiled(dfpn, self.game)
        try:
            search(self.game, position, goal, 1, ProofRun(0, 0), self._table)
        except NotCompilable:
            return
        self._search = search
        self._table = large_table(self._table.words, self.megabytes)


def large_table(words: int, megabytes: int) -> ArrayProofTable:
    """The largest table that has not more than so many megabytes.

    Raises:
        SearchError: there is not so much memory.
    """
    slot_bytes = 8 * (words + 2)
    size_bits = max(1, (megabytes << 20) // slot_bytes).bit_length() - 1
    try:
        return ArrayProofTable(words, size_bits)
    except (MemoryError, OverflowError):
        raise SearchError(
            f"There is no memory for a table of {megabytes:,} megabytes; allow fewer."
        ) from None
