"""Cost model: what solving a game on a cluster needs, computed without solving."""

from typing import Any, NamedTuple

from noughts.errors import UnsuitedGame
from noughts.game import Game
from noughts.games.registry import spec_of
from noughts.tablebase.combinatorial.arrays import BYTES_IN_WORD
from noughts.tablebase.combinatorial.indexer import CombinatorialIndexer
from noughts.tablebase.combinatorial.ranking import patterns
from noughts.tablebase.partitions.slabs import Slabs, parts_for, set_counts
from noughts.tablebase.select import indexer_for

SECONDS_IN_HOUR = 3600
BITS_IN_BYTE = 8


class Cluster(NamedTuple):
    """The machines to plan for.

    Args:
        nodes: how many there are.
        processors: how many processors each has.
        rate: how many values a processor works out in a second.
        network: how many bytes a machine sends or receives in a second.
    """

    nodes: int = 16
    processors: int = 16
    rate: float = 20e6
    network: float = 1.25e9


class LayerPlan(NamedTuple):
    """The cost of a layer.

    Args:
        number: the number of marks.
        unfolded: how many positions there are, symmetric ones each for itself.
        positions: how many are worked out, of symmetric sets of cells one.
        disk: its bytes on disk, uncompressed.
        slabs: into how many slabs it is cut.
        together: the bytes of the largest slab with those that it is worked out from, about.
        network: the bytes that go from machine to machine for it, at most, about.
    """

    number: int
    unfolded: int
    positions: int
    disk: int
    slabs: int
    together: int
    network: int


class Plan(NamedTuple):
    """The cost of a game.

    Args:
        cluster: the machines.
        layers: what each layer takes, that of the empty board first.
        marks: how many marks the full board has.
        block: the bytes of the largest set of taken cells, which is never cut.
        arisen: the bytes that tell all the time which positions can arise, of games that are gone
            through forwards first.
    """

    cluster: Cluster
    layers: tuple[LayerPlan, ...]
    marks: int
    block: int
    arisen: int

    def total(self, field: str) -> int:
        """The sum of one of the fields over all layers."""
        return sum(getattr(layer, field) for layer in self.layers)

    @property
    def store(self) -> int:
        """The bytes that the machines hold together at the most: two layers, and what can arise."""
        sizes = [layer.positions for layer in self.layers]
        return max(sum(sizes[i : i + 2]) for i in range(len(sizes))) + self.arisen

    @property
    def hours_solving(self) -> float:
        """For working out the values, when all processors do nothing else."""
        each = self.cluster.nodes * self.cluster.processors * self.cluster.rate
        return self.total("positions") / each / SECONDS_IN_HOUR

    @property
    def hours_network(self) -> float:
        """For sending slabs, when all machines send at the same time."""
        each = self.cluster.nodes * self.cluster.network
        return self.total("network") / each / SECONDS_IN_HOUR

    @property
    def hours_writing(self) -> float:
        """For bringing the layers to the one machine that writes them."""
        return self.total("disk") / self.cluster.network / SECONDS_IN_HOUR


def plan_for(game: Game[Any], cluster: Cluster) -> Plan:
    """The cost of solving a game on a cluster.

    Raises:
        UnsuitedGame: it cannot be solved on a cluster.

    >>> from noughts.games.tictactoe import TicTacToe
    >>> plan = plan_for(TicTacToe(), Cluster(nodes=2, processors=1))
    >>> plan.total("unfolded"), plan.total("positions"), plan.block
    (6046, 1372, 126)
    """
    indexer = indexer_for(game)
    if type(indexer) is not CombinatorialIndexer:
        raise UnsuitedGame(
            f"{spec_of(game)} is solved on one machine: a cluster takes only m,n,k games, Connect "
            f"Four and the cube. To see what it needs there: noughts solve {spec_of(game)}"
        )
    tables = indexer.tables
    slabs = Slabs(indexer.marking, parts_for(tables, cluster.nodes * cluster.processors))
    sets = set_counts(indexer.marking.columns.values())
    layers = (_layer(slabs, marks, sets[marks], cluster.nodes) for marks in range(tables.last + 1))
    block = max(patterns(marks) for marks in range(tables.last + 1))
    bits = sum(map(tables.size, range(tables.last + 1))) if indexer.marking.falls else 0
    return Plan(cluster, tuple(layers), tables.last, block, bits // BITS_IN_BYTE)


def _layer(slabs: Slabs, marks: int, sets: int, nodes: int) -> LayerPlan:
    """The cost of a layer with that many sets, symmetric ones counted separately."""
    tables, tops = slabs.tables, slabs.of_layer(marks)
    positions = tables.size(marks)
    return LayerPlan(
        marks,
        sets * patterns(marks),
        positions,
        positions + BYTES_IN_WORD * tables.set_count(marks),
        len(tops),
        round(max(slabs.together(marks, top) for top in tops)),
        round(sum(_sent(slabs, marks, top, nodes - 1) for top in tops)),
    )


def _sent(slabs: Slabs, marks: int, top: int, others: int) -> float:
    """How many bytes of a slab go to other machines: to each that needs it once."""
    size = slabs.size(marks, top)
    sent = size * min(others, len(slabs.before(marks, top)))
    if slabs.marking.falls:  # what can arise, to those after it and for its own values
        sent += size / BITS_IN_BYTE * min(others, len(slabs.after(marks, top)) + 1)
    return sent
