"""Two browsers against each other, a third watching; one loses its connection and comes back."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.each import each
from tests.web.on_page import PATIENCE, cell

PHONE = {"width": 360, "height": 740}


@pytest.fixture
def contexts(chromium: Browser) -> Iterator[list[BrowserContext]]:
    """Three browsers, each with its own cookies."""
    contexts = [chromium.new_context() for _ in range(3)]
    for context in contexts:
        context.set_default_timeout(PATIENCE)
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
    host.get_by_text("Change").click()
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


@each("width", [1024, 390])
def test_the_invitation_does_not_cover_the_board(page, server, width):
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{server}/live?game=connectfour")
    page.get_by_role("button", name="Create link").click()
    invitation = page.locator("#invitation").bounding_box()
    board = page.locator("#board-form").bounding_box()
    assert invitation
    assert board
    beside = board["x"] + board["width"] <= invitation["x"]
    above = invitation["y"] + invitation["height"] <= board["y"]
    assert beside if width > 1000 else above
    assert board["width"] > width / 3


def test_a_game_with_one_who_watches_and_a_rematch(pages, server):
    seated(pages, server)
    host, guest, watching = pages
    for number, name in enumerate(("a1", "b2", "b1", "c3", "c1")):
        mover, mark = pages[number % 2], "XO"[number % 2]
        expect(mover.locator("#status")).to_have_text("Your move.")
        cell(mover, name).click()
        for page in pages:
            expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"^{name} {mark}"))
    expect(host.locator("#status")).to_have_text("You won.")
    expect(guest.locator("#status")).to_have_text("You lost.")
    expect(watching.locator("#assertive")).to_contain_text("X c1. X has won.")
    expect(watching.locator("#picture .lines > *")).to_have_count(1)
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
    expect(guest.locator("#connection")).to_contain_text("There is no connection now")
    expect(guest.locator("#status")).to_have_text("No connection.")
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
    expect(guest.locator("#message")).to_contain_text("There is no connection now")
    cut = False
    guest.evaluate("dispatchEvent(new Event('online'))")  # as when the network is back
    shows(guest, "X a1,O b2,X c3,O b1")
    assert asked[-1].endswith("seen=1&takebacks=0")
    expect(guest.locator("#connection")).to_have_text("")
    expect(guest.locator("#message")).to_have_text("")  # there is a connection now
    expect(guest.locator("#status")).to_have_text("X's move.")
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
        expect(page.locator("#connection")).to_contain_text("There is no connection now")
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
    expect(guest.locator("#message")).to_have_text("You cannot play on b2 now: X is there.")
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


def test_a_connection_that_dies_in_silence_is_noticed_and_the_move_sent_again(pages, server):
    """The socket stays open, and nothing comes through it, either way."""
    host, guest, _ = pages
    dead: list[WebSocketRoute] = []
    silent = False

    def meet(route: WebSocketRoute) -> None:
        ahead = route.connect_to_server()
        dead.append(route)
        route.on_message(lambda text: None if silent else ahead.send(text))
        ahead.on_message(lambda text: None if silent else route.send(text))

    host.route_web_socket(re.compile("/socket"), meet)
    seated(pages, server)
    silent = True
    cell(host, "a1").click()
    expect(host.locator("#status")).to_have_text("Sending your move …")
    expect(host.locator("#status")).to_have_text("No connection.")
    expect(host.locator("#connection")).to_contain_text("There is no connection now")
    silent = False
    shows(guest, "X a1")
    shows(host, "X a1")
    expect(host.locator("#connection")).to_have_text("")
    expect(host.locator("#status")).to_have_text("O's move.")
    assert len(dead) > 1


def test_a_draw_is_offered_declined_and_agreed(pages, server):
    seated(pages, server)
    host, guest, watching = pages
    expect(watching.locator("#actions")).to_be_hidden()
    host.get_by_role("button", name="Offer a draw").click()
    expect(host.locator("#offered")).to_have_text("You offered a draw.")
    expect(guest.locator("#offered")).to_have_text("Your friend offers a draw.")
    expect(guest.locator("#polite")).to_contain_text("Your friend offers a draw.")
    expect(watching.locator("#accept")).to_be_hidden()
    guest.get_by_role("button", name="Decline").click()
    expect(host.locator("#offer")).to_be_hidden()
    host.get_by_role("button", name="Offer a draw").click()
    expect(host.locator("#message")).to_contain_text("Your friend has declined that")
    guest.get_by_role("button", name="Offer a draw").click()
    host.get_by_role("button", name="Accept").click()
    for page in pages:
        expect(page.locator("#status")).to_have_text("A draw by agreement.")
    expect(host.locator("#rematch")).to_be_visible()


def test_a_move_is_taken_back_by_consent(pages, server):
    seated(pages, server)
    host, guest, _ = pages
    host.get_by_role("button", name="Undo").click()
    expect(host.locator("#message")).to_contain_text("You have not moved yet")
    cell(host, "a1").click()
    cell(guest, "b2").click()
    shows(host, "X a1,O b2")
    host.get_by_role("button", name="Undo").click()
    guest.get_by_role("button", name="Accept").click()
    for page in pages:
        expect(page.locator("#moves li")).to_have_count(0)
        expect(cell(page, "a1")).to_have_attribute("aria-label", "a1 empty")
    cell(host, "c3").click()
    for page in pages:
        shows(page, "X c3")


def test_who_resigns_has_lost(pages, server):
    seated(pages, server)
    host, guest, watching = pages
    host.get_by_role("button", name="Resign").click()
    host.get_by_role("button", name="Yes, resign").click()
    expect(host.locator("#status")).to_have_text("You lost: you resigned.")
    expect(guest.locator("#status")).to_have_text("You won: X resigned.")
    expect(watching.locator("#status")).to_have_text("X resigned: O has won.")
    cell(guest, "b2").click(force=True)
    expect(guest.locator("#message")).to_have_text("The game is over.")


def test_one_steps_back_while_the_game_goes_on(pages, server):
    seated(pages, server)
    host, guest, _ = pages
    for number, name in enumerate(("a1", "b2", "c3")):
        cell(pages[number % 2], name).click()
        shows(host, ",".join(["X a1", "O b2", "X c3"][: number + 1]))
    host.get_by_role("link", name="X a1").click()
    expect(cell(host, "b2")).to_have_attribute("aria-label", "b2 empty")
    expect(host.locator("#where")).to_have_text("Move 1 of 3")
    cell(guest, "a3").click()
    expect(host.locator("#where")).to_have_text("Move 1 of 4")
    expect(host.locator("#status")).to_have_text("Your move.")
    cell(host, "b2").click(force=True)
    expect(host.locator("#message")).to_have_text("Go back to the game to move.")
    host.get_by_role("button", name="Forward one move").click()
    expect(cell(host, "b2")).to_have_attribute("aria-label", "b2 O")
    host.get_by_role("button", name="The game as it stands").click()
    expect(cell(host, "a3")).to_have_attribute("aria-label", "a3 O")
    cell(host, "c1").click()
    shows(guest, "X a1,O b2,X c3,O a3,X c1")


def test_names_and_clocks_are_seen_by_all(pages, server):
    host, guest, watching = pages
    host.goto(f"{server}/live?game=connectfour")
    host.get_by_label("Clock").select_option("3+2")
    host.get_by_label("Your name").fill("Ann")
    host.get_by_role("button", name="Create link").click()
    expect(host.locator(".qr svg")).to_be_visible()
    guest.goto(host.locator("#link").input_value())
    expect(guest.locator("main")).to_contain_text("Ann invites you to play. You play O.")
    guest.get_by_label("Your name").fill("Ben")
    guest.get_by_role("button", name="Play").click()
    watching.goto(host.url)
    expect(watching.locator("#people li")).to_contain_text(["X: Ann, here", "O: Ben, here"])
    expect(watching.locator(".clock")).to_have_text(["3:00", "3:00"])
    cell(host, "4a").click()
    expect(guest.locator("#status")).to_have_text("Your move.")
    cell(guest, "4a").click()  # anywhere in its column
    expect(watching.locator(".clock[data-running][data-side=x]")).to_have_text(re.compile("2:5"))


@each("scheme", ["light", "dark"])
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
    guest.get_by_role("button", name="Offer a draw").click()
    expect(host.locator("#accept")).to_be_visible()
    found += [Axe().run(page) for page in pages]
    host.get_by_role("button", name="Accept").click()
    expect(guest.locator("#rematch")).to_be_visible()
    found += [Axe().run(page) for page in pages]
    assert [one.generate_report() for one in found if one.violations_count] == []


def test_what_a_screen_reader_finds(pages, server):
    seated(pages, server)
    host, *_ = pages
    cell(host, "b2").click()
    shows(host, "X b2")
    expect(host.locator("main")).to_match_aria_snapshot("""
        - main:
          - heading "Tic-tac-toe" [level=1]
          - list "People":
            - listitem: "X : you"
            - listitem: "O : your friend, here"
          - region "The game":
            - grid "The board of Tic-tac-toe":
              - row:
                - gridcell:
                  - button "a3 empty" [disabled]
          - region "Moves":
            - list:
              - listitem:
                - link "X b2"
          - complementary "About the game"
    """)
    expect(host.locator("#status")).to_have_text("O's move.")


def test_on_a_phone_nothing_is_wider_than_the_page(pages, server):
    for page in pages:
        page.set_viewport_size(PHONE)
    seated(pages, server, "connectfour")
    host, guest, _ = pages
    cell(host, "4a").click()
    shows(guest, "X 4")
    for page in pages:
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def test_enlarged_to_200_percent_in_forced_colours(pages, server):
    host = pages[0]
    host.emulate_media(forced_colors="active", reduced_motion="reduce")
    host.set_viewport_size({"width": 640, "height": 400})  # 1280×800 at 200 %
    seated(pages, server, "connectfour:4,4")
    host.keyboard.press("1")
    shows(host, "X 1")
    assert host.evaluate("document.documentElement.scrollWidth") <= 640
    assert Axe().run(host).violations_count == 0
    here = host.locator("#moves [aria-current]")
    assert here.evaluate("e => getComputedStyle(e).outlineStyle") == "solid"
    host.set_viewport_size({"width": 1280, "height": 800})
    host.evaluate("document.documentElement.style.fontSize = '200%'")
    assert host.evaluate("document.documentElement.scrollWidth") <= 1280
