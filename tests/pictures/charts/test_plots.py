"""Plots: the numbers behind them against known ones, and what the figures show."""

import subprocess
import sys
from collections import Counter

import pytest

from noughts import find_game
from noughts.errors import PictureError, to_install
from tests.each import each
from tests.later import Later
from tests.processes import import_without

plots = Later("noughts.pictures.charts.plots")

# `python -m benchmarks --json` gives such.
BENCHMARKS = {
    "schema": 1,
    "machine": "Python 3.11",
    "sections": {
        "minimax": {
            "title": "Plain minimax",
            "figures": [
                {"name": "the tutorial's", "seconds": 1.17, "ratio": 1.0, "note": ""},
                {"name": "ours", "seconds": 0.0033, "ratio": 354.0, "note": ""},
                {"name": "not measured", "seconds": None, "ratio": None, "note": "no Numba"},
            ],
        },
        "start-up": {"title": "Start", "figures": [{"name": "import", "seconds": 0.04}]},
    },
}


def test_the_positions_of_tic_tac_toe_by_winner():
    # The design's facts, section 6, computed by an independent program: 5,478 positions. Of the
    # 4,520 that are not over 2,836 are won, 1,052 drawn and 632 lost for the player to move; 958
    # are over, 626 for X, 316 for O, 16 drawn.
    plies = plots.positions_by_winner(find_game("tictactoe"))
    assert [ply.total() for ply in plies] == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    total = sum(plies, Counter())
    assert total.total() == 5478
    assert total[None] == 1052 + 16
    assert total[0] + total[1] == 2836 + 632 + 626 + 316
    assert plies[9] == {0: 62, None: 16}  # 16 drawn, the rest full boards that X has won


def test_games_that_are_too_large_or_go_on_for_ever_are_refused():
    with pytest.raises(PictureError, match="more than 1,000 positions"):
        plots.positions_by_winner(find_game("tictactoe"), most=1000)
    with pytest.raises(PictureError, match="can go on for ever"):
        plots.plot_positions(find_game("morris"))


@each("theme", ["light", "dark"])
def test_positions_are_bars_that_differ_by_more_than_colour(theme, tmp_path):
    figure = plots.plot_positions(find_game("tictactoe"), theme=theme)
    (axes,) = figure.axes
    assert axes.get_title() == "Tic-tac-toe: 5,478 positions by their value"
    assert [text.get_text() for text in axes.get_legend().get_texts()] == [
        "X wins", "draw", "O wins",
    ]  # fmt: skip
    assert len({container[0].get_hatch() for container in axes.containers}) == 3
    heights = [sum(c[ply].get_height() for c in axes.containers) for ply in range(10)]
    assert heights == [1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78]
    figure.savefig(tmp_path / "positions.svg")
    assert (tmp_path / "positions.svg").stat().st_size > 1000


def test_benchmarks_are_bars_with_their_times_written_behind(tmp_path):
    figure = plots.plot_benchmarks(BENCHMARKS)
    first, second = figure.axes
    assert [text.get_text() for text in first.texts] == ["1.17 s", "3.3 ms"]
    assert [text.get_text() for text in second.texts] == ["40 ms"]
    assert [bar.get_width() for bar in first.containers[0]] == [1.17, 0.0033]
    figure.savefig(tmp_path / "bench.png")


@each("wrong", [{}, [], {"sections": {"a": {}}}, {"sections": 7}])
def test_what_is_no_benchmark_is_refused(wrong):
    with pytest.raises(PictureError, match="python -m benchmarks --json"):
        plots.plot_benchmarks(wrong)


def test_a_plot_has_a_ground():
    with pytest.raises(PictureError, match="light or dark"):
        plots.plot_benchmarks(BENCHMARKS, theme="currentColor")


def test_without_matplotlib_it_is_said_what_to_install():
    said = import_without("matplotlib", "noughts.pictures.charts.plots")
    assert to_install("plots") in said


def test_pictures_load_no_matplotlib_and_no_anywidget():
    code = "import sys, noughts; noughts.draw; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in run.stdout.split()}
    assert loaded.isdisjoint({"matplotlib", "anywidget", "traitlets", "numpy", "numba"})
