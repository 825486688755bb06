"""A game as it happens: nothing is missed, and nothing takes more than its share."""

import asyncio
import json
from contextlib import suppress
from socket import SHUT_RDWR, SO_LINGER, SOL_SOCKET
from struct import pack

import pytest
from websockets.asyncio.client import connect as aconnect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from noughts.web.live.rooms import LONGEST_MESSAGE
from tests.each import each
from tests.web.live.friends import Friend, told, told_until, two


def send(socket, ply, move):
    socket.send(json.dumps({"ply": ply, "move": move}))


def send_without_end(socket):
    while True:
        send(socket, 5, "a1")
        told(socket)


def test_both_and_one_who_watches_see_every_move(server):
    game, first, second = two(server)
    with (
        first.socket(game) as x,
        second.socket(game) as o,
        Friend(server).socket(game) as watching,
    ):
        for ply, (socket, move) in enumerate([(x, "a1"), (o, "b2"), (x, "c3")]):
            send(socket, ply, move)
            for one in (x, o, watching):
                assert told_until(one, ply=ply + 1)["moves"] == [move]
    assert first.sees(game)["moves"] == ["a1", "b2", "c3"]


def test_who_comes_back_gets_what_they_have_not_seen_once(server):
    game, first, second = two(server)
    for ply, move in enumerate(["a1", "b2", "c3", "a2"]):
        (first, second)[ply % 2].plays(game, ply, move)
    for seen in range(6):
        with first.socket(game, f"?seen={seen}") as socket:
            message = told(socket)
        assert message["from"] == min(seen, 4)
        assert message["moves"] == ["a1", "b2", "c3", "a2"][seen:]
        assert message["ply"] == 4


def test_the_board_comes_with_it_where_it_is_asked_for(server):
    game, first, _ = two(server)
    with first.socket(game) as bare, first.socket(game, "?view=1") as drawn:
        assert "view" not in told(bare)
        message = told(drawn)
    assert len(message["view"]["cells"]) == 9
    assert message["people"][0] == "X: you"


def test_who_is_here_is_told_to_all(server):
    game, first, second = two(server)
    with first.socket(game) as x:
        with second.socket(game) as o, Friend(server).socket(game):
            told_until(x, here={"x": True, "o": True}, watching=1)
            told_until(o, here={"x": True, "o": True}, watching=1)
        told_until(x, here={"x": True, "o": False}, watching=0)


@each(
    "text, kind",
    [
        ('{"ply": 1, "move": "a1"}', "OutOfTurn"),
        ('{"ply": 0, "move": "c3"}', "PlyTaken"),
        ('{"ply": 7, "move": "c3"}', "PlyTaken"),
        ('{"ply": 1}', "BadRequest"),
        ('{"ply": "1", "move": "a1"}', "BadRequest"),
        ('{"ply": true, "move": "a1"}', "BadRequest"),
        ('{"ply": -1, "move": "a1"}', "BadRequest"),
        ('{"ply": 1e99, "move": "a1"}', "BadRequest"),
        ('{"ply": 1, "move": ["a1"]}', "BadRequest"),
        ("[]", "BadRequest"),
        ("[" * LONGEST_MESSAGE, "BadRequest"),
        ("nonsense", "BadRequest"),
        ("", "BadRequest"),
        (b"\xff\x00", "BadRequest"),
    ],
)
def test_what_is_refused_is_told_to_who_sent_it_and_changes_nothing(server, text, kind):
    game, first, _ = two(server)
    first.plays(game, 0, "b2")
    with first.socket(game) as socket:
        told(socket)
        socket.send(text)
        refusal = told_until(socket, type="refused")
        assert (refusal["kind"], bool(refusal["error"])) == (kind, True)
        send(socket, 0, "a1")  # it is still there
        assert told(socket)["type"] == "refused"
    assert first.sees(game)["moves"] == ["b2"]


def test_a_message_with_a_number_is_always_answered(server):
    game, first, _ = two(server)
    with first.socket(game) as socket:
        told(socket)
        socket.send(json.dumps({"ply": 0, "move": "b2", "id": 7}))
        assert told_until(socket, type="done") == {"type": "done", "schema": 1, "id": 7}
        socket.send(json.dumps({"ply": 0, "move": "a1", "id": 8}))
        assert told_until(socket, type="refused")["id"] == 8
        socket.send(json.dumps({"ply": 1, "action": "draw", "id": 9}))
        assert told_until(socket, type="done")["id"] == 9
        socket.send(json.dumps({"ply": 1, "action": "dance", "id": -1}))
        assert told_until(socket, type="refused")["kind"] == "BadRequest"
    assert first.sees(game)["offer"] == {"kind": "draw", "by": "x"}


def test_silence_is_broken_by_a_heartbeat_that_counts_the_messages_before_it(server):
    game, first, second = two(server)
    with first.socket(game, "?beat=1") as socket:
        count = 0
        second.plays(game, 0, "b2")  # refused, and told to nobody
        first.plays(game, 0, "a1")
        while (message := told(socket))["type"] != "beat":
            count += 1
        assert message == {"type": "beat", "schema": 1, "told": count}


def test_after_a_takeback_all_moves_come_again(server):
    game, first, second = two(server)
    with second.socket(game) as socket:
        first.plays(game, 0, "a1")
        assert told_until(socket, ply=1)["moves"] == ["a1"]
        first.post(f"live/{game}/actions", {"ply": 1, "action": "takeback"})
        second.post(f"live/{game}/actions", {"ply": 1, "action": "accept"})
        assert told_until(socket, ply=0, takebacks=1)["moves"] == []
        first.plays(game, 0, "c3")
        message = told_until(socket, ply=1, takebacks=1)
        assert (message["from"], message["moves"]) == (0, ["c3"])


def test_a_page_of_another_site_gets_no_socket(server):
    game, first, _ = two(server)
    for origin in ("http://evil.example", "null", f"{server}.evil.example", "http://127.0.0.1:1"):
        with pytest.raises(InvalidStatus) as refused, first.socket(game, Origin=origin):
            pass
        assert refused.value.response.status_code == 403
    with first.socket(game, Origin=server) as socket:
        assert told(socket)["seat"] == "x"


@each("name", ["nothing", "a" * 22, "%00"])
def test_what_is_unknown_is_answered_alike(server, name):
    with pytest.raises(InvalidStatus) as refused, Friend(server).socket(name):
        pass
    assert refused.value.response.status_code == 404


@each("seen", ["-1", "x", "1.5", "9" * 7, "²"])
def test_a_number_that_is_none_is_refused(server, seen):
    game, first, _ = two(server)
    with pytest.raises(InvalidStatus) as refused, first.socket(game, f"?seen={seen}"):
        pass
    assert refused.value.response.status_code == 400


def test_a_long_message_costs_its_sender_the_socket(server):
    game, first, _ = two(server)
    with first.socket(game) as socket:
        socket.send("x" * (LONGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            told_until(socket, type="never")
    assert first.sees(game)["moves"] == []


def test_too_many_messages_cost_their_sender_the_socket(server):
    game, first, _ = two(server)
    with first.socket(game) as socket:
        with pytest.raises(ConnectionClosed) as closed:
            send_without_end(socket)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_who_is_gone_without_a_word_troubles_nobody(serving):
    game, first, second = two(serving.address, "mnk:5,5,5")
    for ply in range(12):
        move = f"{'abcde'[ply % 5]}{ply // 5 + 1}"
        with (
            Friend(serving.address).socket(game, "?view=1") as gone,
            Friend(serving.address).socket(game, "?view=1"),
        ):
            # Closed so, a connection is reset.
            gone.socket.setsockopt(SOL_SOCKET, SO_LINGER, pack("ii", 1, 0))
            gone.socket.shutdown(SHUT_RDWR)
            (first, second)[ply % 2].plays(game, ply, move)
    assert len(first.sees(game)["moves"]) == 12
    assert "".join(serving.said) == ""


async def connected(address, headers):
    """A socket; the server answers 429 while its other tests have asked too often."""
    while True:
        try:
            return await aconnect(address, additional_headers=headers)
        except InvalidStatus as refused:
            if refused.response.status_code != 429:
                raise
            await asyncio.sleep(0.2)


async def test_a_flood_of_messages_is_no_error_of_ours(serving):
    """Sockets are closed while news is written to them, for too many messages and too long ones."""
    game, first, second = two(serving.address, "mnk:7,7,5")
    before = len(serving.said)
    text = json.dumps({"ply": 0, "move": "a1"})

    async def flood(friend, last):
        address = f"{serving.address.replace('http', 'ws')}/api/v1/live/{game}/socket?view=1"
        with suppress(ConnectionClosed):
            async with await connected(address, friend.headers) as socket:
                for _ in range(60):
                    await socket.send(text)
                await socket.send(last)
                async for _ in socket:
                    pass

    for _ in range(4):
        floods = [(first, text), (second, "x" * (LONGEST_MESSAGE + 1))] * 8
        await asyncio.gather(*(flood(*one) for one in floods))
    assert "".join(serving.said[before:]) == ""
