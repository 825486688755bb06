"""Backends by their names, and what is said where one cannot be had."""

import re
import subprocess
import sys

import pytest

from noughts.errors import NoBackend, TooLarge, UnsuitedGame, to_install
from noughts.games.registry import find_game
from noughts.tablebase.backends import backend_named
from noughts.tablebase.backends.backend import Backend, Threads
from noughts.tablebase.build import make_outcomes, make_tablebase
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.combinatorial.marks_indexer import IndexedSolving
from noughts.tablebase.combinatorial.tables import MOST_MARKS, Tables

SOLVED = """
import sys
from noughts.games.tictactoe import TicTacToe
from noughts.tablebase.build import make_tablebase
make_tablebase(TicTacToe())
print(*sorted({"ray", "numba_cuda", "numba.cuda"} & set(sys.modules)))
"""


def test_threads_load_neither_ray_nor_cuda():
    words = [sys.executable, "-c", SOLVED]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout == "\n"


def test_a_backend_that_does_not_exist():
    with pytest.raises(NoBackend, match="Unknown backend 'abacus'"):
        backend_named("abacus")


def test_an_address_is_rays():
    with pytest.raises(NoBackend, match="needs the backend ray, not threads"):
        backend_named("threads", address="10.0.0.1:6379")


def test_without_ray_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(NoBackend, match=re.escape(to_install("ray"))):
        backend_named("ray")


def test_without_numba_cuda_it_says_what_to_install(monkeypatch):
    monkeypatch.setattr("noughts.tablebase.backends.cuda.find_spec", lambda name: None)
    with pytest.raises(NoBackend, match=re.escape(to_install("cuda"))):
        backend_named("cuda")


def test_without_a_gpu_it_says_so(monkeypatch):
    cuda = pytest.importorskip("numba_cuda") and pytest.importorskip("numba.cuda")
    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(NoBackend, match="needs an NVIDIA GPU with its driver; none found"):
        backend_named("cuda")


def test_a_game_that_a_backend_does_not_take(tmp_path):
    pytest.importorskip("ray")
    for spec in ("morris", "nim:2,3"):
        with pytest.raises(UnsuitedGame, match=r"solves only games of marks.*--backend threads"):
            make_tablebase(find_game(spec), tmp_path / "it", backend=backend_named("ray"))
    assert not (tmp_path / "it").exists()


@pytest.mark.parametrize("address", ["127.0.0.1:9", "nowhere.invalid:6379"])
@pytest.mark.parametrize("make", [make_tablebase, make_outcomes])
def test_a_cluster_that_does_not_answer(make, address, tmp_path):
    """No folder is begun that could only be resumed."""
    pytest.importorskip("ray")
    backend = backend_named("ray", address=address)
    with pytest.raises(NoBackend, match=f"No Ray cluster answers at {address}: "):
        make(find_game("tictactoe"), tmp_path / "it", backend=backend)
    assert not (tmp_path / "it").exists()


def test_outcomes_that_a_backend_does_not_find(tmp_path):
    class Abacus(Threads):
        name = "abacus"
        outcomes = Backend.outcomes

    with pytest.raises(NoBackend, match="abacus does not find outcomes alone; use --backend thr"):
        make_outcomes(find_game("tictactoe"), tmp_path / "it", backend=Abacus())
    assert not (tmp_path / "it").exists()


def test_a_cluster_that_wants_a_token(monkeypatch):
    """Ray itself says only that it failed."""
    ray = pytest.importorskip("ray")

    def refuse(**_settings):
        raise ConnectionError("Failed to connect to Ray cluster at 10.0.0.1:6379")

    monkeypatch.setattr(ray, "init", refuse)
    with pytest.raises(NoBackend, match="If it asks for a token, set RAY_AUTH_MODE=token"):
        make_tablebase(find_game("tictactoe"), backend=backend_named("ray", address="auto"))


def test_a_board_with_more_marks_than_can_be_numbered():
    marking = marking_of(find_game("connectfour:7,5"))
    assert marking is not None
    assert marking.cells > MOST_MARKS
    with pytest.raises(TooLarge, match="holds 35 marks; values can be stored for at most 32"):
        IndexedSolving(Tables(marking))
