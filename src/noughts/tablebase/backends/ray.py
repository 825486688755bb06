"""Solving on a cluster with Ray: one task for each slab.

A task takes the slabs after its own, and returns its own, which is immutable. Ray starts it as soon
as its inputs exist, on a machine that has most of them, and recomputes slabs lost with a machine.
Layers overlap.

    Philipp Moritz and others, "Ray: A Distributed Framework for Emerging AI Applications",
    OSDI 2018, 561-577
"""

import os
import socket
from array import array
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from noughts.errors import NoBackend, TablebaseError, TooLarge, to_install
from noughts.native import kernel
from noughts.tablebase.backends.backend import Backend, Work, indexed
from noughts.tablebase.backends.ray_outcomes import OutcomesOnRay
from noughts.tablebase.bitplanes.solver import Outcomes
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.combinatorial.tables import Tables, room_for
from noughts.tablebase.indexer import Counts, Done, Indexer, Solved
from noughts.tablebase.partitions.kernels import copy_sets
from noughts.tablebase.partitions.slabs import AHEAD, RETRIES, Slabs, parts_for
from noughts.tablebase.partitions.tasks import Part, arising, slabs_of, solving, with_content
from noughts.tablebase.resources import Needs, in_words
from noughts.tablebase.storage.store import room_on_disk

# Seconds to wait for a cluster's answer.
ANSWER_SECONDS = 10


class OnRay(Backend):
    """The processes of a Ray cluster.

    Args:
        threads: the number of processes, if Ray is started here.
        address: the cluster's address; by default RAY_ADDRESS.

    Raises:
        NoBackend: Ray is not installed.
    """

    name = "ray"

    def __init__(self, threads: int = 1, address: str | None = None) -> None:
        self.threads = threads
        self.address = address or os.environ.get("RAY_ADDRESS") or "local"
        self.ray = _ray()

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        """Needs of assembling layers: memory for their keys, disk for the largest layer."""
        tables = indexed(indexer, self.name).tables
        layers = range(tables.last + 1)
        sizes = [tables.size(marks) for marks in layers]
        keys = [BYTES_IN_WORD * tables.set_count(marks) for marks in layers]
        return Needs(sum(sizes), 2 * max(keys), sum(sizes) + sum(keys) + max(sizes))

    @contextmanager
    def ready(self, indexer: Indexer[Any]) -> Iterator[None]:
        """Context: connected to the cluster.

        Raises:
            NoBackend: no cluster answers.
            TooLarge: a slab needs more memory than a machine has.
            TablebaseError: Ray gave up.
        """
        tables = indexed(indexer, self.name).tables
        tables.refuse_too_many()
        with _connected(self.ray, self.address, self.threads):
            _refuse_too_large(self.ray, slabs_of(tables.marking, self._parts(tables)))
            yield

    def solved(self, work: Work) -> Generator[Solved]:
        """The layers, assembled from their slabs."""
        indexer = indexed(work.indexer, self.name)
        parts = self._parts(indexer.tables)
        yield from _Run(self.ray, indexer, parts, work.done, work.folder).layers(work.last)

    @contextmanager
    def outcomes(self, marking: Marking, low_bits: int) -> Iterator[Outcomes]:
        """Context: connected to the cluster; the outcomes, with layers assembled from slabs.

        Raises:
            NoBackend: no cluster answers.
            TooLarge: a slab needs more memory than a machine has.
            TablebaseError: Ray gave up.
        """
        with _connected(self.ray, self.address, self.threads):
            parts = self._parts(Outcomes(marking, low_bits=low_bits).tables)
            solving = OutcomesOnRay(self.ray, (marking, parts, low_bits), self.threads)
            _refuse_too_large(self.ray, solving.slabs)
            yield solving

    def _parts(self, tables: Tables) -> int:
        """The number of slabs in a layer."""
        return parts_for(tables, int(self.ray.cluster_resources().get("CPU", 1)))


class _Slab(NamedTuple):
    """A slab being solved: references to its part and its counts."""

    part: Any
    counts: Any


class _Run:
    """A game being solved on a cluster."""

    def __init__(
        self,
        ray: Any,
        indexer: CombinatorialIndexer[Any],
        parts: int,
        done: Done,
        folder: Path | None,
    ) -> None:
        self.ray, self.indexer, self.done, self.folder = ray, indexer, done, folder
        self.slabs = slabs_of(indexer.marking, parts)
        self.named = indexer.marking, parts
        self.arising = ray.remote(max_retries=RETRIES)(arising_task)
        self.solving = ray.remote(max_retries=RETRIES, num_returns=2)(solving_task)
        #: The reachable positions of every layer and slab; empty if not needed.
        self.arisen: dict[tuple[int, int], Any] = {}

    def layers(self, last: Solved | None) -> Generator[Solved]:
        """Every layer, the full board's first."""
        self._go_forward()
        later = self._cut(last) if last else {}
        under_way: deque[tuple[int, dict[int, _Slab]]] = deque()
        for marks in reversed(range(last.number if last else self.slabs.tables.last + 1)):
            layer = self._begun(marks, later)
            under_way.append((marks, layer))
            later = {top: slab.part for top, slab in layer.items()}
            if len(under_way) > AHEAD:
                yield self._finished(*under_way.popleft())
        while under_way:
            yield self._finished(*under_way.popleft())

    def _go_forward(self) -> None:
        """Run the forward pass for reachability, if needed."""
        for marks in range(self.slabs.tables.last + 1 if self.indexer.marking.falls else 0):
            for top in self.slabs.of_layer(marks):
                before = self.slabs.before(marks, top) if marks else []
                parts = [self.arisen[marks - 1, each] for each in before]
                task = self.arising.options(memory=self.slabs.held(marks, top, marks - 1, before))
                self.arisen[marks, top] = task.remote(self.named, marks, top, *parts)

    def _begun(self, marks: int, later: dict[int, Any]) -> dict[int, _Slab]:
        """Start the tasks of a layer's slabs; each runs when its inputs are ready."""
        layer = {}
        for top in self.slabs.of_layer(marks):
            after = self.slabs.after(marks, top)
            parts = [later[each] for each in after]
            arisen = self.arisen.pop((marks, top), None)
            task = self.solving.options(memory=self.slabs.held(marks, top, marks + 1, after))
            layer[top] = _Slab(*task.remote(self.named, marks, top, arisen, *parts))
        return layer

    def _finished(self, marks: int, slabs: dict[int, _Slab]) -> Solved:
        """A layer, assembled."""
        keep = self.folder is not None or marks == 0
        keys = self.indexer.tables.sets(marks) if keep else array("q")
        size = self.indexer.tables.size(marks) if keep else 0
        values = room_on_disk(self.folder, size) if self.folder and size else room_for(size)
        layer = self.slabs.bare(marks)._replace(sets=keys, values=values)
        counts = [0] * 4
        waiting = {slab.counts: slab.part for slab in slabs.values()}
        while waiting:
            (ready,), _ = self.ray.wait(list(waiting), num_returns=1)
            positions, counted = self.ray.get(ready)
            counts = [one + other for one, other in zip(counts, counted, strict=True)]
            self.done(positions)
            part = waiting.pop(ready)
            if keep:
                found = self.ray.get(part)
                kernel(copy_sets)(layer, with_content(layer, found), len(found.sets), 0)
        return Solved(marks, keys, values, Counts(*counts))

    def _cut(self, last: Solved) -> dict[int, Any]:
        """The slabs of a layer assembled by an earlier run."""
        layer = self.slabs.bare(last.number)._replace(sets=last.keys, values=last.values)
        later = {}
        for top in self.slabs.of_layer(last.number):
            sets = self.slabs.sets(last.number, top)
            part = layer._replace(sets=sets, values=room_for(len(sets) * patterns(last.number)))
            kernel(copy_sets)(layer, part, len(sets), 1)
            later[top] = self.ray.put(Part(sets, part.values))
        return later


def arising_task(named: tuple[Marking, int], marks: int, top: int, *before: Part) -> Part:
    """`arising` in a worker process, which rebuilds the slabs from their names."""
    return arising(slabs_of(*named), marks, top, before)


def solving_task(
    named: tuple[Marking, int], marks: int, top: int, arisen: Part | None, *after: Part
) -> tuple[Part, tuple[int, tuple[int, ...]]]:
    """`solving` in a worker process, with the number of positions."""
    part, counts = solving(slabs_of(*named), marks, top, arisen, after)
    return part, (len(part.content), counts)


def _refuse_too_large(ray: Any, slabs: Slabs) -> None:
    """Raise TooLarge if a slab and its inputs do not fit on a machine."""
    all_slabs = [(n, top) for n in range(slabs.tables.last + 1) for top in slabs.of_layer(n)]
    shared = max(slabs.together(*each) for each in all_slabs)
    own = max(slabs.held(n, top, n + 1, slabs.after(n, top)) for n, top in all_slabs)
    for need, resource, what in (
        (shared, "object_store_memory", "One slab and those that it depends on need"),
        (own, "memory", "Working on one slab needs"),
    ):
        has = min(
            node["Resources"].get(resource, need)
            for node in ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU")
        )
        if need > has:
            raise TooLarge(
                f"{what} {in_words(int(need))}; the smallest machine of the cluster has "
                f"{in_words(int(has))} ({resource}). Choose a smaller board, or larger machines."
            )


def _ray() -> Any:
    # Otherwise Ray sends usage statistics, and prints every task lost with a machine.
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
    try:
        import ray
    except ImportError:
        raise NoBackend(
            f"The backend ray needs a library that is not installed: {to_install('ray')}."
        ) from None
    return ray


@contextmanager
def _connected(ray: Any, address: str, threads: int) -> Iterator[None]:
    """Context: connected to a cluster, or to one started here."""
    own = not ray.is_initialized()
    if own:
        _connect(ray, address, threads)
    try:
        yield
    except ray.exceptions.RayError as error:
        reason = str(getattr(error, "cause", None) or error).strip().splitlines()[0]
        raise TablebaseError(
            f"Ray gave up: {reason} What is written is kept; continue with --resume."
        ) from None
    finally:
        if own:
            ray.shutdown()


def _connect(ray: Any, address: str, threads: int) -> None:
    """Connect, or raise NoBackend with a one-line reason."""
    here = {"num_cpus": threads, "include_dashboard": False} if address == "local" else {}
    try:
        _knock(address)
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        if reason.startswith("Failed to connect to Ray"):  # another service's port answers
            reason += ". If it asks for a token, set RAY_AUTH_MODE=token (see docs/cluster.md)"
        raise NoBackend(f"No Ray cluster answers at {address}: {reason}") from None


def _knock(address: str) -> None:
    """Check that host:port answers; Ray itself would try for many minutes."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
