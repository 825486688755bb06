"""Cost model: the needs of solving a game on a cluster, computed without solving."""

from itertools import pairwise
from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.backends.slabs import Slabs, parts_for
from noughts.tablebase.combinatorial.marks_indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.ranking import orbits, patterns
from noughts.tablebase.indexers import indexer_for

SECONDS_IN_HOUR = 3600
BITS_IN_BYTE = 8


class Cluster(NamedTuple):
    nodes: int = 16  # the number of machines
    processors: int = 16  # the number of processors of each
    rate: float = 20e6  # the values that a processor computes per second
    network: float = 1.25e9  # the bytes that a machine sends or receives per second


class LayerPlan(NamedTuple):
    number: int  # the number of marks
    unfolded: int  # the number of positions, symmetric ones counted separately
    positions: int  # the number of computed values, with one of each class of symmetric sets
    disk: int  # its bytes on disk, uncompressed
    slabs: int  # the number of slabs
    together: int  # the approximate bytes of the largest slab with its inputs
    network: int  # the bytes sent between machines, approximately and at most


class Plan(NamedTuple):
    cluster: Cluster  # the machines
    layers: tuple[LayerPlan, ...]  # the cost of each layer, the empty board's first
    marks: int  # the number of marks on the full board
    block: int  # the bytes of the largest set of taken cells, which is never cut
    arisen: int  # the bytes of all reachability bits, for games with a forward pass

    def total(self, field: str) -> int:
        """The sum of one of the fields over all layers."""
        return sum(getattr(layer, field) for layer in self.layers)

    @property
    def store(self) -> int:
        """The peak storage of all machines in bytes: two layers, and reachability."""
        sizes = [layer.positions for layer in self.layers]
        return max(map(sum, pairwise([0, *sizes]))) + self.arisen

    @property
    def hours_solving(self) -> float:
        """Hours to compute the values, with all processors busy."""
        each = self.cluster.nodes * self.cluster.processors * self.cluster.rate
        return self.total("positions") / each / SECONDS_IN_HOUR

    @property
    def hours_network(self) -> float:
        """Hours to send slabs, with all machines sending at the same time."""
        each = self.cluster.nodes * self.cluster.network
        return self.total("network") / each / SECONDS_IN_HOUR

    @property
    def hours_writing(self) -> float:
        return self.total("disk") / self.cluster.network / SECONDS_IN_HOUR


def plan_for(game: Game[Any], cluster: Cluster) -> Plan:
    indexer = indexer_for(game)
    if type(indexer) is not CombinatorialIndexer:
        raise UnsuitedGame(
            f"{spec_of(game)} is solved on one machine: a cluster takes only m,n,k games, Connect "
            f"Four and the cube. To see what it needs there: noughts solve {spec_of(game)}"
        )
    tables, marking = indexer.tables, indexer.marking
    slabs = Slabs(marking, parts_for(tables, cluster.nodes * cluster.processors))
    sets = orbits(marking.symmetries[:1], marking.heights)
    layers = (_layer(slabs, marks, sets[marks], cluster.nodes) for marks in range(tables.last + 1))
    bits = sum(tables.sizes) if marking.falls else 0
    block = patterns(tables.last)
    return Plan(cluster, tuple(layers), tables.last, block, bits // BITS_IN_BYTE)


def _layer(slabs: Slabs, marks: int, sets: int, nodes: int) -> LayerPlan:
    tables, tops = slabs.tables, slabs.of_layer(marks)
    return LayerPlan(
        marks,
        sets * patterns(marks),
        tables.size(marks),
        tables.stored_bytes(marks),
        len(tops),
        round(max(slabs.together(marks, top) for top in tops)),
        round(sum(_sent(slabs, marks, top, nodes - 1) for top in tops)),
    )


def _sent(slabs: Slabs, marks: int, top: int, others: int) -> float:
    """The bytes of a slab sent to other machines: once to each that needs it."""
    size = slabs.size(marks, top)
    sent = size * min(others, len(slabs.before(marks, top)))
    if slabs.marking.falls:  # reachability: to the next slabs and for its own values
        sent += size / BITS_IN_BYTE * min(others, len(slabs.after(marks, top)) + 1)
    return sent
