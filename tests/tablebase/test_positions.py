"""Every position once up to symmetry: each row says what plain minimax says."""

import pytest

from noughts.errors import UnsuitedGame
from noughts.game import Game, legal_moves
from noughts.games.registry import find_game
from noughts.knowledge import knowledge_of
from noughts.search.retrograde import Rows
from noughts.tablebase import positions as module
from noughts.tablebase.positions import Positions
from noughts.value import DRAW, ENDLESS, OPEN
from tests.each import each
from tests.tablebase.plainly import worths
from tests.whole import every_position

# Orbits are known in the first three; in the others positions are counted one by one.
GAMES = ["tictactoe", "connectfour:3,3,3", "mnk:4,2,3", "hex:2", "nim:2,3", "wild:3,2,2"]


@each("spec", GAMES)
def test_each_row_is_that_of_plain_minimax(spec):
    game = find_game(spec)
    worth, rows = worths(game), list(Positions(game))
    for row in rows:
        assert row.value.outcome == worth(row.position)[0]
        assert row.value.outcome == DRAW or row.value.plies == worth(row.position)[1]
        after = {move: worth(game.play(row.position, move)) for move in best_of(game, row)}
        assert len({outcome for outcome, _ in after.values()}) <= 1
    folded = {knowledge_of(game).canonical(position) for position, _ in every_position(game)}
    assert {row.position for row in rows} == folded
    assert sum(row.orbit for row in rows) == sum(1 for _ in every_position(game))


def best_of(game, row):
    """The row's best moves, which are all that keep its value."""
    worth, (outcome, plies) = worths(game), row.value
    moves = legal_moves(game, row.position)
    kept = [move for move in moves if worth(game.play(row.position, move))[0] == -outcome]
    if outcome != DRAW:
        kept = [m for m in kept if worth(game.play(row.position, m))[1] == plies - 1]
        assert list(row.best_moves) == kept
    assert {*row.best_moves} <= {*kept}
    return row.best_moves


@each(("spec", "positions"), [("tictactoe", 5_478), ("connectfour:4,4", 161_029)])
def test_they_stand_for_as_many_positions_as_the_literature_counts(spec, positions):
    """The design's count of 3×3, and Tromp's of Connect Four 4×4."""
    made = Positions(find_game(spec))
    assert sum(made.orbits) == sum(distance.positions for distance in made.distances()) == positions


def test_the_longest_win_of_tic_tac_toe_takes_five_plies():
    game = find_game("tictactoe")
    worth = worths(game)
    wins = [plies for each, _ in every_position(game) for won, plies in [worth(each)] if won == 1]
    longest = Positions(game).longest_win
    assert longest is not None
    assert (longest.value.plies, longest.positions) == (max(wins), wins.count(max(wins)))


def test_a_draw_without_end_says_so():
    made = Positions(find_game("morris"))
    endless = [row for row in made if row.value.plies == ENDLESS]
    assert endless
    assert all(row.value.outcome == DRAW for row in endless)


def test_best_moves_are_found_some_at_a_time_in_any_room(monkeypatch):
    game = find_game("tictactoe")
    expected = list(Positions(game))
    monkeypatch.setattr(module, "ROWS", 100)
    monkeypatch.setattr(module, "MOVES", 4)  # too few for the start: the room is doubled
    assert list(Positions(game)) == expected


def test_a_row_that_is_unknown_counts_as_a_draw():
    assert Rows([OPEN], [3], 1, 1).score(0) == 0  # type: ignore[arg-type]


class Strings(Game[str]):
    """A game whose positions are strings."""

    def start(self):
        return ""

    def moves(self, position):
        return (0,)

    def play(self, position, move):
        return position + "x"

    def outcome(self, position):
        return DRAW if position else OPEN


def test_other_positions_are_refused():
    with pytest.raises(UnsuitedGame, match="NamedTuples of whole numbers, not str"):
        Positions(Strings(), unchecked=True)


# In the last three the canonical position of a class can be one that does not arise.
@each("spec", ["tictactoe", "domineering:3,3", "dots:1,2", "kalah:2,2"])
def test_examples_arise_and_have_their_value(spec):
    game = find_game(spec)
    arising = {position for position, _ in every_position(game)}
    made = Positions(game)
    known = {row.position: row.value for row in made}
    for distance in made.distances():
        assert distance.example in arising
        assert known[knowledge_of(game).canonical(distance.example)] == distance.value
