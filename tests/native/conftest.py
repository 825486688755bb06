"""For the tests of compiled code: a cache of the test's own."""

import pytest

from noughts.native import disk


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder for compiled code, empty at first."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("NOUGHTS_CACHE", str(folder))
    monkeypatch.setattr(disk, "_said", [])
    return folder
