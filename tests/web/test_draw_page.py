"""The page on which one draws a line game: as a form, in a browser, its files, what it refuses."""

import json

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from noughts import find_game
from tests.each import each
from tests.web.asking import ask

RING = "/draw/lines:3,3,-b2,a3b3c3,a1b1c1,name=Ring"


def told(page: Page):
    return page.locator("#told")


def cell(page: Page, name: str):
    return page.locator(f"#grid button[value='{name}']")


def test_without_script_a_click_is_a_form_and_the_address_says_what_is_drawn(server):
    answer = ask(f"{server}/draw/lines:3,3", {"cell": "a1", "put": "line"})
    assert answer.status == 303
    assert "Chosen: a1." in ask(server + answer.headers["location"]).text
    added = ask(f"{server}/draw/lines:3,3?chosen=a1b2", {"add": "line"})
    assert added.headers["location"].startswith("/draw/lines:3,3,b2a1")
    removed = ask(f"{server}/draw/lines:3,3,b2a1,a1c1", {"remove": "0"})
    assert removed.headers["location"].startswith("/draw/lines:3,3,a1c1?")
    settings = {"columns": "4", "rows": "2", "name": "Mine", "misere": "yes"}
    changed = ask(f"{server}/draw/lines:3,3,a1b1", settings)
    assert changed.headers["location"].startswith("/draw/lines:4,2,a1b1,misere,name=Mine")


@each("form", ["noughts", "gabor"])
def test_a_saved_file_is_the_game_and_can_be_opened(server, tmp_path, form):
    saved = ask(f"{server}{RING}?file={form}")
    assert saved.headers["content-disposition"] == "attachment; filename=ring.json"
    file = tmp_path / "ring.json"
    file.write_text(saved.text, encoding="utf-8")
    assert find_game(f"lines:{file}") == find_game("lines:3,3,-b2,a3b3c3,a1b1c1,name=Ring")
    opened = ask(f"{server}/draw/lines:3,3", {"content": saved.text})
    assert opened.headers["location"].partition("?")[0] == RING


@each(
    "path, form, why",
    [
        ("/draw/lines:3,3", {"add": "line"}, "at least two cells"),
        ("/draw/lines:3,3?chosen=a1", {"add": "line"}, "at least two cells"),
        ("/draw/lines:3,3", {"cell": "z9"}, "no such place"),
        ("/draw/lines:3,3", {"content": "hello"}, "This is not a line game"),
        ("/draw/lines:3,3", {"content": "[]"}, "This is not a line game"),
        ("/draw/lines:3,3", {"content": json.dumps({"board": [".."], "lines": []})}, "a line"),
        (
            "/draw/lines:3,3",
            {"content": json.dumps({"board": ["." * 20], "lines": ["a1 b1"]})},
            "1 to 15 columns",
        ),
        ("/draw/lines:3,3", {"remove": "x"}, "not a whole number"),
        ("/draw/lines:3,3", {"columns": "40", "rows": "3"}, "1 to 15 columns"),
        ("/draw/lines:3,3", {"name": "Mine"}, "not a whole number"),
        ("/draw/hex:3", None, "is no line game"),
        ("/draw/lines:3,3?chosen=q", None, "is not a line"),
        (f"{RING}?file=pdf", None, "file must be noughts or gabor"),
        ("/draw/lines:2,2,a1b1,misere?file=gabor", None, "no misère play"),
        ("/draw/lines:2,2?file=noughts", None, "needs a line"),
    ],
)
def test_what_is_wrong_gets_one_sentence(server, path, form, why):
    page = ask(server + path, form)
    assert page.status == 400
    assert page.text.count('class="message"') == 1
    assert why in page.text


def test_a_board_that_is_none_yet_says_why_and_cannot_be_played(server):
    page = ask(f"{server}/draw/lines:8,8,a1b1")
    assert page.status == 200
    assert "8×8: a board has 1 to 62 cells." in page.text
    assert 'href="/play/lines' not in page.text


def test_a_game_is_drawn_by_mouse_and_keyboard_saved_opened_and_played(page: Page, server):
    page.goto(f"{server}/games")
    page.get_by_role("link", name="draw a game").first.click()
    expect(told(page)).to_have_text("Choose the cells of a line, then add it.")
    for name, chosen in (("a1", "a1"), ("c1", "a1 c1"), ("b1", "a1 c1 b1")):
        cell(page, name).click()
        expect(told(page)).to_have_text(f"Chosen: {chosen}.")
    page.keyboard.press("a")
    expect(told(page)).to_have_text("9 cells, 1 line.")
    expect(cell(page, "b1")).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.get_by_label("put or take a cell").check()
    cell(page, "b2").press("Enter")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2, no cell")
    page.get_by_label("Columns").fill("2")
    page.keyboard.press("Tab")
    expect(cell(page, "c1")).to_have_count(0)  # and the line went with it
    page.go_back()
    expect(page.locator(".line-list li")).to_have_count(1)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save", exact=True).click()
    page.get_by_role("link", name="Start anew").click()
    expect(told(page)).to_have_text("Choose the cells of a line, then add it.")
    page.wait_for_load_state()  # the script opens files
    page.get_by_text("Open a file").click()
    page.locator("#file").set_input_files(str(saved.value.path()))
    expect(told(page)).to_have_text("8 cells, 1 line.")
    page.get_by_role("button", name="Remove the line").hover()
    expect(page.locator("#picture [data-lit]")).to_have_count(1)
    page.locator(".right").get_by_role("link", name="Play", exact=True).click()
    page.locator("#grid [data-cell=a1]").click()
    expect(page.locator("#moves li")).to_have_count(3)  # the computer has answered


def test_a_board_with_lines_is_as_large_as_others(page: Page, server):
    page.goto(f"{server}/play/lines:3,3,a1b1c1,c3b2a1")
    expect(page.locator("#picture .marks")).to_have_count(1)  # it is the page's own drawing
    box = page.locator("#picture svg").bounding_box()
    assert box is not None
    assert box["height"] > 0.9 * box["width"]


def test_axe_finds_nothing(page: Page, server):
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(f"{server}{RING}?chosen=a1c1")
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
