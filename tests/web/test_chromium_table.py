"""The page on which one plays, in a real browser: its board, lines, endings and options."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.each import each
from tests.web.on_page import cell, moves


def box_of(page: Page, selector: str):
    box = page.locator(selector).bounding_box()
    assert box
    return box


@each("where", ["the top cell", "a cell in between", "above", "below"])
def test_anywhere_in_a_column_plays_there(page: Page, server, where):
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    stage, column = box_of(page, "#stage"), box_of(page, "[data-cell='2d']")
    middle = column["x"] + column["width"] / 2
    if where == "the top cell":
        cell(page, "2d").click()
    elif where == "a cell in between":
        cell(page, "2b").click()
    elif where == "above":
        page.mouse.click(middle, column["y"] - 5)
    else:
        page.mouse.click(middle, stage["y"] + stage["height"] - 3)
    expect(cell(page, "2a")).to_have_attribute("aria-label", "2a X")
    assert moves(page) == ["2"]


def test_a_game_goes_on_under_another_name(page: Page, server):
    page.goto(f"{server}/play/C4:4,4?as=both")
    cell(page, "2d").click()
    cell(page, "2d").click()
    expect(cell(page, "2b")).to_have_attribute("aria-label", "2b O")
    expect(page).to_have_url(re.compile(r"/play/connectfour:4,4,4\?"))


def test_a_click_before_the_last_one_is_answered_is_the_next_move(page: Page, server):
    held = []
    page.route("**/api/v1/table/**", lambda route: held.append(route), times=1)
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    for _ in range(3):
        cell(page, "2d").click()
    while not held:  # the request comes in its own time
        page.wait_for_timeout(10)
    held[0].continue_()
    expect(cell(page, "2c")).to_have_attribute("aria-label", "2c X")
    assert moves(page) == ["2", "2", "2"]


def test_a_disc_hovers_where_it_would_land(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?as=both&moves=2,2")
    cell(page, "2d").hover()
    drop = page.locator("#picture .hint > g")
    expect(drop).to_have_count(1)
    here, there = box_of(page, "#picture .hint > g"), box_of(page, "[data-cell='2c']")
    assert there["y"] < here["y"] < there["y"] + there["height"]
    page.mouse.move(0, 0)
    expect(drop).to_have_count(0)
    page.keyboard.press("ArrowUp")  # to the board: to a cell where something can be played
    expect(drop).to_have_count(1)
    for _ in range(4):  # along the columns, to where a disc lands
        page.keyboard.press("ArrowLeft")
    expect(cell(page, "1a")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(cell(page, "2c")).to_be_focused()
    page.keyboard.press("Enter")
    expect(cell(page, "2c")).to_have_attribute("aria-label", "2c X")


def test_a_quarter_is_turned_by_an_arrow_and_the_question_can_be_taken_back(page: Page, server):
    page.goto(f"{server}/play/pentago?as=both")
    cell(page, "a2").click()
    arrows = page.locator(".turn")
    expect(arrows).to_have_count(8)
    expect(arrows.first).to_be_focused()
    page.keyboard.press("Escape")
    expect(arrows).to_have_count(0)
    expect(cell(page, "a2")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Turn the lower left quarter clockwise").click()
    expect(cell(page, "a1")).to_have_attribute("aria-label", "a1 empty")
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")
    assert moves(page) == ["a2-3r"]


def test_a_full_column_refuses(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?as=both&moves=2,2,2,2")
    expect(cell(page, "2d")).to_have_attribute("aria-disabled", "true")
    cell(page, "1d").hover()
    cell(page, "2d").hover()
    expect(page.locator("#picture .hint > *")).to_have_count(0)


def test_columns_are_clicked_without_script(chromium, server):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    page.get_by_role("button", name="3d empty").click()
    assert moves(page) == ["3"]
    context.close()


def test_values_stay_after_a_move_without_script(chromium, server):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}/play/tictactoe?as=both")
    page.locator("#values").click()
    expect(page.locator("#verdict")).to_contain_text("draw")
    page.get_by_role("button", name="b2 empty").click()
    expect(page.locator("#verdict")).to_contain_text("draw")
    assert moves(page) == ["b2"]
    context.close()


def texts(page: Page) -> list[str]:
    return [text.split()[-1] for text in page.locator("#moves a").all_inner_texts()]


def test_a_move_tried_out_is_a_branch_and_nothing_is_lost(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b2,c3&as=both")
    page.click("#back")
    page.click("#back")
    expect(page.locator("#moves [aria-current]")).to_have_text("X a1")
    for name in ("b1", "c1"):
        cell(page, name).click()
        expect(cell(page, name)).not_to_have_attribute("aria-label", f"{name} empty")
    branch = page.locator("#moves .branch a")
    expect(branch).to_have_text(["O b1", "X c1"])
    assert texts(page) == ["start", "a1", "b2", "b1", "c1", "c3"]
    page.reload()
    expect(branch).to_have_text(["O b1", "X c1"])
    page.locator("#moves a", has_text="c3").click()
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 X")
    page.click("#first")
    page.click("#last")  # of what was looked at last
    expect(page.locator("#moves [aria-current]")).to_have_text("X c3")
    expect(branch).to_have_count(2)


def test_the_arrow_keys_go_along_the_moves(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b2,c3&as=both")
    for key, ply in (("ArrowLeft", 2), ("Home", 0), ("ArrowRight", 1), ("End", 3)):
        page.keyboard.press(key)
        expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", str(ply))


def test_best_play_is_played_out_on_the_board(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.keyboard.press("p")
    line = page.locator(".line button")
    expect(line).to_have_count(3)  # X wins in 3
    line.first.click()
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "5")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#status")).to_have_text("X has won.")


def test_several_moves_can_be_typed(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    page.keyboard.press("/")
    page.fill("#word", "b2 a1 c1 a3")
    page.press("#word", "Enter")
    expect(page.locator("#moves li")).to_have_count(5)
    page.fill("#word", "b3 b3")
    page.press("#word", "Enter")
    expect(page.locator("#message")).to_contain_text("b3")
    assert moves(page) == ["b2", "a1", "c1", "a3"]  # all or none


def test_single_keys_can_be_switched_off(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both&moves=b2")
    page.get_by_text("Options").click()
    page.get_by_label("Keyboard shortcuts").uncheck()
    page.locator("h1").click()
    page.keyboard.press("n")
    page.keyboard.press("1")
    assert moves(page) == ["b2"]
    page.reload()
    page.keyboard.press("u")
    assert moves(page) == ["b2"]
    page.keyboard.press("ArrowLeft")  # which is no single letter
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "0")


def test_a_new_game_can_be_taken_back(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both&moves=b2,a1")
    page.keyboard.press("n")
    expect(page.locator("#moves li")).to_have_count(1)
    page.get_by_role("button", name="Back to the old game").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("O a1")


def test_who_plays_is_changed_in_the_middle_of_a_game(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both&moves=b2")
    page.get_by_text("Change").click()
    page.select_option("#as", "x")
    expect(page.locator("#moves li")).to_have_count(3)  # the computer has answered
    assert moves(page)[0] == "b2"


def test_the_end_of_a_game(page: Page, server):
    # O wins at a3 unless X stops it; the computer is perfect.
    page.goto(f"{server}/play/tictactoe?moves=a1,b2,b1,c1")
    cell(page, "c3").click()
    expect(page.locator("#status")).to_have_text("You lost.")
    expect(page.locator("#ending")).to_contain_text("By the diagonal a3–c1, on its 3rd move.")
    expect(page.locator(".seat .wins")).to_have_text(["0", "1"])
    page.get_by_role("button", name="See your mistake").click()
    expect(page.locator("#lesson")).to_contain_text("c3 here, a mistake")
    expect(page.locator("#known .reasons")).to_have_count(0)  # the answer is not in sight
    expect(page.locator("#picture .values > *")).to_have_count(0)
    cell(page, "b3").click()
    expect(page.locator("#message")).to_contain_text("b3 is a mistake")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".reasons li").first).to_contain_text("a3")
    expect(page.locator("#message")).to_be_empty()
    page.goto(f"{server}/play/tictactoe?moves=a1,b2,b1,c1,c3,a3")
    expect(page.locator(".seat .wins")).to_have_text(["0", "1"])  # the browser keeps it


def test_the_graph_marks_mistakes_and_goes_where_it_is_clicked(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,b2,c3&as=both")
    page.click("#review")
    expect(page.locator("#graph .wrong")).to_have_count(1)  # only the centre holds the draw
    page.locator("#graph [data-ply='2']").click()
    expect(page.locator("#moves [aria-current]")).to_have_text("O b1")
    expect(page.locator("#graph .here")).to_have_count(1)


def test_what_is_too_hard_is_said_and_the_rest_is_drawn(context: BrowserContext, server):
    page = context.new_page()  # one whose console may complain
    page.route("**/engine/**", lambda route: route.fulfill(json={"error": "There is none."}))
    hard = {"schema": 1, "error": "This position is too hard.", "kind": "TooLong"}

    def refuse(route):
        is_start = "moves=&" in route.request.url
        route.fulfill(status=504, json=hard) if is_start else route.continue_()

    page.route("**/api/v1/values/**", refuse)
    page.goto(f"{server}/play/tictactoe?moves=a1,b1&as=both")
    page.click("#review")
    expect(page.locator("#history")).to_contain_text("too hard to solve here")
    expect(page.locator("#graph .first")).to_have_count(1)
    page.unroute("**/api/v1/values/**")
    page.get_by_role("button", name="Keep trying").click()
    expect(page.locator("#history")).not_to_contain_text("too hard")


def test_a_screen_reader_hears_the_move_and_the_verdict_alone(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.keyboard.press("v")
    expect(page.locator("#polite")).to_have_text("X wins in 3, but only with c3 or b2.")
    live = page.locator("[aria-live]:not([aria-live=off])")
    assert live.evaluate_all("all => all.map(one => one.id).sort()") == ["assertive", "polite"]


def test_a_reason_lights_its_cells_and_a_cell_its_reason(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.keyboard.press("v")
    expect(page.locator(".reasons li").first).to_contain_text("c3: ")
    page.locator(".reasons li").first.hover()
    expect(cell(page, "c3")).to_have_attribute("data-lit", "")
    cell(page, "b2").hover()
    expect(page.locator(".reasons li[data-lit]")).to_have_attribute("data-move", "b2")
    expect(page.locator("[data-cell][data-lit]")).to_have_count(0)


def test_every_move_has_a_reason(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.keyboard.press("v")
    expect(page.locator(".reasons li")).to_have_count(5)


def test_colours_are_chosen_and_kept(page: Page, server):
    page.emulate_media(color_scheme="light")
    page.goto(f"{server}/play/connectfour")
    ground = "getComputedStyle(document.documentElement).getPropertyValue('--ground')"
    light = page.evaluate(ground)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(ground)
    page.goto(f"{server}/games")
    assert page.evaluate(ground) == dark != light
    page.get_by_role("button", name="Light colours").click()
    assert page.evaluate(ground) == light


def test_letters_on_discs_can_be_left_out(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?moves=1&as=both")
    expect(page.locator("#picture .marks .sign")).to_be_visible()
    page.get_by_text("Options").click()
    page.get_by_label("Letters on the discs").uncheck()
    expect(page.locator("#picture .marks .sign")).to_be_hidden()


def test_a_board_theme_is_chosen_kept_and_taken_along(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    page.get_by_text("Options").click()
    page.select_option("#board", "wood")
    ground = "getComputedStyle(document.querySelector('.stage')).backgroundColor"
    assert page.evaluate(ground) == "rgb(247, 232, 207)"  # of `noughts draw --theme wood`
    page.reload()
    assert page.evaluate(ground) == "rgb(247, 232, 207)"
    assert page.locator("#board").input_value() == "wood"


def test_the_code_of_a_link_follows_the_moves(page: Page, server):
    page.goto(f"{server}/play/tictactoe?as=both")
    expect(page.locator("#code")).not_to_have_attribute("src", re.compile("."))  # until it is seen
    page.get_by_text("Share").click()
    expect(page.locator("#code")).to_have_attribute("src", "/code/tictactoe?as=both")
    cell(page, "b2").click()
    expect(page.locator("#code")).to_have_attribute("src", "/code/tictactoe?moves=b2&as=both")
    page.locator("#code").evaluate("image => image.decode()")  # fails unless it is a picture


def test_a_picture_is_saved(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1&as=both")
    page.get_by_text("Share").click()
    for name, begin in (("Picture (SVG)", b"<svg"), ("Picture (PNG)", b"\x89PNG")):
        with page.expect_download() as told:
            page.get_by_role("button", name=name).click()
        assert re.fullmatch(r"tictactoe\.(svg|png)", told.value.suggested_filename)
        assert told.value.path().read_bytes().startswith(begin)


def test_the_board_grows_with_the_text(page: Page, server):
    """At twice the size a window has half as many of its own pixels."""
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{server}/play/tictactoe")
    usual = box_of(page, "#stage")["width"]
    page.set_viewport_size({"width": 720, "height": 450})
    assert 2 * box_of(page, "#stage")["width"] > 1.15 * usual


def test_a_stone_that_is_pointed_at_shows_what_a_click_takes(page: Page, server):
    page.goto(f"{server}/play/nim:1,3?as=both")
    taken = page.locator("[data-taken]")
    cell(page, "b2").hover()
    expect(taken).to_have_count(2)
    assert [one.get_attribute("data-cell") for one in taken.all()] == ["b1", "b2"]
    cell(page, "b2").click()
    expect(page.locator("#status")).to_have_text("O to move.")
    assert moves(page) == ["b2"]
    cell(page, "a1").focus()
    expect(taken).to_have_count(1)
    cell(page, "b3").focus()  # an empty place now
    expect(taken).to_have_count(0)


def test_a_click_beside_a_hexagon_is_one_on_its_neighbour(page: Page, server):
    page.goto(f"{server}/play/hex:3?as=both")
    box = box_of(page, "#grid [role=gridcell]:has([data-cell=b2])")
    page.mouse.click(box["x"] + 2, box["y"] + 2)
    expect(cell(page, "b1")).to_have_attribute("aria-label", "b1 X")


@each(
    "path",
    ["/play/nim:1,2?as=both"],
    large=["/play/connectfour:4,4?moves=1,2,1,2,1,2,1", "/play/hex:3?as=both"],
)
@each("scheme", ["light", "dark"])
def test_axe_finds_nothing_with_everything_open(page: Page, server, path, scheme):
    page.emulate_media(color_scheme=scheme)
    page.goto(server + path)
    page.get_by_text("Options", exact=True).click()
    page.keyboard.press("v")
    page.get_by_text("Change", exact=True).click()
    page.keyboard.press("n") if "hex" in path else None
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()
