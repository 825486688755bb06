"""Make the pictures of the README anew: docs/images/terminal.svg.

Run it after a change to the full screen: .venv/bin/python tools/make_images.py
"""

import asyncio
import re
from pathlib import Path

from noughts.games.tictactoe import TicTacToe
from noughts.terminal.screen import NoughtsApp
from noughts.terminal.session import Session

IMAGES = Path(__file__).parents[1] / "docs" / "images"

# A game in which some moves win, some draw and some lose: X played 5 and 2.
SEED, KEYS = 0, ("5", "2", "v", "h", "down", "left")


async def terminal() -> str:
    """The full screen in the middle of a game, as SVG."""
    app = NoughtsApp(Session(TicTacToe(), level="easy", seed=SEED))
    async with app.run_test(size=(80, 24)) as pilot:
        for key in KEYS:
            await pilot.press(key)
            await app.workers.wait_for_complete()
            await pilot.pause()
        return without_remote_fonts(app.export_screenshot(title="noughts play --level easy"))


def without_remote_fonts(svg: str) -> str:
    """The picture without the fonts that it would fetch: any fixed-width font will do."""
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    """Write them."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    (IMAGES / "terminal.svg").write_text(asyncio.run(terminal()), encoding="utf-8")


if __name__ == "__main__":
    main()
