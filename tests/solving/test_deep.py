"""Looking ahead within a number of nodes: the search that suits a game, and the line it expects."""

from noughts.game import legal_moves
from noughts.games.registry import find_game
from noughts.solving.deep import RowSearch, search_for
from noughts.value import ESTIMATE_LIMIT
from tests.each import each

THREE = "9/9/2o6/2o6/3xxx3/9/9/9/9 o"


def test_only_large_flat_boards_on_which_rows_win_have_the_search_of_rows():
    along_rows = {
        spec: isinstance(search_for(find_game(spec)), RowSearch)
        for spec in ("gomoku", "mnk:9,7,4", "tictactoe", "mnk:9,9,6", "mnk:9,9,5,torus",
                     "mnk:9,9,5,misere", "standardgomoku", "connectfour")
    }  # fmt: skip
    assert [spec for spec in along_rows if along_rows[spec]] == ["gomoku", "mnk:9,7,4"]


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
