"""Outcomes on a cluster with Ray: one task for each slab of bit planes.

Every layer is also assembled in the calling process. Slabs lost with a machine restart from there,
so only slabs of the layers in progress are solved again.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from noughts.tablebase.bitplanes.kernels import PlaneLayer
from noughts.tablebase.bitplanes.reachability import ReachLayer
from noughts.tablebase.bitplanes.solver import Outcomes
from noughts.tablebase.combinatorial.model import Marking
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.indexer import Counts, added
from noughts.tablebase.partitions.planes import PlaneSlabs, plane_slabs_of
from noughts.tablebase.partitions.slabs import AHEAD, RETRIES
from noughts.tablebase.partitions.tasks import Part

# The game, the approximate number of slabs in a layer, and the length of lower parts of patterns.
Named = tuple[Marking, int, int]


class OutcomesOnRay(Outcomes):
    """The outcomes of all positions, each layer assembled from slabs that a cluster solves.

    Args:
        ray: the library, connected.
        named: identifies the slabs.
        threads: the number of this process's threads that compress layers.
    """

    def __init__(self, ray: Any, named: Named, threads: int) -> None:
        super().__init__(named[0], threads, low_bits=named[2])
        self.ray, self.named = ray, named
        self.slabs = plane_slabs_of(*named)
        # Ray must not retry them: it would go back to the first layer.
        remote = ray.remote(max_retries=0, num_returns=2)
        self.reaching_task, self.solving_task = remote(reaching_task), remote(solving_task)
        self.reaching = _Pass(ray, self.slabs, +1, self._begin_reaching)
        self.solving = _Pass(ray, self.slabs, -1, self._begin_solving)

    def reach(self, before: ReachLayer, layer: ReachLayer) -> None:
        """Find a layer's reachable positions, from the layer before it."""
        marks, planes = layer.pieces.marks, [before.going]
        found = self.reaching.finished(marks, lambda top: self.slabs.cut(before, planes, top))
        for top, (going, arisen) in found:
            layer.going[self.slabs.blocks(layer.sets, top, marks)] = going.content.cast("q")
            self.slabs.put_arisen(marks, layer.arisen, top, arisen)
            self.done(len(going.sets) * patterns(marks))

    def solve(self, layer: PlaneLayer, after: PlaneLayer) -> Counts:
        """Solve a layer from the one after it; its counts."""
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
        """Begin a slab of the forward pass; references to its results."""
        memory = self.slabs.held(marks, top, marks - 1, self.slabs.before(marks, top))
        task = self.reaching_task.options(memory=memory)
        return task.remote(self.named, marks, top, *before)

    def _begin_solving(self, marks: int, top: int, after: list[Any]) -> Any:
        """Begin to solve a slab; references to its results."""
        plane = self.arisen(marks)
        arisen = self.ray.put(self.slabs.cut_arisen(marks, plane, top)) if plane else None
        memory = self.slabs.held(marks, top, marks + 1, self.slabs.after(marks, top))
        task = self.solving_task.options(memory=memory)
        return task.remote(self.named, marks, top, arisen, *after)


class _Pass:
    """A pass through all layers, some of them begun ahead of the one being assembled.

    Args:
        ray: the library.
        slabs: the slabs.
        step: the difference in marks between a layer and the one before it in this pass.
        begin: begins a slab, given its marks, its name and its input slabs.
    """

    def __init__(
        self, ray: Any, slabs: PlaneSlabs, step: int, begin: Callable[[int, int, list[Any]], Any]
    ) -> None:
        self.ray, self.slabs, self.step, self.begin = ray, slabs, step, begin
        self.last = slabs.tables.last if step > 0 else 0
        #: References to the results of each slab, layer by layer.
        self.begun: dict[int, dict[int, Any]] = {}

    def finished(self, marks: int, cut: Callable[[int], Part]) -> Iterator[tuple[int, Any]]:
        """The slabs of a layer as they finish, each with its results.

        Args:
            marks: the number of the layer.
            cut: cuts a slab from the previous layer of this pass, which is assembled.
        """
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
        """Begin the slabs of a layer; each runs when its inputs are ready."""
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
        """A slab's inputs in the previous layer of this pass."""
        return (self.slabs.before if self.step > 0 else self.slabs.after)(marks, top)


def reaching_task(named: Named, marks: int, top: int, *before: Part) -> tuple[Part, Part]:
    """`PlaneSlabs.reached` in a worker process, which rebuilds the slabs from their names."""
    return plane_slabs_of(*named).reached(marks, top, before)


def solving_task(
    named: Named, marks: int, top: int, arisen: Part | None, *after: Part
) -> tuple[Part, Counts]:
    """`PlaneSlabs.solved` in a worker process, which rebuilds the slabs from their names."""
    return plane_slabs_of(*named).solved(marks, top, arisen, after)
