"""Colours stand out from their grounds: at least 3:1, as WCAG 2.2 reckons it."""

from io import StringIO

import pytest

from noughts.terminal.screen import app as themes
from noughts.terminal.support.streams import FAINT, OF_OUTCOME, wants_colour
from tests.each import each


def luminance(colour):
    """Relative luminance of a colour, given as three numbers up to 255."""
    channels = [c / 255 for c in colour]
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def of_hex(text):
    return tuple(int(text[i : i + 2], 16) for i in (1, 3, 5))


def of_256(style):
    """A colour of the cube, or of the greys, of 256-colour terminals."""
    number = int(style.rpartition(";")[2])
    if number >= 232:
        return (8 + (number - 232) * 10,) * 3
    levels = (0, 95, 135, 175, 215, 255)
    number -= 16
    return tuple(levels[digit] for digit in (number // 36, number // 6 % 6, number % 6))


def test_the_reckoning_is_right():
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    # Of the design: #767676 is the lightest grey with 4.5:1 on white.
    assert contrast(of_hex("#767676"), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@each("theme", [themes.DARK, themes.LIGHT])
@each("ink", ["win", "draw", "loss", "first", "second", "rule", "faint"])
def test_inks_of_the_full_screen(theme, ink):
    assert contrast(of_hex(theme.variables[ink]), of_hex(theme.background)) >= 3


@each("theme", [themes.DARK, themes.LIGHT])
@each(
    "ink, ground",
    [(ink, "pick") for ink in ("win", "draw", "loss", "first", "second", "faint")]
    + [("first", "won"), ("second", "won")],
)
def test_inks_on_the_cursor_and_on_the_winning_line(theme, ink, ground):
    assert contrast(of_hex(theme.variables[ink]), of_hex(theme.variables[ground])) >= 3


def test_the_light_ground_has_the_colours_of_the_design():
    names = ("win", "draw", "loss")
    assert [themes.LIGHT.variables[name] for name in names] == ["#2158D6", "#6F6A62", "#B8430D"]


@each("style", sorted({*OF_OUTCOME.values(), FAINT}))
@each("ground", [(0, 0, 0), (255, 255, 255)])
def test_inks_of_the_line_mode_on_any_terminal(style, ground):
    assert contrast(of_256(style), ground) >= 3


@each("environment, wanted",
    [({}, False), ({"FORCE_COLOR": "1"}, True), ({"FORCE_COLOR": "0"}, False),
     ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False), ({"NO_COLOR": "", "FORCE_COLOR": "1"}, True)],
)  # fmt: skip
def test_the_environment_decides_on_colour(environment, wanted, monkeypatch):
    monkeypatch.setattr("sys.stdout", StringIO())  # no terminal
    assert wants_colour(environment) is wanted
