"""Outcomes without distances: yes-or-no questions answered by proof-number search.

Proving who wins is often easier than proving how soon, for example in m,n,k games, where a threat
has only one answer. So this solves larger games than `Solver`, but finds no distances.
"""

from collections.abc import Callable, Iterable
from contextlib import nullcontext, suppress
from functools import partial
from math import inf
from typing import Any, Generic, NamedTuple

from noughts.errors import NotCompilable, SearchError, SearchStopped
from noughts.game import Game, P
from noughts.games.common.cell_game import Grid
from noughts.games.given import takes_names, takes_position
from noughts.knowledge import Knowledge, knowledge_of
from noughts.knowledge.base import Attackable
from noughts.laws.positions import misfit
from noughts.laws.required import of_the_house, require
from noughts.native import compiled
from noughts.native.clock import CLOCK
from noughts.search import depth, proof
from noughts.search.attack import (
    UNDECIDED,
    attack,
    by_attack,
    by_threats,
    defence,
    replies_to_threats,
)
from noughts.search.memory import size_bits_within, zeros
from noughts.search.proof import DISPROVED, PROVED, ProofContext
from noughts.search.table import (
    ArrayProofTable,
    ArrayTable,
    EntryTable,
    ProofTable,
    move_proofs,
    proof_table_for,
    table_for,
)
from noughts.solving.driver import (
    MEMORY,
    NO_LIMIT,
    Driver,
    Form,
    Limits,
    Poll,
    PollingProof,
    Progress,
    Report,
)
from noughts.solving.solver import Solver
from noughts.value import BASE, DRAW, INFINITY, LOSS, WIN

# Nodes of the first slice, and the longest duration of later ones. Between slices the clock is
# checked and progress is reported.
SLICE, SLICE_SECONDS = 2_000, 0.1
# Where the clock decides nothing, slices double to LONGEST_SLICE; those longer than
# LONG_SLICE are compiled.
LONG_SLICE, LONGEST_SLICE = 8 * SLICE, 1 << 17
# Proof numbers begin with so few nodes if a solver has the next turn.
FIRST_SLICE = 10
# The seconds of a solver's first turn where proof numbers have no share of the time, and of that
# turn and the next one of proof numbers together where they have.
FIRST_TURN, FIRST_TURNS = 5.0, 1.0
# Fold symmetric positions on grids up to this ply. Measured on 6,6,4 and 7,4,4: folding less costs
# nodes, folding more costs time.
FOLDED_ON_GRIDS = 6
# For wins by threats: the most nodes of a slice, and log2 of the tables' entries; few positions
# need a tenth of them. Attacks may take more slices, if time is limited.
THREAT_NODES, THREAT_BITS, PROOF_BITS, SLICES = 2_000, 14, 16, 100
# Log2 of the entries of the first table for compiled code: large ones take time for their pages.
FIRST_BITS = 20
# A search of attacks by threats alone folds no positions.
NEVER = -1


class OutcomeBounds(NamedTuple):
    """Proved bounds of a position's outcome for the player to move."""

    at_least: int
    at_most: int

    @property
    def outcome(self) -> int | None:
        """The outcome, if both are the same."""
        return self.at_least if self.at_least == self.at_most else None

    def narrowed(self, goal: int, reached: bool | None) -> "OutcomeBounds":
        """The bounds once it is known whether a goal is reached; `reached` is None if unknown."""
        if reached is None:
            return self
        return self._replace(at_least=goal) if reached else self._replace(at_most=goal - 1)


class Prover(Generic[P]):
    """Proves outcomes by proof-number search.

    It starts interpreted, and compiles the search when a question turns out to be large. Its table
    is kept for later questions.

    Args:
        game: the rules.
        memory: mebibytes of the transposition table once the search is compiled.
        attack: find wins by examining the opponent's defences against threats (`search/attack.py`).
            This finds wins on boards with many cells, where nearly every reply loses in one move;
            draws take longer.
        progress: called now and then during a question.
        unchecked: do not check your own game's rules for mistakes before the search.
        steady: let no clock decide when an attack is compiled, so that the moves that
            `winning_moves` finds are the same each time. Its limits of time are less exact.
        with_solver: search with a `Solver`, too, in turn with the proof; the first answer ends
            both. Some positions are easy for one and hard for the other.

    Attributes:
        nodes: the number of positions visited so far.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        RepeatingGame: positions can repeat.
        SearchError: the game does not define `spoilers`.

    >>> from noughts.games.mnk import MNK
    >>> prover = Prover(MNK(4, 3, 3))
    >>> start = prover.game.start()
    >>> prover.proves(start, WIN), prover.bounds(start)
    (True, OutcomeBounds(at_least=1, at_most=1))
    >>> prover.game.name(prover.reaching(start, WIN))
    'a3'
    """

    @takes_names
    def __init__(  # noqa: PLR0913  # settings, each given by its name
        self,
        game: Game[P],
        memory: int = MEMORY,
        attack: bool = False,
        progress: Progress | None = None,
        *,
        unchecked: bool = False,
        steady: bool = False,
        with_solver: bool = False,
    ) -> None:
        require(game, unchecked)
        known = knowledge_of(game)
        depth.refuse_repeating(game)
        depth.refuse_extra_turns(game, "Proof-number search")
        if attack and not isinstance(known, Attackable):
            raise SearchError(
                f"{type(game).__name__} does not define `spoilers`: "
                "prove its wins without `attack`."
            )
        self.game = game
        self.progress = progress
        self.nodes = 0
        self._looked = False  # whether loops were checked for
        self._by_numbers = _Search(proof.dfpn, known, memory)
        kind = _SteadyAttack if steady else _Attack
        self._by_attack = kind(known, memory) if attack else None
        self._solver = Solver(game, memory=memory, unchecked=True) if with_solver else None

    @takes_position
    def proves(
        self, position: P, goal: int, *, nodes: int | None = None, seconds: float | None = None
    ) -> bool | None:
        """Whether the player to move reaches the goal: WIN, or DRAW for at least a draw.

        Args:
            position: the position.
            goal: WIN or DRAW.
            nodes: the most nodes; None for no limit.
            seconds: the most seconds; None for no limit.

        Returns:
            None if the limits were too low; the same question later continues from there.

        Raises:
            SearchError: not enough memory for the table.
        """
        known = self._by_numbers.game
        lower, upper = known.slow_bounds(position) if known.sums else (-INFINITY, INFINITY)
        if lower >= goal or upper < goal:
            return lower >= goal
        folded = FOLDED_ON_GRIDS if isinstance(self.game, Grid) else proof.MOST
        run, limits = ProofContext(0, folded), Limits(nodes, seconds)
        search = self._by_attack if self._by_attack and goal == WIN else self._by_numbers
        before, turns = self.nodes, _Turns(self._by_numbers.game)
        if self._solver:
            search.slice = FIRST_SLICE

        def check(nodes: int) -> None:
            limits.check(max(nodes, run.nodes))

        def step(form: Form, poll: Poll) -> bool | None:
            run.budget = min(limits.nodes, proof.MOST, run.nodes + search.slice)
            entry = search.ask(form, position, goal, run, poll)
            self.nodes = before + run.nodes + turns.nodes
            self._report(position, goal, run, limits, entry)
            if entry in (PROVED, DISPROVED):
                return entry == PROVED
            if self._solver is None:
                return None
            solved = turns.answer(self._solver, position, goal, limits)
            self.nodes = before + run.nodes + turns.nodes
            return solved

        with suppress(SearchStopped):
            check(0)
            return search.driver.run(step, check, search.ready)
        return None

    @takes_position
    def bounds(
        self, position: P, *, nodes: int | None = None, seconds: float | None = None
    ) -> OutcomeBounds:
        """Bounds of the outcome.

        The question about a win may take half of the nodes and of the time at first. The question
        about a draw may take what is left, and any rest goes to the first question again.

        Args:
            position: the position.
            nodes: the most nodes for both questions together; None for no limit.
            seconds: the time limit for both; None for no limit.
        """
        begun, before = CLOCK.time(), self.nodes
        found = OutcomeBounds(LOSS, WIN)
        for goal, parts in (WIN, 2), (DRAW, 1), (WIN, 1):
            if found.at_least < goal <= found.at_most:
                reached = self.proves(
                    position,
                    goal,
                    nodes=None if nodes is None else (nodes - self.nodes + before) // parts,
                    seconds=None if seconds is None else (seconds - CLOCK.time() + begun) / parts,
                )
                found = found.narrowed(goal, reached)
        return found

    @takes_position
    def reaching(self, position: P, goal: int, **limits: Any) -> int | None:
        """The first move proved to reach the goal; None if none is.

        Args:
            position: an open position.
            goal: WIN or DRAW.
            limits: `nodes` and `seconds` for each move, as in `proves`.
        """
        for move in self.game.moves(position):
            if self.proves(self.game.play(position, move), 1 - goal, **limits) is False:
                return move
        return None

    def forget(self) -> None:
        """Forget all answers except those about attacks."""
        self._by_numbers.forget()

    @takes_position
    def reaching_moves(self, position: P, goal: int) -> list[int]:
        """The moves proved to reach the goal, after `proves` has returned True.

        Args:
            position: a position for which `proves` has just returned True.
            goal: WIN or DRAW.

        >>> from noughts.games.mnk import MNK
        >>> prover = Prover(MNK(4, 3, 3))
        >>> start = prover.game.start()
        >>> prover.proves(start, WIN)
        True
        >>> [prover.game.name(move) for move in prover.reaching_moves(start, WIN)]
        ['a3', 'd3', 'a1', 'd1']
        """
        after = [(move, self.game.play(position, move)) for move in self.game.moves(position)]
        shown = [move for move, at in after if self._by_numbers.known(at, 1 - goal) == DISPROVED]
        if shown:
            return shown
        found = self.reaching(position, goal)  # the table has forgotten, which is rare
        return [] if found is None else [found]

    def is_lost(self, position: P) -> bool:
        """Whether the player to move is known to lose to an attack, without a search for it."""
        assert self._by_attack is not None
        return self._by_attack.defence(position, 0, ProofContext()) == DISPROVED

    def winning_moves(
        self,
        position: P,
        most: int,
        nodes: int,
        images: Callable[[P], Iterable[P]] = lambda position: (),
    ) -> list[int]:
        """Moves that win by attack, those with the fewest replies first.

        Args:
            position: a position won by attack; the prover must be one for attacks.
            most: the number of moves wanted. All moves proved earlier are also considered.
            nodes: node budget for each move; unlimited if no move is found otherwise.
            images: the mirror images of a position; they are looked up, too, if no move is known to
                win.

        Raises:
            SearchError: not enough memory for the table.
        """
        attack = self._by_attack
        assert attack is not None
        attack.ready()
        after = [(move, self.game.play(position, move)) for move in self.game.moves(position)]
        run = ProofContext()
        entries = [attack.defence(at, 0, run) for _, at in after]
        if DISPROVED not in entries:
            for i, (_, at) in enumerate(after):
                if any(attack.is_lost(image) for image in images(at)):
                    entries[i] = DISPROVED
        order = sorted(range(len(after)), key=lambda i: (proof.disproof_number(entries[i]), i))
        found: list[int] = []
        while not found:
            for i in order:
                if len(found) < most and entries[i] not in (PROVED, DISPROVED):
                    entries[i] = attack.defence(after[i][1], proof.MOST, ProofContext(nodes))
                if entries[i] == DISPROVED and len(found) < most:
                    found.append(after[i][0])
            nodes *= 10
        return found

    def _report(
        self, position: P, goal: int, run: ProofContext, limits: Limits, entry: int
    ) -> None:
        unanswered = entry not in (PROVED, DISPROVED)
        if unanswered and not (self._looked or of_the_house(self.game)):
            self._looked = True  # once: where positions repeat, the search would loop forever
            depth.refuse_loops(self.game, position, depth.LOOP_POSITIONS)
        if self.progress:
            numbers = proof.proof_number(entry), proof.disproof_number(entry)
            report = Report(run.nodes, limits.passed(), -INFINITY, INFINITY, goal, *numbers)
            self.progress(report)


class _Turns:
    """The turns of a solver beside a proof with its share of the time; each is a quarter longer.

    The solver begins: small games are its own. With half of the time, both together take little
    more than twice the time of the faster one.
    """

    def __init__(self, game: Knowledge[Any]) -> None:
        self.nodes, share = 0, game.proof_share
        self._quick = BASE - game.quick_depth  # of a win in that many plies
        self._seconds = (1 - share) * FIRST_TURNS if share else FIRST_TURN
        self._ratio = share / (1 - share)
        self._due = CLOCK.time()

    def answer(self, solver: Solver[P], position: P, goal: int, limits: Limits) -> bool | None:
        """Whether the goal is reached; None if no turn is due, or it was too short.

        First it looks for a quick win or loss, as `ScoreBounds` does: that takes few nodes, and
        saves three quarters of Pentago's.
        """
        if CLOCK.time() < self._due:
            return None
        solver.seconds, before = min(self._seconds, limits.left()), solver.nodes
        try:
            with solver.shared_limit():
                return solver.exceeds(position, self._quick - 1) or (
                    solver.exceeds(position, -self._quick) and solver.exceeds(position, goal - 1)
                )
        except SearchStopped:
            return None
        finally:
            self.nodes += solver.nodes - before
            self._due = CLOCK.time() + self._ratio * self._seconds
            self._seconds *= 1.25


def next_slice(nodes: int, seconds: float) -> int:
    """The nodes of the slice after one that took some seconds.

    A power of two, which changes seldom, so that most runs of a search take the same steps.
    """
    doublings = (nodes // SLICE).bit_length() - 1
    if seconds < SLICE_SECONDS / 3:
        doublings += 1
    while seconds > SLICE_SECONDS and doublings > 0:
        seconds /= 2
        doublings -= 1
    return SLICE << max(0, doublings)


class _Search:
    """A search and its table: at first interpreted, with a small table."""

    def __init__(self, search: Any, game: Knowledge[Any], memory: int) -> None:
        self.game = game
        self.memory = memory
        self.driver = Driver(search, game)
        self._compiled: Form | None = None
        self._table: ProofTable[Any] = proof_table_for(game, game.start())
        self.slice = SLICE  # nodes
        self._room = NO_LIMIT  # nodes until the table is too small

    def ask(self, form: Form, position: Any, goal: int, run: ProofContext, poll: Poll) -> int:
        """The question's proof numbers, once it is answered or the budget or time is used up."""
        way = self._in_slices if self._compiled else self._polling
        try:
            asked = partial(way, form, position, goal, run, poll)
            return int(depth.with_enough_stack(self.game.game, position, asked))
        except OverflowError as error:
            raise misfit(self.game.game, error) from error

    def _in_slices(
        self, form: Form, position: Any, goal: int, run: ProofContext, poll: Poll
    ) -> int:
        """Search a slice, compiled; the next one lasts until the clock must be checked."""
        if self._room <= 0:
            self._grow(position)
        begun, before = CLOCK.time(), run.nodes
        entry = int(self._asked(form, position, goal, proof.MOST, run))
        seconds, nodes = CLOCK.time() - begun, run.nodes - before
        self._room -= nodes
        if nodes:
            self.slice = next_slice(self.slice, seconds)
        return entry

    def _polling(self, form: Form, position: Any, goal: int, run: ProofContext, poll: Poll) -> int:
        """Search interpreted, until the poll ends it."""
        timed, entry = PollingProof(run, poll, self.driver.until_look()), proof.UNKNOWN
        with suppress(SearchStopped):
            entry = int(self._asked(form, position, goal, proof.MOST, timed))
        run.nodes = timed.nodes
        self.slice *= 2  # or a game deeper than a slice would make no progress
        return entry

    def _asked(self, search: Any, position: Any, goal: int, limit: int, run: ProofContext) -> Any:
        return search(self.game, position, goal, limit, run, self._table)

    def known(self, position: Any, goal: int) -> int:
        found = self._table.find(position, goal)
        return found or self._table.find(self.game.canonical(position), goal)

    def forget(self) -> None:
        if self._compiled and isinstance(self._table, ArrayProofTable):
            self._enlarge(self._table.words)
        else:
            self._table = proof_table_for(self.game, self.game.start())

    def ready(self) -> Form | None:
        """The compiled search, with larger tables, if it is ready."""
        compilable = not self._compiled and isinstance(self._table, ArrayProofTable)
        if compilable and (form := self.driver.form()):
            self._use(form)
        return self._compiled

    def _use(self, form: Form) -> None:
        assert isinstance(self._table, ArrayProofTable)  # compiled code needs this kind
        self._compiled = form
        self._enlarge(self._table.words)

    def _enlarge(self, words: int) -> None:
        most = size_bits_within(words + 2, self.memory)
        self._table = ArrayProofTable(words, min(FIRST_BITS, most))
        self._room = 1 << FIRST_BITS if FIRST_BITS < most else NO_LIMIT

    def _grow(self, position: Any) -> None:
        """Go on with a table of all the memory."""
        assert isinstance(self._table, ArrayProofTable)
        larger = large_table(self._table.words, self.memory)
        compiled(move_proofs, self.game)(self.game, position, self._table, larger)
        self._table, self._room = larger, NO_LIMIT


class _Attack(_Search):
    """The search for wins by attack, with a second table for threats."""

    def __init__(self, game: Knowledge[Any], memory: int) -> None:
        super().__init__(attack, game, memory)
        self._threats: EntryTable[Any] = table_for(game, game.start())
        self._defence: Any = defence

    def _asked(self, search: Any, position: Any, goal: int, limit: int, run: ProofContext) -> Any:
        return search(self.game, position, limit, run, self._table, self._threats)

    def _use(self, form: Form) -> None:
        super()._use(form)
        self._defence = compiled(defence, self.game)

    def defence(self, position: Any, limit: int, run: ProofContext) -> int:
        """Whether the player to move is safe from an attack, as defined in `search/attack.py`."""
        spending = nullcontext() if self._compiled else self.driver.interpreting()

        def ask() -> Any:
            return self._defence(self.game, position, limit, run, self._table, self._threats)

        try:
            with spending:
                found = depth.with_enough_stack(self.game.game, position, ask)
        except OverflowError as error:
            raise misfit(self.game.game, error) from error
        return int(found)

    def is_lost(self, position: Any) -> bool:
        return self._table.find(position, DRAW) == DISPROVED

    def _enlarge(self, words: int) -> None:
        self._table = large_table(words, self.memory / 2)
        self._threats = ArrayTable(words, size_bits_within(words + 1, self.memory / 2))


class _SteadyAttack(_Attack):
    """The same, whatever the clock says: interpreted for short slices, then compiled."""

    _tried = False  # whether compilation was tried

    def ready(self) -> Form:
        if self._compiled is None:
            self._compiled = attack
        elif self.slice > LONG_SLICE and not self._tried:
            self._tried = True
            with suppress(NotCompilable):
                form = compiled(attack, self.game)
                self._asked(form, self.game.game.start(), WIN, 0, ProofContext(0))
                self._use(form)
        return self._compiled

    def _in_slices(self, *given: Any) -> int:
        longer = min(2 * self.slice, LONGEST_SLICE)
        entry = super()._in_slices(*given)
        self.slice = longer
        return entry


def large_table(words: int, memory: float) -> ArrayProofTable:
    """The largest table within that many mebibytes."""
    return ArrayProofTable(words, size_bits_within(words + 2, memory))


class Threats(Generic[P]):
    """Finds wins by threats that leave one answer each, and remembers their moves.

    They are proved in milliseconds before any search.
    """

    def __init__(self, game: Game[P]) -> None:
        self.game = knowledge_of(game)
        self._table: EntryTable[Any] = table_for(game, game.start(), THREAT_BITS)
        self._proofs: ProofTable[Any] = proof_table_for(game, game.start(), PROOF_BITS)
        kernels: list[Form] = []
        if self.game.knows_forcing_moves:
            attackable = isinstance(self.game, Attackable)
            kernels = [by_threats] + [replies_to_threats] * attackable
            # On small boards looking ahead sees enough, and compiling this one takes longest.
            kernels += [by_attack] * (attackable and self.game.field_words > 1)
        self._drivers = {kernel: Driver(kernel, self.game) for kernel in kernels}

    @property
    def knows_attacks(self) -> bool:
        """Whether it searches attacks, as on boards wider than a machine word."""
        return by_attack in self._drivers

    def winning_move(self, position: P, end: float = inf) -> int | None:
        """A winning move, perhaps not the fastest; None if none is found until `end` (`CLOCK`)."""
        moves = self._moves(by_threats, position, end)
        return moves[0] if moves else None

    def attack(self, position: P, end: float = inf) -> int | None:
        """A move that wins by threats, even if some leave several replies."""
        moves = self._moves(by_attack, position, end, self._proofs)
        return moves[0] if moves else None

    def replies(self, position: P, end: float = inf) -> list[int]:
        """The replies that may stop a win by threats that the opponent would have after a pass.

        None are given if there is no such win, or if nothing is seen to stop it. While there is
        time, replies that lose to an attack are left out.
        """
        known: Any = self.game
        few = self._moves(replies_to_threats, position, end)
        if not self.knows_attacks or end == inf:
            return few
        state = known.state(position)
        passed = known.position(known.passed(state))
        if not few and self.attack(passed, CLOCK.time() + (end - CLOCK.time()) / 4) is None:
            return []
        tried = few or list(known.likely_moves(state))
        refuted = []
        for left, move in zip(range(len(tried), 0, -1), tried, strict=True):
            until = CLOCK.time() + 2 * (end - CLOCK.time()) / (left + 1)
            if CLOCK.time() < end and self.attack(known.play(position, move), until) is not None:
                refuted.append(move)
        return [move for move in tried if move not in refuted] or few

    def _moves(self, kernel: Form, position: P, end: float, *proofs: ProofTable[Any]) -> list[int]:
        if kernel not in self._drivers:
            return []
        found = zeros(self.game.game.actions)
        slices = [THREAT_NODES] * (1 if end == inf else SLICES)

        def check(_: int) -> None:
            if CLOCK.time() >= end:
                raise SearchStopped

        def step(form: Form, poll: Poll) -> int | None:
            if not slices:
                return 0
            run = ProofContext(0, NEVER, threats_only=1)
            if form == self._drivers[kernel].plain:
                run = PollingProof(run, poll, self._drivers[kernel].until_look())
            ask = partial(form, self.game, position, slices.pop(), run, *proofs, self._table, found)
            number: int = depth.with_enough_stack(self.game.game, position, ask)
            return None if number == UNDECIDED else number

        with suppress(SearchStopped):
            return list(found[: self._drivers[kernel].run(step, check)])
        return []
