"""Cells and positions as people write them: there and back, and what is said of mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from noughts.errors import (
    CellTaken,
    GameOver,
    IllegalMove,
    ImpossiblePosition,
    TwoLines,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import FIRST, SECOND, legal_moves, play_legal
from noughts.games.common.cell_game import Marks
from noughts.games.mnk import MNK
from noughts.games.tictactoe import TicTacToe
from tests import reference
from tests.each import each

GAME = TicTacToe()
GAMES = [GAME, MNK(4, 3, 3), MNK(1, 62, 3), MNK(26, 2, 3), MNK(8, 7, 4), MNK(12, 5, 5)]


# Cells.


@each("game", GAMES)
def test_every_cell_has_a_name_of_its_own_and_is_found_by_it(game):
    names = [game.name(cell) for cell in range(game.cells)]
    assert len(set(names)) == game.cells
    assert [game.read(name) for name in names] == list(range(game.cells))
    assert [game.read(f"  {name.upper()} ") for name in names] == list(range(game.cells))


def test_a1_is_the_lower_left_corner_and_letters_go_to_the_right():
    """Section 5 of the design."""
    game = MNK(4, 3, 3)
    rows = ["a3 b3 c3 d3", "a2 b2 c2 d2", "a1 b1 c1 d1"]
    assert [game.name(cell) for cell in range(12)] == " ".join(rows).split()
    assert MNK(1, 62, 3).name(0) == "a62"
    assert MNK(26, 2, 3).name(51) == "z1"


def test_digits_in_reading_order_name_the_cells_of_three_by_three():
    for game in (GAME, MNK(3, 3, 3), MNK(3, 3, 2)):
        assert [game.read(digit) for digit in "123456789"] == list(range(9))


@each(
    "text", ["", " ", "0", "10", "d1", "a4", "a0", "b", "2b", "a1a1", "a01", "22", "²", "a-1", "ä1"]
)
def test_what_is_no_cell_is_refused_with_the_names_of_the_corners(text):
    with pytest.raises(UnreadableMove) as error:
        GAME.read(text)
    assert repr(text) in str(error.value)
    assert "use a1 to c3" in str(error.value)
    assert "digit from 1 to 9" in str(error.value)


def test_on_other_boards_a_digit_is_no_cell():
    with pytest.raises(UnreadableMove, match="use a1 to d3") as error:
        MNK(4, 3, 3).read("5")
    assert "digit" not in str(error.value)


@given(st.text())
def test_any_text_is_a_cell_or_refused_by_name(text):
    try:
        cell = GAME.read(text)
    except UnreadableMove:
        return
    assert cell in range(9)


# Moves that cannot be played.


def test_a_taken_cell_is_refused_with_those_that_are_empty():
    position, _ = GAME.parse("xox/oxx/o2 o")
    with pytest.raises(CellTaken, match=r"a3 is already taken; still empty: b1, c1\."):
        play_legal(GAME, position, GAME.read("a3"))


@each("move", [-1, 9, 100])
def test_a_cell_that_is_not_there_is_refused(move):
    with pytest.raises(IllegalMove, match="numbered 0 to 8") as error:
        play_legal(GAME, GAME.start(), move)
    assert not isinstance(error.value, CellTaken)


def test_after_the_end_nothing_can_be_played():
    position, _ = GAME.parse("xxx/oo1/3 o")
    assert legal_moves(GAME, position) == []
    with pytest.raises(GameOver):
        play_legal(GAME, position, 8)


# Positions as text.


def test_the_text_is_that_of_the_design():
    """Section 5 of the design, and the complaint of the brief."""
    position = Marks(mine=0, theirs=0)
    for name in ("a3", "b3", "b2", "c2"):
        position = GAME.play(position, GAME.read(name))
    assert GAME.text(position, FIRST) == "xo1/1xo/3 x"
    assert GAME.text(GAME.start(), FIRST) == "3/3/3 x"
    assert GAME.parse("3/1x1/3 o") == (Marks(0, 1 << 4), SECOND)
    assert MNK(8, 7, 4).text(MNK(8, 7, 4).start(), FIRST) == "8/8/8/8/8/8/8 x"
    assert MNK(12, 5, 5).text(MNK(12, 5, 5).start(), FIRST) == "12/12/12/12/12 x"


def test_every_position_of_tictactoe_comes_back_from_its_text():
    for board in reference.positions():
        position, turn = Marks(*reference.sets(board)), "xo".index(reference.mover(board))
        assert GAME.text(position, turn) == reference.text(board)
        assert GAME.parse(reference.text(board)) == (position, turn)


@given(st.sampled_from(GAMES), st.randoms(use_true_random=False), st.floats(0, 1))
def test_positions_of_any_board_come_back_from_their_text(game, random, part):
    position, turn = game.start(), FIRST
    for _ in range(int(part * game.cells)):
        moves = legal_moves(game, position)
        if not moves:
            break
        position, turn = game.play(position, random.choice(moves)), 1 - turn
    text = game.text(position, turn)
    assert game.parse(text) == (position, turn)
    # The side may be left out, and capitals are as good.
    assert game.parse(text.partition(" ")[0].upper()) == (position, turn)


@each("text", ["x2/3/3 o", "  x2/3/3   o  ", "x2/3/3", "X2/3/3 O"])
def test_spaces_and_capitals_do_not_matter(text):
    assert GAME.parse(text) == (Marks(0, 1), SECOND)


@each(
    "text",
    [
        "", "x", "3/3 x", "3/3/3/3 x", "4/3/3 x", "3/3/2 x", "xo/3/3 x", "3/3/a2 x", "3/3/.... x",
        "3/3/3 z", "3/3/3 xo", "3/3/3 ox", "3/3/3 x x", "3/3/99 x", "3/3/-3 x",
        "3/3/² x", "x11/3/3 o", "3/3/" + "9" * 5_000 + " x", "3/3/" + "1" * 5_000 + " x",
    ],
)  # fmt: skip
def test_what_is_no_position_is_refused_with_how_to_write_one(text):
    with pytest.raises(UnreadablePosition) as error:
        GAME.parse(text)
    assert "3×3 cells" in str(error.value)
    assert "'3/3/3 x'" in str(error.value)


@given(st.text(alphabet="xo123/ ", max_size=14) | st.text(max_size=14))
def test_any_text_is_a_position_or_refused_by_name(text):
    try:
        position, turn = GAME.parse(text)
    except (UnreadablePosition, ImpossiblePosition):
        return
    assert GAME.parse(GAME.text(position, turn)) == (position, turn)


@each(
    ("text", "error", "says"),
    [
        ("xx1/3/3 o", WrongCount, "2 X and 0 O"),
        ("oo1/3/3 x", WrongCount, "0 X and 2 O"),
        ("o2/3/3", WrongTurn, "--first o"),
        ("o2/3/3 o", WrongTurn, "--first o"),
        ("xxx/x2/o2 o", WrongCount, "4 X and 1 O"),
        ("x2/3/3 x", WrongTurn, "O's turn"),
        ("xxx/ooo/3 x", TwoLines, "X is to move but already has a line"),
        ("ooo/xxx/x2 o", TwoLines, "O is to move but already has a line"),
        ("xxx/oo1/o2 x", TwoLines, "X is to move but already has a line"),
    ],
)
def test_a_position_that_cannot_arise_is_refused_with_the_reason(text, error, says):
    with pytest.raises(error, match=says) as raised:
        GAME.parse(text)
    assert isinstance(raised.value, ImpossiblePosition)


@each("position", [Marks(1, 1), Marks(1 << 9, 1), Marks(1, 1 << 20), Marks(-1, 0), Marks(0, -1)])
def test_a_cell_outside_or_with_both_marks_is_refused(position):
    for turn in (FIRST, SECOND):
        with pytest.raises(WrongCount):
            GAME.validate(position, turn)


def test_errors_of_positions_and_moves_are_value_errors():
    """So that who knows nothing of noughts catches them too."""
    for error in (UnreadablePosition, WrongCount, WrongTurn, TwoLines, CellTaken, UnreadableMove):
        assert issubclass(error, ValueError)
