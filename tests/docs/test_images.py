"""The pictures of the docs are those that the code draws: compared as structure, not as bytes."""

import re
from pathlib import Path

from tests.docs.tools import tool
from tests.each import each
from tests.pictures.reading import boxes, frame, structure

ROOT = Path(__file__).parents[2]
SHOTS = ROOT / "tools" / "make_screenshots.py"
IMAGES = ROOT / "docs" / "images"

make_images = tool("make_images")
# Pictures of games that take a while to solve.
LARGE = {
    "connectfour", "course-four", "games", "history", "map",
    *(name for name in make_images.DRAWN if name.startswith("hospital")),
}  # fmt: skip


@each("name", sorted(make_images.DRAWN.keys() - LARGE), large=sorted(LARGE))
def test_a_picture_of_the_docs_is_what_is_drawn_now(name):
    for file, draw in make_images.both(name, make_images.DRAWN[name]):
        kept, drawn = (IMAGES / file).read_text("utf-8"), draw()
        assert structure(drawn) == structure(kept)  # if not, run tools/make_images.py
        assert not [box for box in boxes(drawn) if not box.within(frame(drawn))]


def test_every_picture_is_made_by_the_tool_and_every_one_the_docs_show_is_there():
    of_docs, _, _ = SHOTS.read_text("utf-8").partition("\nLOOKS = ")
    shots = re.findall(r'Shot\("([\w-]+)"', of_docs)
    pages = {f"{name}{dark}.png" for name in shots for dark in ("", "-dark")}
    made = {*make_images.PICTURES, *make_images.screens(), *pages}
    assert {path.name for path in IMAGES.iterdir()} == made
    for page in (ROOT / "README.md", *(ROOT / "docs").rglob("*.md")):
        for name in re.findall(r"images/([\w-]+\.(?:svg|png))", page.read_text("utf-8")):
            assert (IMAGES / name).is_file(), f"{page.name} shows {name}"
