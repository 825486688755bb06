"""The clocks of searches: the wall's and the processor's; and who hears that it compiles."""

from functools import partial

import pytest

from noughts import reading
from noughts.knowledge import knowledge_of
from noughts.native import Coming, compiled
from noughts.native.clock import CLOCK, SearchClock
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.value import BASE, LOSS, OPEN
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
def test_the_wall_s_clock_goes_on_while_a_search_is_compiled(hands, module, monkeypatch):
    pytest.importorskip("numba")
    game = knowledge_of(module(heap()).Take())
    before = CLOCK.time()
    with CLOCK.listening(hands.move):
        compiled(negamax, game)(game, game.start(), 0, SearchContext())
    assert CLOCK.time() >= before + 1_000
    # The next search has the code at once; to find it, it reads the rules once.
    read = []
    monkeypatch.setattr(reading, "content", partial(noting, read, reading.content))
    asked = game, game.start(), 0, SearchContext()
    form = Coming(negamax, game).form(*asked)
    assert form is not None
    assert read == [game]
    assert form(*asked) == BASE - 5  # one, then four in each two plies
    # Rules that have changed since have no code.
    type(game.game).outcome = lambda self, position: LOSS if position.left <= 1 else OPEN
    assert Coming(negamax, game).form(*asked) is None


def noting(read, content, thing, *others):
    read.append(thing)
    return content(thing, *others)
