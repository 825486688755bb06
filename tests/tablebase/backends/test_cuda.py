"""Solving on a GPU: simulated, as code for a GPU, and on one if there is one."""

import os
import re
import subprocess
import sys
from array import array
from types import SimpleNamespace

import pytest

from noughts.errors import NoBackend
from noughts.games.registry import find_game
from noughts.tablebase.backends import backend_named
from noughts.tablebase.backends.cuda import SHARED, Gathering, gather, wait_for_lanes, words_by_rank
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.tables import Tables

pytest.importorskip("numba_cuda", reason="numba-cuda is not installed here")

# What a block may share without asking for more than every GPU has.
STATIC_SHARED = 48 * 1024


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("spec", ["tictactoe", "mnk:3,3,3,misere", "connectfour:3,3,3"])
def test_the_simulator_writes_what_threads_write(spec, tmp_path):
    """It must be asked for before numba is loaded: in a process of its own."""
    make_tablebase(find_game(spec), tmp_path / "threads")
    words = ["solve", spec, "--backend", "cuda", "--output", str(tmp_path / "cuda")]
    subprocess.run(
        [sys.executable, "-m", "noughts", *words],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        check=True,
        capture_output=True,
    )
    assert contents(tmp_path / "cuda") == contents(tmp_path / "threads")


def test_the_kernel_compiles_for_a_gpu_without_one(monkeypatch):
    """For Hopper, as PTX; its shared tables fit every GPU."""
    import numba
    from numba import cuda
    from numba.cuda import dispatcher

    from noughts.native.gpu import LaneKernel, arrays

    hopper = SimpleNamespace(compute_capability=(9, 0))
    monkeypatch.setattr(dispatcher, "get_current_device", lambda: hopper)
    marking = marking_of(find_game("tictactoe"))
    assert marking is not None
    tables = Tables(marking)
    layer = tables.layer(5)
    task = Gathering(tables.board, layer, layer, words_by_rank(layer), array("q", [0] * 4), 1)
    plain = LaneKernel(gather, wait_for_lanes, SHARED).plain
    text, _ = cuda.compile_ptx(plain, (numba.typeof(arrays(task)),), cc=(9, 0))
    assert ".target sm_90" in text
    (size,) = re.findall(r"\.shared .*\[(\d+)\];", text)
    assert int(size) == 8 * SHARED < STATIC_SHARED
    assert "bar.sync" in text or "barrier.sync" in text


def test_a_gpu_writes_what_threads_write(tmp_path):
    try:
        backend = backend_named("cuda")
    except NoBackend as error:
        pytest.skip(str(error))
    for spec in ("mnk:4,4,4", "mnk:4,3,3,misere", "connectfour:4,4"):
        make_tablebase(find_game(spec), tmp_path / "threads" / spec)
        make_tablebase(find_game(spec), tmp_path / "cuda" / spec, backend=backend)
        assert contents(tmp_path / "cuda" / spec) == contents(tmp_path / "threads" / spec)
