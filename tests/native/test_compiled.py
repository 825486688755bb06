"""Rules and searches in compiled form: what may be used in them, and what is said of the rest."""

from typing import Any

import pytest

from tests.each import each

pytest.importorskip("numba")
from hypothesis import given
from hypothesis import strategies as st

from noughts import bits
from noughts.errors import NotCompilable, SearchStopped
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.knowledge import Knowledge, knowledge_of
from noughts.native import compiled, fastest, why_not
from noughts.search.alphabeta import alphabeta
from noughts.search.context import SearchContext
from noughts.search.exact import exact
from noughts.search.negamax import negamax
from noughts.search.root import Negamax, search
from noughts.search.table import ArrayTable, pack_bounds
from noughts.solving.solver import Solver
from noughts.value import BASE, INFINITY, OPEN, WIN, Value
from tests.heap import KNOWING, heap, nodes

pytestmark = pytest.mark.usefixtures("cache")
TICTACTOE = knowledge_of(TicTacToe())


def visited(game) -> int:
    """How many nodes the compiled search visits; those of the interpreted one are the same."""
    runs, known = (SearchContext(), SearchContext()), knowledge_of(game)
    scores = [
        kernel(known, game.start(), 0, run)
        for kernel, run in zip((negamax, compiled(negamax, known)), runs, strict=True)
    ]
    assert scores[0] == scores[1]
    assert runs[0].nodes == runs[1].nodes
    return runs[1].nodes


class NeverCompiled(TicTacToe):
    """A class of which Numba has not heard before."""


def outcome_of(game, position):
    return game.outcome(position)


def test_the_first_thing_asked_of_knowledge_may_be_what_its_game_answers():
    """What else such a search calls can be at hand from an earlier run, so nothing comes before."""
    known: Any = Knowledge(NeverCompiled())
    start = known.start()
    assert compiled(outcome_of, known)(known, start) == OPEN


# What rules may use.

GOOD = {
    "plain numbers": heap(),
    "a parameter": heap(most="self.most", body="most: int = 3"),
    "a property": heap(most="self.most", body="@property\n    def most(self): return 3"),
    "a cached property": heap(
        most="self.most",
        head="from functools import cached_property",
        body="@cached_property\n    def most(self): return self.size // 3",
    ),
    "a short tuple": heap(most="self.MOST[2]", body="MOST = (1, 2, 3)"),
    "a loop over a short tuple": heap(
        most="self.sum()",
        body="ONES = (1, 1, 1)\n    def sum(self):\n        n = 0\n        for one in self.ONES:\n"
        "            n += one\n        return n",
    ),
    "a tuple longer than code can spell out": heap(
        most="self.MOST[position.left % 2 * 99]", body="MOST = (3,) * 100"
    ),
    "a tuple of pairs": heap(
        most="self.sum()",
        body="PAIRS = ((1, 0), (2, 0))\n    def sum(self):\n        n = 0\n"
        "        for a, b in self.PAIRS:\n            n += a + b\n        return n",
    ),
    "a global tuple": heap(most="MOST[1]", head="MOST = (2, 3)"),
    "another method": heap(most="self.most(1)", body="def most(self, n, more=2): return n + more"),
    "a generator": heap(body="def moves_(self, p): yield 1").replace(
        "return range(1, min(3, position.left) + 1)",
        "n = 1\n        while n <= min(3, position.left):\n            yield n\n            n += 1",
    ),
    "a helper": heap(most="most()", head="def most(): return 3"),
    "a helper defined later": heap(most="most()") + "\ndef most(): return 3\n",
    "a lambda": heap(most="most()", head="most = lambda: 3"),
    "a closure": heap(
        most="most()",
        head="def make(n):\n    def most(): return n\n    return most\nmost = make(3)",
    ),
    "the bits": heap(most="count(7)", head="from noughts.bits import count"),
    "the bits by their module": heap(most="bits.count(7)", head="from noughts import bits"),
    "a list": heap(most="sum([n for n in (1, 2, 5) if n < 3])"),
    "a rule of the class it is derived from": heap()
    + "\nclass Other(Take):\n    def moves(self, position):\n"
    "        for move in super().moves(position):\n            yield move\nTake = Other",
    "a rule of a class by its name": heap()
    + "\nclass Other(Take):\n    def play(self, position, move):\n"
    "        return Take_.play(self, position, move)\nTake_ = Take\nTake = Other",
    "a rule of a rule of the class it is derived from": heap(most="2")
    + "\nclass Other(Take):\n    def moves(self, position):\n"
    "        for move in super().moves(position):\n            yield move\n"
    "        if position.left > 2:\n            yield 3\n"
    "class Third(Other):\n    def moves(self, position):\n"
    "        for move in super().moves(position):\n            yield move\nTake = Third",
    "a subclass": heap() + "\nclass Other(Take):\n    pass\nTake = Other",
    "an overridden method": heap(most="2")
    + "\nclass Other(Take):\n    def moves(self, position):\n"
    "        return range(1, min(3, position.left) + 1)\nTake = Other",
}


# Calls that look like one of a base's method, and are not what they look like.
MISTAKABLE = {
    "what stands between is no method": heap(
        most="self.most(1)", body="def most(self, n): return 3"
    )
    + "class Between(Take):\n    most = staticmethod(lambda n: 2)\n"
    "class Last(Between):\n    def most(self, n): return super().most(n)\nTake = Last",
    "another function has the name": heap(
        most="most_of_Take() + self.most() - 3",
        head="def most_of_Take(): return 2",
        body="def most(self): return 3",
    )
    + "class Last(Take):\n    def moves(self, position):\n"
    "        return range(1, min(most_of_Take() + Take_.most(self) - 3, position.left) + 1)\n"
    "Take_ = Take\nTake = Last",
    "two bases have one name": heap(most="self.most()", body="def most(self): return 3")
    + "Old = Take\nclass Take(Old):\n    def most(self): return 4\nNew = Take\n"
    "class Last(Take):\n    def most(self): return (New.most(self) - Old.most(self)) * 2\n"
    "Take = Last",
    "super is another function": heap(most="self.most()", body="def most(self): return 3")
    + "class Other:\n    def most(self): return 2\ndef super(): return Other()\n"
    "class Last(Take):\n    def most(self): return super().most()\nTake = Last",
    "a local name is not the class": heap(most="self.most()", body="def most(self): return 3")
    + "class Two(NamedTuple):\n    n: int\n    def most(self, other): return self.n\n"
    "class Last(Take):\n    def most(self):\n        Old = Two(2)\n        return Old.most(self)\n"
    "Old = Take\nTake = Last",
}


@pytest.mark.parametrize("kind", MISTAKABLE)
def test_only_the_method_that_python_calls_is_compiled(module, kind):
    game, run = knowledge_of(module(MISTAKABLE[kind]).Take()), SearchContext()
    fastest(negamax, game)(game, game.start(), 0, run)
    assert run.nodes == nodes(9, 2)


FEW = ("a cached property", "a generator", "an overridden method")


@each("kind", FEW, large=[kind for kind in GOOD if kind not in FEW])
def test_rules_may_use(module, kind):
    assert visited(module(GOOD[kind]).Take()) == nodes(9, 3)


def test_rules_may_use_helpers_of_other_modules_that_call_each_other(module):
    text = heap(most="helpers.most(9)", head="import helpers")
    helpers = (
        "LIMIT = 3\ndef most(n): return less(n) if n > LIMIT else n\ndef less(n): return LIMIT"
    )
    assert visited(module(text, helpers=helpers).Take()) == nodes(9, 3)


def test_games_with_other_parameters_do_not_mix(module):
    """Parameters are constants of the compiled code, so each needs code of its own."""
    text = heap(
        most="self.most",
        head="from dataclasses import field",
        body="most: int = 3\n    hidden: int = field(default=0, repr=False)",
    ).replace("min(self.most", "min(self.most - self.hidden")
    take = module(text).Take
    for _ in range(2):
        assert visited(take(9, 3)) == nodes(9, 3)
        assert visited(take(9, 2)) == nodes(9, 2)
        assert visited(take(7, 3)) == nodes(7, 3)
        assert visited(take(9, 3, 1)) == nodes(9, 2)


def test_games_of_the_same_name_in_two_modules_do_not_mix(module):
    first, second = (module(heap(most=most)).Take() for most in ("3", "2"))
    assert (visited(first), visited(second), visited(first)) == (
        nodes(9, 3),
        nodes(9, 2),
        nodes(9, 3),
    )


def test_equal_games_share_their_code():
    game, again, other = (knowledge_of(MNK(*mnk)) for mnk in ((4, 3, 3), (4, 3, 3), (3, 4, 3)))
    assert compiled(negamax, game) is compiled(negamax, again)
    assert compiled(negamax, game) is not compiled(negamax, other)


@each("head", ["MOST = (3,)", "MOST = [3]"])
def test_what_is_changed_later_as_in_a_notebook_counts(module, head):
    loaded = module(heap(most="self.most", head=head, body=MOST_OF_A_GLOBAL))
    game = loaded.Take()
    assert visited(game) == nodes(9, 3)
    loaded.MOST = (2,)
    assert visited(game) == visited(loaded.Take()) == nodes(9, 2)
    loaded.Take.moves = lambda self, position: range(1, min(1, position.left) + 1)
    assert Solver(game).value(game.start()) == Value(WIN, 9)
    # Code is for the knowledge as it is made now, whatever an old one has stored.
    loaded = module(heap() + KNOWING)
    known: Any = knowledge_of(loaded.Take())
    assert compiled(most_of, known)(known) == known.most == 3
    loaded.MOST = 2
    new: Any = knowledge_of(loaded.Take())
    assert compiled(most_of, known)(known) == new.most == 2


def most_of(known):
    return known.most


MOST_OF_A_GLOBAL = "@property\n    def most(self): return MOST[0]"


# What cannot be compiled.

BAD = {
    "positions of text": (heap(), "Heap(self.size, 0)", "'abc'"),
    "positions that are lists": (heap(), "Heap(self.size, 0)", "[self.size, 0]"),
    "positions that are objects": (heap(), "Heap(self.size, 0)", "object()"),
    "positions with text in them": (heap(), "Heap(self.size, 0)", "Heap('abc', 0)"),
    "helpers that call each other": (
        heap(
            most="most(9)",
            head="def most(n): return n if n <= 3 else less(n)\ndef less(n): return most(n - 1)",
        ),
        "",
        "",
    ),
    "the standard library": (heap(most="int(math.sqrt(9))", head="import math"), "", ""),
    "a set": (heap(most="len({1, 2, position.left})"), "", ""),
    "an array of NumPy's": (
        heap(most="M[0]", head="import numpy as np\nM = np.array([3])"),
        "",
        "",
    ),
    "a helper that somebody else compiles": (
        heap(most="most()", head="from numba import njit\n@njit\ndef most(): return 3"),
        "",
        "",
    ),
    "a division": (heap(most="int(position.left / 2)"), "", ""),
    "a name that may be unset": (
        heap(
            body="def most(self, left):\n        if left:\n            n = 3\n        return n",
            most="self.most(position.left)",
        ),
        "",
        "",
    ),
    "a dict of the module": (heap(most="MOST[0]", head="MOST = {0: 3}"), "", ""),
    "a list of the class": (heap(most="self.MOST[0]", body="MOST = [3]"), "", ""),
    "a static method": (
        heap(most="self.most()", body="@staticmethod\n    def most(): return 3"),
        "",
        "",
    ),
    "a name that is not there": (heap(most="missing"), "", ""),
    "a regular expression": (heap(most="len(re.sub('a', 'b', 'ccc'))", head="import re"), "", ""),
    "mixed results": (heap(), "return LOSS if", "return 'lost' if"),
}


# What must be named, where it has a name.
CULPRITS = {
    "a dict of the module": "MOST, a dict (",
    "a set": "a set (",
    "a division": "/ (",
    "a name that may be unset": "may be unset",
    "helpers that call each other": "most() calls itself",
    "positions of text": "str is not a NamedTuple of whole numbers",
    "a static method": "self.most, a function (",
    "a name that is not there": "missing (",
}


@each("kind", BAD)
def test_why_not_says_why_in_a_sentence(module, kind):
    text, old, new = BAD[kind]
    game = module(text.replace(old, new) if old else text).Take()
    said = why_not(game)
    assert said.startswith("Take cannot be compiled, so it runs interpreted")
    assert "\n" not in said
    assert "<function _chooser" not in said
    assert CULPRITS.get(kind, "") in said
    assert fastest(negamax, knowledge_of(game)) is negamax


def test_why_not_says_nothing_of_rules_that_can_be_compiled(module):
    game = module(heap()).Take()
    known = knowledge_of(game)
    assert why_not(game) == ""
    assert fastest(negamax, known) is compiled(negamax, known)


def test_what_cannot_be_compiled_runs_interpreted(module):
    game = module(heap(most="MOST[0]", head="MOST = {0: 3}")).Take()
    known = knowledge_of(game)
    with pytest.raises(NotCompilable):
        compiled(negamax, known)(known, game.start(), 0, SearchContext())
    assert search(game, game.start(), Negamax(), prepare=fastest).nodes == nodes(9, 3)
    # Nine counters, up to three at a time: leave a multiple of four, and win in 5.
    assert Solver(game).value(game.start()) == Value(WIN, 5)


@pytest.mark.usefixtures("compiled_at_once")
def test_a_solver_goes_on_interpreted_when_a_large_game_cannot_be_compiled(module):
    game = module(heap(most="MOST[0]", head="MOST = {0: 3}")).Take(29)
    assert Solver(game).value(game.start()) == Value(WIN, 15)


def test_only_plain_functions_can_be_compiled():
    with pytest.raises(NotCompilable, match="not a plain function"):
        compiled(len, TICTACTOE)


# Bits.


@pytest.fixture(scope="module")
def compiled_bits():
    return compiled(count_of, TICTACTOE), compiled(lowest_of, TICTACTOE)


def count_of(game, cells):
    return bits.count(cells)


def lowest_of(game, cells):
    return bits.lowest(cells)


@given(st.integers(0, 2**62 - 1))
def test_one_instruction_counts_as_python_does(compiled_bits, cells):
    count, lowest = compiled_bits
    assert count(TICTACTOE, cells) == bits.count(cells)
    if cells:
        assert lowest(TICTACTOE, cells) == bits.lowest(cells)


# What a search changes while it runs.


def test_the_fields_of_a_run_come_back_even_after_an_exception():
    run = SearchContext(limit=3, budget=50)
    with pytest.raises(SearchStopped):
        compiled(negamax, TICTACTOE)(TICTACTOE, TICTACTOE.start(), 0, run)
    assert (run.nodes, run.cut_off, run.limit, run.budget) == (50, 1, 3, 50)


def test_a_run_goes_on_where_it_stood():
    run = SearchContext(limit=2)
    for times in (1, 2, 3):
        compiled(negamax, TICTACTOE)(TICTACTOE, TICTACTOE.start(), 0, run)
        assert run.nodes == times * (1 + 9 + 72)


@given(
    st.lists(
        st.tuples(
            st.tuples(st.integers(0, 2**62 - 1), st.integers(0, 2**62 - 1)),
            st.integers(-BASE, BASE),
        ),
        max_size=30,
    )
)
def test_a_table_is_the_same_memory_to_both(kept):
    """What one form keeps the other finds, in the same slot."""
    keep, find = compiled(keep_in, TICTACTOE), compiled(find_in, TICTACTOE)
    ours, theirs = ArrayTable(2, 4), ArrayTable(2, 4)
    for position, score in kept:
        marks = Marks(*position)
        ours.store(marks, pack_bounds(score, score))
        keep(TICTACTOE, theirs, marks, pack_bounds(score, score))
        assert find(TICTACTOE, ours, marks) == theirs.find(marks) == pack_bounds(score, score)
    assert ours.memory == theirs.memory


def keep_in(game, table, position, entry):
    table.store(position, entry)


def find_in(game, table, position):
    return table.find(position)


def test_a_search_leaves_the_same_table_in_both_forms():
    game = knowledge_of(MNK(4, 3, 3))
    position, _ = game.game.parse("xo2/1x2/o3 x")
    tables = ArrayTable(2, 6), ArrayTable(2, 6)
    runs = SearchContext(), SearchContext()
    for kernel, table, run in zip((exact, compiled(exact, game)), tables, runs, strict=True):
        kernel(game, position, -INFINITY, INFINITY, run, table)
    assert runs[0].nodes == runs[1].nodes
    assert tables[0].memory == tables[1].memory
    assert any(tables[0].memory)


def test_windows_reach_compiled_code_as_they_are():
    game = knowledge_of(MNK(4, 3, 3))
    position, _ = game.game.parse("xo2/1x2/o3 x")
    for alpha, beta in ((-INFINITY, INFINITY), (-1, 1), (BASE - 10, BASE - 4), (1 - BASE, -5)):
        runs = SearchContext(), SearchContext()
        scores = [
            kernel(game, position, alpha, beta, 0, run)
            for kernel, run in zip((alphabeta, compiled(alphabeta, game)), runs, strict=True)
        ]
        assert scores[0] == scores[1]
        assert runs[0].nodes == runs[1].nodes


STEPS = (1, 6, 7, 8)


def rows_of(game, sets: int) -> int:
    """What sets of cells that look like chance complete, folded into one number."""
    total, cells = 0, 1
    for _ in range(sets):
        cells = cells * 0x5DEECE66D + 0xB & (1 << 49) - 1
        for k in (1, 2, 3, 4):
            total ^= bits.completing(cells & cells >> 3, STEPS, k) & (1 << 49) - 1
            total ^= bits.completing(cells, (5,), k) & (1 << 49) - 1
    return total


def test_rows_are_looked_for_in_all_directions_at_once():
    assert compiled(rows_of, TICTACTOE)(TICTACTOE, 200) == rows_of(TICTACTOE, 200)
