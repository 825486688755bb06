"""The page in a real browser: by mouse, by keyboard, typed, small, still, and read out."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from noughts import TicTacToe
from noughts.value import OPEN
from tests.browser.asking import ask


def cell(page: Page, name: str):
    return page.locator(f"#grid [data-cell='{name}']")


def moves(page: Page) -> list[str]:
    found = re.search(r"moves=([^&]+)", page.url)
    return found[1].replace("%2C", ",").split(",") if found else []


def outcome_of(page: Page) -> int:
    game, position = TicTacToe(), TicTacToe().start()
    for name in moves(page):
        position = game.play(position, game.read(name))
    return game.outcome(position)


def test_a_game_by_mouse(page: Page, server):
    page.goto(f"{server}/")
    while outcome_of(page) == OPEN:
        count = len(moves(page))
        page.locator("#grid [aria-disabled=false]").first.click()
        answered = f"#moves li:nth-child({count + 3}), #status[data-over]"
        expect(page.locator(answered).first).to_be_visible()
    expect(page.locator("#status[data-over]")).to_be_visible()
    expect(page.locator("#assertive")).to_contain_text(re.compile("won|draw"))
    expect(page.locator("#score")).to_contain_text("Score: ")


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
    with page.expect_response(lambda answer: "/ahead/" in answer.url):
        page.goto(f"{server}/play/tictactoe?moves=a1,b2")
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


def test_a_game_costs_one_request_for_a_move(page: Page, server):
    there: list[str] = []
    page.on("requestfinished", lambda request: there.append(request.url))
    page.goto(f"{server}/play/tictactoe")
    asked = asked_for(page)
    count = 0
    while page.locator("#status[data-over]").count() == 0:
        while sum("/ahead/" in url for url in there) <= count:
            page.wait_for_timeout(20)
        page.locator("#grid [aria-disabled=false]").first.click()
        count += 1
        answered = f"#moves li:nth-child({2 * count + 1}), #status[data-over]"
        expect(page.locator(answered).first).to_be_visible()
    assert set(asked) == {"ahead"}
    assert len(asked) <= count + 1  # the first may have gone before it was counted


def test_without_a_server_the_page_says_so_and_loses_nothing(context: BrowserContext, server):
    page = context.new_page()
    page.goto(f"{server}/play/connectfour:4,4?moves=1,2&as=both")
    context.set_offline(True)
    page.keyboard.press("3")
    expect(page.locator("#message")).to_contain_text("The server gives no answer.")
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
    expect(page.locator("#picture .grows")).to_have_count(0)  # all has come in
    for name in ("#status", "#moves"):
        assert other.locator(name).inner_text() == page.locator(name).inner_text()
    assert other.locator("#picture").inner_html() == page.locator("#picture").inner_html()


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
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 X, in the line that won")
    expect(page.locator("#picture .lines")).to_have_count(1)
    expect(page.locator("#score")).to_have_text("Score: X 1")
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
    expect(page.locator("#message")).to_contain_text("is no move here and no command")
    word.fill("values")
    word.press("Enter")
    expect(page.locator("#verdict")).to_be_visible()


def test_values_peek_and_best_play(page: Page, server):
    # X on a1 and c2, O on b1 and a3: two moves win in 3 (the library's own test of values).
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    plain = page.locator("#picture").inner_html()
    page.keyboard.press("v")
    expect(page.locator("#picture")).to_contain_text("W3")
    expect(page.locator(".reasons li")).to_have_count(5)
    expect(cell(page, "c3")).to_have_attribute("aria-label", "c3 empty, win in 3")
    page.keyboard.press("v")
    assert page.locator("#picture").inner_html() == plain
    page.keyboard.down("h")
    expect(page.locator("#picture")).to_contain_text("W3")
    page.keyboard.up("h")
    expect(page.locator("#picture")).not_to_contain_text("W3")
    page.keyboard.press("p")
    expect(page.locator("#picture .ghosts")).to_have_count(1)


def test_threats_are_shown_told_and_hidden_again(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2,a1,b1,a2&as=both")
    page.keyboard.press("t")
    expect(page.locator("#picture .threats")).to_have_count(1)
    told = "X can complete a line at b3. O threatens to complete a line at a3."
    expect(page.locator("#threats-told")).to_have_text(told)
    expect(page.locator("#polite")).to_have_text(told)
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 empty, completes a line of X")
    cell(page, "a3").click()  # which stops O's, and opens the diagonal to c1
    expect(page.locator("#threats-told")).to_have_text(
        "X threatens to complete a line at b3 or c1."
    )
    page.get_by_role("button", name="Threats").click()
    expect(page.locator("#picture .threats")).to_have_count(0)
    expect(page.locator("#threats-told")).to_be_empty()


def test_a_game_without_lines_of_ones_own_says_so(page: Page, server):
    page.goto(f"{server}/play/nim?as=both")
    expect(page.locator("#threats")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator("#message")).to_contain_text("not won by lines")


def test_the_list_of_moves_is_walked_by_arrows(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.locator("#moves [aria-current]").focus()
    for key, ply in (("Home", 0), ("ArrowRight", 1), ("End", 4), ("ArrowLeft", 3)):
        page.keyboard.press(key)
        expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", str(ply))
        expect(page.locator("#moves [aria-current]")).to_be_focused()
    expect(page.locator("#moves li")).to_have_count(5)  # what comes later is still there


def test_the_course_of_a_game_and_a_mistake_tried_again(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,b2,c3&as=both")
    page.click("#review")
    expect(page.locator("#history svg")).to_be_visible()
    again = page.get_by_role("button", name="Try move 2 again")
    again.click()
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "1")
    # Against a corner the centre alone holds the draw.
    cell(page, "b1").click()
    expect(page.locator("#message")).to_contain_text("b1 gives something away again")
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 O")
    expect(page.locator("#message")).to_be_empty()


def test_a_position_is_set_up_or_refused_with_a_reason(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2,a1")
    page.fill("#position", "xxx/3/3 o")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#message")).to_contain_text("X")
    expect(page.locator("#moves li")).to_have_count(3)  # nothing has changed
    page.fill("#position", "xo1/3/3 x")
    page.get_by_role("button", name="Set up").click()
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 O")
    page.reload()
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 O")


def test_two_opponents_play_each_other(page: Page, server):
    page.goto(f"{server}/play/tictactoe")
    page.select_option("#as", "none")
    expect(page.get_by_label("Against")).to_be_visible()
    page.select_option("#second", "random")
    page.wait_for_url("**level=perfect%2Crandom**")
    expect(page.locator("#status[data-over]")).to_be_visible()
    assert "O has won" not in page.locator("#status").inner_text()  # X plays perfectly
    page.reload()
    expect(page.get_by_label("Against")).to_have_value("random")


def test_a_level_that_is_none_is_refused_and_nothing_changes(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy")
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


def test_a_variant_is_put_together(page: Page, server):
    page.goto(f"{server}/games")
    page.locator("details", has=page.get_by_label("Play this mnk")).locator("summary").click()
    form = page.locator("form", has=page.get_by_label("Play this mnk"))
    form.get_by_label("m", exact=True).fill("4")
    form.get_by_label("misere").check()
    form.get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("MNK 4,3,3,misere")
    expect(page.locator("[name=game]")).to_have_value("mnk:4,3,3,misere")


def test_the_course_goes_on_with_the_game(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b2&as=both")
    page.click("#review")
    expect(page.locator("#history svg")).to_contain_text("2. O b2")
    expect(page.locator("#history")).to_contain_text("Nobody has made a mistake.")
    cell(page, "c3").click()
    expect(page.locator("#history svg")).to_contain_text("3. X c3")
    cell(page, "a3").click()
    expect(page.get_by_role("button", name="Try move 4 again")).to_be_visible()
    page.click("#review")
    expect(page.locator("#history")).to_be_empty()


def test_who_starts_and_swap(page: Page, server):
    page.goto(f"{server}/play/tictactoe?level=easy")
    page.keyboard.press("s")
    expect(page.locator("#moves li")).to_have_count(2)  # the computer begins
    expect(page.locator("#status")).to_have_text("O to move.")
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


def test_what_can_be_copied(context: BrowserContext, page: Page, server):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")

    def copied(what: str) -> str:
        page.click(f"[data-copy={what}]")
        expect(page.locator("#polite")).to_have_text("Copied.")
        return str(page.evaluate("navigator.clipboard.readText()"))

    assert copied("link") == page.url.replace(",", "%2C")
    assert copied("notation") == "a1 b1 c2 a3"
    assert copied("position") == "o2/2x/xo1 x"
    assert "var(" not in copied("svg")
    exec(copied("python"), {})


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/play/tictactoe?moves=a1,b1,c2,a3&as=both",
        "/play/tictactoe?moves=a1,b1,a2,b2,a3&as=none",
        "/games",
        "/play/chess",
    ],
)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1200), ("dark", 1200), ("light", 360)])
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
        expect(page.locator("#history svg")).to_be_visible()
    found = Axe().run(page)
    assert found.violations_count == 0, found.generate_report()


def test_a_screen_reader_finds_a_grid_with_one_tab_stop(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2&as=both")
    expect(page.locator("#grid [tabindex='0']")).to_have_count(1)
    expect(page.locator("#grid")).to_match_aria_snapshot("""
      - grid "The board of Tic Tac Toe":
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
    expect(page.locator("section.left")).to_match_aria_snapshot("""
      - region "The game":
        - heading "MNK 2,2,2" [level=1]
        - paragraph: O to move.
        - alert
        - grid "The board of MNK 2,2,2"
        - group "The game's buttons":
          - button "New game"
          - button "Undo"
          - button "Redo" [disabled]
        - group "What is shown on the board":
          - button "Values" [pressed=false]
          - button "Best play" [pressed=false]
          - button "Threats" [pressed=false]
        - textbox "Type a move or a command"
    """)
    expect(page.locator("aside")).to_match_aria_snapshot("""
      - complementary "About the game":
        - region "Moves":
          - heading "Moves" [level=2]
          - list:
            - listitem:
              - link "start"
            - listitem:
              - link "X a1"
        - region "What is known":
          - heading "What is known" [level=2]
        - form "Who plays what":
          - combobox "Game"
          - combobox "You play"
          - combobox "Computer"
          - paragraph:
            - button "Play this"
        - region "Look deeper":
          - link "Watch the search"
          - link "Strategy map"
          - link "Board editor"
        - region "Take it along":
          - button "Copy link"
    """)


@pytest.mark.parametrize("path", ["/games", "/edit/connectfour", "/map/tictactoe", "/edit/nim"])
def test_other_pages_fit_on_a_phone(page: Page, server, path):
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(server + path)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_at_the_size_of_a_phone(page: Page, server):
    page.set_viewport_size({"width": 360, "height": 640})
    for path in ("/?as=both", "/play/connectfour?as=both", "/play/ultimate?as=both"):
        page.goto(server + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        box = page.locator("#grid [data-cell]").first.bounding_box()
        assert box
        assert box["width"] >= 24
    page.goto(f"{server}/?as=both")
    cell(page, "b2").tap() if page.evaluate("'ontouchstart' in window") else cell(
        page, "b2"
    ).click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 X")


def test_nothing_moves_where_that_is_not_wanted(page: Page, server):
    page.goto(f"{server}/play/tictactoe")

    def count() -> int:
        page.evaluate(
            "globalThis.seen = 0; document.addEventListener('animationstart', () => seen++)"
        )
        cell(page, "b2").click()
        expect(page.locator("#moves li")).to_have_count(3)  # the computer has answered
        page.wait_for_timeout(100)
        return int(page.evaluate("seen"))

    assert count() == 2  # the player's mark and the computer's
    page.emulate_media(reduced_motion="reduce")
    page.goto(f"{server}/play/tictactoe")
    assert count() == 0


def test_marks_fall_where_they_fall(page: Page, server):
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    page.evaluate("document.addEventListener('animationstart', e => seen = e.animationName)")
    page.keyboard.press("2")
    while page.evaluate("globalThis.seen") != "fall":
        page.wait_for_timeout(20)


def test_without_script_a_full_game_is_played(chromium, server):
    context = chromium.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{server}/")
    for _ in range(5):
        buttons = page.locator("#grid button")
        if buttons.count() == 0:
            break
        buttons.first.click()
    assert outcome_of(page) != OPEN
    page.go_back()
    assert outcome_of(page) == OPEN  # Back is undo
    context.close()


def test_a_search_is_ended_when_the_page_is_left(page: Page, server):
    page.goto(f"{server}/play/qubic?level=looks:60&as=o")
    page.click("#go-on")
    page.wait_for_timeout(500)
    page.goto(f"{server}/play/qubic?level=looks:60&as=o")
    page.click("#go-on")
    page.wait_for_timeout(500)
    page.goto("about:blank")
    # Both processes were busy for good; they are free again.
    assert ask(f"{server}/api/v1/move/tictactoe?moves=a1,b3,b1,a3").json["move"] == "c1"
