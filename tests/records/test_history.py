"""The games of the terminal on disk: what comes back, and what is said where none can be kept."""

import os
import sqlite3
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from noughts.errors import NewerStore, StoreError
from noughts.records.history import FILE, History, KeptGame, open_history

GAME = KeptGame("tictactoe", "x", "easy", ("b2", "a1"), played=1_700_000_000)
OTHER = KeptGame("nim", "both", "", ("a1",), "1-0", "3,4,5 o", 1, 1_800_000_000)


@pytest.fixture
def history(tmp_path):
    with closing(History(tmp_path / FILE)) as history:
        yield history


def test_games_come_back_as_they_were_the_last_one_played_first(history):
    assert history.keep([OTHER, GAME]) == [1, 2]
    assert history.games() == [OTHER._replace(number=1), GAME._replace(number=2)]
    assert history.game(2).moves == ("b2", "a1")


def test_a_game_that_goes_on_keeps_its_number(history):
    assert history.keep([GAME]) == [1]
    assert history.keep([GAME._replace(moves=("b2",), number=1)]) == [1]
    assert [game.moves for game in history.games()] == [("b2",)]


def test_a_game_without_a_time_is_played_now(history):
    history.keep([GAME._replace(played=0)])
    assert history.game(1).played > GAME.played


def test_a_number_is_never_given_twice(history):
    history.keep([GAME, OTHER])
    history.delete([2])
    assert history.keep([GAME]) == [3]


def test_there_is_no_such_game(history):
    with pytest.raises(StoreError, match=r"No game 7 is kept; noughts history lists"):
        history.game(7)


def test_a_game_deleted_while_it_is_played_is_kept_again(history):
    history.keep([GAME])
    history.delete([1])
    assert history.keep([GAME._replace(number=1)]) == [2]


def test_of_games_that_cannot_all_be_written_none_is(history):
    with pytest.raises(StoreError):
        history.keep([GAME, GAME._replace(turn=None)])  # type: ignore[arg-type]
    assert history.games() == []


def test_several_that_begin_at_once_make_one_table(tmp_path):
    def keep(_):
        with closing(History(tmp_path / FILE)) as history:
            return history.keep([GAME])[0]

    with ThreadPoolExecutor(4) as threads:
        assert sorted(threads.map(keep, range(4))) == [1, 2, 3, 4]


def test_what_a_newer_noughts_has_kept_is_left_alone(tmp_path):
    with closing(sqlite3.connect(tmp_path / FILE)) as database:
        database.execute("PRAGMA user_version = 99")
    with pytest.raises(NewerStore, match=r"version 99, this one has 3.*Update noughts"):
        History(tmp_path / FILE)


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    (tmp_path / FILE).write_text("mine" * 1000)
    with pytest.raises(StoreError, match="not a database"):
        History(tmp_path / FILE)
    assert (tmp_path / FILE).read_text() == "mine" * 1000


def test_the_variable_names_the_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "a" / "b"))
    with closing(open_history()) as history:
        assert history.file == tmp_path / "a" / "b" / FILE


def test_without_it_games_are_kept_where_the_machine_keeps_such_data(tmp_path, monkeypatch):
    monkeypatch.delenv("NOUGHTS_DATA")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / name)
    with closing(open_history()) as history:
        assert history.file == tmp_path / "noughts" / FILE


@pytest.mark.skipif(sys.platform == "win32" or os.getuid() == 0, reason="all folders are open")
def test_a_folder_that_cannot_be_written_is_told(tmp_path, monkeypatch):
    tmp_path.chmod(0o500)
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))
    with pytest.raises(StoreError, match="Choose another folder in NOUGHTS_DATA"):
        open_history()


def test_a_file_is_no_folder(tmp_path, monkeypatch):
    (tmp_path / "file").write_text("mine")
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "file"))
    with pytest.raises(StoreError, match="Choose another folder in NOUGHTS_DATA"):
        open_history()
