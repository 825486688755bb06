"""Pentago's small form: turns of quarters and ends of the game, by a brute force on strings."""

from functools import cache

import pytest

from noughts import Pentago, Solver, check, find_game
from noughts.errors import BadParameters, CellTaken, IllegalMove, UnreadableMove, WrongTurn
from noughts.game import legal_moves, play_legal
from noughts.knowledge import knowledge_of
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.playing import assert_compiled_agrees, random_positions

GAME = Pentago()

# The same game once more: sixteen characters in reading order. The cells of each quarter are listed
# clockwise from its upper left corner.
CORNERS = ((0, 1, 5, 4), (2, 3, 7, 6), (8, 9, 13, 12), (10, 11, 15, 14))
ROWS = [
    *([4 * row + i for i in range(4)] for row in range(4)),
    *([4 * i + column for i in range(4)] for column in range(4)),
    [0, 5, 10, 15],
    [3, 6, 9, 12],
]


def has_row(board, mark):
    return any(all(board[cell] == mark for cell in row) for row in ROWS)


def turned(board, quarter, direction):
    """Clockwise, each cell gets what the one before it had."""
    after, around = list(board), CORNERS[quarter - 1]
    for i, cell in enumerate(around):
        after[cell] = board[around[(i - 1 if direction == "r" else i + 1) % 4]]
    return "".join(after)


def ended(board):
    """The marks that have a row; = for a full board without one."""
    return "".join(mark for mark in "xo" if has_row(board, mark)) or "=" * ("." not in board)


def turns(board, mark):
    """Each move by its name, and the board after it."""
    for cell in (cell for cell in range(16) if board[cell] == "."):
        marked = board[:cell] + mark + board[cell + 1 :]
        name = f"{'abcd'[cell % 4]}{4 - cell // 4}"
        if has_row(marked, mark):
            yield name, marked
            continue
        for quarter in range(1, 5):
            for direction in "lr":
                yield f"{name}-{quarter}{direction}", turned(marked, quarter, direction)


@cache
def worth(board, mark, other):
    """The outcome and the plies for the side to move."""
    if end := ended(board):
        return (WIN if end == mark else LOSS if end == other else DRAW), 0
    every = [worth(after, other, mark) for _, after in turns(board, mark)]
    return max(
        ((-outcome, plies + 1) for outcome, plies in every),
        key=lambda each: (each[0], -each[0] * each[1]),
    )


def as_string(position):
    turn = GAME.turn(position)
    crosses, noughts = GAME.shown(position, turn)
    board = "".join(
        "x" if crosses >> cell & 1 else "o" if noughts >> cell & 1 else "." for cell in range(16)
    )
    return board, "xo"[turn], "ox"[turn]


def test_moves_and_ends_are_those_of_the_brute_force():
    for position in random_positions(GAME, plays=40):
        board, mark, other = as_string(position)
        end = ended(board)
        told = {OPEN: "", WIN: mark, LOSS: other}
        assert told.get(GAME.outcome(position), end) == end
        if not end:
            after = {
                GAME.name(move): as_string(GAME.play(position, move))[0]
                for move in legal_moves(GAME, position)
            }
            assert after == dict(turns(board, mark))


def test_late_positions_are_worth_what_the_brute_force_says():
    solver = Solver(GAME)
    tried = 0
    for position in random_positions(GAME, plays=60, seed=1):
        board, mark, other = as_string(position)
        if board.count(".") == 3:
            outcome, plies = worth(board, mark, other)
            value = solver.value(position)
            assert value.outcome == outcome
            assert outcome == DRAW or value.plies == plies
            tried += 1
    assert tried > 10


def test_the_first_player_wins_in_eleven():
    """As an independent program says, which asks who can force a win within how many plies."""
    assert str(Solver(GAME).value(GAME.start())) == "win in 11"


def test_a_row_before_the_turn_wins():
    position, _ = GAME.parse("xxx1/ooo1/4/4 x")
    assert "d4" in map(GAME.name, GAME.moves(position))
    assert GAME.outcome(GAME.play(position, GAME.read("d4"))) == LOSS
    with pytest.raises(IllegalMove, match="wins without a turn: write d4"):
        play_legal(GAME, position, GAME.read("d4-4r"))
    with pytest.raises(IllegalMove, match="a1 makes no row, so a quarter must be turned"):
        play_legal(GAME, position, GAME.read("a1"))


def test_rows_of_both_after_a_turn_are_a_draw():
    # The lower left quarter, turned to the right, completes both columns.
    position, _ = GAME.parse("xo2/xo2/oo2/xx2 x")
    drawn = GAME.play(position, GAME.read("d1-3r"))
    assert GAME.outcome(drawn) == DRAW
    assert Solver(GAME).value(drawn).plies == 0  # though cells are empty
    assert GAME.lines(drawn) == ()
    # Turned to the left, it completes that of O alone.
    lost = GAME.play(GAME.parse("xo2/xo2/2xx/oo2 x")[0], GAME.read("d3-3l"))
    assert GAME.outcome(lost) == WIN
    assert GAME.lines(lost) == ((1, 5, 9, 13),)


def test_what_is_no_move():
    for text in ("", "e1", "a1-5r", "a1-1x", "a1-"):
        with pytest.raises(UnreadableMove):
            GAME.read(text)
    assert GAME.name(GAME.read("B2-1L")) == GAME.name(GAME.read("b21l")) == "b2-1l"
    with pytest.raises(CellTaken):
        play_legal(GAME, GAME.parse("x3/4/4/4 o")[0], GAME.read("a4-1r"))
    with pytest.raises(WrongTurn):
        GAME.parse("x3/4/4/4 x")
    with pytest.raises(BadParameters):
        find_game("pentago:5")


def test_its_laws_hold_and_it_compiles():
    assert check(GAME, positions=60, plays=5).interpreted_because == ""
    pytest.importorskip("numba")
    assert_compiled_agrees(GAME, random_positions(GAME, plays=3))


def test_on_six_by_six_five_are_needed():
    game = Pentago(6)
    assert {line.bit_count() for line in game.board_lines} == {5}
    assert game.name(game.read("f6-2r")) == "f6-2r"


@each("game", [Pentago(), Pentago(6)])
def test_likely_moves_reach_every_position_and_none_twice_by_turns_alone(game):
    known = knowledge_of(game)
    for position in random_positions(game, 6, 1):
        if game.outcome(position) != OPEN:
            continue
        every = {game.play(position, move) for move in game.moves(position)}
        likely = list(known.likely_moves(position))
        assert {game.play(position, move) for move in likely} == every
        assert len(likely) <= len(list(game.moves(position)))
    first = list(known.likely_moves(game.start()))
    # The mark's own quarter is turned left or right; all other turns change nothing.
    middle = game.size == 6 and 4  # a mark in a quarter's middle is not moved either
    assert len(first) == 3 * game.cells - 2 * middle
