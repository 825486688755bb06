"""Solving on a cluster with Ray: one task for each slab.

A task takes the slabs after its own, and returns its own, which is immutable. Ray starts it as soon
as its inputs exist, on a machine that has most of them, and recomputes slabs lost with a machine.
Layers overlap.

    Philipp Moritz and others, "Ray: A Distributed Framework for Emerging AI Applications",
    OSDI 2018, 561-577

Outcomes are not folded, so the cells that name their slabs need not be symmetric. They are the
highest cells: a slab is a run of its layer's sets, and all slabs in order are the layer.
"""

import os
import socket
from array import array
from bisect import bisect_left, bisect_right
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cache, lru_cache
from typing import Any

from noughts.errors import NoBackend, TablebaseError, TooLarge, requiring
from noughts.native import kernel
from noughts.tablebase.backends.backend import Backend, indexed
from noughts.tablebase.backends.slabs import (
    AHEAD,
    RETRIES,
    SlabPart,
    Slabs,
    arising,
    copied_sets,
    copy_sets,
    parts_for,
    slabs_of,
    solving,
    with_content,
)
from noughts.tablebase.bitplanes.outcomes import NOTHING, Outcomes
from noughts.tablebase.bitplanes.plane_kernels import PlaneLayer, words_in_block
from noughts.tablebase.combinatorial.marking import Marking
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.combinatorial.tables import Tables
from noughts.tablebase.indexer import Counts, Indexer, Solved, Work, added
from noughts.tablebase.resources import BYTES_IN_WORD, Needs, bytes_text, zeroed_bytes, zeroed_words
from noughts.tablebase.storage.store import room_on_disk


class PlaneSlabs(Slabs):
    """The slabs of the outcomes of a game of marks."""

    def __init__(self, marking: Marking, parts: int, low_bits: int) -> None:
        self.outcomes = Outcomes(marking, low_bits=low_bits)
        super().__init__(self.outcomes.tables.marking, parts)

    def reached(self, marks: int, top: int, *before: SlabPart) -> tuple[SlabPart, SlabPart]:
        sets, block = self.sets(marks, top), words_in_block(marks, self.outcomes.low_bits)
        kept = self.blocks(self._kept(marks), top, marks)
        going, arisen = (
            zeroed_words(max(1, size)) for size in (block * len(sets), kept.stop - kept.start)
        )
        layer = self.outcomes.reach_layer(marks, going, arisen, sets)
        sets_before, going_before = _side_by_side(before, 1)
        earlier = self.outcomes.reach_layer(marks - 1, going_before, NOTHING, sets_before)
        self.outcomes.reach(earlier, layer)
        return SlabPart(sets, going), SlabPart(sets, arisen)

    def solved(
        self, marks: int, top: int, arisen: SlabPart | None, *after: SlabPart
    ) -> tuple[SlabPart, Counts]:
        """The outcomes of a slab, wins and then losses, and its counts."""
        sets = copied_sets(arisen) if arisen else self.sets(marks, top)
        words = len(sets) * words_in_block(marks, self.outcomes.low_bits)
        planes = zeroed_words(2 * words)
        can_arise = array("q", arisen.content.tobytes()) if arisen else None
        layer = self.outcomes.layer(marks, planes[:words], planes[words:], can_arise, sets)
        counts = self.outcomes.solve(layer, self._after(marks, after) if after else layer)
        return SlabPart(sets, planes), counts

    def blocks(self, sets: Any, top: int, marks: int) -> slice:
        block = words_in_block(marks, self.outcomes.low_bits)
        begin, end = bisect_left(sets, top), bisect_right(sets, top | self.outer)
        return slice(begin * block, end * block)

    def cut(self, layer: PlaneLayer, planes: Sequence[Any], top: int) -> SlabPart:
        marks = layer.pieces.marks
        where, content = self.blocks(layer.sets, top, marks), array("q")
        for plane in planes:
            content.frombytes(plane[where].cast("B"))
        return SlabPart(self.sets(marks, top), content)

    def cut_arisen(self, marks: int, arisen: Any, top: int) -> SlabPart:
        content = arisen[self.blocks(self._kept(marks), top, marks)]
        return SlabPart(self.sets(marks, top), content if len(content) else NOTHING)

    def put_arisen(self, marks: int, arisen: Any, top: int, part: SlabPart) -> None:
        """Copy a slab's reachability bits to their place in the layer."""
        where = self.blocks(self._kept(marks), top, marks)
        arisen[where] = part.content.cast("q")[: where.stop - where.start]

    def held(self, marks: int, top: int, other: int, tops: list[int]) -> int:
        """The approximate bytes for work on a slab, with all of these of another layer."""
        return int(self.size(marks, top) + sum(self.size(other, each) for each in tops))

    def _after(self, marks: int, after: Sequence[SlabPart]) -> PlaneLayer:
        sets, wins, losses = _side_by_side(after, 2)
        return self.outcomes.layer(marks + 1, wins, losses, sets=sets)

    def _kept(self, marks: int) -> Any:
        return self.outcomes.folded.sets(marks)

    def _set_size(self, marks: int) -> int:
        return 2 * BYTES_IN_WORD * words_in_block(marks, self.outcomes.low_bits)

    def _orbits(self) -> list[tuple[tuple[int, ...], ...]]:
        return super()._orbits()[::-1]


@lru_cache(2)
def plane_slabs_of(marking: Marking, parts: int, low_bits: int) -> PlaneSlabs:
    return PlaneSlabs(marking, parts, low_bits)


def _side_by_side(parts: Sequence[SlabPart], planes: int) -> "list[array[int]]":
    """The sets of several parts in a row, and their planes.

    They are copied, since compiled code needs writable memory.
    """
    rows = [array("q") for _ in range(1 + planes)]
    for part in parts:
        rows[0].frombytes(part.sets.cast("B"))
        size = len(part.content) // planes
        for i, row in enumerate(rows[1:]):
            row.frombytes(part.content[i * size : (i + 1) * size])
    return rows


# Seconds to wait for a cluster's answer.
ANSWER_SECONDS = 10


class OnRay(Backend):
    name = "ray"

    def __init__(self, threads: int = 1, address: str | None = None) -> None:
        self.threads = threads
        self.address = address or os.environ.get("RAY_ADDRESS") or "local"
        # Otherwise Ray sends usage statistics, and prints every task lost with a machine.
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        os.environ.setdefault("RAY_IGNORE_UNHANDLED_ERRORS", "1")
        with requiring("ray", "The backend ray needs a library that is not installed", NoBackend):
            import ray
        self.ray: Any = ray

    def needs(self, indexer: Indexer[Any]) -> Needs | None:
        marks = indexed(indexer, self.name)
        keys = [BYTES_IN_WORD * marks.tables.set_count(n) for n in range(marks.tables.last + 1)]
        needs, largest = marks.needs(), max(marks.tables.sizes)
        return needs._replace(memory=2 * max(keys), disk=needs.disk + largest)

    @contextmanager
    def ready(self, indexer: Indexer[Any]) -> Iterator[None]:
        tables = indexed(indexer, self.name).tables
        tables.refuse_too_many()
        with _connected(self.ray, self.address, self.threads):
            _refuse_too_large(self.ray, slabs_of(tables.marking, self._parts(tables)))
            yield

    def solved(self, indexer: Indexer[Any], work: Work) -> Generator[Solved]:
        marks = indexed(indexer, self.name)
        yield from _Run(self.ray, marks, self._parts(marks.tables), work).layers()

    @contextmanager
    def outcomes(self, marking: Marking, low_bits: int) -> Iterator[Outcomes]:
        with _connected(self.ray, self.address, self.threads):
            parts = self._parts(Outcomes(marking, low_bits=low_bits).tables)
            solving = OutcomesOnRay(self.ray, (marking, parts, low_bits), self.threads)
            _refuse_too_large(self.ray, solving.slabs)
            yield solving

    def _parts(self, tables: Tables) -> int:
        return parts_for(tables, int(self.ray.cluster_resources().get("CPU", 1)))


class _Run:
    def __init__(
        self, ray: Any, indexer: CombinatorialIndexer[Any], parts: int, work: Work
    ) -> None:
        self.ray, self.indexer, self.work = ray, indexer, work
        self.slabs = slabs_of(indexer.marking, parts)
        self.named = indexer.marking, parts
        self.arising = ray.remote(max_retries=RETRIES)(slab_task)
        self.solving = ray.remote(max_retries=RETRIES, num_returns=2)(slab_task)
        #: The reachable positions of every layer and slab; empty if not needed.
        self.arisen: dict[tuple[int, int], Any] = {}

    def layers(self) -> Generator[Solved]:
        self._go_forward()
        last = self.work.last
        later = self._cut(last) if last else {}
        under_way: deque[tuple[int, dict[int, Any]]] = deque()
        for marks in reversed(range(last.number if last else self.slabs.tables.last + 1)):
            layer = self._begun(marks, later)
            under_way.append((marks, layer))
            later = {top: part for top, (part, _) in layer.items()}
            if len(under_way) > AHEAD:
                yield self._finished(*under_way.popleft())
        while under_way:
            yield self._finished(*under_way.popleft())

    def _go_forward(self) -> None:
        for marks in range(self.slabs.tables.last + 1 if self.indexer.marking.falls else 0):
            for top in self.slabs.of_layer(marks):
                before = self.slabs.before(marks, top) if marks else []
                parts = [self.arisen[marks - 1, each] for each in before]
                task = self.arising.options(memory=self.slabs.held(marks, top, marks - 1, before))
                self.arisen[marks, top] = task.remote(
                    slabs_of, self.named, arising, marks, top, *parts
                )

    def _begun(self, marks: int, later: dict[int, Any]) -> dict[int, Any]:
        """Start the tasks of a layer's slabs; references to the part and the counts of each.

        A task runs when its inputs are ready.
        """
        layer = {}
        for top in self.slabs.of_layer(marks):
            after = self.slabs.after(marks, top)
            parts = [later[each] for each in after]
            arisen = self.arisen.pop((marks, top), None)
            task = self.solving.options(memory=self.slabs.held(marks, top, marks + 1, after))
            layer[top] = task.remote(slabs_of, self.named, solving, marks, top, arisen, *parts)
        return layer

    def _finished(self, marks: int, slabs: dict[int, Any]) -> Solved:
        folder = self.work.folder
        keep = folder is not None or marks == 0
        keys = self.indexer.tables.sets(marks) if keep else array("q")
        size = self.indexer.tables.size(marks) if keep else 0
        values = room_on_disk(folder, size) if folder and size else zeroed_bytes(size)
        layer = self.slabs.bare(marks)._replace(sets=keys, values=values)
        counts = Counts(0, 0, 0, 0)
        waiting = {counts: part for part, counts in slabs.values()}
        while waiting:
            (ready,), _ = self.ray.wait(list(waiting), num_returns=1)
            positions, counted = self.ray.get(ready)
            counts = added((counts, counted))
            self.work.done(positions)
            part = waiting.pop(ready)
            if keep:
                found = self.ray.get(part)
                kernel(copy_sets)(layer, with_content(layer, found), len(found.sets), 0)
        return Solved(marks, keys, values, counts)

    def _cut(self, last: Solved) -> dict[int, Any]:
        layer = self.slabs.bare(last.number)._replace(sets=last.keys, values=last.values)
        later = {}
        for top in self.slabs.of_layer(last.number):
            sets = self.slabs.sets(last.number, top)
            part = layer._replace(sets=sets, values=zeroed_bytes(len(sets) * patterns(last.number)))
            kernel(copy_sets)(layer, part, len(sets), 1)
            later[top] = self.ray.put(SlabPart(sets, part.values))
        return later


def slab_task(
    make: Callable[..., Any], named: tuple[Any, ...], work: Callable[..., Any], *inputs: Any
) -> Any:
    """Work on a slab in a worker process, which makes the slabs again from their names."""
    return work(make(*named), *inputs)


def _refuse_too_large(ray: Any, slabs: Slabs) -> None:
    all_slabs = [(n, top) for n in range(slabs.tables.last + 1) for top in slabs.of_layer(n)]
    shared = max(slabs.together(*each) for each in all_slabs)
    own = max(slabs.held(n, top, n + 1, slabs.after(n, top)) for n, top in all_slabs)
    for need, resource, what in (
        (shared, "object_store_memory", "One slab, with the slabs below it, needs"),
        (own, "memory", "Working on one slab needs"),
    ):
        has = min(
            node["Resources"].get(resource, need)
            for node in ray.nodes()
            if node["Alive"] and node["Resources"].get("CPU")
        )
        if need > has:
            raise TooLarge(
                f"{what} {bytes_text(int(need))}; the smallest machine of the cluster has "
                f"{bytes_text(int(has))} ({resource}). Choose a smaller board, or larger machines."
            )


@contextmanager
def _connected(ray: Any, address: str, threads: int) -> Iterator[None]:
    own = not ray.is_initialized()
    if own:
        _connect(ray, address, threads)
    try:
        yield
    except ray.exceptions.RayError as error:
        reason = str(getattr(error, "cause", None) or error).strip().splitlines()[0]
        raise TablebaseError(
            f"Ray failed: {reason} The finished layers are kept; continue with --resume."
        ) from None
    finally:
        if own:
            ray.shutdown()


def _connect(ray: Any, address: str, threads: int) -> None:
    """Connect, or raise NoBackend with a one-line reason."""
    here = {"num_cpus": threads, "include_dashboard": False} if address == "local" else {}
    try:
        # Check that host:port answers; Ray itself would try for many minutes.
        host, _, port = address.rpartition("://")[2].rpartition(":")
        if host and port.isdecimal():
            socket.create_connection((host, int(port)), ANSWER_SECONDS).close()
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", **here)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        reason = str(error).strip().splitlines()[0]
        if reason.startswith("Failed to connect to Ray"):  # another service's port answers
            reason += ". If it asks for a token, set RAY_AUTH_MODE=token (see docs/cluster.md)"
        raise NoBackend(f"No Ray cluster answers at {address}: {reason}") from None


# The game, the approximate number of slabs in a layer, and the length of lower parts of patterns.
Named = tuple[Marking, int, int]


class OutcomesOnRay(Outcomes):
    """The outcomes of all positions, each layer assembled from slabs that a cluster solves."""

    def __init__(self, ray: Any, named: Named, threads: int) -> None:
        super().__init__(named[0], threads, low_bits=named[2])
        self.ray, self.named = ray, named
        self.slabs = plane_slabs_of(*named)
        # Ray must not retry them: it would go back to the first layer.
        self.task = ray.remote(max_retries=0, num_returns=2)(slab_task)
        self.reaching = _Pass(ray, self.slabs, +1, self._begin_reaching)
        self.solving = _Pass(ray, self.slabs, -1, self._begin_solving)

    def reach(self, before: PlaneLayer, layer: PlaneLayer) -> None:
        marks, planes = layer.pieces.marks, [before.going]
        found = self.reaching.finished(marks, lambda top: self.slabs.cut(before, planes, top))
        for top, (going, arisen) in found:
            layer.going[self.slabs.blocks(layer.sets, top, marks)] = going.content.cast("q")
            self.slabs.put_arisen(marks, layer.arisen, top, arisen)
            self.done(len(going.sets) * patterns(marks))

    def solve(self, layer: PlaneLayer, after: PlaneLayer) -> Counts:
        marks, planes, counts = layer.pieces.marks, [after.wins, after.losses], []
        found = self.solving.finished(marks, lambda top: self.slabs.cut(after, planes, top))
        for top, (part, counted) in found:
            where, words = self.slabs.blocks(layer.sets, top, marks), part.content.cast("q")
            layer.wins[where] = words[: len(words) // 2]
            layer.losses[where] = words[len(words) // 2 :]
            counts.append(counted)
            self.done(len(part.sets) * patterns(marks))
        return added(counts)

    def _begin_reaching(self, marks: int, top: int, before: list[Any]) -> Any:
        memory = self.slabs.held(marks, top, marks - 1, self.slabs.before(marks, top))
        return self._begun(memory, PlaneSlabs.reached, marks, top, *before)

    def _begin_solving(self, marks: int, top: int, after: list[Any]) -> Any:
        plane = self.arisen(marks)
        arisen = self.ray.put(self.slabs.cut_arisen(marks, plane, top)) if plane else None
        memory = self.slabs.held(marks, top, marks + 1, self.slabs.after(marks, top))
        return self._begun(memory, PlaneSlabs.solved, marks, top, arisen, *after)

    def _begun(self, memory: int, *work: Any) -> Any:
        return self.task.options(memory=memory).remote(plane_slabs_of, self.named, *work)


class _Pass:
    """A pass through all layers, some of them begun ahead of the one being assembled."""

    def __init__(
        self, ray: Any, slabs: PlaneSlabs, step: int, begin: Callable[[int, int, list[Any]], Any]
    ) -> None:
        self.ray, self.slabs, self.step, self.begin = ray, slabs, step, begin
        self.last = slabs.tables.last if step > 0 else 0
        #: References to the results of each slab, layer by layer.
        self.begun: dict[int, dict[int, Any]] = {}

    def finished(self, marks: int, cut: Callable[[int], SlabPart]) -> Iterator[tuple[int, Any]]:
        put = cache(lambda top: self.ray.put(cut(top)))
        for ahead in range(AHEAD + 1):
            self._begin_layer(marks + ahead * self.step, put)
        here, lost = self.begun[marks], Counter[int]()
        waiting = {results[1]: top for top, results in here.items()}
        while waiting:
            (ready,), _ = self.ray.wait(list(waiting), num_returns=1)
            top = waiting.pop(ready)
            try:
                yield top, self.ray.get(here[top])
            except self.ray.exceptions.RayError:
                lost[top] += 1
                if lost[top] > RETRIES:
                    raise
                self.begun = {marks: here}  # later layers may depend on lost slabs
                here[top] = self.begin(marks, top, [put(each) for each in self._from(marks, top)])
                waiting[here[top][1]] = top
        self.begun.pop(marks - self.step, None)
        if lost or marks == self.last:  # other slabs may be lost, too
            self.begun.clear()

    def _begin_layer(self, marks: int, put: Callable[[int], Any]) -> None:
        if marks in self.begun or not 0 <= marks <= self.slabs.tables.last:
            return
        earlier = self.begun.get(marks - self.step)
        self.begun[marks] = {
            top: self.begin(
                marks, top,
                [earlier[each][0] if earlier else put(each) for each in self._from(marks, top)],
            )
            for top in self.slabs.of_layer(marks)
        }  # fmt: skip

    def _from(self, marks: int, top: int) -> list[int]:
        return (self.slabs.before if self.step > 0 else self.slabs.after)(marks, top)
