"""Othello: its rules and its value against a plain program with sets of cells."""

from functools import cache
from itertools import product

import pytest

from noughts import check
from noughts.answers.question import ask, record_of
from noughts.errors import (
    BadParameters,
    CellTaken,
    IllegalMove,
    ImpossiblePosition,
    MoveError,
    TwoReadings,
    UnreadableMove,
    UnreadablePosition,
)
from noughts.game import SECOND, play_legal
from noughts.games.othello import Othello
from noughts.solving.margins import MarginSolver
from tests.each import each
from tests.playing import assert_golden, perft

# The same game once more: who cannot move passes, which is a turn of its own.

WAYS = [way for way in product((-1, 0, 1), repeat=2) if way != (0, 0)]


def turned(mine, theirs, cell):
    found = set()
    for across, down in WAYS:
        run, (x, y) = [], cell
        while (x + across, y + down) in theirs:
            x, y = x + across, y + down
            run.append((x, y))
        if (x + across, y + down) in mine:
            found.update(run)
    return found


def after(size, mine, theirs):
    for cell in product(range(size), repeat=2):
        discs = cell not in mine | theirs and turned(mine, theirs, cell)
        if discs:
            yield theirs - discs, mine | discs | {cell}


@cache
def margin(size, mine, theirs, passed=False):
    found = [-margin(size, *each) for each in after(size, mine, theirs)]
    if found:
        return max(found)
    return len(mine) - len(theirs) if passed else -margin(size, theirs, mine, passed=True)


def plays(size, mine, theirs, plies):
    if plies == 0:
        return 1
    found = list(after(size, mine, theirs))
    if found:
        return sum(plays(size, own, other, plies - 1) for own, other in found)
    return plays(size, theirs, mine, plies) if [*after(size, theirs, mine)] else 0


def start(size):
    low, high = size // 2 - 1, size // 2
    return frozenset({(low, low), (high, high)}), frozenset({(low, high), (high, low)})


def test_the_second_player_wins_4_by_4_by_8():
    """11 discs to 3, as is known."""
    game = Othello(4)
    assert margin(4, *start(4)) == -8
    assert MarginSolver(game).margin(game.start()).points == -8


@each(("size", "most"), [(4, 5), (6, 4)])
def test_perft_is_that_of_the_plain_program(size, most):
    game = Othello(size)
    for plies in range(most + 1):
        first, second = start(size)
        assert perft(game, game.start(), plies) == plays(size, first, second, plies)


def test_the_laws_hold():
    assert "Interpreted and compiled agree" in str(check(Othello(4), positions=60, plays=5))


def test_who_has_no_move_is_passed_over():
    game = Othello(4)
    position, _ = game.parse("2o1/xoo1/oxo1/1x2 x")
    again = play_legal(game, position, game.read("a1"))  # nothing of X's ends at a disc of O's
    assert game.text(again, again.mover) == "2o1/xoo1/xxo1/xx2 x"


@each("size", [3, 5, 7, 10])
def test_boards_are_4_6_or_8_across(size):
    with pytest.raises(BadParameters):
        Othello(size)


def test_moves_and_positions_are_explained():
    game = Othello(4)
    with pytest.raises(UnreadableMove, match="use a1 to d4"):
        game.read("e1")
    with pytest.raises(CellTaken, match="b2 is already taken"):
        play_legal(game, game.start(), game.read("b2"))
    with pytest.raises(IllegalMove, match="a1 encloses no disc; choose from"):
        play_legal(game, game.start(), game.read("a1"))
    with pytest.raises(IllegalMove, match="cells are 0 to 15"):
        play_legal(game, game.start(), 16)
    for text in ("4/4/4 x", "4/1ox1/1xo1/4 y", "4/1o?1/1xo1/4 x"):
        with pytest.raises(UnreadablePosition):
            game.parse(text)
    with pytest.raises(ImpossiblePosition, match="never empty"):
        game.parse("4/1o2/1xo1/4 x")
    with pytest.raises(ImpossiblePosition, match="has no move"):
        game.parse("2o1/xoo1/xxo1/xx2 o")


def test_boards_of_other_programs_are_read():
    """Black moves first; whose turn it is, is said, or only one side can move."""
    game, right = Othello(4), "4/1ox1/1xxx/4 o"
    rows = ["....", ".OX.", ".XXX", "...."]
    coloured = "\n".join(rows).replace("X", "B").replace("O", "W")
    discs = "\n".join(" ".join(row) for row in coloured.split()).replace("B", "●").replace("W", "○")
    texts = (
        "\n".join(rows) + "\nO to move", coloured + "\nwhite to move", "".join(rows) + " O;",
        f"{game.board(*game.parse(right))}\nO to move.", discs + " o",
        f"{[[*row] for row in rows]} turn=o",
    )  # fmt: skip
    for text in texts:
        assert game.text(*game.parse(text)) == right
    with pytest.raises(TwoReadings, match=r"4/1ox1/1xxx/4 x\); or .*4/1ox1/1xxx/4 o"):
        game.parse("/".join(rows))
    assert game.text(*game.parse("xxxx/xxxx/xoxx/1xxx")).endswith(" x")  # nobody else can move


def test_transcripts_count_rows_from_the_top():
    """Each of three moves turns one disc: e5, d5, d4, by the names of Othello's own records."""
    game = Othello(8)
    for names in (["f5", "d6", "c3"], ["f4", "d3", "c6"]):
        end = record_of(ask(game), names)
        assert game.text(end.positions[-1], SECOND) == "8/8/2x5/3xx3/3oxx2/3o4/8/8 o"
    for names in (["f5", "d3"], ["e5"], ["d6", "f5"]):  # none is a game in either way
        with pytest.raises(MoveError):
            record_of(ask(game), names)


def test_a_whole_game_reads_as_it_did():
    assert_golden("othello")


def test_the_plays_of_the_usual_board_are_counted_as_in_the_literature():
    """Aart Bik, "Computing Deep Perft and Divide Numbers for Checkers and Othello", 2012."""
    game = Othello(8)
    now = [game.start()]
    for plays in (4, 12, 56, 244, 1396):
        now = [game.play(each, move) for each in now for move in game.moves(each)]
        assert len(now) == plays
