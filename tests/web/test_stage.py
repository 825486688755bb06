"""The stage on which one plays: whatever comes and goes beside the board, the board stays."""

from playwright.sync_api import Page, expect

from tests.each import each
from tests.web.on_page import cell

# The cumulative layout shift, as browsers measure it.
WATCH = """
Object.assign(globalThis, { shifts: 0, told: [] });
new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue; // what a key or a click has moved
        shifts += value;
        told.push(...sources.map(({ node }) => node?.id || node?.className || node?.textContent));
    }
}).observe({ type: "layout-shift" });
"""
BOX = """
(({ x, y, width, height }) => [x, y + scrollY, width, height])(stage.getBoundingClientRect())
"""


@each("width, height", [(1440, 900), (1024, 768), (390, 844)])
def test_the_board_stays_through_a_whole_game(page: Page, server, width, height):
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"{server}/play/tictactoe?as=both")
    expect(page.locator("#seat-0")).to_contain_text("to move")
    box = page.evaluate(BOX)
    page.evaluate(WATCH)
    for name in ("b2", "a1", "c3", "c1", "a3", "b3", "b1", "a2", "c2"):
        for key in ("v", "p", "p", "v"):
            page.keyboard.press(key)
            assert page.evaluate(BOX) == box
        if name == "c1":
            page.keyboard.press("v")
            expect(page.locator("#verdict")).to_be_visible()
            page.keyboard.press("v")
        cell(page, name).click()
        expect(cell(page, name)).not_to_have_attribute("aria-label", f"{name} empty")
        assert page.evaluate(BOX) == box
    expect(page.locator("#status[data-over]")).to_be_visible()
    page.click("#review")
    expect(page.locator("#graph svg")).to_be_visible()
    assert page.evaluate(BOX) == box
    assert page.evaluate("shifts") < 0.01, page.evaluate("told")


def test_the_board_stays_while_the_computer_thinks(page: Page, server):
    page.goto(f"{server}/play/connectfour:5,4?level=easy")
    box = page.evaluate(BOX)
    page.evaluate(WATCH)
    page.keyboard.press("3")
    expect(page.locator("#moves li")).to_have_count(3)
    assert page.evaluate(BOX) == box
    assert page.evaluate("shifts") < 0.01
