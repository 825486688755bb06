"""The processes that think: they answer, they are ended, they are replaced."""

import asyncio
import json
import subprocess
import sys
import time
from typing import Any

import pytest

from noughts.web.pool import Lost, Pool, Refused, TooLong, TooMany, _exchange
from tests.each import each

START = {"game": "tictactoe", "moves": "a1 b3 b1 a3", "level": "perfect"}
ANSWER = {"move": "c1", "certainty": "proved"}
# A search that takes all the time that it is given, about a second.
LONG = {"game": "qubic", "level": "looks:60"}


async def closing(pool: Pool, work):
    try:
        return await work
    finally:
        await pool.close()


async def test_a_question_is_answered():
    pool = Pool(1)
    assert await closing(pool, pool.ask("choose", START)) == ANSWER


async def test_processes_are_ready_before_they_are_asked():
    pool = Pool(2)
    await pool.ready()
    await pool.ready()  # which changes nothing
    assert [len(pool._all), pool.busy] == [2, 0]
    assert await closing(pool, pool.ask("choose", START)) == ANSWER
    assert len(pool._all) == 2


async def test_what_is_refused_says_why():
    pool = Pool(1)
    with pytest.raises(Refused, match="taken") as caught:
        await closing(pool, pool.ask("choose", {**START, "moves": "a1 a1"}))
    assert caught.value.kind == "CellTaken"


async def test_what_takes_too_long_is_ended_and_another_process_takes_its_place():
    pool = Pool(1, patience=0.5)
    with pytest.raises(TooLong):
        await pool.ask("choose", LONG)
    pool.patience = 60
    assert await closing(pool, pool.ask("choose", START)) == ANSWER


async def test_a_process_that_ends_is_replaced(capfd):
    pool = Pool(1)
    with pytest.raises(Lost):
        await pool.ask("a question that no process knows", START)
    assert await closing(pool, pool.ask("choose", START)) == ANSWER
    assert "KeyError" in capfd.readouterr().err  # our log says what was wrong


async def test_an_asker_who_leaves_ends_the_search():
    pool = Pool(1, grace=0.1)
    asking = asyncio.ensure_future(pool.ask("choose", LONG))
    await asyncio.sleep(0.5)
    assert pool.busy == 1
    asking.cancel()
    # The only process is free again although the search would go on.
    assert await closing(pool, pool.ask("choose", START)) == ANSWER


async def test_too_many_questions_are_turned_away(monkeypatch):
    monkeypatch.setattr("noughts.web.pool.MOST_WAITING", 1)
    pool = Pool(1, grace=0.1)
    asking = [asyncio.ensure_future(pool.ask("choose", LONG)) for _ in range(2)]
    await asyncio.sleep(0.2)
    with pytest.raises(TooMany):
        await pool.ask("choose", START)
    for one in asking:
        one.cancel()
    await asyncio.gather(*asking, return_exceptions=True)
    await pool.close()


async def test_a_process_that_has_grown_is_replaced_when_it_has_answered():
    pool = Pool(1, megabytes=1)  # every process is larger
    await pool.ready()
    first = next(iter(pool._all))
    assert await pool.ask("choose", START) == ANSWER
    assert await closing(pool, pool.ask("choose", START)) == ANSWER
    assert await first.wait() != 0  # it was killed


async def test_a_process_that_has_not_grown_is_kept():
    pool = Pool(1, megabytes=10_000)
    await pool.ready()
    kept = set(pool._all)
    assert await pool.ask("choose", START) == ANSWER
    assert pool._all == kept
    await pool.close()


@each("question", [None, START, LONG])
def test_a_worker_whose_server_is_gone_ends_without_a_word(question):
    words = [sys.executable, "-m", "noughts.web.worker"]
    pipes: Any = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen(words, text=True, **pipes) as worker:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        worker.stdout.close()  # nobody reads the answer
        if question:
            worker.stdin.write(json.dumps({"question": "choose", "given": question}) + "\n")
            worker.stdin.flush()
            time.sleep(0.5)
        worker.stdin.close()
        assert worker.wait(60) == 0
        assert worker.stderr.read() == ""


@pytest.fixture
def slow(monkeypatch):
    """Processes that tell what they know so far, and never come to an end."""

    async def exchange(process, question, given, so_far):
        so_far.append({"verdict": "Who wins is unknown.", "value": None})
        await asyncio.sleep(600)

    monkeypatch.setattr("noughts.web.pool._exchange", exchange)


async def test_when_the_time_is_up_the_answer_is_what_is_known_so_far(slow):
    pool = Pool(1, patience=0.1)
    for _ in range(2):  # the process is replaced
        answer = await pool.ask("know", START)
        assert (
            answer["unfinished"]
            == "The time was up after 0.1 seconds: this is what is known so far."
        )
        assert answer["verdict"] == f"Who wins is unknown. {answer['unfinished']}"
        assert answer["value"] is None
    await pool.close()


async def test_what_is_known_so_far_is_told_by_processes(monkeypatch):
    pool, so_far = Pool(1), []
    process = await pool._started()
    given = {"game": "tictactoe", "moves": "a1 b2 c3"}
    answer = await _exchange(process, "review", given, so_far)
    assert len(so_far) == 1
    assert len(so_far[0]["moves"]) < len(answer["answer"]["moves"]) == 3
    await pool.close()
