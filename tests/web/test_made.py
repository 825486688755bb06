"""What a page needs, kept on disk: found again, never stale; a damaged file counts as none."""

import pytest

from noughts import find_game
from noughts.web import made
from noughts.web.export import knowledge_of_page
from tests import take

GAME = find_game("hex:2")


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.setenv("NOUGHTS_CACHE", str(tmp_path))


def test_what_is_kept_is_what_was_made():
    told = {"moves": {"1": ["a1", "ü"]}, "next": [[1, 2]]}
    assert made.made(GAME) is None
    made.keep(GAME, told)
    assert made.made(GAME) == told
    assert made.made(find_game("hex:3")) is None


def test_a_page_is_made_once(monkeypatch):
    told = knowledge_of_page(GAME, reasons=True)
    monkeypatch.setattr("noughts.web.export.engine_of", None)
    assert knowledge_of_page(GAME, reasons=True) == told


def test_other_sources_have_another_file(monkeypatch):
    made.keep(GAME, {})
    monkeypatch.setattr(made, "_sources", lambda: "others")
    assert made.made(GAME) is None
    made.keep(GAME, {"new": 1})
    assert [file.name for file in made.folder().iterdir()] == ["hex_2-others.page"]


@pytest.mark.parametrize("content", [b"", b"no gzip", b"\x1f\x8b\x08\x00cut"])
def test_a_damaged_file_counts_as_none(content):
    made.keep(GAME, {})
    (made.folder() / made.file_name(GAME)).write_bytes(content)
    assert made.made(GAME) is None


def test_a_game_of_ones_own_is_not_kept():
    own = find_game(f"{take.__file__}:Take")
    made.keep(own, {})
    assert made.made(own) is None
    assert not made.folder().exists()
