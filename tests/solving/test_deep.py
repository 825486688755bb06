"""Looking ahead within a number of nodes: the search that suits a game, and the line it expects."""

from math import inf
from typing import Any

import pytest

from noughts.errors import SearchStopped
from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.native import compiled
from noughts.native.clock import CLOCK
from noughts.search.context import NO_LIMIT
from noughts.search.memory import zeros
from noughts.search.rows import look_along_rows
from noughts.solving import driver
from noughts.solving.deep import DeepResult, RowSearch, search_for
from noughts.solving.driver import first_answer
from noughts.value import ESTIMATE_LIMIT
from tests.each import each

THREE = "9/9/2o6/2o6/3xxx3/9/9/9/9 o"


ALONG_ROWS = ["gomoku", "mnk:9,7,4", "mnk:9,9,6", "mnk:9,9,5,torus", "mnk:9,6,5,cylinder",
              "standardgomoku", "standardgomoku:9,9,5,renju"]  # fmt: skip
OTHERS = ["tictactoe", "mnk:9,9,7", "mnk:8,8,5,torus", "mnk:9,9,5,misere", "standardgomoku:9,9,6",
          "standardgomoku:6,6,5", "connectfour"]  # fmt: skip


def test_large_boards_on_which_rows_win_have_the_search_of_rows():
    along_rows = [
        spec for spec in ALONG_ROWS + OTHERS if isinstance(search_for(find_game(spec)), RowSearch)
    ]
    assert along_rows == ALONG_ROWS


def test_it_stops_an_open_three():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse(THREE)
    found = search_for(game).look(position, nodes=500)
    assert game.name(found.move) in ("c5", "g5", "b5", "h5")


def test_it_chooses_among_some_moves():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse(THREE)
    only = [game.read(name) for name in ("a1", "g5")]
    assert search_for(game).look(position, only=only, nodes=500).move == only[1]


def test_it_makes_the_row_that_wins():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse("9/9/2o6/2o1o4/3xxxx2/2o6/9/9/9 x")
    found = search_for(game).look(position, nodes=500)
    assert game.name(found.move) in ("c5", "h5")
    assert found.score >= ESTIMATE_LIMIT


@each("spec", ["mnk:9,9,5", "othello:6", "kalah:3,3"])
def test_the_line_that_it_expects_can_be_played(spec):
    game = find_game(spec)
    search, position = search_for(game), game.start()
    found = search.look(position, nodes=500)
    line = search.line(position, found)
    assert line[0] == found.move
    assert 1 <= len(line) <= found.depth
    for move in line:
        assert move in legal_moves(game, position)
        position = game.play(position, move)


@each("spec", ["mnk:9,9,5", "othello:6"])
def test_the_best_move_of_a_round_that_is_stopped_counts(monkeypatch, spec):
    """The second round finds a better move, and then the time is up."""
    search = search_for(game := find_game(spec))
    better = legal_moves(game, game.start())[1]

    def one_round(position, depth, moves, *_):
        search._chosen = better if depth == 2 else -1
        if depth == 2:
            raise SearchStopped
        return DeepResult(moves[0], 0, depth)

    monkeypatch.setattr(search, "_round", one_round)
    start = game.start()
    assert search._deepest(start, legal_moves(game, start), 0, inf, 9, 500).move == better


def test_two_threads_share_a_round(monkeypatch):
    game = find_game("mnk:9,9,5")
    position, _ = game.parse(THREE)
    search: Any = search_for(game)
    compiled(look_along_rows, None)(1, search._run(position, 1, NO_LIMIT, zeros(2)))
    teams = []

    def watched(searches, *others):
        teams.append(len(searches))
        return first_answer(searches, *others)

    monkeypatch.setattr(driver, "first_answer", watched)
    search.threads = 2
    found = search.look(position, CLOCK.time() + 60, depth=8)
    assert game.name(found.move) in ("c5", "g5", "b5", "h5")
    assert max(teams) == 2
    search.look(position, depth=8, nodes=500)
    assert teams[-1] == 1  # what is limited by nodes can be repeated


def test_what_a_search_has_chosen_is_known_when_its_nodes_are_spent():
    game = find_game("mnk:9,9,5")
    position, _ = game.parse(THREE)
    search = search_for(game)
    search._driver.stay_interpreted()  # compiled code would begin anew, with a table that is filled
    with pytest.raises(SearchStopped):
        search._round(position, 2, legal_moves(game, position), 50, inf)
    assert game.name(search._chosen) in ("c5", "g5", "b5", "h5")
