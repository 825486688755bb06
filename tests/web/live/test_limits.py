"""Strangers get as much as may be, and no more."""

import pytest

from noughts.web.live.room import Room, TooOften
from noughts.web.live.rooms import LiveLimits
from noughts.web.middleware import Rates
from noughts.web.store.store import StoredGame


async def test_there_are_as_many_sockets_as_may_be():
    limits = LiveLimits(sockets=3, from_one=2)
    room = Room(StoredGame("g", "tictactoe", (None, None), None, ()))
    with limits.socket("a", room), limits.socket("a", room):
        with pytest.raises(TooOften), limits.socket("a", room):
            pass
        with limits.socket("b", room), pytest.raises(TooOften), limits.socket("c", room):
            pass
    with limits.socket("a", room):
        pass


def test_somebody_begins_as_many_games_as_may_be():
    limits = LiveLimits(games=Rates(burst=2, rate=0))
    limits.begins("a")
    limits.begins("a")
    with pytest.raises(TooOften):
        limits.begins("a")
    limits.begins("b")
