"""Games and moves are kept, each ply once, on SQLite and on Postgres alike."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from noughts.errors import StoreError
from noughts.web.store.connect import open_store
from noughts.web.store.store import GameStore, NewGame, NewStep, StoredGame

GAME = NewGame("game", "tictactoe", ("hash of x", None), invitation="hash of invitation")


def test_a_game_is_as_it_was_begun(store: GameStore):
    assert store.game("game") is None
    assert store.begin(GAME)
    assert store.game("game") == StoredGame("game", "tictactoe", ("hash of x", None), None, ())
    assert store.invited("hash of invitation") == "game"
    assert store.invited("another") is None


def test_a_game_begins_once(store: GameStore):
    assert store.begin(GAME)
    assert not store.begin(GAME._replace(spec="hex"))
    kept = store.game("game")
    assert kept is not None
    assert kept.spec == "tictactoe"


def test_a_seat_is_given_once(store: GameStore):
    store.begin(GAME)
    assert not store.sit("game", 0, "somebody else")
    assert store.sit("game", 1, "hash of o")
    assert not store.sit("game", 1, "somebody else")
    assert not store.sit("no game", 1, "hash of o")
    kept = store.game("game")
    assert kept is not None
    assert kept.seats == ("hash of x", "hash of o")


def test_a_game_has_one_rematch(store: GameStore):
    store.begin(GAME)
    assert store.begin(NewGame("next", "tictactoe", ("o", "x"), rematch_of="game"))
    assert not store.begin(NewGame("other", "tictactoe", ("o", "x"), rematch_of="game"))
    assert not store.begin(NewGame("lost", "tictactoe", ("o", "x"), rematch_of="no game"))
    kept = store.game("game")
    assert kept is not None
    assert kept.rematch == "next"
    assert store.game("other") is None


def test_a_ply_is_kept_once_and_nothing_else_of_the_same_step_suffers(store: GameStore):
    store.begin(GAME)
    store.begin(NewGame("b", "hex", (None, None)))
    assert store.add([NewStep("game", 0, "b2"), NewStep("b", 0, "a1")]) == [True, True]
    steps = [NewStep("game", 0, "a1"), NewStep("b", 1, "c3"), NewStep("no game", 0, "a1")]
    assert store.add(steps) == [False, True, False]
    assert [_moves(store, name) for name in ("game", "b")] == [("b2",), ("a1", "c3")]


def test_of_many_who_play_at_once_one_is_kept(store: GameStore):
    store.begin(GAME)
    with ThreadPoolExecutor(8) as threads:
        for ply in range(10):
            tries = [NewStep("game", ply, f"move{number}") for number in range(8)]
            answers = list(threads.map(lambda one: store.add([one]), tries))
            assert answers.count([True]) == 1
            assert _moves(store, "game")[-1] == tries[answers.index([True])].move
    assert len(_moves(store, "game")) == 10


def test_what_was_kept_is_there_when_it_is_opened_again(place):
    first = open_store(place)
    first.begin(GAME)
    first.add([NewStep("game", 0, "b2")])
    second = open_store(place)
    assert _moves(second, "game") == ("b2",)
    first.close()
    second.close()


@pytest.mark.parametrize("place", ["sqlite"], indirect=True)
def test_what_is_wrong_is_told_to_the_log_and_not_to_players(store: GameStore, tmp_path, caplog):
    store.close()
    (tmp_path / "games" / "games.sqlite").write_bytes(b"something else entirely" * 100)
    for ask in (lambda: store.begin(GAME), lambda: store.game("game")):
        caplog.clear()
        with pytest.raises(StoreError, match="try again") as told:
            ask()
        assert "database" not in str(told.value)
        assert "file is not a database" in caplog.text
        assert "hash of x" not in caplog.text


@pytest.mark.parametrize("place", ["postgres"], indirect=True)
def test_a_connection_that_has_broken_is_made_anew(store: GameStore, place):
    store.begin(GAME)
    elsewhere = open_store(place)
    with elsewhere._engine.connect() as connection:
        connection.execute(
            text(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    elsewhere.close()
    assert store.add([NewStep("game", 0, "b2")]) == [True]
    assert _moves(store, "game") == ("b2",)


def _moves(store: GameStore, name: str) -> tuple[str, ...]:
    kept = store.game(name)
    assert kept is not None
    return kept.moves
