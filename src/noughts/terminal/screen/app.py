"""Themes and work in the background, for all apps of the full screen."""

import asyncio
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from threading import Thread
from typing import Any, TypeVar

from textual.app import App
from textual.filter import LineFilter
from textual.theme import Theme

from noughts.pictures import svg as pictures
from noughts.terminal.screen.canvas import PlainCharacters, has_unicode

Found = TypeVar("Found")


def _themed(name: str, colours: pictures.Theme, panel: str, won: str) -> Theme:
    named = ("win", "draw", "loss", "first", "second", "rule", "faint")
    return Theme(
        name,
        primary=colours.win,
        foreground=colours.ink,
        background=colours.ground,
        surface=colours.ground,
        panel=panel,
        dark=colours is pictures.DARK,
        variables={
            **{field: getattr(colours, field) for field in named},
            "pick": colours.soft,
            "won": won,
            "footer-key-foreground": colours.win,
        },
    )


DARK = _themed("noughts-dark", pictures.DARK, panel="#20252C", won="#1F4B66")
LIGHT = _themed("noughts-light", pictures.LIGHT, panel="#F0F2F5", won="#CDE6F5")


def theme_for(environment: Mapping[str, str], chosen: str = "") -> str:
    """The chosen theme; otherwise the one nearest to the terminal's ground, or the dark one.

    >>> theme_for({"COLORFGBG": "0;15"}), theme_for({}), theme_for({}, "light")
    ('noughts-light', 'noughts-dark', 'noughts-light')
    """
    if chosen:
        return LIGHT.name if chosen == "light" else DARK.name
    ground = environment.get("COLORFGBG", "").rpartition(";")[2]
    return LIGHT.name if ground in ("7", "15") else DARK.name


class ThemedApp(App[None]):
    """An app with noughts' themes, whose styles depend on the size of the terminal."""

    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-one"), (64, "-two"), (100, "-three"), (140, "-wide")]  # noqa: RUF012  # as Textual has it
    VERTICAL_BREAKPOINTS = [(0, "-lowest"), (12, "-low"), (20, "-high")]  # noqa: RUF012

    def __init__(self, theme: str = "") -> None:
        super().__init__()
        self.register_theme(DARK)
        few = self.console.color_system == "standard"  # of 16 colours, yellow would be the nearest
        red = {"loss": "#AA0000"} if few else {}
        self.register_theme(replace(LIGHT, variables={**LIGHT.variables, **red}))
        self.theme = theme_for(os.environ, theme)
        self.plain = [] if has_unicode() else [PlainCharacters()]

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), *self.plain]


async def in_background(ask: Callable[[], Found]) -> Found:
    """The answer of a function that runs in another thread.

    The program can exit without waiting for it; with `asyncio.to_thread` it would wait for minutes.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def tell(settle: Callable[[Any], None], outcome: Any) -> None:
        with suppress(RuntimeError):  # the screen has closed
            loop.call_soon_threadsafe(lambda: None if future.done() else settle(outcome))

    def work() -> None:
        try:
            answer = ask()
        except BaseException as error:  # noqa: BLE001  # raised again where it is awaited
            tell(future.set_exception, error)
        else:
            tell(future.set_result, answer)

    Thread(target=copy_context().run, args=(work,), daemon=True).start()
    return await future
