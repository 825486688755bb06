"""Computes and counts the outcomes of all positions, keeping each layer until the next is done.

If some cells must be taken before others, a forward pass first marks the reachable positions, one
bit each. Then a backward pass solves the layers. These bits and two layers are in memory, or in
files.
"""

from collections.abc import Iterator
from contextlib import nullcontext
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import TablebaseError, UnsuitedGame
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.laws.required import require
from noughts.search.depth import refuse_wide
from noughts.tablebase.bitplanes.keeping import Keeper
from noughts.tablebase.bitplanes.kernels import PlaneLayer
from noughts.tablebase.bitplanes.layout import LOW_BITS
from noughts.tablebase.bitplanes.solver import Outcomes, SolvesOutcomes
from noughts.tablebase.bitplanes.storage import (
    PlaneFolder,
    PlanesInMemory,
    PlaneStore,
    Standing,
    head_for,
)
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.model import Marking, marking_of
from noughts.tablebase.indexer import Counts, added
from noughts.tablebase.progress import Progress, Tally, nothing
from noughts.tablebase.resources import Needs, refuse_too_large
from noughts.tablebase.storage.compression import zstd
from noughts.value import DRAW, LOSS, WIN


class OutcomesMade(NamedTuple):
    """The result of `make_outcomes`.

    Args:
        outcome: the start's outcome: LOSS, DRAW or WIN.
        layers: the counts for every number of marks, the start's first.
        positions: the number of outcomes, unreachable positions included.
        seconds: the duration of this run.
    """

    outcome: int
    layers: tuple[tuple[int, Counts], ...]
    positions: int
    seconds: float

    @property
    def total(self) -> Counts:
        """The counts of all layers."""
        return added(counts for _, counts in self.layers)


def make_outcomes(  # noqa: PLR0913  # settings, each given by its name
    game: Game[Any],
    folder: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    backend: SolvesOutcomes | None = None,
    resume: bool = False,
    progress: Progress = nothing,
    keep: bool = False,
    low_bits: int = LOW_BITS,
    unchecked: bool = False,
) -> OutcomesMade:
    """Compute the outcome of every position of a game of marks, and count.

    It needs two bits for each position, finds no distances, and allows more than 32 marks.

    Args:
        game: the rules.
        folder: the folder for the planes while it runs; None for memory. Only the counts remain
            there, unless the outcomes are kept.
        threads: the number of threads that share the work.
        backend: the backend, by default threads (`backends.backend_named`); the bytes are the same.
        resume: continue an earlier run in the folder.
        progress: called with a report now and then.
        keep: keep the outcomes in the folder, compressed, so that `OutcomeTable` can look them up.
        low_bits: the length of the lower part of colour patterns (`layout.py`).
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        UnsuitedGame: it is not a game of marks.
        NoBackend: the backend does not solve outcomes only, or no cluster answers.
        TooLarge: not enough memory or disk.
        DiskFull: the disk is full; finished layers are kept.
        BadTablebase: the folder contains something else.
        TablebaseError: outcomes are to be kept, but there is no Zstandard library, or no folder.

    >>> from noughts.games.connectfour import ConnectFour
    >>> made = make_outcomes(ConnectFour(4, 4))
    >>> made.outcome, made.total.reachable
    (0, 161029)
    """
    require(game, unchecked)
    if keep:
        zstd()
        if folder is None:
            raise TablebaseError("Outcomes are kept in a folder: name one.")
    marking = marks_of(game)
    own = nullcontext(Outcomes(marking, threads, low_bits=low_bits))
    with backend.outcomes(marking, low_bits) if backend else own as outcomes:
        needs = needs_of(outcomes, in_files=folder is not None)
        if folder is None:
            refuse_too_large(needs, None)
            store: PlaneStore = PlanesInMemory()
        else:
            there = Path(folder)
            if not resume:
                refuse_too_large(needs, there)
            store = PlaneFolder(there, head_for(game, low_bits, keep), resume)
        keeper = Keeper(Path(folder), outcomes) if keep and folder is not None else None
        return _Making(outcomes, store, needs.positions, progress, keeper).made()


def marks_of(game: Game[Any]) -> Marking:
    """The model of the game as one of marks.

    Raises:
        UnsuitedGame: it is no game of marks, or its board is too large.
    """
    refuse_wide(game, "A tablebase")
    marking = marking_of(game)
    if marking is None:
        raise UnsuitedGame(
            f"--outcomes works only for m,n,k games, Connect Four and the cube, not for "
            f"{spec_of(game)}. Without it any game can be solved."
        )
    return marking


def needs_of(outcomes: Outcomes, in_files: bool) -> Needs:
    """The peak need of memory or disk."""
    words = [outcomes.words(marks) for marks in range(outcomes.last + 1)]
    falls = outcomes.tables.marking.falls
    most = arisen = 0
    for marks, size in enumerate(words):
        after = words[marks + 1] if marks < outcomes.last else 0
        before = words[marks - 1] if marks else 0
        arisen += outcomes.arisen_words(marks) if falls else 0
        most = max(most, arisen + 2 * (size + after), arisen + size + before if falls else 0)
    positions = sum(map(outcomes.tables.size, range(outcomes.last + 1)))
    size = most * BYTES_IN_WORD
    return Needs(positions, 0, size) if in_files else Needs(positions, size, 0)


class _Making:
    def __init__(
        self,
        outcomes: Outcomes,
        store: PlaneStore,
        positions: int,
        progress: Progress,
        keeper: Keeper | None,
    ) -> None:
        self.outcomes = outcomes
        self.store = store
        self.keeper = keeper
        self.positions = positions
        self.falls = outcomes.tables.marking.falls
        self.tally = Tally(progress, positions * (2 if self.falls else 1), self._earlier())
        outcomes.done = self.tally.tell
        if self.falls:
            outcomes.arisen = self._arisen

    def made(self) -> OutcomesMade:
        """Do the remaining work."""
        if self.falls:
            self.go_forward()
        self.go_back()
        standing = self.store.standing
        assert standing.outcome is not None  # set by the last layer
        layers = tuple(sorted(standing.layers))
        return OutcomesMade(standing.outcome, layers, self.positions, self.tally.seconds)

    def go_forward(self) -> None:
        """Run the forward pass: find the reachable positions."""
        outcomes, store, reached = self.outcomes, self.store, self.store.standing.reached
        if reached == outcomes.last:
            return
        before = None
        if reached >= 0:
            going = store.plane(f"going-{reached:02}", outcomes.words(reached))
            before = outcomes.reach_layer(reached, going, self._arisen(reached))
        for marks in range(reached + 1, outcomes.last + 1):
            going = store.room(f"going-{marks:02}", outcomes.words(marks))
            arisen = store.room(f"arisen-{marks:02}", outcomes.arisen_words(marks))
            layer = outcomes.reach_layer(marks, going, arisen)
            if before is None:
                going[0] = arisen[0] = 1
            else:
                outcomes.reach(before, layer)
            self._advance(store.standing._replace(reached=marks))
            before = layer

    def go_back(self) -> None:
        """Run the backward pass: solve, and count."""
        outcomes, store = self.outcomes, self.store
        solved = store.standing.layers
        first = solved[-1][0] - 1 if solved else outcomes.last
        after = self._layer(first + 1, store.plane) if solved and first >= 0 else None
        for marks in range(first, -1, -1):
            layer = self._layer(marks, store.room, self._arisen(marks) if self.falls else None)
            counts = outcomes.solve(layer, after or layer)
            layers = (*store.standing.layers, (marks, counts))
            outcome = None if marks else outcome_in(layer)
            parts = store.standing.parts
            if self.keeper and marks < outcomes.last:  # positions of full boards are over
                parts = (*parts, *self.keeper.keep(layer))
            self._advance(Standing(store.standing.reached, layers, outcome, parts))
            after = layer

    def _layer(self, marks: int, planes: Any, arisen: Any = None) -> PlaneLayer:
        """A layer with its planes from the store."""
        words = self.outcomes.words(marks)
        wins, losses = (planes(f"{name}-{marks:02}", words) for name in ("wins", "losses"))
        return self.outcomes.layer(marks, wins, losses, arisen)

    def _arisen(self, marks: int) -> Any:
        return self.store.plane(f"arisen-{marks:02}", self.outcomes.arisen_words(marks))

    def _advance(self, standing: Standing) -> None:
        self.store.advance(standing, self._needed(standing))

    def _needed(self, standing: Standing) -> Iterator[str]:
        """The planes needed to continue."""
        solved = standing.layers[-1][0] if standing.layers else self.outcomes.last + 1
        if standing.layers and solved:
            yield from (f"wins-{solved:02}", f"losses-{solved:02}")
        yield from (f"arisen-{marks:02}" for marks in range(min(standing.reached + 1, solved)))
        if 0 <= standing.reached < self.outcomes.last:
            yield f"going-{standing.reached:02}"

    def _earlier(self) -> int:
        """The number of positions done by an earlier run."""
        standing, size = self.store.standing, self.outcomes.tables.size
        return sum(map(size, range(standing.reached + 1))) + sum(
            size(marks) for marks, _ in standing.layers
        )


def outcome_in(layer: PlaneLayer) -> int:
    """The outcome of the only position of the first layer."""
    if layer.wins[0] & 1:
        return WIN
    return LOSS if layer.losses[0] & 1 else DRAW
