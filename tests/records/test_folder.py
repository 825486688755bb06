"""The folder of a person's games, and its files: that person's alone."""

import os
import stat

import pytest

from noughts.records.history import open_history
from noughts.web.store.connect import open_store

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs permissions")


def modes(folder):
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.iterdir())}


def test_the_games_are_for_nobody_else(tmp_path, monkeypatch):
    folder = tmp_path / "games"
    monkeypatch.setenv("NOUGHTS_DATA", str(folder))
    before = os.umask(0)
    try:
        store, history = open_store(), open_history()
        found = modes(folder)
        store.close()
        history.close()
    finally:
        os.umask(before)
    assert found.pop("games") == 0o700
    assert {"games.sqlite", "history.sqlite"} <= found.keys()
    assert set(found.values()) == {0o600}


def test_files_that_others_could_read_are_closed_to_them(tmp_path):
    open_store(str(tmp_path)).close()
    file = tmp_path / "games.sqlite"
    file.chmod(0o666)
    open_store(str(tmp_path)).close()
    assert modes(tmp_path)["games.sqlite"] == 0o600
