"""Ultimate tic-tac-toe: its rules against OpenSpiel, move by move, and by hand where it matters."""

from random import Random

import pytest

from noughts import check
from noughts.errors import (
    CellTaken,
    IllegalMove,
    ImpossiblePosition,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import legal_moves, play_legal
from noughts.games.ultimate import ANY, Ultimate
from noughts.value import DRAW, LOSS, OPEN
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden, perfts, random_positions

GAME = Ultimate()

# X has won the upper boards but the right one, and is on the way to win that.
NEARLY = "xxxxxx2x/4o1oo1/7x1/oo7/3o5/9/9/o3o4/9"


def spiel_perft(state, plies):
    """OpenSpiel lets a player who may choose pick the board first: two moves of its for one."""
    if plies == 0:
        return 1
    total = 0
    for child in spiel_children(state):
        total += spiel_perft(child, plies - 1)
    return total


def spiel_children(state):
    for action in state.legal_actions():
        child = state.child(action)
        if choosing(state, action):
            yield from (child.child(cell) for cell in child.legal_actions())
        else:
            yield child


def choosing(state, action):
    return state.action_to_string(state.current_player(), action).startswith("Choose")


def test_perft_is_that_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    start = pyspiel.load_game("ultimate_tic_tac_toe").new_initial_state()
    counts = perfts(GAME, 6)
    assert counts[:5] == [spiel_perft(start, ply) for ply in range(5)]
    assert counts == [1, 81, 720, 6_336, 55_080, 473_256, 4_020_960]


def test_whole_plays_are_those_of_open_spiel():
    pyspiel = pytest.importorskip("pyspiel")
    theirs, random = pyspiel.load_game("ultimate_tic_tac_toe"), Random(0)
    results = set()
    for _ in range(150):
        position, state = GAME.start(), theirs.new_initial_state()
        while moves := legal_moves(GAME, position):
            assert not state.is_terminal()
            boards = sorted({move // 9 for move in moves})
            move = random.choice(moves)
            if position.board == ANY:
                assert state.legal_actions() == boards
                state.apply_action(move // 9)
            cells = [other % 9 for other in moves if other // 9 == move // 9]
            assert state.legal_actions() == cells
            state.apply_action(move % 9)
            position = GAME.play(position, move)
        assert state.is_terminal()
        winner = 1 - GAME.turn(position)
        outcome = GAME.outcome(position)
        expected = [0, 0] if outcome == DRAW else [1, -1] if winner == 0 else [-1, 1]
        assert state.returns() == expected
        results.add((outcome, winner if outcome else None))
    assert results == {(LOSS, 0), (LOSS, 1), (DRAW, None)}


def test_the_cell_decides_the_next_board():
    position = GAME.play(GAME.start(), GAME.read("c9"))  # upper right of the upper left board
    assert {GAME.name(move) for move in GAME.moves(position)} == {
        column + row for column in "ghi" for row in "987"
    }


def test_who_is_sent_to_a_closed_board_chooses_freely():
    position, turn = GAME.parse(f"{NEARLY} - x")
    free = {move // 9 for move in GAME.moves(position)}
    assert free == {2, 3, 4, 5, 6, 7, 8}  # not the two boards that X has won
    assert all(GAME.name(move) != "c8" for move in GAME.moves(position))
    assert turn == 0


def test_three_boards_in_a_row_win_and_their_lines_are_named():
    position, _ = GAME.parse("xxxxxxxx1/4o1oo1/7x1/oo3o3/9/9/9/o3o1o2/9 3 x")
    after = play_legal(GAME, position, GAME.read("i9"))
    assert GAME.outcome(after) == LOSS
    board = GAME.board(after, 1)
    assert board.lines == (("a9", "b9", "c9"), ("d9", "e9", "f9"), ("g9", "h9", "i9"))
    assert board.column_gaps == board.row_gaps == (3, 6)
    assert not any(cell.moves for cell in board.cells)


def test_every_law_is_kept_and_compiled_agrees():
    assert check(GAME, positions=150, plays=6).interpreted_because == ""
    assert_compiled_agrees(GAME, random_positions(GAME, 12))


def test_a_whole_game():
    assert_golden("ultimate")


EMPTY = "9/9/9/9/9/9/9/9/9"


@each(
    ("text", "error"),
    [
        ("9/9/9/9/4x4/9/9/9/9 5 x", WrongTurn),
        (f"{EMPTY} 5 x", ImpossiblePosition),
        ("9/9/9/9/4x4/9/9/9/9 4 o", ImpossiblePosition),
        ("9/9/9/9/4x4/9/9/9/9 - o", ImpossiblePosition),
        ("9/9/9/9/4oo3/9/9/9/9 5 x", WrongCount),
        ("xxx6/ooo6/9/9/9/9/9/9/9 - x", TwoLines),
        ("9/9 - x", UnreadablePosition),
        (f"{EMPTY} x", UnreadablePosition),
        (f"{EMPTY} 0 x", UnreadablePosition),
        ("", UnreadablePosition),
    ],
)
def test_positions_that_cannot_be(text, error):
    with pytest.raises(error):
        GAME.parse(text)


def test_the_side_to_move_may_be_left_out():
    assert GAME.parse("9/9/9/9/4x4/9/9/9/9 5") == (GAME.play(GAME.start(), GAME.read("e5")), 1)
    assert GAME.outcome(GAME.start()) == OPEN


@each(
    ("move", "error", "words"),
    [
        ("e5", CellTaken, "e5 is already taken"),
        ("a9", IllegalMove, "from d6 to f4"),
    ],
)
def test_why_a_move_is_refused(move, error, words):
    position = GAME.play(GAME.start(), GAME.read("e5"))
    with pytest.raises(error, match=words):
        play_legal(GAME, position, GAME.read(move))


def test_why_a_closed_board_is_refused():
    position, _ = GAME.parse(f"{NEARLY} - x")
    with pytest.raises(IllegalMove, match="on a closed board"):
        play_legal(GAME, position, GAME.read("c8"))
    for text in ("j1", "a10", "a0", "", "5"):
        with pytest.raises(UnreadableMove):
            GAME.read(text)
