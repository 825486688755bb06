"""Two people play without script: forms alone, and a page that asks again."""

import html
import re

from noughts.web.live.rooms import NO_GAME, NO_INVITATION
from tests.each import each
from tests.web.asking import Answer, ask
from tests.web.live.friends import two


class Reader:
    """A browser without script."""

    def __init__(self, server: str) -> None:
        self.server = server
        self.cookie = ""

    def goes(self, path: str, form: dict[str, str] | None = None) -> Answer:
        """Go to a page, or send a form, and follow where it leads."""
        headers = {"Cookie": self.cookie} if self.cookie else {}
        answer = ask(self.server + path, form, **headers)
        if "set-cookie" in answer.headers:
            self.cookie = answer.headers["set-cookie"].partition(";")[0]
        if answer.status == 303:
            self.path = answer.headers["location"]
            return self.goes(self.path)
        return answer


def buttons(answer: Answer) -> list[str]:
    return re.findall(r'<button name="(?:cell|move)" value="([^"]+)"', answer.text)


def status(answer: Answer) -> str:
    found = re.search(r'id="status"[^>]*>([^<]*)<', answer.text)
    assert found
    return html.unescape(found[1])


def invited(host: Reader, game: str = "tictactoe", side: str = "x") -> tuple[str, str]:
    """The path of a new game, and of its invitation."""
    page = host.goes("/live", {"game": game, "as": side})
    found = re.search(r'value="http://[^/]+(/join/[^"]+)"', page.text)
    assert found
    return host.path, found[1]


def test_a_whole_game_with_its_rematch(server):
    host, guest, watching = (Reader(server) for _ in range(3))
    assert 'action="/live"' in host.goes("/live").text
    game, invitation = invited(host)
    assert "You play O" in guest.goes(invitation).text
    guest.goes(invitation, {"": ""})
    assert guest.path == game
    for ply, cell in enumerate(("a1", "b2", "b1", "c3", "c1")):
        mover, other = (host, guest) if ply % 2 == 0 else (guest, host)
        assert status(mover.goes(game)) == "Your move."
        assert cell in buttons(mover.goes(game))
        assert buttons(other.goes(game)) == buttons(watching.goes(game)) == []
        assert 'http-equiv="refresh"' in other.goes(game).text
        mover.goes(game, {"cell": cell, "ply": str(ply), "takebacks": "0"})
    assert status(host.goes(game)) == "You won."
    assert status(guest.goes(game)) == "You lost."
    guest.goes(f"{game}/rematch", {"": ""})
    assert status(guest.goes(guest.path)) == "Your move."
    assert guest.path in host.goes(game).text


def test_a_cell_that_stands_for_several_moves_asks_which(server):
    host = Reader(server)
    game, _ = invited(host, "wild")
    page = host.goes(game, {"cell": "b2", "ply": "0", "takebacks": "0"})
    moves = [name for name in buttons(page) if "b2" in name and name != "b2"]
    assert len(moves) == 2
    host.goes(game, {"move": moves[0], "ply": "0", "takebacks": "0"})
    assert f" {moves[0]}</a></li>" in host.goes(game).text


def test_a_form_that_comes_too_late_is_refused_on_the_page(server):
    host, guest = Reader(server), Reader(server)
    game, invitation = invited(host)
    guest.goes(invitation, {"": ""})
    host.goes(game, {"cell": "b2", "ply": "0", "takebacks": "0"})
    for form, why in (
        ({"cell": "a1", "ply": "0"}, "Move 1 has already been played"),
        ({"cell": "a1", "ply": "1"}, "turn to move"),
        ({"cell": "b2", "ply": "1"}, "You cannot play on b2"),
        ({"cell": "a1", "ply": ""}, "ply must be a number"),
        ({"move": "<script>", "ply": "1"}, "turn to move"),
    ):
        page = host.goes(game, {"takebacks": "0", **form})
        assert page.status == 400
        assert why in html.unescape(page.text)
        assert "<script>" not in re.sub(r"<script (type|src).*?</script>", "", page.text)
    assert host.goes(game).text.count("X b2</a></li>") == 1


def test_following_an_invitation_takes_no_seat(server):
    host, robot = Reader(server), Reader(server)
    game, invitation = invited(host)
    for _ in range(2):
        assert robot.goes(invitation).status == 200
    assert robot.cookie == ""
    assert "O: nobody yet" in host.goes(game).text
    late, guest = Reader(server), Reader(server)
    guest.goes(invitation, {"": ""})
    late.goes(invitation, {"": ""})
    assert late.path == game
    assert "X: a player" in late.goes(game).text


def test_a_link_that_leads_nowhere_else_says_so(server):
    here, elsewhere = Reader(server), Reader(server)
    game, _ = invited(here)
    assert "works only on this machine" in here.goes(game).text
    page = ask(server + game, Cookie=here.cookie, Host="games.example:8000")
    assert "http://games.example:8000/join/" in page.text
    assert "works only on this machine" not in page.text
    assert "works only on this machine" not in elsewhere.goes(game).text


@each(
    "path, form, why",
    [
        ("/live/nothing", None, NO_GAME),
        ("/live/" + "a" * 22, None, NO_GAME),
        ("/live/" + "a" * 22, {"cell": "b2"}, NO_GAME),
        ("/live/nothing/rematch", {"": ""}, NO_GAME),
        ("/join/nothing", None, NO_INVITATION),
        ("/join/" + "a" * 43, {"": ""}, NO_INVITATION),
        ("/live?game=chess", None, "Unknown game 'chess'"),
        ("/live", {"game": "chess"}, "Unknown game 'chess'"),
    ],
)
def test_what_is_unknown_says_so_and_where_to_go(server, path, form, why):
    answer = ask(server + path, form)
    assert answer.status == 404
    assert why in html.unescape(answer.text)
    assert 'href="/games"' in answer.text


def test_a_live_page_is_kept_nowhere_and_runs_no_inline_script(server):
    game, first, _ = two(server)
    answer = ask(f"{server}/live/{game}", **first.headers)
    assert answer.headers["cache-control"] == "no-store"
    policy = answer.headers["content-security-policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy
    assert policy.count("unsafe") == 1


def test_the_page_of_a_game_leads_to_a_friend(server):
    assert 'href="/live?game=connectfour"' in ask(f"{server}/play/connectfour").text
