"""Games of marks as sets of cells: what the kernels see is what the games themselves say."""

from random import Random
from typing import Any

import pytest

from noughts.games.common.line_game import LineGame
from noughts.games.notakto import Notakto
from noughts.games.registry import find_game
from noughts.games.tictactoe import TicTacToe
from noughts.games.wild import Wild
from noughts.knowledge.symmetry import moved, of_rectangle
from noughts.tablebase.combinatorial.marking import marking_of
from noughts.tablebase.indexers.either_mark import either_marking_of
from noughts.tablebase.indexers.one_mark import one_marking_of
from noughts.value import DRAW, LOSS, OPEN, WIN
from tests.each import each
from tests.whole import every_position, random_play

SMALL = (
    "tictactoe", "mnk:3,2,2", "mnk:4,2,3,misere", "mnk:3,3,3,torus", "mnk:3,3,3,cylinder",
    "mnk:3,3,1", "connectfour:3,3,3", "connectfour:4,2,3,misere", "connectfour:2,3,1",
)  # fmt: skip
LARGE = ("mnk:7,8,5", "mnk:6,6,4,torus", "mnk:8,5,4,misere", "connectfour", "connectfour:8,5,3",
         "cube:3", "cube:3,misere")  # fmt: skip


def marked(spec):
    """The game of that name as one of marks; it must be one."""
    marking = marking_of(find_game(spec))
    assert marking is not None
    return marking


def seen(marking, position, game):
    """The outcome, and the sets that a move can leave, as the marking says."""
    turn = game.turn(position)
    shown = game.shown(position, turn)
    taken, last = shown[0] | shown[1], shown[1 - turn]
    if any(last & line == line for line in marking.lines):
        return WIN if marking.loses else LOSS, []
    if taken == marking.all_cells:
        return DRAW, []
    return OPEN, sorted(taken | 1 << cell for cell in marking.open_cells(taken))


def told(game, position):
    """The same as the game itself says."""
    outcome = game.outcome(position)
    moves = game.moves(position) if outcome == OPEN else ()
    after = [game.play(position, move) for move in moves]
    return outcome, sorted(sum(game.shown(child, game.turn(child))) for child in after)


@pytest.mark.parametrize("spec", SMALL)
def test_every_position_is_seen_as_the_game_tells(spec):
    game = find_game(spec)
    marking = marking_of(game)
    for position, _ in every_position(game):
        assert seen(marking, position, game) == told(game, position)


@pytest.mark.parametrize("spec", LARGE)
def test_plays_of_large_games_are_seen_as_the_game_tells(spec):
    game, random = find_game(spec), Random(spec)
    marking = marking_of(game)
    for _ in range(30):
        for position, _ in random_play(game, random):
            assert seen(marking, position, game) == told(game, position)


@each("spec", SMALL + LARGE)
def test_symmetries_are_a_group_that_keeps_lines_and_what_lies_below(spec):
    marking = marked(spec)
    group = set(marking.symmetries)
    assert marking.symmetries[0] == tuple(range(marking.width))
    some = sorted(group)[:12]
    for one in some:
        assert {moved(line, one) for line in marking.lines} == set(marking.lines)
        for other in some:
            assert tuple(one[goal] for goal in other) in group
        for cell, below in enumerate(marking.below):
            assert moved(below, one) == marking.below[one[cell]]


EITHER = ("wild", "wild:misere", "wild:4,2,2", "wild:4,2,3", "orderchaos:3,3,3")
LARGE_EITHER = ("wild:5,5,4", "wild:5,4,4,misere", "orderchaos:4,4,4", "orderchaos")


def seen_either(either, position):
    """The outcome, and the sets that a move can leave, as the marking says."""
    marking = either.marking
    taken = position.crosses | position.noughts
    if any(marks & line == line for line in marking.lines for marks in position):
        return either.lined[taken.bit_count()], []
    if taken == marking.all_cells:
        return either.full, []
    return OPEN, sorted(2 * [taken | 1 << cell for cell in marking.open_cells(taken)])


def told_either(game, position):
    outcome = game.outcome(position)
    moves = game.moves(position) if outcome == OPEN else ()
    return outcome, sorted(sum(game.play(position, move)) for move in moves)


@pytest.mark.parametrize("spec", EITHER)
def test_every_position_of_either_marks_is_seen_as_the_game_tells(spec):
    game = find_game(spec)
    either: Any = either_marking_of(game)
    for position, _ in every_position(game):
        assert seen_either(either, position) == told_either(game, position)


@each("spec", LARGE_EITHER)
def test_plays_of_either_marks_are_seen_as_the_game_tells(spec):
    game, random = find_game(spec), Random(spec)
    either: Any = either_marking_of(game)
    for _ in range(60):
        for position, _ in random_play(game, random):
            assert seen_either(either, position) == told_either(game, position)


def test_a_full_board_without_a_line_is_worth_what_the_game_says():
    """Random plays seldom come to one; wild is drawn then, and Chaos has won, whoever moves."""
    specs = ("wild:4,4,4", "wild:5,4,4", "orderchaos:4,4,4", "orderchaos:3,3,3")
    found: list[Any] = [either_marking_of(find_game(spec)) for spec in specs]
    assert [either.full for either in found] == [DRAW, DRAW, LOSS, WIN]


ONE = ("notakto:1", "notakto:2", "notakto:3")


def one_marked(spec):
    """The game of that name as one of one mark; it must be one."""
    one = one_marking_of(find_game(spec))
    assert one is not None
    return one


def seen_one(one, position):
    """The outcome, and the sets that a move can leave, as the marking says."""
    marking, after = one.marking, []
    for number in range(one.boards):
        cells = position.crosses >> number * marking.cells & marking.all_cells
        if not any(cells & line == line for line in marking.lines):
            grown = (1 << number * marking.cells + cell for cell in marking.open_cells(cells))
            after += [position.crosses | mark for mark in grown]
    decided = WIN if marking.loses else LOSS
    return OPEN if after else decided, sorted(after)


def told_one(game, position):
    outcome = game.outcome(position)
    moves = game.moves(position) if outcome == OPEN else ()
    return outcome, sorted(game.play(position, move).crosses for move in moves)


def test_every_position_of_one_mark_is_seen_as_the_game_tells():
    game, one = find_game("notakto"), one_marked("notakto")
    positions = [position for position, _ in every_position(game)]
    for position in positions:
        assert seen_one(one, position) == told_one(game, position)
    assert list(one.arising) == sorted(position.crosses for position in positions)


@each("spec", ONE)
def test_plays_of_one_mark_are_seen_as_the_game_tells(spec):
    game, one, random = find_game(spec), one_marked(spec), Random(spec)
    for _ in range(100):
        for position, _ in random_play(game, random):
            assert seen_one(one, position) == told_one(game, position)


def test_one_board_has_the_symmetries_of_a_square():
    symmetries = one_marked("notakto:3").marking.symmetries
    assert symmetries[0] == tuple(range(9))
    assert set(symmetries) == set(of_rectangle(3, 3))


class Longer(TicTacToe):
    """No player wins with the centre in the line."""

    def outcome(self, position):
        if position.theirs & 0b000_010_000:
            return OPEN
        return super().outcome(position)


class OnlyRows(Notakto):
    """A board is dead with a line across only."""

    def dead(self, cells):
        return any(cells & row == row for row in (0b111, 0b111_000, 0b111_000_000))


class LongerWild(Wild):
    """No game ends with a cross in the first cell."""

    def outcome(self, position):
        return OPEN if position.crosses & 1 else super().outcome(position)


@each("spec", ["hex:3", "threemarks", "wild", "notakto", "morris", "nim"])
def test_other_games_are_not_taken_for_games_of_marks(spec):
    assert marking_of(find_game(spec)) is None


def test_a_game_that_changes_a_rule_is_none():
    assert marking_of(Longer()) is None
    assert either_marking_of(LongerWild()) is None
    assert either_marking_of(find_game("tictactoe")) is None
    assert one_marking_of(OnlyRows()) is None
    assert one_marking_of(find_game("wild")) is None


class Poisoned(LineGame):
    """Three cells, of which two neighbours lose; `misere` says nothing of lines."""

    columns = 3
    rows = 1
    misere: bool = False

    board_lines = (0b011, 0b110)
    line_loses = True


def test_what_a_line_means_is_asked_of_the_rules():
    marking = marking_of(Poisoned())
    assert marking is not None
    assert marking.loses


def test_the_lines_of_connect_four():
    """7×6 has 69 rows of four: 24 across, 21 up, 24 aslant (Allis 1988)."""
    assert len(marked("connectfour").lines) == 69
    assert marked("mnk:7,6,4").cells == marked("connectfour").cells == 42
