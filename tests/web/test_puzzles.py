"""The pages of puzzles: without script, by keyboard, and what they say of wrong input."""

import re

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import BrowserContext, Page, expect

from tests.each import each
from tests.web.asking import ask

FIRST = "/puzzles/tictactoe?n=1"  # O saves the draw at b2 alone


def test_a_wrong_answer_is_told_and_a_right_one_leads_on(server):
    answer = ask(server + FIRST, {"cell": "b1"})
    assert answer.status == 303
    page = ask(server + answer.headers["location"]).text
    assert "That loses in 6" in page
    assert "Try another." in page
    after = re.search(r'action="(/puzzles/tictactoe[^"]*)" id="board-form"', page)
    assert after
    answer = ask(server + after[1].replace("&amp;", "&"), {"cell": "b2"})
    page = ask(server + answer.headers["location"]).text
    assert "Right. b2: takes the centre and holds the draw" in page
    assert "Next puzzle" in page


def test_only_the_first_answer_changes_the_rating(server):
    wrong = ask(server + FIRST, {"cell": "b1"}).headers["location"]
    [me] = re.findall(r"me=([0-9.,]+)", wrong)
    assert float(me.split(",")[0]) < 1500
    right = ask(server + wrong, {"cell": "b2"}).headers["location"]
    assert re.findall(r"me=([0-9.,]+)", right) == [me]
    [me] = re.findall(r"me=([0-9.]+)", ask(server + FIRST, {"cell": "b2"}).headers["location"])
    assert float(me) > 1500


def test_to_give_up_shows_the_solution(server):
    shown = ask(server + FIRST, {"show": "1"}).headers["location"]
    assert "The solution is b2" in ask(server + shown).text


def test_hints_say_more_each_time_and_count_as_a_wrong_answer(server):
    first = ask(server + FIRST, {"hint": "1"}).headers["location"]
    assert "Hint: think of the centre." in ask(server + first).text
    [me] = re.findall(r"me=([0-9.,]+)", first)
    assert float(me.split(",")[0]) < 1500
    second = ask(server + first, {"hint": "1"}).headers["location"]
    assert "Hint: it is one of" in ask(server + second).text
    third = ask(server + second, {"hint": "1"}).headers["location"]
    page = ask(server + third).text
    assert "The solution is b2." in page
    assert 'name="hint"' not in page
    right = ask(server + third, {"cell": "b2"}).headers["location"]
    assert re.findall(r"me=([0-9.,]+)", right) == [me]


def test_a_puzzle_is_chosen_by_the_rating(server):
    answer = ask(f"{server}/puzzles/hex:4?me=900,50,0.06&done=1,2")
    assert answer.status == 303
    assert re.search(r"n=\d+", answer.headers["location"])


def test_every_page_with_puzzles_leads_there(server):
    assert 'href="/puzzles"' in ask(f"{server}/games").text
    assert ask(f"{server}/puzzle").headers["location"] == "/puzzles"
    assert 'href="/puzzles/tictactoe"' in ask(f"{server}/play/tictactoe").text
    page = ask(f"{server}/puzzles").text
    assert "Puzzle of the day" in page
    assert 'href="/puzzles/hex"' in page
    assert 'href="/puzzles/' not in ask(f"{server}/play/mnk:7,7,5").text


@each(
    "path, status, why",
    [
        ("/puzzles/chess", 404, "Unknown game"),
        ("/puzzles/mnk:7,7,5", 400, "No puzzles of mnk:7,7,5 ship"),
        ("/puzzles/tictactoe?n=99", 400, "choose 1 to 34"),
        ("/puzzles/tictactoe?n=x", 400, "Puzzles have numbers"),
        ("/puzzles/tictactoe?n=1&hints=x", 400, "numbers"),
        ("/puzzles/tictactoe?n=0", 400, "choose 1 to 34"),
        ("/puzzles/tictactoe?n=1&me=9", 400, "A rating is written"),
        ("/puzzles/tictactoe?n=1&tried=zz", 400, "is not a cell"),
        ("/puzzles/tictactoe?n=1&tried=a3", 400, "already taken"),
    ],
)
def test_wrong_addresses_are_refused_in_a_sentence(server, path, status, why):
    answer = ask(server + path)
    assert answer.status == status
    assert why in answer.text


def test_a_move_that_cannot_be_played_is_refused(server):
    answer = ask(server + FIRST, {"move": "a3"})
    assert answer.status == 400
    assert "already taken" in answer.text


def test_by_keyboard_and_the_browser_keeps_the_rating(page: Page, server):
    page.goto(server + FIRST)
    page.locator("#grid button").first.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#message")).to_contain_text("Right. b2")
    expect(page.locator("#me")).to_contain_text(re.compile("^1[6-9]"))
    expect(page.locator("#next")).to_have_attribute("href", re.compile("done=1"))  # it is kept
    page.goto(server + FIRST)  # a second time it does not count
    page.locator("button[value=c1]").click()
    expect(page.locator("#message")).to_contain_text("Try another")
    expect(page.locator("#me")).to_contain_text(re.compile("^1[6-9]"))


def test_the_tiles_lead_to_puzzles_that_suit_the_kept_rating(page: Page, server):
    page.goto(f"{server}/puzzles")
    kept = '{"me":"800.0,60.0,0.060000","done":{"hex":[4,9]}}'
    page.evaluate("kept => localStorage.setItem('puzzles', kept)", kept)
    page.reload()
    query = "?me=800.0,60.0,0.060000&done="
    for game, done in (("hex", "4,9"), ("othello", "")):
        for tile in page.locator(f"a[data-game={game}]").all():
            assert (tile.get_attribute("href") or "").endswith(f"/puzzles/{game}{query}{done}")
    tile.click()
    rated = page.locator("#puzzle .faint").first.inner_text()
    assert int(rated.split()[-1]) < 1200


@each("scheme", ["light", "dark"])
def test_no_barriers_on_a_phone_in_either_theme(page: Page, server, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 390, "height": 800})
    for path in ("/puzzles", f"{FIRST}&tried=b1", f"{FIRST}&tried=b1,b2"):
        page.goto(server + path)
        assert Axe().run(page).response["violations"] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


DAY = FIRST + "&day=2025-11-27"


def test_the_puzzle_of_the_day_has_three_tries(server):
    path = DAY
    for cell, left in (("b1", 2), ("c1", 1), ("a1", 0)):
        path = ask(server + path, {"cell": cell}).headers["location"]
        assert f"{left} of 3 tries left" in ask(server + path).text
    page = ask(server + path).text
    assert "The solution is b2" in page
    assert "Next puzzle" in page
    assert "tries left" not in ask(server + FIRST).text


def test_a_streak_is_kept_and_the_result_can_be_shared(page: Page, server):
    page.goto(f"{server}/puzzles")
    kept = '{"me":"","done":{},"days":["2025-11-24","2025-11-26"]}'
    page.evaluate("kept => localStorage.setItem('puzzles', kept)", kept)
    page.goto(server + DAY)
    page.locator("button[value=b1]").click()
    page.locator("button[value=b2]").click()
    expect(page.locator("#streak")).to_have_text("Streak: 2 days")
    expect(page.get_by_role("button", name="Share")).to_be_visible()


def test_without_a_server_a_puzzle_stays_and_says_so(context: BrowserContext, server):
    page = context.new_page()  # one whose console may complain
    page.goto(server + FIRST)
    context.set_offline(True)
    page.locator("button[value=b1]").click()
    expect(page.locator("#message")).to_contain_text("The server does not answer.")
    context.set_offline(False)
    page.locator("button[value=b1]").click()
    expect(page.locator("#message")).to_contain_text("Try another")
