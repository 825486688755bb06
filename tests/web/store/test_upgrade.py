"""The tables are those of schema.py, however one comes to them; what is newer is left alone."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text

from noughts.errors import NewerStore
from noughts.web.store.connect import MIGRATIONS, open_store, version_of
from noughts.web.store.store import HEAD, NewGame, metadata


def test_the_steps_lead_to_the_tables_of_the_schema(store):
    with store._engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert version_of(connection) == HEAD


def test_the_newest_step_is_the_one_that_a_start_looks_for():
    assert ScriptDirectory(str(MIGRATIONS)).get_heads() == [HEAD]


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
    config = Config(attributes={"connection": None})
    config.set_main_option("script_location", str(MIGRATIONS))
    with store._engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.execute(text("INSERT INTO games (id, spec, began) VALUES ('g', 'tictactoe', 5)"))
        for ply, move in enumerate(("b2", "a1")):
            row = {"ply": ply, "move": move}
            connection.execute(text("INSERT INTO moves VALUES ('g', :ply, :move, 7)"), row)
    store.close()
    again = open_store(place)
    game = again.game("g")
    assert game is not None
    assert game.moves == ("b2", "a1")
    assert [step.at for step in game.steps] == [7_000, 7_000]
    assert (game.names, game.clock) == (("", ""), "")
    again.close()
