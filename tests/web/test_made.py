"""What a page needs, kept on disk: found again, never stale; a damaged file counts as none."""

import json

import pytest

from noughts import find_game
from noughts.web import export as made
from noughts.web.export import knowledge_of_page
from tests import take
from tests.each import each

GAME = find_game("hex:2")


@pytest.fixture(autouse=True)
def _alone(tmp_path, monkeypatch):
    monkeypatch.setattr(made, "pages_folder", lambda: tmp_path / "pages")


def test_what_is_kept_is_what_was_made():
    told = {"moves": {"1": ["a1", "ü"]}, "next": [[1, 2]]}
    assert made.kept_page(GAME) is None
    made.keep_page(GAME, told)
    assert made.kept_page(GAME) == told
    assert made.kept_page(find_game("hex:3")) is None


def test_a_page_is_made_once(monkeypatch):
    told = knowledge_of_page(GAME, reasons=True)
    monkeypatch.setattr("noughts.web.export.engine_of", None)
    assert knowledge_of_page(GAME, reasons=True) == json.loads(json.dumps(told))


def test_other_sources_have_another_file(monkeypatch):
    made.keep_page(GAME, {})
    monkeypatch.setattr(made, "_sources", lambda: "others")
    assert made.kept_page(GAME) is None
    made.keep_page(GAME, {"new": 1})
    assert [file.name for file in made.pages_folder().iterdir()] == ["hex_2-others.page"]


@each("content", [b"", b"no gzip", b"\x1f\x8b\x08\x00cut"])
def test_a_damaged_file_counts_as_none(content):
    made.keep_page(GAME, {})
    (made.pages_folder() / made.page_file(GAME)).write_bytes(content)
    assert made.kept_page(GAME) is None


def test_a_game_of_ones_own_is_not_kept():
    own = find_game(f"{take.__file__}:Take")
    made.keep_page(own, {})
    assert made.kept_page(own) is None
    assert not made.pages_folder().exists()
