"""The clocks of searches: the wall's and the processor's; and who hears that it compiles."""

import pytest

from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.native.clock import CLOCK, SearchClock
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from tests.hands import Hands
from tests.heap import heap


def test_the_wall_and_the_processor_have_clocks_of_their_own():
    wall, processor = Hands(), Hands()
    clock = SearchClock(wall, processor)
    wall.move(30)
    processor.move(2)
    assert (clock.time(), clock.processor()) == (30, 2)


def test_who_listens_is_told_as_long_as_it_does():
    told: list[str] = []
    clock = SearchClock()
    with clock.listening(lambda: told.append("a")):
        with clock.listening(lambda: told.append("b")):
            clock.compiling()
        clock.compiling()
    clock.compiling()
    assert told == ["a", "b", "a"]


@pytest.mark.usefixtures("cache")
def test_the_wall_s_clock_goes_on_while_a_search_is_compiled(hands, module):
    pytest.importorskip("numba")
    game = knowledge_of(module(heap()).Take())
    before = CLOCK.time()
    with CLOCK.listening(hands.move):
        compiled(negamax, game)(game, game.start(), 0, SearchContext())
    assert CLOCK.time() >= before + 1_000
