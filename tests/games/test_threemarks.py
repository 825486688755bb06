"""Three marks each: its rules once more by brute force on tuples, and its known values."""

import pytest

from noughts import find_game
from noughts.errors import (
    CellTaken,
    GameOver,
    IllegalMove,
    TwoLines,
    UnreadablePosition,
    WrongCount,
    WrongTurn,
)
from noughts.game import play_legal
from noughts.games.common.cell_game import Marks
from noughts.games.threemarks import ThreeMarks
from noughts.solving.retrograde import RetrogradeSolver
from noughts.value import LOSS, OPEN
from tests.each import each
from tests.playing import assert_compiled_agrees, assert_golden
from tests.solving.webs import reachable, swept

GAME, BLOCKING = ThreeMarks(), ThreeMarks(blocking=True)
BOTH = pytest.mark.parametrize("game", [GAME, BLOCKING], ids=repr)

# By the rules alone: the cells of the player to move, the oldest mark first, then the other's.
ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")
LINES = {frozenset(map(int, line)) for line in ROWS}
TURNS = [lambda cell, turn=turn: turn[cell] for turn in (
    (0, 1, 2, 3, 4, 5, 6, 7, 8), (6, 3, 0, 7, 4, 1, 8, 5, 2),
    (8, 7, 6, 5, 4, 3, 2, 1, 0), (2, 5, 8, 1, 4, 7, 0, 3, 6),
    (2, 1, 0, 5, 4, 3, 8, 7, 6), (0, 3, 6, 1, 4, 7, 2, 5, 8),
    (6, 7, 8, 3, 4, 5, 0, 1, 2), (8, 5, 2, 7, 4, 1, 6, 3, 0),
)]  # fmt: skip


def after(state, blocking):
    """What a turn can lead to."""
    mine, theirs = state
    if frozenset(theirs) in LINES:
        return []
    full = len(mine) == 3
    stay = mine[1:] if full else mine
    taken = set(theirs) | set(mine if blocking else stay)
    return [(theirs, (*stay, cell)) for cell in range(9) if cell not in taken]


def folded(state):
    """One of the eight boards that turning and mirroring make of a state."""
    return min(tuple(tuple(map(turn, side)) for side in state) for turn in TURNS)


def graph(blocking):
    """Every state that can be reached, up to symmetry, with those one ply later."""
    found, todo = {}, [((), ())]
    while todo:
        state = todo.pop()
        if state not in found:
            found[state] = [folded(child) for child in after(state, blocking)]
            todo += found[state]
    return found


def position_of(state):
    sides = [sum(1 << cell + 9 * age for age, cell in enumerate(reversed(side))) for side in state]
    return Marks(*sides)


@BOTH
def test_every_position_is_worth_what_brute_force_says(game):
    found = graph(game.blocking)
    values = swept(found, lambda state: LOSS if frozenset(state[1]) in LINES else OPEN)
    solver = RetrogradeSolver(game)
    solver.value(game.start())
    for state, value in values.items():
        answer = solver.value(position_of(state))
        assert (answer.outcome, answer.plies) == tuple(value)
    assert solver.nodes == len(found) == 9_190


def openings(game):
    """The value of each first move, by the kind of its cell."""
    kinds = {0: "corner", 1: "edge", 2: "corner", 4: "centre"}
    found = {kind: set() for kind in kinds.values()}
    for move, value, _ in RetrogradeSolver(game).values(game.start()):
        found[kinds[min(folded(((move,), ()))[0])]].add(str(value))
    return found


def test_the_oldest_leaves_first_so_it_is_a_draw():
    """Section 6 of the design; here every opening keeps the draw."""
    draw = {"draw by endless play"}
    assert openings(GAME) == {"corner": draw, "edge": draw, "centre": draw}


def test_the_oldest_blocks_so_the_first_player_wins_by_an_edge():
    """Section 6 of the design: in 13, only by an edge cell."""
    draw = {"draw by endless play"}
    assert openings(BLOCKING) == {"corner": draw, "edge": {"win in 13"}, "centre": draw}


@BOTH
def test_compiled_is_interpreted(game):
    pytest.importorskip("numba")
    assert_compiled_agrees(game, list(reachable(game))[::25])


@each("name", ["threemarks", "threemarks-endless"])
def test_a_game_in_text(name):
    assert_golden(name)


def test_the_cell_that_is_left_is_free_or_blocked():
    position, _ = GAME.parse("a3b2c2/c3a1b1 x")
    assert [GAME.name(move) for move in GAME.moves(position)] == ["a3", "b3", "a2", "c1"]
    assert [BLOCKING.name(move) for move in BLOCKING.moves(position)] == ["b3", "a2", "c1"]
    assert GAME.text(play_legal(GAME, position, 0), 1) == "b2c2a3/c3a1b1 o"
    with pytest.raises(CellTaken):
        play_legal(BLOCKING, position, 0)


@BOTH
def test_the_mark_that_vanishes_makes_no_line(game):
    position, _ = game.parse("a1b1a3/c3b3c2 x")
    after = game.play(position, game.read("c1"))  # a1 is gone
    assert game.outcome(after) == OPEN
    position, _ = game.parse("a3a1b1/c3b3c2 x")
    after = game.play(position, game.read("c1"))
    assert game.outcome(after) == LOSS
    assert game.board(after, 1).lines == (("a1", "b1", "c1"),)
    with pytest.raises(GameOver):
        play_legal(game, after, 0)


def test_the_board_shows_the_order_in_which_marks_vanish():
    position, turn = GAME.parse("a3b2c2/c3a1 o")
    marks = {cell.name: cell.mark for cell in GAME.board(position, turn).cells if cell.mark}
    assert marks == {"a3": "X1", "b2": "X2", "c2": "X3", "c3": "O1", "a1": "O2"}


def test_a_cell_that_is_none():
    with pytest.raises(IllegalMove):
        play_legal(GAME, GAME.start(), 9)


@each(
    ("text", "error", "message"),
    [
        ("a3b2c2/c3a1b1", UnreadablePosition, "does not say whose turn"),
        ("a3b2c2c1/c3a1b1 x", UnreadablePosition, "oldest mark first"),
        ("3/3/3 x", UnreadablePosition, "start is '-/- x'"),
        ("a3 b2 x", UnreadablePosition, "not a position"),
        ("d3/- o", UnreadablePosition, "not a position"),
        ("a3a3/b2 o", WrongCount, "two marks"),
        ("a3/a3 x", WrongCount, "two marks"),
        ("a3b2/- o", WrongCount, "2 X and 0 O"),
        ("a3/- x", WrongTurn, "O's turn"),
        ("a1b1c1/c3a3 o", None, ""),
        ("a1b1c1/c3a3b2 x", TwoLines, "X is to move but already has a line"),
    ],
)
def test_positions_that_are_refused(text, error, message):
    if error is None:
        assert GAME.text(*GAME.parse(text)) == text
        return
    with pytest.raises(error, match=message):
        GAME.parse(text)


def test_more_than_three_marks_are_no_position():
    with pytest.raises(WrongCount, match="more than three"):
        GAME.validate(Marks(1 << 27, 0), 0)


def test_the_side_may_be_left_out_while_marks_tell_it():
    assert GAME.parse("a3/-") == GAME.parse("A3/- O") == GAME.parse(" a3/- o ")


def test_it_is_found_by_name():
    assert find_game("threemarks:blocking") == BLOCKING
