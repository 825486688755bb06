"""k in a row on m columns and n rows, against lists of cells and against OpenSpiel."""

from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.board import Board
from noughts.errors import BadParameters, ImpossiblePosition, TwoLines
from noughts.game import legal_moves, parameters
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from noughts.value import DRAW, LOSS, OPEN
from tests.each import each
from tests.playing import every_position

# Square, wide, high, one row, one column, k of 1, k of the longer side, and full words.
BOARDS = [
    (1, 1, 1), (3, 3, 1), (1, 4, 1), (2, 2, 2), (3, 3, 3), (4, 3, 3), (3, 4, 4), (5, 4, 2),
    (6, 5, 4), (7, 1, 3), (1, 7, 3), (1, 62, 4), (26, 2, 5), (2, 31, 4), (8, 7, 4), (7, 8, 5),
    (10, 6, 5), (6, 10, 6), (15, 4, 4),
]  # fmt: skip


def runs(cells: set[tuple[int, int]], k: int) -> set[tuple[tuple[int, int], ...]]:
    """All rows of at least k of the cells, each in its full length, by walking along them."""
    found = set()
    for column, row in cells:
        for right, down in ((1, 0), (0, 1), (1, 1), (-1, 1)):
            if (column - right, row - down) in cells:
                continue
            run = []
            here = (column, row)
            while here in cells:
                run.append(here)
                here = (here[0] + right, here[1] + down)
            if len(run) >= k:
                found.add(tuple(run))
    return found


def play_at_random(board: tuple[int, int, int], random: Random) -> None:
    """One game, with a look at every position at what the rules say of it."""
    m, n, k = board
    game = MNK(m, n, k)
    position = game.start()
    empty = [(column, row) for row in range(n) for column in range(m)]
    sides: list[set[tuple[int, int]]] = [set(), set()]
    while True:
        won = runs(sides[1], k)
        outcome = game.outcome(position)
        assert outcome == (LOSS if won else OPEN if empty else DRAW)
        named = [tuple((cell % m, cell // m) for cell in line) for line in game.lines(position)]
        assert len(set(named)) == len(named)
        assert {frozenset(line) for line in named} == {frozenset(line) for line in won}
        if outcome != OPEN:
            return
        assert list(game.moves(position)) == [row * m + column for column, row in sorted(
            empty, key=lambda cell: (cell[1], cell[0])
        )]  # fmt: skip
        column, row = random.choice(empty)
        empty.remove((column, row))
        sides[0].add((column, row))
        sides.reverse()
        position = game.play(position, row * m + column)


@each("board", BOARDS)
def test_the_rules_are_those_of_lists_of_cells(board):
    random = Random(f"{board}")
    for _ in range(30):
        play_at_random(board, random)


@pytest.mark.parametrize("board", [(3, 3, 3), (4, 3, 3), (5, 4, 4), (7, 6, 4), (10, 6, 5)], ids=str)
def test_the_rules_are_those_of_openspiel(board):
    pyspiel = pytest.importorskip("pyspiel")
    m, n, k = board
    game, theirs = MNK(m, n, k), pyspiel.load_game("mnk", {"m": m, "n": n, "k": k})
    random = Random(1)
    for _ in range(20):
        position, state = game.start(), theirs.new_initial_state()
        while not state.is_terminal():
            assert game.outcome(position) == OPEN
            assert list(game.moves(position)) == state.legal_actions()
            move = random.choice(state.legal_actions())
            position, state = game.play(position, move), state.child(move)
        assert game.outcome(position) == (LOSS if any(state.returns()) else DRAW)


def test_a_row_that_is_longer_than_k_wins_and_is_named_in_full():
    game = MNK(5, 3, 3)
    position, _ = game.parse("xxxxx/oo1oo/5 o")
    assert game.outcome(position) == LOSS
    assert game.lines(position) == ((0, 1, 2, 3, 4),)


def test_a_move_can_complete_several_rows_at_once():
    position, _ = TicTacToe().parse("xxx/xoo/xoo o")
    for game in (TicTacToe(), MNK()):
        assert set(game.lines(position)) == {(0, 1, 2), (0, 3, 6)}


def test_rows_do_not_run_over_the_edge_of_the_board():
    game = MNK(4, 4, 3)
    for text in ("2xx/x3/4/oo2 o", "1x2/x3/3x/oo2 o", "2x1/3x/x3/oo2 o"):
        position, _ = game.parse(text)
        assert game.outcome(position) == OPEN
        assert game.lines(position) == ()


def test_each_direction_wins():
    game = MNK(4, 4, 4)
    for text, line in {
        "xxxx/ooo1/4/4 o": (0, 1, 2, 3),
        "xooo/x3/x3/x3 o": (0, 4, 8, 12),
        "x3/1x2/2x1/ooox o": (0, 5, 10, 15),
        "ooox/2x1/1x2/x3 o": (3, 6, 9, 12),
    }.items():
        position, _ = game.parse(text)
        assert game.outcome(position) == LOSS
        assert game.lines(position) == (line,)


def test_no_cell_is_in_play_while_nobody_has_won():
    assert MNK(4, 4, 3).lines(MNK(4, 4, 3).start()) == ()


# Parameters.


@each(
    ("given", "says"),
    [
        ((0, 3, 3), "columns must be 1 to 26"),
        ((3, 0, 3), "rows and k at least 1"),
        ((3, 3, 0), "k at least 1"),
        ((-3, 3, 3), "columns must be 1 to 26"),
        ((27, 2, 3), "columns must be 1 to 26"),
        ((21, 20, 3), "420 cells; a board has at most 400"),
        ((1, 401, 3), "401 cells; a board has at most 400"),
        ((3, 3, 4), "choose k up to 3"),
        ((3, 5, 6), "choose k up to 5"),
    ],
)
def test_a_board_that_cannot_be_is_refused_with_what_is_wrong(given, says):
    with pytest.raises(BadParameters, match=says):
        MNK(*given)


@each("given", [(26, 13, 2), (1, 400, 400), (20, 20, 5), (15, 4, 3)])
def test_the_largest_boards_are_taken(given):
    assert tuple(parameters(MNK(*given)).values())[:3] == given


def test_games_with_equal_parameters_are_equal_and_cannot_be_changed():
    assert MNK(4, 4, 3) == MNK(m=4, n=4, k=3)
    assert hash(MNK(4, 4, 3)) == hash(MNK(4, 4, 3))
    assert MNK(4, 4, 3) != MNK(4, 4, 4)
    with pytest.raises(AttributeError):
        MNK().k = 4  # type: ignore[misc]


# What a person can be shown.


def test_a_board_shows_the_marks_by_player_whoever_is_to_move():
    game = MNK(3, 2, 2)
    position, turn = game.parse("x1o/1x1 o")
    board = game.board(position, turn)
    assert isinstance(board, Board)
    assert (board.columns, board.rows) == (3, 2)
    assert [(cell.name, cell.mark) for cell in board.cells] == [
        ("a2", "X"), ("b2", ""), ("c2", "O"), ("a1", ""), ("b1", "X"), ("c1", ""),
    ]  # fmt: skip
    assert board.lines == (("a2", "b1"),)
    # Won, so nothing can be played any more.
    assert all(cell.moves == () for cell in board.cells)


def test_while_the_game_goes_on_each_empty_cell_is_a_move():
    game = MNK(4, 3, 3)
    position, turn = game.parse("x3/1o2/4 x")
    moves = {cell.name: cell.moves for cell in game.board(position, turn).cells if cell.moves}
    assert moves == {game.name(move): (move,) for move in legal_moves(game, position)}
    assert len(moves) == 10


# Which positions can arise.


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), MNK(3, 3, 2), MNK(1, 4, 1), MNK(4, 2, 2), MNK(5, 2, 2), MNK(2, 4, 3)],
    ids=str,
)
def test_exactly_the_positions_that_games_reach_are_taken(game):
    """Every way to fill the board with x, o and nothing, and either side to move."""
    taken = set()
    for marks in product((0, 1, 2), repeat=game.cells):
        sides = [
            sum(1 << cell for cell, mark in enumerate(marks) if mark == side) for side in (1, 2)
        ]
        for turn in (0, 1):
            position = Marks(sides[turn], sides[1 - turn])
            try:
                game.validate(position, turn)
            except ImpossiblePosition:
                continue
            taken.add(position)
    assert taken == every_position(game)


@given(st.sampled_from(BOARDS), st.randoms(use_true_random=False))
def test_every_position_met_in_play_is_taken(board, random):
    game = MNK(*board)
    position, turn = game.start(), 0
    while True:
        game.validate(position, turn)
        assert game.turn(position) == turn
        moves = legal_moves(game, position)
        if not moves:
            break
        position, turn = game.play(position, random.choice(moves)), 1 - turn


def test_two_lines_that_no_single_move_completes_are_impossible():
    game = MNK(4, 4, 3)
    with pytest.raises(TwoLines):
        game.parse("xxx1/oo1o/xxx1/oo2 o")
    # With a cell in common, the last mark completed both.
    game.parse("xxx1/xoo1/xoo1/4 o")
    # The mark in the middle can complete a row of five, but none can complete one of six.
    MNK(6, 3, 3).parse("xxxxx1/oo1oo1/6 o")
    with pytest.raises(TwoLines):
        MNK(6, 3, 3).parse("xxxxxx/oo1oo1/3o2 o")


# The estimate.
