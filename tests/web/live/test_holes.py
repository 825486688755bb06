"""Games behind a proxy that swallows bytes: each goes on by itself, and no move is lost or doubled.

The page's own script plays in two browsers, as in `python -m benchmarks.live.holes`, which has the
full times and a hundred games; here heartbeats come more often.
"""

import math
import shutil

import pytest

holes_of = pytest.importorskip("benchmarks.live.holes")


def test_every_game_goes_on_by_itself_and_no_move_is_lost_or_doubled():
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("needs Chromium")
    games, hole = 3, 2.0
    report = holes_of.play(games, [hole], 0.4, pause=2, think=1)
    assert report.wrong == []
    assert report.moves > 11 * games
    assert max(report.back.values()) < math.inf  # every page shows how its game stands
    assert report.noticed[hole] < hole  # every page has said that there is no connection
