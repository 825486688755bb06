"""The pages about the code name files that are there, and no room is left out of the picture."""

import re
from pathlib import Path

import pytest

from tests.each import each

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "noughts"
PAGES = ("architecture.md", "find-your-way.md")

pytestmark = pytest.mark.skipif(not (ROOT / "docs").exists(), reason="the docs are not here")


def named(page):
    """Every file that a page names in code style, but for those that stand for one to write."""
    text = (ROOT / "docs" / page).read_text("utf-8")
    return [name for name in re.findall(r"`([\w/]+\.py)`", text) if not re.search("[A-Z]{3}", name)]


@each("page", PAGES)
def test_every_file_that_a_page_names_is_there(page):
    missing = [
        name
        for name in named(page)
        if not (ROOT / name).exists() and not any(SOURCE.rglob(f"{name}"))
    ]
    assert named(page)
    assert not missing


def test_the_picture_shows_every_room():
    shown = (ROOT / "docs" / "images" / "rooms.svg").read_text("utf-8")
    rooms = {path.parent.name for path in SOURCE.glob("*/__init__.py")}
    rooms |= {path.stem for path in SOURCE.glob("[a-z]*.py")}
    assert {room for room in rooms if f">{room}</text>" not in shown} == set()


def test_every_room_of_tablebases_is_in_the_table():
    text = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    for room in (path.parent.name for path in SOURCE.glob("tablebase/*/__init__.py")):
        assert f"`{room}/`" in text
