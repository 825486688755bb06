"""Outcomes made in files: stopped at any moment they are gone on with, and come to the same."""

from contextlib import suppress

import pytest

from noughts.errors import BadTablebase, DiskFull, TooLarge, UnsuitedGame
from noughts.games.registry import find_game
from noughts.tablebase import resources
from noughts.tablebase.bitplanes.outcomes import Outcomes, outcome_needs
from noughts.tablebase.build import make_outcomes
from noughts.tablebase.storage.store import PlaneFolder
from noughts.value import LOSS


class Stopped(Exception):
    """Somebody has pulled the plug."""


@pytest.fixture
def stopped_after(monkeypatch):
    """Have it stopped when so many planes were asked for, or disks full then."""

    def ask(rooms, error):
        left, room = [rooms], PlaneFolder.room

        def limited(self, name, words):
            left[0] -= 1
            if left[0] < 0:
                raise error
            return room(self, name, words)

        monkeypatch.setattr(PlaneFolder, "room", limited)

    yield ask
    monkeypatch.undo()


@pytest.mark.parametrize("spec", ["connectfour:3,3,3", "mnk:3,3,3,misere"])
@pytest.mark.parametrize("rooms", [0, 1, 2, 7, 17, 18, 19, 20, 21, 29])
def test_stopped_at_any_moment_it_can_be_gone_on_with(
    spec, rooms, tmp_path, stopped_after, monkeypatch
):
    game, folder = find_game(spec), tmp_path / "it"
    whole = make_outcomes(game, low_bits=4)
    stopped_after(rooms, Stopped)
    with suppress(Stopped):  # the smaller of the games takes fewer planes
        make_outcomes(game, folder, low_bits=4)
    monkeypatch.undo()
    again = make_outcomes(game, folder, low_bits=4, resume=True)
    assert again[:3] == whole[:3]
    assert [path.name for path in folder.iterdir()] == ["outcomes.json"]


@pytest.mark.parametrize("written", range(21))
def test_stopped_between_files_and_account_it_can_be_gone_on_with(written, tmp_path, monkeypatch):
    game, folder, left = find_game("connectfour:3,3,3"), tmp_path / "it", [written]
    write = PlaneFolder.record

    def limited(self, standing):
        left[0] -= 1
        if left[0] < 0:
            raise Stopped
        write(self, standing)

    monkeypatch.setattr(PlaneFolder, "record", limited)
    with suppress(Stopped):  # the last of these is not reached
        make_outcomes(game, folder)
    monkeypatch.undo()
    assert make_outcomes(game, folder, resume=True)[:3] == make_outcomes(game)[:3]
    assert [path.name for path in folder.iterdir()] == ["outcomes.json"]


def half_done(folder, rooms, stopped_after, monkeypatch):
    """A game whose outcomes were stopped in the folder when so many planes were asked for."""
    game = find_game("connectfour:3,3,3")
    stopped_after(rooms, Stopped)
    with pytest.raises(Stopped):
        make_outcomes(game, folder)
    monkeypatch.undo()
    return game


def test_nothing_is_worked_out_twice(tmp_path, stopped_after, monkeypatch):
    game = half_done(tmp_path, 24, stopped_after, monkeypatch)
    layers: list[int] = []
    solve = Outcomes.solve

    def noted(self, layer, after):
        layers.append(layer.pieces.marks)
        return solve(self, layer, after)

    monkeypatch.setattr(Outcomes, "solve", noted)
    make_outcomes(game, tmp_path, resume=True)
    assert layers == list(range(layers[0], -1, -1))
    assert layers[0] < 9


def test_a_start_that_is_lost():
    """Whoever marks a second cell of four has a line: the player who starts must."""
    assert make_outcomes(find_game("mnk:2,2,2,misere")).outcome == LOSS


def test_a_full_disk_is_said(tmp_path, stopped_after):
    stopped_after(5, DiskFull("full"))
    with pytest.raises(DiskFull):
        make_outcomes(find_game("connectfour:3,3,3"), tmp_path)


def test_too_little_room_is_said_before_it_begins(tmp_path, monkeypatch):
    game = find_game("connectfour:4,4")
    for name in ("free_memory", "free_disk"):
        monkeypatch.setattr(resources, name, lambda *_: 1_000)
    with pytest.raises(TooLarge, match="of memory"):
        make_outcomes(game)
    with pytest.raises(TooLarge, match="on disk"):
        make_outcomes(game, tmp_path / "it")
    assert not (tmp_path / "it").exists()


def test_what_lies_in_files_is_never_more_than_was_said(tmp_path, monkeypatch):
    game, most = find_game("connectfour:4,3,3"), [0]
    advance = PlaneFolder.advance

    def watched(self, standing, needed):
        sizes = (path.stat().st_size for path in tmp_path.iterdir() if path.suffix != ".json")
        most[0] = max(most[0], sum(sizes))
        advance(self, standing, needed)

    monkeypatch.setattr(PlaneFolder, "advance", watched)
    make_outcomes(game, tmp_path)
    assert most[0] == outcome_needs(game, in_files=True).disk


@pytest.mark.parametrize(
    ("spec", "low_bits", "resume", "said"),
    [
        ("connectfour:3,3,3", 4, False, "continue with --resume"),
        ("connectfour:3,4,3", 4, True, "game connectfour:3,3,3 instead of connectfour:3,4,3"),
        ("connectfour:3,3,3", 5, True, "low_bits 4 instead of 5"),
    ],
)
def test_other_work_in_the_folder_is_refused(spec, low_bits, resume, said, tmp_path):
    make_outcomes(find_game("connectfour:3,3,3"), tmp_path, low_bits=4)
    with pytest.raises(BadTablebase, match=said):
        make_outcomes(find_game(spec), tmp_path, low_bits=low_bits, resume=resume)


def test_other_files_are_left_alone(tmp_path):
    (tmp_path / "thesis.txt").write_text("all there is")
    with pytest.raises(BadTablebase, match="neither an empty folder"):
        make_outcomes(find_game("tictactoe"), tmp_path)
    assert (tmp_path / "thesis.txt").read_text() == "all there is"


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 3}'])
def test_a_damaged_account_is_said(text, tmp_path):
    (tmp_path / "outcomes.json").write_text(text)
    with pytest.raises(BadTablebase, match=r"cannot be read|not the manifest"):
        make_outcomes(find_game("tictactoe"), tmp_path, resume=True)


def test_a_plane_that_is_cut_off_is_said(tmp_path, stopped_after, monkeypatch):
    game = half_done(tmp_path, 9, stopped_after, monkeypatch)
    cut = next(tmp_path.glob("going-*.plane"))
    cut.write_bytes(b"")
    with pytest.raises(BadTablebase, match="is damaged"):
        make_outcomes(game, tmp_path, resume=True)


def test_other_games_are_refused():
    with pytest.raises(UnsuitedGame, match="Without it any game can be solved"):
        make_outcomes(find_game("morris"))
