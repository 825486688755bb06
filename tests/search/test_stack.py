"""How deep interpreted searches go, and how they end that would go deeper."""

import _thread
import sys
import threading
import time

import pytest

from noughts import source
from noughts.errors import RepeatingGame, TooDeep
from noughts.search import depth
from noughts.search.depth import in_large_stack, with_room
from noughts.search.root import ALGORITHMS, AlphaBeta, Exact, search
from noughts.value import LOSS, WIN, Value
from tests.deep import Countdown, Ring, Subtraction
from tests.each import each


def fall(plies):
    return plies and fall(plies - 1)


def fall_through_c(plies):
    """A call that takes much of the stack: Python, then C, then Python."""
    return plies and max(map(fall_through_c, [plies - 1]))


@pytest.fixture
def searching(monkeypatch):
    """The functions of this file count as a search of the house."""
    monkeypatch.setattr(source, "file_owner", lambda file: "own" if file == __file__ else "")


@pytest.fixture
def small(monkeypatch):
    """No thread has more than the smallest stack."""
    monkeypatch.setattr(depth, "LARGEST", depth.SMALLEST)


def test_interpreted_code_goes_as_deep_as_some_ten_thousand_plies():
    limit, size, threads = sys.getrecursionlimit(), threading.stack_size(), threading.active_count()
    with pytest.raises(RecursionError):
        fall(50_000)
    assert with_room(lambda: fall(100_000)) == 0
    through_c = 20_000 if sys.version_info < (3, 12) else 2_000  # of C calls, at most
    assert with_room(lambda: fall_through_c(through_c)) == 0
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, size)
    assert threading.active_count() <= threads  # one of another test may have ended meanwhile


@pytest.mark.parametrize("falls", [fall, fall_through_c])
def test_what_never_ends_is_told_and_leaves_everything_as_it_was(falls, searching):
    limit, size = sys.getrecursionlimit(), threading.stack_size()
    with pytest.raises(TooDeep, match="Start nearer to the end"):
        with_room(lambda: falls(-1))
    assert (sys.getrecursionlimit(), threading.stack_size()) == (limit, size)


def test_rules_that_never_end_say_so_themselves():
    limit = sys.getrecursionlimit()
    with pytest.raises(RecursionError, match="maximum recursion depth"):
        with_room(lambda: fall(-1))
    assert sys.getrecursionlimit() == limit


def test_a_smaller_stack_suffices_for_less(small, searching):
    assert with_room(lambda: fall(400)) == 0
    with pytest.raises(TooDeep):
        with_room(lambda: fall(50_000))


def test_without_any_thread_there_is_an_error_of_ours(monkeypatch):
    def refused(self):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(TooDeep):
        with_room(lambda: fall(50_000))


def test_other_errors_come_through():
    with pytest.raises(ZeroDivisionError):
        with_room(lambda: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        in_large_stack(lambda room: 1 // 0)


def test_interrupted_it_ends():
    """Ctrl-C reaches who waits, and the thread that works."""
    ended = []

    def work(room):
        try:
            _thread.interrupt_main()
            while True:
                time.sleep(0.001)
        finally:
            ended.append(True)

    with pytest.raises(KeyboardInterrupt):
        in_large_stack(work)
    assert ended == [True]


@pytest.mark.parametrize("algorithm", ALGORITHMS.values())
def test_every_search_goes_deep(algorithm):
    result = search(Countdown(1_500), Countdown(1_500).start(), algorithm())
    assert result.value == (LOSS, 1_500)
    assert len(result.principal_variation) == 1_500 if algorithm is Exact else True


def test_a_game_of_twenty_thousand_counters():
    """A win by two: 13,332 plies of the loser's and the winner's, and the first."""
    game = Subtraction()
    kernel = Exact()
    result = search(game, game.play(game.start(), 2), kernel)
    assert result.value == Value(LOSS, 13_332)


@each("algorithm", ALGORITHMS.values())
def test_every_search_finds_a_loop_that_the_game_is_silent_about(algorithm):
    with pytest.raises(RepeatingGame, match=r"by s1 s2 s2.*set `repeats = True` in the class"):
        search(Ring(), Ring().start(), algorithm())


def test_a_horizon_is_as_good_as_an_end():
    assert search(Ring(), Ring().start(), AlphaBeta(), limit=3).value is None


def test_what_is_too_deep_and_no_loop_is_told_so(small):
    with pytest.raises(TooDeep):
        search(Countdown(), Countdown().start(), AlphaBeta())
    assert search(Countdown(301), Countdown(301).start(), AlphaBeta()).value == (WIN, 301)
