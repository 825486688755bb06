"""The time from a key to the board that shows its effect, while the computer thinks."""

import asyncio
from statistics import median
from time import perf_counter
from unittest.mock import patch

from textual import events
from textual.geometry import Region
from textual.strip import Strip

from benchmarks.report import Figure, Limit, Section
from noughts.games.registry import find_game
from noughts.terminal.game.session import Session
from noughts.terminal.screen.board_view import BoardView
from noughts.terminal.screen.screen import NoughtsApp

GAMES, EFFECT = ("connectfour:8,7", "kalah:6,6", "hex:8"), 0.05
# Seconds of thinking before the first key, between keys, and for which a key is waited for.
BEFORE, BETWEEN, MOST = 1.0, 0.1, 3.0


def measure(rounds: int = 40) -> Section:
    """The median time of that number of keys, which move the cursor."""
    figures = [Figure(f"{game}, a key", asyncio.run(_median(game, rounds))) for game in GAMES]
    slowest = max(figure.seconds or 0.0 for figure in figures)
    bars = [Limit("the median from a key to its effect", EFFECT, slowest)]
    return Section("Keys while the computer thinks", "", figures, bars)


async def _median(game: str, keys: int) -> float:
    app = NoughtsApp(Session(find_game(game), {1}, seed=1, seconds=600), pause=0)
    async with app.run_test(size=(130, 36)) as pilot:
        await pilot.pause(BEFORE)
        times = [await _time_of(app, ("up", "down")[number % 2]) for number in range(keys)]
        app.session.hurry()
    return median(times)


async def _time_of(app: NoughtsApp, key: str) -> float:
    view, drawn = app.query_one(BoardView), list[float]()
    drawing = view.render_lines

    def noted(crop: Region) -> list[Strip]:
        lines = drawing(crop)
        drawn.append(perf_counter())
        return lines

    with patch.object(view, "render_lines", noted):
        begun = perf_counter()
        app.post_message(events.Key(key, None))
        while not drawn and perf_counter() < begun + MOST:
            await asyncio.sleep(0.002)
    await asyncio.sleep(BETWEEN)
    return (drawn[0] if drawn else perf_counter()) - begun
