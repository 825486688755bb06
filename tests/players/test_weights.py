"""The tutorial's player: its sums, its choices, and every game that it loses."""

import pytest

from noughts.errors import UnknownPlayer, UnsuitedGame
from noughts.game import FIRST, SECOND, Game
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.levels import player_of
from noughts.players.match import Match
from noughts.players.measure import defeats, every_play
from noughts.players.player import KnownPolicy, RandomPlayer
from noughts.players.weights import WeightsPlayer, weights
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()


def weight(board, side, cell):
    """The sum for one cell, as issue 4 of the project words it."""
    total = 0
    for player, completing in ((side, 10), (oracle.other(side), 5)):
        for row in oracle.ROWS:
            held = [board[other] for other in row if other != cell]
            if cell in row and oracle.other(player) not in held:
                total += completing if held == [player, player] else 1
    return total


def choice(board, side):
    sums = {cell: weight(board, side, cell) for cell in oracle.moves(board)}
    return next(cell for cell in sums if sums[cell] == max(sums.values()))


def lost_games(board, side, seat, moves=()):
    """Every game that the player above loses from here."""
    if oracle.has_won(board, oracle.other(side)):
        return [moves] if side == seat else []
    if "." not in board:
        return []
    cells = [choice(board, side)] if side == seat else oracle.moves(board)
    return [
        game
        for cell in cells
        for game in lost_games(
            oracle.play(board, side, cell), oracle.other(side), seat, (*moves, cell)
        )
    ]


def test_the_empty_board_counts_the_lines_through_each_cell_for_both_players():
    # Three lines through a corner, two through a side, four through the centre.
    assert list(weights(GAME, GAME.start()).values()) == [6, 4, 6, 4, 8, 4, 6, 4, 6]


def test_a_win_is_worth_more_than_a_block_and_a_block_more_than_open_lines():
    position, _ = GAME.parse("xx1/oo1/3 x")
    sums = weights(GAME, position)
    assert sums[GAME.read("c3")] == 10 + 1 + 1 + 1  # the win; column c, open to both; O's diagonal
    assert sums[GAME.read("c2")] == 5 + 1 + 1  # the block; column c
    assert WeightsPlayer().choose(GAME, position) == GAME.read("c3")


def test_every_sum_and_choice_on_every_board():
    for board in oracle.boards():
        side, position = oracle.side_to_move(board), oracle.marks(board)
        assert weights(GAME, position) == {
            cell: weight(board, side, cell) for cell in oracle.moves(board)
        }
        assert WeightsPlayer().choose(GAME, position) == choice(board, side)


def test_its_defect_opposite_corners_around_its_centre():
    """X takes a corner, O the centre, X the corner opposite: O takes a third corner and loses."""
    match = Match(GAME, None, WeightsPlayer())
    match.play(GAME.read("a3"))
    assert GAME.name(match.step()) == "b2"
    match.play(GAME.read("c1"))
    assert GAME.name(match.step()) == "c3"  # which X must answer, and so comes to a fork
    match.play(GAME.read("a1"))
    assert GAME.name(match.step()) == "a2"  # it blocks one of the two lines
    match.play(GAME.read("b1"))
    assert match.result == "X wins"


def test_all_its_defeats():
    as_first, as_second = (defeats(GAME, WeightsPlayer(), seat) for seat in (FIRST, SECOND))
    assert as_first == []
    assert lost_games("." * 9, "X", "X") == []
    expected = lost_games("." * 9, "X", "O")
    assert sorted(play.moves for play in as_second) == sorted(expected)
    assert len(expected) == 28
    assert {len(game) for game in expected} == {7}


def test_how_many_games_it_can_come_into():
    def games(board, side, seat):
        if oracle.over(board, side):
            return 1
        cells = [choice(board, side)] if side == seat else oracle.moves(board)
        return sum(
            games(oracle.play(board, side, cell), oracle.other(side), seat) for cell in cells
        )

    for seat in (FIRST, SECOND):
        found = sum(1 for _ in every_play(GAME, WeightsPlayer(), seat))
        assert found == games("." * 9, "X", "XO"[seat])


@each("game", [MNK(4, 3, 3), MNK(5, 5, 4), MNK(3, 3, 3, torus=True)])
def test_it_plays_every_game_of_lines(game):
    match = Match(game, WeightsPlayer(), RandomPlayer(seed=1))
    assert match.run() in ("X wins", "O wins", "draw")


def test_a_game_without_lines_is_refused():
    class Count(Game[int]):
        def start(self):
            return 0

        def moves(self, position):
            return (1, 2)

        def play(self, position, move):
            return position + move

        def outcome(self, position):
            return 2 if position < 9 else -1

    with pytest.raises(UnsuitedGame, match="not a game of lines"):
        WeightsPlayer().choose(Count(), 0)


def test_a_game_of_lines_whose_moves_are_no_cells_of_ones_own_is_refused():
    class Either(TicTacToe):
        """Each move puts a mark of the other player's."""

        def play(self, position, move):
            return position._replace(mine=position.theirs | 1 << move, theirs=position.mine)

    with pytest.raises(UnsuitedGame, match="the player's own mark"):
        WeightsPlayer().choose(Either(), Either().start())


@each(
    "spec, name, first_moves",
    [
        ("weights", "weights", {4}),
        ("weights:10,5,1", "weights", {4}),
        ("weights:1,1,0", "weights:1,1,0", {0}),  # nothing is near completion: all are equal
        ("weights:1,1,0,last", "weights:1,1,0,last", {8}),
        ("weights:1,1,0,chance", "weights:1,1,0,chance", set(range(9))),
        ("weights:last", "weights:10,5,1,last", {4}),
    ],
)
def test_weights_and_the_choice_among_equals_can_be_changed(spec, name, first_moves):
    player = player_of(spec, seed=1)
    assert player.name == name
    assert isinstance(player, KnownPolicy)
    assert set(player.probabilities(GAME, GAME.start())) == first_moves


def test_who_values_a_block_above_a_win_misses_the_win():
    """X can win on c3, and must stop O on c2; O's line is worth more to it."""
    position, _ = GAME.parse("xx1/oo1/3 x")
    assert GAME.name(player_of("weights").choose(GAME, position)) == "c3"
    assert GAME.name(player_of("weights:5,10,1").choose(GAME, position)) == "c2"


@each("spec", ["weights:1,2", "weights:a,b,c", "weights:1,2,3,4", "weights:1,2,3,best"])
def test_what_are_no_weights(spec):
    with pytest.raises(UnknownPlayer, match="are not weights"):
        player_of(spec)
