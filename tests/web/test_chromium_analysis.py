"""Looking into a game on the page in a real browser: values, threats, course, variants."""

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.each import each
from tests.web.asking import ask
from tests.web.on_page import cell


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
    expect(page.locator("#picture .ghost").first).to_be_attached()


def test_against_the_opponent_for_points_the_page_is_by_points(page: Page, server):
    # Best play of kalah:3,2 ends +4; by outcome it is a win in 8.
    page.goto(f"{server}/play/kalah:3,2?level=points")
    page.keyboard.press("v")
    expect(page.locator("#picture")).to_contain_text("+4")
    expect(page.locator("#verdict")).to_have_text("X wins by 4, but only with 2.")
    expect(page.locator("#by-plies")).to_be_hidden()
    page.locator("#level").select_option("perfect", force=True)
    expect(page.locator("#verdict")).to_have_text("X wins in 8, but only with 2.")
    expect(page.locator("#by-points")).to_be_hidden()


def test_the_values_are_shown_before_the_reasons_and_the_line(page: Page, server):
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/v1/know/**", hold)
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.keyboard.press("v")
    expect(page.locator("#picture")).to_contain_text("W3")
    expect(page.locator("#verdict")).to_have_text("X wins in 3, but only with c3 or b2.")
    expect(page.locator(".reasons span").first).to_have_text("c3")
    expect(page.locator(".reasons li")).to_have_count(5)
    for route in held:
        route.continue_()
    expect(page.locator(".reasons span").first).to_contain_text("c3: ")
    page.keyboard.press("p")
    expect(page.locator("#picture .ghost").first).to_be_attached()


@each(
    "address, steps",
    [
        ("tictactoe?moves=a1,b1,c2,a3", ["X c3", "O b3", "X b2"]),
        # O draws the third edge of the box, X closes it and draws again.
        ("dots:2,1?moves=b1,b3,a2,d3,d1", ["O c2", "O e2"]),
    ],
)
def test_the_best_line_says_who_makes_each_move(page: Page, server, address, steps):
    page.goto(f"{server}/play/{address}&as=both")
    page.keyboard.press("p")
    expect(page.locator(".line button")).to_have_text(steps)


def test_threats_are_shown_told_and_hidden_again(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2,a1,b1,a2&as=both")
    page.keyboard.press("t")
    expect(page.locator("#picture .threats > *").first).to_be_attached()
    told = "X can complete a line at b3. O threatens to complete a line at a3."
    expect(page.locator("#threats-told")).to_have_text(told)
    expect(page.locator("#polite")).to_have_text(told)
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 empty, completes a line of X")
    cell(page, "a3").click()  # which stops O's, and opens the diagonal to c1
    expect(page.locator("#threats-told")).to_have_text(
        "X threatens to complete a line at b3 or c1."
    )
    page.get_by_role("button", name="Threats").click()
    expect(page.locator("#picture .threats > *")).to_have_count(0)
    expect(page.locator("#threats-told")).to_be_empty()


def test_a_game_without_lines_of_ones_own_says_so(page: Page, server):
    page.goto(f"{server}/play/nim?as=both")
    expect(page.locator("#threats")).to_be_hidden()
    page.keyboard.press("t")
    expect(page.locator("#message")).to_contain_text("no threats to show")


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
    expect(page.locator("#graph svg")).to_be_visible()
    again = page.get_by_role("button", name="Try move 2 again")
    again.click()
    expect(page.locator("#moves [aria-current]")).to_have_attribute("data-ply", "1")
    # Against a corner the centre alone holds the draw.
    cell(page, "b1").click()
    expect(page.locator("#message")).to_contain_text("b1 is a mistake again")
    cell(page, "b2").click()
    expect(cell(page, "b2")).to_have_attribute("aria-label", "b2 O")
    expect(page.locator("#message")).to_have_text("Right: b2 is a best move.")
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,b2,c3&as=both")
    page.click("#review")
    again.click()
    cell(page, "b1").click()
    expect(page.locator("#message")).to_contain_text("b1 is a mistake again")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator("#message")).to_be_empty()


@each(
    "moves, height",
    [("b2,a2,a1,b1,c3", "100%"), ("a1,b2,b1,c3,b3,a3,c2,c1", "0%"),
     ("b2,a1,c1,a3,a2,c2,b1,b3,c3", "50%")],
)  # fmt: skip
def test_the_bar_shows_how_a_game_ended(page: Page, server, moves, height):
    page.goto(f"{server}/play/tictactoe?moves={moves}&as=both")
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_contain_text("The game is over")
    bar = page.locator("#evaluation")
    assert bar.evaluate("one => one.style.getPropertyValue('--full')") == height


def test_a_position_is_set_up_or_refused_with_a_reason(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=b2,a1")
    page.get_by_text("Tools", exact=True).click()
    page.fill("#position", "xxx/3/3 o")
    page.get_by_role("button", name="Set up").click()
    expect(page.locator("#message")).to_contain_text("X")
    expect(page.locator("#moves li")).to_have_count(3)  # nothing has changed
    page.fill("#position", "xo1/3/3 x")
    page.get_by_role("button", name="Set up").click()
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 O")
    page.reload()
    expect(cell(page, "b3")).to_have_attribute("aria-label", "b3 O")


def test_a_variant_is_put_together(page: Page, server):
    page.goto(f"{server}/games")
    page.locator(
        "details", has=page.get_by_label("Play this variant of 4×4, four in a row")
    ).locator("summary").click()
    form = page.locator("form", has=page.get_by_label("Play this variant of 4×4, four in a row"))
    form.get_by_label("m", exact=True).fill("4")
    form.get_by_label("misere").check()
    form.get_by_role("button").click()
    expect(page.locator("h1")).to_have_text("4×3, three in a row, misère")
    expect(page.locator("[name=game]")).to_have_value("mnk:4,3,3,misere")


def test_the_course_goes_on_with_the_game(page: Page, server):
    page.goto(f"{server}/play/tictactoe?moves=a1,b2&as=both")
    page.click("#review")
    expect(page.locator("#graph svg")).to_contain_text("2. O b2")
    expect(page.locator("#history")).to_contain_text("Nobody made a mistake.")
    cell(page, "c3").click()
    expect(page.locator("#graph svg")).to_contain_text("3. X c3")
    cell(page, "a3").click()
    expect(page.get_by_role("button", name="Try move 4 again")).to_be_visible()
    page.click("#review")
    expect(page.locator("#history")).to_be_hidden()


def test_what_can_be_copied(context: BrowserContext, page: Page, server):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both")
    page.get_by_text("Share").click()

    def copied(what: str) -> str:
        page.click(f"[data-copy={what}]")
        expect(page.locator("#polite")).to_have_text("Copied.")
        expect(page.locator("#toast")).to_contain_text("Copied")
        return str(page.evaluate("navigator.clipboard.readText()"))

    assert copied("link") == page.url
    assert copied("notation") == "a1 b1 c2 a3"
    assert copied("position") == "o2/2x/xo1 x"
    assert "var(" not in copied("svg")
    exec(copied("python"), {})


def test_a_search_is_ended_when_the_page_is_left(page: Page, server):
    page.goto(f"{server}/play/qubic?level=looks:60&as=o")  # the computer begins
    page.wait_for_timeout(500)
    page.goto(f"{server}/play/qubic?level=looks:60&as=o")  # the computer begins
    page.wait_for_timeout(500)
    page.goto("about:blank")
    # Both processes were busy for good; they are free again.
    assert ask(f"{server}/api/v1/move/tictactoe?moves=a1,b3,b1,a3").json["move"] == "c1"


def test_reasons_to_come_are_marked_and_a_proved_value_ends_the_wait_for_advice(page: Page, server):
    values: list[Route] = []
    known: list[Route] = []
    page.route("**/api/v1/values/**", lambda route: values.append(route))
    page.route("**/api/v1/know/**", lambda route: known.append(route))
    advice: list[str] = []
    page.on("request", lambda one: advice.append(one.url) if "reply=1" in one.url else None)
    page.goto(f"{server}/play/mnk:4,4,3?moves=b2&as=both")
    page.keyboard.press("v")
    expect(page.locator("#known")).to_contain_text("The computer looks")
    values[0].continue_()
    coming = page.locator(".reasons [data-coming]")
    expect(coming).to_have_count(15)
    page.wait_for_timeout(2_200)  # advice waits for the engine for two seconds
    assert advice == []
    known[0].continue_()
    expect(coming).to_have_count(0)


def test_who_wins_fills_the_bar_though_not_how_soon_and_no_reason_is_waited_for_in_vain(
    page: Page, server
):
    def half(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        moves = [{**move, "why": ""} for move in told["moves"]]
        value = {"outcome": None, "plies": None, "certainty": "bound"}
        bounds = {
            end: {"outcome": "win", "plies": plies} for end, plies in (("lower", 9), ("upper", 3))
        }
        route.fulfill(
            response=answer, json={**told, "moves": moves, "value": value, "bounds": bounds}
        )

    page.route("**/api/v1/know/**", half)
    page.goto(f"{server}/play/tictactoe?moves=a1,b1&as=both")
    page.keyboard.press("v")
    bar = page.locator("#evaluation:not([data-unknown])")
    expect(bar).to_have_text("X")
    assert bar.evaluate("one => one.style.getPropertyValue('--full')") == "100%"
    expect(page.locator(".reasons li")).to_have_count(7)
    expect(page.locator(".reasons [data-coming]")).to_have_count(0)
