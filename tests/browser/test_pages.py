"""The pages without script, asked for as a simple browser does."""

import re
from html.parser import HTMLParser

import pytest

from noughts import TicTacToe
from noughts.games.registry import ENTRIES
from noughts.value import OPEN
from tests.browser.asking import ask


class Buttons(HTMLParser):
    """The buttons of the board's form: what each one sends."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "button" and given.get("name") in ("cell", "move"):
            self.found.append((given["name"] or "", given["value"] or ""))


def follow(server: str, path: str, form: dict[str, str]) -> str:
    """The address that a form leads to."""
    answer = ask(server + path, form)
    assert answer.status == 303, answer.text
    return answer.headers["location"]


@pytest.mark.parametrize("side", ["x", "o"])
def test_a_full_game_is_played_by_its_buttons(server, side):
    game, path = TicTacToe(), f"/play/tictactoe?as={side}"
    if side == "o":
        path = follow(server, path, {})
    for _ in range(9):
        page = ask(server + path)
        buttons = Buttons(page.text).found
        if not buttons:
            break
        path = follow(server, path, {buttons[0][0]: buttons[0][1]})
    found = re.search(r"moves=([\w%]+)", path)
    assert found
    position = game.start()
    moves = game.read_moves(found[1].replace("%2C", ","))
    for move in moves:
        assert game.outcome(position) == OPEN
        position = game.play(position, move)
    assert game.outcome(position) != OPEN
    assert f"{side.upper()} has won" not in page.text  # a perfect computer never loses
    assert "has won" in page.text or "A draw" in page.text


def test_a_link_shows_the_same_to_whoever_opens_it(server):
    path = "/play/tictactoe?moves=b2,a1&as=both"
    one, other = (re.sub(r"nonce[-=\"\w]+", "", ask(server + path).text) for _ in range(2))
    assert one == other
    assert "a1 O" in one
    assert "b2 X" in one


def test_a_cell_that_stands_for_several_moves_asks_which(server):
    path = follow(server, "/play/wild?as=both", {"cell": "b2"})
    page = ask(server + path)
    assert [("move", "xb2"), ("move", "ob2")] == [
        b for b in Buttons(page.text).found if "move" in b
    ]
    path = follow(server, path, {"move": "ob2"})
    assert "moves=ob2" in path


def test_a_move_that_is_refused_says_why_and_changes_nothing(server):
    page = ask(f"{server}/play/tictactoe?moves=b2,a1", {"move": "b2"})
    assert page.status == 400
    assert "b2 is already taken" in page.text
    assert "a1 O" in page.text


def test_nobody_plays_for_the_computer(server):
    page = ask(f"{server}/play/tictactoe?as=o", {"move": "b2"})
    assert page.status == 400
    assert "the computer&#39;s turn" in page.text


def test_a_form_that_is_none_of_ours_is_refused(server):
    assert ask(f"{server}/play/tictactoe", {f"a{i}": "b" for i in range(50)}).status == 400


def test_values_are_told_without_script(server):
    page = ask(f"{server}/play/tictactoe?moves=a1,b1,c2,a3&as=both&show=values")
    assert "completes" in page.text or "fork" in page.text
    assert ">W3<" in page.text


@pytest.mark.parametrize("name", list(ENTRIES))
def test_every_game_has_a_page(server, name):
    page = ask(f"{server}/play/{name}?as=both")
    assert page.status == 200
    assert Buttons(page.text).found


@pytest.mark.parametrize(
    "path",
    ["/nowhere", "/play/chess", "/play/mnk:1,2,3,4,5", "/play/etc%2Fpasswd.py:x", "/static/x"],
)
def test_what_is_unknown_is_answered_alike(server, path):
    page = ask(server + path)
    assert page.status == 404
    assert page.text == ask(f"{server}/nowhere").text


def test_strangers_see_no_markup_of_theirs(server):
    page = ask(f"{server}/play/tictactoe?moves=%3Cscript%3Ealert(1)%3C/script%3E")
    assert page.status == 400
    assert "<script>alert" not in page.text
    page = ask(f"{server}/play/wild?cell=%22%3E%3Cscript%3Ealert(1)%3C/script%3E")
    assert "<script>alert" not in page.text


def test_the_policy_lets_nothing_in(server):
    page = ask(f"{server}/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert policy.count("unsafe") == 1
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert not re.search(r"\sstyle=|\son\w+=|src=\"(?!/)|href=\"http", page.text)


def test_the_menu_leads_to_an_address(server):
    answer = ask(f"{server}/play?game=connectfour&as=o&level=easy")
    assert answer.headers["location"] == "/play/connectfour?as=o&level=easy"


def test_two_levels_of_the_menu_are_one_for_each_side(server):
    path = "/play?game=tictactoe&as=none&level=easy&second=perfect"
    assert ask(server + path).headers["location"].endswith("as=none&level=easy%2Cperfect")
    path = "/play?game=tictactoe&as=x&level=easy&second=perfect"
    assert ask(server + path).headers["location"].endswith("?level=easy")


def test_a_variant_of_the_page_of_games_has_an_address(server):
    path = "/play?game=mnk&.m=4&.n=4&.k=3&.torus=yes"
    assert ask(server + path).headers["location"] == "/play/mnk:4,4,3,torus"
    assert (
        ask(server + "/play?game=nim&.a=1&.b=2&.c=0&.d=0&.e=0").headers["location"]
        == "/play/nim:1,2"
    )
    page = ask(server + "/play?game=mnk&.m=99&.n=1&.k=3")
    assert page.status == 400
    assert "columns must be 1 to 26" in page.text
