"""A store that is empty."""

from collections.abc import Iterator

import pytest

from noughts.web.store.connect import open_store
from noughts.web.store.store import GameStore


@pytest.fixture
def store(place: str) -> Iterator[GameStore]:
    store = open_store(place)
    yield store
    store.close()
