"""Games at a store, without a server."""

from collections.abc import Iterator

import pytest

from noughts.web.live.rooms import Rooms
from noughts.web.store.connect import open_store


@pytest.fixture
def rooms(place: str) -> Iterator[Rooms]:
    rooms = Rooms(open_store(place))
    yield rooms
    rooms.close()
