"""Playing on the page in a real browser: by mouse, by keyboard, typed, without a server."""

import re

from playwright.sync_api import BrowserContext, Page, Route, expect

from noughts.value import OPEN
from tests.web.on_page import cell, moves, outcome_of


def test_a_game_by_mouse(page: Page, server):
    page.goto(f"{server}/play/tictactoe")
    while outcome_of(page) == OPEN:
        count = len(moves(page))
        page.locator("#grid [aria-disabled=false]").first.click()
        answered = f"#moves li:nth-child({count + 3}), #status[data-over]"
        expect(page.locator(answered).first).to_be_visible()
    expect(page.locator("#status[data-over]")).to_be_visible()
    expect(page.locator("#assertive")).to_contain_text(re.compile("won|lost|draw"))
    expect(page.locator("#ending .result")).to_be_visible()


def asked_for(page: Page) -> list[str]:
    """The requests of the page from now on, by what they ask for."""
    found: list[str] = []

    def note(url: str) -> None:
        if "/api/v1/" in url:
            found.append(url.split("/")[5])

    page.on("request", lambda request: note(request.url))
    return found


def test_the_next_click_needs_no_round_trip(context: BrowserContext, server):
    page = context.new_page()  # one whose console may complain
    with page.expect_response(lambda answer: "/ahead/" in answer.url) as told:
        page.goto(f"{server}/play/tictactoe?moves=a1,b2")
        page.mouse.move(1, 1)
    told.value.finished()
    page.wait_for_load_state("networkidle")
    asked = asked_for(page)
    page.context.set_offline(True)
    cell(page, "c3").click()
    expect(page.locator("#moves li")).to_have_count(5)  # the computer has answered
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#message")).to_be_empty()
    # What comes after that is asked for, while the player thinks.
    assert asked == ["ahead"]
    page.context.set_offline(False)
    page.locator("#grid [aria-disabled=false]").first.click()
    expect(page.locator("#moves li").nth(6)).to_be_visible()


def test_the_first_page_is_small_and_loads_no_engine_before_it_is_needed(page: Page, server):
    page.goto(f"{server}/play/tictactoe")
    page.wait_for_load_state("networkidle")
    loaded = page.evaluate(
        """["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
            .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""
    )
    assert [name for name, _ in loaded if name.endswith("/noughts.js")]  # the script, too
    assert not [name for name, _ in loaded if "/engine/" in name or "/api/" in name]
    assert 0 < sum(size for _, size in loaded) < 60_000
    with page.expect_request("**/engine/tictactoe"):
        page.mouse.move(1, 1)


def test_a_game_costs_one_request_for_a_move(page: Page, server):
    there: list[str] = []
    page.on("requestfinished", lambda request: there.append(request.url))
    page.goto(f"{server}/play/tictactoe")
    asked = asked_for(page)
    page.mouse.move(1, 1)
    count = 0
    while page.locator("#status[data-over]").count() == 0:
        while sum("/ahead/" in url for url in there) <= count:
            page.wait_for_timeout(20)
        page.locator("#grid [aria-disabled=false]").first.click()
        count += 1
        answered = f"#moves li:nth-child({2 * count + 1}), #status[data-over]"
        expect(page.locator(answered).first).to_be_visible()
    assert set(asked) - {"values"} == {"ahead"}
    assert asked.count("values") <= 1  # of the start, for the squares at the end
    assert len(asked) <= count + 1  # the first may have gone before it was counted


def test_without_a_server_the_page_says_so_and_loses_nothing(context: BrowserContext, server):
    page = context.new_page()
    page.goto(f"{server}/play/connectfour:4,4?moves=1,2&as=both")
    context.set_offline(True)
    page.keyboard.press("3")
    expect(page.locator("#message")).to_contain_text("The server does not answer.")
    expect(page.locator("#moves li")).to_have_count(3)
    context.set_offline(False)
    page.keyboard.press("3")
    expect(page.locator("#moves li")).to_have_count(4)
    expect(page.locator("#message")).to_be_empty()


def test_a_large_game_is_not_worked_out_ahead(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    asked = asked_for(page)
    page.keyboard.press("2")
    expect(page.locator("#moves li")).to_have_count(2)
    assert asked == ["table"]


def test_back_is_undo_and_forward_is_redo(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy")
    cell(page, "b2").click()
    expect(page.locator("#moves li")).to_have_count(3)
    played = moves(page)
    page.go_back()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 empty")
    assert moves(page) == []
    page.go_forward()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")
    assert moves(page) == played


def test_a_link_shows_the_same_elsewhere(context: BrowserContext, page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    for name in ("a1", "b2", "c3"):
        cell(page, name).click()
        expect(cell(page, name)).not_to_have_attribute("aria-label", f"{name} empty")
    other = context.new_page()
    other.goto(page.url)
    for name in ("#status", "#moves"):
        assert other.locator(name).inner_text() == page.locator(name).inner_text()
    expect(other.locator("#picture .mark")).to_have_count(3)
    drawn = "svg => [...svg.querySelectorAll('.marks > g')].map((mark) => mark.outerHTML).sort()"
    assert other.locator("#picture").evaluate(drawn) == page.locator("#picture").evaluate(drawn)


def test_a_game_by_keyboard_alone(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    page.keyboard.press("ArrowDown")  # brings the focus to the middle of the board
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowUp")
    expect(cell(page, "a3")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, "a3")).to_have_attribute("aria-label", "a3 O")
    page.keyboard.press("9")  # in reading order
    expect(cell(page, "c1")).to_have_attribute("aria-label", "c1 X")
    page.keyboard.press("Shift+Numpad9")  # a digit of the keypad, as it lies there
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 O")
    page.keyboard.press("u")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 empty")
    page.keyboard.press("r")
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 O")
    page.keyboard.press("2")
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 X")
    page.keyboard.press("8")
    page.keyboard.press("n")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 empty")


def test_a_finished_game_by_keyboard_names_the_line_and_counts(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    for digit, name, mark in zip("14253", ("a3", "a2", "b3", "b2", "c3"), "XOXOX", strict=True):
        page.keyboard.press(digit)
        expect(cell(page, name)).to_have_attribute("aria-label", re.compile(f"{name} {mark}"))
    expect(page.locator("#status")).to_have_text("X has won.")
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 X, in the winning line")
    expect(page.locator("#picture .lines > *")).to_have_count(1)
    expect(page.locator(".seat .wins")).to_have_text(["1", "0"])
    expect(page.locator(".squares i")).to_have_count(5)
    expect(page.locator(".squares [data-worth=mistake]")).to_have_count(1)
    page.keyboard.press("9")
    expect(page.locator("#message")).to_contain_text("The game is over")


def test_a_game_by_typed_commands(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    page.keyboard.press("/")
    word = page.locator("#word")
    expect(word).to_be_focused()
    for text, count in (("b2", 2), ("7", 3), ("undo", 3), ("redo", 3)):
        word.fill(text)
        word.press("Enter")
        expect(page.locator("#moves li")).to_have_count(count)
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1 O")
    word.fill("nonsense")
    word.press("Enter")
    expect(page.locator("#message")).to_contain_text("is neither a legal move nor a command")
    word.fill("values")
    word.press("Enter")
    expect(page.locator("#verdict")).to_be_visible()


def test_two_opponents_play_each_other(page: Page, server):
    page.goto(f"{server}/play/tictactoe")
    page.get_by_text("Change").click()
    page.select_option("#as", "none")
    expect(page.get_by_label("Against")).to_be_visible()
    page.select_option("#second", "random")
    page.wait_for_url("**level=perfect,random**")
    expect(page.locator("#status[data-over]")).to_be_visible()
    assert "O has won" not in page.locator("#status").inner_text()  # X plays perfectly
    page.reload()
    page.get_by_text("Change").click()
    expect(page.get_by_label("Against")).to_have_value("random")


def test_a_level_that_is_none_is_refused_and_nothing_changes(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy")
    page.keyboard.press("/")
    word = page.locator("#word")
    for text in ("level nonsense", "level program:ls", "level"):
        word.fill(text)
        word.press("Enter")
        expect(page.locator("#message")).not_to_be_empty()
        expect(page.locator("#level")).to_have_value("easy")
    word.fill("level draws:60")
    word.press("Enter")
    page.wait_for_url("**level=draws**")
    expect(page.locator("#level")).to_have_value("draws:60")


def test_who_starts_and_swap(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy")
    page.keyboard.press("s")
    expect(page.locator("#moves li")).to_have_count(2)  # the computer begins
    expect(page.locator("#status")).to_have_text("Your move.")
    assert "as=o" in page.url


def test_the_computer_plays_both_sides(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=none&level=easy")
    page.click("#new")
    expect(page.locator("#status[data-over]")).to_be_visible()


def test_a_cell_with_several_moves_asks_which(page: Page, server):
    page.goto(f"{server}/play/wild?as=both")
    cell(page, "b2").click()
    page.get_by_role("button", name="ob2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 O")


def test_without_script_a_full_game_is_played(chromium, server):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}/")  # the board of the front door
    for _ in range(5):
        buttons = page.locator("#grid button")
        if buttons.count() == 0:
            break
        with page.expect_navigation():
            buttons.first.click()
    assert outcome_of(page) != OPEN
    page.go_back()
    assert outcome_of(page) == OPEN  # Back is undo
    context.close()


def test_what_the_computer_is_not_sure_of_stays_below_the_board(page: Page, server):
    def doubtful(route: Route) -> None:
        found = route.fetch()
        route.fulfill(response=found, json={**found.json(), "doubt": "Not solved in time."})

    page.route(re.compile("reply=1"), doubtful)
    page.goto(f"{server}/play/mnk:5,4,3?level=random")
    expect(page.locator("#doubt")).to_be_hidden()
    cell(page, "a1").click()
    expect(page.locator("#doubt")).to_have_text("Not solved in time.")
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_be_visible()
    expect(page.locator("#doubt")).to_be_visible()
    page.keyboard.press("u")
    expect(page.locator("#doubt")).to_be_hidden()
