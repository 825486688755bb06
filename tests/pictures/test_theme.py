"""What stands for something can be seen: contrast as WCAG 2.2 defines it, computed here."""

import re

import pytest

from noughts.errors import PictureError
from noughts.pictures.svg import CONTRAST, CURRENT, DARK, LIGHT, THEMES, WOOD, theme_called
from tests.each import each

ENOUGH = 3.0  # to 1: WCAG 2.2, 1.4.11, and 1.4.3 for large text
SHAPES = ("rule", "first", "second", "win", "draw", "loss", "chocolate")
TEXT = ("ink", "faint")


def luminance(colour: str) -> float:
    """Relative luminance: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How much two colours differ, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_is_that_of_the_standard():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)  # a well-known pair


@each("theme", [LIGHT, DARK, WOOD, CONTRAST])
def test_every_colour_stands_out_from_the_ground(theme):
    for name in (*SHAPES, *TEXT):
        assert contrast(getattr(theme, name), theme.ground) >= ENOUGH, name


@each("theme", [LIGHT, DARK, WOOD, CONTRAST])
def test_text_that_is_small_stands_out_more(theme):
    for name in TEXT:
        assert contrast(getattr(theme, name), theme.ground) >= 4.5, name


@each("theme", [LIGHT, DARK, WOOD, CONTRAST])
@each("ground", ["soft", "win_soft", "plate"])
def test_marks_and_values_stand_out_from_tinted_grounds(theme, ground):
    for name in ("ink", "first", "second", "win", "draw", "loss"):
        assert contrast(getattr(theme, name), getattr(theme, ground)) >= ENOUGH, name


@each("theme", [LIGHT, DARK, WOOD, CONTRAST])
def test_a_value_stands_out_from_its_pale_ground(theme):
    for name in ("win", "draw", "loss"):
        assert contrast(getattr(theme, name), getattr(theme, f"{name}_soft")) >= ENOUGH, name


@each("theme", [LIGHT, DARK, WOOD, CONTRAST])
def test_quiet_lines_can_be_seen(theme):
    """They only separate cells, each of which has a name and a button."""
    assert contrast(theme.line, theme.ground) >= 1.4


@each("theme", THEMES.values())
def test_what_is_written_on_a_value_can_be_read(theme):
    for name in ("win", "draw", "loss"):
        assert contrast(theme.on_value, getattr(theme, name)) >= ENOUGH, name


@each("page", ["#FFFFFF", "#000000", DARK.ground])
def test_without_a_ground_of_its_own_every_colour_stands_out_from_white_and_from_black(page):
    shapes = ("second", "win", "draw", "loss", "chocolate", "rule", "faint")
    for name in shapes:
        assert contrast(getattr(CURRENT, name), page) >= ENOUGH, name
    for name in ("ink", "first"):
        assert getattr(CURRENT, name) == "currentColor"


@each("theme", THEMES.values())
def test_every_colour_is_one(theme):
    for name, colour in theme._asdict().items():
        known = colour in ("none", "currentColor") or name == "name"
        assert known or re.fullmatch(r"#[0-9A-F]{6}(30|40|80)?", colour), name


def test_a_theme_that_is_none_is_refused_with_those_that_are():
    with pytest.raises(PictureError, match=r"'pink'; choose from light, dark, currentColor"):
        theme_called("pink")


@each("theme", THEMES.values())
def test_pieces_stand_out_from_boards_of_their_own(theme):
    pairs = [("first_disc", "second_disc"), ("black", "white"), ("white", "cloth"),
             ("white", "quarter"), ("black", "wood"), ("wood_ink", "wood"), ("seed", "pit"),
             ("first_disc", "rack"), ("first_rim", "first_disc"),
             ("second_rim", "second_disc")]  # fmt: skip
    for piece, ground in pairs:
        assert contrast(getattr(theme, piece), getattr(theme, ground)) >= 1.5, (piece, ground)
    assert contrast(theme.wood_ink, theme.wood) >= 4.5
    assert contrast(theme.black, theme.white) >= 4.5
