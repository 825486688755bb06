"""Plots of the positions of a game by ply and value, and of benchmark times.

They need Matplotlib, the extra `plots`, and return a Matplotlib figure, which notebooks show and
`savefig` saves.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from noughts.errors import PictureError, requiring
from noughts.game import FIRST, SECOND, Game, legal_moves, turn_at, winner_of
from noughts.games.registry import game_name
from noughts.pictures.svg import LIGHT, Theme, theme_called
from noughts.solving.api import solver_for

with requiring("plots", "Plots need Matplotlib", PictureError):
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# The most positions to solve one by one.
MOST = 200_000

# FIRST or SECOND; None for a draw.
Winner = int | None


def positions_by_winner(game: Game[Any], most: int = MOST) -> list[Counter[Winner]]:
    """The number of positions that each side wins or that are drawn, for each ply.

    Symmetric positions count separately; finished positions count too. Raises PictureError if there
    are more than `most`, or play can go on for ever.
    """
    if game.repeats:
        raise PictureError(f"In {game_name(game)} play can go on for ever: it has no last ply.")
    solver, total = solver_for(game), 0
    plies: list[Counter[Winner]] = []
    now = {game.start()}
    while now:
        total += len(now)
        if total > most:
            raise PictureError(
                f"{game_name(game)} has more than {most:,} positions; choose a smaller one."
            )
        outcomes = ((solver.value(p).outcome, turn_at(game, p, len(plies))) for p in now)
        plies.append(Counter(winner_of(*outcome) for outcome in outcomes))
        now = {game.play(p, move) for p in now for move in legal_moves(game, p)}
    return plies


def plot_positions(game: Game[Any], *, theme: str | Theme = LIGHT, most: int = MOST) -> Figure:
    """Plot the positions at each ply as bars, by the winner under best play.

    Args:
        game: the rules.
        theme: "light", "dark", or a theme with a ground.
        most: the most positions that the game may have.
    """
    plies = positions_by_winner(game, most)
    colours = theme_called(theme)
    figure, (axes,) = _figure(1, colours, height=4.2)
    kinds: tuple[tuple[Winner, str, str, str], ...] = (
        (FIRST, f"{game.marks[0]} wins", colours.win, ""),
        (None, "draw", colours.draw, "..."),
        (SECOND, f"{game.marks[1]} wins", colours.loss, "///"),
    )
    below = [0] * len(plies)
    for winner, label, colour, hatch in kinds:
        counts = [ply[winner] for ply in plies]
        if any(counts):
            axes.bar(range(len(plies)), counts, bottom=below, color=colour, label=label,
                     hatch=hatch, edgecolor=colours.ground, linewidth=0.8)  # fmt: skip
        below = [low + count for low, count in zip(below, counts, strict=True)]
    total = sum(below)
    axes.set_title(f"{game_name(game)}: {total:,} positions by their value", color=colours.ink)
    axes.set_xticks(range(0, len(plies), 1 + len(plies) // 21))
    axes.set_xlabel("ply", color=colours.ink)
    axes.set_ylabel("positions", color=colours.ink)
    axes.yaxis.set_major_formatter(lambda count, _: f"{count:,.0f}")
    axes.legend(frameon=False, labelcolor=colours.ink)
    return figure


def plot_benchmarks(answer: Mapping[str, Any], *, theme: str | Theme = LIGHT) -> Figure:
    """Plot the times measured by `python -m benchmarks --json` as bars, section by section.

    Args:
        answer: its output, parsed from JSON.
        theme: "light", "dark", or a theme with a ground.

    Raises:
        PictureError: `answer` is something different.
    """
    colours = theme_called(theme)
    try:
        sections = [(s["title"], _times(s["figures"])) for s in answer["sections"].values()]
        machine = str(answer["machine"])
    except (KeyError, TypeError, AttributeError):
        raise PictureError(
            "These are not benchmarks: give the output of `python -m benchmarks --json`."
        ) from None
    bars = [len(times) for _, times in sections]
    figure, parts = _figure(len(sections), colours, height=sum(bars) * 0.34 + len(bars), of=bars)
    for axes, (title, times) in zip(parts, sections, strict=True):
        _draw_times(axes, title, times, colours)
    about = f"{machine}; bars on a logarithmic scale"
    figure.suptitle(about, color=colours.faint, fontsize=9, x=0.01, ha="left")
    return figure


def _times(figures: Sequence[Mapping[str, Any]]) -> list[tuple[str, float]]:
    return [(str(f["name"]), float(f["seconds"])) for f in figures if f["seconds"] is not None]


def _draw_times(axes: Axes, title: str, times: Sequence[tuple[str, float]], colours: Theme) -> None:
    """One section: a bar with its time for each benchmark, on a logarithmic scale."""
    names, seconds = [name for name, _ in times], [time for _, time in times]
    drawn = axes.barh(names, seconds, color=colours.win, height=0.62)
    axes.bar_label(drawn, [_short(time) for time in seconds], padding=4, color=colours.ink)
    axes.set_xscale("log")
    axes.set_xlim(min(seconds) / 3, max(seconds) * 4)
    axes.invert_yaxis()
    axes.xaxis.set_visible(False)
    axes.set_title(title, loc="left", fontsize=11, color=colours.ink)


def _short(seconds: float) -> str:
    """A time in a readable unit.

    >>> _short(1.234), _short(0.0071), _short(0.000012)
    ('1.23 s', '7.1 ms', '12 µs')
    """
    for unit, length in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= length:
            return f"{seconds / length:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def _figure(
    parts: int, colours: Theme, *, height: float, of: Sequence[int] | None = None
) -> tuple[Figure, list[Axes]]:
    """An empty figure with stacked axes, in the colours of the theme."""
    if colours.ground == "none":
        raise PictureError("A plot needs a ground: choose the theme light or dark.")
    figure = Figure(figsize=(7.2, height), layout="constrained", facecolor=colours.ground)
    found = figure.subplots(parts, 1, squeeze=False, height_ratios=of)[:, 0]
    for axes in found:
        axes.set_facecolor(colours.ground)
        axes.tick_params(colors=colours.ink, length=0)
        axes.spines[["top", "right"]].set_visible(False)
        axes.spines[["left", "bottom"]].set_color(colours.rule)
    return figure, list(found)
