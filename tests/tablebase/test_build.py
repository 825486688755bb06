"""Making tables: nothing that is done is lost, and the result is the same to the byte."""

import errno
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Barrier, BrokenBarrierError, current_thread, main_thread

import pytest

from noughts.errors import BadTablebase, DiskFull, TooLarge, UnsuitedGame
from noughts.games.registry import find_game
from noughts.knowledge import Knowledge
from noughts.tablebase.backends.backend import Threads
from noughts.tablebase.build import make_tablebase
from noughts.tablebase.indexer import Work
from noughts.tablebase.indexers.by_ply import ByPlyIndexer
from noughts.tablebase.probe import Tablebase
from noughts.tablebase.resources import Needs, free_disk, refuse_too_large
from noughts.tablebase.storage.manifest import read_manifest
from noughts.value import WIN
from tests.take import Counter, Take

# Solves in a process that kills itself, as by the power's failing, when it syncs the nth time.
KILLED = """
import os, signal, sys
from noughts.games.registry import find_game
from noughts.tablebase.indexers.by_ply import ByPlyIndexer
from noughts.tablebase.build import make_tablebase

spec, folder, syncs, compressed = sys.argv[1:]
left, sync = int(syncs), os.fsync

def fsync(file):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)
    sync(file)

os.fsync = fsync
make_tablebase(find_game(spec), folder, compressed=compressed == "True")
"""


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def after(monkeypatch):
    """Has the disk be full when something is synced for the nth time."""

    def full_at(syncs):
        left, sync = syncs, os.fsync

        def fsync(file):
            nonlocal left
            left -= 1
            if left == 0:
                raise OSError(errno.ENOSPC, "No space left on device")
            sync(file)

        monkeypatch.setattr("os.fsync", fsync)

    yield full_at
    monkeypatch.undo()


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no SIGKILL here")
@pytest.mark.parametrize(
    ("spec", "syncs", "compressed"),
    [
        *(("tictactoe", syncs, False) for syncs in (2, 3, 6, 9, 34, 62)),
        ("mnk:4,3,3", 24, True),
        ("connectfour:3,3,3", 20, False),
        *(("notakto:2", syncs, False) for syncs in (3, 21, 58, 92)),
        ("notakto:2", 40, True),
        ("morris", 5, False),
        *(("hex:3", syncs, False) for syncs in (3, 22, 41, 45, 60)),
        ("hex:3", 50, True),
    ],
)
def test_killed_at_any_moment_it_can_be_gone_on_with(spec, syncs, compressed, tmp_path):
    whole, broken, game = tmp_path / "whole", tmp_path / "broken", find_game(spec)
    make_tablebase(game, whole, compressed=compressed)
    words = [sys.executable, "-c", KILLED, spec, str(broken), str(syncs), str(compressed)]
    assert subprocess.run(words, check=False).returncode == -signal.SIGKILL
    make_tablebase(game, broken, resume=True, compressed=compressed)
    left_over = {name for name in contents(broken) if name.endswith(".part")}
    assert not left_over
    assert contents(broken) == contents(whole)


# A manifest takes two syncs, of the file and of the folder; a layer six, the last two for it.
@pytest.mark.parametrize(
    ("syncs", "kept"), [(3, []), (7, []), (9, [9]), (13, [9]), (17, [9, 8]), (19, [9, 8])]
)
def test_a_full_disk_loses_nothing(syncs, kept, tmp_path, after):
    game = find_game("tictactoe")
    make_tablebase(game, tmp_path / "whole")
    after(syncs)
    with pytest.raises(DiskFull, match="--resume"):
        make_tablebase(game, tmp_path / "full")
    assert [entry.number for entry in read_manifest(tmp_path / "full").layers] == kept
    after(10**9)
    make_tablebase(game, tmp_path / "full", resume=True)
    assert contents(tmp_path / "full") == contents(tmp_path / "whole")


@pytest.mark.parametrize("spec", ["mnk:4,3,3", "notakto:2"])
def test_the_result_does_not_depend_on_the_workers(spec, tmp_path):
    for threads in (1, 3):
        make_tablebase(find_game(spec), tmp_path / str(threads), threads=threads)
    assert contents(tmp_path / "1") == contents(tmp_path / "3")


def test_compressed_values_are_the_same_and_fewer_bytes(tmp_path):
    game = find_game("mnk:4,4,4")
    made = (
        make_tablebase(game, tmp_path / "raw"),
        make_tablebase(game, tmp_path / "packed", compressed=True),
    )
    assert made[0].layers == made[1].layers
    raw, packed = Tablebase(tmp_path / "raw"), Tablebase(tmp_path / "packed")
    for marks, entry in packed.layers.items():
        assert entry.parts["values"].size <= raw.layers[marks].parts["values"].size + 64
    position = game.start()
    for move in raw.principal_variation(position):
        assert packed.values(position) == raw.values(position)
        position = game.play(position, move)


def test_what_is_complete_is_not_solved_again(tmp_path):
    game = find_game("tictactoe")
    first, before = make_tablebase(game, tmp_path), contents(tmp_path)
    again = make_tablebase(game, tmp_path, resume=True)
    assert (again.layers, again.value) == (first.layers, first.value)
    assert contents(tmp_path) == before


def test_a_folder_with_a_table_is_not_written_over(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    with pytest.raises(BadTablebase, match="continue with --resume"):
        make_tablebase(find_game("tictactoe"), tmp_path)


def test_another_games_table_is_not_gone_on_with(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    with pytest.raises(BadTablebase, match="game tictactoe instead of mnk:4,3,3"):
        make_tablebase(find_game("mnk:4,3,3"), tmp_path, resume=True)


def test_a_folder_with_other_things_is_left_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear Ada")
    with pytest.raises(BadTablebase, match="neither an empty folder"):
        make_tablebase(find_game("tictactoe"), tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_layer_that_was_damaged_is_not_gone_on_with(tmp_path):
    make_tablebase(find_game("tictactoe"), tmp_path)
    values = tmp_path / "layer-00.values"
    values.write_bytes(b"\x11")
    with pytest.raises(BadTablebase, match=r"layer-00\.values is damaged"):
        make_tablebase(find_game("tictactoe"), tmp_path, resume=True)


def test_what_there_is_no_memory_for_is_refused_with_the_figures():
    with pytest.raises(TooLarge, match=r"36,672,999,003,913 positions need .* TB of memory;"):
        make_tablebase(find_game("connectfour"))


def test_what_there_is_no_room_for_on_disk_is_refused_with_the_figures(tmp_path):
    needs = Needs(positions=5, memory=5, disk=10**24)
    with pytest.raises(TooLarge, match=r"5 positions need up to .* EB on disk; .* free"):
        refuse_too_large(needs, tmp_path / "not" / "yet")
    refuse_too_large(needs, tmp_path, done=10**24 - 1)
    assert free_disk(tmp_path / "not" / "yet") > 0


def test_layers_are_refused_for_want_of_memory_with_the_figures(monkeypatch):
    monkeypatch.setattr("noughts.tablebase.indexers.by_ply.free_memory", lambda: 2_000)
    with pytest.raises(TooLarge, match=r"ply 4 of hex:3 has about .* needs .*; 2\.0 kB free"):
        make_tablebase(find_game("hex:3"))


def test_layers_are_refused_for_want_of_disk_and_gone_on_with(tmp_path, monkeypatch):
    game = find_game("hex:3")
    make_tablebase(game, tmp_path / "whole")
    with monkeypatch.context() as patch:
        patch.setattr("noughts.tablebase.resources.free_disk", lambda folder: 3_000)
        with pytest.raises(TooLarge, match=r"need up to .* kB on disk; 3\.0 kB free"):
            make_tablebase(game, tmp_path / "broken")
    found = read_manifest(tmp_path / "broken").found
    assert [each.number for each in found] == list(range(4))
    make_tablebase(game, tmp_path / "broken", resume=True)
    assert contents(tmp_path / "broken") == contents(tmp_path / "whole")
    assert not read_manifest(tmp_path / "whole").found


def test_a_found_layer_that_was_damaged_is_not_gone_on_with(tmp_path, after):
    game = find_game("hex:3")
    after(30)
    with pytest.raises(DiskFull):
        make_tablebase(game, tmp_path)
    after(10**9)
    keys = tmp_path / "layer-03.keys"
    keys.write_bytes(bytes(len(keys.read_bytes())))
    with pytest.raises(BadTablebase, match=r"layer-03\.keys is damaged"):
        make_tablebase(game, tmp_path, resume=True)


def test_positions_that_do_not_fit_into_words_are_told():
    class FarKnowledge(Knowledge[Counter]):
        def canonical(self, position):
            return Counter(-1) if position.left == 0 else position

    class Far(Take):
        knowledge = FarKnowledge

    with pytest.raises(UnsuitedGame, match="a position has a number below 0 or above"):
        list(ByPlyIndexer(Far(3)).solved(Work()))


def test_progress_counts_every_position(tmp_path):
    reports = []
    game = find_game("tictactoe")
    made = make_tablebase(game, tmp_path, progress=reports.append)
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert reports[-1].done == reports[-1].total == made.positions


def test_progress_tells_what_is_found_and_then_what_is_solved(tmp_path):
    for folder in (None, tmp_path):
        reports = []
        made = make_tablebase(find_game("hex:3"), folder, progress=reports.append)
        found = [report.found for report in reports if report.found]
        assert found == sorted(found)
        assert found[-1] == made.positions == reports[-1].done == reports[-1].total


class Slow(int):
    """A number that two threads add at the same time, if nobody keeps them from it."""

    both: Barrier

    def __new__(cls, number, both):
        slow = super().__new__(cls, number)
        slow.both = both
        return slow

    def __radd__(self, other):
        with suppress(BrokenBarrierError):
            self.both.wait(0.2)
        return int(self) + other


class TwoAtOnce(Threads):
    """Tells from two threads at once that five positions are done."""

    def solved(self, indexer, work):
        both = Barrier(2)
        with ThreadPoolExecutor(2) as pool:
            list(pool.map(work.done, [Slow(5, both)] * 2))
        yield from super().solved(indexer, work._replace(done=lambda positions: None))


def test_no_thread_s_positions_are_lost_in_counting():
    reports = []
    made = make_tablebase(find_game("tictactoe"), backend=TwoAtOnce(), progress=reports.append)
    assert made.positions == 10
    assert [report.done for report in reports] == [5, 10]


def test_all_that_threads_call_is_compiled_before_they_start(monkeypatch, nothing_compiled):
    pytest.importorskip("numba")
    from numba.core import event

    compiling = set()
    monkeypatch.setattr("noughts.tablebase.indexers.by_ply.INTERPRETED_POSITIONS", 0)
    monkeypatch.setattr("noughts.tablebase.indexers.by_ply.PIECE", 20)
    recorder = event.RecordingListener()
    monkeypatch.setattr(recorder, "on_start", lambda event: compiling.add(current_thread()))
    with event.install_listener("numba:compile", recorder):
        made = make_tablebase(find_game("hex:3"), threads=3)
    assert made.value.outcome == WIN
    assert compiling == {main_thread()}
