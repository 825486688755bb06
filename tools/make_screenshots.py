"""Make the pictures of the browser's pages anew: docs/images/browser*.png, light and dark.

Needs Chromium. Run it after a change to a page: .venv/bin/python tools/make_screenshots.py
With a folder, it puts there what a reader of a change wants to see: the pages in three sizes.
"""

import re
import shutil
import subprocess
import sys
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, ViewportSize, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"

FALLING = "316547341227477353155466"
WIDE: ViewportSize = {"width": 1200, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 780}
SIZES: tuple[ViewportSize, ...] = (
    {"width": 1440, "height": 900},
    {"width": 1024, "height": 768},
    {"width": 390, "height": 844},
)

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")
# The values, and the reasons after them.
REASONED = ("#verdict", ".reasons span:has-text(': ') >> nth=0")


class Shot(NamedTuple):
    """A picture: where it is taken, which keys and buttons are pressed, what is waited for."""

    name: str
    address: str
    pressed: tuple[str, ...]
    seen: tuple[str, ...]
    size: ViewportSize = WIDE


SHOTS = (
    # A game in which two moves win, two draw and one loses.
    Shot("browser", "play/tictactoe?moves=a1,b1,c2,a3&as=both", ("v",), REASONED),
    # The game that docs/pictures.md draws: X wins in 3.
    Shot("browser-connectfour", f"play/connectfour?moves={','.join(FALLING)}&as=both",
         ("t", "v"), REASONED),
    Shot("browser-editor", "edit/connectfour:5,4?cells=.......x....ox..oxoo&put=o", (),
         ("#told",)),
    Shot("browser-draw", "draw/lines:4,4,-b3,a1b1c1d1,a2b2c2d2,d1d2d3d4,a1b2c3d4,a2b1c2,name=Fence"
         "?chosen=b4c4", (), ("#told",)),
    Shot("browser-phone", "play/tictactoe?moves=b2,a1,c1,a3&as=both", ("t",),
         ("#picture .threats",), PHONE),
)  # fmt: skip

# X misses a win, and then loses.
LOST = "play/tictactoe?moves=b2,a2,a1,b1,c1,c3,a3&as=both"
REVIEW = ("#review",)

# What to look at after a change.
LOOKS = (
    Shot("first", "", (), ("#status",)),
    Shot("connectfour", SHOTS[1].address, ("t", "v"), REASONED),
    Shot("review", LOST, REVIEW, ("#history button >> nth=0",)),
    Shot("lesson", LOST, (*REVIEW, "#history button"), ("#lesson",)),
    Shot("games", "games", (), ("main",)),
    Shot("live", "live?game=connectfour", ("button.main",), ("#invitation",)),
    Shot("qubic", "play/qubic?moves=1a1,4d4,1d1&as=both", (), ("#status",)),
    Shot("draw", SHOTS[3].address, (), ("#told",)),
    Shot("map", "map/tictactoe?moves=b2,a1", (), (".map svg",)),
    Shot("error", "play/chess", (), ("main",)),
)


def shoot(browser: Browser, address: str, scheme: Scheme, shot: Shot, folder: Path) -> None:
    context = browser.new_context(viewport=shot.size, color_scheme=scheme)
    page = context.new_page()
    page.goto(address + shot.address)
    for what in shot.pressed:
        if len(what) == 1:
            page.keyboard.press(what)
        else:
            page.locator(what).first.click()
    for what in shot.seen:
        page.locator(what).wait_for(timeout=60_000)
    page.wait_for_timeout(2_000)  # reasons and the best line come after the values
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    dark = "-dark" if scheme == "dark" else ""
    page.screenshot(path=folder / f"{shot.name}{dark}.png")
    context.close()


def shoot_all(address: str, folder: Path | None) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for shot, scheme in product(SHOTS if folder is None else LOOKS, SCHEMES):
            if folder is None:
                shoot(browser, address, scheme, shot, IMAGES)
                continue
            for size in SIZES:
                named = shot._replace(name=f"{shot.name}-{size['width']}", size=size)
                shoot(browser, address, scheme, named, folder)
        browser.close()


def main() -> None:
    folder = Path(sys.argv[1]) if sys.argv[1:] else None
    command = [sys.executable, "-m", "noughts", "serve", "--port", "0", "--no-browser"]
    with (
        TemporaryDirectory() as games,
        subprocess.Popen([*command, "--data", games], stderr=subprocess.PIPE, text=True) as server,
    ):
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found
        try:
            shoot_all(found[0], folder)
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
