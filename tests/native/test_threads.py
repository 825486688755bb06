"""Compiling in several threads at once."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event, Thread

import pytest

from tests.each import each

pytest.importorskip("numba")
from numba import config

from noughts.games.mnk import MNK
from noughts.native.calls import kernel_form, search_form
from noughts.native.compiler import _taught
from noughts.search.negamax import negamax
from noughts.tablebase.indexers.by_ply import unify

GAME = MNK(3, 3, 3)


def test_threads_that_overlap_leave_the_flag_as_it_was():
    """The first one to come is the first one to leave, while the second is still inside."""
    before = config.SLP_VECTORIZE
    first_inside, first_may_leave = Event(), Event()

    def first():
        with _taught(GAME):
            first_inside.set()
            first_may_leave.wait(1)

    def second():
        first_inside.wait()
        first_may_leave.set()
        with _taught(GAME):
            thread.join(1)
            assert config.SLP_VECTORIZE == 1

    thread = Thread(target=first)
    thread.start()
    second()
    assert config.SLP_VECTORIZE == before


def test_compiling_that_leads_to_more_compiling_leaves_the_flag_as_it_was():
    before = config.SLP_VECTORIZE
    with _taught(GAME):
        with _taught(GAME):
            pass
        assert config.SLP_VECTORIZE == 1
    assert config.SLP_VECTORIZE == before


@each("kind", ["search", "kernel"])
def test_threads_that_ask_at_once_get_the_same_form(kind):
    """Whoever comes second finds what the first has made, however long that takes."""
    both = Barrier(2)

    def ask(_):
        both.wait()
        if kind == "search":
            return search_form(negamax, MNK(3, 4, 3))
        return kernel_form(unify)

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(ask, range(2))
    assert first is second
