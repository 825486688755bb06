"""Make the pictures of the browser's pages anew: docs/images/browser*.png, light and dark.

Needs Chromium. Run it after a change to a page: .venv/bin/python tools/make_screenshots.py
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

Scheme = Literal["light", "dark"]
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


class Shot(NamedTuple):
    """A picture: where it is taken, which keys and buttons are pressed, what is waited for."""

    name: str
    address: str
    pressed: tuple[str, ...]
    seen: tuple[str, ...]
    size: ViewportSize = WIDE


SHOTS = (
    # A game in which two moves win, two draw and one loses.
    Shot("browser", "play/tictactoe?moves=a1,b1,c2,a3&as=both", ("v",), ("#verdict",)),
    # The game that docs/pictures.md draws: X wins in 3.
    Shot("browser-connectfour", f"play/connectfour?moves={','.join(FALLING)}&as=both",
         ("t", "v"), ("#verdict",)),
    Shot("browser-editor", "edit/connectfour:5,4?cells=.......x....ox..oxoo&put=o", (),
         ("#told",)),
    Shot("browser-phone", "play/tictactoe?moves=b2,a1,c1,a3&as=both", ("t",),
         ("#picture .threats",), PHONE),
)  # fmt: skip


def shoot(browser: Browser, address: str, scheme: Scheme, shot: Shot) -> None:
    context = browser.new_context(viewport=shot.size, color_scheme=scheme)
    page = context.new_page()
    page.goto(address + shot.address)
    for what in shot.pressed:
        if what.startswith("#"):
            page.click(what)
        else:
            page.keyboard.press(what)
    for what in shot.seen:
        page.locator(what).wait_for(timeout=60_000)
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
    dark = "-dark" if scheme == "dark" else ""
    page.screenshot(path=IMAGES / f"{shot.name}{dark}.png")
    context.close()


def shoot_all(address: str) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--no-sandbox"]
        )
        for shot, scheme in product(SHOTS, SCHEMES):
            shoot(browser, address, scheme, shot)
        browser.close()


def main() -> None:
    command = [sys.executable, "-m", "noughts", "serve", "--port", "0", "--no-browser"]
    with (
        TemporaryDirectory() as games,
        subprocess.Popen([*command, "--data", games], stderr=subprocess.PIPE, text=True) as server,
    ):
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found
        try:
            shoot_all(found[0])
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
