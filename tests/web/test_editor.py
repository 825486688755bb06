"""The board editor: without script, by mouse and by keyboard, and what it says of a wrong board."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from noughts.games.registry import ENTRIES
from tests.each import each
from tests.web.asking import ask

SET_UP = "/edit/tictactoe?cells=xo......."


def told(page: Page):
    return page.locator("#told")


def cell(page: Page, name: str):
    return page.locator(f"#grid button[value='{name}']")


def test_a_click_is_a_form_and_the_address_says_what_is_set_up(server):
    answer = ask(server + SET_UP, {"cell": "b2", "put": "x"})
    assert answer.status == 303
    assert "cells=xo..x...." in answer.headers["location"]
    page = ask(server + answer.headers["location"]).text
    assert "O to move." in page
    assert 'href="/play/tictactoe?position=xo1%2F1x1%2F3+o' in page.replace("as=both&amp;", "")


@each(
    "path, why",
    [
        ("/edit/tictactoe?cells=xx.......", "There are 2 X and 0 O"),
        ("/edit/tictactoe?cells=xyz", "cells must be x or o or ."),
        ("/edit/tictactoe?position=nonsense", "is not a position of 3×3 cells"),
        ("/edit/connectfour?position=1x5/7/7/7/7/7%20o", "marks fall to the bottom"),
        ("/edit/nim?position=9,9,9%20x", "A heap is larger than at the start"),
    ],
)
def test_what_is_no_position_says_why_and_cannot_be_played(server, path, why):
    page = ask(server + path)
    assert page.status == (200 if "cells=xx" in path else 400)
    assert why in page.text
    assert ">Analyse</a>" not in page.text


def test_a_game_whose_positions_are_more_than_marks_says_so(server):
    page = ask(f"{server}/edit/ultimate?position=9/9/9/9/9/9/9/9/4x4%205%20o")
    assert "more than the marks on its board" in page.text
    assert ask(f"{server}/edit/nim?position=1,1,1%20x").text.count("Analyse") == 1


@each("name", list(ENTRIES))
def test_every_game_has_the_page_with_its_cells_where_they_are_drawn(server, name):
    page, played = (ask(f"{server}/{way}/{name}") for way in ("edit", "play"))
    assert page.status == 200
    both = re.compile(r"\.k\d+\{.*?\}|viewBox=\"0 0 (?!32|24).*?\"")
    if ".k0{" in page.text:  # not where positions are more than marks
        assert both.findall(page.text) == both.findall(played.text)


def test_a_form_that_is_none_of_ours_changes_nothing(server):
    assert ask(server + SET_UP, {"cell": "z9", "put": "x"}).status == 400
    assert ask(server + SET_UP, {"cell": "a1", "put": "q"}).status == 400
    assert ask(f"{server}/edit/nim", {"cell": "a1"}).headers["location"] == "/edit/nim"
    assert ask(f"{server}/edit/chess").status == 404


def test_a_position_is_set_up_by_mouse_and_then_played(page: Page, server):
    page.goto(f"{server}/play/tictactoe")
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="Set up a position").click()
    cell(page, "a3").click()
    expect(cell(page, "a3")).to_have_attribute("aria-label", "a3 X")
    cell(page, "b3").click()
    expect(told(page)).to_contain_text("There are 2 X and 0 O")
    expect(page.get_by_role("link", name="Analyse")).to_have_count(0)
    page.get_by_label("O", exact=True).check()
    cell(page, "b3").click()
    expect(told(page)).to_contain_text("X to move.")
    expect(page.get_by_role("link", name="O to move")).to_be_visible()  # O may have begun
    cell(page, "c3").click()
    expect(page.get_by_role("link", name="O to move")).to_have_count(0)
    cell(page, "c2").click()
    expect(told(page)).to_contain_text("There are 1 X and 3 O")
    page.get_by_label("Erase").check()
    for name in ("c3", "c2"):
        cell(page, name).click()
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name} empty")
    expect(told(page)).to_contain_text("X to move.")
    page.get_by_role("link", name="Play X").click()
    expect(page.locator("#grid [data-cell=b3]")).to_have_attribute("aria-label", "b3 O")
    page.locator("#grid [data-cell=b2]").click()
    expect(page.locator("#moves li")).to_have_count(3)  # the computer has answered


def test_a_position_is_set_up_by_keyboard_alone(page: Page, server):
    page.goto(f"{server}/edit/connectfour:4,4")
    expect(page.locator("#grid [tabindex='0']")).to_have_count(1)
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.name") != "cell":
        page.keyboard.press("Tab")
    for key, name, mark in (("x", "1a", "X"), ("o", "1b", "O"), ("x", "1c", "X")):
        page.keyboard.press(key)  # at the top of the column: it falls
        expect(cell(page, name)).to_have_attribute("aria-label", f"{name} {mark}")
    expect(cell(page, "1d")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Delete")
    expect(cell(page, "1c")).to_have_attribute("aria-label", "1c empty")
    page.keyboard.press("ArrowRight")
    expect(cell(page, "2c")).to_be_focused()
    page.keyboard.press("Enter")  # what was put last
    expect(cell(page, "2a")).to_have_attribute("aria-label", "2a X")
    page.go_back()
    expect(cell(page, "2a")).to_have_attribute("aria-label", "2a empty")
    assert "cells=" in page.url


def test_who_is_to_move_is_chosen_where_the_game_leaves_the_choice(page: Page, server):
    page.goto(f"{server}/edit/morris?cells=xxoo.x.o.")
    expect(told(page)).to_contain_text("X to move.")
    page.get_by_role("link", name="O to move").click()
    expect(told(page)).to_contain_text("O to move.")
    page.get_by_role("link", name="Analyse").click()
    expect(page.locator("#status")).to_have_text("O to move.")


def test_without_script_a_position_is_set_up(chromium, server):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}/edit/tictactoe")
    cell(page, "b2").click()
    page.get_by_label("O", exact=True).check()
    cell(page, "a1").click()
    page.get_by_role("link", name="Analyse").click()
    assert re.search("position=3%2F1x1%2Fo2", page.url)
    context.close()


@each("path", [SET_UP, "/edit/tictactoe?cells=xx.......", "/edit/nim"])
@each("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, server, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(server + path)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_screen_reader_is_told_what_to_put_where_and_how_it_stands(page: Page, server):
    page.goto(f"{server}/edit/mnk:2,2,2?cells=x...")
    expect(page.locator("main")).to_match_aria_snapshot("""
      - main:
        - region "The board":
          - 'heading "Set up a position: 2×2, two in a row" [level=1]'
          - 'group "Put in a cell:"':
            - radio "X" [checked]
            - radio "O"
            - radio "Erase"
          - grid "The board of 2×2, two in a row":
            - row:
              - gridcell:
                - button "a2 X"
              - gridcell:
                - button "b2 empty"
            - row:
              - gridcell:
                - button "a1 empty"
              - gridcell:
                - button "b1 empty"
        - complementary "The position":
          - status:
            - paragraph: O to move.
    """)
