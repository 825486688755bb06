"""Limits stop a search with the reason, and report while it runs."""

import pytest

from noughts.errors import SearchStopped
from noughts.native.clock import CLOCK
from noughts.search.context import ScoreBounds
from noughts.solving.driver import Limits, Report


def test_nodes_run_out():
    limits = Limits(nodes=1_000)
    limits.check(999, ScoreBounds())
    with pytest.raises(SearchStopped, match="1,000 nodes"):
        limits.check(1_000, ScoreBounds())


def test_time_runs_out():
    with pytest.raises(SearchStopped, match="time left"):
        Limits(seconds=0).check(1, ScoreBounds())


def test_time_runs_out_by_the_wall_s_clock_whatever_happens_meanwhile(hands):
    limits = Limits(seconds=2)
    CLOCK.compiling()
    hands.move(1.5)
    limits.check(1, ScoreBounds())
    assert limits.left() == 0.5
    hands.move(0.5)
    with pytest.raises(SearchStopped, match="2 seconds"):
        limits.check(1, ScoreBounds())


def test_without_limits_it_goes_on():
    Limits().check(1 << 61, ScoreBounds())


def test_the_report_has_the_bounds_so_far_even_when_it_ends_there():
    reports: list[Report] = []
    with pytest.raises(SearchStopped):
        Limits(nodes=5, progress=reports.append).check(5, ScoreBounds(-3, 4))
    (report,) = reports
    assert (report.nodes, report.lower, report.upper) == (5, -3, 4)
    assert report.seconds >= 0


def test_it_ends_when_somebody_stops_it_and_so_does_its_copy():
    limits = Limits()
    fewer = limits.with_nodes(100)
    limits.stop()
    for stopped in (limits, fewer):
        with pytest.raises(SearchStopped, match="was stopped"):
            stopped.check(1, ScoreBounds())
