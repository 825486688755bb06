"""The pages of the search at work and of the strategy map, opened from the game they are of."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.each import each
from tests.web.asking import ask


def test_the_search_is_watched_from_the_game(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both&moves=b2,a1")
    page.locator("#grid [data-cell=c3]").click()
    expect(page.locator("#moves li")).to_have_count(4)
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="Watch the search").click()
    expect(page.locator("tbody")).to_contain_text("1,173")  # minimax, after these three plies
    page.get_by_role("button", name="Forward").click()
    expect(page.get_by_text("Step").first).to_contain_text("1 of")
    page.go_back()
    expect(page.locator("#moves li")).to_have_count(4)


def test_the_map_is_opened_from_the_game_for_either_side(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=o&moves=b2")
    page.get_by_text("Tools", exact=True).click()
    page.get_by_role("link", name="Strategy map").click()
    expect(page.get_by_role("heading")).to_have_text("Tic-tac-toe: the complete strategy for O")
    expect(page.locator(".map svg")).to_be_visible()
    page.get_by_role("link", name="For X").click()
    expect(page.get_by_role("heading")).to_have_text("Tic-tac-toe: the complete strategy for X")
    page.get_by_role("link", name="Back to the game").click()
    expect(page.locator("#moves li")).to_have_count(2)


def test_a_game_that_cannot_be_looked_into_has_no_links_to_it(server):
    page = ask(f"{server}/play/morris").text
    assert "Watch the search" not in page
    assert "Strategy map" not in page
    assert "Watch the search" in ask(f"{server}/play/hex:3").text


@each(
    "path, why",
    [
        ("/watch/morris", "Positions can repeat"),
        ("/watch/tictactoe?moves=a1,b1,a2,b2,a3", "The game is over"),
        ("/map/hex", "one grid"),
        ("/map/tictactoe?moves=a1,b1,a2,b2,a3", "The game is over"),
        ("/map/tictactoe?moves=a1,a1", "taken"),
    ],
    large=[("/watch/connectfour:4,4", "every search visits more than 2,000 nodes")],
)
def test_what_is_not_to_be_had_says_why(server, path, why):
    page = ask(server + path)
    assert page.status == 400
    assert why in page.text


def test_the_page_of_searches_runs_its_own_script_alone(server):
    policy = ask(f"{server}/watch/nim:1,2").headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy
    assert len(re.findall("'sha256-", policy)) == 2


def test_the_map_is_a_file_of_the_api_too(server):
    answer = ask(f"{server}/api/v1/map/tictactoe?levels=1&theme=dark")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert "The map shows 1, 1 of 5 levels" in answer.text
    assert ask(f"{server}/api/v1/map/tictactoe?levels=-1").status == 400


@each("path", ["/map/tictactoe?moves=b2,a1", "/watch/nim:1,2", "/watch/morris"])
@each("scheme", ["light", "dark"])
def test_axe_finds_nothing(page: Page, server, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(server + path)
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
