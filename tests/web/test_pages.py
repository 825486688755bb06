"""The pages without script, asked for as a simple browser does."""

import html
import re
import struct
import urllib.request
from html.parser import HTMLParser
from pathlib import Path

import pytest

import noughts.web
from noughts import TicTacToe
from noughts.games.registry import ENTRIES, find_game, rules_of
from noughts.value import OPEN
from noughts.web.pages import page_of, qr_code
from noughts.web.view import BadRequest, GameTable, TableSettings
from noughts.web.worker import Worker
from tests.each import each
from tests.serving import Serving
from tests.web.asking import ask


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


@each("side", ["x", "o"])
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
    found = re.search(r"moves=([\w,]+)", path)
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


def test_the_front_door_has_a_board_and_ways_to_play(server):
    page = ask(f"{server}/").text
    assert len(Buttons(page).found) == 9
    for address in ("/games", "/live", "/draw", "/play/othello:8", "/play/gomoku"):
        assert f'href="{address}"' in page
    today = re.search(r'href="(/puzzles/[^"]+day=[^"]+)"', page)
    assert today
    assert "3 of 3 tries left" in ask(server + html.unescape(today[1])).text
    old = ask(f"{server}/?moves=b2,a1&as=both")
    assert (old.status, old.headers["location"]) == (307, "/play/tictactoe?moves=b2,a1&as=both")


@each(
    ("text", "address"),
    [
        ("xo.\r\n.x.\r\n..o", "/play/tictactoe?as=both&position=xo1%2F1x1%2F2o+x"),
        ("othello", "/play/othello"),
        ("1. e5 f6 2. e6", "/play/mnk:15,15,5?moves=e5,f6,e6&as=both"),
        ("(;GM[4]SZ[3]RU[mnk:3,3,3];B[bb];W[aa])", "/play/mnk?moves=b2,a3&as=both"),
    ],
)
def test_what_is_pasted_leads_to_its_board(server, text, address):
    assert 'action="/read"' in ask(f"{server}/").text
    assert follow(server, "/read", {"text": text}) == address


@each(
    ("text", "why"),
    [
        ("", "noughts can read"), ("what is this?", "noughts can read"),
        ("x" * 5_000, "noughts can read"), ("mygame.py:Take", "noughts can read"),
        ("/etc/passwd", "noughts can read"), ("(;GM[4]SZ[3];B[bb])", "do not fit"),
    ],
)  # fmt: skip
def test_what_is_pasted_and_cannot_be_read_is_said_to_be_so(server, text, why):
    answer = ask(f"{server}/read", {"text": text})
    assert answer.status == 400
    assert why in answer.text


def test_the_levels_are_called_as_people_call_them(server):
    levels = r'<option value="perfect"[^>]*>(\w+)</option>'
    assert re.findall(levels, ask(f"{server}/play/connectfour").text)[0] == "Perfect"
    for unsolved in "othello:8", "pentago:6":  # Pentago 4×4 is solved
        assert re.findall(levels, ask(f"{server}/play/{unsolved}").text)[0] == "Strong"


@each("name", list(ENTRIES))
def test_every_game_has_a_page(server, name):
    page = ask(f"{server}/play/{name}?as=both")
    assert page.status == 200
    assert Buttons(page.text).found


@each(
    "path, why",
    [
        ("/nowhere", "There is nothing at /nowhere."),
        ("/static/x", "There is nothing at /static/x."),
        ("/play/chess", "Unknown game 'chess'"),
        (
            "/play/mnk:21,20,5",
            "a board has at most 400. Choose a smaller one",
        ),
        ("/play/etc%2Fpasswd.py:x", "There is nothing at /play/etc/passwd.py:x"),
        ("/nowhere/%3Cscript%3E", "There is nothing at /nowhere/<script>"),
    ],
)
def test_an_address_that_leads_nowhere_says_why_and_where_to_go(server, path, why):
    page = ask(server + path)
    assert page.status == 404
    assert why in html.unescape(page.text)
    assert "<script>." not in page.text
    assert 'href="/games"' in page.text


def test_a_method_that_an_address_does_not_know_is_named(server):
    page = ask(f"{server}/games", {"a": "b"})
    assert (page.status, "POST requests, only GET" in page.text) == (405, True)
    told = ask(f"{server}/api/v1/games", {"a": "b"})
    assert (told.status, told.json["kind"]) == (405, "MethodNotAllowed")


def test_the_modules_of_a_page_are_sent_as_one_script_and_only_once(server):
    script = ask(f"{server}/static/noughts.js")
    assert "function wholeView" in script.text
    assert not re.search("^import ", script.text, re.MULTILINE)
    tag = script.headers["etag"]
    assert ask(f"{server}/static/noughts.js", If_None_Match=tag).status == 304


def test_pages_are_compressed_but_for_those_with_secrets(server):
    for path, encoding in (("/games", "gzip"), ("/static/noughts.css", "gzip"), ("/live", None)):
        request = urllib.request.Request(server + path, headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == encoding, path


@each(
    "path, title, picture",
    [
        ("/games", "Games", "tictactoe"),
        ("/play/connectfour:6,5", "Connect Four 6×5", "connectfour"),
        ("/live?game=hex:3", "Play a friend", "hex"),
    ],
)
def test_a_link_to_a_page_has_a_preview(server, path, title, picture):
    page = ask(server + path).text
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', page))
    assert title in told["title"]
    assert told["description"]
    assert told["image"] == f"{server}/static/previews/{picture}.png"


@each("name", list(ENTRIES))
def test_every_game_has_a_picture_for_previews(name):
    head = (Path(noughts.web.__file__).parent / f"static/previews/{name}.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1200, 630)


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


def test_the_menu_offers_a_strategy_where_one_ships(server):
    offer = '<option value="strategy">'
    assert offer in ask(f"{server}/play/connectfour").text
    assert offer not in ask(f"{server}/play/mnk:4,3,3").text


def test_two_levels_of_the_menu_are_one_for_each_side(server):
    path = "/play?game=tictactoe&as=none&level=easy&second=perfect"
    assert ask(server + path).headers["location"].endswith("as=none&level=easy,perfect")
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


class Impatient(Serving):
    """A server that gives up soon."""

    seconds = 1


def test_values_that_are_too_hard_leave_the_game_as_it_is(tmp_path):
    serving = Impatient(str(tmp_path))
    try:
        page = ask(f"{serving.address}/play/mnk:7,8,5?as=both&show=values")
        # A slow machine knows nothing when the time is up; a faster one tells what it knows so far.
        assert page.status in (200, 504)
        if page.status == 504:
            told = "time was up after 1 seconds|too hard to solve in 1 seconds|is still compiling"
            assert re.search(told, page.text)
        assert Buttons(page.text).found
    finally:
        serving.stop()


def test_the_link_of_a_position_is_a_code_for_phones(server):
    told = ask(f"{server}/code/connectfour?moves=4,4&as=both")
    assert (told.status, told.headers["content-type"]) == (200, "image/svg+xml")
    assert told.text == qr_code(f"{server}/play/connectfour?moves=4,4&as=both")


def test_a_link_too_long_for_a_code_is_refused(server):
    told = ask(f"{server}/code/nim?level=hard&position={'1' * 4000}")
    assert told.status in (400, 404)
    with pytest.raises(BadRequest, match="too long for a QR code"):
        qr_code("http://example.org/" + "a" * 3000)


@each("spec", ["connectfour", "hex:3", "mnk:4,3,3"])
def test_the_rules_stand_on_the_page(server, spec):
    rules = rules_of(find_game(spec)).replace("'", "&#39;")
    assert ask(f"{server}/play/{spec}").text.count(f">{rules}<") == 2


def test_a_page_whose_values_are_not_all_found_in_time_shows_its_board():
    given = {"game": "tictactoe", "as": "x", "level": "perfect"}
    partial = next(Worker().answers("know", given), None) or Worker().answer("know", given)
    partial.pop("picture", None)  # what the pool answers with when the time is up has none
    answer = page_of(GameTable(TableSettings()), partial)
    assert answer.status_code == 200
    assert b'class="picture"' in answer.body
