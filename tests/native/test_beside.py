"""Compiling beside the search: in another process, which outlives this one, or in a thread."""

import pickle
import sys
from contextlib import suppress
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import pytest

from noughts import native
from noughts.errors import NotCompilable
from noughts.games.registry import spec_of
from noughts.games.tictactoe import TicTacToe
from noughts.native import COMPILE_SECONDS, ENOUGH_SECONDS, LOAD_SECONDS, Coming, at_hand, beside
from noughts.native import calls as calls_module
from noughts.native.beside import KEPT, REFUSED, UNKEPT, Job
from noughts.native.calls import keep_on_disk
from noughts.native.clock import CLOCK
from noughts.native.object_code import CONSTANT, NUMBER, RowKind
from noughts.value import OPEN
from tests.hands import Hands

GAME = TicTacToe()
START = GAME.start()


class Process:
    """Stands in place of a process that compiles."""

    returncode: int | None = None

    def poll(self) -> int | None:
        """How it has ended, if it has."""
        return self.returncode


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> list[Process]:
    """The processes that were started; none of them does anything."""
    started: list[Process] = []

    def start(_: bytes) -> Process:
        started.append(Process())
        return started[-1]

    monkeypatch.setattr(beside, "_started", start)
    monkeypatch.setattr(Job, "_compiling", None)
    return started


@pytest.fixture
def used(monkeypatch: pytest.MonkeyPatch) -> Hands:
    """The processor's clock."""
    used = Hands()
    monkeypatch.setattr(CLOCK, "processor", used)
    return used


def spend(coming: Coming[Any, Any], used: Hands, seconds: float) -> None:
    """Search interpreted for so long."""
    with coming.interpreting():
        coming.plain(GAME, START)
        used.move(seconds)


@pytest.mark.usefixtures("nothing_compiled")
def test_what_takes_a_moment_is_neither_loaded_nor_compiled(processes, used, monkeypatch):
    monkeypatch.setattr(calls_module, "is_at_hand", None)  # an error if it is asked
    coming = Coming(TicTacToe.outcome, GAME)
    spend(coming, used, LOAD_SECONDS / 2)
    assert coming.form() is None
    assert not coming.begun
    assert processes == []


@pytest.mark.usefixtures("nothing_compiled")
def test_what_takes_longer_is_compiled_by_one_process_and_awaited_after_a_second(processes, used):
    pytest.importorskip("numba")
    coming = Coming(TicTacToe.outcome, GAME)
    spend(coming, used, 2 * COMPILE_SECONDS)
    for _ in range(3):
        assert coming.form() is None
    assert len(processes) == 1
    assert coming.begun
    assert not coming.is_awaited(ENOUGH_SECONDS / 2)
    assert coming.is_awaited(ENOUGH_SECONDS)


@pytest.mark.usefixtures("nothing_compiled")
def test_how_long_it_took_on_the_wall_says_nothing(processes, used, hands):
    """On a busy machine little is searched in a second: that makes it no more worth compiling."""
    coming = Coming(TicTacToe.outcome, GAME)
    with coming.interpreting():
        coming.plain(GAME, START)
        hands.move(60)
    assert coming.form() is None
    assert not processes


def test_one_thing_at_a_time_is_compiled(processes):
    first, second = Job(lambda: None, GAME), Job(lambda: None, GAME)
    assert not first.is_done()
    assert not second.is_done()
    assert len(processes) == 1
    processes[0].returncode = KEPT
    assert not second.is_done()
    assert len(processes) == 2


def test_what_the_process_cannot_compile_is_not_tried_again(processes):
    job = Job(lambda: None, GAME)
    job.is_done()
    processes[0].returncode = REFUSED
    for _ in range(2):
        with pytest.raises(NotCompilable):
            job.is_done()
    assert len(processes) == 1


@pytest.mark.parametrize("code", [UNKEPT, 1, -9])
def test_what_the_process_could_not_keep_is_compiled_in_a_thread(processes, code):
    done: list[int] = []
    job = Job(lambda: done.append(1), GAME)
    job.is_done()
    processes[0].returncode = code
    job.is_done()
    assert job._thread is not None
    job._thread.join()
    assert job.is_done()
    assert done == [1]


def test_so_is_what_another_process_cannot_find(processes):
    class Here(TicTacToe):
        pass

    for asked in (None, Here()):
        job = Job(lambda: None, asked)
        job.is_done()
        assert job._thread is not None
        job._thread.join()
        assert job.is_done()
    assert processes == []


def test_errors_in_the_thread_are_told(processes):
    def refuse() -> None:
        raise NotCompilable("No.")

    job = Job(refuse, None)
    with suppress(NotCompilable):  # it may be as quick as that
        job.is_done()
    assert job._thread is not None
    job._thread.join()
    with pytest.raises(NotCompilable, match="No"):
        job.is_done()


# The process that compiles.


OF_POSITION = (CONSTANT, RowKind(type(START), (NUMBER, NUMBER)))


def ask(monkeypatch: pytest.MonkeyPatch, function: object, *kinds: object) -> int:
    """How the process ends that is asked to compile a function for arguments of these kinds."""
    asked = BytesIO(pickle.dumps(sys.path) + pickle.dumps((keep_on_disk, (function, GAME, kinds))))
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=asked))
    monkeypatch.setattr("os.nice", lambda _: None)
    return beside.main()


@pytest.mark.usefixtures("nothing_compiled")
def test_the_process_compiles_what_the_next_one_loads(monkeypatch):
    pytest.importorskip("numba")
    assert not at_hand(TicTacToe.outcome, GAME, GAME, START)
    assert ask(monkeypatch, TicTacToe.outcome, *OF_POSITION) == KEPT
    assert at_hand(TicTacToe.outcome, GAME, GAME, START)
    coming = Coming(TicTacToe.outcome, GAME)
    with coming.interpreting():
        coming.plain(GAME, START)
        begun = coming._since or 0
        monkeypatch.setattr(CLOCK, "processor", lambda: begun + 2 * LOAD_SECONDS)
        coming.form()
        assert coming._looking is not None
        coming._looking.join()
        form = coming.form()
    assert form is not None
    assert form(GAME, START) == OPEN
    again = Coming(TicTacToe.outcome, GAME)
    assert again.form(GAME, START) is not None  # at once: this process has loaded it
    for kept in (calls_module._forms.cache_clear, native._prefixes.cache_clear,
                 calls_module.loaded.clear):  # fmt: skip  # as in another process
        kept()
    sooner, other = Coming(TicTacToe.outcome, GAME), Coming(TicTacToe.moves, GAME)
    assert 0 < LOAD_SECONDS - sooner.spent < LOAD_SECONDS == LOAD_SECONDS - other.spent


@pytest.mark.usefixtures("nothing_compiled")
def test_the_process_says_if_it_cannot(monkeypatch):
    pytest.importorskip("numba")
    assert ask(monkeypatch, spec_of, CONSTANT) == REFUSED


@pytest.mark.usefixtures("nothing_compiled")
def test_a_process_of_its_own_says_it_too(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(Job, "_compiling", None)
    job = Job(lambda: None, (keep_on_disk, (spec_of, GAME, (CONSTANT,))))
    assert not job.is_done()
    assert job._process is not None
    job._process.wait()
    with pytest.raises(NotCompilable):
        job.is_done()


def test_a_folder_that_cannot_be_written_to_keeps_nothing(monkeypatch, nothing_compiled, tmp_path):
    (tmp_path / "compiled").write_text("a file in its place")
    assert ask(monkeypatch, TicTacToe.outcome, *OF_POSITION) == UNKEPT


def test_two_processes_do_not_compile_the_same(tmp_path):
    """The second one finds the file that the first one, which holds the claim, has made."""
    path = tmp_path / "native" / "it.code"
    with beside.alone(path):
        assert path.with_suffix(".making").exists()
        path.write_text("made")
        with beside.alone(path):
            pass
    assert [each.name for each in path.parent.iterdir()] == ["it.code"]
