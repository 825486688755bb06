"""Pages of a server that play by themselves, with games of one's own among them."""

import time
import urllib.request
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests import take
from tests.serving import Serving
from tests.web.asking import ask
from tests.web.test_chromium import asked_for

OWN = f"{take.__file__}:Take:21,3"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that has a game of a file."""
    serving = Serving(str(tmp_path_factory.mktemp("games")), OWN)
    yield serving.address
    serving.stop()


@pytest.fixture
def page(context: BrowserContext, page: Page) -> Page:
    """A page whose engine comes."""
    context.unroute("**/engine/**")
    return page


@pytest.fixture
def alone(context: BrowserContext, page: Page) -> Iterator[Page]:
    """A page whose values are its engine's, as the server has no time for them."""
    page = context.new_page()  # one whose console may complain
    told = {"error": "This position is too hard.", "kind": "TooLong"}
    page.route("**/api/v1/values/**", lambda route: route.fulfill(status=504, json=told))
    yield page
    page.close()


def made(address: str):
    """The answer, once what a page needs is made."""
    while (answer := urllib.request.urlopen(address, timeout=60)).status == 202:
        time.sleep(0.1)
    return answer


def test_what_a_page_needs_is_sent_once(server):
    answer = made(f"{server}/engine/take:21,3")
    assert answer.headers["content-encoding"] == "gzip"
    again = ask(f"{server}/engine/take:21,3", If_None_Match=answer.headers["etag"])
    assert (again.status, again.text) == (304, "")


def test_where_there_is_none_a_sentence_says_why(server):
    assert ask(f"{server}/engine/chess").status == 404
    assert "Unknown game 'chess'" in ask(f"{server}/engine/chess").json["error"]


def test_no_address_names_a_file(server):
    assert ask(f"{server}/engine/{OWN}").status == 404
    assert ask(f"{server}/play/{OWN}").status == 404
    assert ask(f"{server}/play/take:7,2").status == 404
    assert take.__file__ not in ask(f"{server}/play/take:21,3").text


def test_a_game_of_ones_own_stands_beside_the_others(server):
    assert "Take one or two of the counters" in ask(f"{server}/games").text
    told = ask(f"{server}/api/v1/games").json["games"][-1]
    assert (told["name"], told["parameters"]) == ("take:21,3", [])


def test_without_script_moves_are_offered_by_name_where_no_cell_stands_for_one(server):
    page = ask(f"{server}/play/take:21,3").text
    assert page.count('<button name="move"') == 3
    moved = ask(f"{server}/play/take:21,3?as=both", {"move": "3"})
    assert moved.headers["location"] == "/play/take:21,3?moves=3&as=both"


def test_a_page_with_its_engine_asks_for_nothing_more(alone: Page, server):
    made(f"{server}/engine/take:21,3")
    alone.goto(f"{server}/play/take:21,3?as=both")
    alone.keyboard.press("v")
    # Whoever faces a multiple of four loses (Bouton's method, taking at most 3).
    expect(alone.locator("#verdict")).to_contain_text("X wins in 11, but only with 1.")
    asked = asked_for(alone)
    alone.locator("#choice button", has_text="1").click()
    expect(alone.locator("#verdict")).to_contain_text("X wins in 10 whatever O does.")
    assert asked == []


def test_an_engine_has_values_and_the_server_the_reasons(alone: Page, server):
    made(f"{server}/engine/connectfour:4,4")
    alone.goto(f"{server}/play/connectfour:4,4?as=both")
    alone.keyboard.press("v")
    expect(alone.locator("#verdict")).to_have_text("X draws with every move.")  # Tromp's table
    expect(alone.locator(".reasons span").first).to_contain_text("draw")
    asked = asked_for(alone)
    alone.keyboard.press("2")
    expect(alone.locator("#moves li")).to_have_count(2)
    expect(alone.locator(".reasons span").first).to_contain_text("draw")
    assert asked == ["know"]


def test_what_the_server_has_no_time_for_is_found_in_the_page(context: BrowserContext, server):
    made(f"{server}/engine/connectfour:4,4")
    page = context.new_page()  # one whose console may complain
    late = []  # the engine is still being made at first
    told = {"error": "This position is too hard.", "kind": "TooLong"}
    page.route("**/api/v1/values/**", lambda route: route.fulfill(status=504, json=told))
    page.route("**/api/v1/know/**", lambda route: route.fulfill(status=504, json=told))
    page.route(
        "**/engine/**",
        lambda route: route.continue_() if late else late.append(route.fulfill(status=202)),
    )
    page.goto(f"{server}/play/connectfour:4,4?as=both")
    page.keyboard.press("v")
    expect(page.locator("#verdict")).to_have_text("X draws with every move.")  # Tromp's table
    expect(page.locator("#message")).to_be_empty()
    page.close()


def test_a_level_that_the_engine_lacks_is_the_servers(page: Page, server):
    made(f"{server}/engine/take:21,3")
    page.goto(f"{server}/play/take:21,3?level=mcts:20")
    page.wait_for_load_state("networkidle")
    asked = asked_for(page)
    page.locator("#choice button", has_text="1").click()
    expect(page.locator("#moves li")).to_have_count(3)
    assert "table" in asked


def test_a_position_that_is_typed_in_is_valued_in_the_page(alone: Page, server):
    made(f"{server}/engine/connectfour:4,4")
    alone.goto(f"{server}/play/connectfour:4,4?as=both&position=4/4/ooo1/xxx1 x")
    alone.keyboard.press("v")
    expect(alone.locator("#verdict")).to_have_text("X wins at once, but only with 4.")
    asked = asked_for(alone)
    alone.keyboard.press("1")
    expect(alone.locator("#verdict")).to_have_text("O draws, but only with 4.")  # by plain negamax
    assert set(asked) <= {"know"}  # the reasons are the server's
