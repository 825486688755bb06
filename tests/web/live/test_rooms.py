"""Every move is checked by the rules and kept; what is refused changes nothing."""

import asyncio
from typing import Any

import pytest
from starlette.exceptions import HTTPException

from noughts.errors import (
    CellTaken,
    GameOver,
    MoveError,
    NoughtsError,
    OutOfTurn,
    StoreError,
    UnknownGame,
)
from noughts.games.registry import ENTRIES, find_game
from noughts.web.live.room import NotSeated, PlyTaken, Room, SeatTaken, now
from noughts.web.live.rooms import Rooms
from noughts.web.live.seats import invitation_of, new_secret, secret_hash
from noughts.web.store.connect import open_store
from noughts.web.view import BadRequest
from tests.each import each

X, O, W = (secret_hash(name) for name in ("x" * 43, "o" * 43, "w" * 43))  # noqa: E741


async def laid(rooms: Rooms, spec: str = "tictactoe") -> Room:
    """A game at which X and O sit."""
    room = await rooms.begin(spec, "x", "x" * 43)
    return await rooms.join(invitation_of("x" * 43, room.id), "o" * 43)


async def played(rooms: Rooms, room: Room, moves: str) -> None:
    for move in moves.split():
        ply = room.table.match.ply
        await rooms.play(room, (X, O)[ply % 2], ply, move)


def kept(rooms: Rooms, room: Room) -> Any:
    return rooms._store.game(room.id)


async def test_a_game_from_the_invitation_to_the_end(rooms):
    room = await laid(rooms)
    await played(rooms, room, "a1 b2 b1 c3 c1")
    assert kept(rooms, room).moves == ("a1", "b2", "b1", "c3", "c1")
    assert kept(rooms, room).seats == (X, O)
    told = [room.standing(holder)["status"] for holder in (X, O, W)]
    assert told == ["You won.", "You lost.", "X has won."]


@each(
    "holder, ply, move, error",
    [
        (X, 2, "a2", PlyTaken),
        (X, 1, "a2", OutOfTurn),
        (X, 0, "b2", PlyTaken),  # a double move
        (O, 0, "a1", PlyTaken),
        (O, 2, "a1", PlyTaken),  # it has not come to that yet
        (O, 1, "b2", CellTaken),
        (O, 1, "z9", MoveError),
        (O, 1, "", MoveError),
        (O, 1, "a1 c3", MoveError),
        (O, 1, "a1" * 5000, MoveError),
        (W, 1, "a1", NotSeated),
        (None, 1, "a1", NotSeated),
    ],
)
@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_what_is_refused_changes_nothing(rooms, holder, ply, move, error):
    room = await laid(rooms)
    await rooms.play(room, X, 0, "b2")
    before = room.standing(None)
    with pytest.raises(error) as refused:
        await rooms.play(room, holder, ply, move)
    assert str(refused.value)
    assert room.standing(None) == before
    assert kept(rooms, room).moves == ("b2",)


async def test_nothing_is_played_after_the_end(rooms):
    room = await laid(rooms)
    await played(rooms, room, "a1 b2 b1 c3 c1")
    for holder in (X, O):
        with pytest.raises(GameOver):
            await rooms.play(room, holder, 5, "a2")
    assert len(kept(rooms, room).moves) == 5


async def test_a_seat_in_one_game_is_none_in_another(rooms):
    room = await laid(rooms)
    other = await rooms.begin("tictactoe", "o", "w" * 43)
    with pytest.raises(NotSeated):
        await rooms.play(other, X, 0, "b2")
    with pytest.raises(NotSeated):
        await rooms.play(room, W, 0, "b2")


async def test_of_two_moves_at_once_one_is_played(rooms):
    """Both pass every check before either is kept: the key of the store decides."""
    room = await laid(rooms, "mnk:4,4,4")
    for ply in range(6):
        holder = (X, O)[ply % 2]
        names = [room.table.game.name(move) for move in room.table.match.legal_moves[:3]]
        tries = [rooms.play(room, holder, ply, name) for name in names]
        answers = await asyncio.gather(*tries, return_exceptions=True)
        kinds = sorted(type(answer).__name__ for answer in answers)
        assert kinds == ["NoneType", "PlyTaken", "PlyTaken"]
        assert kept(rooms, room).moves == room.table.names
    assert len(room.table.names) == 6


async def test_what_another_server_has_played_is_found_when_it_is_in_the_way(rooms, place):
    room = await laid(rooms)
    elsewhere = Rooms(open_store(place))
    there = await elsewhere.room(room.id)
    await elsewhere.play(there, X, 0, "b2")
    with pytest.raises(PlyTaken):
        await rooms.play(room, X, 0, "a1")
    assert room.table.names == ("b2",)
    await rooms.play(room, O, 1, "a1")
    with pytest.raises(PlyTaken):
        await elsewhere.play(there, O, 1, "c3")
    assert there.table.names == ("b2", "a1")
    elsewhere.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_who_leaves_in_the_middle_leaves_the_move_to_be_finished(rooms):
    room = await laid(rooms)
    playing = asyncio.ensure_future(rooms.play(room, X, 0, "b2"))
    await asyncio.sleep(0)
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing
    async with asyncio.timeout(30):
        while room.table.match.ply == 0:
            await asyncio.sleep(0.01)
    assert kept(rooms, room).moves == ("b2",)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_move_that_cannot_be_kept_is_not_played(rooms, monkeypatch):
    room = await laid(rooms)

    def fails(played):
        raise StoreError("The disk is full.")

    with monkeypatch.context() as patched:
        patched.setattr(rooms._store, "add", fails)
        with pytest.raises(StoreError, match="full"):
            await rooms.play(room, X, 0, "b2")
    assert not room.table.names
    await rooms.play(room, X, 0, "a1")
    assert kept(rooms, room).moves == room.table.names == ("a1",)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_move_of_which_one_does_not_know_whether_it_was_kept_is_looked_up(
    rooms, monkeypatch
):
    room, add = await laid(rooms), rooms._store.add

    def fails_afterwards(played):
        add(played)
        raise StoreError("The connection broke.")

    with monkeypatch.context() as patched:
        patched.setattr(rooms._store, "add", fails_afterwards)
        with pytest.raises(StoreError):
            await rooms.play(room, X, 0, "b2")
    await rooms.play(room, O, 1, "a1")
    assert room.table.names == ("b2", "a1")


async def test_an_invitation_seats_one(rooms):
    host, guest, late = (new_secret() for _ in range(3))
    room = await rooms.begin("hex", "o", host)
    invitation = invitation_of(host, room.id)
    answers = await asyncio.gather(
        rooms.join(invitation, guest), rooms.join(invitation, late), return_exceptions=True
    )
    assert sum(isinstance(answer, SeatTaken) for answer in answers) == 1
    assert sum(answer is room for answer in answers) == 1
    assert set(room.seats) < {secret_hash(host), secret_hash(guest), secret_hash(late)}
    assert None not in room.seats
    assert await rooms.join(invitation, host) is room  # who has a seat keeps it
    assert kept(rooms, room).seats == room.seats


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_what_is_unknown_is_nowhere(rooms):
    room = await laid(rooms)
    for name in ("", "no", "a" * 22, room.id[:-1], room.id + "x", "\0" * 22, "é" * 22):
        with pytest.raises(HTTPException):
            await rooms.room(name)
    for invitation in ("", "no", "a" * 43, room.id, "\0" * 43):
        with pytest.raises(HTTPException):
            await rooms.join(invitation, "w" * 43)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_neither_secrets_nor_invitations_are_kept(rooms, tmp_path):
    secrets = [new_secret(), new_secret()]
    room = await rooms.begin("tictactoe", "x", secrets[0])
    secrets.append(invitation_of(secrets[0], room.id))
    await rooms.join(secrets[2], secrets[1])
    files = b"".join(path.read_bytes() for path in (tmp_path / "games").iterdir())
    assert room.id.encode() in files
    assert not any(secret.encode() in files for secret in secrets)


async def test_a_rematch_has_the_colours_swapped_and_is_one_whoever_asks(rooms):
    room = await laid(rooms)
    with pytest.raises(BadRequest, match="is not over"):
        await rooms.rematch(room, X)
    await played(rooms, room, "a1 b2 b1 c3 c1")
    with pytest.raises(NotSeated):
        await rooms.rematch(room, W)
    one, other = await asyncio.gather(rooms.rematch(room, X), rooms.rematch(room, O))
    assert one is other
    assert (one.seats, one.table.names) == ((O, X), ())
    assert room.standing(W)["rematch"] == one.id == kept(rooms, room).rematch


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_game_that_one_has_ended_alone_has_no_rematch(rooms):
    room = await rooms.begin("nim:1", "x", "x" * 43)
    await rooms.play(room, X, 0, room.table.game.name(room.table.match.legal_moves[0]))
    with pytest.raises(BadRequest, match="nobody for a rematch"):
        await rooms.rematch(room, X)


IN_TURN = [name for name in ENTRIES if find_game(name).alternates]


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_game_in_which_one_moves_twice_is_not_played_by_link(rooms, place):
    with pytest.raises(BadRequest, match="may move twice in a row"):
        await rooms.begin("dots:1,1", "x", "x" * 43)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@each("spec", [*IN_TURN, "mnk:3,3,3,misere", "connectfour:5,4"])
async def test_every_game_is_played_to_a_place_from_which_it_is_found_again(rooms, place, spec):
    room = await laid(rooms, spec)
    for _ in range(8):
        legal = room.table.match.legal_moves
        if not legal:
            break
        ply = room.table.match.ply
        await rooms.play(room, (X, O)[ply % 2], ply, room.table.game.name(legal[ply % len(legal)]))
    again = Rooms(open_store(place))
    found = await again.room(room.id)
    assert found.standing(None) == room.standing(None)
    assert found.table.match.positions == room.table.match.positions
    again.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@each(
    "spec, side, error",
    [
        ("chess", "x", UnknownGame),
        ("tests/samples.py:Sample", "x", NoughtsError),
        ("tictactoe", "both", BadRequest),
        ("t" * 1000, "x", BadRequest),
    ],
)
async def test_what_cannot_begin(rooms, spec, side, error):
    with pytest.raises(error):
        await rooms.begin(spec, side, "x" * 43)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_games_at_which_nobody_is_are_let_go_and_come_back(rooms, monkeypatch):
    monkeypatch.setattr("noughts.web.live.rooms.MOST_AT_HAND", 2)
    names = [(await laid(rooms)).id for _ in range(4)]
    assert len(rooms._rooms) == 2
    assert (await rooms.room(names[0])).seats == (X, O)


async def test_who_resigns_has_lost_and_nothing_follows(rooms, place):
    room = await laid(rooms)
    await rooms.play(room, X, 0, "b2")
    await rooms.act(room, X, "resign", 1)  # also when it is not one's turn
    told = [room.standing(holder)["status"] for holder in (X, O, W)]
    assert told == ["You lost: you resigned.", "You won: X resigned.", "X resigned: O has won."]
    assert room.standing(W)["result"] == "O wins"
    with pytest.raises(GameOver):
        await rooms.play(room, O, 1, "a1")
    again = Rooms(open_store(place))
    assert (await again.room(room.id)).standing(O) == room.standing(O)
    again.close()
    assert (await rooms.rematch(room, O)).seats == (O, X)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_draw_needs_both(rooms):
    room = await laid(rooms)
    with pytest.raises(BadRequest, match="offers nothing"):
        await rooms.act(room, X, "accept", 0)
    await rooms.act(room, X, "draw", 0)
    await rooms.act(room, X, "draw", 0)  # sent again
    with pytest.raises(BadRequest, match="offers nothing"):
        await rooms.act(room, X, "accept", 0)
    assert not room.over
    await rooms.act(room, O, "decline", 0)
    with pytest.raises(BadRequest, match="has declined"):
        await rooms.act(room, X, "draw", 0)
    await rooms.play(room, X, 0, "b2")
    await rooms.act(room, X, "draw", 1)
    await rooms.act(room, O, "draw", 1)  # to offer the same is to accept
    assert room.standing(W)["result"] == "draw"
    assert room.standing(W)["status"] == "A draw by agreement."


async def test_a_move_taken_back_is_kept_as_taken_back(rooms, place):
    room = await laid(rooms)
    await played(rooms, room, "b2 a1 c3")
    await rooms.act(room, O, "takeback", 3)
    with pytest.raises(PlyTaken):
        await rooms.act(room, X, "accept", 2)
    await rooms.act(room, X, "accept", 3)
    assert room.table.names == kept(rooms, room).moves == ("b2",)
    with pytest.raises(PlyTaken, match="taken back"):
        await rooms.play(room, O, 1, "a1", 0)  # a move that has been on its way all the time
    await rooms.play(room, O, 1, "c1", 1)
    again = Rooms(open_store(place))
    found = await again.room(room.id)
    assert found.table.names == ("b2", "c1")
    assert found.standing(X)["takebacks"] == 1
    again.close()
    told = await room.message(None, 3, drawn=False, takebacks=0)
    assert (told["from"], told["moves"]) == (0, ["b2", "c1"])


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@each(
    "holder, action, ply, error, why",
    [
        (W, "resign", 1, NotSeated, "only its players"),
        (None, "draw", 1, NotSeated, "only its players"),
        (X, "checkmate", 1, BadRequest, "action must be one of resign"),
        (O, "takeback", 1, BadRequest, "not moved yet"),
        (X, "draw", 0, PlyTaken, "already been played"),
    ],
)
async def test_an_action_that_is_refused_changes_nothing(rooms, holder, action, ply, error, why):
    room = await laid(rooms)
    await rooms.play(room, X, 0, "b2")
    before = room.standing(None)
    with pytest.raises(error, match=why):
        await rooms.act(room, holder, action, ply)
    assert room.standing(None) == before


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_nothing_can_be_offered_to_nobody(rooms):
    room = await rooms.begin("tictactoe", "x", "x" * 43)
    with pytest.raises(BadRequest, match="Nobody has taken"):
        await rooms.act(room, X, "draw", 0)


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_the_clocks_run_from_the_third_move_and_end_the_game(rooms, monkeypatch):
    hands = 1_000_000_000
    for name in ("room", "rooms"):
        monkeypatch.setattr(f"noughts.web.live.{name}.now", lambda: hands)
    room = await rooms.begin("mnk:4,4,4", "x", "x" * 43, "Ann", "3+2")
    await rooms.join(invitation_of("x" * 43, room.id), "o" * 43, "Ben")
    assert room.standing(None)["names"] == {"x": "Ann", "o": "Ben"}
    for ply, (seconds, move) in enumerate([(100, "a1"), (100, "b1"), (30, "a2"), (50, "b2")]):
        hands += 1000 * seconds
        await rooms.play(room, (X, O)[ply % 2], ply, move)
    hands += 10_000
    clock = room.standing(None)["clock"]
    assert clock == {"control": "3+2", "left": {"x": 142_000, "o": 132_000}, "running": "x"}
    hands += 142_000
    with pytest.raises(GameOver):
        await rooms.play(room, X, 4, "a3")
    assert room.standing(X)["status"] == "You lost: your time is up."
    assert room.standing(None)["clock"]["left"] == {"x": 0, "o": 132_000}
    again = await rooms.rematch(room, X)
    assert (again.names, again.control) == (("Ben", "Ann"), "3+2")


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
async def test_a_clock_ends_the_game_when_nobody_does_anything(rooms, monkeypatch):
    room = await rooms.begin("mnk:4,4,4", "x", "x" * 43, clock="1+0")
    await rooms.join(invitation_of("x" * 43, room.id), "o" * 43)
    await played(rooms, room, "a1 b1")
    monkeypatch.setattr("noughts.web.live.room.now", lambda: now() + 60_000)
    rooms._set_alarm(room)
    async with asyncio.timeout(30):
        while not room.over:
            await asyncio.sleep(0.01)
    assert room.standing(O)["status"] == "You won: X ran out of time."


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
@each("clock", ["0+1", "5", "5+", "+3", "181+0", "5+61", "5+3 ", "5-3", "x"])
async def test_a_clock_that_is_none_is_refused(rooms, clock):
    with pytest.raises(BadRequest, match="such as 5"):
        await rooms.begin("tictactoe", "x", "x" * 43, clock=clock)
