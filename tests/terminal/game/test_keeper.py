"""Keeping games while they are played."""

import threading
from contextlib import closing
from pathlib import Path

import pytest

from noughts.games.registry import find_game
from noughts.records.history import open_history
from noughts.terminal.game.session import SIDES, Beginning, GameKeeper, Session

FILES = Path("/proc/self/fd")


@pytest.fixture
def games(tmp_path, monkeypatch):
    """What is kept, each time that it is asked: moves and result, the first game first."""
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path))

    def kept():
        with closing(open_history()) as history:
            found = sorted(history.games(), key=lambda game: game.number)
        return [("".join(game.moves), game.result) for game in found]

    return kept


def session_of(keeper, side="both"):
    session = Session(find_game("tictactoe"), SIDES[side], "easy", seed=1)
    session.keeper = keeper
    return session


def play(session, digits):
    for digit in digits:
        session.play(session.labels.read(digit))
        session.keep()


def test_each_move_is_kept_and_what_is_taken_back_is_not(games):
    keeper = GameKeeper()
    session = session_of(keeper)
    play(session, "51")
    keeper.flush()
    assert games() == [("b2a3", "")]
    session.undo()
    session.keep()
    keeper.flush()
    assert games() == [("b2", "")]


def test_a_game_whose_moves_are_all_taken_back_is_not_kept(games):
    keeper = GameKeeper()
    session = session_of(keeper)
    for beginning, moves in ((), "b2"), ((4, 0), "b2a3c1"):
        session.begin_at(Beginning(moves=beginning))
        session.new()
        play(session, "9" if beginning else "5")
        session.undo()
        session.keep()
        assert not keeper.has_kept
        assert games() == []
        session.redo()
        session.keep()
        assert keeper.has_kept
        assert games() == [(moves, "")]
        session.undo()
        session.keep()


def test_the_next_game_is_another(games):
    keeper = GameKeeper()
    session = session_of(keeper)
    play(session, "15263")
    session.new()
    session.keep()
    play(session, "5")
    keeper.flush()
    assert games() == [("a3b2b3c2c3", "1-0"), ("b2", "")]


def test_before_the_first_move_nothing_is_kept_and_no_thread_runs(games):
    keeper, before = GameKeeper(), threading.active_count()
    session = session_of(keeper)
    session.begin_at(Beginning(moves=(4, 0)))
    session.keep()
    session.new()
    session.keep()
    assert not keeper.has_kept
    assert threading.active_count() == before
    assert games() == []


def test_a_game_that_goes_on_is_the_same_game(games):
    first = GameKeeper()
    play(session_of(first), "5")
    first.flush()
    second = GameKeeper(number=1)
    play(session_of(second), "51")
    second.flush()
    assert games() == [("b2a3", "")]


def test_where_nothing_can_be_kept_a_sentence_says_so_and_the_game_goes_on(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NOUGHTS_DATA", str(tmp_path / "file"))
    keeper = GameKeeper()
    session = session_of(keeper)
    play(session, "15263")
    assert not keeper.has_kept
    assert keeper.failure.startswith("Your games are not kept. Cannot store games in")
    assert session.match.result == "X wins"


@pytest.mark.skipif(not FILES.exists(), reason="looks into /proc")
def test_closed_it_leaves_no_thread_and_no_file_open(games):
    open_before = len(list(FILES.iterdir()))
    keeper = GameKeeper()
    play(session_of(keeper), "51")
    keeper.close()
    assert games() == [("b2a3", "")]
    assert len(list(FILES.iterdir())) == open_before
