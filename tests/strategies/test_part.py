"""Unfinished work on a strategy is gone on with, never mixed with other work."""

import pytest

from noughts.errors import BadStrategy
from noughts.games.nim import Nim
from noughts.strategies.fold import Fold
from noughts.strategies.options import Option
from noughts.strategies.stored import UnfinishedStrategy

FOLD = Fold(Nim(1, 2))
START = FOLD.game.start()
AFTER = FOLD.game.play(START, next(iter(FOLD.game.moves(START))))


def begun(path):
    part = UnfinishedStrategy(path, "nim", FOLD)
    part.keep({START: [Option(2, (AFTER,)), Option(0, ())]})
    part.close()


def test_nothing_is_written_before_something_is_found(tmp_path):
    UnfinishedStrategy(tmp_path / "it", "nim", FOLD).close()
    assert list(tmp_path.iterdir()) == []


def test_what_was_found_is_there_again_and_more_is_added(tmp_path):
    begun(tmp_path / "it")
    again = UnfinishedStrategy(tmp_path / "it", "nim", FOLD)
    assert again.kept() == {START: [Option(2, (AFTER,)), Option(0, ())]}
    again.keep({AFTER: []})
    again.close()
    assert set(UnfinishedStrategy(tmp_path / "it", "nim", FOLD).kept()) == {START, AFTER}


def test_a_line_that_was_cut_off_is_left_out(tmp_path):
    begun(tmp_path / "it")
    text = (tmp_path / "it").read_text()
    (tmp_path / "it").write_text(text + "[[1, 2], [")
    again = UnfinishedStrategy(tmp_path / "it", "nim", FOLD)
    again.keep({AFTER: []})
    again.close()
    assert (tmp_path / "it").read_text().startswith(text)
    assert set(UnfinishedStrategy(tmp_path / "it", "nim", FOLD).kept()) == {START, AFTER}


@pytest.mark.parametrize(
    ("change", "why"), [("nim", "another command"), ("[[", "damaged"), ("", "another command")]
)
def test_other_work_and_damage_are_refused(tmp_path, change, why):
    begun(tmp_path / "it")
    head, *lines = (tmp_path / "it").read_text().split("\n")
    damaged = (change + head[1:], *lines) if why != "damaged" else (head, change, *lines)
    (tmp_path / "it").write_text("\n".join(damaged))
    with pytest.raises(BadStrategy, match=why):
        UnfinishedStrategy(tmp_path / "it", "nim", FOLD)
