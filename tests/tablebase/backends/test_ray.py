"""Solving on several nodes, simulated on this machine: the bytes are those of threads."""

from importlib.util import find_spec

import pytest

from noughts.errors import TooLarge
from noughts.games.registry import find_game
from noughts.tablebase.backends import backend_named
from noughts.tablebase.build import make_outcomes, make_tablebase
from noughts.tablebase.storage.manifest import OF_OUTCOMES, read_manifest
from noughts.tablebase.storage.store import PlaneFolder

pytestmark = [
    # Looked for, not imported: that takes long, and every process collects the tests.
    pytest.mark.skipif(find_spec("ray") is None, reason="Ray is not installed here"),
    # Ray leaves sockets and files for the end of the process.
    pytest.mark.filterwarnings("ignore"),
]


@pytest.fixture(scope="module")
def nodes():
    """A head that solves nothing, and two nodes with a processor each: the cluster, and these.

    However small a slab is, it lies on the node that has worked it out, and is lost with it.
    """
    from ray.cluster_utils import Cluster

    cluster = Cluster(
        initialize_head=True,
        head_node_args={
            "num_cpus": 0,
            "include_dashboard": False,
            "_system_config": {"max_direct_call_object_size": 0},
        },
    )
    try:
        yield cluster, cluster.add_node(num_cpus=1), cluster.add_node(num_cpus=1)
    finally:
        cluster.shutdown()


@pytest.fixture(scope="module")
def connected(nodes):
    """The same, with Ray connected to it already, as by somebody's own program."""
    import ray

    ray.init(address=nodes[0].address, log_to_driver=False)
    yield nodes
    ray.shutdown()


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_two_nodes_write_what_threads_write(nodes, tmp_path):
    """Going forward first, as Connect Four needs it; on a cluster that is named."""
    game = find_game("connectfour:4,3,3")
    threads = make_tablebase(game, tmp_path / "threads")
    backend = backend_named("ray", address=nodes[0].address)
    made = make_tablebase(game, tmp_path / "ray", backend=backend)
    assert (made.layers, made.value) == (threads.layers, threads.value)
    assert made.positions == threads.positions
    assert contents(tmp_path / "ray") == contents(tmp_path / "threads")


class Stopped(Exception):
    """Somebody has pulled the plug."""


def test_what_was_stopped_is_gone_on_with(connected, tmp_path):
    game, backend = find_game("mnk:4,3,3"), backend_named("ray")
    whole = make_tablebase(game, tmp_path / "whole")

    def stop(report):
        if report.done > report.total // 2:
            raise Stopped

    with pytest.raises(Stopped):
        make_tablebase(game, tmp_path / "it", backend=backend, progress=stop)
    assert 0 < len(read_manifest(tmp_path / "it").layers) < 13
    made = make_tablebase(game, tmp_path / "it", backend=backend, resume=True)
    assert (made.layers, made.value) == (whole.layers, whole.value)
    assert contents(tmp_path / "it") == contents(tmp_path / "whole")


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:3,3,3,torus,misere"])
def test_only_counted_the_figures_are_the_same(spec, connected):
    game = find_game(spec)
    made, threads = make_tablebase(game, backend=backend_named("ray")), make_tablebase(game)
    assert (made.layers, made.value) == (threads.layers, threads.value)


@pytest.mark.parametrize("make", [make_tablebase, make_outcomes])
def test_a_slab_that_no_machine_can_hold_is_refused_with_the_figures(make, connected, tmp_path):
    said = r"needs? .* GB; the smallest machine of the cluster has .* \(object_store_memory\)"
    with pytest.raises(TooLarge, match=said):
        make(find_game("mnk:6,5,4"), tmp_path / "it", backend=backend_named("ray"))
    assert not (tmp_path / "it").exists()


@pytest.mark.parametrize("spec", ["connectfour:4,3,3", "mnk:3,3,3,misere"])
def test_outcomes_on_two_nodes_are_those_of_threads(spec, connected, tmp_path):
    game = find_game(spec)
    threads = make_outcomes(game, tmp_path / "threads", keep=True)
    made = make_outcomes(game, tmp_path / "ray", keep=True, backend=backend_named("ray"))
    assert made[:3] == threads[:3]
    assert contents(tmp_path / "ray") == contents(tmp_path / "threads")


def test_outcomes_only_counted_are_the_same(connected):
    game = find_game("connectfour:4,3,3")
    assert make_outcomes(game, backend=backend_named("ray"))[:3] == make_outcomes(game)[:3]


@pytest.mark.parametrize("layers", [5, 18])
@pytest.mark.parametrize(("first", "second"), [("ray", "threads"), ("threads", "ray")])
def test_outcomes_that_one_backend_began_another_ends(
    layers, first, second, connected, tmp_path, monkeypatch
):
    """Stopped on the way forward, and on the way back."""
    game, left, advance = find_game("connectfour:4,3,3"), [layers], PlaneFolder.advance
    whole = make_outcomes(game, tmp_path / "whole", keep=True)

    def limited(self, standing, needed):
        left[0] -= 1
        if left[0] < 0:
            raise Stopped
        advance(self, standing, needed)

    monkeypatch.setattr(PlaneFolder, "advance", limited)
    with pytest.raises(Stopped):
        make_outcomes(game, tmp_path / "it", keep=True, backend=backend_named(first))
    monkeypatch.undo()
    standing = read_manifest(tmp_path / "it", OF_OUTCOMES)
    assert (standing.reached < 12, len(standing.layers) > 0) == (layers < 13, layers > 13)
    backend = backend_named(second)
    made = make_outcomes(game, tmp_path / "it", keep=True, backend=backend, resume=True)
    assert made[:3] == whole[:3]
    assert contents(tmp_path / "it") == contents(tmp_path / "whole")


@pytest.mark.parametrize("when", [1 / 8, 5 / 8])
def test_outcomes_outlive_a_node(when, connected, tmp_path):
    """It dies on the way forward, or on the way back, which each take half of the time."""
    cluster, game = connected[0], find_game("connectfour:4,3,3")
    doomed, seen = cluster.add_node(num_cpus=2), []
    make_outcomes(game, tmp_path / "threads", keep=True)

    def kill_once(report):
        seen.append(report.done / report.total)
        if seen[-1] > when and doomed in cluster.worker_nodes:
            cluster.remove_node(doomed, allow_graceful=False)

    backend = backend_named("ray")
    make_outcomes(game, tmp_path / "ray", keep=True, backend=backend, progress=kill_once)
    assert doomed not in cluster.worker_nodes
    assert contents(tmp_path / "ray") == contents(tmp_path / "threads")


def test_a_node_that_dies_in_mid_solve_loses_nothing(connected, tmp_path):
    import ray

    cluster, doomed, _ = connected
    game, seen = find_game("mnk:4,3,3"), []
    make_tablebase(game, tmp_path / "threads", threads=2)

    def kill_once(report):
        if not seen:
            cluster.remove_node(doomed, allow_graceful=False)
        seen.append(report.done / report.total)

    make_tablebase(game, tmp_path / "ray", backend=backend_named("ray"), progress=kill_once)
    assert seen[0] < 1 / 4 < 1 == seen[-1]
    assert sum(node["Alive"] for node in ray.nodes()) == 2
    assert contents(tmp_path / "ray") == contents(tmp_path / "threads")
