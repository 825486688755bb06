"""The engine answers the same however it goes about it: threads, small tables, small budgets."""

from pathlib import Path
from typing import Any

import pytest

from noughts import find_game
from noughts.errors import OutOfMemory, SearchStopped
from noughts.games.connectfour import ConnectFour
from noughts.search.aim import Aim
from noughts.solving import engine
from noughts.solving.engine import Engine
from noughts.solving.limits import Limits
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
    aim = Aim()
    subject.close_in(position_after(digits), aim, Limits())
    assert aim.settled()
    return in_stones(aim.lower(), digits)


@pytest.mark.parametrize("threads", [1, 2, 3])
def test_the_scores_are_those_of_another_program_whatever_the_threads(monkeypatch, threads):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "PATIENCE", 0)
    monkeypatch.setattr(engine, "SHORT", 1_000)  # so that threads begin early
    subject = Engine(GAME, threads=threads)
    for digits, score in POSITIONS:
        assert answered(subject, digits) == int(score), digits


def test_nor_does_the_size_of_the_table_matter(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "FIRST_BITS", 4)  # it has to grow again and again
    subject = Engine(GAME)
    for digits, score in POSITIONS[:20]:
        assert answered(subject, digits) == int(score), digits


def test_a_search_that_is_stopped_again_and_again_gets_there():
    digits, score = POSITIONS[0]
    subject, aim = Engine(GAME), Aim()
    for _ in range(100_000):
        try:
            subject.close_in(position_after(digits), aim, Limits(nodes=300))
            break
        except SearchStopped:
            continue
    assert in_stones(aim.lower(), digits) == int(score)


def test_fewer_nodes_than_threads_end_it_too(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "PATIENCE", 0)
    monkeypatch.setattr(engine, "SHORT", 0)
    with pytest.raises(SearchStopped, match="1 nodes"):
        Engine(GAME, threads=3).close_in(GAME.start(), Aim(), Limits(nodes=1))


def test_without_a_packed_key_it_searches_too():
    game = find_game("tictactoe")
    aim = Aim()
    Engine(game, threads=2).close_in(game.start(), aim, Limits())
    assert (aim.lower(), aim.upper()) == (0, 0)


def test_nodes_are_counted():
    subject = Engine(GAME)
    with pytest.raises(SearchStopped, match="700 nodes"):
        subject.close_in(GAME.start(), Aim(), Limits(nodes=700))
    assert subject.nodes == 700


def test_memory_that_cannot_be_had_is_said(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(engine, "PATIENCE", 0)
    monkeypatch.setattr(engine, "FIRST_BITS", 58)
    with pytest.raises(OutOfMemory, match="ask for a smaller one"):
        Engine(GAME, memory=1 << 50).close_in(GAME.start(), Aim(), Limits())
