"""The perfect player against everything that an opponent can do."""

from collections.abc import Iterator

from noughts.game import FIRST
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.limited import LimitedPlayer
from noughts.players.perfect import PerfectPlayer, promising_moves
from noughts.solving.api import solver_for
from noughts.value import LOSS, OPEN, Certainty
from tests import reference
from tests.each import each

GAME = TicTacToe()
PLAYERS = [
    PerfectPlayer(always_first=True),
    *(PerfectPlayer(seed=seed) for seed in range(5)),
]


def boards_met(player: PerfectPlayer, side: str, board: str) -> Iterator[tuple[str, str]]:
    """Each board on which the player moves, with the board after its move.

    Whatever the opponent does is tried; what the player does is asked for each time anew.
    """
    if reference.over(board):
        return
    if reference.mover(board) != side:
        for _, after in reference.children(board):
            yield from boards_met(player, side, after)
        return
    move = player.choose(GAME, Marks(*reference.sets(board)))
    after = dict(reference.children(board))[move]  # KeyError for a move that is not legal
    yield board, after
    yield from boards_met(player, side, after)


@each("player", PLAYERS)
@each("side", ["x", "o"])
def test_it_keeps_what_it_has_in_every_line_of_play(player, side):
    """It never loses what is not lost, never lets a win slip, and never wins later than it could.

    The worth of a board is the brute force's, with the plies: to keep it is all of that at once.
    """
    met = list(boards_met(player, side, reference.EMPTY))
    assert met
    for board, after in met:
        kept = reference.after_to_mine(reference.worth(after))
        assert kept == reference.worth(board), (board, after)
        assert kept[0] >= 0
        assert reference.winner(after) in ("", side)


def test_even_from_a_lost_position_it_holds_out_as_long_as_it_can():
    player = PerfectPlayer(seed=0)
    lost = [board for board in reference.unfinished() if reference.worth(board)[0] < 0]
    assert len(lost) == 632
    for board in lost:
        assert player.choose(GAME, Marks(*reference.sets(board))) in reference.best(board)


def test_always_first_takes_the_first_of_the_best_moves():
    player = PerfectPlayer(always_first=True)
    for board in reference.unfinished():
        assert player.choose(GAME, Marks(*reference.sets(board))) == reference.best(board)[0]


def test_with_a_seed_it_chooses_among_all_the_best_moves_and_repeats_itself():
    chosen = [PerfectPlayer(seed=seed).choose(GAME, GAME.start()) for seed in range(60)]
    assert set(chosen) == set(range(9))  # all nine hold the draw
    assert chosen == [PerfectPlayer(seed=seed).choose(GAME, GAME.start()) for seed in range(60)]


def test_in_a_game_too_large_for_its_budget_it_looks_ahead_and_says_that_it_is_not_sure():
    game = MNK(8, 7, 5)
    player = PerfectPlayer(seed=1, budget=50)
    assert player.choose(game, game.start()) in range(56)
    assert player.certainty == Certainty.UNKNOWN
    # Four in a row with both ends open: a win that is in sight even so.
    position, turn = game.parse("8/8/8/2xxxx2/8/ooo5/7o x")
    assert turn == FIRST
    after = game.play(position, player.choose(game, position))
    assert game.has_line(after.theirs)


def test_it_is_sure_again_of_a_position_that_it_can_solve():
    game = MNK(8, 7, 5)
    player = PerfectPlayer(seed=1, budget=50)
    player.choose(game, game.start())
    small = TicTacToe()
    nearly_full, turn = small.parse("xox/oox/1xo x")
    assert turn == FIRST
    assert player.choose(small, nearly_full) == 6
    assert player.certainty == Certainty.PROVED


def test_one_player_can_play_several_games():
    player = PerfectPlayer(always_first=True)
    other = MNK(4, 3, 3)
    for _ in range(2):
        assert player.choose(GAME, GAME.parse("xx1/oo1/3 x")[0]) == 2
        assert other.name(player.choose(other, other.parse("xx2/oo2/4 x")[0])) == "c3"


def large() -> MNK:
    return MNK(7, 7, 5)


def test_a_win_by_threats_is_played_out_where_the_search_ends_too_soon():
    """From some random play: a search of one node does not see that X wins by threats."""
    game = large()
    player = PerfectPlayer(budget=1)
    position, _ = game.parse("3o3/2xx3/4ox1/ox1x1x1/x2o2o/7/1ooo1x1 x")
    player.choose(game, position)
    assert player.certainty == Certainty.BOUND
    replies = PerfectPlayer(budget=1, seed=3)
    while game.outcome(position) == OPEN:
        position = game.play(position, player.choose(game, position))
        assert player.certainty in (Certainty.BOUND, Certainty.PROVED)
        if game.outcome(position) == OPEN:
            position = game.play(position, replies.choose(game, position))
    assert game.outcome(position) == LOSS


def test_of_the_moves_it_looks_at_none_is_proved_to_be_worse():
    """What the solver has proved of some moves counts, though it has no answer."""
    game = MNK(4, 3, 3)
    solver = solver_for(game)
    values = solver.values(game.start())  # 6 of the 12 moves win
    won, moves = promising_moves(solver, game.start())
    best = max(value for _, value, _ in values)
    assert won
    assert moves == [move for move, value, _ in values if value == best]


def test_without_anything_proved_all_moves_promise_as_much():
    game = large()
    won, moves = promising_moves(solver_for(game), game.start())
    assert not won
    assert len(moves) == 49


def test_it_keeps_its_time_with_the_look_ahead(hands):
    """Each look at the clock takes an eighth of a second, and nothing else takes any."""
    hands.tick = 1 / 8
    game = large()
    PerfectPlayer(seconds=8).choose(game, game.start())
    assert 5 < hands.seconds < 9


def test_without_time_it_looks_one_ply_ahead(hands):
    hands.tick = 1_000
    game = large()
    position, _ = game.parse("7/7/7/2xxxx1/7/oooo3/7 x")
    scores = LimitedPlayer(4).scores_by(game, position, late=lambda: True)
    assert scores == LimitedPlayer(1).scores(game, position)
