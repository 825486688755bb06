"""The page in a real browser as a screen reader, a phone and who wants no motion find it."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.each import each
from tests.web.on_page import cell


@each(
    "path",
    [
        "/",
        "/play/tictactoe?moves=a1,b1,c2,a3&as=both",
        "/play/tictactoe?moves=a1,b1,a2,b2,a3&as=none",
        "/games",
        "/play/chess",
    ],
)
@each("scheme, width", [("light", 1200), ("dark", 1200), ("light", 360)])
def test_axe_finds_nothing(context: BrowserContext, server, path, scheme, width):
    page = context.new_page()  # one that may be told that there is nothing
    page.set_viewport_size({"width": width, "height": 700})
    page.emulate_media(color_scheme=scheme)
    page.goto(server + path)
    if "tictactoe" in path:
        page.keyboard.press("t")
        page.keyboard.press("v")
        expect(page.locator("#verdict")).to_be_visible()
        page.click("#review")
        expect(page.locator("#graph svg")).to_be_visible()
        expect(page.locator("#history")).not_to_contain_text("Solving")
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_screen_reader_finds_a_grid_with_one_tab_stop(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2&as=both")
    expect(page.locator("#grid [tabindex='0']")).to_have_count(1)
    expect(page.locator("#grid")).to_match_aria_snapshot("""
      - grid "The board of Tic-tac-toe":
        - row:
          - gridcell:
            - button "a3 empty"
          - gridcell:
            - button "b3 empty"
          - gridcell:
            - button "c3 empty"
        - row:
          - gridcell:
            - button "a2 empty"
          - gridcell:
            - button "b2 X" [disabled]
          - gridcell:
            - button "c2 empty"
        - row:
          - gridcell:
            - button "a1 empty"
          - gridcell:
            - button "b1 empty"
          - gridcell:
            - button "c1 empty"
    """)


def test_a_screen_reader_finds_the_game_its_state_and_its_buttons_by_name(page: Page, server):
    page.goto(f"{server}/play/mnk:2,2,2?moves=a1&as=both")
    expect(page.locator(".board-side")).to_match_aria_snapshot("""
      - region "The game":
        - grid "The board of 2×2, two in a row"
        - paragraph: O to move.
        - alert
        - group "Moves":
          - button "First position"
          - button "Back"
          - button "Forward" [disabled]
          - button "Last position" [disabled]
        - group "Game":
          - button "Undo"
          - button "New game"
    """)
    expect(page.locator(".seats")).to_match_aria_snapshot("""
      - paragraph: X Player 1 plays first
      - paragraph: O Player 2 to move
    """)
    page.get_by_text("Change").click()
    expect(page.locator("#setup")).to_match_aria_snapshot("""
        - form "Players":
          - combobox "Game"
          - combobox "You play"
          - combobox "Computer"
          - paragraph:
            - link "Play a friend"
    """)
    page.keyboard.press("Escape")
    expect(page.locator("#setup")).to_be_hidden()
    page.keyboard.press("v")
    expect(page.locator("#panel")).to_match_aria_snapshot("""
        - region "Analysis":
          - group "Show":
            - button "Why?" [pressed=true]
            - button "Best line" [pressed=false]
            - button "Review" [pressed=false]
    """)
    page.get_by_text("Tools", exact=True).click()
    expect(page.locator("#tools")).to_match_aria_snapshot("""
          - group "Tools":
            - link "Watch the search"
            - link "Strategy map"
            - link "Set up a position"
    """)


@each("path", ["/", "/games", "/edit/connectfour", "/map/tictactoe", "/edit/nim"])
def test_other_pages_fit_on_a_phone(page: Page, server, path):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(server + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_at_the_size_of_a_phone(page: Page, server):
    page.set_viewport_size({"width": 360, "height": 640})
    for path in (
        "/",
        "/play/tictactoe?as=both",
        "/play/connectfour?as=both",
        "/play/ultimate?as=both",
    ):
        page.goto(server + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = page.locator("#grid button").first.bounding_box()
        assert box
        assert box["width"] >= 24
    page.goto(f"{server}/play/tictactoe?as=both")
    cell(page, "b2").tap() if page.evaluate("'ontouchstart' in window") else cell(
        page, "b2"
    ).click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")


@each(
    "path",
    ["/play/connectfour:4,4?moves=1,2,1,2,1", "/play/qubic", "/games", "/live", "/edit/hex", "/"],
)
def test_at_200_percent_nothing_is_cut_off(page: Page, server, path):
    page.set_viewport_size({"width": 640, "height": 400})  # 1280×800 at 200 %
    page.goto(server + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 640
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("document.documentElement.style.fontSize = '200%'")  # text alone
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_in_forced_colours_all_can_be_told_apart(page: Page, server):
    page.emulate_media(forced_colors="active")
    page.goto(f"{server}/play/connectfour:4,4?moves=1,2,1,2,1,2&as=both")
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_be_visible()
    assert Axe().run(page).violations_count == 0
    for one in ("#values", "#moves [aria-current]"):  # what is pressed, and where one is
        assert page.locator(one).evaluate("e => getComputedStyle(e).outlineStyle") == "solid"


# Notes all that moves from now on.
MOTIONS = """
globalThis.seen = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (frames, timing) {
    seen.push(JSON.stringify(frames));
    return animate.call(this, frames, timing);
};
null;
"""


def test_nothing_moves_where_that_is_not_wanted(page: Page, server):
    page.goto(f"{server}/play/tictactoe")

    def count() -> int:
        page.evaluate(MOTIONS)
        cell(page, "b2").click()
        expect(page.locator("#moves li")).to_have_count(3)  # the computer has answered
        page.wait_for_timeout(100)
        return len(page.evaluate("seen"))

    assert count() == 3  # the strokes of an X and of an O
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/play/tictactoe")
    assert count() == 0


def test_marks_fall_where_they_fall(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    page.evaluate(MOTIONS)
    page.keyboard.press("2")
    while "translateY" not in str(page.evaluate("seen")):
        page.wait_for_timeout(20)
