"""What is known of a game's positions: worked out once, whoever asks."""

from concurrent.futures import ThreadPoolExecutor
from threading import Lock, Semaphore

import pytest

from noughts.game import FIRST
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.solving.api import Solvers
from noughts.terminal.game.analysis_cache import AnalysisCache
from tests.each import each


class Door:
    """A lock that counts who has come to it."""

    def __init__(self):
        self.lock, self.came = Lock(), Semaphore(0)

    def __enter__(self):
        self.came.release()
        self.lock.acquire()

    def __exit__(self, *error):
        self.lock.release()


@each(
    "question, worker",
    [
        ("analysis", "noughts.analysis.analyse.analyse_values"),
        ("explanation", "noughts.analysis.explain.explainer.Explainer.explain"),
    ],
)
def test_what_three_threads_ask_at_once_is_worked_out_once(question, worker, monkeypatch):
    worked_out = []

    def work_out(*asked):
        worked_out.append(asked)
        return "the answer"

    monkeypatch.setattr(worker, work_out)
    game, door = TicTacToe(), Door()
    knowing = AnalysisCache(game)
    monkeypatch.setattr(knowing, "busy", door)
    with ThreadPoolExecutor(3) as pool:
        with door.lock:  # until all three have seen that nothing is known
            spot = game.start(), FIRST
            asked = [pool.submit(getattr(knowing, question), spot) for _ in range(3)]
            for _ in asked:
                door.came.acquire()
        assert [one.result() for one in asked] == ["the answer"] * 3
    assert len(worked_out) == 1


def test_the_computer_s_move_stops_what_is_being_worked_out_and_that_is_not_kept():
    """Were the analysis not stopped, this would go on for days."""
    game = MNK(7, 7, 5)
    knowing = AnalysisCache(game)
    knowing.solvers = Solvers(1 << 60, seconds=1e6)
    spot = game.start(), FIRST
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(knowing.analysis, spot)
        while not knowing.busy.locked():
            pass
        with knowing.thinking():
            assert knowing.busy.locked()
        assert asked.result().value is None
    assert spot not in knowing._analyses


@pytest.mark.usefixtures("never_compiled")  # or it may be over before the first report
def test_only_the_computer_s_search_is_reported():
    game, other, reports = MNK(4, 4, 4), MNK(4, 4, 4, cylinder=True), []
    knowing = AnalysisCache(game)
    with knowing.thinking(reports.append):
        knowing.solvers.of(game).value(game.start())
    assert reports
    reports.clear()
    knowing.solvers.of(other).value(other.start())
    assert not reports
