"""The engine answers the same however it goes about it: threads, small tables, small budgets."""

from pathlib import Path
from typing import Any

import pytest

from noughts import find_game
from noughts.errors import OutOfMemory, SearchStopped
from noughts.games.connectfour import ConnectFour
from noughts.games.mnk import MNK
from noughts.knowledge import knowledge_of
from noughts.native import LOAD_SECONDS, Coming, compiled
from noughts.search.context import ScoreBounds
from noughts.search.packed import PackedTable
from noughts.search.table import ArrayTable
from noughts.solving import engine
from noughts.solving.driver import NO_LIMIT, Limits
from noughts.solving.engine import SHORT, Engine, TablePolicy
from noughts.value import BASE

GAME = ConnectFour()
# Of the middle of the game, with the scores of a C++ solver: see the file's first lines.
POSITIONS = [
    line.split()
    for line in (Path(__file__).parent / "connectfour-scores.txt").read_text("utf-8").splitlines()
    if not line.startswith("#")
]


def position_after(digits: str):
    position = GAME.start()
    for move in GAME.read_moves(digits):
        position = GAME.play(position, move)
    return position


def in_stones(score: int, digits: str) -> int:
    """In Pascal Pons's convention: how many stones the winner has left, and one."""
    if score == 0:
        return 0
    plies = BASE - abs(score)
    last = len(digits) + plies  # the ply that ends the game
    stones = (GAME.cells - last) // 2 + 1
    return stones if score > 0 else -stones


def answered(subject: Engine[Any], digits: str) -> int:
    aim = ScoreBounds()
    subject.close_in(position_after(digits), aim, Limits())
    assert aim.settled()
    return in_stones(aim.lower(), digits)


@pytest.mark.usefixtures("compiled_at_once")
@pytest.mark.parametrize("threads", [1, 2, 3, 9])
def test_the_scores_are_those_of_another_program_whatever_the_threads(monkeypatch, threads):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "SHORT", 1_000)  # so that threads begin early
    subject = Engine(GAME, threads=threads)
    for digits, score in POSITIONS:
        assert answered(subject, digits) == int(score), digits


@pytest.mark.usefixtures("compiled_at_once")
def test_nor_does_the_size_of_the_table_matter(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "FIRST_BITS", 4)  # it has to grow again and again
    subject = Engine(GAME)
    for digits, score in POSITIONS[:20]:
        assert answered(subject, digits) == int(score), digits


def test_a_search_that_is_stopped_again_and_again_gets_there():
    digits, score = POSITIONS[0]
    subject, aim = Engine(GAME), ScoreBounds()
    for _ in range(100_000):
        try:
            subject.close_in(position_after(digits), aim, Limits(nodes=300))
            break
        except SearchStopped:
            continue
    assert in_stones(aim.lower(), digits) == int(score)


@pytest.mark.usefixtures("compiled_at_once")
def test_fewer_nodes_than_threads_end_it_too(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "SHORT", 0)
    with pytest.raises(SearchStopped, match="1 nodes"):
        Engine(GAME, threads=3).close_in(GAME.start(), ScoreBounds(), Limits(nodes=1))


def test_without_a_packed_key_it_searches_too():
    game = find_game("tictactoe")
    aim = ScoreBounds()
    Engine(game, threads=2).close_in(game.start(), aim, Limits())
    assert (aim.lower(), aim.upper()) == (0, 0)


def test_nodes_are_counted():
    subject = Engine(GAME)
    with pytest.raises(SearchStopped, match="700 nodes"):
        subject.close_in(GAME.start(), ScoreBounds(), Limits(nodes=700))
    assert subject.nodes == 700


@pytest.mark.usefixtures("compiled_at_once")
def test_memory_that_cannot_be_had_is_said(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "FIRST_BITS", 58)
    with pytest.raises(OutOfMemory, match="choose a smaller one"):
        Engine(GAME, memory=1 << 50).close_in(GAME.start(), ScoreBounds(), Limits())


# The clock.


def test_it_keeps_its_time_while_the_search_is_compiled(hands, monkeypatch):
    """What compiles never ends; who waits for it looks at the clock."""
    monkeypatch.setattr(Coming, "form", lambda *_: None)
    monkeypatch.setattr(Coming, "is_awaited", lambda *_: True)
    monkeypatch.setattr("noughts.solving.driver.sleep", lambda _: hands.move(1))
    game = MNK(6, 6, 5)
    with pytest.raises(SearchStopped, match="5 seconds"):
        Engine(game).close_in(game.start(), ScoreBounds(), Limits(seconds=5))
    assert 5 <= hands.seconds <= 6


@pytest.mark.usefixtures("never_compiled")
def test_a_slow_game_keeps_its_time_within_a_node(hands):
    """Each look at the clock takes a second; the first node has three hundred children."""
    hands.tick = 1
    game = MNK(18, 18, 5)
    with pytest.raises(SearchStopped, match="30 seconds"):
        Engine(game).close_in(game.start(), ScoreBounds(), Limits(seconds=30))
    assert 30 <= hands.seconds < 40


def test_a_question_goes_on_compiled_once_that_can_be(hands, monkeypatch):
    """Each look at the clock takes a tenth of a second; the third look at the cache finds it.

    5,4,4 is a draw (Uiterwijk and van den Herik 2000).
    """
    pytest.importorskip("numba")
    hands.tick, looks = 0.1, []

    def form(coming, *example):
        looks.append(example)
        return compiled(coming._function, coming._game) if len(looks) > 2 else None

    monkeypatch.setattr(Coming, "form", form)
    monkeypatch.setattr(Coming, "spent", 1.0)
    subject, aim = Engine(MNK(5, 4, 4)), ScoreBounds()
    subject.close_in(subject.game.start(), aim, Limits())
    assert (aim.lower(), aim.upper()) == (0, 0)
    assert len(looks) > 2
    assert isinstance(subject.tables.table, PackedTable)


@pytest.mark.usefixtures("compiled_at_once")
def test_a_compiled_search_is_watched_from_the_first_node_where_time_is_limited(hands, monkeypatch):
    """Were it not, this would never end."""
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "SHORT", NO_LIMIT)
    limits = Limits(seconds=5, progress=lambda _: hands.move(1))
    with pytest.raises(SearchStopped, match="5 seconds"):
        Engine(GAME, memory=1).close_in(GAME.start(), ScoreBounds(), limits)


def test_the_search_of_many_positions_is_compiled_beside(monkeypatch):
    pytest.importorskip("numba")
    asked: list[Any] = []

    def comes(*call: Any) -> bool:
        asked.append(call)
        return False

    monkeypatch.setattr(engine, "comes", comes)
    game = ConnectFour(4, 4)
    subject = Engine(game)
    subject.prepare(game.start())
    subject.close_in_all([game.play(game.start(), move) for move in range(4)] * 4, Limits)
    (search, *arguments), *_ = asked
    known, form = arguments[0], compiled(search, arguments[0])
    form(*arguments[1:])  # these arguments are a call's
    assert known.game == game


def test_a_table_of_whole_positions_moves_to_large_pages_with_its_entries():
    policy = TablePolicy(knowledge_of(find_game("kalah:3,3")), memory=1, threads=1)
    start = policy.game.start()
    table = policy.first(start)
    assert isinstance(table, ArrayTable)
    policy.use(table)
    table.store(start, 7)
    before = table.memory
    assert policy.until_larger() == SHORT
    policy.crowd = SHORT
    assert policy.until_larger() == NO_LIMIT
    assert table.memory is not before
    assert table.find(start) == 7


def test_a_batch_that_is_asked_for_first_can_be_compiled():
    """The code may be loaded already, by another solver: then its example is made at once."""
    game = MNK(3, 3, 3)
    made = Engine(game)
    made._driver._spent = LOAD_SECONDS
    assert made.close_in_all([game.start()], lambda: Limits(NO_LIMIT)) == [0]
    assert not made._driver._never
