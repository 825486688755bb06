"""What is worked out for the pages of those who want to know more, and how far it goes."""

import re

import pytest

from noughts.analysis.record_search import WATCHED
from noughts.analysis.strategy_tree import strategy
from noughts.errors import GameOver, PictureError, SearchStopped
from noughts.games.registry import find_game
from noughts.pictures.svg import LIGHT
from noughts.pictures.trees.nested import boards_within
from noughts.solving.api import solver_for
from noughts.web.pages import can_be_mapped
from noughts.web.view import GameTable, TableSettings
from noughts.web.worker import (
    MOST_BOARDS,
    levels_to_draw,
    maps_of,
    search_page,
    side_of,
)
from tests.each import each


def test_the_searches_that_are_not_too_large_are_on_the_page():
    # Minimax sees 549,946 nodes of tic-tac-toe, 1,173 after these three plies (docs, and the CLI).
    assert search_page(GameTable(TableSettings()))["searches"] == ["alphabeta-table"]
    told = search_page(GameTable(TableSettings(), "b2 a1 c3"))
    assert told["searches"] == ["minimax", "alphabeta", "alphabeta-table", "pns"]
    assert "1,173" in told["html"]


def test_what_cannot_be_watched_says_why():
    with pytest.raises(GameOver):
        search_page(GameTable(TableSettings(), "a1 a2 b1 b2 c1"))
    with pytest.raises(SearchStopped, match="Try again later in the game"):
        search_page(GameTable(TableSettings("connectfour:4,4")))


def test_a_search_that_is_too_large_is_not_recorded_first(monkeypatch: pytest.MonkeyPatch):
    for watched in {type(one) for one in WATCHED.values()}:
        monkeypatch.setattr(watched, "record", lambda *_: pytest.fail("recorded"))
    with pytest.raises(SearchStopped):
        search_page(GameTable(TableSettings("connectfour")))


@each("side, boards", [("x", 91), ("o", 756)])
def test_the_map_is_that_of_the_side_that_people_play(side, boards):
    # 91 boards for X, 756 for O: docs/pictures.md, held by the tests of strategies.
    table = GameTable(TableSettings(side=side))
    *_, told = maps_of(table, solver_for(table.game), LIGHT)
    assert len(re.findall("data-reply=|data-answer=", told["svg"])) > 0
    assert f"{boards:,} boards" in told["svg"]
    assert told["title"].endswith(f"strategy for {side.upper()}")


def test_a_map_that_takes_long_begins_with_its_beginning(monkeypatch):
    monkeypatch.setattr("noughts.analysis.strategy_tree.SECONDS", 0)
    table = GameTable(TableSettings())
    beginning, whole = maps_of(table, solver_for(table.game), LIGHT)
    assert beginning["unfinished"] == "The whole strategy is too large: this is its beginning."
    assert beginning["title"] == "Tic-tac-toe: the beginning of a strategy for X"
    assert "unfinished" not in whole
    assert "91 boards" in whole["svg"]


def test_a_map_that_cannot_be_had_is_its_beginning(monkeypatch):
    # 4×4 takes more than 250,000 positions, two minutes of them.
    monkeypatch.setattr("noughts.analysis.strategy_tree.SECONDS", 0)
    monkeypatch.setattr("noughts.analysis.strategy_tree.BEGINNING_SECONDS", 0)
    monkeypatch.setattr("noughts.analysis.strategy_tree.MOST_POSITIONS", 100)
    table = GameTable(TableSettings())
    (told,) = maps_of(table, solver_for(table.game), LIGHT)
    assert told["unfinished"]
    # The first answer alone, with eight cells to go on from.
    assert told["svg"].count("data-answer=") == 1
    assert told["svg"].count("…</text>") == 8
    assert "Here is the first board" in told["svg"]
    assert "The game is a draw; every answer of the map keeps that." in told["svg"]


def test_who_plays_both_sees_the_map_of_who_is_to_move():
    assert side_of(GameTable(TableSettings(side="both"))) == 0
    assert side_of(GameTable(TableSettings(side="both"), "b2")) == 1
    assert side_of(GameTable(TableSettings(side="o"), "b2 a1")) == 1


def test_a_map_that_is_too_large_has_fewer_levels(monkeypatch):
    game = find_game("tictactoe")
    found = strategy(game, 1)
    assert levels_to_draw(found) == found.depth
    monkeypatch.setattr("noughts.web.worker.MOST_BOARDS", 100)
    levels = levels_to_draw(found)
    assert boards_within(found.root, levels) <= 100 < boards_within(found.root, levels + 1)
    assert MOST_BOARDS > 756


def test_a_game_without_a_grid_has_no_map():
    table = GameTable(TableSettings("hex:3"))
    assert not can_be_mapped(table.game)
    with pytest.raises(PictureError):
        list(maps_of(table, solver_for(table.game), LIGHT))
    assert not can_be_mapped(find_game("morris"))
