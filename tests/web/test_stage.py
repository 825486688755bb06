"""The stage on which one plays: the board stays; the coach, the result, and what was taken back."""

from playwright.sync_api import BrowserContext, Page, expect

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


@each("width, height", [(390, 844)], large=[(1440, 900), (1024, 768)])
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


def test_the_coach_speaks_at_the_easy_level_until_it_is_switched_off(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy&moves=a1,b2")
    cell(page, "c3").click()
    expect(page.locator("#matter")).to_contain_text("c3: ")
    # A slow click comes after a word on a1, too.
    expect(page.locator("#moves a[data-worth]").last).to_have_text("X c3")
    coach = page.get_by_role("button", name="Coach")
    expect(coach).to_have_attribute("aria-pressed", "true")
    coach.click()
    expect(page.locator("#matter")).to_be_empty()
    page.goto(f"{server}/play/tictactoe?level=easy")  # the choice is kept
    expect(coach).to_have_attribute("aria-pressed", "false")


def test_a_win_leads_to_the_next_level(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy&moves=a1,b1,a2,b2")
    cell(page, "a3").click()
    expect(page.locator("#ending .result")).to_have_text("You won.")
    expect(page.locator("#ending")).to_contain_text("By the column a1–a3, on your 3rd move.")
    page.get_by_role("button", name="Next level: Medium").click()
    expect(page.locator("#seat-1")).to_contain_text("Medium")
    expect(page.locator("#moves li")).to_have_count(1)
    assert "level=medium" in page.url


def test_the_result_is_shared_as_squares(context: BrowserContext, page: Page, server):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/play/tictactoe?as=both&moves=a1,b1,b2,c3,a2,c2,a3")
    page.get_by_role("button", name="Share").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    told = page.evaluate("navigator.clipboard.readText()").splitlines()
    # O errs at b1, as only the centre holds the draw; every move of X then wins or is the best.
    assert told[0] == "Tic-tac-toe: X has won."
    assert told[1][1] == "🟧"
    assert len(told[1]) == 7
    assert told[2] == page.url


def test_another_move_after_undo_is_the_game_and_what_was_taken_back_a_branch(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both&moves=b2,a1")
    expect(page.locator("#moves a[data-moves]").last).to_have_text("O a1")  # the script is there
    page.keyboard.press("u")
    expect(page.locator("#moves a[aria-current]")).to_have_text("X b2")
    cell(page, "b1").click()
    expect(page.locator("#moves .branch a")).to_have_text(["O a1"])


def test_computers_that_play_each_other_can_be_paused(page: Page, server):
    page.goto(f"{server}/play/connectfour?as=none&level=random")
    page.get_by_role("button", name="Let the computers play").click()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Let the computers play")).to_be_visible()


def test_the_question_which_move_is_taken_back_and_the_focus_stays(page: Page, server):
    page.goto(f"{server}/play/wild?as=both")
    cell(page, "b2").click()
    page.keyboard.press("Escape")
    expect(page.locator("#choice button")).to_have_count(0)
    expect(cell(page, "b2")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the first of the two moves
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")
    expect(cell(page, "b2")).to_be_focused()


def test_the_keyboard_stays_on_the_board_when_its_cells_change_their_names(page: Page, server):
    page.goto(f"{server}/play/nim?as=both")
    cell(page, "a1").focus()
    page.keyboard.press("Enter")  # takes the whole heap
    expect(page.locator("#moves li")).to_have_count(2)
    assert page.evaluate("grid.contains(document.activeElement)")


def test_a_click_that_closes_a_popover_plays_nothing(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    box = page.locator("#grid [data-cell=c1]").bounding_box()
    assert box is not None
    page.get_by_role("button", name="Change").click()
    expect(page.locator("#setup")).to_be_visible()
    page.mouse.click(box["x"] + 30, box["y"] + 30)
    expect(page.locator("#setup")).to_be_hidden()
    expect(page.locator("#moves a")).to_have_text(["start"])
    page.mouse.click(box["x"] + 30, box["y"] + 30)
    expect(page.locator("#moves a")).to_have_text(["start", "X c1"])


def test_points_stand_beside_the_players(page: Page, server):
    page.goto(f"{server}/play/othello:4?as=both")
    expect(page.locator(".seat .wins")).to_have_text(["2", "2"])
    page.locator("#grid [aria-disabled=false]").first.click()
    expect(page.locator(".seat .wins")).to_have_text(["4", "1"])
