"""Makes a tablebase: checks the needs, then solves layer by layer, keeping each when done."""

from collections.abc import Generator, Iterator
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import TablebaseError
from noughts.game import Game, P
from noughts.games.given import takes_names
from noughts.laws.required import require
from noughts.tablebase.backends.backend import Backend, Threads
from noughts.tablebase.bitplanes.outcomes import OutcomeIndexer, outcome_marking
from noughts.tablebase.bitplanes.plane_kernels import LOW_BITS
from noughts.tablebase.indexer import Counts, FrontierStore, Indexer, Solved, Work, added
from noughts.tablebase.indexers import indexer_for
from noughts.tablebase.resources import (
    BYTES_IN_WORD,
    Needs,
    PositionTally,
    Progress,
    refuse_too_large,
    report_nothing,
    zeroed_bytes,
)
from noughts.tablebase.storage.manifest import RAW, ZSTD, StoredLayer, manifest_for
from noughts.tablebase.storage.store import (
    PlaneFolder,
    PlanesInMemory,
    Store,
    keys_of,
    loaded_values,
    refuse_damaged,
    zstd,
)
from noughts.value import Value


class TablebaseMade(NamedTuple):
    """The result of `make_tablebase`."""

    indexer: Indexer[Any]  # numbers the positions
    value: Value  # the start's value
    # The number and the counts of every layer, the start's first.
    layers: tuple[tuple[int, Counts], ...]
    positions: int  # the number of values, unreachable positions included
    seconds: float  # the duration of this run

    @property
    def total(self) -> Counts:
        return added(counts for _, counts in self.layers)


@takes_names
def make_tablebase(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    folder: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    backend: Backend | None = None,
    resume: bool = False,
    compressed: bool = False,
    progress: Progress = report_nothing,
    unchecked: bool = False,
) -> TablebaseMade:
    """Solve every position of a game, and write the values into a folder.

    Args:
        game: the rules.
        folder: the destination; None to count only.
        threads: the number of threads that share the work; the result is the same to the byte.
        backend: the backend, by default threads (`backends.backend_named`); the bytes are the same.
        resume: continue an earlier run in the folder.
        compressed: write the values in compressed chunks.
        progress: called with a report now and then.
        unchecked: do not check your own game's rules for mistakes before the search.

    Raises:
        BrokenLaw: your own game breaks a rule; the message names it and how to fix the game.
        TooLarge: not enough memory or disk.
        DiskFull: the disk is full; finished layers are kept.
        BadTablebase: the folder contains something else.
        UnsuitedGame: the game's positions are not whole numbers, or the backend does not support
            the game.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> made = make_tablebase(TicTacToe())
    >>> print(made.value, made.total, made.total.reachable)
    draw Counts(won=2836, drawn=1052, lost=632, finished=958) 5478
    """
    require(game, unchecked)
    solving = backend or Threads(threads)
    making = _Making(indexer_for(game), solving, threads, progress)
    if folder is None and making.needs:
        refuse_too_large(making.needs, None)
    with solving.ready(making.indexer):
        if folder is None:
            return making.run(making.solved())
        return making.into(Path(folder), resume, compressed)


class OutcomesMade(NamedTuple):
    """The result of `make_outcomes`."""

    outcome: int  # the start's outcome: LOSS, DRAW or WIN
    # The counts for every number of marks, the start's first.
    layers: tuple[tuple[int, Counts], ...]
    positions: int  # the number of outcomes, unreachable positions included
    seconds: float  # the duration of this run

    @property
    def total(self) -> Counts:
        return added(counts for _, counts in self.layers)


@takes_names
def make_outcomes(  # noqa: PLR0913  # settings, each given by its name
    game: Game[Any],
    folder: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    backend: Backend | None = None,
    resume: bool = False,
    progress: Progress = report_nothing,
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
        low_bits: the length of the lower part of colour patterns (`bitplanes`).
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
    there = None if folder is None else Path(folder)
    if keep:
        zstd()
        if there is None:
            raise TablebaseError("Outcomes are kept in a folder: name one.")
    with (backend or Threads(threads)).outcomes(outcome_marking(game), low_bits) as outcomes:
        indexer = OutcomeIndexer(game, outcomes)
        needs, manifest = indexer.needs(in_files=there is not None), indexer.manifest(keep)
        if there is None or not resume:
            refuse_too_large(needs, there)
        store = PlaneFolder.begun(there, manifest, resume) if there else PlanesInMemory(manifest)
        passes = 2 if indexer.falls else 1
        tally = PositionTally(progress, passes * needs.positions, indexer.done(store.manifest))
        outcomes.done = tally.tell
        indexer.solve(store)
    made = store.manifest
    assert made.outcome is not None  # set by the last layer
    layers = tuple(sorted((layer.number, layer.counts) for layer in made.layers))
    return OutcomesMade(made.outcome, layers, needs.positions, tally.seconds)


class _Making:
    def __init__(
        self, indexer: Indexer[Any], backend: Backend, threads: int, progress: Progress
    ) -> None:
        self.indexer = indexer
        self.backend = backend
        self.threads = threads
        self.needs: Needs | None = backend.needs(indexer)
        self.tally = PositionTally(progress, self.needs and self.needs.positions)
        self.layers: list[tuple[int, Counts]] = []
        self.last: Solved | None = None

    def into(self, folder: Path, resume: bool, compressed: bool) -> TablebaseMade:
        if compressed:
            zstd()
        manifest = manifest_for(
            self.indexer.game,
            way=self.indexer.name,
            symmetries=self.indexer.symmetries,
            compression=ZSTD if compressed else RAW,
        )
        if self.needs and not resume:
            refuse_too_large(self.needs, folder)
        store = Store.begun(folder, manifest, resume)
        entries = store.manifest.layers
        self.layers += [(entry.number, entry.counts) for entry in entries]
        self.tally.earlier = self.tally.done = sum(entry.positions for entry in entries)
        if entries:
            self.last = _loaded(store, entries[-1], self.indexer.value_bytes)
        if self.needs and resume:
            refuse_too_large(self.needs, folder, done=self.tally.earlier)
        made = self.run(self._kept(store))
        if not store.manifest.complete:
            store.record(store.manifest._replace(complete=True))
        return made

    def solved(self, store: Store | None = None) -> Generator[Solved]:
        frontier = _Frontier(self.tally, self.indexer.value_bytes, store)
        folder = store.folder if store else None
        work = Work(self.threads, self.tally.tell, self.last, folder, frontier)
        return self.backend.solved(self.indexer, work)

    def run(self, layers: Iterator[Solved]) -> TablebaseMade:
        for layer in layers:
            self.last = layer
            self.layers.append((layer.number, layer.counts))
        assert self.last is not None  # every game has a start
        return TablebaseMade(
            self.indexer,
            self._start_value(self.last),
            tuple(sorted(self.layers)),
            self.tally.done,
            self.tally.seconds,
        )

    def _kept(self, store: Store) -> Iterator[Solved]:
        if store.manifest.complete:
            return
        with closing(self.solved(store)) as layers:  # so that a backend stops its work immediately
            for layer in layers:
                store.add(layer, self.threads)
                yield layer

    def _start_value(self, first: Solved) -> Value:
        start = self.indexer.game.start()
        place = self.indexer.place(start, lambda layer: first.keys)
        assert place is not None  # the start is in the last solved layer
        return self.indexer.read(start, first.values.cast("B"), place.offset)


class _Frontier(FrontierStore):
    """Reports the number of enumerated positions, and keeps their layers in the folder, if any."""

    def __init__(self, tally: PositionTally, value_bytes: int, store: Store | None) -> None:
        self.tally = tally
        self.value_bytes = value_bytes
        self.store = store

    def enumerated(self) -> list[Any]:
        return self.store.enumerated() if self.store else []

    def put(self, number: int, keys: Any, positions: int) -> Any:
        self.tally.tell_found(positions)
        if self.store is None:
            return keys
        disk = BYTES_IN_WORD * len(keys) + self.value_bytes * positions
        refuse_too_large(Needs(positions, 0, disk), self.store.folder)
        return self.store.find(number, keys)


def _loaded(store: Store, entry: StoredLayer, value_bytes: int) -> Solved:
    refuse_damaged(store.folder, entry.parts.values())
    room = zeroed_bytes(entry.positions * value_bytes)
    values = loaded_values(store.folder, store.manifest, entry, room)
    return Solved(entry.number, keys_of(store.folder, entry), values, entry.counts)
