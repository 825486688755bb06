"""Two browsers against each other, a third watching; one loses its connection and comes back."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.browser.on_page import cell

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Three browsers, each with its own cookies."""
    contexts = [chromium.new_context() for _ in range(3)]
    for context in contexts:
        context.set_default_timeout(30_000)
    yield contexts
    for context in contexts:
        context.close()


@pytest.fixture
def pages(contexts: list[BrowserContext]) -> Iterator[list[Page]]:
    """A page in each; what goes wrong in its script fails the test."""
    pages = [context.new_page() for context in contexts]
    wrong: list[str] = []
    for page in pages:
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if _wrong(said) else None)
    yield pages
    assert wrong == []


def _wrong(said) -> bool:
    # What is lost on purpose is reported, too.
    return said.type in ("error", "warning") and "WebSocket" not in said.text


def shows(page: Page, moves: str) -> None:
    expect(page.locator("#moves li")).to_have_text(moves.split(","))


def people(page: Page, first: str, second: str) -> None:
    lines = [re.compile(f": {first}$"), re.compile(f": {second}$")]
    expect(page.locator("#people li")).to_have_text(lines)


def seated(pages: list[Page], server: str, game: str = "tictactoe") -> None:
    """The first two play, the third watches."""
    host, guest, watching = pages
    host.goto(f"{server}/play/{game}")
    host.locator("#friend").click()
    host.get_by_role("button", name="Create link").click()
    guest.goto(host.locator("#link").input_value())
    guest.get_by_role("button", name="Play").click()
    watching.goto(host.url)
    people(host, "you", "your friend, here")
    people(guest, "your friend, here", "you")
    people(watching, "a player, here", "a player, here")
    expect(host.locator("#watching")).to_have_text("Watching: 1")
    expect(host.locator("#invitation")).to_be_hidden()


def test_a_game_with_one_who_watches_and_a_rematch(pages, server):
    seated(pages, server)
    host, guest, watching = pages
    for number, name in enumerate(("a1", "b2", "b1", "c3", "c1")):
        mover, mark = pages[number % 2], "XO"[number % 2]
        expect(mover.locator("#status")).to_have_text("Your move.")
        cell(mover, name).click()
        for page in pages:
            expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name} {mark}"))
    expect(host.locator("#status")).to_have_text("You have won.")
    expect(guest.locator("#status")).to_have_text("X has won.")
    expect(watching.locator("#assertive")).to_contain_text("X c1. X has won.")
    expect(watching.locator("#picture .lines")).to_have_count(1)
    expect(watching.locator("#rematch")).to_be_hidden()
    guest.get_by_role("button", name="Rematch").click()
    expect(guest.locator("#people")).to_contain_text("X: you")
    for page in (host, watching):
        page.locator("#next").click()
    expect(host.locator("#people li")).to_have_text(["X: your friend, here", "O: you"])
    cell(guest, "b2").click()
    for page in pages:
        shows(page, "X b2")


def test_who_loses_the_connection_misses_nothing(pages, server):
    host, guest, watching = pages
    under_way: list[WebSocketRoute] = []
    asked: list[str] = []
    cut = False

    def meet(route: WebSocketRoute) -> None:
        asked.append(route.url)
        if cut:
            route.close()
            return
        route.connect_to_server()
        under_way.append(route)

    guest.route_web_socket(re.compile("/socket"), meet)
    seated(pages, server)
    cell(host, "a1").click()
    shows(guest, "X a1")
    cut = True
    for route in under_way:
        route.close()
    expect(guest.locator("#connection")).to_contain_text("Connection lost")
    expect(host.locator("#people")).to_contain_text("O: your friend, away")
    # The friend plays on in another window, and so does the host.
    elsewhere = guest.context.new_page()
    elsewhere.goto(guest.url)
    cell(elsewhere, "b2").click()
    shows(host, "X a1,O b2")
    cell(host, "c3").click()
    cell(elsewhere, "b1").click()
    shows(watching, "X a1,O b2,X c3,O b1")
    shows(guest, "X a1")
    cell(guest, "a3").click(force=True)
    expect(guest.locator("#message")).to_have_text("There is no connection.")
    cut = False
    guest.evaluate("dispatchEvent(new Event('online'))")  # as when the network is back
    shows(guest, "X a1,O b2,X c3,O b1")
    assert asked[-1].endswith("seen=1")
    expect(guest.locator("#connection")).to_have_text("")
    expect(guest.locator("#polite")).to_contain_text("O b2. X c3. O b1.")
    cell(host, "b3").click()
    shows(guest, "X a1,O b2,X c3,O b1,X b3")


def test_a_server_that_comes_back_finds_them_where_they_were(pages, serving):
    seated(pages, serving.address)
    host, guest, watching = pages
    cell(host, "a1").click()
    shows(watching, "X a1")
    serving.kill()
    for page in pages:
        expect(page.locator("#connection")).to_contain_text("Connection lost")
    serving.start()
    for page in pages:
        expect(page.locator("#connection")).to_have_text("")
        shows(page, "X a1")
    cell(guest, "b2").click()
    for page in pages:
        shows(page, "X a1,O b2")


def test_what_is_not_allowed_is_told_and_nothing_happens(pages, server):
    seated(pages, server)
    host, guest, watching = pages
    cell(guest, "b2").click(force=True)
    expect(guest.locator("#message")).to_have_text("It is your friend's turn.")
    cell(watching, "b2").click(force=True)
    expect(watching.locator("#message")).to_have_text("You are watching this game.")
    cell(host, "b2").click()
    shows(guest, "X b2")
    cell(guest, "b2").click(force=True)
    expect(guest.locator("#message")).to_have_text("You cannot play on b2 now.")
    shows(host, "X b2")


def test_by_keyboard_alone(pages, server):
    seated(pages, server)
    host, guest, _ = pages
    host.keyboard.press("ArrowDown")  # brings the focus to the middle of the board
    expect(cell(host, "b2")).to_be_focused()
    host.keyboard.press("Enter")
    shows(guest, "X b2")
    expect(guest.locator("#polite")).to_have_text("X b2. Your move.")
    guest.keyboard.press("1")
    shows(host, "X b2,O a3")
    host.keyboard.press("ArrowLeft")
    host.keyboard.press("ArrowDown")
    expect(cell(host, "a1")).to_be_focused()
    host.keyboard.press("Enter")
    shows(guest, "X b2,O a3,X a1")


def test_a_cell_that_stands_for_several_moves_asks_which(pages, server):
    seated(pages, server, "wild")
    host, guest, _ = pages
    cell(host, "b2").click()
    host.locator("#choice button").last.click()
    expect(cell(guest, "b2")).to_have_attribute("aria-label", "b2 O")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(pages, server, scheme):
    for page in pages:
        page.emulate_media(color_scheme=scheme)
    host, guest, watching = pages
    host.goto(f"{server}/live")
    found = [Axe().run(host)]
    host.get_by_role("button", name="Create link").click()
    expect(host.locator("html.scripted")).to_have_count(1)
    found.append(Axe().run(host))
    guest.goto(host.locator("#link").input_value())
    found.append(Axe().run(guest))
    guest.get_by_role("button", name="Play").click()
    cell(host, "b2").click()
    shows(guest, "X b2")
    watching.goto(host.url)
    found += [Axe().run(page) for page in pages]
    assert [one.generate_report() for one in found if one.violations_count] == []


def test_what_a_screen_reader_finds(pages, server):
    seated(pages, server)
    host, *_ = pages
    cell(host, "b2").click()
    shows(host, "X b2")
    expect(host.locator("main")).to_match_aria_snapshot("""
        - main:
          - region "The game":
            - heading "Tic-tac-toe" [level=1]
            - paragraph: O's move.
            - grid "The board of Tic-tac-toe":
              - row:
                - gridcell:
                  - button "a3 empty" [disabled]
          - complementary "About the game":
            - region "People":
              - heading "People" [level=2]
              - list:
                - listitem: "X: you"
                - listitem: "O: your friend, here"
            - region "Moves":
              - list:
                - listitem: X b2
    """)


def test_on_a_phone_nothing_is_wider_than_the_page(pages, server):
    for page in pages:
        page.set_viewport_size(PHONE)
    seated(pages, server, "connectfour")
    host, guest, _ = pages
    cell(host, "d1").click()
    shows(guest, "X 4")
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
