"""What is read off the page in a browser."""

import re

from playwright.sync_api import Page

from noughts import TicTacToe

# How long a page may take, in ms: as long as a busy machine compiles what it waits for.
PATIENCE = 120_000


def cell(page: Page, name: str):
    return page.locator(f"#grid [data-cell='{name}']")


def moves(page: Page) -> list[str]:
    found = re.search(r"moves=([^&]+)", page.url)
    return found[1].replace("%2C", ",").split(",") if found else []


def outcome_of(page: Page) -> int:
    game, position = TicTacToe(), TicTacToe().start()
    for name in moves(page):
        position = game.play(position, game.read(name))
    return game.outcome(position)
