"""Games behind a proxy that swallows bytes: each goes on by itself, and no move is lost or doubled.

The page's own script plays in two browsers, as in `python -m benchmarks.live.holes`, which has the
full times; here heartbeats come ten times as often.
"""

import math
import shutil

import pytest

holes_of = pytest.importorskip("benchmarks.live.holes")

HOLES = (1.0, 3.0, 12.0)


@pytest.mark.parametrize("games", [3, 100])
def test_every_game_goes_on_by_itself_and_no_move_is_lost_or_doubled(games):
    if not (shutil.which("chromium") or shutil.which("google-chrome")):
        pytest.skip("needs Chromium")
    holes = HOLES if games > 3 else (2.0,)
    report = holes_of.play(games, holes, beat=0.4, pause=2, think=1)
    assert report.wrong == []
    assert report.moves > 11 * games
    assert max(report.back.values()) < math.inf  # every page shows how its game stands
    assert report.noticed[holes[-1]] < holes[-1]  # every page has said that there is no connection
