"""Compiled searches that go deep: none ends in a crash, so they run in processes of their own."""

import subprocess
import sys

import pytest

from noughts.errors import RepeatingGame, TooDeep
from noughts.knowledge import knowledge_of
from noughts.native import compiled
from noughts.search.context import SearchContext
from noughts.search.negamax import negamax
from noughts.search.root import ALGORITHMS, Exact, search
from noughts.solving.solver import Solver
from noughts.value import BASE, WIN, Value
from tests.deep import Countdown, Ring, Subtraction


def in_a_process(*lines):
    """What a program prints; it must not crash."""
    code = "\n".join(("from tests.deep import *", *lines))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr[-500:]
    return done.stdout.strip()


NEGAMAX = (
    "from noughts.knowledge import knowledge_of",
    "from noughts.native import compiled",
    "from noughts.search.negamax import negamax",
    "from noughts.search.context import SearchContext",
    "from noughts.errors import NoughtsError",
    "def score(game):",
    "    known = knowledge_of(game)",
    "    try: print(compiled(negamax, known)(known, game.start(), 0, SearchContext()))",
    "    except NoughtsError as error: print(type(error).__name__)",
)
PROOF = (
    *NEGAMAX,
    "from noughts.search import proof as numbers",
    "from noughts.search.table import ArrayProofTable",
    "def proof(game):",
    "    search, run = compiled(numbers.dfpn, knowledge_of(game)), numbers.ProofContext()",
    "    table = ArrayProofTable(1, 9)",
    "    try: print(search(knowledge_of(game), game.start(), 1, numbers.MOST, run, table))",
    "    except NoughtsError as error: print(type(error).__name__)",
)


def test_a_compiled_search_goes_as_deep_as_a_large_stack_allows_and_then_gives_up():
    said = in_a_process(*NEGAMAX, "for size in 20_000, 100_001, 10_000_000: score(Countdown(size))")
    assert said.split() == [str(20_000 - BASE), str(BASE - 100_001), "TooDeep"]


def test_a_compiled_search_that_never_ends_gives_up():
    assert in_a_process(*NEGAMAX, "score(Ring())") == "TooDeep"
    assert in_a_process(*PROOF, "proof(Countdown(10_000_000))") == "TooDeep"


def test_a_call_in_a_thread_with_little_stack_goes_as_deep():
    """Other systems give their threads half a mebibyte."""
    said = in_a_process(
        *NEGAMAX,
        "import threading",
        "known = knowledge_of(Countdown(9))",
        "compiled(negamax, known)(known, known.start(), 0, SearchContext())",
        "threading.stack_size(512 << 10)",
        "thread = threading.Thread(target=score, args=(Countdown(20_000),))",
        "thread.start()",
        "thread.join()",
    )
    assert said == str(20_000 - BASE)


@pytest.fixture(scope="module")
def here():
    """What follows could crash, so it runs only where a process of its own has survived it."""
    assert in_a_process(*NEGAMAX, "score(Ring())") == "TooDeep"


def test_a_record_comes_back_as_good_as_new(here):
    """It counts each node once, and knows no end of a stack that is not its thread's."""
    game = knowledge_of(Countdown(20_000))
    run = SearchContext()
    assert compiled(negamax, game)(game, game.start(), 0, run) == 20_000 - BASE
    assert (run.nodes, run.stack_end) == (20_001, 0)
    assert negamax(game, game.play(game.start(), 19_990), 0, run) == 10 - BASE


def test_what_was_too_deep_leaves_the_record_as_it_was(here):
    game, run = knowledge_of(Ring()), SearchContext()
    with pytest.raises(TooDeep, match="repeats = True"):
        compiled(negamax, game)(game, game.start(), 0, run)
    assert run.nodes == 0


@pytest.mark.parametrize("algorithm", ALGORITHMS.values())
def test_every_compiled_search_finds_the_loop(algorithm, here):
    game = Ring()
    with pytest.raises(RepeatingGame, match="by s1 s2 s2"):
        search(game, game.start(), algorithm(), prepare=compiled)


def test_the_solver_finds_a_loop_and_solves_what_is_long(here):
    with pytest.raises(RepeatingGame, match="by s1 s2 s2"):
        Solver(Ring(), unchecked=True).value(Ring().start())
    game = Subtraction(20_000)
    assert tuple(Solver(game).value(game.start())) == (WIN, 13_333)
    assert Solver(game).best_moves(game.start()) == [2]


def test_a_loop_that_a_glance_does_not_see_is_found_when_the_stack_ends(here, monkeypatch):
    monkeypatch.setattr("noughts.solving.engine.LOOP_POSITIONS", 0)
    with pytest.raises(RepeatingGame, match="by s1 s2 s2"):
        Solver(Ring(), unchecked=True).value(Ring().start())


def test_compiled_exact_search_of_a_long_game(here):
    game = Subtraction(20_001)
    result = search(game, game.play(game.start(), 19_000), Exact(), prepare=compiled)
    assert result.value == Value(WIN, 667)  # 1,001 are left: 2 of them, then 333 times 2 plies


def test_ctrl_c_ends_a_deep_search():
    """A bush behind a long way: it would take years."""
    said = in_a_process(
        *NEGAMAX,
        "import threading, time, _thread",
        "class Bush(Subtraction):",
        "    def moves(self, position):",
        "        yield 1",
        "        if position.left < 60: yield 1",
        "game = Bush(20_000)",
        "known = knowledge_of(game)",
        "compiled(negamax, known)(known, Count(3), 0, SearchContext())",
        "timer = threading.Timer(2, _thread.interrupt_main)",
        "timer.start()",
        "try: score(game)",
        "except KeyboardInterrupt: print('interrupted')",
        "timer.join()",
        "print(threading.active_count())",
    )
    assert said.split() == ["interrupted", "1"]
