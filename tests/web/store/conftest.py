"""A store that is empty."""

from collections.abc import Iterator

import pytest

from noughts.web.store.connect import open_store
from noughts.web.store.store import Store


@pytest.fixture
def store(place: str) -> Iterator[Store]:
    store = open_store(place)
    yield store
    store.close()
