"""Outcomes without distances: questions that are answered by yes or no, by proof numbers.

Who wins is often within reach where how soon is not: in m,n,k games, say, whose threats have
one answer each. So this reaches farther than `Solver`, and says less.
"""

from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import Any, Generic, NamedTuple

from noughts.errors import NotCompilable, SearchError
from noughts.game import Game, P
from noughts.games.grid import Grid
from noughts.native import compiled
from noughts.search.attack import attack
from noughts.search.depth import GLANCE, deeply, refuse_loops
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
from noughts.search.table import ArrayTable, Table, table_for
from noughts.value import DRAW, LOSS, WIN

# So many nodes are searched interpreted, some tenths of a second, before Numba is loaded.
PATIENCE = 2_000
# The search comes back after so many nodes, to look at the clock and to report.
SLICE = 20_000
# One step of an attack may look at a hundred thousand; most of them are threats, which are fast.
ATTACK_SLICE = 1_000_000
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
        attack: ask for wins by looking at what the other player can do against threats
            (`search/attack.py`). That finds wins on boards with many cells, where nearly
            every reply loses at once; draws take longer.
        progress: is called now and then while a question is under way.

    Attributes:
        nodes: how many positions have been looked at so far.

    Raises:
        RepeatingGame: play can come back to a position.
        SearchError: the game does not tell what spoils an attack.

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
        attack: bool = False,
        progress: Callable[[Progress], None] | None = None,
    ) -> None:
        """Know nothing yet."""
        refuse_repeating(game)
        if attack and not hasattr(game, "spoilers"):
            raise SearchError(
                f"{type(game).__name__} does not tell what spoils an attack (`spoilers`): "
                "its wins are proved without `attack`."
            )
        self.game = game
        self.progress = progress
        self.nodes = 0
        self._looked = False  # whether play comes back to a position
        self._by_numbers = _Search(dfpn, game, megabytes)
        self._by_attack = _Attack(game, megabytes) if attack else None

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
        run = ProofRun(0, folded)
        search = self._search_for(goal)
        most = MOST if nodes is None else nodes
        entry = 0
        while entry not in (PROVED, DISPROVED):
            if run.nodes >= most or (end is not None and monotonic() > end):
                return None
            run.budget = min(most, run.nodes + search.slice)
            entry = self._slice(search, position, goal, run)
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

    def _refuse_loops(self, position: P) -> None:
        """Look once whether play comes back to a position, when a question takes long.

        The search would go round for ever, and not even deep.
        """
        if not self._looked:
            self._looked = True
            refuse_loops(self.game, position, GLANCE)

    def _search_for(self, goal: int) -> "_Search":
        """What answers the questions with that goal."""
        return self._by_attack if self._by_attack and goal == WIN else self._by_numbers

    def _slice(self, search: "_Search", position: P, goal: int, run: ProofRun) -> int:
        """Search until the run's budget is used up, and report."""
        before = run.nodes
        entry = search.ask(position, goal, run)
        self.nodes += run.nodes - before
        if entry not in (PROVED, DISPROVED):
            self._refuse_loops(position)
            search.compile(position, goal)
        if self.progress:
            self.progress(Progress(goal, run.nodes, proof_number(entry), disproof_number(entry)))
        return entry


class _Search:
    """A search and what it remembers: interpreted at first, with a small table."""

    compiled_slice = SLICE

    def __init__(self, search: Any, game: Game[Any], megabytes: int) -> None:
        self.game = game
        self.megabytes = megabytes
        self.slice = PATIENCE
        self._search = search
        self._table: ProofTable[Any] = proof_table_for(game.start())
        self._settled = False  # whether to compile has been decided

    def ask(self, position: Any, goal: int, run: ProofRun) -> int:
        """The question's numbers, once it is answered or the run's budget is used up."""
        ask = partial(self._asked, self._search, position, goal, MOST, run)
        return int(deeply(self.game, position, ask))

    def _asked(self, search: Any, position: Any, goal: int, limit: int, run: ProofRun) -> Any:
        """What the search says."""
        return search(self.game, position, goal, limit, run, self._table)

    def compile(self, position: Any, goal: int) -> None:
        """Go on compiled, with larger tables, if the game can be compiled."""
        if self._settled:
            return
        self._settled, self.slice = True, self.compiled_slice
        if not isinstance(self._table, ArrayProofTable):
            return
        search: Any = compiled(self._search, self.game)
        try:
            self._asked(search, position, goal, 1, ProofRun(0, 0))
        except NotCompilable:
            return
        self._search = search
        self._enlarge(self._table.words)

    def _enlarge(self, words: int) -> None:
        """Make the tables as large as allowed, for positions of so many words."""
        self._table = large_table(words, self.megabytes)


class _Attack(_Search):
    """The search for wins by attack, which remembers threats as well."""

    compiled_slice = ATTACK_SLICE

    def __init__(self, game: Game[Any], megabytes: int) -> None:
        super().__init__(attack, game, megabytes)
        self._threats: Table[Any] = table_for(game.start())

    def _asked(self, search: Any, position: Any, goal: int, limit: int, run: ProofRun) -> Any:
        return search(self.game, position, limit, run, self._table, self._threats)

    def _enlarge(self, words: int) -> None:
        """Half of the memory for each table."""
        self._table = large_table(words, max(1, self.megabytes // 2))
        self._threats = ArrayTable(words, size_bits_within(words + 1, self.megabytes / 2))


def large_table(words: int, megabytes: int) -> ArrayProofTable:
    """The largest table that has not more than so many megabytes.

    Raises:
        SearchError: there is not so much memory.
    """
    try:
        return ArrayProofTable(words, size_bits_within(words + 2, megabytes))
    except (MemoryError, OverflowError):
        raise SearchError(
            f"There is no memory for a table of {megabytes:,} megabytes; allow fewer."
        ) from None


def size_bits_within(slot_words: int, megabytes: float) -> int:
    """The size, as a power of two, of the largest table that has not more than so many megabytes.

    >>> size_bits_within(4, 1)
    15
    """
    return max(1, int(megabytes * (1 << 20)) // (8 * slot_words)).bit_length() - 1
