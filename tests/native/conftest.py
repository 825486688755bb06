"""For the tests of compiled code: a cache of the test's own."""

import pytest

from noughts import files


@pytest.fixture
def cache(tmp_path, monkeypatch):
    """A folder for compiled code, empty at first."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("NOUGHTS_CACHE", str(folder))
    monkeypatch.setattr(files, "_said", [])
    return folder
