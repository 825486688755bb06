"""The expert's rules: each fires where it should; one reading cannot be beaten, the other can."""

from itertools import combinations

import pytest

from noughts.errors import UnsuitedGame
from noughts.game import FIRST, SECOND
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.players.measure import defeats, every_play, lapses
from noughts.players.rules import Reading, RulesPlayer
from tests.each import each
from tests.players import oracle

GAME = TicTacToe()
LITERAL, GUARDED = RulesPlayer(Reading.LITERAL), RulesPlayer(Reading.GUARDED)

# Crowley and Siegler's list, on strings.


def thirds(board, side):
    return {
        cell for row in oracle.ROWS for cell in row
        if board[cell] == "." and [board[other] for other in row if other != cell] == [side, side]
    }  # fmt: skip


def ones(board, side):
    """The empty cells of each line with one mark of the side, and nothing else."""
    return [
        {cell for cell in row if board[cell] == "."}
        for row in oracle.ROWS
        if sorted(board[cell] for cell in row) == sorted(f"..{side}")
    ]


def forks(board, side):
    return {cell for one, other in combinations(ones(board, side), 2) for cell in one & other}


def against_fork(board, side, guarded):
    enemy = oracle.other(side)
    danger = forks(board, enemy)
    twos = set().union(*ones(board, side))
    if guarded:
        for cell in set(twos):
            then = oracle.play(board, side, cell)
            if thirds(then, side) & forks(then, enemy):
                twos.discard(cell)
    return danger and (twos or danger)


def ruling(board, side, guarded):
    """The rule that fires, and its cells."""
    enemy, empty = oracle.other(side), set(oracle.moves(board))
    opposite = {cell for cell in (0, 2, 6, 8) if board[8 - cell] == enemy}
    rules = {
        "win": thirds(board, side),
        "block": thirds(board, enemy),
        "fork": forks(board, side),
        "block a fork": against_fork(board, side, guarded),
        "centre": {4} & empty,
        "opposite corner": opposite & empty,
        "empty corner": {0, 2, 6, 8} & empty,
        "empty side": {1, 3, 5, 7} & empty,
    }
    return next((rule, cells) for rule, cells in rules.items() if cells)


@each("player", [LITERAL], large=[GUARDED])
def test_every_ruling_on_every_board(player):
    for board in oracle.boards():
        rule, cells = ruling(board, oracle.side_to_move(board), player is GUARDED)
        found = player.ruling(GAME, oracle.marks(board))
        assert (found.rule, set(found.moves)) == (rule, cells), board


@each(
    "position, rule, moves",
    [
        ("xx1/oo1/3 x", "win", "c3"),
        ("xx1/1o1/3 o", "block", "c3"),
        ("x2/1o1/2x o", "block a fork", "a2 b1 b3 c2"),
        ("xo1/1x1/2o x", "fork", "a2 a1"),
        ("3/3/3 x", "centre", "b2"),
        ("3/1x1/3 o", "empty corner", "a3 c3 a1 c1"),
        ("o2/1x1/3 x", "opposite corner", "c1"),
        ("xox/xo1/oxo x", "empty side", "c2"),
    ],
)
def test_each_rule_where_it_fires(position, rule, moves):
    found = GUARDED.ruling(GAME, GAME.parse(position)[0])
    assert found.rule == rule
    assert set(found.moves) == {GAME.read(move) for move in moves.split()}


def test_guarded_it_cannot_be_beaten_whatever_it_chooses():
    """Every game, with every choice that the rules leave, against every opponent."""
    for seat in (FIRST, SECOND):
        assert defeats(GAME, GUARDED, seat) == []
        assert any(play.winner == seat for play in every_play(GAME, GUARDED, seat))


def test_read_literally_it_can_be_beaten_as_second_player_only():
    assert defeats(GAME, LITERAL, FIRST) == []
    lost = defeats(GAME, LITERAL, SECOND)
    lines = {" ".join(map(GAME.name, play.moves)) for play in lost}
    # Two in a row by a corner, which forces X into the fork at the last corner.
    assert "a3 b2 c1 c3 a1 a2 b1" in lines
    assert all(play.winner == FIRST for play in lost)


@each("player, boards", [(GUARDED, 64), (LITERAL, 186)])
def test_the_positions_in_which_it_gives_value_away(player, boards):
    found = {(oracle.board_of(lapse.position), lapse.move) for lapse in lapses(GAME, player)}
    expected = set()
    for board in oracle.boards():
        side = oracle.side_to_move(board)
        held = oracle.worth(board, side)[0]
        _, cells = ruling(board, side, player is GUARDED)
        expected |= {(board, c) for c in cells if oracle.after(board, side, c)[0] < held}
    assert found == expected
    assert len({board for board, _ in expected}) == boards


def test_neither_reading_keeps_the_value_where_the_guarded_one_does_not():
    guarded, literal = ({lapse.position for lapse in lapses(GAME, p)} for p in (GUARDED, LITERAL))
    assert guarded < literal


def test_three_in_a_row_by_any_name_and_nothing_else():
    assert RulesPlayer(seed=1).choose(MNK(3, 3, 3), MNK(3, 3, 3).start()) == 4
    for game in (MNK(4, 3, 3), MNK(3, 3, 3, misere=True), MNK(3, 3, 3, torus=True)):
        with pytest.raises(UnsuitedGame, match="3×3, not for mnk"):
            RulesPlayer().choose(game, game.start())
