"""Makes a tablebase: checks the needs, then solves layer by layer, keeping each when done."""

from collections.abc import Generator, Iterator
from contextlib import closing
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from noughts.game import Game, P
from noughts.laws.required import require
from noughts.tablebase.backends.backend import Backend, Threads, Work
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.tables import room_for
from noughts.tablebase.indexer import Counts, Indexer, Solved, added
from noughts.tablebase.progress import Progress, Tally, nothing
from noughts.tablebase.resources import Needs, refuse_too_large
from noughts.tablebase.select import indexer_for
from noughts.tablebase.storage.compression import zstd
from noughts.tablebase.storage.manifest import RAW, ZSTD, Entry, manifest_for
from noughts.tablebase.storage.store import Store, keys_of, loaded_values, refuse_damaged
from noughts.value import Value


class Made(NamedTuple):
    """The result of `make_tablebase`.

    Args:
        indexer: numbers the positions.
        value: the start's value.
        layers: the number and the counts of every layer, the start's first.
        positions: the number of values, unreachable positions included.
        seconds: the duration of this run.
    """

    indexer: Indexer[Any]
    value: Value
    layers: tuple[tuple[int, Counts], ...]
    positions: int
    seconds: float

    @property
    def total(self) -> Counts:
        """The counts of all layers."""
        return added(counts for _, counts in self.layers)


def make_tablebase(  # noqa: PLR0913  # settings, each given by its name
    game: Game[P],
    folder: str | PathLike[str] | None = None,
    *,
    threads: int = 1,
    backend: Backend | None = None,
    resume: bool = False,
    compressed: bool = False,
    progress: Progress = nothing,
    unchecked: bool = False,
) -> Made:
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


class _Making:
    """A run of `make_tablebase`."""

    def __init__(
        self, indexer: Indexer[Any], backend: Backend, threads: int, progress: Progress
    ) -> None:
        self.indexer = indexer
        self.backend = backend
        self.threads = threads
        self.needs: Needs | None = backend.needs(indexer)
        self.tally = Tally(progress, self.needs and self.needs.positions)
        self.layers: list[tuple[int, Counts]] = []
        self.last: Solved | None = None

    def into(self, folder: Path, resume: bool, compressed: bool) -> Made:
        """Solve into a folder, keeping every layer."""
        if compressed:
            zstd()
        manifest = manifest_for(
            self.indexer.game,
            self.indexer.name,
            self.indexer.symmetries,
            ZSTD if compressed else RAW,
        )
        if self.needs and not resume:
            refuse_too_large(self.needs, folder)
        store = Store.begun(folder, manifest, resume)
        self._go_on_with(store)
        if self.needs and resume:
            refuse_too_large(self.needs, folder, done=self.tally.earlier)
        made = self.run(self._kept(store))
        if not store.manifest.complete:
            store.finish()
        return made

    def solved(self, store: Store | None = None) -> Generator[Solved]:
        """The layers left to solve."""
        shelf = _Shelf(self.tally, self.indexer.value_bytes, store)
        folder = store.folder if store else None
        return self.backend.solved(Work(self.indexer, self.tally.tell, self.last, folder, shelf))

    def run(self, layers: Iterator[Solved]) -> Made:
        """Solve the remaining layers."""
        for layer in layers:
            self.last = layer
            self.layers.append((layer.number, layer.counts))
        assert self.last is not None  # every game has a start
        return Made(
            self.indexer,
            self._start_value(self.last),
            tuple(sorted(self.layers)),
            self.tally.done,
            self.tally.seconds,
        )

    def _kept(self, store: Store) -> Iterator[Solved]:
        """The remaining layers, each written before the next is solved."""
        if store.manifest.complete:
            return
        with closing(self.solved(store)) as layers:  # so that a backend stops its work immediately
            for layer in layers:
                counts = layer.counts._asdict()
                store.add(layer.number, layer.keys, layer.values, counts, self.threads)
                yield layer

    def _go_on_with(self, store: Store) -> None:
        """Take over an earlier run's layers from the folder."""
        entries = store.manifest.layers
        self.layers += [(entry.number, Counts(**entry.counts)) for entry in entries]
        self.tally.earlier = self.tally.done = sum(entry.positions for entry in entries)
        if entries:
            self.last = _loaded(store, entries[-1], self.indexer.value_bytes)

    def _start_value(self, first: Solved) -> Value:
        """The start's value, read from its layer."""
        start = self.indexer.game.start()
        place = self.indexer.place(start, lambda layer: first.keys)
        assert place is not None  # the start is in the last solved layer
        return self.indexer.read(start, first.values.cast("B"), place.offset)


class _Shelf:
    """Reports the number of enumerated positions, and keeps their layers; see `Shelf`.

    Args:
        tally: reports the progress.
        value_bytes: the number of bytes of a value.
        store: the folder of the tablebase; None for memory.
    """

    def __init__(self, tally: Tally, value_bytes: int, store: Store | None) -> None:
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


def _loaded(store: Store, entry: Entry, value_bytes: int) -> Solved:
    """A layer written by an earlier run.

    Raises:
        BadTablebase: it has changed since.
    """
    refuse_damaged(store.folder, entry.parts.values())
    room = room_for(entry.positions * value_bytes)
    values = loaded_values(store.folder, store.manifest, entry, room)
    return Solved(entry.number, keys_of(store.folder, entry), values, Counts(**entry.counts))
