"""The tables are the same, however one comes to them; what is newer is left alone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from noughts.errors import NewerStore
from noughts.web.store.connect import HEAD, open_store, version_of
from noughts.web.store.store import NewGame, metadata

# The tables of the first version.
FIRST_VERSION = """
CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE games (
    id VARCHAR(22) NOT NULL,
    spec VARCHAR(200) NOT NULL,
    began BIGINT NOT NULL,
    first VARCHAR(64),
    second VARCHAR(64),
    invitation VARCHAR(64),
    rematch_of VARCHAR(22),
    CONSTRAINT pk_games PRIMARY KEY (id),
    CONSTRAINT fk_games_rematch_of FOREIGN KEY(rematch_of) REFERENCES games (id),
    CONSTRAINT uq_games_invitation UNIQUE (invitation),
    CONSTRAINT uq_games_rematch_of UNIQUE (rematch_of)
);
CREATE TABLE moves (
    game VARCHAR(22) NOT NULL,
    ply INTEGER NOT NULL,
    move VARCHAR(40) NOT NULL,
    played BIGINT NOT NULL,
    CONSTRAINT pk_moves PRIMARY KEY (game, ply),
    CONSTRAINT fk_moves_game FOREIGN KEY(game) REFERENCES games (id)
);
INSERT INTO alembic_version VALUES ('0001');
INSERT INTO games (id, spec, began) VALUES ('g', 'tictactoe', 5);
INSERT INTO moves VALUES ('g', 0, 'b2', 7);
INSERT INTO moves VALUES ('g', 1, 'a1', 7)
"""


def assert_newest(store):
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert version_of(connection) == HEAD


def test_new_tables_are_the_newest(store):
    assert_newest(store)


def test_a_place_where_a_newer_noughts_has_been_is_told_and_left_alone(place):
    store = open_store(place)
    store.begin(NewGame("game", "tictactoe", (None, None)))
    with store._engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerStore, match=f"9999, this one has {HEAD}.*Update noughts"):
        open_store(place)
    assert store.game("game") is not None
    store.close()


def test_an_empty_version_table_begins_at_the_beginning(place):
    """As after a start that came to its end between two statements on SQLite."""
    store = open_store(place)
    with store._engine.begin() as connection:
        connection.execute(text("DELETE FROM alembic_version"))
        metadata.drop_all(connection)
    store.close()
    again = open_store(place)
    assert again.begin(NewGame("game", "tictactoe", (None, None)))
    again.close()


def test_several_that_start_at_once_make_the_tables_once(place):
    code = f"from noughts.web.store.connect import open_store; open_store({place!r})"

    def start(_: int) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=False
        )

    with ThreadPoolExecutor(3) as threads:
        for run in threads.map(start, range(3)):
            assert (run.returncode, run.stderr) == (0, "")


def test_games_of_the_first_version_are_found_again(place):
    store = open_store(place)
    with store._engine.begin() as connection:
        for table in ("moves", "games", "alembic_version"):
            connection.execute(text(f"DROP TABLE {table}"))
    with store._engine.begin() as connection:
        for statement in FIRST_VERSION.split(";"):
            connection.execute(text(statement))
    store.close()
    again = open_store(place)
    game = again.game("g")
    assert game is not None
    assert game.moves == ("b2", "a1")
    assert [step.at for step in game.steps] == [7_000, 7_000]
    assert (game.names, game.clock) == (("", ""), "")
    assert_newest(again)
    again.close()
