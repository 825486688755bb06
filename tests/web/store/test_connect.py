"""Which places there are, and what is said of those that are none."""

import re
import sys

import pytest

from noughts.errors import StoreError, to_install
from noughts.web.store.connect import open_store
from noughts.web.store.store import NewGame
from tests.each import each


def test_a_folder_is_made(tmp_path):
    folder = tmp_path / "a" / "b"
    store = open_store(str(folder))
    assert (folder / "games.sqlite").exists()
    store.close()


def test_unless_told_games_are_kept_where_the_machine_keeps_such_data(tmp_path, monkeypatch):
    monkeypatch.delenv("NOUGHTS_DATA")
    monkeypatch.setattr("platformdirs.user_data_path", lambda name: tmp_path / name)
    open_store().close()
    assert (tmp_path / "noughts" / "games.sqlite").exists()


def test_sqlite_keeps_a_move_before_it_answers(tmp_path):
    store = open_store(str(tmp_path))
    with store._engine.connect() as connection:
        modes = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        ]
    assert modes == ["wal", 2, 1]  # 2: full
    store.close()


@each(
    "place",
    [
        "mysql://me:secret@host/name",
        "sqlite:///secret",
        "http://secret/",
        "://secret",
        "a b://secret",
    ],
)
def test_other_databases_are_refused_without_repeating_a_password(place):
    with pytest.raises(StoreError, match="postgresql://user@host/name") as told:
        open_store(place)
    assert "secret" not in str(told.value)


def test_a_database_that_does_not_answer_is_told_without_its_password():
    with pytest.raises(StoreError, match=r"Cannot store games in .*Choose another --data") as told:
        open_store("postgresql://me:secret@127.0.0.1:1/games")
    assert "secret" not in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_is_no_folder(tmp_path):
    (tmp_path / "file").write_text("mine")
    with pytest.raises(StoreError, match="Choose another folder"):
        open_store(str(tmp_path / "file"))
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_that_is_no_database_is_left_alone(tmp_path):
    (tmp_path / "games.sqlite").write_text("mine" * 1000)
    with pytest.raises(StoreError, match="not a database"):
        open_store(str(tmp_path))
    assert (tmp_path / "games.sqlite").read_text() == "mine" * 1000


def test_two_stores_in_two_folders_know_nothing_of_each_other(tmp_path):
    one, other = open_store(str(tmp_path / "1")), open_store(str(tmp_path / "2"))
    one.begin(NewGame("game", "tictactoe", (None, None)))
    assert other.game("game") is None
    one.close()
    other.close()


def test_without_its_driver_postgres_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=re.escape(to_install("web,postgres"))):
        open_store("postgresql://me@127.0.0.1:1/games")
