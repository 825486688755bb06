"""The API of games between people: seats by a cookie, refusals with a reason and a kind."""

from noughts.web.live.rooms import NO_GAME
from noughts.web.live.seats import COOKIE
from tests.each import each
from tests.web.asking import ask
from tests.web.live.friends import Friend, two


def test_a_game_with_its_rematch(server):
    game, first, second = two(server, "mnk:3,3,3,misere")
    for ply, move in enumerate(["a1", "b2", "b1", "c3", "c1"]):
        answer = (first, second)[ply % 2].plays(game, ply, move)
        assert (answer.status, answer.json["moves"][-1]) == (200, move)
    assert answer.json["result"] == "O wins"  # misère: three in a row loses
    again = second.post(f"live/{game}/rematch", {}).json
    assert (again["seat"], again["moves"]) == ("x", [])
    assert first.post(f"live/{game}/rematch", {}).json["id"] == again["id"]
    assert first.sees(game)["rematch"] == again["id"]
    assert first.sees(again["id"])["seat"] == "o"


def test_a_seat_is_held_by_a_cookie_that_scripts_and_other_sites_cannot_use(server):
    answer = Friend(server).post("live", {})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=lax", "Path=/"} <= {part.strip() for part in cookie.split(";")}
    assert cookie.split("=")[1].split(";")[0] not in answer.text


def test_only_the_host_is_told_the_invitation_and_only_while_it_stands(server):
    host, guest = Friend(server), Friend(server)
    begun = host.begins()
    game = begun["id"]
    assert host.sees(game)["invitation"] == begun["invitation"]
    assert "invitation" not in guest.sees(game)
    guest.joins(begun["invitation"])
    assert "invitation" not in host.sees(game)
    assert "invitation" not in guest.sees(game)
    late = Friend(server).post(f"join/{begun['invitation']}", {})
    assert (late.status, late.json["kind"]) == (409, "SeatTaken")


@each(
    "who, body, status, kind",
    [
        (0, {"ply": 0, "move": "a1"}, 409, "PlyTaken"),
        (0, {"ply": 1, "move": "a1"}, 400, "OutOfTurn"),
        (1, {"ply": 1, "move": "b2"}, 400, "CellTaken"),
        (1, {"ply": 1}, 400, "BadRequest"),
        (1, [], 400, "BadRequest"),
        (1, {"ply": 1, "move": "\ud800\0"}, 400, "UnreadableMove"),
        (2, {"ply": 1, "move": "a1"}, 403, "NotSeated"),
    ],
)
def test_a_refusal_says_why_and_changes_nothing(server, who, body, status, kind):
    game, first, second = two(server)
    first.plays(game, 0, "b2")
    stranger = Friend(server)
    stranger.begins()  # a seat elsewhere is none here
    answer = (first, second, stranger)[who].post(f"live/{game}/moves", body)
    assert (answer.status, answer.json["kind"]) == (status, kind)
    assert answer.json["error"]
    assert first.sees(game)["moves"] == ["b2"]


@each("cookie", ["", "x", "noughts_seat=", "noughts_seat=" + "a" * 43, ";;=;"])
def test_a_cookie_that_is_none_holds_no_seat(server, cookie):
    game, _, _ = two(server)
    answer = ask(f"{server}/api/v1/live/{game}", Cookie=cookie)
    assert answer.json["seat"] is None


@each("path", ["live/nothing", "live/" + "a" * 22, "live/%00", "live/é"])
def test_what_is_unknown_is_answered_alike(server, path):
    answer = ask(f"{server}/api/v1/{path.replace('é', '%C3%A9')}")
    known = {"schema": 1, "error": NO_GAME, "kind": "NotFound"}
    assert (answer.status, answer.json) == (404, known)


def test_a_page_of_another_site_does_nothing(server):
    game, first, _ = two(server)
    body = {"ply": 0, "move": "b2"}
    answer = first.post(f"live/{game}/moves", body, Origin="http://evil.example")
    assert answer.status == 403
    assert first.sees(game)["moves"] == []


def test_the_log_has_no_secrets(serving):
    first = Friend(serving.address)
    begun = first.begins()
    ask(f"{serving.address}/join/{begun['invitation']}")
    first.plays(begun["id"], 0, "nonsense")
    with first.socket(begun["id"]) as socket:
        socket.send("nonsense")
        socket.recv()
    assert "".join(serving.said) == ""
