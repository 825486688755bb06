"""The clock of searches: it stands still while something is compiled, and tells who listens."""

from threading import Event, Thread

import pytest

from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.native.clock import CLOCK, Clock
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from tests.hands import Hands
from tests.heap import heap


def test_it_stands_still_while_one_of_two_threads_compiles():
    hands = Hands()
    clock = Clock(now=hands)
    begun, may_end = Event(), Event()

    def work():
        with clock.compiling():
            begun.set()
            may_end.wait()

    thread = Thread(target=work, daemon=True)
    before = clock.time()
    thread.start()
    begun.wait()
    with clock.compiling():
        hands.move(30)
    hands.move(20)
    assert clock.time() == before
    may_end.set()
    thread.join()
    hands.move(5)
    assert clock.time() == before + 5


def test_it_goes_on_when_something_cannot_be_compiled():
    hands = Hands()
    clock = Clock(now=hands)
    with pytest.raises(ZeroDivisionError), clock.compiling():
        raise ZeroDivisionError
    before = clock.time()
    hands.move(1)
    assert clock.time() == before + 1


def test_who_listens_is_told_as_long_as_it_does():
    told: list[str] = []
    clock = Clock()
    with clock.listening(lambda: told.append("a")):
        with clock.listening(lambda: told.append("b")), clock.compiling():
            pass
        with clock.compiling(told=False):
            pass
        with clock.compiling():
            pass
    with clock.compiling():
        pass
    assert told == ["a", "b", "a"]


@pytest.mark.usefixtures("cache")
def test_compiling_a_search_takes_no_time(hands, module):
    pytest.importorskip("numba")
    game = knowledge_of(module(heap()).Take())
    before = CLOCK.time()
    told: list[float] = []
    with CLOCK.listening(hands.move), CLOCK.listening(lambda: told.append(hands.seconds)):
        for _ in range(2):
            compiled(negamax, game)(game, game.start(), 0, SearchContext())
    assert told
    assert hands.seconds == 1_000 * len(told)
    assert CLOCK.time() == before
