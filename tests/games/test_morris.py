"""Three Men's Morris: its rules once more by brute force on strings, and its known values."""

import pytest

from noughts import find_game
from noughts.errors import (
    BadParameters,
    CellTaken,
    GameOver,
    IllegalMove,
    TwoLines,
    TwoReadings,
    UnreadableMove,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import legal_moves, play_legal
from noughts.games.morris import Morris
from noughts.players.match import Match
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import DRAW, ENDLESS, LOSS, OPEN, Value
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden
from tests.solving.webs import reachable, swept

GAME, BARE = Morris(), Morris(nodiagonals=True)
SOLVER = RetrogradeSolver(GAME)
BOTH = pytest.mark.parametrize("game", [GAME, BARE], ids=repr)

# By the rules alone: nine characters in reading order, then who is to move.
DIAGONALS = ("048", "246")
ROWS = ("012", "345", "678", "036", "147", "258")
STEPS = [tuple(map(int, step)) for line in ROWS for step in (line[:2], line[1:])]
SLANTED = [(4, corner) for corner in (0, 2, 6, 8)]


def has_line(board, side, bare):
    lines = ROWS if bare else ROWS + DIAGONALS
    return any(all(board[int(cell)] == side for cell in line) for line in lines)


def after(state, bare):
    """The states that a turn can lead to."""
    board, side = state[:9], state[9]
    other = "xo"[side == "x"]
    if has_line(board, other, bare):
        return []
    empty = [cell for cell in range(9) if board[cell] == "."]
    if board.count(side) < 3:
        boards = [board[:goal] + side + board[goal + 1 :] for goal in empty]
    else:
        steps = STEPS + ([] if bare else SLANTED)
        steps += [step[::-1] for step in steps]
        boards = []
        for start, goal in steps:
            if board[start] == side and goal in empty:
                moved = list(board)
                moved[start], moved[goal] = ".", side
                boards.append("".join(moved))
    return [board + other for board in boards]


def graph(bare):
    """Every state that can be reached, with those one ply later."""
    found, todo = {}, ["." * 9 + "x"]
    while todo:
        state = todo.pop()
        if state not in found:
            found[state] = after(state, bare)
            todo += found[state]
    return found


def outcome_where_stuck(found, bare, stuck):
    """The outcome of a state, when who cannot move has what `stuck` says."""

    def outcome(state):
        if has_line(state[:9], "xo"[state[9] == "x"], bare):
            return LOSS
        return OPEN if found[state] else stuck

    return outcome


def state_of(game, position, turn):
    """A position as the brute force writes it."""
    mine, theirs = "xo"[turn], "ox"[turn]
    marks = [
        mine if position.mine >> cell & 1 else theirs if position.theirs >> cell & 1 else "."
        for cell in range(9)
    ]
    return "".join(marks) + mine


@BOTH
def test_every_position_is_worth_what_brute_force_says(game):
    bare = game.nodiagonals
    found = graph(bare)
    expected = swept(found, outcome_where_stuck(found, bare, LOSS))
    solver = RetrogradeSolver(game)
    met = set()
    for position in reachable(game):
        for turn in (0, 1):
            state = state_of(game, position, turn)
            if state in expected:
                met.add(state)
                value = solver.value(position)
                assert (value.outcome, value.plies) == tuple(expected[state])
    assert met == set(expected)


@each(("bare", "value"), [(False, "win in 9"), (True, "draw by endless play")])
@each("stuck", [LOSS, DRAW])
def test_the_value_of_the_start_whatever_happens_to_who_cannot_move(bare, value, stuck):
    """Section 6 of the design: with diagonals first player in 9, without them a draw."""
    found = graph(bare)
    values = swept(found, outcome_where_stuck(found, bare, stuck))
    start = values["." * 9 + "x"]
    assert str(start) == value or (stuck == DRAW and start.outcome == DRAW)


def test_only_the_centre_wins():
    assert {GAME.name(move): str(value) for move, value, _ in SOLVER.values(GAME.start())} == {
        "b2": "win in 9",
        **dict.fromkeys(("a1", "a3", "c1", "c3"), "draw by endless play"),
        **dict.fromkeys(("a2", "b1", "b3", "c2"), "loss in 8"),
    }


def test_without_diagonals_every_opening_keeps_the_draw():
    values = RetrogradeSolver(BARE).values(BARE.start())
    assert all(value == Value(DRAW, ENDLESS) and value.endless for _, value, _ in values)


@BOTH
def test_compiled_is_interpreted_in_every_position(game):
    pytest.importorskip("numba")
    assert_compiled_agrees(game, reachable(game))


def test_the_neighbours():
    def named(game):
        return {
            GAME.cell_name(point): {GAME.cell_name(c) for c in range(9) if near >> c & 1}
            for point, near in enumerate(game.neighbours)
        }

    assert named(GAME)["b2"] == {"a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"}
    assert named(GAME)["a3"] == {"b3", "a2", "b2"}
    assert named(GAME)["b3"] == {"a3", "b2", "c3"}
    assert named(BARE)["b2"] == {"a2", "b1", "b3", "c2"}
    assert named(BARE)["a3"] == {"b3", "a2"}


def test_a_game_in_text():
    assert_golden("morris")


def test_who_cannot_move_has_lost_without_a_line():
    position, turn = BARE.parse("xo1/ox1/xo1 x")
    assert legal_moves(BARE, position) != []
    position, turn = BARE.parse("xxo/xo1/o2 x")
    assert BARE.outcome(position) == LOSS
    assert BARE.lines(position) == ()
    match = Match(BARE, start=position, turn=turn)
    assert match.result == "O wins"


def test_the_line_that_won():
    position, turn = GAME.parse("xo1/oxo/2x o")
    assert GAME.outcome(position) == LOSS
    assert GAME.board(position, turn).lines == (("a3", "b2", "c1"),)


@each(("text", "move"), [("b2", 4), ("5", 4), ("b2-c3", 47), ("B2 - C3", 47), ("5-3", 47)])
def test_moves_are_read(text, move):
    assert GAME.read(text) == move


@each("text", ["", "d4", "b2-", "b2-b3-c3", "b2-d1", "b2x"])
def test_what_is_no_move(text):
    with pytest.raises(UnreadableMove):
        GAME.read(text)


@each(
    ("position", "move", "error", "message"),
    [
        ("x2/3/3 o", "a3", CellTaken, "a3 is already taken"),
        ("x2/3/3 o", "a3-b3", IllegalMove, "still have stones to place"),
        ("xo1/oxx/2o x", "c2-c1", CellTaken, "c1 is already taken"),
        (
            "xo1/oxx/2o x",
            "c3",
            IllegalMove,
            "c3 is not a step of one of your stones; choose from b2-c3,",
        ),
        ("xo1/oxx/2o x", "a3-c3", IllegalMove, "not a step"),
        ("xxx/oo1/3 o", "a1", GameOver, "over"),
    ],
)
def test_moves_that_are_refused(position, move, error, message):
    start, _ = GAME.parse(position)
    with pytest.raises(error, match=message):
        play_legal(GAME, start, GAME.read(move))


def test_a_number_that_is_no_move():
    with pytest.raises(IllegalMove, match="no move 90"):
        play_legal(GAME, GAME.start(), 90)


@each(
    ("text", "error", "message"),
    [
        ("xx1/xx1/ooo x", WrongCount, "at most 3 are allowed"),
        ("xx1/3/3 o", WrongCount, "2 X and 0 O"),
        ("x2/3/3 x", WrongTurn, "O's turn"),
        ("xxx/oo1/o2 x", TwoLines, "X is to move but already has a line"),
        ("xo1/oxx/2o", TwoReadings, r"xo1/oxx/2o x\); or .*xo1/oxx/2o o"),
        ("X O .\nX . .\nO X O", TwoReadings, "O to move"),  # the last O is a mark
        ("xo1/oxx/2o z", UnreadablePosition, "not a position"),
        ("xo1/oxx x", UnreadablePosition, "not a position"),
    ],
)
def test_positions_that_are_refused(text, error, message):
    with pytest.raises(error, match=message):
        GAME.parse(text)


def test_the_side_may_be_left_out_while_stones_are_placed():
    assert GAME.parse("x2/3/3") == GAME.parse("x2/3/3 o")


def test_with_all_stones_placed_either_side_may_be_to_move():
    assert GAME.parse("xo1/oxx/2o x")[1] == 0
    assert GAME.parse("xo1/oxx/2o o")[1] == 1
    assert GAME.turn(GAME.parse("xo1/oxx/2o o")[0]) is None


def test_a_point_on_the_board_stands_for_every_step_to_it():
    position, turn = GAME.parse("xo1/oxx/2o x")
    moves = {
        cell.name: [GAME.name(m) for m in cell.moves] for cell in GAME.board(position, turn).cells
    }
    assert moves["c3"] == ["b2-c3", "c2-c3"]
    assert moves["b1"] == ["b2-b1"]
    assert moves["a3"] == []


def test_it_is_found_by_name():
    assert find_game("morris:nodiagonals") == BARE
    with pytest.raises(BadParameters):
        find_game("morris:4")
