"""Before a first search a game of one's own is looked over: everywhere, once, never stale."""

import subprocess
import sys
from functools import partial
from itertools import count
from typing import Any, NamedTuple

import pytest

from noughts import (
    WIN,
    Match,
    PerfectPlayer,
    Prover,
    Solver,
    TicTacToe,
    Value,
    analyse,
    compare,
    make_tablebase,
    player_of,
    reading,
    record_search,
    solve,
    solver_for,
)
from noughts.errors import BrokenLaw
from noughts.games.registry import find_game
from noughts.knowledge import Knowledge
from noughts.laws import required, short
from noughts.laws.required import of_the_house, require, trust
from noughts.laws.short import check_briefly
from noughts.native.clock import CLOCK
from noughts.search.memory import Recent
from noughts.solving.retrograde import RetrogradeSolver
from noughts.tablebase.build import make_outcomes
from tests.each import each
from tests.take import Counter, Take


class PutBack(Take):
    """Play comes back to a position, and the class does not say so."""

    def moves(self, position):
        return (1, 3)

    def play(self, position, move):
        return Counter(position.left - 1 if move == 1 else min(self.size, position.left + 1))


class Sure(Take):
    """Its lines are named before the game is over; it can be searched all the same."""

    def lines(self, position):
        return ((0,),)


class Parity(Knowledge[Counter]):
    """Wrong: takes all positions with an even number of counters for one."""

    def canonical(self, position):
        return Counter(position.left % 2)


class Folded(Take):
    """Names false knowledge of its own."""

    knowledge = Parity


SEARCHES: dict[str, Any] = {
    "Solver": lambda game, **unchecked: Solver(game, **unchecked),
    "Prover": lambda game, **unchecked: Prover(game, **unchecked),
    "RetrogradeSolver": lambda game, **unchecked: RetrogradeSolver(game, **unchecked),
    "solver_for": lambda game, **unchecked: solver_for(game, **unchecked),
    "solve": lambda game, **unchecked: solve(game, **unchecked),
    "analyse": lambda game, **unchecked: analyse(game, game.start(), **unchecked),
    "compare": lambda game, **unchecked: compare(game, game.start(), limit=1, **unchecked),
    "record_search": lambda game, **unchecked: record_search(game, game.start(), **unchecked),
    "make_tablebase": lambda game, **unchecked: make_tablebase(game, **unchecked),
}


@pytest.fixture(autouse=True)
def own_memory(monkeypatch, tmp_path):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(required, "_trusted", {})


@each("ask", SEARCHES.values())
def test_nothing_is_searched_where_a_law_is_broken(ask):
    with pytest.raises(BrokenLaw, match=r"set repeats = True\. Nothing was searched") as caught:
        ask(PutBack())
    assert caught.value.play == (3,)


def test_false_knowledge_is_found_before_the_first_search():
    with pytest.raises(BrokenLaw, match=r"'symmetry_keeps_the_value'.* Nothing was searched"):
        solve(Folded())


@pytest.mark.parametrize("ask", SEARCHES.values(), ids=SEARCHES)
def test_who_insists_is_served(ask):
    with pytest.raises(BrokenLaw):
        ask(Sure(3))
    ask(Sure(3), unchecked=True)
    with pytest.raises(BrokenLaw):  # only that one time
        ask(Sure(3))


def test_outcomes_of_games_of_marks_are_no_exception():
    class Named(TicTacToe):
        def lines(self, position):
            return ((0, 1, 2),)

    with pytest.raises(BrokenLaw, match="the_line_is_on_the_board"):
        make_outcomes(Named())
    assert make_outcomes(Named(), unchecked=True).outcome == 0


def test_a_match_with_a_perfect_player_is_no_way_round():
    match = Match(PutBack(), PerfectPlayer(), PerfectPlayer())
    with pytest.raises(BrokenLaw, match="repeats"):
        match.run()


class Wide(NamedTuple):
    left: int
    number: int


class Doubling(Take):
    """A number of its positions grows beyond 64 bits."""

    size: int = 100

    def start(self):
        return Wide(self.size, 1 << 40)

    def play(self, position, move):
        return Wide(position.left - move, position.number << 2)


@each(
    "ask",
    [
        lambda game: Solver(game, unchecked=True).value(game.start()),
        lambda game: Prover(game, unchecked=True).proves(game.start(), WIN),
        lambda game: RetrogradeSolver(game, unchecked=True).value(game.start()),
        lambda game: RetrogradeSolver(game, unchecked=True).value(Wide(5, 1 << 70)),
    ],
)
def test_numbers_that_do_not_fit_are_told_to_who_insists(ask):
    with pytest.raises(BrokenLaw, match="does not fit into 64 bits"):
        ask(Doubling())


# Once.


def looked(monkeypatch):
    """The games that are looked over from now on."""
    games: list[Any] = []

    def look(game):
        games.append(game)
        return True

    monkeypatch.setattr(short, "check_briefly", look)
    return games


def test_this_process_remembers(monkeypatch):
    games = looked(monkeypatch)
    for game in (Take(5), Take(5), Take(6), Take(5)):
        require(game)
    assert games == [Take(5), Take(6)]


class Slow(Take):
    """A call of its rules takes a second, by a clock that no fingerprint can read."""

    hands = count()

    def moves(self, position):
        next(self.hands)
        return super().moves(position)


def test_slow_rules_are_looked_over_for_seconds_and_not_twice(monkeypatch):
    monkeypatch.setattr(CLOCK, "time", lambda: float(next(Slow.hands)))
    begun = next(Slow.hands)
    require(Slow(300))
    assert next(Slow.hands) - begun < 10 * short.SECONDS
    games = looked(monkeypatch)
    require(Slow(300))
    require(Slow(301))
    trust(Slow(302))
    require(Slow(302))
    assert games == [Slow(301)]


def test_what_broke_a_law_is_looked_over_again():
    for _ in range(2):
        with pytest.raises(BrokenLaw):
            require(PutBack())


def test_the_next_process_finds_it_on_disk(monkeypatch, tmp_path):
    require(Take(5))
    assert len(list((tmp_path / "cache" / "checked").iterdir())) == 1
    monkeypatch.setattr(required, "_trusted", {})
    monkeypatch.setattr(reading, "fingerprint", partial(marked, reading.fingerprint))
    games = looked(monkeypatch)
    require(Take(5))
    require(Take(7))
    assert games == [Take(7)]


def marked(fingerprint, *things):
    """The fingerprint with the laws as they are; with others in their place it is another one."""
    return fingerprint(*(check_briefly if callable(each) else each for each in things))


def test_what_cannot_be_written_is_no_matter(monkeypatch, tmp_path):
    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("NOUGHTS_CACHE", str(file))
    require(Take(5))


def test_only_so_much_is_remembered(monkeypatch, tmp_path):
    monkeypatch.setattr(required, "_trusted", Recent(2))
    monkeypatch.setattr(required, "MOST_MARKS", 3)
    for size in range(1, 7):
        require(Take(size))
    assert len(required._trusted) == 2
    assert len(list((tmp_path / "cache" / "checked").iterdir())) == 3


FILE = """
from typing import NamedTuple
from noughts import LOSS, OPEN, Game

class Heap(NamedTuple):
    left: int

class Take(Game[Heap]):
    def start(self):
        return Heap(5)

    def moves(self, position):
        return range(1, min(2, position.left) + 1)

    def play(self, position, move):
        return Heap({after})

    def outcome(self, position):
        return OPEN if position.left else LOSS
"""


def test_a_file_that_has_changed_is_looked_over_again(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(FILE.format(after="position.left - move"), "utf-8")
    assert solve(find_game(str(file))).value == Value(WIN, 3)
    file.write_text(FILE.format(after="position.left"), "utf-8")
    with pytest.raises(BrokenLaw, match="repeats"):
        solve(find_game(str(file)))


def test_a_game_of_the_house_is_not_looked_over(monkeypatch, tmp_path):
    games = looked(monkeypatch)
    require(TicTacToe())
    assert games == []
    file = tmp_path / "take.py"
    file.write_text(FILE.format(after="position.left - move"), "utf-8")
    assert not of_the_house(find_game(str(file)))  # though its module is one of ours
    assert not of_the_house(Take())


def test_who_insists_for_the_whole_process(monkeypatch):
    trust(PutBack())
    require(PutBack())
    with pytest.raises(BrokenLaw):
        require(PutBack(6))


def test_parameters_are_values():
    sizes: Any = [5]
    with pytest.raises(BrokenLaw, match=r"unhashable type: 'list'; the parameters of a game"):
        require(Take(sizes))
    for name in ("perfect", "strong", "easy", "greedy", "mcts:9", "minimax", "trickster"):
        with pytest.raises(BrokenLaw, match=r"parameters_are_values"):
            player_of(name).choose(Take(sizes), Take(sizes).start())


def test_two_processes_look_it_over_once_and_load_no_heavy_library(tmp_path):
    file = tmp_path / "take.py"
    file.write_text(FILE.format(after="position.left - move"), "utf-8")
    asked = (
        "import sys; from noughts.games.registry import find_game;"
        "from noughts.knowledge import knowledge_of; from noughts.laws.required import require;"
        f"game = find_game({str(file)!r}); knowledge_of(game); require(game);"
        "print([name for name in ('numba', 'numpy') if name in sys.modules])"
    )
    words = [sys.executable, "-c", asked]
    for _ in range(2):
        done = subprocess.run(words, capture_output=True, text=True, check=True)
        assert done.stdout == "[]\n"
    # The second found the mark of the first: the laws reach nothing that changes between processes.
    assert len(list((tmp_path / "cache" / "checked").iterdir())) == 1
