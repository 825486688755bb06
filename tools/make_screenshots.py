"""Make the pictures of the browser's page anew: docs/images/browser.png and browser-dark.png.

Needs Chromium. Run it after a change to the page: .venv/bin/python tools/make_screenshots.py
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"

# A game in which two moves win, two draw and one loses.
ADDRESS = "play/tictactoe?moves=a1,b1,c2,a3&as=both"
SIZE = {"width": 1100, "height": 700}


def shoot(browser: Browser, address: str, scheme: str, path: Path) -> None:
    context = browser.new_context(viewport=SIZE, color_scheme=scheme)  # type: ignore[arg-type]
    page = context.new_page()
    page.goto(address)
    page.keyboard.press("v")
    page.locator("#verdict").wait_for()
    page.screenshot(path=path)
    context.close()


def main() -> None:
    command = [sys.executable, "-m", "noughts", "serve", "--port", "0", "--no-browser"]
    with (
        TemporaryDirectory() as games,
        subprocess.Popen([*command, "--data", games], stderr=subprocess.PIPE, text=True) as server,
    ):
        assert server.stderr is not None
        found = re.search(r"http://\S+", server.stderr.readline())
        assert found
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox"]
            )
            for scheme, name in (("light", "browser.png"), ("dark", "browser-dark.png")):
                shoot(browser, found[0] + ADDRESS, scheme, IMAGES / name)
            browser.close()
        server.terminate()


if __name__ == "__main__":
    main()
