"""A search that tells what it does, and the one that it is a copy of."""

from types import FunctionType

from noughts import TicTacToe
from noughts.knowledge import knowledge_of
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.minimax import max_value, min_value
from noughts.search.recorder import TellingTable, copied, instrument
from noughts.search.table import pack_bounds
from noughts.value import INFINITY


class Listener:
    def __init__(self):
        self.heard = []

    def enter(self, name, given):
        self.heard.append((name, given["position"], given["ply"]))

    def leave(self, score):
        self.heard.append(score)

    def probed(self, position, entry):
        self.heard.append(("found", position, entry))

    def stored(self, position):
        self.heard.append(("kept", position))


GAME = TicTacToe()
KNOWN = knowledge_of(GAME)
POSITION = GAME.parse("xxo/oox/xo1 x")[0]  # one move, which draws
AFTER = GAME.play(POSITION, 8)


def test_functions_that_call_each_other_tell_in_turn():
    listener = Listener()
    assert instrument(listener, max_value, min_value)(KNOWN, POSITION, 0, SearchContext()) == 0
    assert listener.heard == [("max_value", POSITION, 0), ("min_value", AFTER, 1), 0, 0]


def test_the_same_is_found_in_as_many_nodes():
    listener, told, plain = Listener(), SearchContext(), SearchContext()
    position = GAME.parse("o1x/1x1/o2 x")[0]
    search = instrument(listener, alphabeta)
    given = (KNOWN, position, -INFINITY, INFINITY, 0)
    assert search(*given, told) == alphabeta(*given, plain)
    assert told.nodes == plain.nodes == len(listener.heard) / 2


def test_a_copy_has_globals_of_its_own():
    assert isinstance(min_value, FunctionType)
    copy = copied(min_value)
    copy.__globals__["max_value"] = None
    assert min_value.__globals__["max_value"] is max_value
    assert (copy.__name__, copy.__module__) == (min_value.__name__, min_value.__module__)


def test_a_table_tells_what_it_is_asked_and_told():
    listener = Listener()
    table = TellingTable(listener)
    assert table.find("here") == 0
    table.store("here", pack_bounds(1, 2))
    assert table.find("here") == pack_bounds(1, 2)
    assert listener.heard == [
        ("found", "here", 0),
        ("kept", "here"),
        ("found", "here", pack_bounds(1, 2)),
    ]
